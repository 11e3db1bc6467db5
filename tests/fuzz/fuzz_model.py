"""Fuzz the reader of saved models: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.methods.modelfile",
    "rankrees.trees.check",
    "rankrees.preprocess.pipeline",
    "zipfile",
]

if __name__ == "__main__":
    fuzz("model", MODULES)
