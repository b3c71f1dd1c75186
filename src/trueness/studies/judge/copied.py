"""Judges whose scores are people's own: what the numbers say of them, a copy would say of anything."""

from __future__ import annotations

import dataclasses

from trueness.data.scores.copies import is_copy
from trueness.decisions.decision import CANNOT_TELL, Decision
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.decisions.nobody_among import PEOPLE_AMONG_METRICS, nobody_among
from trueness.decisions.passes_gate import PASSES_GATE
from trueness.studies.judge.gate import VERDICTS
from trueness.studies.judge.rows import JudgeResult


def with_copies_left_open(validation: JudgeResult) -> JudgeResult:
    """Return the result with copies of the human score left open, whatever the numbers say (see `is_copy`).

    Which judge is best is left open where the first is a copy, and the gate where one of the judges is.

    Parameters
    ----------
    validation : JudgeResult
        With its decisions.
    """
    table, human = validation.table, validation.human
    copies = {name for name in validation.judges if is_copy(table, name, human)}
    if not copies:
        return validation
    need = nobody_among(PEOPLE_AMONG_METRICS, len(copies))

    def concerned(one: Decision) -> bool:
        if one.answer == "no":
            return False
        if one.rule == MAY_BE_BEST.name:
            return bool(copies.intersection(one.names[:1]))
        return one.about in copies or (one.rule == PASSES_GATE.name and not one.about)

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
