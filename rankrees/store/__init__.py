"""The results that are kept: one SQLite file, and bundles of it."""
