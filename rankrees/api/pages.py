"""Results as one web page that needs no network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rankrees.api.lookup import (
    DEFAULT_STORE,
    Config,
    load_part,
    read_comparisons,
    stored_cells,
    warn_if_empty,
    warn_left_out,
)
from rankrees.api.progress import Progress, Remarks
from rankrees.experiment.experiment import Experiment
from rankrees.files import guarded_inputs, new_text
from rankrees.reports.html.build import Material, make_page
from rankrees.reports.html.page import Page
from rankrees.reports.html.render import render_page
from rankrees.statistics.foldtests import FoldTest
from rankrees.store.store import Store


@dataclass(frozen=True, eq=False)
class Report:
    """A page of results.

    Parameters
    ----------
    page
        What it holds, as values.
    html
        The document, which loads nothing.
    complete
        Whether everything that was begun has all its folds, and there is something.
    remarks
        What is missing.
    """

    page: Page
    html: str
    complete: bool
    remarks: tuple[str, ...]


@guarded_inputs()
def report(
    configs: Config | Sequence[Config],
    output: str | Path | None = None,
    *,
    title: str = "Results of rankrees",
    protocol: str = "both",
    test: FoldTest | None = None,
    store: str | Path = DEFAULT_STORE,
    data_dir: str | Path | None = None,
) -> Report:
    """Make a web page of the results of one or more configs that are in the store.

    Nothing is computed: `run` does that. Figures need matplotlib, the page Jinja2.

    Parameters
    ----------
    configs
        Config files, names of shipped ones, or experiments.
    output
        The HTML file to write; None writes none.
    test
        The test on the folds of a data set and its level.
    """
    remarks = Remarks()
    several = [configs] if isinstance(configs, Config) else list(configs)
    experiments = [
        load_part(one, store=Path(store), protocol=protocol) for one in several
    ]
    folder = None if data_dir is None else Path(data_dir)
    with Store(store) as opened:
        materials = [
            _material(one, opened, folder, test, remarks) for one in experiments
        ]
    gaps = False
    for one in materials:
        warn_left_out(one.incomplete, remarks)
        gaps |= warn_if_empty(one.scored, remarks) or bool(one.incomplete)
    file = Path("report.html" if output is None else output)
    names = [one.name if isinstance(one, Experiment) else str(one) for one in several]
    command = " ".join(["rankrees report", *(f"-c {name}" for name in names)])
    page = make_page(materials, title, f"{command} -o {file.name}")
    html = render_page(page)
    if output is not None:
        with new_text(file, errors="backslashreplace") as written:
            written.write(html)
    return Report(page, html, not gaps, tuple(remarks.warnings))


def _material(
    experiment: Experiment,
    store: Store,
    data_dir: Path | None,
    test: FoldTest | None,
    progress: Progress,
) -> Material:
    cells = stored_cells(experiment, data_dir, store, progress)
    compared, incomplete = read_comparisons(experiment, cells, store, test=test)
    departed = None
    if set(compared) == {"published", "described"}:
        metric = compared["described"].metric
        again, _ = read_comparisons(experiment, cells, store, metric=metric)
        departed = again["published"]
    keys = [computation.key for computation in cells.values()]
    return Material(
        compared,
        departed,
        incomplete,
        {cell.dataset: c.dataset_hash for cell, c in cells.items()},
        store.invocations(),
        store.made_by(keys, experiment.run_numbers),
    )
