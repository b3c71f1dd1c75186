"""Whether a judge may grade single outputs in place of a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from trueness.decisions.decision import Decision, Ground, Rule

CEILING_MARGIN = 0.1
"""So much worse than another person a judge may agree with a person."""

PEOPLE_FLOOR = 0.2
"""People who agree less cannot judge a judge. Where they agree more, a judge within the margin has at least half of
their agreement; below .2 Landis and Koch (1977, Biometrics 33) call kappa slight."""

MAY_GRADE_ALONE = 0.6
"""What is asked beside one person. Above .6 Landis and Koch (1977, Biometrics 33) call kappa substantial."""

FEWEST_OUTPUTS = 10
"""From fewer outputs next to nothing is known of an interval itself."""

GRADES = "grades"
"""A judge of scores gives none where people give labels: it can order outputs, and that is another question."""

OUTPUTS = "outputs"
PEOPLE = "people"
WITH_A_PERSON = "with_a_person"
MINUS_PEOPLE = "minus_people"
"""Measures of agreement: of a person with another, of a person with the judge, and the second minus the first."""

MAY_GRADE = Rule(
    name="may_grade",
    question="May it grade outputs in place of a person?",
    promise="In {share} of studies a judge that falls short of a bar beside these people gets no yes.",
    broken=0.025,
    needs="labels of the judge where people give labels, ten outputs that may have been drawn by lot, and two people "
    "who agree enough with each other; beside one person an absolute bar is asked, and a no comes too often where "
    "systems differ much in quality",
    source="non-inferiority with an intersection-union test (Berger 1982, Technometrics 24)",
)


class Measured(NamedTuple):
    """A number with its interval; NaN where undefined."""

    estimate: float
    low: float
    high: float


class BesidePeople(NamedTuple):
    """Agreement of single people with each other, and with a judge, by one measure on the same outputs.

    Attributes
    ----------
    people : Measured
        Of a person with another.
    judge : Measured
        Of a person with the judge.
    difference : Measured
        Judge minus people; over what a judge that is silent may have said, the interval reaches over all of it.
    """

    people: Measured
    judge: Measured
    difference: Measured


def may_grade(
    found: BesidePeople | Measured,
    *,
    measure: str,
    n_outputs: int,
    applies_to: str,
    about: str = "",
    grades: bool = True,
    bar: float = MAY_GRADE_ALONE,
    needs: Iterable[Ground] = (),
    confidence: float = 0.95,
) -> Decision:
    """Decide whether a judge may grade.

    Beside two people or more: they agree with each other by `PEOPLE_FLOOR` at least, and the judge agrees with one of
    them at most `CEILING_MARGIN` less than another of them does, and better than a judge that always says the same,
    which agrees by 0. Beside one person: by `bar` at least.

    Parameters
    ----------
    found : BesidePeople or Measured
        Of one person alone, agreement with that person.
    measure : str
        ``kappa``, ``weighted_kappa`` or ``pearson``: 0 for a judge that always says the same.
    n_outputs : int
        Behind it.
    applies_to : str
        What varied in the intervals.
    about : str
        The judge.
    grades : bool
        Whether it gives what people give; False of one that gives scores where people give labels.
    bar : float
        What is asked beside one person.
    needs : iterable of Ground
        What else it takes, such as labels drawn by lot.
    confidence : float
        Of the intervals, which are two-sided.
    """
    if isinstance(found, Measured):
        grounds = [Ground(measure=measure, **found._asdict(), bar=bar)]
    else:
        grounds = [
            Ground(measure=MINUS_PEOPLE, **found.difference._asdict(), bar=-CEILING_MARGIN),
            Ground(measure=WITH_A_PERSON, **found.judge._asdict(), bar=0.0, side="above"),
            Ground(measure=PEOPLE, **found.people._asdict(), bar=PEOPLE_FLOOR, need=True),
        ]
    gives = [] if grades else [Ground.counted(GRADES, 0, 1)]
    return MAY_GRADE.decide(
        [*gives, *needs, *grounds, Ground.counted(OUTPUTS, n_outputs, FEWEST_OUTPUTS)],
        applies_to=applies_to,
        about=about,
        coefficient=measure,
        broken=(1 - confidence) / 2,
    )


def agreement_with_people(decision: Decision) -> Ground:
    """Return how well a judge agrees with a person, as a decision of `may_grade` has it."""
    return decision.of(WITH_A_PERSON) or next(one for one in decision.grounds if not one.need)


def people_agree(decision: Decision) -> float | None:
    """Return how well a person agrees with another, as a decision of `may_grade` has it; None beside one person.

    On the outputs that the judge labelled, so that it is what the judge is compared with. Whether people agree enough
    is asked of all outputs, and where that decided it is of all.
    """
    people, judge, difference = (decision.of(one) for one in (PEOPLE, WITH_A_PERSON, MINUS_PEOPLE))
    if people is None or judge is None or difference is None:
        return None
    return people.estimate if decision.reason == PEOPLE else judge.estimate - difference.estimate


def people_differ(decided: Decision) -> bool:
    """Whether a judge cannot be told to grade because people are known to agree too little with each other.

    Parameters
    ----------
    decided : Decision
        Of this rule.
    """
    return decided.reason == PEOPLE and decided.high < decided.bar
