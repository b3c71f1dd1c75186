"""What is planned for: designs, what they are to reach, and what is known or assumed of the data to come."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, check_integer
from trueness.methods.recommended import RECOMMENDED_TEST
from trueness.methods.registry import PLANNED_INTERVAL, RECOMMENDED
from trueness.methods.studied import studied_interval, studied_test
from trueness.statistics.level_names import check_levels
from trueness.studies.plan.planning_model import LEVELS
from trueness.study.setting import (
    TEST,
    Check,
    Selection,
    StudySettings,
    again,
    optional,
    proportion,
    setting,
    whole,
)
from trueness.study.setting_groups import OfScorers, OfTests

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""Those whose tests and intervals have been studied."""

LEAST_SYSTEMS = 4

MOST = 100_000
"""Systems, inputs or annotators of a design."""

DESIGN, SOURCE = "Designs", "Scores"
"""Headings under which the command lists options."""


def _numbers(minimum: int) -> Check:
    """Return a check of the numbers of a design: one or several, whole and not absurd; None stays."""

    def check(argument: str, value: Any) -> tuple[int, ...] | None:
        if value is None:
            return None
        found = tuple(value) if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        if not found:
            raise ArgumentError(f"`{argument}` must hold at least one number.")
        for number in found:
            check_integer(argument, number, minimum=minimum)
            if number > MOST:
                raise ArgumentError(
                    f"`{argument}` must be at most {MOST:,}; it is {number:,}. Every design is simulated."
                )
        return tuple(int(number) for number in found)

    return check


def _whole_numbers(name: str, given: list[str]) -> list[int] | None:
    """Return numbers given on the command line, also several in one word; None where there are none."""
    found = [word.strip() for text in given for word in text.split(",") if word.strip()]
    if not all(word.isdecimal() and word.isascii() for word in found):
        raise ArgumentError(
            f"`{name}` must be whole numbers, separated by commas; they are '{','.join(given)}'."
        )
    return [int(word) for word in found] or None


def _assumed(argument: str, value: Any) -> dict[str, float] | None:
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise ArgumentError(f"`{argument}` must be standard deviations by name; it is {value!r}.")
    return dict(value)


def _assumptions(given: list[str]) -> dict[str, float]:
    """Return what is assumed on the command line, ``quality=.5,annotator=1``."""
    found: dict[str, float] = {}
    for word in (one.strip() for text in given for one in text.split(",") if one.strip()):
        name, _, value = word.partition("=")
        try:
            number = float(value)
        except ValueError:
            raise ArgumentError(
                f"--assume takes NAME=NUMBER, separated by commas; this is '{word}'."
            ) from None
        if name.strip() in found:
            raise ArgumentError(f"--assume names '{name.strip()}' twice.")
        found[name.strip()] = number
    return found


def _level(argument: str, value: Any) -> str:
    return check_choice(argument, check_levels(value)[0], LEVELS)


def _interval(argument: str, value: Any) -> str:
    del argument
    studied_interval(value)
    return str(value)


def _test(argument: str, value: Any) -> str:
    del argument
    return RECOMMENDED_TEST.name if value == RECOMMENDED else str(value)


def _positive(argument: str, value: Any) -> float:
    if not 0 < value < float("inf"):
        raise ArgumentError(f"`{argument}` must be more than 0; it is {value!r}.")
    return value  # type: ignore[no-any-return]


def _difference(argument: str, value: Any) -> float:
    if not 0 <= value < 1:
        raise ArgumentError(f"`{argument}` must be at least 0 and less than 1; it is {value!r}.")
    return value  # type: ignore[no-any-return]


@dataclasses.dataclass(frozen=True)
class DesignSelection(Selection):
    """Which designs are tried: every combination of these numbers."""

    systems: tuple[int, ...] | None = setting(
        None,
        "Numbers of systems.",
        check=_numbers(LEAST_SYSTEMS),
        several=True,
        split=functools.partial(_whole_numbers, "systems"),
        default_words="the pilot's, half and twice it",
        panel=DESIGN,
    )
    inputs: tuple[int, ...] | None = setting(
        None,
        "Numbers of inputs.",
        check=_numbers(1),
        several=True,
        split=functools.partial(_whole_numbers, "inputs"),
        default_words="the pilot's, half and twice it",
        panel=DESIGN,
    )
    annotators: tuple[int, ...] | None = setting(
        None,
        "Numbers of annotators.",
        check=_numbers(1),
        several=True,
        split=functools.partial(_whole_numbers, "annotators"),
        default_words="those of the pilot",
        panel=DESIGN,
    )


@dataclasses.dataclass(frozen=True)
class PilotSelection(DesignSelection):
    """Which scorers of a pilot are planned with, and which designs are tried."""

    human: str | None = again(OfScorers, "human")
    metrics: tuple[str, ...] | None = again(
        OfScorers,
        "metrics",
        text="The metric to plan for and, for power, its rival: one or two names.",
        split=split_patterns,
        default_words="those of the pilot, if they are at most two",
    )


@dataclasses.dataclass(frozen=True)
class PlanSelection(PilotSelection):
    """What is known or assumed of the data to come, and which designs are tried."""

    assume: Mapping[str, float] | None = setting(
        None,
        "In place of a pilot, standard deviations: quality, difficulty, output, bias, noise, annotator, preference, "
        "e.g. quality=.5,annotator=1; those not named have defaults.",
        check=_assumed,
        several=True,
        split=_assumptions,
        panel=SOURCE,
    )


@dataclasses.dataclass(frozen=True)
class PlanSettings(StudySettings):
    """What is planned for.

    Attributes
    ----------
    cost : float
        Of one judgement: one annotator on one output.
    width : float or None
        The interval is to be at most so wide, on average.
    power : float or None
        The test is to find the difference at least so often.
    difference : float
        Of the two metrics' population correlations (Pearson's, at the level).
    detect : float or None
        The power with which the smallest difference of every design is looked for.
    interval, test : str
        Of `studied.studied_intervals` and `studied.studied_tests`; ``recommended`` becomes the test that decides in
        comparisons.
    runs : int
        Tables simulated per design.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If the interval or the test is unknown, or the test does not exist at the level and for the coefficient.
    """

    level: str = setting("system", "At which level the metric is correlated.", check=_level, choices=LEVELS)
    coefficient: str = setting("pearson", "By which coefficient.", choices=COEFFICIENTS)
    cost: float = setting(1.0, "Cost of one judgement.", check=_positive, panel=DESIGN)
    width: float | None = setting(
        None, "The interval is to be no wider.", check=optional(_positive), panel=TEST
    )
    power: float | None = setting(
        None, "The difference is to be found so often.", check=optional(proportion), panel=TEST
    )
    difference: float = setting(
        0.1, "Difference of the two metrics' Pearson correlations.", check=_difference, panel=TEST
    )
    detect: float | None = setting(
        None,
        "Show the smallest difference that each design finds with this power, e.g. .8.",
        check=optional(proportion),
        panel=TEST,
    )
    interval: str = setting(
        PLANNED_INTERVAL,
        "The interval planned for. One of those that `plan --certify` studies, such as bootstrap_both or bca_both.",
        check=_interval,
        panel=TEST,
    )
    test: str = setting(
        RECOMMENDED,
        "The test planned for. That of compare, or one that `plan --certify` studies, such as permute_systems.",
        check=_test,
        panel=TEST,
    )
    alpha: float = again(OfTests, "alpha", weaker="")  # of the tests that are simulated
    runs: int = setting(400, "Tables simulated per design.", check=whole(2), panel=TEST)
    resamples: int = again(
        StudySettings,
        "resamples",
        default=499,
        text="Number of resamples of the test and the interval.",
        check=whole(39),
        panel=TEST,
    )

    def _refuse(self) -> None:
        if not studied_test(self.test).exists(self.level, self.coefficient):
            raise UnsupportedMethodError(
                f"the test '{self.test}' exists for Pearson's r at system level only; choose another (--test)."
            )
        super()._refuse()
