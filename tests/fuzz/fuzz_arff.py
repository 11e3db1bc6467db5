"""Fuzz the reader of arff files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.data.arff",
    "rankrees.data.arff_header",
    "rankrees.data.arff_rows",
    "rankrees.data.arff_tokens",
]

if __name__ == "__main__":
    fuzz("arff", MODULES)
