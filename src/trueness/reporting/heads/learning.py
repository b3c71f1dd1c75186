"""The first screen of a page on learned metrics: whether learning helps, and by how much."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.page import Head, Tile
from trueness.studies.learn.rows import Learning
from trueness.studies.learn.said import GENERALISES, Outcome, best_learned, outcome
from trueness.studies.number_words import counted, decimal, interval, significant

SAID: dict[Outcome, str] = {
    "helps": "learning helps",
    "loses": "learning loses",
    "open": "it is not shown that learning helps",
    "unknown": "nothing can be said",
}
"""Of a human scorer and what was held out, the answer in words; what was found out first."""


def learning_head(result: Learning) -> Head:
    """Return where learning helps, and the numbers for the first human scorer and what was held out first."""
    return Head(_lead(result), tuple(_tiles(result)))


def _places(result: Learning) -> list[tuple[str, str]]:
    humans = dict.fromkeys(row.human for row in result.scores)
    return [(human, over) for human in humans for over in result.settings.over]


def _lead(result: Learning) -> str:
    found: dict[Outcome, list[tuple[str, str]]] = {one: [] for one in SAID}
    for human, over in _places(result):
        found[outcome(result, human, over)].append((human, over))
    parts = [f"{words} with {_named(found[one])}" for one, words in SAID.items() if found[one]]
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _named(places: list[tuple[str, str]]) -> str:
    """Return human scorers with what a finding speaks of, once for those of which it speaks alike."""
    by_over: dict[str, list[str]] = {}
    for human, over in places:
        by_over.setdefault(over, []).append(f"‘{human}’")
    return ", and ".join(f"{_joined(humans)} {GENERALISES[over]}" for over, humans in by_over.items())


def _joined(names: list[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _tiles(result: Learning) -> Iterator[Tile]:
    human, over = _places(result)[0]
    test = best_learned(result, human, over)
    if test is None:
        return
    rows = {row.scorer: row for row in result.scores if (row.human, row.over) == (human, over)}
    learned, chosen = rows[test.metric], rows[BEST_SINGLE]
    where = f"with ‘{human}’, {GENERALISES[over]}"
    yield Tile(
        f"Learned: ‘{test.metric}’", decimal(learned.estimate), where, interval(learned.low, learned.high)
    )
    yield Tile(
        "The best single metric",
        decimal(chosen.estimate),
        "chosen where it is learned, as a user would",
        interval(chosen.low, chosen.high),
    )
    yield Tile(
        "Difference",
        decimal(test.estimate),
        f"{test.verdict}: p = {significant(test.pvalue_adjusted, 2)}",
        interval(test.low, test.high),
    )
    worth = [row for row in result.worth if row.human == human and row.scorer != BEST_SINGLE]
    for row in worth[:1]:
        if row.worth == row.worth:
            yield Tile(
                "What a label counts",
                f"{decimal(row.worth, 1)} times",
                f"beside ‘{row.scorer}’, {counted(row.n_inputs, 'input')} labelled (from, to: nine in ten draws)",
                interval(row.low, row.high),
            )
