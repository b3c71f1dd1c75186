"""The first screen of a page on learned metrics: whether learning helps, and by how much."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.page import Head, Tile
from trueness.studies.learn.rows import Learning
from trueness.studies.learn.said import GENERALISES, Outcome, best_learned, outcome
from trueness.study.number_words import counted, decimal, interval, significant

SAID: dict[Outcome, str] = {
    "helps": "learning helps",
    "loses": "learning loses",
    "open": "learning is not shown to help",
    "unknown": "nothing can be said",
}
"""Of a human scorer and what was held out, the answer in words; what was found out first."""


WORDS: dict[Outcome, str] = {"helps": "and", "loses": "and", "open": "or", "unknown": "or"}
"""What stands between the last two of several of these."""


def learning_head(result: Learning) -> Head:
    """Return where learning helps, and the numbers for the first human scorer and what was held out first."""
    return Head(_lead(result), tuple(_tiles(result)))


def _lead(result: Learning) -> str:
    """Return the answers, once for human scorers of which they are the same."""
    alike: dict[tuple[Outcome, ...], list[str]] = {}
    for human in dict.fromkeys(row.human for row in result.scores):
        outcomes = tuple(outcome(result, human, over) for over in result.settings.over)
        alike.setdefault(outcomes, []).append(f"‘{human}’")
    said = []
    for outcomes, humans in alike.items():
        held_out = list(zip(outcomes, result.settings.over, strict=True))
        parts = [
            f"{words} {series([GENERALISES[over] for found, over in held_out if found == one], WORDS[one])}"
            for one, words in SAID.items()
            if one in outcomes
        ]
        said.append(f"With {series(humans)}: {'; '.join(parts)}.")
    return " ".join(said)


def _tiles(result: Learning) -> Iterator[Tile]:
    human, over = result.scores[0].human, result.settings.over[0]
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
