"""Judges whose scores are people's own: what the numbers say of them, a copy would say of anything."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import CANNOT_TELL, Decision
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.decisions.nobody_among import PEOPLE_AMONG_METRICS, nobody_among
from trueness.decisions.passes_gate import PASSES_GATE
from trueness.statistics.coefficient_facts import CORRELATIONS
from trueness.studies.judge.gate import VERDICTS
from trueness.studies.judge.rows import JudgeResult
from trueness.study.people_among import equals_human


def with_copies_left_open(validation: JudgeResult) -> JudgeResult:
    """Return the result with every yes that copies of the human score got left open (see `equals_human`).

    Which judge is best is left open where the first is a copy, and the gate where one of the judges is.

    Parameters
    ----------
    validation : JudgeResult
        With its decisions.
    """
    table, human = validation.table, validation.human
    copies = {name for name in validation.judges if equals_human(table, name, human)}
    if not copies:
        return validation
    same = {name for name in copies if _identical(table, name, human)}
    need = nobody_among(PEOPLE_AMONG_METRICS, len(copies))

    def concerned(one: Decision) -> bool:
        if one.answer != "yes":
            return False
        # labels and rates tell scores that were moved or stretched from their original, correlations do not
        found = copies if one.coefficient in CORRELATIONS else same
        if one.rule == MAY_BE_BEST.name:
            return bool(found.intersection(one.names[:1]))
        return one.about in found or (one.rule == PASSES_GATE.name and not one.about)

    held, left_open = VERDICTS["yes"], VERDICTS[CANNOT_TELL]
    return dataclasses.replace(
        validation,
        decisions=tuple(one.lacking(need) if concerned(one) else one for one in validation.decisions),
        gate=tuple(
            dataclasses.replace(row, verdict=left_open)
            if (row.metric in copies and row.verdict == held)
            else row
            for row in validation.gate
        ),
    )


def _identical(table: ScoreTable, name: str, human: str) -> bool:
    """Return whether a judge gave what people gave on every output that both scored."""
    x, z = table.matrix(name), table.matrix(human)
    known = ~(np.isnan(x) | np.isnan(z))
    return bool(np.array_equal(x[known], z[known]))
