"""Fuzz the reader of bundles: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.store.bundle",
    "rankrees.store.store",
    "rankrees.store.schema",
    "zipfile",
]

if __name__ == "__main__":
    fuzz("bundle", MODULES)
