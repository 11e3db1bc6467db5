"""The first paragraphs of a page, computed from what it shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rankrees.report.curve import curve_matches
from rankrees.report.difference import Difference, signed
from rankrees.report.html.how import folds_in_words
from rankrees.report.html.model import Agreement, Grid
from rankrees.report.scored import Scored
from rankrees.report.tables import digit_matches, win_matches

_NAMED = 3
"""So many exceptions are named; more are only counted."""


def agreements(scored: Mapping[str, Scored], grid: Grid) -> tuple[Agreement, ...]:
    """Return how much of the print comes out under the published protocol."""
    published = scored.get("published")
    if published is None:
        return ()
    found = [Agreement("printed AUCs", *digit_matches(published), _exceptions(grid))]
    if published.experiment.show == "curve":
        found.append(Agreement("printed points", *curve_matches(published)))
    wins = win_matches(published)
    righted = win_matches(published, put_right=True)
    but = ""
    if righted != wins:
        but = f"with two exchanged labels of the print put right; {wins[0]} as printed"
    found.append(Agreement("printed win/tie/loss counts", *righted, but))
    return tuple(one for one in found if one.n_compared)


def _exceptions(grid: Grid) -> str:
    place = grid.published
    wrong = [
        f"{cell.method} on {row.dataset}, printed {cell.printed}, "
        f"computed {cell.values[place].text}"
        for row in grid.rows
        for cell in row.cells
        if cell.match is False and place is not None
    ]
    return f"not {'; '.join(wrong)}" if 0 < len(wrong) <= _NAMED else ""


def summary(scored: Mapping[str, Scored]) -> tuple[str, ...]:
    """Return what was run, in a few sentences."""
    one = next(iter(scored.values()))
    experiment = one.experiment
    sets = {name for s in scored.values() for name, _ in s.means}
    n_scores = sum(len(s.frame) for s in scored.values())
    n_all = len(experiment.datasets)
    of = "" if len(sets) == n_all else f" (of {n_all} in the config)"
    first = (
        f"{_count(len(experiment.methods), 'method')} on "
        f"{_count(len(sets), 'data set')}{of}, {folds_in_words(experiment)}: "
        f"{n_scores:,} fold scores."
    )
    return (first,)


def headline(found: Iterable[Agreement]) -> tuple[str, tuple[str, ...]]:
    """Return the headline and what has to be said with it, over all sections."""
    totals: dict[str, tuple[int, int]] = {}
    buts: dict[str, list[str]] = {}
    for one in found:
        equal, compared = totals.get(one.what, (0, 0))
        totals[one.what] = equal + one.n_equal, compared + one.n_compared
        buts.setdefault(one.what, []).extend([one.but] if one.but else [])
    texts = [
        f"{equal} of {compared} {what}" for what, (equal, compared) in totals.items()
    ]
    if not texts:
        return "", ()
    first, *others = [
        f"{text} come out exactly" if i == 0 else text for i, text in enumerate(texts)
    ]
    whats = list(totals)
    said = [f"{_sentence(but)}." for but in buts[whats[0]]]
    for text, what in zip(others, whats[1:], strict=True):
        but = f" ({'; '.join(buts[what])})" if buts[what] else ""
        said.append(f"So do {text}{but}.")
    return f"{first}.", tuple(said)


def from_print_to_text(found: Sequence[Difference]) -> str:
    """Return what running the methods by the text does to the largest change."""
    if not found:
        return ""
    one = max(found, key=lambda d: abs(d.total))
    return (
        "That is with the methods and the measure as the published programs had them. "
        f"By the papers' text they score otherwise: the mean of {one.method} over "
        f"{_count(one.n_sets, 'data set')} changes most, by {signed(-one.total)}, "
        f"from {one.published:.2f} to {one.described:.2f}."
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"
