"""Fuzz the reader of bundles: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.experiment.bundle",
    "rankrees.experiment.store",
    "rankrees.experiment.schema",
    "zipfile",
]

if __name__ == "__main__":
    fuzz("bundle", MODULES)
