"""Reading Parquet files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rankrees.data.limits import MAX_CELLS, MAX_COLUMNS
from rankrees.data.rawtable import RawTable, frame_table
from rankrees.errors import TableError
from rankrees.files import MAX_CHARACTERS, open_input

if TYPE_CHECKING:
    from pyarrow import Schema
    from pyarrow.parquet import FileMetaData


def read_parquet(path: Path) -> RawTable:
    """Read a Parquet file.

    Raises
    ------
    TableError
        If it is damaged, has no rows, or more than fit into memory.
    """
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError:
        message = "Parquet needs pyarrow: pip install 'rankrees[parquet]'"
        raise TableError(path, None, message) from None
    with open_input(path, TableError) as file:
        try:
            with ParquetFile(file) as found:
                refusal = _refusal(found.metadata) or _nested(found.schema_arrow)
                texts = _texts(found.schema_arrow)
            if refusal is None:
                file.seek(0)
                with ParquetFile(file, read_dictionary=texts) as found:
                    frame = found.read().to_pandas()
        # pyarrow raises errors of its own, and whatever Python and pandas say of the
        # metadata, which are anybody's JSON
        except Exception as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            message = f"cannot be read: {lines[0]:.200}"
            raise TableError(path, None, message) from None
    if refusal is not None:
        raise TableError(path, None, refusal)
    if not len(frame):
        raise TableError(path, None, "no rows")
    return frame_table(frame, path, frozenset(texts))


def _refusal(said: FileMetaData) -> str | None:
    """Return why a file is too large, by what it says of itself before it is read."""
    if said.num_columns > MAX_COLUMNS:
        return f"more than {MAX_COLUMNS:,} columns"
    if said.num_rows * said.num_columns > MAX_CELLS:
        return f"more than {MAX_CELLS:,} cells (rows times columns)"
    # of single columns is not asked: that ends the process where they are damaged
    groups = range(min(said.num_row_groups, MAX_COLUMNS))
    if sum(said.row_group(i).total_byte_size for i in groups) > MAX_CHARACTERS:
        return f"more than {MAX_CHARACTERS:,} bytes after unpacking"
    return None


def _nested(schema: Schema) -> str | None:
    """Return why columns cannot be used whose cells hold any number of values."""
    from pyarrow import types

    nested = [field.name for field in schema if types.is_nested(field.type)]
    return f"lists or maps in the column {nested[0]!r}" if nested else None


def _texts(schema: Schema) -> list[str]:
    """Return the columns of texts: they are read as codes and distinct texts.

    A text that is there a million times takes a few bytes in the file, and would take
    a million times its length if it were read as it is.
    """
    from pyarrow import types

    kinds = (types.is_string, types.is_large_string, types.is_binary)
    return [f.name for f in schema if any(is_one(f.type) for is_one in kinds)]
