"""What judges may be used for, for a terminal: one line each, the numbers behind it beside it."""

from __future__ import annotations

import math

from trueness.decisions.decision import Decision
from trueness.decisions.may_grade import MAY_GRADE, OUTPUTS, agreement_with_people, people_agree
from trueness.decisions.may_quote_rate import MAY_QUOTE_RATE
from trueness.decisions.may_rank import MAY_RANK
from trueness.reporting.view import Table
from trueness.reporting.writing import tables
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row
from trueness.studies.judge.decided_words import (
    limits,
    measure_words,
    quantity_words,
    uses_of,
    value,
    who_asks,
)
from trueness.studies.judge.rows import JudgeResult
from trueness.study.lights import LIGHTS
from trueness.study.words import capital


def uses_table(found: JudgeResult) -> Table:
    """Return one line per judge, the one that agrees best first: may it grade, be quoted, rank systems, and why."""
    decided = {one.rule: one for one in found.decisions}
    grades = [one for one in found.decisions if one.rule == MAY_GRADE.name]
    measures = {measure_words(one) for one in grades}
    lines = [_line(found, name, said=len(measures) > 1) for name in found.in_order()]
    columns = [Column("metric", "Judge")]
    if grades:
        heading = capital(*measures) if len(measures) == 1 else "Agreement"
        columns += [Column("grade", "May grade", "light"), Column("agreement", heading)]
        if any(line["people"] for line in lines):
            columns.append(Column("people", "Two people"))
    if quote := decided.get(MAY_QUOTE_RATE.name):
        quantity = capital(quantity_words(found, quote))
        columns += [Column("quote", "May quote", "light"), Column("bias", f"{quantity} minus people's")]
    if MAY_RANK.name in decided:
        columns += [Column("rank", "May rank", "light"), Column("order", "Over systems")]
    if any(line["outputs"] is not None for line in lines):
        columns.append(Column("outputs", "Outputs", "count"))
    spec = TableSpec(
        "uses",
        "What judges may be used for",
        "",
        tuple(columns),
        note=next(filter(None, map(who_asks, grades)), ""),
        dispensable=(("outputs",), ("order",), ("people",), ("bias",)),
    )
    return spec, lines


def _line(found: JudgeResult, name: str, *, said: bool) -> Row:
    """Return a judge's line; where judges have several measures, each number with its own."""
    line: Row = dict.fromkeys(
        ("grade", "agreement", "people", "quote", "bias", "rank", "order"), tables.MISSING
    )
    line |= {"metric": name, "people": "", "outputs": None}
    for one in uses_of(found, name):
        if one.rule == MAY_GRADE.name:
            ground = agreement_with_people(one)
            number = tables.correlation(ground.estimate, 2)
            number = f"{measure_words(one)} {number}" if said else number
            line |= {"grade": LIGHTS[one.answer], "agreement": _with(number, ground.low, ground.high)}
            people, outputs = people_agree(one), one.of(OUTPUTS)
            line["outputs"] = None if outputs is None else outputs.estimate
            line["people"] = "" if people is None else tables.correlation(people, 2)
        elif one.rule == MAY_QUOTE_RATE.name:
            line |= {"quote": LIGHTS[one.answer], "bias": _of(one)}
        elif one.rule == MAY_RANK.name:
            line |= {"rank": LIGHTS[one.answer], "order": _of(one)}
    return line


def _of(decided: Decision) -> str:
    """Return the number that decided, with its interval."""
    return f"{value(decided)} {limits(decided)}".rstrip()


def _with(number: str, low: float, high: float) -> str:
    return number if math.isnan(low) else f"{number} {tables.interval(low, high, 2)}"
