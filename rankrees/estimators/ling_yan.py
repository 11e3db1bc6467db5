"""Ling & Yan: every leaf of the tree has a say, less so the more tests it fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from rankrees.estimators.leaf import answering_nodes
from rankrees.estimators.normalise import normalise_rows
from rankrees.kernel import Floats, Ints, kernel
from rankrees.methods.component import Departures, Estimator, register
from rankrees.methods.task import Task
from rankrees.ranges import Range
from rankrees.trees.kernels import LEAF, branch_of
from rankrees.trees.tree import Tree


@register("ling-yan")
@dataclass(frozen=True)
class LingYan(Estimator):
    """Sum over ALL leaves of s^j times the leaf's Laplace estimate, normalised.

    j is the number of tests on the leaf's path that the instance fails (a missing value
    fails every branch). An empty leaf uses its parent's counts.

    Parameters
    ----------
    decay
        The s; 0.3 in Ling & Yan's paper, 0.4 in Wang & Zhang's program.
    classes
        What the Laplace denominator adds: the `declared` classes, or those `present`
        in the leaf (Wang & Zhang's program).

    References
    ----------
    Ling & Yan, Decision tree with better ranking (2003); the L columns of Wang & Zhang.
    """

    reference = "Ling & Yan 2003; Wang & Zhang 2006 (L)"
    use = "where a wrong turn near the root should not decide alone"
    departures: ClassVar[Departures] = {
        "ling-yan-decay": {"decay": 0.4},
        "ling-yan-classes": {"classes": "present"},
        "ling-yan-unpruned": {"tree.pruned": False},
    }

    decay: Annotated[float, Range(0, 1)] = 0.3
    classes: Literal["declared", "present"] = "declared"

    def predict(self, tree: Tree, task: Task) -> NDArray[np.float64]:
        """Let all leaves vote on each test row."""
        nodes = answering_nodes(tree)[tree.leaves]
        if self.classes == "present":
            added = np.count_nonzero(tree.counts[nodes] > 0.0, axis=1)
        else:
            added = np.full(nodes.shape[0], tree.n_classes)
        estimates = np.zeros_like(tree.counts)
        estimates[tree.leaves] = (tree.counts[nodes] + 1.0) / (
            tree.totals[nodes] + added
        )[:, None]
        scores = _vote(
            tree.attribute,
            tree.threshold,
            tree.first_child,
            tree.n_children,
            estimates,
            self.decay,
            task.features.codes,
            task.features.numbers,
            task.features.slot,
            task.test,
        )
        return normalise_rows(scores)


@kernel
def _vote(
    attribute: Ints,
    threshold: Floats,
    first_child: Ints,
    n_children: Ints,
    estimates: Floats,
    decay: float,
    codes: Ints,
    numbers: Floats,
    slot: Ints,
    test: Ints,
) -> Floats:
    scores = np.zeros((test.shape[0], estimates.shape[1]))
    stack = [(0, 1.0)]
    for i in range(test.shape[0]):
        stack.append((0, 1.0))
        while len(stack) > 1:
            node, weight = stack.pop()
            if attribute[node] == LEAF:
                for c in range(estimates.shape[1]):
                    scores[i, c] += weight * estimates[node, c]
                continue
            taken = branch_of(
                codes, numbers, slot, attribute[node], threshold[node], test[i]
            )
            # last branch first, so that leaves are summed in their order in the tree
            for b in range(n_children[node] - 1, -1, -1):
                stack.append(
                    (first_child[node] + b, weight if b == taken else weight * decay)
                )
    return scores
