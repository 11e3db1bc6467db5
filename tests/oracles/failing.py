"""Estimators that fail, in a module that worker processes can import."""

import os
from dataclasses import dataclass

from rankrees.estimators.leaf import Frequency


@dataclass(frozen=True)
class Broken(Frequency):
    """An estimator that fails where the first test row has an odd number."""

    name = "broken"

    def predict(self, tree, task):
        if task.test[0] % 2:
            raise RuntimeError("out of luck")
        return super().predict(tree, task)


@dataclass(frozen=True)
class Lethal(Frequency):
    """An estimator that takes its process down."""

    name = "lethal"

    def predict(self, tree, task):
        os._exit(7)
