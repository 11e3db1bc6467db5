"""Growing C4.5 on plain data: nothing missing, every row weighs 1.

What makes it fast, for nominal attributes: a node's rows lie together, class by class,
so that `add_lines` counts each class in one go; a split moves them within their place;
what a node needs is found from its parent's counts; and only values that two rows have
are looked at, because x ln x of 0 and of 1 is 0. For numeric ones: the rows of a node
lie at the same place in sorted columns (see `sorted_columns`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rankrees.kernel import Floats, Ints, inlined, int64, kernel
from rankrees.trees.counting import MINUS_ONE, ONE
from rankrees.trees.kernels import LEAF, LN2
from rankrees.trees.one_hot import MOST_ROWS, add_lines
from rankrees.trees.rule import (
    best_by_ratio,
    count_towards_average,
    gain_of,
    ratio_of,
    smallest_side,
)
from rankrees.trees.sorted_columns import (
    Columns,
    Judged,
    Known,
    divide_columns,
    judge_thresholds,
    largest_value_up_to,
    take_columns,
)
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


class Plain(NamedTuple):
    """Plain data as the kernels want them.

    Parameters
    ----------
    words, width
        The lines of `OneHot`, and the words of a line.
    value_start, first_place, n_values, attribute_of, slot, numeric
        What is to know about the bytes of a line, from `OneHot.places`.
    codes, labels
        Nominal values by attribute and row; classes.
    log_table
        x ln x of whole numbers.
    min_leaf
        J48's -M.
    """

    words: NDArray[np.uint64]
    width: int
    value_start: Ints
    first_place: Ints
    n_values: Ints
    attribute_of: Ints
    slot: Ints
    numeric: Ints
    codes: Ints
    labels: Ints
    log_table: Floats
    min_leaf: int


class Space(NamedTuple):
    """Scratch space, all of it in one array: for small data, asking for it takes long.

    Parameters
    ----------
    sums, narrow
        The sums of lines of up to `MOST_ROWS` rows, as words and as bytes.
    chosen
        Values that are looked at.
    inside, split, large
        Sums of each attribute, and how many branches are large enough; `to_zero` are
        all three together.
    gain, ratio, midpoint, in_average
        What `rule` needs of each attribute.
    present, sizes
        The classes of a node and how many rows each has.
    table
        Rows of each branch and class.
    ends
        Where the branches end, or the classes.
    """

    sums: NDArray[np.uint64]
    narrow: NDArray[np.uint8]
    chosen: Ints
    inside: Floats
    split: Floats
    large: Ints
    to_zero: Ints
    gain: Floats
    ratio: Floats
    midpoint: Floats
    in_average: Ints
    present: Ints
    sizes: Ints
    table: Ints
    ends: Ints


@inlined
def _unpack(
    words: NDArray[np.uint64],
    places: Ints,
    codes: Ints,
    labels: Ints,
    log_table: Floats,
    min_leaf: int,
) -> Plain:
    """Return the data with names; see `OneHot.places`."""
    a, b = 3 + places[2] + 1, places[1]
    return Plain(
        words,
        places[0],
        places[3:a],
        places[a : a + b],
        places[a + b : a + 2 * b],
        places[a + 4 * b :],
        places[a + 2 * b : a + 3 * b],
        places[a + 3 * b : a + 4 * b],
        codes,
        labels,
        log_table,
        min_leaf,
    )


@inlined
def _make_space(
    width: int, n_attributes: int, n_bytes: int, n: tuple[int, int]
) -> Space:
    """Return scratch space for `n` = (classes, most branches)."""
    n_classes, widest = n
    a, b = (n_classes + 1) * width, n_bytes + 1
    n_words = a + b + 7 * (n_attributes + 7) + (n_classes + 1) * (widest + 3)
    space = np.empty(n_words, dtype=np.int64)
    c = a + b
    # eight attributes at a time: what makes the last eight full has no large branch
    d = (n_attributes + 7) // 8 * 8
    e = c + 7 * d
    f = e + 2 * n_classes
    return Space(
        space[:a].view(np.uint64),
        space[:a].view(np.uint8),
        space[a:c],
        space[c : c + d].view(np.float64),
        space[c + d : c + 2 * d].view(np.float64),
        space[c + 2 * d : c + 3 * d],
        space[c : c + 3 * d],
        space[c + 3 * d : c + 4 * d].view(np.float64),
        space[c + 4 * d : c + 5 * d].view(np.float64),
        space[c + 5 * d : c + 6 * d].view(np.float64),
        space[c + 6 * d : e],
        space[e : e + n_classes],
        space[e + n_classes : f],
        space[f : f + widest * n_classes],
        space[f + widest * n_classes :],
    )


@inlined
def _sum_up_values(
    cells: Ints, base: int, n_present: int, plain: Plain, space: Space
) -> None:
    """Sum up each attribute from the counts of its values.

    The lines of `cells` begin at `base`: one for each class and one for all together.
    `inside` receives the sum of x ln x over the cells less that over the branches,
    `split` that over the branches, negative, and `large` how many branches have at
    least `min_leaf` rows. Within an attribute the order is J48's: value by value, the
    classes first.
    """
    inside, split, large, chosen = space.inside, space.split, space.large, space.chosen
    attribute_of, log_table, to_zero = (
        plain.attribute_of,
        plain.log_table,
        space.to_zero,
    )
    min_leaf = plain.min_leaf
    for a in range(to_zero.shape[0]):
        to_zero[a] = 0
    least = min(2, min_leaf)
    step = np.uint64(8 * plain.width)
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
def _count_narrow(
    plain: Plain, space: Space, rows: Ints, start: int, n_present: int
) -> None:
    """Count the rows of a small node, a line for each class and one for all."""
    words, width = plain.words, plain.width
    sums, sizes = space.sums, space.sizes
    at = start
    for k in range(n_present):
        add_lines(words, width, rows, at, at + sizes[k], sums, k * width)
        at += sizes[k]
    together = np.uint64(n_present * width)
    for w in range(np.uint64(width)):
        sums[together + w] = sums[w]
    for k in range(1, n_present):
        own = np.uint64(k * width)
        for w in range(np.uint64(width)):
            sums[together + w] += sums[own + w]


@kernel
def _add_wide(
    plain: Plain,
    space: Space,
    rows: Ints,
    start: int,
    end: int,
    cells: NDArray[np.uint32],
    at: int,
    times: np.uint32,
) -> None:
    """Add the lines of rows[start:end], however many, to the line of `cells` at `at`.

    `times` is `ONE`, or `MINUS_ONE` to take them out again.
    """
    words, width = plain.words, plain.width
    sums, narrow = space.sums, space.narrow
    to = np.uint64(at)
    while start < end:
        upto = min(start + MOST_ROWS, end)
        add_lines(words, width, rows, start, upto, sums, 0)
        for k in range(np.uint64(8 * width)):
            cells[to + k] += np.uint32(narrow[k]) * times
        start = upto


@kernel
def _count_wide(
    plain: Plain,
    space: Space,
    rows: Ints,
    start: int,
    n_present: int,
    cells: NDArray[np.uint32],
    base: int,
) -> tuple[NDArray[np.uint32], int]:
    """Count the rows of a large node; return `cells`, perhaps moved, and its base.

    A base below 0 says that the lines of its classes are not there yet, and where.
    """
    line = 8 * plain.width
    is_counted = base >= 0
    base = base if is_counted else -1 - base
    if base + (n_present + 1) * line > cells.shape[0]:
        more = np.empty(2 * cells.shape[0] + (n_present + 1) * line, dtype=np.uint32)
        more[: cells.shape[0]] = cells
        cells = more
    if not is_counted:
        for i in range(base, base + n_present * line):
            cells[i] = 0
        at = start
        for k in range(n_present):
            upto = at + space.sizes[k]
            _add_wide(plain, space, rows, at, upto, cells, base + k * line, ONE)
            at = upto
    all_at = np.uint64(base + n_present * line)
    for i in range(np.uint64(line)):
        cells[all_at + i] = cells[np.uint64(base) + i]
    for k in range(1, n_present):
        own = np.uint64(base + k * line)
        for i in range(np.uint64(line)):
            cells[all_at + i] += cells[own + i]
    return cells, base


@inlined
def _judge_values(space: Space, n: int, before: float, of_total: float) -> None:
    """Fill in gain and ratio of all attributes. A loop without a branch."""
    inside, split, gain, ratio = space.inside, space.split, space.gain, space.ratio
    large = space.large
    for a in range(inside.shape[0]):
        gain[a] = gain_of(inside[a], before, float(n), float(n))
        ratio[a] = ratio_of(gain[a], split[a], 0.0, float(n), of_total)
    for a in range(large.shape[0]):
        large[a] = large[a] >= 2


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


@inlined
def _fill_table(
    counts: Ints, base: int, best: int, n_present: int, plain: Plain, space: Space
) -> None:
    """Write how many rows of each class each branch of a nominal test gets.

    What was counted to choose the split is what the sons have.
    """
    value_start, table = plain.value_start, space.table
    step, one = np.uint64(8 * plain.width), np.uint64(1)
    entry = np.uint64(0)
    for b in range(plain.n_values[best]):
        place = np.uint64(base + value_start[b] + plain.first_place[best])
        for _ in range(n_present):
            table[entry] = counts[place]
            place += step
            entry += one


@kernel
def _fill_sides(
    plain: Plain,
    columns: Columns,
    space: Space,
    best: int,
    threshold: float,
    rows: Ints,
    start: int,
    n_present: int,
) -> None:
    """Write the side that each row takes, and how many of each class go there."""
    values, side = columns.numbers[plain.slot[best]], columns.side
    at = start
    for k in range(n_present):
        n_right = 0
        for i in range(at, at + space.sizes[k]):
            right = values[rows[i]] > threshold
            side[rows[i]] = right
            n_right += right
        at += space.sizes[k]
        space.table[k] = space.sizes[k] - n_right
        space.table[n_present + k] = n_right


@inlined
def _put_sons(
    nodes: Ints, node: int, n_branches: int, n_present: int, first: int, space: Space
) -> int:
    """Write the sons as leaves; return the branch that has most rows, if it is large.

    `ends` receives where each branch begins.
    """
    table, ends = space.table, space.ends
    at = nodes[node, START]
    n = nodes[node, END] - at
    largest = int64(LEAF)
    entry = np.uint64(0)
    for b in range(n_branches):
        begin, most = at, 0
        for _ in range(n_present):
            size = table[entry]
            entry += np.uint64(1)
            at += size
            most = max(most, size)
        ends[b] = begin
        n_wrong = at - begin - most
        _put(nodes, first + b, node, begin, at, n_wrong)
        if n_wrong > 0 and at - begin > max(n // 2, MOST_ROWS):
            largest = int64(b)
    return largest


@inlined
def _move_rows(
    branch_of: Ints, rows: Ints, moved: Ints, start: int, end: int, ends: Ints
) -> None:
    """Divide the rows, each branch in the order before."""
    for i in range(np.uint64(start), np.uint64(end)):
        row = rows[i]
        branch = np.uint64(branch_of[np.uint64(row)])
        to = ends[branch]
        moved[np.uint64(to)] = row
        ends[branch] = to + 1
    for i in range(np.uint64(start), np.uint64(end)):
        rows[i] = moved[i]


@kernel
def _keep_counts(
    plain: Plain,
    space: Space,
    nodes: Ints,
    first: int,
    branches: tuple[int, int],
    n_present: int,
    rows: Ints,
    cells: NDArray[np.uint32],
    base: int,
) -> int:
    """Turn a node's counts into those of a son with most of its rows.

    They are the node's, less those of the other sons, whose rows are fewer. Classes
    that it lacks go. Returns where there is room for the counts of the others;
    `branches` are how many, and which one it is.
    """
    line, table = 8 * plain.width, space.table
    n_branches, largest = branches
    n_lines = 0
    for k in range(n_present):
        if table[largest * n_present + k] > 0:
            own, to = base + k * line, base + n_lines * line
            for i in range(line if n_lines < k else 0):
                cells[to + i] = cells[own + i]
            n_lines += 1
    for b in range(n_branches):
        if b == largest:
            continue
        at = int64(nodes[first + b, START])
        to_line = base
        for k in range(n_present):
            size = table[b * n_present + k]
            if table[largest * n_present + k] > 0:
                _add_wide(plain, space, rows, at, at + size, cells, to_line, MINUS_ONE)
                to_line += line
            at += size
    return base + n_lines * line


@inlined
def _push(
    stack: Ints, top: int, node: int, base: int, classes: Ints, sizes: Ints, n: int
) -> int:
    """Put a node on the stack, behind its classes; return the new top."""
    n_there = 0
    for k in range(n):
        if sizes[k] > 0:
            stack[top] = classes[k]
            stack[top + 1] = sizes[k]
            top += 2
            n_there += 1
    stack[top] = node
    stack[top + 1] = base
    stack[top + 2] = n_there
    return top + 3


@inlined
def _choose(
    plain: Plain,
    columns: Columns,
    space: Space,
    rows: Ints,
    slice_: tuple[int, int],
    n_present: int,
    cells: NDArray[np.uint32],
    base: int,
) -> tuple[int, NDArray[np.uint32], int]:
    """Return C4.5's choice, `LEAF` for none, and `cells` and `base` perhaps moved."""
    start, end = slice_
    n = end - start
    of_total = plain.log_table[n]
    before = 0.0
    for k in range(n_present):
        before += plain.log_table[space.sizes[k]]
    before = (of_total - before) / LN2
    if plain.width > 0:
        if n <= MOST_ROWS:
            _count_narrow(plain, space, rows, start, n_present)
            _sum_up_values(space.narrow, 0, n_present, plain, space)
        else:
            cells, base = _count_wide(plain, space, rows, start, n_present, cells, base)
            _sum_up_values(cells, base, n_present, plain, space)
        _judge_values(space, n, before, of_total)
    if columns.entries.shape[0] > 0:
        n_classes = space.present.shape[0]
        known = Known(
            start,
            end,
            space.present,
            space.sizes,
            n_present,
            before,
            float(n),
            of_total,
            smallest_side(float(n), n_classes, float(plain.min_leaf)),
        )
        judge_thresholds(
            columns,
            known,
            plain.labels,
            plain.log_table,
            plain.numeric,
            Judged(space.large, space.gain, space.ratio, space.midpoint),
        )
    best = best_by_ratio(space.large, space.gain, space.ratio, space.in_average)
    return best, cells, base


@inlined
def _start(
    everything: Ints, n_classes: int, plain: Plain, space: Space, rows: Ints
) -> tuple[int, int]:
    """Fill in the classes of the root; return how many rows, and in the largest."""
    ends, present, sizes = space.ends, space.present, space.sizes
    for a in range(space.large.shape[0]):
        space.large[a] = 0
        space.in_average[a] = 0
    count_towards_average(plain.n_values, everything.shape[0], space.in_average)
    _sort_by_class(plain.labels, n_classes, everything, rows, ends)
    n, most = 0, 0
    for c in range(n_classes):
        present[c] = c
        sizes[c] = ends[c] - n
        most = max(most, sizes[c])
        n = ends[c]
    return n, most


@inlined
def _divide(
    plain: Plain,
    columns: Columns,
    space: Space,
    test: tuple[int, int],
    both: Ints,
    slice_: tuple[int, int],
) -> None:
    """Divide the rows of a node, and its part of the sorted columns.

    `test` is the attribute, and how many branches.
    """
    best, n_branches = test
    start, end = slice_
    n = both.shape[0] // 2
    rows, moved = both[:n], both[n:]
    is_numeric = plain.slot[best] >= 0
    if columns.entries.shape[0] > 0:
        if not is_numeric:
            for i in range(start, end):
                columns.side[rows[i]] = plain.codes[best, rows[i]]
        divide_columns(columns, start, end, space.ends[:n_branches])
    branch_of = columns.side if is_numeric else plain.codes[best]
    _move_rows(branch_of, rows, moved, start, end, space.ends)


@inlined
def _more_nodes(nodes: Ints, thresholds: Floats, needed: int) -> tuple[Ints, Floats]:
    """Return both, with room for `needed` nodes."""
    if needed > nodes.shape[0]:
        size = max(2 * nodes.shape[0], needed)
        more = np.empty((size, ERRORS + 1), dtype=np.int32)
        more[: nodes.shape[0]] = nodes
        nodes = more
        if thresholds.shape[0] > 0:
            longer = np.full(size, np.nan)
            longer[: thresholds.shape[0]] = thresholds
            thresholds = longer
    return nodes, thresholds


@kernel
def grow_plain(
    words: NDArray[np.uint64],
    places: Ints,
    entries: NDArray[np.uint64],
    about: Ints,
    numbers: Floats,
    codes: Ints,
    labels: Ints,
    everything: Ints,
    log_tables: Floats,
    limits: tuple[int, int],
) -> tuple[Ints, Floats, Ints]:
    """Return the nodes (with the column `ERRORS`), thresholds and rows of the tree.

    `words` and `places` are those of `OneHot`, `entries` and `about` those of
    `SortedColumns`; `limits` are the number of classes and J48's -M. Without numbers
    there are no thresholds.
    """
    n_classes, min_leaf = limits
    n_all, n_numeric = everything.shape[0], numbers.shape[0]
    plain = _unpack(words, places, codes, labels, log_tables[0], min_leaf)
    widest = max(2, places[2])
    n_attributes, n_bytes = places[1], plain.attribute_of.shape[0]
    space = _make_space(plain.width, n_attributes, n_bytes, (n_classes, widest))
    columns = take_columns(
        entries,
        about,
        numbers,
        labels,
        everything if n_numeric > 0 else everything[:0],
        np.empty(labels.shape[0] if n_numeric > 0 else 0, dtype=codes.dtype),
        log_tables[1],
        n_classes,
    )
    line = 8 * plain.width
    cells = np.empty(3 * (n_classes + 1) * line if n_all > MOST_ROWS else 0, np.uint32)
    nodes = np.empty((max(64, n_all // 2), ERRORS + 1), dtype=np.int32)
    thresholds = np.full(nodes.shape[0] if n_numeric > 0 else 0, np.nan)
    both = np.empty(2 * n_all, dtype=np.int32)
    rows = both[:n_all]
    # Nodes left to look at, each behind its classes with how many rows each has: the
    # node, where its counts are (negative: are to go), how many classes.
    stack = np.empty(max(64, 4 * widest * (2 * n_classes + 3)), dtype=np.int64)
    n, most = _start(everything, n_classes, plain, space, rows)
    _put(nodes, 0, LEAF, 0, n, n - most)
    n_nodes, top = int64(1), int64(0)
    if n >= 2 * min_leaf and most < n:
        top = _push(stack, top, 0, -1, space.present, space.sizes, n_classes)
    while top > 0:
        node, base, n_present = stack[top - 3], stack[top - 2], stack[top - 1]
        top -= 3 + 2 * n_present
        for k in range(n_present):
            space.present[k] = stack[top + 2 * k]
            space.sizes[k] = stack[top + 2 * k + 1]
        start, end = int64(nodes[node, START]), int64(nodes[node, END])
        best, cells, base = _choose(
            plain, columns, space, rows, (start, end), n_present, cells, base
        )
        if best == LEAF:
            continue
        is_numeric = plain.slot[best] >= 0
        n_branches = int64(2 if is_numeric else plain.n_values[best])
        nodes, thresholds = _more_nodes(nodes, thresholds, n_nodes + n_branches)
        if top + n_branches * (2 * n_present + 3) > stack.shape[0]:
            stack = np.concatenate((stack, np.empty_like(stack)))
        nodes[node, ATTRIBUTE] = best
        nodes[node, FIRST_CHILD] = n_nodes
        nodes[node, N_CHILDREN] = n_branches
        is_wide = end - start > MOST_ROWS and plain.width > 0
        if is_numeric:
            thresholds[node] = largest_value_up_to(
                columns, plain.slot[best], space.midpoint[best]
            )
            _fill_sides(
                plain, columns, space, best, thresholds[node], rows, start, n_present
            )
        elif is_wide:
            _fill_table(cells, base, best, n_present, plain, space)
        else:
            _fill_table(space.narrow, 0, best, n_present, plain, space)
        largest = _put_sons(nodes, node, n_branches, n_present, n_nodes, space)
        _divide(plain, columns, space, (best, n_branches), both, (start, end))
        others_base = base
        if largest != LEAF and is_wide:
            others_base = _keep_counts(
                plain,
                space,
                nodes,
                n_nodes,
                (n_branches, largest),
                n_present,
                rows,
                cells,
                base,
            )
        for b in range(n_branches):
            son = n_nodes + b
            n = nodes[son, END] - nodes[son, START]
            if nodes[son, ERRORS] > 0 and n >= 2 * min_leaf:
                at = base if b == largest else -1 - others_base
                sizes = space.table[b * n_present : (b + 1) * n_present]
                top = _push(
                    stack,
                    top,
                    son,
                    at if is_wide else -1,
                    space.present,
                    sizes,
                    n_present,
                )
        n_nodes += n_branches
    return nodes[:n_nodes], thresholds[:n_nodes], rows[: nodes[0, END]]
