"""Fuzz the reader of config files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.experiment.yamlfile",
    "rankrees.experiment.config",
    "rankrees.experiment.parts",
]

if __name__ == "__main__":
    fuzz("config", MODULES)
