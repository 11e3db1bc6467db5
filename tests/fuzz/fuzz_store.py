"""Fuzz the reader of store files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.store.store",
    "rankrees.store.schema",
]

if __name__ == "__main__":
    fuzz("store", MODULES)
