"""Growing C4.5 on plain data: nominal, nothing missing, every row weighs 1.

The choices are those of `grow`, to the last bit, made from whole counts. What makes it
fast: a node's rows lie together, class by class, so that `add_lines` counts each class
in one go; a split moves them within their place; what a node needs is found from its
parent's counts; and only values that two rows have are looked at, because x ln x of 0
and of 1 is 0.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, inlined, kernel
from rankrees.trees.counting import count_towards_average
from rankrees.trees.kernels import LEAF, LN2, SMALL
from rankrees.trees.one_hot import MOST_ROWS, add_lines
from rankrees.trees.tree import (
    ATTRIBUTE,
    END,
    FIRST_CHILD,
    N_CHILDREN,
    N_COLUMNS,
    PARENT,
    START,
)

ERRORS = N_COLUMNS
"""One more column: how many of a node's rows are outside its largest class."""


@inlined
def _sum_up_values(
    cells: Ints,
    base: int,
    line: int,
    n_present: int,
    attribute_of: Ints,
    min_leaf: int,
    log_table: Floats,
    inside: Floats,
    split: Floats,
    large: Ints,
    to_zero: Ints,
    chosen: Ints,
) -> None:
    """Sum up each attribute from the counts of its values.

    The lines of `cells`, `line` long, begin at `base`: one for each class and one for
    all together. `inside` receives the sum of x ln x over the cells less that over the
    branches, `split` that over the branches, negative, and `large` how many branches
    have at least `min_leaf` rows; `to_zero` are all three together. Within an attribute
    the order is J48's: value by value, the classes first.
    """
    for a in range(to_zero.shape[0]):
        to_zero[a] = 0
    least = min(2, min_leaf)
    step = np.uint64(line)
    first = np.uint64(base)
    together = first + step * np.uint64(n_present)
    n_chosen = np.uint64(0)
    for candidate in range(np.uint64(attribute_of.shape[0])):
        # no branch here: written in any case, and kept or written over
        chosen[n_chosen] = candidate
        n_chosen += np.uint64(cells[together + candidate] >= least)
    for k in range(n_chosen):
        place = np.uint64(chosen[k])
        own = np.uint64(attribute_of[place])
        n = cells[together + place]
        at = first + place
        so_far = inside[own]
        for _ in range(np.uint64(n_present)):
            so_far += log_table[cells[at]]
            at += step
        of_branch = log_table[n]
        inside[own] = so_far - of_branch
        split[own] -= of_branch
        large[own] += n >= min_leaf


@inlined
def _best_attribute(
    total: float,
    of_total: float,
    before: float,
    in_average: Ints,
    inside: Floats,
    split: Floats,
    large: Ints,
    gain: Floats,
    ratio: Floats,
) -> int:
    """Return C4.5's choice, `LEAF` for none.

    That is the largest gain ratio among the attributes whose gain is at least the
    average one. Loops without a branch, because the processor divides several at a
    time; `np.divide` is a division that never asks whether it is by 0.
    """
    n_attributes = inside.shape[0]
    for a in range(n_attributes):
        numerator = before + np.divide(inside[a], LN2)
        worth = np.divide(numerator, total)
        worth = 0.0 if abs(numerator) < SMALL else worth
        information = np.divide(split[a] + of_total, LN2)
        share = np.divide(worth, np.divide(information, total))
        gain[a] = worth
        ratio[a] = 0.0 if abs(information) < SMALL else share
    n_counted = 0
    sum_gain = 0.0
    for a in range(n_attributes):
        counts = (large[a] >= 2) & in_average[a]
        sum_gain += gain[a] if counts else 0.0
        n_counted += counts
    best = LEAF
    best_ratio = 0.0
    if n_counted > 0:
        least = sum_gain / n_counted - 1e-3
        for a in range(n_attributes):
            may_be = (large[a] >= 2) & (gain[a] >= least)
            ratio[a] = ratio[a] if may_be else 0.0
        for a in range(n_attributes):
            if ratio[a] - best_ratio > SMALL:
                best_ratio = ratio[a]
                best = a
    return best


@inlined
def _count_wide(
    words: NDArray[np.uint64],
    width: int,
    rows: Ints,
    start: int,
    end: int,
    sums: NDArray[np.uint64],
    narrow: NDArray[np.uint8],
    cells: NDArray[np.uint32],
    at: int,
    add: bool,
) -> None:
    """Add the lines of rows[start:end], however many, to the line of `cells` at `at`.

    Or take them out again. `narrow` are the bytes of `sums`, which is scratch space.
    """
    to = np.uint64(at)
    while start < end:
        upto = min(start + MOST_ROWS, end)
        add_lines(words, width, rows, start, upto, sums, 0)
        if add:
            for k in range(np.uint64(8 * width)):
                cells[to + k] += narrow[k]
        else:
            for k in range(np.uint64(8 * width)):
                cells[to + k] -= narrow[k]
        start = upto


@inlined
def _sort_by_class(
    labels: Ints, n_classes: int, everything: Ints, rows: Ints, ends: Ints
) -> None:
    """Write the rows to `rows`, class by class, otherwise in their order.

    Those without a class are left out. `ends` receives where each class ends, and
    before that has a place more than there are classes.
    """
    for c in range(n_classes + 1):
        ends[c] = 0
    for i in range(everything.shape[0]):
        # those without a class, -1, come before the first one
        ends[labels[everything[i]] + 1] += 1
    ends[0] = 0
    for c in range(n_classes):
        ends[c + 1] += ends[c]
    for i in range(everything.shape[0]):
        c = labels[everything[i]]
        if c >= 0:
            rows[ends[c]] = everything[i]
            ends[c] += 1


@inlined
def _put(
    nodes: Ints, node: int, parent: int, start: int, end: int, errors: int
) -> None:
    """Write a leaf."""
    nodes[node, ATTRIBUTE] = LEAF
    nodes[node, FIRST_CHILD] = 0
    nodes[node, N_CHILDREN] = 0
    nodes[node, PARENT] = parent
    nodes[node, START] = start
    nodes[node, END] = end
    nodes[node, ERRORS] = errors


@kernel
def grow_plain(
    words: NDArray[np.uint64],
    places: Ints,
    codes: Ints,
    labels: Ints,
    n_classes: int,
    everything: Ints,
    min_leaf: int,
    log_table: Floats,
) -> tuple[Ints, Ints]:
    """Return the nodes (with the column `ERRORS`) and rows of the tree.

    `words` and `places` are those of `OneHot`. What happens at every node is written
    without calls or slices; see `inlined`.
    """
    n_all = everything.shape[0]
    width, n_attributes, widest = places[0], places[1], places[2]
    a, b = 3 + widest + 1, n_attributes
    value_start, first_place = places[3:a], places[a : a + b]
    n_values, attribute_of = places[a + b : a + 2 * b], places[a + 2 * b :]
    line = 8 * width
    one, step = np.uint64(1), np.uint64(line)
    # All scratch space is one array: for small data, asking for memory takes long.
    a, b = (n_classes + 1) * width, attribute_of.shape[0] + 1
    n_words = a + b + 6 * (n_attributes + 7) + (n_classes + 1) * (widest + 3)
    space = np.empty(n_words, dtype=np.int64)
    # up to `MOST_ROWS` rows are counted in bytes, more in `cells`
    sums_of_lines = space[:a].view(np.uint64)
    narrow = space[:a].view(np.uint8)
    cells = space[:0].view(np.uint32)
    if n_all > MOST_ROWS:
        cells = np.empty(3 * (n_classes + 1) * line, dtype=np.uint32)
    chosen = space[a : a + b]
    # eight attributes at a time: what makes the last eight full has no large branch
    a, b = a + b, (n_attributes + 7) // 8 * 8
    inside = space[a : a + b].view(np.float64)
    split = space[a + b : a + 2 * b].view(np.float64)
    large = space[a + 2 * b : a + 3 * b]
    to_zero = space[a : a + 3 * b]
    gain = space[a + 3 * b : a + 4 * b].view(np.float64)
    ratio = space[a + 4 * b : a + 5 * b].view(np.float64)
    in_average = space[a + 5 * b : a + 6 * b]
    a, b = a + 6 * b, n_classes
    present, sizes = space[a : a + b], space[a + b : a + 2 * b]
    # rows of each branch and class
    table = space[a + 2 * b : a + (2 + widest) * b]
    ends = space[a + (2 + widest) * b :]

    for k in range(n_attributes, in_average.shape[0]):
        in_average[k] = 0
    count_towards_average(n_values, n_all, in_average)
    nodes = np.empty((max(64, n_all // 2), ERRORS + 1), dtype=np.int32)
    both = np.empty(2 * n_all, dtype=np.int32)
    rows, moved = both[:n_all], both[n_all:]
    # Nodes left to look at, each behind its classes with how many rows each has: the
    # node, where its counts are (negative: are to go), how many classes.
    stack = np.empty(max(64, 4 * widest * (2 * n_classes + 3)), dtype=np.int64)

    _sort_by_class(labels, n_classes, everything, rows, ends)
    n, most, top = 0, 0, 0
    for c in range(n_classes):
        if ends[c] > n:
            stack[top] = c
            stack[top + 1] = ends[c] - n
            top += 2
        most = max(most, ends[c] - n)
        n = ends[c]
    stack[top], stack[top + 1], stack[top + 2] = 0, -1, top // 2
    _put(nodes, 0, LEAF, 0, n, n - most)
    n_nodes = 1
    top = top + 3 if n >= 2 * min_leaf and most < n else 0
    while top > 0:
        node, base, n_present = stack[top - 3], stack[top - 2], stack[top - 1]
        top -= 3 + 2 * n_present
        start, end = int(nodes[node, START]), int(nodes[node, END])
        n = end - start
        of_total = log_table[n]
        before = 0.0
        for k in range(n_present):
            present[k] = stack[top + 2 * k]
            sizes[k] = stack[top + 2 * k + 1]
            before += log_table[sizes[k]]
        before = (of_total - before) / LN2
        is_narrow = n <= MOST_ROWS
        if is_narrow:
            at = start
            for k in range(n_present):
                add_lines(
                    words, width, rows, at, at + sizes[k], sums_of_lines, k * width
                )
                at += sizes[k]
            together = np.uint64(n_present * width)
            for w in range(np.uint64(width)):
                sums_of_lines[together + w] = sums_of_lines[w]
            for k in range(1, n_present):
                own = np.uint64(k * width)
                for w in range(np.uint64(width)):
                    sums_of_lines[together + w] += sums_of_lines[own + w]
            _sum_up_values(
                narrow,
                0,
                line,
                n_present,
                attribute_of,
                min_leaf,
                log_table,
                inside,
                split,
                large,
                to_zero,
                chosen,
            )
        else:
            is_counted = base >= 0
            base = base if is_counted else -1 - base
            if base + (n_present + 1) * line > cells.shape[0]:
                cells = np.concatenate((cells, np.empty_like(cells)))
            if not is_counted:
                for i in range(base, base + n_present * line):
                    cells[i] = 0
                at = start
                for k in range(n_present):
                    _count_wide(
                        words,
                        width,
                        rows,
                        at,
                        at + sizes[k],
                        sums_of_lines,
                        narrow,
                        cells,
                        base + k * line,
                        True,
                    )
                    at += sizes[k]
            all_at = np.uint64(base + n_present * line)
            for i in range(np.uint64(line)):
                cells[all_at + i] = cells[np.uint64(base) + i]
            for k in range(1, n_present):
                own = np.uint64(base + k * line)
                for i in range(np.uint64(line)):
                    cells[all_at + i] += cells[own + i]
            _sum_up_values(
                cells,
                base,
                line,
                n_present,
                attribute_of,
                min_leaf,
                log_table,
                inside,
                split,
                large,
                to_zero,
                chosen,
            )
        best = _best_attribute(
            float(n), of_total, before, in_average, inside, split, large, gain, ratio
        )
        if best == LEAF:
            continue
        n_branches = n_values[best]
        if n_nodes + n_branches > nodes.shape[0]:
            size = max(2 * nodes.shape[0], n_nodes + n_branches)
            more = np.empty((size, ERRORS + 1), dtype=np.int32)
            more[:n_nodes] = nodes[:n_nodes]
            nodes = more
        if top + n_branches * (2 * n_present + 3) > stack.shape[0]:
            stack = np.concatenate((stack, np.empty_like(stack)))
        nodes[node, ATTRIBUTE] = best
        nodes[node, FIRST_CHILD] = n_nodes
        nodes[node, N_CHILDREN] = n_branches
        # what was counted to choose the split is what the sons have
        largest = LEAF
        at, entry = start, np.uint64(0)
        for b in range(n_branches):
            place = np.uint64(value_start[b] + first_place[best])
            first, most = at, 0
            if is_narrow:
                for _ in range(n_present):
                    size = int(narrow[place])
                    place += step
                    table[entry] = size
                    entry += one
                    at += size
                    most = max(most, size)
            else:
                place += np.uint64(base)
                for _ in range(n_present):
                    size = int(cells[place])
                    place += step
                    table[entry] = size
                    entry += one
                    at += size
                    most = max(most, size)
            ends[b] = first
            n_wrong = at - first - most
            _put(nodes, n_nodes + b, node, first, at, n_wrong)
            if n_wrong > 0 and at - first > max(n // 2, MOST_ROWS):
                largest = b
        column = codes[best]
        for i in range(np.uint64(start), np.uint64(end)):
            row = rows[i]
            branch = np.uint64(column[np.uint64(row)])
            to = ends[branch]
            moved[np.uint64(to)] = row
            ends[branch] = to + 1
        for i in range(np.uint64(start), np.uint64(end)):
            rows[i] = moved[i]
        others_base = base
        if largest != LEAF:
            # The counts of a son with most of the rows are the node's, less those of
            # the other sons, whose rows are fewer. Classes that it lacks go.
            of_largest = largest * n_present
            n_lines = 0
            for k in range(n_present):
                if table[of_largest + k] > 0:
                    own, to = base + k * line, base + n_lines * line
                    for i in range(line if n_lines < k else 0):
                        cells[to + i] = cells[own + i]
                    n_lines += 1
            others_base = base + n_lines * line
            for b in range(n_branches):
                if b == largest:
                    continue
                at = int(nodes[n_nodes + b, START])
                to_line = base
                for k in range(n_present):
                    own_size = table[b * n_present + k]
                    if table[of_largest + k] > 0:
                        _count_wide(
                            words,
                            width,
                            rows,
                            at,
                            at + own_size,
                            sums_of_lines,
                            narrow,
                            cells,
                            to_line,
                            False,
                        )
                        to_line += line
                    at += own_size
        for b in range(n_branches):
            child = n_nodes + b
            size = nodes[child, END] - nodes[child, START]
            if nodes[child, ERRORS] == 0 or size < 2 * min_leaf:
                continue
            n_classes_there = 0
            for k in range(n_present):
                if table[b * n_present + k] > 0:
                    stack[top] = present[k]
                    stack[top + 1] = table[b * n_present + k]
                    top += 2
                    n_classes_there += 1
            stack[top] = child
            stack[top + 1] = base if b == largest else -1 - others_base
            if is_narrow:
                stack[top + 1] = -1
            stack[top + 2] = n_classes_there
            top += 3
        n_nodes += n_branches
    return nodes[:n_nodes], rows[: nodes[0, END]]
