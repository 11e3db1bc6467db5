"""Fuzz the reader of csv files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.files",
    "rankrees.data.csvfile",
    "rankrees.data.textcells",
    "rankrees.data.rawtable",
    "rankrees.data.userfile",
]

if __name__ == "__main__":
    fuzz("csv", MODULES)
