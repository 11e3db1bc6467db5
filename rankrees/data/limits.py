"""How large a table may be, in whatever format it comes, so that memory is bounded."""

from __future__ import annotations

MAX_CELLS = 50_000_000
"""More cells (rows times columns) than this are refused."""

MAX_COLUMNS = 100_000
"""More columns than this are refused."""

MAX_TEXT_BYTES = 1_000_000_000
"""Distinct texts that take more memory than this are refused."""
