"""Estimators that fail, in a module that worker processes can import."""

import os
import signal
from dataclasses import dataclass

from rankrees.estimators.leaf import Frequency, SmoothedReading


class Failing(SmoothedReading):
    """A reading that asks its estimator before it answers."""

    def predict(self, rows):
        self.estimator.fail(rows)
        return super().predict(rows)


@dataclass(frozen=True)
class FailingFrequency(Frequency):
    def fit(self, tree, sample):
        return Failing(self, tree, sample)


@dataclass(frozen=True)
class Broken(FailingFrequency):
    """An estimator that fails where the first test row has an odd number."""

    name = "broken"

    def fail(self, rows):
        if rows.at[0] % 2:
            raise RuntimeError("out of luck")


@dataclass(frozen=True)
class Lethal(FailingFrequency):
    """An estimator that takes its process down."""

    name = "lethal"

    def fail(self, rows):
        os._exit(7)


@dataclass(frozen=True)
class Impatient(FailingFrequency):
    """An estimator in the middle of which Ctrl-C is pressed, once or more often."""

    name = "impatient"
    times: int = 1

    def fail(self, rows):
        try:
            for _ in range(self.times):
                os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            raise SystemError("what a compiled kernel makes of it") from None


@dataclass(frozen=True)
class Deadly(FailingFrequency):
    """An estimator that takes its process down as the system does: without a word."""

    name = "deadly"

    def fail(self, rows):
        os.kill(os.getpid(), signal.SIGKILL)
