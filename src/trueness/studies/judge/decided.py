"""What judges may be used for: the rules of `trueness.decisions`, asked about every judge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import MAY_BE_BEST, agrees_at_all, may_be_best
from trueness.decisions.may_grade import BesidePeople, Measured, may_grade
from trueness.decisions.may_quote_rate import may_quote_rate
from trueness.decisions.may_rank import may_rank
from trueness.statistics.fisher_of_few import fisher_of_few
from trueness.statistics.interval import Interval
from trueness.studies.compare.words import generalises_to
from trueness.studies.judge.drawn_labels import DrawnLabels
from trueness.studies.judge.graded import Graded, beside_people, better_judges, bias
from trueness.studies.judge.rows import OF_FEW_SYSTEMS, JudgeResult
from trueness.studies.judge.silent_ranking import silent_ranking
from trueness.study.words import OVER_WORDS

if TYPE_CHECKING:
    from trueness.studies.annotators.rows import AnnotatorsResult

THESE_PEOPLE = "these people"
"""What decisions about single people apply to: others may agree less, or more."""

OF_SILENT = "of_silent_outputs"
"""The measure of the same correlation with what the judge may have said where it is silent."""

FEWEST_RANKED = 3
"""With fewer systems there is no ranking to ask about."""

RANKED_BY = ("spearman", "pearson")
"""Coefficients by which systems are ranked, the first that was asked for; no other has an interval for few systems."""


def judge_decisions(
    validation: JudgeResult, parts: Sequence[Graded], rivals: Sequence[Graded], drawn: DrawnLabels
) -> tuple[Decision, ...]:
    """Return which judge may agree best with people, and what each may be used for.

    Parameters
    ----------
    validation : JudgeResult
        Without its decisions.
    parts : sequence of Graded
        Every judge beside single people.
    rivals : sequence of Graded
        All of them by one measure.
    drawn : DrawnLabels
        What it takes of people's labels.
    """
    found: list[Decision] = []
    confidence = validation.settings.confidence
    beside = [beside_people(part, grading_confidence(validation, part.name)) for part in parts]
    if len(rivals) > 1:
        alike = all(one is other for one, other in zip(parts, rivals, strict=True))
        found.append(
            _best(validation, rivals, beside if alike else [beside_people(one, confidence) for one in rivals])
        )
    for part, measured in zip(parts, beside, strict=True):
        found += _of_judge(validation, part, measured, drawn)
    return tuple(found)


def grading_confidence(validation: JudgeResult, name: str) -> float:
    """Return the confidence of intervals by which a judge may grade.

    Intervals take a threshold as known. Where it was chosen, half of the error is left for the choice: among 2,500
    tables of 400 outputs a judge at the margin was else told to grade in .034 in place of .025.
    """
    confidence: float = validation.settings.confidence
    return 1 - (1 - confidence) / 2 if name in validation.thresholds else confidence


def _best(
    validation: JudgeResult, rivals: Sequence[Graded], beside: Sequence[BesidePeople | Measured]
) -> Decision:
    confidence = validation.settings.confidence
    measured = [one.judge if isinstance(one, BesidePeople) else one for one in beside]
    highest = max(measured, key=lambda one: -math.inf if math.isnan(one[0]) else one[0])
    return may_be_best(
        [part.name for part in rivals],
        [one[0] for one in measured],
        better_judges(rivals),
        applies_to=_applies_to(rivals[0]),
        alpha=1 - confidence,
        agreement=agrees_at_all(*highest, 0.0),
        coefficient=rivals[0].measure,
    )


def beside_annotators(study: AnnotatorsResult | None) -> tuple[Decision, ...]:
    """Return what is decided of people and of judges beside single ones; which judge is best is decided here."""
    return () if study is None else tuple(one for one in study.decisions if one.rule != MAY_BE_BEST.name)


def _of_judge(
    validation: JudgeResult, part: Graded, beside: BesidePeople | Measured, drawn: DrawnLabels
) -> Iterator[Decision]:
    settings = validation.settings
    applies_to = _applies_to(part)
    yield may_grade(
        beside,
        measure=part.measure,
        n_outputs=part.n_outputs,
        applies_to=applies_to,
        about=part.name,
        grades=part.grades,
        bar=settings.grade_bar,
        needs=drawn.graded,
        confidence=settings.confidence,
    )
    if part.n_labels:
        yield may_quote_rate(
            measure="mean_error" if part.positive is None else "rate_bias",
            **bias(part, settings.confidence)._asdict(),
            n_outputs=part.n_rated,
            margin=settings.rate_margin * part.span * (part.step if part.positive is None else 1.0),
            applies_to=applies_to,
            about=part.name,
            needs=drawn.labelled,
            confidence=settings.confidence,
        )
    yield from _ranking(validation, part.name, drawn)


def _ranking(validation: JudgeResult, name: str, drawn: DrawnLabels) -> Iterator[Decision]:
    rows = [row for row in validation.comparison.estimates if (row.metric, row.level) == (name, "system")]
    row = next((one for wanted in RANKED_BY for one in rows if one.coefficient == wanted), None)
    if len(validation.comparison.table.systems) < FEWEST_RANKED or row is None:
        return
    comparison, bar = validation.comparison, validation.settings.rank_bar
    confidence = validation.settings.confidence
    few = fisher_of_few(row.estimate, row.n_systems, row.coefficient, confidence)
    # the jackknife hardly knows of an order what other systems would change
    more = {OF_FEW_SYSTEMS: few}
    silent = silent_ranking(
        comparison.table, validation.selection.human or "", name, row.coefficient, confidence
    )
    if silent is not None:
        more[OF_SILENT] = Interval(min(silent.low, few.low, row.low), max(silent.high, few.high, row.high))
    yield may_rank(
        measure=row.coefficient,
        estimate=row.estimate,
        low=row.low,
        high=row.high,
        n_systems=row.n_systems,
        bar=bar,
        applies_to=generalises_to(comparison.settings, has_systems=True),
        about=name,
        more=[
            *drawn.labelled,
            *(
                Ground(
                    measure=measure,
                    estimate=row.estimate,
                    low=float(limits.low),
                    high=float(limits.high),
                    bar=bar,
                )
                for measure, limits in more.items()
            ),
        ],
        confidence=confidence,
    )


def _applies_to(part: Graded) -> str:
    """Return what varies in the intervals, in words; people never do."""
    if not part.has_systems:
        return f"other outputs, {THESE_PEOPLE}"
    return f"{OVER_WORDS['both' if part.over_systems else 'inputs']}, {THESE_PEOPLE}"
