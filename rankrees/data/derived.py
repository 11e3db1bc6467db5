"""Data sets that are made from others by a fixed rule, and reading either kind."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from rankrees.data.dataset import Dataset


@dataclass(frozen=True)
class Sample:
    """Rows of another data set, drawn with replacement.

    Parameters
    ----------
    base
        The catalogue name of the set that is drawn from.
    percent
        Size of the sample in percent of the base's rows.
    seed
        Seed of `java.util.Random`.
    """

    base: str
    percent: float
    seed: int

    def rows(self, n: int) -> NDArray[np.int64]:
        """Return the rows drawn from `n`, as Weka's unsupervised Resample has them."""
        import numpy as np

        from rankrees.split.java_random import make_random, next_int

        random = make_random(self.seed)
        size = int(n * self.percent / 100.0)
        return np.array([next_int(random, n) for _ in range(size)], dtype=np.int64)

    def of(self, dataset: Dataset) -> Dataset:
        """Return the sample of a data set, with the declared values of the whole."""
        from rankrees.data.dataset import Dataset

        rows = self.rows(dataset.n_rows)
        return Dataset(
            dataset.name,
            dataset.attributes,
            dataset.class_attribute,
            tuple(column[rows] for column in dataset.columns),
            dataset.labels[rows],
        )


DERIVED = {
    # Liang & Yan (2006) say no more than that it is a sample of 10 %; this is the one
    # that Weka's filter draws with its own default seed.
    "letter-2000": Sample("letter", percent=10.0, seed=1),
}


def base_of(name: str) -> str:
    """Return the name of the set whose file is read for `name`."""
    return DERIVED[name].base if name in DERIVED else name


def read_dataset(path: Path, name: str) -> Dataset:
    """Read the data set `name` from its own file or from that of its base."""
    from rankrees.data.arff import read_arff

    dataset = read_arff(path, name=name)
    is_own_file = path.name.startswith(f"{name}.arff")
    return dataset if name not in DERIVED or is_own_file else DERIVED[name].of(dataset)
