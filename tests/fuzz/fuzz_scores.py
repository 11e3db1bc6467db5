"""Fuzz the reader of files of scores: `make fuzz`, or this with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.files",
    "rankrees.statistics.scorefile",
]

if __name__ == "__main__":
    fuzz("scores", MODULES)
