"""Learned metrics beside the single ones that they are made of, on outputs that nothing was learned from."""

from __future__ import annotations

import math

from trueness.learning.registry import BEST_SINGLE
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Line, Reference, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import percent
from trueness.reporting.writing.orientation import LOWER, lower_is_better, note
from trueness.studies.learn.rows import LearnResult
from trueness.studies.learn.said import GENERALISES, best_learned
from trueness.study.number_words import bracketed, decimal
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

SERIES = {
    "learned": "learned",
    "chosen": "the single metric that is best where it is learned",
    "single": "a single metric",
}
"""What the key calls a kind of scorer."""

MOST_SINGLES = 10


def learned_lines(result: LearnResult, human: str, over: str) -> Figure:
    """Draw the correlation of learned metrics, of the chosen single one and of the best single ones.

    Parameters
    ----------
    result : LearnResult
    human, over : str
        With whom, and what was held out.

    Returns
    -------
    Figure
        Its data are the rows drawn.
    """
    here = [row for row in result.scores if (row.human, row.over) == (human, over)]
    verdicts = {
        row.metric: row.verdict
        for row in result.tests
        if (row.human, row.over, row.rival) == (human, over, BEST_SINGLE)
    }
    lower = lower_is_better(result.table)
    lines = {
        row: Line(
            name=row.scorer,
            values={SERIES[row.kind]: Value(row.estimate, row.low, row.high)},
            rows=[as_row(row)],
            ending=LOWER if row.kind == "single" and row.scorer in lower else "",
            note=verdicts.get(row.scorer, "") if row.kind == "learned" else "",
        )
        for row in here
    }
    singles = by_estimate(line for row, line in lines.items() if row.kind == "single")
    others = [line for row, line in lines.items() if row.kind != "single"]
    names = [line.name for line in singles[:MOST_SINGLES]]
    chosen = next((row.estimate for row in here if row.kind == "chosen"), math.nan)
    words = coefficient_words(result.settings.coefficient)
    best = f"the best {MOST_SINGLES} of {len(singles)}" if len(singles) > MOST_SINGLES else str(len(singles))
    test = best_learned(result, human, over)
    said = ""
    if test is not None:
        difference = f"{decimal(test.estimate)}{bracketed(test.low, test.high)}"
        said = f"‘{test.metric}’ agrees best of those learned: its difference from the chosen single one is "
        said += f"{difference} ({test.verdict}). "
    humans = list(dict.fromkeys(row.human for row in result.scores))
    return value_lines(
        name=figure_name("learned", str(humans.index(human) + 1), over),
        title="Does learning help?",
        subtitle=f"{GENERALISES[over]}; {best} single metrics{note(result.table, names)}",
        caption=f"{said}{words} with ‘{human}’ on held-out outputs, {result.settings.level} level: means over splits, "
        f"with {percent(result.settings.confidence)} intervals. At the right: a learned metric against "
        "the single one that is best in the part that is learned from (upright line), tested on the same splits after "
        "correction, which overlapping intervals do not tell.",
        items="scorers",
        series=tuple(SERIES.values()),
        lines=by_estimate([*others, *singles[:MOST_SINGLES]]),
        across=f"{words} with ‘{human}’",
        reference=None if math.isnan(chosen) else Reference(chosen),
    )
