"""Which metrics are compared with whom over several tables, and how their values are pooled."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice
from trueness.methods.registry import (
    OFFERED_INTERVALS,
    OFFERED_TESTS,
    RECOMMENDED,
    interval_method,
    intervals_with,
    pair_test,
    pair_tests_with,
)
from trueness.statistics.resampling.permuted_tables import ACCURACY
from trueness.studies.compare.settings import CompareSelection, Settings
from trueness.study.setting import again, fixed, setting
from trueness.study.setting_groups import InGroups, OfScorers

POOLED_TESTS = pair_tests_with("pools")
"""What differences pooled over tables can be tested by."""

_WITH_SIZES = tuple(name for name in POOLED_TESTS if not pair_test(name).permutes)

POOLED_INTERVALS = intervals_with("pools")

DEFAULT_COEFFICIENTS = ("pearson", "spearman", "kendall", ACCURACY)

WEIGHTS = ("equal", "pairs")
"""How tables count in averages: all the same, or by their pairs of systems."""


def _human(argument: str, value: Any) -> str | dict[str, str] | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping) and all(isinstance(name, str) for name in value.values()):
        return dict(value)
    raise ArgumentError(f"`{argument}` must be the name of a scorer, or names by table; it is {value!r}.")


def _test(argument: str, value: Any) -> str:
    if value in OFFERED_TESTS and value not in (RECOMMENDED, *POOLED_TESTS):
        raise UnsupportedMethodError(
            f"the {value} test is for two correlations over one set of systems. For a difference pooled "
            f"over tables use test={' or '.join(repr(name) for name in POOLED_TESTS)} (--test)."
        )
    return check_choice(argument, value, (RECOMMENDED, *POOLED_TESTS))


def _interval(argument: str, value: Any) -> str:
    if value in OFFERED_INTERVALS and value not in POOLED_INTERVALS:
        noun = interval_method(value).noun
        raise UnsupportedMethodError(
            f"{noun[0].upper()}{noun[1:]} is for one correlation. For an average over tables use "
            f"interval={' or '.join(repr(name) for name in POOLED_INTERVALS)} (--interval)."
        )
    return check_choice(argument, value, POOLED_INTERVALS)


def _weights(argument: str, value: Any) -> str | dict[str, float]:
    # whether every table has one is seen where the tables are (`chosen_tables.table_weights`)
    return dict(value) if isinstance(value, Mapping) else check_choice(argument, value, WEIGHTS)


@dataclasses.dataclass(frozen=True)
class PoolSelection(InGroups):
    """Which metrics are compared with whom over several tables."""

    human: str | Mapping[str, str] | None = setting(
        None,
        "The human scorer of all tables, or of each by the table's name (a mapping; in a command "
        "TABLE=NAME, separated by commas). Tables without it are left out, with a warning.",
        check=_human,
        default_words="the only one that a table declares",
    )
    metrics: tuple[str, ...] | None = again(
        OfScorers,
        "metrics",
        text="Metrics: names or shell patterns. Those that all tables have are pooled; a note names the "
        "others.",
        default_words="all that every table has",
    )
    drop_outliers: float | None = again(CompareSelection, "drop_outliers")
    tests: bool = again(CompareSelection, "tests")


@dataclasses.dataclass(frozen=True)
class PoolSettings(Settings):
    """How correlations are estimated in every table, pooled over tables, and compared.

    Attributes
    ----------
    interval, test : str
        Those that several tables have.
    margin : float or None
        Of pooled differences, except those of the mean of all pooled values.
    beside, stop_after, as_published, preset
        Of one table only: as they are by default there, or none.
    seed : int
        That of a table follows from it and the table's name, if there are several.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If a method makes no sense for what is pooled, or a coefficient exists at none of the levels.
    """

    coefficients: tuple[str, ...] = again(
        Settings,
        "coefficients",
        default=DEFAULT_COEFFICIENTS,
        default_words="pearson, spearman, kendall and, at the system level, pairwise_accuracy",
    )
    interval: str = again(Settings, "interval", choices=POOLED_INTERVALS, check=_interval)
    test: str = again(Settings, "test", choices=(RECOMMENDED, *POOLED_TESTS), check=_test)
    beside: tuple[str, ...] = fixed(())
    stop_after: int | None = fixed(None)
    as_published: bool = fixed(value=False)
    preset: str | None = fixed(None)
    weights: str | Mapping[str, float] = setting(
        "equal",
        "How tables count in averages. All the same, by their pairs of systems, or by numbers of their own (a mapping; "
        "in a command TABLE=NUMBER, separated by commas).",
        choices=WEIGHTS,
        check=_weights,
    )
    overall: bool = setting(
        default=False,
        text="Also show and test the mean of all pooled values of a metric, over levels and coefficients.",
    )

    @property
    def weighting(self) -> str:
        """How tables count, in one word: ``equal``, ``pairs`` or ``given``."""
        return self.weights if isinstance(self.weights, str) else "given"

    def _refuse(self) -> None:
        super()._refuse()
        if self.margin is not None and pair_test(self.test).permutes:
            raise UnsupportedMethodError(
                "`margin` (--margin) needs a test with standard errors or resamples. Use --test "
                f"{' or '.join(_WITH_SIZES)}."
            )
