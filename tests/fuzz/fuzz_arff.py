"""Fuzz the reader of arff files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.data.arff.reader",
    "rankrees.data.arff.header",
    "rankrees.data.arff.rows",
    "rankrees.data.arff.tokens",
]

if __name__ == "__main__":
    fuzz("arff", MODULES)
