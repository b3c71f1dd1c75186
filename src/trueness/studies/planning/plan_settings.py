"""What is planned for, checked in one place."""

from __future__ import annotations

import dataclasses

from trueness.errors import (
    ArgumentError,
    UnsupportedMethodError,
    check_choice,
    check_integer,
    check_proportion,
)
from trueness.methods.recommended import RECOMMENDED_TEST
from trueness.methods.registry import PLANNED_INTERVAL, RECOMMENDED
from trueness.methods.studied import studied_interval, studied_test
from trueness.studies.planning.planning_model import LEVELS

COEFFICIENTS = ("pearson", "spearman", "kendall")
"""Those whose tests and intervals have been studied."""


@dataclasses.dataclass(frozen=True)
class PlanSettings:
    """What is planned for.

    Attributes
    ----------
    level : {'system', 'input'}
    coefficient : {'pearson', 'spearman', 'kendall'}
    width : float or None
        The interval is to be at most so wide, on average.
    power : float or None
        The test is to find the difference at least so often.
    difference : float
        Of the two metrics' population correlations (Pearson's, at the level).
    detect : float or None
        The power with which the smallest difference of every design is looked for.
    cost : float
        Of one judgement: one annotator on one output.
    alpha : float
    interval, test : str
        Of `studied.studied_intervals` and `studied.studied_tests`; ``recommended`` becomes the test that decides in
        comparisons.
    runs : int
        Tables simulated per design.
    resamples : int
    seed : int

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If the interval or the test is unknown, or the test does not exist at the level and for the coefficient.
    """

    level: str = "system"
    coefficient: str = "pearson"
    width: float | None = None
    power: float | None = None
    difference: float = 0.1
    detect: float | None = None
    cost: float = 1.0
    alpha: float = 0.05
    interval: str = PLANNED_INTERVAL
    test: str = RECOMMENDED
    runs: int = 400
    resamples: int = 499
    seed: int = 0

    def __post_init__(self) -> None:
        check_choice("level", self.level, LEVELS)
        if self.test == RECOMMENDED:
            object.__setattr__(self, "test", RECOMMENDED_TEST.name)
        check_choice("coefficient", self.coefficient, COEFFICIENTS)
        check_integer("runs", self.runs, minimum=2)
        check_integer("resamples", self.resamples, minimum=39)
        check_proportion("alpha", self.alpha)
        for name in ("power", "detect"):
            if getattr(self, name) is not None:
                check_proportion(name, getattr(self, name))
        for name in ("width", "cost"):
            value = getattr(self, name)
            if value is not None and not 0 < value < float("inf"):
                raise ArgumentError(f"`{name}` must be more than 0, not {value!r}.")
        if not 0 <= self.difference < 1:
            raise ArgumentError(f"`difference` must be at least 0 and less than 1, not {self.difference!r}.")
        studied_interval(self.interval)
        if not studied_test(self.test).exists(self.level, self.coefficient):
            raise UnsupportedMethodError(
                f"the test '{self.test}' exists for Pearson's r at system level only; choose another (--test)."
            )
