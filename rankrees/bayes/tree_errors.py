"""The compiled kernel of NBTree: choosing splits by errors, as Weka does."""

from __future__ import annotations

from rankrees.bayes.blocks import Lines, predict_blocks, shuffled_blocks
from rankrees.bayes.tree_nodes import Rule, Scratch, divide, n_parts
from rankrees.kernel import Ints, kernel
from rankrees.split.java_random import make_random
from rankrees.trees.kernels import LEAF

MIN_LEAF = 2
"""Least lines of two branches of a split, as in C4.5."""


@kernel
def _errors(lines: Lines, own: Ints, rule: Rule, scratch: Scratch) -> int:
    """Return how many lines are given a wrong class in cross-validation."""
    predict_blocks(
        lines, own, scratch.everything, rule.n_folds, scratch.table, scratch.answers
    )
    wrong = 0
    for k in range(own.shape[0]):
        wrong += scratch.answers[own[k]].argmax() != lines.labels[own[k]]
    return wrong


@kernel
def choose_by_errors(
    lines: Lines, own: Ints, left: Ints, rule: Rule, scratch: Scratch
) -> tuple[int, float]:
    """Return the attribute whose parts make the fewest errors together, and these.

    A node is a leaf if no split makes fewer errors than the node, and fewer by
    `min_gain` of them. At the node, blocks run in the order of training; the lines of
    the parts are shuffled and stratified, by one stream for all parts of an attribute.
    The lines of a part that is too small are all errors, and two parts must not be.
    """
    at_node = _errors(lines, own, rule, scratch)
    best = LEAF
    fewest = at_node
    divided = scratch.divided[: own.shape[0]]
    bounds = scratch.bounds
    for attribute in left:
        n_values = divide(lines, attribute, own, divided, bounds)
        if n_parts(bounds, n_values, max(MIN_LEAF, rule.min_part)) < 2:
            continue
        random = make_random(1)
        errors = 0
        for v in range(n_values):
            part = divided[bounds[v] : bounds[v + 1]]
            if part.shape[0] < rule.min_part:
                errors += part.shape[0]
                continue
            order = shuffled_blocks(random, part, lines.labels, rule.n_folds)
            errors += _errors(lines, order, rule, scratch)
        if errors < fewest:
            best, fewest = attribute, errors
    if best != LEAF and (at_node - fewest) / at_node < rule.min_gain:
        best = LEAF
    return best, float(fewest)
