"""The tests and intervals that simulations try out, by the names under which they are certified."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from trueness.errors import UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences, Findings, Pair
from trueness.methods.interval import IntervalMethod
from trueness.methods.pair_test import Form, PairTest
from trueness.methods.registry import INTERVALS, PAIR_TESTS, interval_method, pair_test
from trueness.statistics.array_types import Key
from trueness.statistics.coefficient_facts import coefficients_at
from trueness.statistics.interval import Interval
from trueness.statistics.score_arrays import ScoreArrays

PAIR = (0, 1)
"""The two metrics compared."""

ALTERNATIVES = ("two-sided", "greater")

CONFIDENCE = 0.95
"""Of intervals."""


@dataclasses.dataclass(frozen=True)
class StudiedTest:
    """A test of two metrics in the form that is studied.

    Attributes
    ----------
    test : PairTest
    form : Form
    as_published : bool
        Take a closed form where it is not derived for, too, as papers did: with averaged correlations, and as many
        observations as there are systems.
    """

    test: PairTest
    form: Form
    as_published: bool = False

    def exists(self, level: str, coefficient: str) -> bool:
        """Return whether there is the test at a level, for a coefficient that it is derived for, or as published."""
        derived = self.as_published or self.test.derived_for(level, coefficient)
        return derived and self.test.exists(level, coefficient, self.form.over)

    def refuses(self, arrays: ScoreArrays) -> bool:
        """Return whether the test is not made for a table: of too few systems, or of systems in clusters."""
        return _refuses(self.test, arrays, self.form.over)

    def pvalues(
        self,
        arrays: ScoreArrays,
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seed: int,
        alternative: str,
    ) -> dict[Key, float]:
        """Return the p-values of one table per level and coefficient where the test exists; NaN where undefined.

        Parameters
        ----------
        arrays : ScoreArrays
            Of two metrics.
        levels, coefficients : sequences of str
        resamples, seed : int
        alternative : {'two-sided', 'greater'}
            Whether any difference is looked for, or the first metric to agree better.
        """
        found = self.findings(arrays, (PAIR,), levels, coefficients, resamples, seed)
        return {key: finding.pvalue(alternative) for (key, _), finding in found.items()}

    def findings(
        self,
        arrays: ScoreArrays,
        pairs: Sequence[Pair],
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seed: int,
    ) -> Findings:
        """Return what the test says of several pairs per level and coefficient where it exists.

        Parameters
        ----------
        arrays : ScoreArrays
        pairs : sequence of (int, int)
        levels, coefficients : sequences of str
        resamples, seed : int
        """
        keys = [
            (level, name)
            for level in levels
            for name in coefficients_at(level, coefficients)
            if self.exists(level, name)
        ]
        if not keys:
            return {}
        differences = Differences(
            arrays,
            pairs,
            keys,
            resamples=resamples,
            seed=seed,
            standardize=self.form.standardize or "level",
        )
        return self.test.findings(differences, self.form.over, keys)

    def findings_of_tables(
        self,
        tables: Sequence[ScoreArrays],
        pairs: Sequence[Pair],
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seeds: Sequence[int],
    ) -> list[Findings]:
        """Return what `findings` does for many tables of one size, all at once where the test can.

        Parameters
        ----------
        tables : sequence of ScoreArrays
        pairs : sequence of (int, int)
        levels, coefficients : sequences of str
        resamples : int
        seeds : sequence of int
            Of each table.
        """
        found: list[Findings] = [{} for _ in tables]
        for level in levels:
            rest = []
            for name in coefficients_at(level, coefficients):
                key = (level, name)
                together = (
                    self.test.findings_of_tables(tables, pairs, self.form.over, key)
                    if self.exists(*key)
                    else None
                )
                if together is None:
                    rest.append(name)
                else:
                    for one, findings in zip(found, together, strict=True):
                        one.update({(key, pair): finding for pair, finding in findings.items()})
            if rest:
                for one, arrays, seed in zip(found, tables, seeds, strict=True):
                    one.update(self.findings(arrays, pairs, (level,), rest, resamples, seed))
        return found


@dataclasses.dataclass(frozen=True)
class StudiedInterval:
    """An interval of one metric's correlation in the form that is studied.

    Attributes
    ----------
    interval : IntervalMethod
    over : str
        What is resampled, if anything is.
    """

    interval: IntervalMethod
    over: str

    def refuses(self, arrays: ScoreArrays) -> bool:
        """Return whether the interval is not made for a table: of too few systems, or of systems in clusters."""
        return _refuses(self.interval, arrays, self.over)

    def of_table(
        self,
        arrays: ScoreArrays,
        levels: Sequence[str],
        coefficients: Sequence[str],
        resamples: int,
        seed: int,
    ) -> dict[Key, Interval]:
        """Return the intervals of one metric's scores."""
        keys = [(level, name) for level in levels for name in coefficients_at(level, coefficients)]
        return self.limits(Correlations(arrays, keys, resamples=resamples, seed=seed))

    def limits(self, correlations: Correlations) -> dict[Key, Interval]:
        """Return the intervals of the first metric per level and coefficient; NaN where undefined.

        Parameters
        ----------
        correlations : Correlations
            Of one metric; several intervals of it share what they compute.
        """
        found = self.interval.limits(correlations, self.over)
        return {key: intervals[0] for key, intervals in found.items()}

    def limits_of_tables(self, tables: Sequence[ScoreArrays], key: Key) -> list[Interval] | None:
        """Return the 95% intervals of the first metric of many tables at once; None where it takes them one by one.

        Parameters
        ----------
        tables : sequence of ScoreArrays
            Of one size, and one metric.
        key : (level, coefficient)
        """
        found = self.interval.limits_of_tables(tables, self.over, key, CONFIDENCE)
        return None if found is None else [intervals[0] for intervals in found]


def _refuses(method: PairTest | IntervalMethod, arrays: ScoreArrays, over: str) -> bool:
    try:
        method.check_units(arrays, over)
    except UnsupportedMethodError:
        return True
    return False


@functools.cache
def studied_tests() -> Mapping[str, StudiedTest]:
    """Return the studied tests by name."""
    tests = (pair_test(name) for name in PAIR_TESTS)
    return MappingProxyType({form.name: StudiedTest(test, form) for test in tests for form in test.studied})


@functools.cache
def studied_intervals() -> Mapping[str, StudiedInterval]:
    """Return the studied intervals by name, the closed form, which papers used first, at the head."""
    methods = sorted((interval_method(name) for name in INTERVALS), key=lambda one: not one.closed_form)
    return MappingProxyType(
        {name: StudiedInterval(one, over) for one in methods for name, over in one.studied.items()}
    )


def studied_test(name: str) -> StudiedTest:
    """Return a studied test.

    Raises
    ------
    UnsupportedMethodError
        If there is none of that name.
    """
    if name not in studied_tests():
        raise UnsupportedMethodError(
            f"no studied test is called '{name}'; there are {', '.join(studied_tests())}."
        )
    return studied_tests()[name]


def studied_interval(name: str) -> StudiedInterval:
    """Return a studied interval.

    Raises
    ------
    UnsupportedMethodError
        If there is none of that name.
    """
    if name not in studied_intervals():
        raise UnsupportedMethodError(
            f"no studied interval is called '{name}'; there are {', '.join(studied_intervals())}."
        )
    return studied_intervals()[name]
