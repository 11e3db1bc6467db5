"""Fuzz the reader of config files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.config.yamlfile",
    "rankrees.config.load",
    "rankrees.methods.parameters",
]

if __name__ == "__main__":
    fuzz("config", MODULES)
