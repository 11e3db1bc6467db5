"""The first paragraphs of a page, computed from what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rankrees.reports.html.methods_used import folds_in_words
from rankrees.reports.html.page import Agreement, Grid
from rankrees.reports.tables.curve import curve_matches
from rankrees.reports.tables.difference import Difference, signed
from rankrees.reports.tables.means import digit_matches, win_matches
from rankrees.reports.tables.spread import sd_matches
from rankrees.statistics.comparison import SHOWN_DECIMALS, Comparison
from rankrees.statistics.digits import round_half_up

_AUCS = "printed AUCs"
_NAMED = 3
"""So many exceptions are named; more are only counted."""


def agreements(scored: Mapping[str, Comparison], grid: Grid) -> tuple[Agreement, ...]:
    """Return how much of the print comes out under the published protocol."""
    published = scored.get("published")
    if published is None:
        return ()
    found = [Agreement(_AUCS, *digit_matches(published), _exceptions(grid))]
    if published.config.show == "auc":
        deviations = sd_matches(published)
        found.append(Agreement("printed standard deviations", *deviations))
    if published.config.show == "curve":
        found.append(Agreement("printed points of curves", *curve_matches(published)))
    wins = win_matches(published)
    righted = win_matches(published, put_right=True)
    but = ""
    if righted != wins:
        but = (
            f"{published.config.name}: two labels stand for each other in print; "
            f"with them as printed, {wins[0]} instead of {righted[0]}"
        )
    found.append(Agreement("printed win/tie/loss counts", *righted, but))
    return tuple(one for one in found if one.n_compared)


def _exceptions(grid: Grid) -> str:
    place = grid.published
    wrong = [
        f"{cell.method} on {row.dataset}, {cell.printed} in print, "
        f"{cell.values[place].text} here"
        for row in grid.rows
        for cell in row.cells
        if cell.match is False and place is not None
    ]
    if not 0 < len(wrong) <= _NAMED:
        return ""
    return f"the exception{'s' if len(wrong) > 1 else ''}: {'; '.join(wrong)}"


def summary(scored: Mapping[str, Comparison]) -> tuple[str, ...]:
    """Return what was run, in a few sentences."""
    one = next(iter(scored.values()))
    experiment = one.config
    sets = {name for s in scored.values() for name, _ in s.means}
    n_scores = sum(len(s.frame) for s in scored.values())
    missing = [name for name in experiment.datasets if name not in sets]
    first = (
        f"{_count(len(experiment.methods), 'method')} on "
        f"{_count(len(sets), 'data set')}, {folds_in_words(experiment)}: "
        f"{n_scores:,} fold scores."
    )
    return (first, f"Not computed: {', '.join(missing)}.") if missing else (first,)


def headline(found: Iterable[Agreement]) -> tuple[str, str]:
    """Return the headline and what has to be said with it, over all sections.

    What could be compared most often stands first.
    """
    totals: dict[str, Agreement] = {}
    found = list(found)
    # who names some exceptions but not all says something wrong
    not_all_named = any(
        one.what == _AUCS and one.n_equal < one.n_compared and not one.but
        for one in found
    )
    for one in found:
        so_far = totals.get(one.what, Agreement(one.what, 0, 0))
        totals[one.what] = Agreement(
            one.what,
            so_far.n_equal + one.n_equal,
            so_far.n_compared + one.n_compared,
            ""
            if one.what == _AUCS and not_all_named
            else "; ".join(filter(None, (so_far.but, one.but))),
        )
    ordered = sorted(totals.values(), key=lambda one: -one.n_compared)
    if not ordered:
        return "", ""
    first, *others = ordered
    said = [f"{first.but[0].upper()}{first.but[1:]}."] if first.but else []
    told = [
        f"{_share(one)}{f' ({one.but})' if one.but else ''}"
        for one in others
        if one.n_equal
    ]
    said += [f"So do {' and '.join(told)}."] if told else []
    said += [
        f"None of the {o.n_compared} {o.what} does." for o in others if not o.n_equal
    ]
    return f"{_share(first)} come out exactly", " ".join(said)


def from_print_to_text(found: Sequence[Difference], metric: str) -> str:
    """Return what the departures of the programs do to the mean that they move most.

    Parameters
    ----------
    metric
        The one in which the text's methods are measured.
    """
    moved = {one: abs(one.by_departures or 0.0) for one in found}
    if not moved or not max(moved.values()):
        return ""
    one = max(moved, key=moved.__getitem__)
    assert one.departed is not None
    assert one.by_departures is not None
    return (
        "That is with methods and measure as in the published programs, which depart "
        f"from the papers' text. Measured alike ({metric}), the largest change from "
        f"program to text is that of {one.method}: its mean over "
        f"{_count(one.n_sets, 'data set')} goes from "
        f"{round_half_up(one.departed, SHOWN_DECIMALS)} to "
        f"{round_half_up(one.described, SHOWN_DECIMALS)} "
        f"({signed(-one.by_departures)})."
    )


def _share(one: Agreement) -> str:
    return f"{one.n_equal} of {one.n_compared} {one.what}"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
