"""The compiled kernels of AUC-CITree: choosing splits and pruning by inner AUC."""

from __future__ import annotations

import numpy as np

from rankrees.bayes.blocks import Lines, predict_blocks, shuffled_blocks
from rankrees.bayes.tree_nodes import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    LEFT_OUT,
    N_CHILDREN,
    OLD_CURVE,
    START,
    UNB,
    UNIFORM,
    WRONG,
    ZERO,
    Grown,
    Rule,
    Scratch,
    attributes_left,
    divide,
    make_scratch,
    n_parts,
)
from rankrees.kernel import Floats, Ints, kernel
from rankrees.metrics.old_curve import AS_FOUND, mean_old_curve
from rankrees.metrics.pairs import count_pairs, mean_hand_till, mean_unb
from rankrees.split.java_random import make_random
from rankrees.trees.kernels import LEAF

TIE = 1e-12
"""AUCs as near as this are equal: the rounding of their sums must not decide."""


@kernel
def _auc(
    answers: Floats, own: Ints, lines: Lines, rule: Rule, scratch: Scratch
) -> float:
    """Return the AUC of some lines; 0.5 if that says nothing (one class, no lines).

    The order of the lines matters to the old curve.
    """
    if rule.inner_auc == OLD_CURVE:
        auc = mean_old_curve(answers, own, lines.labels, AS_FOUND)
        return 0.5 if np.isnan(auc) else auc
    unb = rule.inner_auc == UNB
    count_pairs(
        answers,
        own,
        lines.labels,
        unb,
        scratch.halves,
        scratch.sizes,
        scratch.varied,
        scratch.columns,
    )
    if unb:
        auc = mean_unb(scratch.halves, scratch.sizes, scratch.varied)
    else:
        auc = mean_hand_till(scratch.halves, scratch.sizes)
    return 0.5 if np.isnan(auc) else auc


@kernel
def _tie(rule: Rule) -> float:
    """Return how near AUCs are that are equal; the old program compared doubles."""
    return 0.0 if rule.inner_auc == OLD_CURVE else TIE


@kernel
def _ask_leaf(
    lines: Lines, own: Ints, used: Ints, rule: Rule, scratch: Scratch, small: int
) -> bool:
    """Write what a leaf's naive Bayes says of its lines in cross-validation.

    A leaf with too few of them cannot be asked; `small` tells what counts instead.
    Returns whether anything was said.
    """
    if own.shape[0] < rule.min_part:
        for k in range(own.shape[0]):
            line = scratch.answers[own[k]]
            if small == UNIFORM:
                line[:] = 1.0 / line.shape[0]
            elif small == ZERO:
                line[:] = 0.0
            elif small == WRONG:
                line[:] = 1.0
                line[lines.labels[own[k]]] = 0.0
        return small != LEFT_OUT
    if rule.shuffled:
        own = shuffled_blocks(make_random(1), own, lines.labels, rule.n_folds)
    predict_blocks(lines, own, used, rule.n_folds, scratch.table, scratch.answers)
    return True


@kernel
def choose_by_auc(
    lines: Lines, own: Ints, left: Ints, rule: Rule, scratch: Scratch
) -> tuple[int, float]:
    """Return the attribute whose parts have the highest AUC together, and that AUC.

    The first of equals. An attribute with one value at the node divides nothing, and is
    passed over; if there are only such ones, the node is a leaf.
    """
    best = LEAF
    best_auc = -1.0
    divided = scratch.divided[: own.shape[0]]
    bounds = scratch.bounds
    answered = np.empty_like(divided)
    for attribute in left:
        n_values = divide(lines, attribute, own, divided, bounds)
        if n_parts(bounds, n_values, 1) < 2:
            continue
        used = scratch.everything if rule.keep_tested else left[left != attribute]
        auc = 0.0
        n_answered = 0
        for v in range(n_values):
            part = divided[bounds[v] : bounds[v + 1]]
            if _ask_leaf(lines, part, used, rule, scratch, rule.small_grow):
                stop = n_answered + part.shape[0]
                answered[n_answered:stop] = part
                n_answered = stop
            if not rule.pooled:
                share = part.shape[0] / own.shape[0]
                auc += share * _auc(scratch.answers, part, lines, rule, scratch)
        if rule.pooled:
            auc = _auc(scratch.answers, answered[:n_answered], lines, rule, scratch)
        if auc > best_auc + _tie(rule):
            best, best_auc = attribute, auc
    return best, best_auc


@kernel
def prune_ci(lines: Lines, grown: Grown, rule: Rule, by_split: bool) -> None:
    """Make leaves, bottom up, of the nodes whose own naive Bayes ranks no worse.

    `grown.nodes` is changed. `by_split`: no worse than the sons as leaves; otherwise no
    worse than the leaves of the subtree, as far as that is already pruned.
    """
    nodes = grown.nodes
    n, n_attributes = lines.cells.shape
    n_classes = grown.counts.shape[1]
    scratch = make_scratch(lines, n_classes)
    below = np.empty((n, n_classes))
    is_answered = np.ones(n, dtype=np.bool_)
    # the lines of each node in the order of the leaves below it
    by_leaf = grown.arena.copy()
    auc = np.zeros(nodes.shape[0])
    # sons have higher numbers than their parents
    for node in range(nodes.shape[0] - 1, -1, -1):
        start, end = nodes[node, START], nodes[node, END]
        own = grown.arena[start:end]
        if own.shape[0] == 0:
            continue
        used = scratch.everything
        if not rule.keep_tested:
            used = attributes_left(nodes, node, n_attributes)
        answered = _ask_leaf(lines, own, used, rule, scratch, rule.small_prune)
        auc[node] = 0.5
        if answered:
            auc[node] = _auc(scratch.answers, own, lines, rule, scratch)
        is_leaf = nodes[node, ATTRIBUTE] == LEAF
        if not is_leaf:
            other = grown.worth[node]
            if not by_split and rule.pooled:
                _copy_sons(nodes, node, by_leaf)
                pool = by_leaf[start:end]
                pool = pool[is_answered[pool]]
                other = _auc(below, pool, lines, rule, scratch)
            elif not by_split:
                other = _mean_of_sons(nodes, node, auc)
            is_leaf = auc[node] >= other - _tie(rule)
            auc[node] = max(auc[node], other)
        if is_leaf:
            nodes[node, ATTRIBUTE] = LEAF
            nodes[node, N_CHILDREN] = 0
            by_leaf[start:end] = own
            for k in range(own.shape[0]):
                below[own[k]] = scratch.answers[own[k]]
                is_answered[own[k]] = answered


@kernel
def _copy_sons(nodes: Ints, node: int, by_leaf: Ints) -> None:
    """Give a node the lines of its sons, in their order."""
    place = nodes[node, START]
    for v in range(nodes[node, N_CHILDREN]):
        son = nodes[node, FIRST_CHILD] + v
        for k in range(nodes[son, START], nodes[son, END]):
            by_leaf[place] = by_leaf[k]
            place += 1


@kernel
def _mean_of_sons(nodes: Ints, node: int, auc: Floats) -> float:
    """Return the mean AUC of a node's sons, weighted by their lines."""
    total = 0.0
    for v in range(nodes[node, N_CHILDREN]):
        son = nodes[node, FIRST_CHILD] + v
        n_lines = nodes[node, END] - nodes[node, START]
        total += (nodes[son, END] - nodes[son, START]) / n_lines * auc[son]
    return total
