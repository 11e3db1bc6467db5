"""Fuzz the reader of methods as text: `make fuzz`, or this with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.methods.spelling",
    "rankrees.methods.parameters",
    "rankrees.ranges",
    "rankrees.models.sklearn_model",
    "rankrees.models.weka",
]

if __name__ == "__main__":
    fuzz("method", MODULES)
