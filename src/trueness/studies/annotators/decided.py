"""What is decided about annotators: whether they agree, and which metric may stand in for one of them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from trueness.decisions.agreement_beside import (
    AGREES_AS_WELL,
    AGREES_LESS,
    Beside,
    agrees_as_well,
    agrees_less,
)
from trueness.decisions.annotators_agree import annotators_agree, as_need
from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_be_best import may_be_best
from trueness.decisions.may_grade import CEILING_MARGIN, PEOPLE_FLOOR
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR, may_replace_annotator
from trueness.decisions.quote_without_noise import quote_without_noise
from trueness.statistics.annotators.alternative_annotator_test import PASSES_FROM
from trueness.statistics.annotators.equal_ratings import commonest_rating
from trueness.statistics.array_types import FloatArray
from trueness.studies.annotators.rows import (
    Agreement,
    AgreementVerdict,
    AltTest,
    Attenuation,
    CeilingRow,
)
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.study.people_spoken_of import people_spoken_of
from trueness.study.words import OVER_WORDS

WINNING_RATE = "winning_rate"
BEYOND_CONSTANT = "beyond_constant"
PEOPLE = "people"
PEOPLE_AGREE = "ceiling"
UNSCORED = "outputs_without_a_score"

FEWEST_PEOPLE = 3
"""Of two, each is compared with the other alone: there is no consensus that a metric could fit better."""


def annotator_decisions(
    human: str,
    ratings: FloatArray,
    settings: AnnotatorSettings,
    *,
    agreement: Sequence[Agreement],
    ceiling: Sequence[CeilingRow],
    attenuation: Sequence[Attenuation],
    alt_tests: Sequence[AltTest],
    better: FloatArray,
    nominal: bool,
    has_systems: bool,
) -> tuple[Decision, ...]:
    """Return whether people agree, how metrics stand beside one of them, and which may stand in for one.

    Parameters
    ----------
    human : str
    ratings : array of shape (A, N, M)
    settings : AnnotatorSettings
    agreement, ceiling, attenuation, alt_tests : sequences of rows
    better : array of shape (K, K)
        One-sided p-values that a metric has a larger advantage than another.
    nominal : bool
        Whether ratings are labels without an order.
    has_systems : bool
    """
    units = OVER_WORDS[settings.over] if has_systems and ratings.shape[1] > 1 else "other items"
    alpha = next(row for row in agreement if row.measure == measure_of(nominal=nominal))
    agree = annotators_agree(
        measure=alpha.measure,
        estimate=alpha.estimate,
        low=alpha.low,
        high=alpha.high,
        n_unlike=commonest_rating(ratings).n_unlike,
        applies_to=f"{units}; {people_spoken_of(len(ratings) if settings.leaves_out else min(len(ratings), 4))}",
        about=human,
        confidence=settings.confidence,
    )
    found = [agree]
    people = f"{units}; {these_people(len(ratings))}"
    for row in ceiling:
        found += _beside_people(row, settings, people)
    unscored = {row.metric: row.n_unscored for row in ceiling}
    found += without_noise(attenuation, ratings, settings, people, unscored)
    if len(alt_tests) > 1:
        found.append(
            may_be_best(
                [row.metric for row in alt_tests],
                [row.advantage for row in alt_tests],
                better,
                applies_to=f"other inputs; {people_spoken_of(len(ratings))}",
                alpha=1 - settings.confidence,
            )
        )
    found += [
        may_replace_annotator(
            beside_a_person=Ground(
                measure=WINNING_RATE,
                estimate=row.winning_rate,
                low=row.winning_low,
                high=row.winning_high,
                bar=PASSES_FROM,
            ),
            beyond_chance=Ground(
                measure=BEYOND_CONSTANT,
                estimate=row.beyond_constant,
                low=row.beyond_low,
                high=row.beyond_high,
                bar=0.0,
                side="above",
            ),
            people=as_need(agree),
            # of outputs that it gave no score it may fit people on all, or on none
            more=(
                Ground.counted(PEOPLE, row.n_tested, FEWEST_PEOPLE),
                all_scored(row.n_unscored),
            ),
            applies_to=f"other inputs; {these_people(len(ratings))}",
            about=row.metric,
            broken=settings.q,
        )
        for row in alt_tests
    ]
    return tuple(found)


def all_scored(n_unscored: int) -> Ground:
    """Return that a metric scored every output that people rated; of others nobody knows what it would have said."""
    return Ground(measure=UNSCORED, estimate=n_unscored, low=0, high=n_unscored, bar=0, side="at_most")


def without_noise(
    rows: Sequence[Attenuation],
    ratings: FloatArray,
    settings: AnnotatorSettings,
    applies_to: str,
    unscored: Mapping[str, int] = MappingProxyType({}),
) -> list[Decision]:
    """Return which correlations corrected for noise may be quoted.

    Parameters
    ----------
    rows : sequence of Attenuation
    ratings : array of shape (A, N, M)
    settings : AnnotatorSettings
    applies_to : str
    unscored : mapping of str to int
        Metric to the outputs that people rated and it did not score; none of one that is not named.
    """
    n, m = ratings.shape[1:]
    return [
        quote_without_noise(
            row.metric,
            (row.estimate, row.low, row.high),
            uncapped=row.uncapped,
            units={"systems": n, "inputs": m}.get(settings.over, min(n, m)),
            applies_to=applies_to,
            level=row.level,
            coefficient=row.coefficient,
            confidence=settings.confidence,
            more=(all_scored(unscored.get(row.metric, 0)),),
        )
        for row in rows
        if row.coefficient == "pearson"
    ]


def _beside_people(
    row: CeilingRow, settings: AnnotatorSettings, applies_to: str
) -> tuple[Decision, Decision]:
    """Return whether a metric agrees as well as one of the people, by the margin of `may_grade`, and whether less."""
    found = Beside(
        loss=-row.difference,
        low=-row.difference_high,
        high=-row.difference_low,
        margin_low=-math.inf,
        margin_high=CEILING_MARGIN,
    )
    people = Ground(
        measure=PEOPLE_AGREE,
        estimate=row.ceiling,
        low=row.ceiling_low,
        high=row.ceiling_high,
        bar=PEOPLE_FLOOR,
        need=True,
    )
    # of outputs that it gave no score, it may have agreed on none; that it agrees less on the others is shown
    scored = Ground(
        measure=UNSCORED,
        estimate=row.n_unscored,
        low=row.n_unscored,
        high=row.n_unscored,
        bar=0,
        side="at_most",
        need=True,
    )
    left = 1 - settings.confidence
    where = {"applies_to": applies_to, "level": row.level, "coefficient": row.coefficient}
    return (
        agrees_as_well(row.metric, found, alpha=left / 2, needs=(people, scored), **where),
        agrees_less(row.metric, found, alpha=left, needs=(scored,) if found.high < 0 else (), **where),
    )


def with_verdicts(rows: Sequence[AltTest], decisions: Sequence[Decision]) -> tuple[AltTest, ...]:
    """Return alternative annotator tests with what was decided of each metric."""
    told = {one.about: one.answer for one in decisions if one.rule == MAY_REPLACE_ANNOTATOR.name}
    return tuple(dataclasses.replace(row, verdict=told[row.metric]) for row in rows)


def with_standing(rows: Sequence[CeilingRow], decisions: Sequence[Decision]) -> tuple[CeilingRow, ...]:
    """Return metrics beside an annotator with what was decided of each, the most that was shown."""
    told = {(one.rule, one.about, one.level, one.coefficient): one.answer for one in decisions}

    def word(row: CeilingRow) -> AgreementVerdict:
        less, as_well = (
            told[rule.name, row.metric, row.level, row.coefficient] for rule in (AGREES_LESS, AGREES_AS_WELL)
        )
        if as_well == "yes":
            return "better" if less == "no" else "as_well"
        return "less" if less == "yes" else "cannot_tell"

    return tuple(dataclasses.replace(row, reaches=word(row)) for row in rows)


def measure_of(*, nominal: bool) -> str:
    """Return the coefficient that says whether people agree: with an order of ratings, or without."""
    return "alpha_nominal" if nominal else "alpha_ordinal"


def these_people(n_people: int) -> str:
    """Return ``these five people``: the alternative annotator test applies to those it has, however many."""
    return people_spoken_of(n_people) if n_people < 5 else f"these {n_people} people"
