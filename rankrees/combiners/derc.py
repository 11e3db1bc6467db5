"""DERC: for each part of the test set, the members that rank its neighbourhood best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.combiners.adaboost import AdaBoostM1, votes
from rankrees.combiners.bagging import Bagging
from rankrees.combiners.ensemble import Ensemble
from rankrees.combiners.neighbours import nearest_rows
from rankrees.combiners.sauc import sauc
from rankrees.errors import RankreesError
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Combiner, Estimator, Grower, Learnt, register
from rankrees.methods.fitted import Fitted, R, answers_of
from rankrees.methods.reading import Reading
from rankrees.methods.sample import Rows, Sample, TestSet
from rankrees.ranges import Range
from rankrees.split.java_random import make_random, next_int, shuffle

POWERS = (0.0, 0.1, 0.4, 0.8, 1.0, 1.5, 2.0, 2.5, 3.0)
"""The powers g of SAUC in Huang & Ling 2005."""


@register("derc")
@dataclass(frozen=True)
class Derc(Combiner):
    """Dynamic ensemble re-construction: another choice of members for each part.

    A member drawn at random labels the test rows, which are then dealt into `parts` of
    like shares of these labels. For each test row of a part the nearest training rows
    are found, and of those several subsets are made. For each power g the member with
    the highest sum over subsets of SAUC_g / (mean distance of the subset) is picked;
    the picked members, weighted by these sums, rank the part.

    It looks at the values of all test rows at once, never at their labels: a fitted
    model is asked with a whole `TestSet`.

    Parameters
    ----------
    parts
        n of DERC(n).
    over
        The ensemble whose members are chosen from.
    size
        Number of its members: bags, or (greatest number of) rounds.
    percent
        Size of a bag in percent of the training set.
    neighbours
        Nearest training rows of each test row (Choice: the paper gives no number).
    subsets
        Subsets made of them (Choice), each with one neighbour of each test row.
    again
        Whether a neighbour may be drawn again for another subset of the same test row
        (Choice: no).
    powers
        The g of SAUC_g.
    ties
        What a tie counts in SAUC_0 (Choice: 1/2, as in the AUC).
    vdm_power
        Power of the differences in the value difference metric (Choice: squares, as for
        numbers).
    unseen
        Where a training row's value does not occur in the part: the shares of classes
        that it stands for (Choice: those of the `prior`; else `uniform`).
    nearest_floor
        Least mean distance of a subset (Choice), so that nothing is divided by 0.
    seed
        Seed of the random choices, and of the ensemble.

    Notes
    -----
    Where no subset has two classes, all members count alike. Test rows are dealt into
    parts in their order, label by label; the folds have shuffled them.

    References
    ----------
    Huang & Ling, Dynamic ensemble re-construction for better ranking (PKDD 2005).
    """

    reference = "Huang & Ling 2005"
    asks_for = TestSet

    parts: Annotated[int, Range(1, 10_000)] = 1
    over: Literal["bagging", "adaboost-m1"] = "bagging"
    size: Annotated[int, Range(1, 10_000)] = 15
    percent: Annotated[int, Range(1, 100)] = 50
    neighbours: Annotated[int, Range(1, 10_000)] = 5
    subsets: Annotated[int, Range(1, 10_000)] = 5
    again: bool = False
    powers: tuple[Annotated[float, Range(0, 10)], ...] = POWERS
    ties: Annotated[float, Range(0, 1)] = 0.5
    vdm_power: Annotated[float, Range(0, 10, above=True)] = 2.0
    unseen: Literal["prior", "uniform"] = "prior"
    nearest_floor: Annotated[float, Range(1e-12, 1)] = 1e-6
    seed: Annotated[int, Range(-(2**31), 2**31 - 1)] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.subsets > self.neighbours and not self.again:
            raise RankreesError(
                "there cannot be more subsets than neighbours unless `again: true`"
            )

    @property
    def ensemble(self) -> Ensemble:
        """The ensemble that is chosen from."""
        if self.over == "adaboost-m1":
            return AdaBoostM1(rounds=self.size, seed=self.seed)
        return Bagging(bags=self.size, percent=self.percent, seed=self.seed)

    def learn(
        self, grower: Grower, estimator: Estimator, sample: Sample, n_jobs: int = 1
    ) -> Learnt:
        """Grow the members; methods that choose from the same ones share them."""
        ensemble = self.ensemble
        return sample.memo.once(
            (ensemble, grower, estimator),
            lambda: ensemble.learn(grower, estimator, sample, n_jobs),
        )

    def assemble(
        self, learnt: Learnt, sample: Sample, asks_for: type[R], n_jobs: int = 1
    ) -> Fitted[R]:
        """Ask the members about the training rows, to choose by."""
        # as long as they are the same trees, they say the same
        readings = sample.memo.once(
            ("readings", learnt.trees), lambda: learnt.readings(sample)
        )
        on_train = sample.memo.once(
            ("answers", learnt.trees),
            lambda: answers_of(
                readings, Rows(sample.features, sample.labelled), n_jobs
            ),
        )
        return FittedDerc(self, readings, on_train, asks_for, n_jobs)

    def subsets_of(
        self,
        random: NDArray[np.int64],
        near: NDArray[np.int64],
        distances: NDArray[np.float64],
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return (subsets, test rows) training positions, and the mean distances."""
        columns = _draw(random, near.shape[0], near.shape[1], self.subsets, self.again)
        every = np.arange(near.shape[0])
        apart = distances[every, columns].mean(axis=1)
        return near[every, columns], np.maximum(apart, self.nearest_floor)


def deal(predicted: NDArray[np.int64], n_parts: int) -> list[NDArray[np.int64]]:
    """Return the positions of each part: label by label, dealt like cards."""
    order = np.argsort(predicted, kind="stable")
    parts = [np.sort(order[k::n_parts]) for k in range(n_parts)]
    return [part for part in parts if part.size]


class FittedDerc(Fitted[R]):
    """Members to choose from for each part of a test set.

    Parameters
    ----------
    derc
        How they are chosen.
    readings
        The members.
    on_train
        (members, training rows with a class, classes) what they say of those.
    """

    def __init__(
        self,
        derc: Derc,
        readings: tuple[Reading, ...],
        on_train: NDArray[np.float64],
        asks_for: type[R],
        n_jobs: int,
    ) -> None:
        self.derc = derc
        self.readings = readings
        self.on_train = on_train
        self.asks_for = asks_for
        self.n_jobs = n_jobs

    def _predict(self, rows: R) -> NDArray[np.float64]:
        """Choose and weigh members for each part of the test rows."""
        derc, sample = self.derc, self.readings[0].sample
        on_test = rows.memo.once(
            (self.readings, type(rows)),
            lambda: answers_of(self.readings, rows, self.n_jobs),
        )
        train = sample.labelled
        random = make_random(derc.seed)
        predicted = votes(on_test[next_int(random, len(on_test))])
        proba = np.zeros(on_test.shape[1:])
        for part in deal(predicted, derc.parts):
            weights = np.ones(len(on_test))
            if train.size:
                near, distances = nearest_rows(
                    Rows(rows.features, rows.at[part]),
                    predicted[part],
                    Rows(sample.features, train),
                    sample.n_classes,
                    derc.neighbours,
                    vdm_power=derc.vdm_power,
                    unseen=derc.unseen,
                )
                weights = choose(
                    *derc.subsets_of(random, near, distances),
                    self.on_train,
                    sample.labels[train],
                    np.array(derc.powers),
                    derc.ties,
                )
            proba[part] = np.tensordot(weights, on_test[:, part], axes=1)
        return normalise_rows(proba)


@kernel
def _draw(
    random: NDArray[np.int64], n: int, n_near: int, n_subsets: int, again: bool
) -> Ints:
    """Return for each subset which of its neighbours each of n rows gives to it.

    A small training set may have fewer neighbours than subsets: they come round again.
    """
    columns = np.empty((n_subsets, n), dtype=np.int64)
    order = np.arange(n_near).astype(np.int32)
    for i in range(n):
        if not again:
            shuffle(random, order)
        for j in range(n_subsets):
            columns[j, i] = next_int(random, n_near) if again else order[j % n_near]
    return columns


@kernel
def choose(
    rows: Ints,
    apart: Floats,
    answers: Floats,
    labels: Ints,
    powers: Floats,
    ties: float,
) -> Floats:
    """Return the weight of each member: the sum of the scores it was picked for.

    Parameters
    ----------
    rows
        (subsets, size) positions of training rows.
    apart
        Mean distance of each subset.
    answers, labels
        (members, training rows, classes) what the members say, and the true classes.
    powers, ties
        Of SAUC.
    """
    n_members = answers.shape[0]
    scores = np.zeros((powers.shape[0], n_members))
    values = np.empty(powers.shape[0])
    for m in range(n_members):
        for j in range(rows.shape[0]):
            if sauc(answers[m][rows[j]], labels[rows[j]], powers, ties, values):
                scores[:, m] += values / apart[j]
    weights = np.zeros(n_members)
    for k in range(powers.shape[0]):
        best = 0
        for m in range(1, n_members):
            # equal but for rounding is equal: the first member then
            if scores[k, m] > scores[k, best] * (1.0 + 1e-12):
                best = m
        weights[best] += scores[k, best]
    if weights.sum() == 0.0:
        weights[:] = 1.0
    return weights
