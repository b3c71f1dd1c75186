"""Intervals with the references at hand, and where they could have been others."""

from __future__ import annotations

import math
from statistics import median

from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Line, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import levels_phrase, percent
from trueness.studies.references.rows import ReferencesResult
from trueness.study.number_words import counted, wider
from trueness.study.rows import as_row
from trueness.study.words import coefficient_words

AT_HAND, OTHERS = "with the references at hand", "with other references"


def reference_lines(found: ReferencesResult, human: str, level: str, coefficient: str) -> Figure:
    """Draw both intervals of every metric's correlation.

    Parameters
    ----------
    found : ReferencesResult
    human, level, coefficient : str
        Of which there are rows.

    Returns
    -------
    Figure
        Its data are the rows drawn.
    """
    here = [
        row
        for row in found.widening
        if (row.human, row.level, row.coefficient) == (human, level, coefficient)
    ]
    known = [row.widening for row in here if not math.isnan(row.widening)]
    typical = f"typically {wider(median(known))} (the median of {len(known)})" if len(known) > 1 else ""
    said = f"Where references could have been others intervals are {typical}. " if typical else ""
    words = coefficient_words(coefficient)
    humans = list(dict.fromkeys(row.human for row in found.widening))
    return value_lines(
        name=figure_name("references", str(humans.index(human) + 1), coefficient, level),
        title="Intervals with other references",
        subtitle=f"{counted(len(here), 'metric')} beside ‘{human}’ {levels_phrase([level])}",
        caption=f"{said}{words} with ‘{human}’ {levels_phrase([level])}, with {percent(found.settings.confidence)} "
        "intervals: for the references that there are, and where those of every input are drawn anew as well. Both are "
        "of the same correlation. At the right: how much wider the second is.",
        items="metrics",
        series=(AT_HAND, OTHERS),
        lines=by_estimate(
            Line(
                row.metric,
                {
                    AT_HAND: Value(row.estimate, row.low, row.high),
                    OTHERS: Value(row.estimate, row.varied_low, row.varied_high),
                },
                [as_row(row)],
                note="" if math.isnan(row.widening) else wider(row.widening),
            )
            for row in here
        ),
        across=f"{words} with ‘{human}’",
    )
