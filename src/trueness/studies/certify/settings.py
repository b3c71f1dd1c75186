"""Which simulated data tests and intervals are certified on, and how thoroughly."""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable
from typing import Any, Self

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.methods.studied import studied_interval, studied_intervals, studied_test, studied_tests
from trueness.statistics.level_names import check_levels
from trueness.studies.certify.certified_scenarios import COEFFICIENTS, GRIDS, MOST_PAIRS
from trueness.studies.certify.trials import Cell
from trueness.studies.certify.truths import LEVELS
from trueness.study.setting import (
    RUN,
    TEST,
    Check,
    Selection,
    StudySettings,
    again,
    one_of,
    optional,
    setting,
    whole,
    words,
)
from trueness.study.setting_groups import OfScorers

TESTS, INTERVALS = "tests", "intervals"

SEED = 1
"""Certifications are compared with each other: by default all draw the same tables."""


def _sizes(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    for one in found or ():
        if not re.fullmatch(r"\d+x\d+", one):
            raise ArgumentError(
                f"`{argument}` holds sizes as systems x inputs, such as 16x100; it is {one!r}."
            )
    return found


@dataclasses.dataclass(frozen=True)
class CertifySelection(Selection):
    """On which data methods are certified."""

    grid: str | None = setting(
        None,
        "Which sizes, kinds of scores and truths.",
        check=optional(one_of(GRIDS)),
        choices=GRIDS,
        default_words="quick where no data are fitted",
        panel=TEST,
    )
    scenarios: tuple[str, ...] | None = setting(
        None,
        "Scenarios of the grid by their names, in place of all.",
        check=words,
        keyword="named",
        flag=None,
        several=True,
    )
    truths: tuple[str, ...] | None = setting(
        None,
        "Truths of the grid by their names, or shell patterns of them, in place of all.",
        check=optional(words),
        several=True,
        split=split_patterns,
        default_words="all",
        panel=TEST,
    )
    sizes: tuple[str, ...] | None = setting(
        None,
        "Sizes of the grid, as systems x inputs, in place of all: 16x100.",
        check=_sizes,
        several=True,
        default_words="all",
        panel=TEST,
    )
    human: str | None = again(OfScorers, "human", text="The human scorer of the data that are fitted.")
    metrics: tuple[str, ...] | None = setting(
        None,
        "Metrics of the data that are fitted: names or shell patterns. "
        f"At most {MOST_PAIRS} pairs of them are studied.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="all scorers that are not declared human",
    )


def _methods(known: Callable[[str], object]) -> Check:
    def check(argument: str, value: Any) -> tuple[str, ...]:
        found = words(argument, value) or ()
        for name in found:
            known(name)
        return found

    return check


def _levels(argument: str, value: Any) -> tuple[str, ...]:
    found = check_levels(value)
    for level in found:
        check_choice(argument, level, LEVELS)
    return found


def _coefficients(argument: str, value: Any) -> tuple[str, ...]:
    found = words(argument, value) or ()
    for name in found:
        check_choice(argument, name, COEFFICIENTS)
    return found


@dataclasses.dataclass(frozen=True)
class CertifySettings(StudySettings):
    """What is certified, and how thoroughly.

    Attributes
    ----------
    runs : int
        Tables per scenario.

    Raises
    ------
    ArgumentError
        If a number is out of range, a level or coefficient is none of those studied, or nothing is certified.
    UnsupportedMethodError
        If a test or interval is unknown, or no test exists at these levels for these coefficients.
    """

    tests: tuple[str, ...] = setting(
        tuple(studied_tests()),
        "Tests; none for no test.",
        check=_methods(studied_test),
        several=True,
        default_words="all",
        panel=TEST,
    )
    intervals: tuple[str, ...] = setting(
        tuple(studied_intervals()),
        "Intervals; none for no interval.",
        check=_methods(studied_interval),
        several=True,
        default_words="all",
        panel=TEST,
    )
    levels: tuple[str, ...] = setting(
        LEVELS,
        f"Levels: {', '.join(LEVELS)}.",
        check=_levels,
        several=True,
        keyword="level",
        default_words="both",
        panel=TEST,
    )
    coefficients: tuple[str, ...] = setting(
        COEFFICIENTS,
        f"Coefficients: {', '.join(COEFFICIENTS)}.",
        check=_coefficients,
        several=True,
        keyword="coefficient",
        default_words="all",
        panel=TEST,
    )
    settle: bool = setting(
        default=False,
        text="Run sizes outside .05 ± .015, or .005 to .02 at .01, that are in doubt again, with 20,000 tables.",
        panel=TEST,
    )
    tails: bool = setting(
        default=False,
        text="Run the scenarios whose rates at .001 and .0001 are studied again, with 200,000 tables.",
        panel=TEST,
    )
    runs: int = setting(2000, "Tables per scenario.", check=whole(1), panel=TEST)
    resamples: int = setting(499, "Resamples of every method.", check=whole(39), panel=RUN)
    seed: int = again(
        StudySettings, "seed", default=SEED, text="Seed, a whole number.", default_words=str(SEED)
    )

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> Self:
        """Build from keyword arguments by the names of fields or of arguments; None stands for the default."""
        return super().of(rng=SEED if rng is None else rng, **given)

    def cells(self, kind: str) -> list[Cell]:
        """Return every combination there is of tests, or intervals, levels and coefficients."""
        methods = self.tests if kind == TESTS else self.intervals
        combined = itertools.product(methods, self.levels, self.coefficients)
        return [cell for cell in combined if kind == INTERVALS or studied_test(cell[0]).exists(*cell[1:])]

    def _refuse(self) -> None:
        if not self.tests and not self.intervals:
            raise ArgumentError("name a test or an interval to certify.")
        if not self.cells(TESTS) and not self.intervals:
            raise UnsupportedMethodError(
                "none of the tests exists at this level, for this coefficient; ask for others (--level, --coefficient)."
            )
