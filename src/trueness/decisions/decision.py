"""What a rule is, what it decides, and the numbers and bars it decides by."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.errors import check_choice

Answer = Literal["yes", "no", "cannot_tell"]

CANNOT_TELL: Answer = "cannot_tell"
ANSWERS: tuple[Answer, ...] = ("yes", "no", CANNOT_TELL)

Side = Literal["at_least", "above", "at_most", "within", "apart"]

_SHARE = re.compile(r"([0-9.]+)% ")
"""How often a promise holds."""

SIDES: tuple[Side, ...] = ("at_least", "above", "at_most", "within", "apart")


@explained(
    measure=Meaning(
        "What was measured, such as ``kappa``; of a need also what there is a number of, such as ``systems``."
    ),
    estimate=Meaning("NaN where undefined."),
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Ground:
    """A number, its interval, and the bar that it is held against.

    Raises
    ------
    ArgumentError
        If the side is none of these.
    """

    measure: str
    estimate: float
    low: float
    high: float
    bar: float
    side: Side = "at_least"
    need: bool = False
    answer: Answer = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        check_choice("side", self.side, SIDES)
        object.__setattr__(self, "answer", self._answer())

    @classmethod
    def counted(cls, measure: str, count: int, fewest: int) -> Ground:
        """Return the need of so many units at least."""
        return cls(measure=measure, estimate=count, low=count, high=count, bar=fewest, need=True)

    def _answer(self) -> Answer:
        if math.isnan(self.low) or math.isnan(self.high) or math.isnan(self.bar):
            return "cannot_tell"
        met, missed = {
            "at_least": (self.low >= self.bar, self.high < self.bar),
            "above": (self.low > self.bar, self.high <= self.bar),
            "at_most": (self.high <= self.bar, self.low > self.bar),
            "within": (
                -self.bar <= self.low and self.high <= self.bar,
                self.high < -self.bar or self.low > self.bar,
            ),
            "apart": (self.low > self.bar, self.high < self.bar),
        }[self.side]
        return "yes" if met else "no" if missed else "cannot_tell"


@explained(
    level=Meaning("Where agreement is measured; empty where that is no part of the question."),
    coefficient=Meaning("How it is measured; empty where that is no part of the question."),
    answer=Meaning("What the rule says."),
    reason=Meaning("The measure that decided.", "Decided by"),
    estimate=Meaning("Value of the measure that decided; NaN where undefined.", "Estimate"),
    applies_to=Meaning("What the promise is about: other systems, other inputs, other people."),
)
@dataclasses.dataclass(frozen=True, kw_only=True)
class Decision:
    """What a rule says, with the numbers that decided. A row of the table ``decisions``."""

    rule: str
    about: str
    facet: str
    level: str
    coefficient: str
    answer: Answer
    reason: str
    names: tuple[str, ...]
    undefined: tuple[str, ...]
    estimate: float
    low: float
    high: float
    bar: float
    side: Side
    applies_to: str
    promise: str
    grounds: tuple[Ground, ...]

    @property
    def ground(self) -> Ground:
        """The ground that decided."""
        return next(one for one in self.grounds if one.measure == self.reason)

    def lacking(self, need: Ground) -> Decision:
        """Return the decision where a need is not met, whatever the numbers say: it cannot be told."""
        return dataclasses.replace(
            self,
            answer=CANNOT_TELL,
            reason=need.measure,
            estimate=need.estimate,
            low=need.low,
            high=need.high,
            bar=need.bar,
            side=need.side,
            grounds=(need, *self.grounds),
        )

    @property
    def broken(self) -> float:
        """The largest share of data sets in which the promise may be broken, as the promise says."""
        said = _SHARE.search(self.promise)
        return math.nan if said is None else (100 - float(said[1])) / 100

    def of(self, measure: str) -> Ground | None:
        """Return a ground by its measure; None where the rule did not look at it."""
        return next((one for one in self.grounds if one.measure == measure), None)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rule:
    """A question that numbers answer with yes, no or "cannot tell", and what is promised of the answer.

    Attributes
    ----------
    name : str
        As in the table ``decisions``: ``may_grade``.
    question : str
        As a person would ask it.
    promise : str
        What holds of its answers, in one sentence; ``{share}`` stands for how often.
    broken : float
        The largest share of data sets in which it may be broken, at 95% confidence.
    needs : str
        What it takes at least, for the documentation.
    source : str
        The work it rests on, or where it was measured.
    """

    name: str
    question: str
    promise: str
    broken: float
    needs: str
    source: str

    def decide(
        self,
        grounds: Iterable[Ground],
        *,
        applies_to: str,
        about: str = "",
        level: str = "",
        coefficient: str = "",
        names: Sequence[str] = (),
        undefined: Sequence[str] = (),
        broken: float | None = None,
    ) -> Decision:
        """Return yes where every ground is met, no where one is missed, and "cannot tell" otherwise.

        All grounds have to be wrong at once for a false yes, so that it is no more frequent than for the one that is
        hardest to meet (Berger 1982, intersection-union test). A need that is not met leaves nothing to tell.

        Parameters
        ----------
        grounds : iterable of Ground
            One or more, no two of one measure.
        applies_to : str
            Other systems, inputs, people: what varied in the intervals.
        about, level, coefficient : str
        names, undefined : sequences of str
        broken : float, optional
            At another confidence than 95%, the largest share of data sets in which the promise may be broken.
        """
        found = tuple(grounds)
        open_need = next((one for one in found if one.need and one.answer != "yes"), None)
        asked = [one for one in found if not one.need] or list(found)
        missed = next((one for one in asked if one.answer == "no"), None)
        unsure = next((one for one in asked if one.answer == "cannot_tell"), None)
        decisive = open_need or missed or unsure or asked[0]
        answer: Answer = "cannot_tell" if open_need else decisive.answer
        share = 1 - (self.broken if broken is None else broken)
        return Decision(
            rule=self.name,
            about=about,
            facet="",
            level=level,
            coefficient=coefficient,
            answer=answer,
            reason=decisive.measure,
            names=tuple(names),
            undefined=tuple(undefined),
            estimate=decisive.estimate,
            low=decisive.low,
            high=decisive.high,
            bar=decisive.bar,
            side=decisive.side,
            applies_to=applies_to,
            promise=self.promise.format(share=f"{100 * share:.3g}%"),
            grounds=found,
        )


def by_facet(found: Mapping[str, Iterable[Decision]]) -> tuple[Decision, ...]:
    """Return the decisions of several human scores, groups or tables in turn, each with the name of its own."""
    return tuple(
        dataclasses.replace(one, facet=facet) for facet, decisions in found.items() for one in decisions
    )


def decision_of(decisions: Iterable[Decision], rule: Rule, about: str = "") -> Decision | None:
    """Return what a rule says of something; None where it was not asked."""
    return next((one for one in decisions if (one.rule, one.about) == (rule.name, about)), None)
