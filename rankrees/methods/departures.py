"""What the departures of published programs from their papers' text mean, in words."""

from __future__ import annotations

from collections.abc import Iterable

from rankrees.methods.method import AnyMethod

MEANINGS = {
    "weka34-laplace": "C4.4's Laplace estimate divides by N + the classes present at "
    "the leaf's parent instead of N + all classes, so that it may sum to more than 1.",
    "weka34-resample": "Bags are drawn as Weka 3.4 drew them, along sorted random "
    "numbers, instead of as today's Weka does.",
    "stale-parents": "The path from a leaf to the root also runs over nodes that "
    "subtree raising had already swallowed.",
    "empty-leaf-dropped": "A leaf that no training row reached is not part of its own "
    "path.",
    "ling-yan-decay": "A failed test costs the factor s = 0.4 instead of 0.3.",
    "ling-yan-classes": "Laplace counts the classes present in the leaf instead of all "
    "declared ones.",
    "ling-yan-unpruned": "The votes are read off the unpruned tree.",
    "no-leave-one-out": "Shrinkage takes no training row out while it learns its "
    "weights.",
    "leaf-only-removal": "The combination takes a training row out of its leaf only, "
    "instead of every node of the path, while it learns its weights.",
    "unnormalised": "The outputs are not divided by their sum.",
    "ci-tree-old-curve": "AUC-CITree chooses and prunes by the area under a curve that "
    "loses its lowest row.",
    "ci-tree-subtree": "A naive Bayes leaf is compared with the leaves of the subtree "
    "in its place, as far as that is already pruned.",
    "ci-tree-tested-stay": "Attributes tested on the way to a leaf take part in its "
    "naive Bayes.",
    "ci-tree-small-parts": "The rows of parts with fewer than five are left out while "
    "splits are chosen, and count as ranked wrong while pruning.",
    "label-leak": "The label of the TEST row is compared with the training rows' as "
    "if it were one more attribute: the answer leaks into the question.",
}
"""Each departure by name; `Component.departures` has the fields that it changes."""


def departures_on(method: AnyMethod, departures: Iterable[str]) -> tuple[str, ...]:
    """Return those of the departures that change a method's parameters.

    That is not to say that its results change: in a tree without pruning, say, no
    parent is stale.
    """
    return tuple(name for name in departures if method.under([name]) != method)
