"""Estimators that fail, in a module that worker processes can import."""

import os
import signal
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


@dataclass(frozen=True)
class Impatient(Frequency):
    """An estimator in the middle of which Ctrl-C is pressed, once or more often."""

    name = "impatient"
    times: int = 1

    def predict(self, tree, task):
        try:
            for _ in range(self.times):
                os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise SystemError("what a compiled kernel makes of it") from None
        return super().predict(tree, task)


@dataclass(frozen=True)
class Deadly(Frequency):
    """An estimator that takes its process down as the system does: without a word."""

    name = "deadly"

    def predict(self, tree, task):
        os.kill(os.getpid(), signal.SIGKILL)
