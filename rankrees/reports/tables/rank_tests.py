"""The tables of a comparison over data sets."""

from __future__ import annotations

from rankrees.reports.table import Table, text_table
from rankrees.statistics.comparison import Comparison
from rankrees.statistics.digits import plain_mean, round_half_up
from rankrees.statistics.oversets import OverSets


def over_sets_view(compared: Comparison, over: OverSets) -> list[Table]:
    """Return the ranks of the methods and what can be said of their pairs."""
    return [rank_table(compared, over), pair_table(compared, over)]


def rank_table(compared: Comparison, over: OverSets) -> Table:
    """Return the mean and the average rank of each method, the best rank first."""
    n_sets = len(over.scores)
    rows = []
    for method in sorted(over.methods, key=over.ranks.__getitem__):
        means = [compared.mean(str(name), method) for name in over.scores.index]
        mean = plain_mean(value for value in means if value is not None)
        rank = round_half_up(over.ranks[method], 3)
        rows.append((method, round_half_up(mean, compared.decimals), rank))
    test = over.friedman
    k = test.n_methods
    notes = [
        f"Friedman chi-squared {test.chi2:.2f} ({k - 1} df, corrected for ties), "
        f"p {p_text(test.p_chi2)}; Iman-Davenport F {test.f:.2f} "
        f"({k - 1} and {(k - 1) * (n_sets - 1)} df), p {p_text(test.p_f)}",
        f"critical difference of average ranks {over.cd:.3f} "
        f"({_rank_test(over)}, alpha {over.alpha:g})",
        _told_apart(over),
    ]
    title = f"{compared.heading}: average ranks over {n_sets} data sets"
    left_out = [name for name in compared.datasets if name not in over.scores.index]
    if left_out:
        notes.append(f"without scores of all methods, left out: {', '.join(left_out)}")
    return text_table(
        title, ("method", "mean", "average rank"), tuple(rows), tuple(notes)
    )


def pair_table(compared: Comparison, over: OverSets) -> Table:
    """Return the tests of pairs of methods on their means on the data sets."""
    columns = ["row", "column", "w/t/l", "Wilcoxon\np", "Wilcoxon\nHolm p"]
    columns.append(f"{_rank_test(over)}\np")
    if over.rope is not None:
        columns += ["Bayes\nP(better)", "Bayes\nP(worse)"]
        columns[-1:-1] = ["Bayes\nP(equal)"] if over.rope > 0 else []
    rows = []
    for pair in over.pairs:
        p_values = (pair.p_wilcoxon, pair.p_holm, pair.p_ranks)
        row = [pair.row, pair.column, str(pair.counts), *map(p_text, p_values)]
        if over.rope is not None and pair.posterior is not None:
            found = pair.posterior
            middle = [found.equal] if over.rope > 0 else []
            shares = [found.better, *middle, found.worse]
            row += [round_half_up(share, 3) for share in shares]
        rows.append(tuple(row))
    n_sets = len(over.scores)
    notes = [
        f"row against column, by their means on {n_sets} data sets; w/t/l without a "
        "test",
        f"Holm's correction is for {len(over.pairs)} pairs",
    ]
    if over.rope is not None:
        width = f"{over.rope:g}" if over.rope else "none"
        if over.rope and compared.scale == 100:
            width += f" ({100 * over.rope:g} in percent)"
        notes.append(
            f"Bayes: signed-rank test; region of practical equivalence: {width}"
        )
    title = f"{compared.heading}: pairs over {n_sets} data sets"
    return text_table(title, tuple(columns), tuple(rows), tuple(notes), n_left=2)


def p_text(p: float) -> str:
    """Write a p value with four decimals, or as a power of ten where it is smaller."""
    return f"{p:.4f}" if p >= 0.0001 or p == 0 else f"{p:.1e}"


def _rank_test(over: OverSets) -> str:
    return "Nemenyi" if over.control is None else "Bonferroni-Dunn"


def _told_apart(over: OverSets) -> str:
    if over.control is not None:
        (group,) = over.groups
        others = ", ".join(method for method in group if method != over.control)
        return f"not told from {over.control} by it: {others or 'none'}"
    groups = [", ".join(group) for group in over.groups]
    return f"not told apart by it: {'; '.join(groups) if groups else 'none'}"
