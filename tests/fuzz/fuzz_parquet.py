"""Fuzz the reader of Parquet files: `make fuzz`, or this file with a folder to fill."""

from fuzzing import fuzz

MODULES = [
    "rankrees.data.parquetfile",
    "rankrees.data.rawtable",
    "rankrees.data.userfile",
]

if __name__ == "__main__":
    fuzz("parquet", MODULES)
