"""C4.5 as Weka's J48 (3.9) has it, in plain Python, one rule after the other.

Nodes are objects that point at their parent. Subtree raising moves sons without
correcting their `parent`, and that is kept here: the chain of the published results
walks up these pointers.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from statistics import NormalDist

from tests.oracles.small_data import Problem

SMALL = 1e-6


def eq(a: float, b: float) -> bool:
    return a == b or (a - b < SMALL and b - a < SMALL)


def gr(a: float, b: float) -> bool:
    return a - b > SMALL


def sm(a: float, b: float) -> bool:
    return b - a > SMALL


def gr_or_eq(a: float, b: float) -> bool:
    return b - a < SMALL or a >= b


def sm_or_eq(a: float, b: float) -> bool:
    return a - b < SMALL or a <= b


class Distribution:
    """Class weights per branch; each of the four sums is kept by itself."""

    def __init__(self, n_branches: int, n_classes: int) -> None:
        self.cells = [[0.0] * n_classes for _ in range(n_branches)]
        self.by_branch = [0.0] * n_branches
        self.by_class = [0.0] * n_classes
        self.total = 0.0

    def add(self, branch: int, label: int, weight: float) -> None:
        self.cells[branch][label] += weight
        self.by_branch[branch] += weight
        self.by_class[label] += weight
        self.total += weight

    def add_missing(self, rows: list[tuple[int, float]], labels: list) -> None:
        """Divide rows among the branches by the shares of the known rows."""
        n = len(self.by_branch)
        if eq(self.total, 0.0):
            shares = [1.0 / n] * n
        else:
            shares = [weight / self.total for weight in self.by_branch]
        for row, weight in rows:
            for b in range(n):
                self.cells[b][labels[row]] += shares[b] * weight
                self.by_branch[b] += shares[b] * weight
            self.by_class[labels[row]] += weight
            self.total += weight


class Node:
    def __init__(self, rows: list[tuple[int, float]], parent: Node | None) -> None:
        self.rows = rows
        self.parent = parent
        self.attribute: int | None = None
        self.threshold = math.nan
        self.sons: list[Node] = []
        self.split: Distribution | None = None
        self.counts: list[float] = []

    @property
    def is_leaf(self) -> bool:
        return self.attribute is None

    @property
    def total(self) -> float:
        return sum(self.counts)

    @property
    def is_empty(self) -> bool:
        return eq(self.total, 0.0)

    def nodes(self) -> Iterator[Node]:
        yield self
        for son in self.sons:
            yield from son.nodes()

    def leaves(self) -> list[Node]:
        return [node for node in self.nodes() if node.is_leaf]


class C45:
    """The grown tree is `root`; `n_raised` counts the subtrees that were raised."""

    def __init__(
        self,
        problem: Problem,
        *,
        confidence: float = 0.25,
        min_leaf: int = 2,
        pruned: bool = True,
        collapse: bool = True,
        raising: bool = True,
    ) -> None:
        self.problem = problem
        self.min_leaf = float(min_leaf)
        self.raising = raising
        # Weka keeps the confidence as a 32-bit float
        self.cf = struct.unpack("f", struct.pack("f", confidence))[0]
        self.z = NormalDist().inv_cdf(1.0 - self.cf)
        self.all = problem.train
        self.n_raised = 0
        self.root = Node([(row, 1.0) for row in problem.labelled], None)
        self.grow(self.root)
        if collapse:
            self.collapse(self.root)
        if pruned:
            self.prune(self.root)

    # growing

    def grow(self, node: Node) -> None:
        node.counts = self.class_counts(node.rows)
        weight = sum(w for _, w in node.rows)
        if sm(weight, 2.0 * self.min_leaf) or eq(weight, max(node.counts)):
            return
        attribute, midpoint = self.choose(node, weight)
        if attribute is None:
            return
        node.attribute = attribute
        if self.problem.n_values[attribute] == 0:
            known = (self.problem.rows[row][attribute] for row in self.all)
            node.threshold = max(v for v in known if v is not None and v <= midpoint)
        for part in self.divide(node, node.rows):
            son = Node(part, node)
            node.sons.append(son)
            self.grow(son)

    def class_counts(self, rows: list[tuple[int, float]]) -> list[float]:
        counts = [0.0] * self.problem.n_classes
        for row, weight in rows:
            counts[self.problem.labels[row]] += weight
        return counts

    def has_many_values(self, attribute: int) -> bool:
        size = self.problem.n_values[attribute]
        return size > 0 and not sm(size, 0.3 * len(self.all))

    def choose(self, node: Node, weight: float) -> tuple[int | None, float]:
        attributes = range(len(self.problem.n_values))
        multi_val = all(self.has_many_values(a) for a in attributes)
        candidates = {}
        for a in attributes:
            if self.problem.n_values[a] == 0:
                found = self.numeric_candidate(node, a, weight)
            else:
                found = self.nominal_candidate(node, a, weight)
            if found is not None:
                candidates[a] = found
        counted = [
            gain
            for a, (gain, _, _) in candidates.items()
            if multi_val or not self.has_many_values(a)
        ]
        if not counted:
            return None, math.nan
        average = sum(counted) / len(counted)
        best, best_ratio, best_midpoint = None, 0.0, math.nan
        for a, (gain, ratio, midpoint) in candidates.items():
            if gain >= average - 1e-3 and gr(ratio, best_ratio):
                best, best_ratio, best_midpoint = a, ratio, midpoint
        return best, best_midpoint

    def nominal_candidate(
        self, node: Node, attribute: int, weight: float
    ) -> tuple[float, float, float] | None:
        size = self.problem.n_values[attribute]
        found = Distribution(size, self.problem.n_classes)
        for row, w in node.rows:
            value = self.problem.rows[row][attribute]
            if value is not None:
                found.add(value, self.problem.labels[row], w)
        if sum(gr_or_eq(w, self.min_leaf) for w in found.by_branch) < 2:
            return None
        gain = info_gain(found, entropy_before(found), weight)
        return gain, gain_ratio(gain, found, weight), math.nan

    def numeric_candidate(
        self, node: Node, attribute: int, weight: float
    ) -> tuple[float, float, float] | None:
        def value(item: tuple[int, float]) -> float:
            cell = self.problem.rows[item[0]][attribute]
            return math.inf if cell is None else cell

        node.rows.sort(key=value)
        known = [item for item in node.rows if value(item) < math.inf]
        known_weight = sum(w for _, w in known)
        min_split = 0.1 * known_weight / self.problem.n_classes
        if sm_or_eq(min_split, self.min_leaf):
            min_split = self.min_leaf
        elif gr(min_split, 25.0):
            min_split = 25.0
        if sm(len(known), 2 * min_split):
            return None
        best_gain, best, n_eligible = 0.0, 0, 0
        for at in range(1, len(known)):
            if not value(known[at - 1]) + 1e-5 < value(known[at]):
                continue
            found = self.two_way(known, at)
            if all(gr_or_eq(w, min_split) for w in found.by_branch):
                n_eligible += 1
                gain = info_gain(found, entropy_before(found), weight)
                if gr(gain, best_gain):
                    best_gain, best = gain, at
        if n_eligible == 0:
            return None
        gain = best_gain - math.log2(n_eligible) / weight
        if sm_or_eq(gain, 0.0):
            return None
        lower, upper = value(known[best - 1]), value(known[best])
        midpoint = (upper + lower) / 2.0
        if midpoint == upper:
            midpoint = lower
        return gain, gain_ratio(gain, self.two_way(known, best), weight), midpoint

    def two_way(self, known: list[tuple[int, float]], at: int) -> Distribution:
        found = Distribution(2, self.problem.n_classes)
        for i, (row, w) in enumerate(known):
            found.add(int(i >= at), self.problem.labels[row], w)
        return found

    # dividing rows

    def branch(self, node: Node, row: int) -> int | None:
        value = self.problem.rows[row][node.attribute]
        if value is None or self.problem.n_values[node.attribute] > 0:
            return value
        return 0 if value <= node.threshold else 1

    def divide(
        self, node: Node, rows: list[tuple[int, float]]
    ) -> list[list[tuple[int, float]]]:
        """Set the node's distribution from `rows`; return the rows of each branch."""
        n_branches = self.problem.n_values[node.attribute] or 2
        split = Distribution(n_branches, self.problem.n_classes)
        missing = []
        for row, weight in rows:
            b = self.branch(node, row)
            if b is None:
                missing.append((row, weight))
            else:
                split.add(b, self.problem.labels[row], weight)
        split.add_missing(missing, self.problem.labels)
        node.split = split
        node.counts = list(split.by_class)
        parts: list[list[tuple[int, float]]] = [[] for _ in range(n_branches)]
        for row, weight in rows:
            b = self.branch(node, row)
            if b is not None:
                parts[b].append((row, weight))
                continue
            for k in range(n_branches):
                share = split.by_branch[k] / split.total
                if gr(share, 0.0):
                    parts[k].append((row, weight * share))
        return parts

    # collapsing and pruning

    def make_leaf(self, node: Node) -> None:
        node.attribute, node.threshold = None, math.nan
        node.sons, node.split = [], None

    def collapse(self, node: Node) -> None:
        if node.is_leaf:
            return
        below = sum(errors(leaf.counts) for leaf in node.leaves())
        if below >= errors(node.counts) - 1e-3:
            self.make_leaf(node)
        else:
            for son in node.sons:
                self.collapse(son)

    def prune(self, node: Node) -> None:
        if node.is_leaf:
            return
        for son in node.sons:
            self.prune(son)
        largest, heaviest = 0, 0.0
        for b, weight in enumerate(node.split.by_branch):
            if gr_or_eq(weight, heaviest):
                largest, heaviest = b, weight
        branch = node.sons[largest]
        as_leaf = self.estimated(node.counts)
        as_tree = sum(self.estimated(leaf.counts) for leaf in node.leaves())
        as_branch = self.errors_of_branch(branch, node.rows)
        if not self.raising:
            as_branch = math.inf
        if sm_or_eq(as_leaf, as_tree + 0.1) and sm_or_eq(as_leaf, as_branch + 0.1):
            self.make_leaf(node)
        elif sm_or_eq(as_branch, as_tree + 0.1):
            self.n_raised += 1
            node.attribute, node.threshold = branch.attribute, branch.threshold
            node.sons = branch.sons  # their parent stays `branch`, whose parent is node
            self.recount(node, node.rows)
            self.prune(node)

    def errors_of_branch(self, node: Node, rows: list[tuple[int, float]]) -> float:
        """Estimated errors of a subtree if `rows` were sent down it."""
        if node.is_leaf:
            return self.estimated(self.class_counts(rows))
        ghost = Node(rows, None)
        ghost.attribute, ghost.threshold = node.attribute, node.threshold
        parts = self.divide(ghost, rows)
        return sum(
            self.errors_of_branch(son, part)
            for son, part in zip(node.sons, parts, strict=True)
        )

    def recount(self, node: Node, rows: list[tuple[int, float]]) -> None:
        node.rows = rows
        if node.is_leaf:
            node.counts = self.class_counts(rows)
            return
        parts = self.divide(node, rows)
        for son, part in zip(node.sons, parts, strict=True):
            self.recount(son, part)

    def estimated(self, counts: list[float]) -> float:
        total = sum(counts)
        if eq(total, 0.0):
            return 0.0
        return errors(counts) + added_errors(total, errors(counts), self.cf, self.z)

    # asking

    def routes(self, row: int) -> list[tuple[list[Node], float]]:
        """(true path from the root to a leaf, weight) of each leaf that answers."""

        def walk(path: list[Node], weight: float) -> Iterator:
            node = path[-1]
            if node.is_leaf:
                yield path, weight
                return
            b = self.branch(node, row)
            if b is not None:
                yield from walk([*path, node.sons[b]], weight)
                return
            for k, son in enumerate(node.sons):
                if not son.is_empty:
                    share = node.split.by_branch[k] / node.split.total
                    yield from walk([*path, son], weight * share)

        return list(walk([self.root], 1.0))

    def n_swallowed(self) -> int:
        """Nodes on stale chains that are not part of the tree."""
        inside = set(self.root.nodes())
        chains = [stale_chain(leaf) for leaf in self.root.leaves()]
        return len({node for chain in chains for node in chain} - inside)

    def text(self) -> str:
        """The tree as Weka prints it."""
        problem, root = self.problem, self.root
        if root.is_leaf:
            lines = [": " + leaf_label(problem, root.counts, root.total, root.counts)]
        else:
            lines = ["", *self._lines(root, 0)]
        leaves, size = len(root.leaves()), len(list(root.nodes()))
        return "\n".join(lines) + (
            f"\n\nNumber of Leaves  : \t{leaves}\n\nSize of the tree : \t{size}\n"
        )

    def _lines(self, node: Node, depth: int) -> Iterator[str]:
        for b, son in enumerate(node.sons):
            if self.problem.n_values[node.attribute]:
                test = f"= {self.problem.value_name(node.attribute, b)}"
            else:
                test = f"{'<=' if b == 0 else '>'} {node.threshold:g}"
            line = "|   " * depth + f"a{node.attribute} {test}"
            if son.is_leaf:
                counts, total = node.split.cells[b], node.split.by_branch[b]
                above = node.split.by_class
                yield f"{line}: {leaf_label(self.problem, counts, total, above)}"
            else:
                yield line
                yield from self._lines(son, depth + 1)


def stale_chain(leaf: Node) -> list[Node]:
    """From the root to the leaf along the pointers that raising left behind."""
    chain = [leaf]
    while chain[0].parent is not None:
        chain.insert(0, chain[0].parent)
    return chain


def x_ln_x(x: float) -> float:
    return x * math.log(x) if x >= SMALL else 0.0


def entropy_before(found: Distribution) -> float:
    inside = x_ln_x(found.total) - sum(x_ln_x(w) for w in found.by_class)
    return inside / math.log(2.0)


def info_gain(found: Distribution, before: float, weight: float) -> float:
    inside = 0.0
    for cells, branch in zip(found.cells, found.by_branch, strict=True):
        for cell in cells:
            inside += x_ln_x(cell)
        inside -= x_ln_x(branch)
    after = -inside / math.log(2.0)
    num = (before - after) * (1.0 - (weight - found.total) / weight)
    return 0.0 if eq(num, 0.0) else num / found.total


def gain_ratio(gain: float, found: Distribution, weight: float) -> float:
    inside = -sum(x_ln_x(w) for w in found.by_branch)
    inside = inside - x_ln_x(weight - found.total) + x_ln_x(weight)
    split_info = inside / math.log(2.0)
    return 0.0 if eq(split_info, 0.0) else gain / (split_info / weight)


def majority(counts: list[float]) -> int:
    best, largest = 0, 0.0
    for c, count in enumerate(counts):
        if gr(count, largest):
            best, largest = c, count
    return best


def errors(counts: list[float]) -> float:
    return sum(counts) - counts[majority(counts)]


def added_errors(n: float, e: float, cf: float, z: float) -> float:
    if cf > 0.5:
        return 0.0
    if e < 1.0:
        base = n * (1.0 - cf ** (1.0 / n))
        if e == 0.0:
            return base
        return base + e * (added_errors(n, 1.0, cf, z) - base)
    if e + 0.5 >= n:
        return max(n - e, 0.0)
    f = (e + 0.5) / n
    r = (f + z**2 / (2 * n) + z * math.sqrt(f / n - f**2 / n + z**2 / (4 * n**2))) / (
        1 + z**2 / n
    )
    return r * n - e


def leaf_label(
    problem: Problem, counts: list[float], total: float, above: list[float]
) -> str:
    label = majority(above if eq(total, 0.0) else counts)
    wrong = total - counts[label]
    size = two_decimals(total)
    if gr(wrong, 0.0):
        size += "/" + two_decimals(wrong)
    return f"{problem.class_name(label)} ({size})"


def two_decimals(x: float) -> str:
    return str(math.floor(x * 100.0 + 0.5) / 100.0)
