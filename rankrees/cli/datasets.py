"""`rankrees datasets`: which data sets there are, whether they are right, downloads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rankrees.cli import options

if TYPE_CHECKING:
    from rankrees.data.catalog import Catalog
    from rankrees.data.dataset import Dataset

_format = click.option(
    "--format",
    "form",
    type=click.Choice(["text", "csv"]),
    default="text",
    show_default=True,
    help="A table to read, or CSV.",
)


@click.group()
def datasets() -> None:
    """List, check and download data sets.

    A data set is found by its name: NAME.arff or NAME.arff.gz in the folder that
    --data-dir gives, then in the folder that the environment variable RANKREES_DATA
    names, then among the shipped sets, then among downloads.

    The shipped sets were rebuilt from published packages. Their truth is `equal`: they
    are the files that come with Weka cell for cell, in the same order of rows, on which
    folds depend. The truth of a file of yours is `unknown` until it is checked.
    """


@datasets.command("list")
@options.data_dir
@_format
def list_sets(data_dir: Path | None, form: str) -> None:
    """List the known data sets and where they are found.

    Sets in your own folders are listed too; `rankrees datasets check` reads them.
    """
    from rankrees.data.catalog import Catalog, manifest
    from rankrees.reports.formats import render
    from rankrees.reports.table import text_table

    catalog = Catalog(data_dir)
    rows: list[tuple[str | None, ...]] = []
    for name in catalog.names():
        located, entry = catalog.find(name), manifest().get(name)
        row: list[str | None] = [name, None, None]
        note = f"`rankrees datasets fetch {name}` downloads it"
        if located is not None:
            row, note = [name, located.origin, located.truth], located.note
        if entry is None or (located is not None and located.truth == "unknown"):
            # the manifest knows its own file, not what is in one of the user's
            row += [None, None, None]
        else:
            row += [str(entry.rows), str(entry.attributes), str(entry.classes)]
        rows.append((*row, note or None))
    columns = ("name", "found in", "truth", "rows", "attributes", "classes", "note")
    table = text_table("Data sets", columns, tuple(rows), n_left=3)
    if form == "text":  # notes are too long for a column
        table = text_table(
            table.title,
            columns[:-1],
            tuple(row[:-1] for row in rows),
            ("", *(f"{row[0]}: {row[-1]}" for row in rows if row[-1])),
            n_left=3,
        )
    click.echo(render([table], form))


@datasets.command()
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@options.data_dir
@_format
@click.pass_context
def check(
    ctx: click.Context, names: tuple[str, ...], data_dir: Path | None, form: str
) -> None:
    """Read data sets and say what is in them and whether they are Weka's.

    Give names or ARFF, CSV or Parquet files; without any, all sets that are found are
    read. A file that cannot be read is reported with the line where it goes wrong, the
    others are checked all the same, and the exit code is 2.

    The truth of a file is found by its content, wherever it comes from.
    """
    from rankrees.data.catalog import Catalog
    from rankrees.errors import RankreesError
    from rankrees.reports.formats import render
    from rankrees.reports.table import text_table

    catalog = Catalog(data_dir)
    wanted = names or tuple(n for n in catalog.names() if catalog.find(n) is not None)
    rows = []
    refused = False
    for name in wanted:
        try:
            data = _read(name, catalog)
        except RankreesError as error:
            options.say(str(error))
            refused = True
            continue
        rows.append(_row(data))
    columns = (
        *("name", "truth", "rows", "attributes", "nominal", "numeric"),
        *("classes", "present", "missing", "no class"),
    )
    table = text_table("Data sets that can be read", columns, tuple(rows), n_left=2)
    if rows:
        click.echo(render([table], form))
    ctx.exit(2 if refused else 0)


def _read(name: str, catalog: Catalog) -> Dataset:
    from rankrees.data.arff.reader import read_arff
    from rankrees.data.catalog import SUFFIXES
    from rankrees.data.userfile import FILE_NAME, DataFile, stem

    path = Path(name)
    if FILE_NAME.search(name) and not name.lower().endswith(SUFFIXES):
        return DataFile(path).read(stem(path))
    if name.lower().endswith(SUFFIXES) or "/" in name:
        return read_arff(name)
    return catalog.load(name)


def _row(data: Dataset) -> tuple[str, ...]:
    import numpy as np

    from rankrees.data.catalog import truth_of

    n_nominal = sum(attribute.is_nominal for attribute in data.attributes)
    n_absent = int(np.count_nonzero(data.labels < 0))
    counts = (
        data.n_rows,
        len(data.attributes),
        n_nominal,
        len(data.attributes) - n_nominal,
        data.n_classes,
        len(np.unique(data.labels[data.labels >= 0])),
        data.n_missing,
        n_absent,
    )
    return (data.name, truth_of(data), *map(str, counts))


@datasets.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@options.data_dir
@click.option(
    "--server",
    envvar="RANKREES_OPENML",
    metavar="URL",
    help="An OpenML server; by default OpenML itself, or what RANKREES_OPENML names.",
)
@click.pass_context
def fetch(
    ctx: click.Context,
    names: tuple[str, ...],
    data_dir: Path | None,
    server: str | None,
) -> None:
    """Download Weka's copies of data sets from OpenML.

    Without names, those that are missing here.
    A download is kept only if its content is Weka's, checked by a hash. Prints the
    files that are there at the end; the exit code is 1 if one could not be had.

    Downloads go to the system's cache folder, or to the one RANKREES_CACHE names.
    """
    from rankrees.data.catalog import Catalog, manifest
    from rankrees.data.fetch import fetch as fetch_sets

    catalog = Catalog(data_dir)
    wanted = names or tuple(
        entry.name
        for entry in manifest().values()
        if entry.is_fetchable and catalog.find(entry.name) is None
    )
    results = fetch_sets(wanted, server=server, progress=options.say)
    for result in results:
        if result.path is None:
            options.say(f"rankrees: {result.error}")
        else:
            click.echo(str(result.path))
    if not wanted:
        options.say("nothing to download: no set is missing")
    ctx.exit(1 if any(result.path is None for result in results) else 0)
