"""The first screen of a page on judges: what the one that agrees most with people may be used for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.reporting.page import Head, Tile
from trueness.studies.judge.label_rows import JudgeUse, Light
from trueness.studies.judge.rows import JudgeValidation
from trueness.studies.judge.said import SYMBOLS
from trueness.studies.number_words import decimal, interval, percent, significant

ANSWERS: dict[Light, str] = {"green": "yes", "yellow": "undecided", "red": "no"}

NOTICEABLE = 1.05
"""Labels that go less far than this with a judge's scores go no further."""


def judge_head(found: JudgeValidation) -> Head:
    """Return whether the gate is passed, what the judge that agrees most may be used for, and the values behind it."""
    name = next(iter(found.in_order()), "")
    uses = [row for row in found.uses if row.metric == name]
    return Head(_lead(found, name, uses), tuple(_tiles(found, name, uses)))


def _lead(found: JudgeValidation, name: str, uses: Sequence[JudgeUse]) -> str:
    gate = ""
    if found.gate:
        gate = f"The gate is {'passed' if found.passes else 'not passed'}. "
    n_judges = len(found.judges)
    first = f"Of {n_judges} judges ‘{name}’ agrees most with people. " if n_judges > 1 and uses else ""
    answer = first + _answer("it" if first else f"‘{name}’", uses)
    return f"{gate}{answer}".strip()


def _answer(subject: str, uses: Sequence[JudgeUse]) -> str:
    of = {light: [row.use for row in uses if row.light == light] for light in ANSWERS}
    said = []
    if of["green"]:
        said.append(f"{subject} may {_joined(of['green'], 'and')}")
    if of["red"]:
        said.append(f"{'it' if said else subject} may not {_joined(of['red'], 'or')}")
    if of["yellow"]:
        said.append(f"whether {'it' if said else subject} may {_joined(of['yellow'], 'or')} is undecided")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


_SUBJECT = {"quote its rate": "be quoted for people's rate"}
"""A use in words that fit the judge as the subject."""


def _joined(uses: Sequence[str], word: str) -> str:
    *first, last = [_SUBJECT.get(use, use) for use in uses]
    return f"{', '.join(first)} {word} {last}" if first else last


def _tiles(found: JudgeValidation, name: str, uses: Sequence[JudgeUse]) -> Iterator[Tile]:
    for row in uses:
        yield Tile(
            f"{row.use.capitalize()}: {ANSWERS[row.light]}",
            _value(row.estimate),
            f"asked: {row.rule}",
            interval(row.low, row.high),
        )
    yield from _versions(found, name)
    gain = found.gain(name)
    if math.isnan(gain):
        return
    shown = f", had {percent(found.settings.demonstration)} been labelled" if found.demonstrated else ""
    what = "share of positives" if len(found.label_names) == 2 else f"mean ‘{found.human}’"
    if gain < NOTICEABLE:
        yield Tile("What a label counts", "once", f"its scores save no labels for people's {what}{shown}")
    else:
        yield Tile(
            "What a label counts", f"{decimal(gain, 1)} times", f"with its scores, for people's {what}{shown}"
        )


def _versions(found: JudgeValidation, name: str) -> Iterator[Tile]:
    """Yield how the judge stands beside the only other one, or how many of more pairs are shown to differ."""
    compared = ("kappa", "pearson")
    rows = [row for row in found.versions if row.measure in compared and not math.isnan(row.pvalue)]
    if not rows:
        return
    level = 1 - found.settings.confidence
    measure = SYMBOLS[rows[0].measure]
    if len(rows) > 1:
        apart = sum(row.pvalue_adjusted <= level for row in rows)
        yield Tile(
            "Judges shown to differ", f"{apart} of {len(rows)} pairs", f"in {measure}, after Holm correction"
        )
        return
    (row,) = rows
    turn, other = (1, row.rival) if row.metric == name else (-1, row.metric)
    limits = sorted((turn * row.low, turn * row.high))
    shown = "shown to differ" if row.pvalue <= level else "not shown to differ"
    yield Tile(
        f"Minus ‘{other}’",
        _value(turn * row.estimate),
        f"in {measure} with people, {shown} (p = {significant(row.pvalue)})",
        interval(*limits),
    )


def _value(value: float) -> str:
    return "undefined" if math.isnan(value) else decimal(value)
