"""The terms behind a row's probability as a table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rankrees.data.dataset import Dataset
from rankrees.methods.terms import UNIFORM, Term
from rankrees.reports.table import Table, text_table
from rankrees.trees.text import branch_text
from rankrees.trees.tree import Tree

MAX_TERMS = 25
"""Of more terms than this the rest, which weighs least, is one line."""


def explained_table(
    title: str, tree: Tree, dataset: Dataset, terms: Sequence[Term], by: int
) -> Table:
    """Return one line per node: its rows, what it says, how much that counts."""
    shown, rest = list(terms), []
    if len(terms) > MAX_TERMS:
        order = np.argsort([-term.weight[by] for term in terms], kind="stable")
        kept = set(order[:MAX_TERMS].tolist())
        shown = [term for i, term in enumerate(terms) if i in kept]
        rest = [term for i, term in enumerate(terms) if i not in kept]
    rows = [_row(term, tree, dataset, by) for term in shown]
    if rest:
        weight = sum(float(term.weight[by]) for term in rest)
        added = sum(float(term.contribution[by]) for term in rest)
        numbers = (None, None, f"{weight:.6f}", f"{added:.6f}")
        rows.append((f"{len(rest)} others", *numbers))
    total = sum(float(term.contribution[by]) for term in terms)
    rows.append(("sum", None, None, None, f"{total:.6f}"))
    name = dataset.class_names[by]
    columns = ("node", "rows", f"says of {name}", "weight", "adds")
    notes = (f"rows: {', '.join(dataset.class_names)}",)
    return text_table(title, columns, tuple(rows), notes)


def _row(term: Term, tree: Tree, dataset: Dataset, by: int) -> tuple[str | None, ...]:
    numbers = (term.local[by], term.weight[by], term.contribution[by])
    counts = None
    if term.node != UNIFORM:
        counts = "/".join(f"{count:.4g}" for count in tree.counts[term.node])
    where = node_text(tree, term.node, dataset)
    return (where, counts, *(f"{number:.6f}" for number in numbers))


def node_text(tree: Tree, node: int, dataset: Dataset) -> str:
    """Return the tests between the root and a node."""
    if node == UNIFORM:
        return "(uniform)"
    tests = []
    chain = tree.chain(node)
    for above, below in pairwise(chain):
        branch = below - int(tree.first_child[above])
        tests.append(branch_text(tree, above, branch, dataset))
    return " and ".join(tests) or "(root)"
