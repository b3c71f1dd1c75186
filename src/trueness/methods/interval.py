"""What an interval is: facts that studies and reports read, words, and limits on arrays of scores."""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from trueness.errors import UnsupportedMethodError
from trueness.methods.applies_to import OVERS
from trueness.methods.clustered_systems import refuse_clusters, units_of_systems

if TYPE_CHECKING:
    from trueness.methods.correlations import Correlations
    from trueness.methods.differences import Differences, Intervals
    from trueness.statistics.array_types import FloatArray, Key
    from trueness.statistics.interval import Interval
    from trueness.statistics.score_arrays import ScoreArrays

NONE = "none"
"""Stands for no interval."""


class IntervalMethod(abc.ABC):
    """A confidence interval of a metric's correlation with the human, and of differences where it has one for them.

    Attributes
    ----------
    name : str
        In columns and flags.
    words : str
        What stands before the word interval.
    noun : str
        The same as a subject: ``Fisher's interval``.
    sentence : str
        Template of the sentence of a methods paragraph: ``{confidence}``, ``{resamples}``, ``{drawn}``,
        ``{applies_to}`` and ``{off}`` are what reports put in; ``[@key]`` is a citation, as Pandoc writes it.
    resampled : bool
        Whether it rests on bootstrap samples: of differences, of pooled values, over what was asked for.
    needs_left_out : bool
        Whether it rests on values without each unit as well.
    leaves_out : bool
        Whether it rests on the standard errors of the two-way jackknife, also where values are pooled.
    pools : bool
        Whether it exists for values pooled over several tables.
    mirrors : bool
        Whether its limits are those of samples mirrored at the estimate.
    closed_form : bool
        Whether it is a formula of one correlation and a number of units, for the system level only.
    minimum_systems : int
        Fewer, and it does not exist; clusters of them where there are some.
    single_systems : bool
        Whether it takes every system for independent of the others, and so does not exist for systems in clusters.
    overs : tuple of str
        What it may apply to, by the short words of `applies_to`; one where there is no choice.
    studied : mapping of str to str
        The names under which simulations, and the tables of these that come with the package, know it, each with what
        it then resamples.
    narrow : frozenset of str
        Those of these names under which it leaves out what other systems would change, or is for another statistic at
        the input level.
    proposed : bool
        Whether a caution may name it as the better one.
    """

    name: str
    words: str = ""
    noun: str = ""
    sentence: str = ""
    resampled: bool = False
    needs_left_out: bool = False
    leaves_out: bool = False
    pools: bool = False
    mirrors: bool = False
    closed_form: bool = False
    minimum_systems: int = 0
    single_systems: bool = False
    overs: tuple[str, ...] = ("systems",)
    studied: Mapping[str, str] = MappingProxyType({})
    narrow: frozenset[str] = frozenset()
    proposed: bool = False

    def over_for(self, applies_to: str) -> str:
        """Return what it is over where it should apply to something, by the short word for it.

        Raises
        ------
        UnsupportedMethodError
            If it cannot.
        """
        if applies_to in self.overs:
            return applies_to
        if len(self.overs) == 1:
            return self.overs[0]
        raise UnsupportedMethodError(
            f"{self.noun} cannot apply to these systems and inputs alone. Use --interval two_way_jackknife."
        )

    def label(self, over: str) -> str:
        """Return the interval in a signature, with what it is over where that is a choice."""
        return f"{self.name}-{over}" if len(self.overs) > 1 else self.name

    def check_units(self, arrays: ScoreArrays, over: str) -> None:  # noqa: ARG002 - others depend on it
        """Check that there are enough systems, before anything takes time.

        Parameters
        ----------
        arrays : ScoreArrays
        over : str
            Of `overs`.

        Raises
        ------
        UnsupportedMethodError
            If there are too few, or systems are in clusters and the interval takes them for independent.
        """
        if self.single_systems:
            refuse_clusters(arrays, self.noun, "--interval")
        units, words = units_of_systems(arrays)
        if units < self.minimum_systems:
            raise UnsupportedMethodError(
                f"the {self.name} interval leaves {words} out one at a time and needs {self.minimum_systems} of them "
                f"or more; there are {units}. Use a bootstrap interval."
            )

    @abc.abstractmethod
    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:
        """Return the interval of every metric, per level and coefficient; NaN where undefined.

        Parameters
        ----------
        correlations : Correlations
            Of every metric on all it has.
        over : {'both', 'systems', 'inputs'}
            What is resampled, if anything is.
        """

    def errors(self, correlations: Correlations, over: str) -> dict[Key, list[float]]:  # noqa: ARG002 - most have none
        """Return the standard error of every metric's correlation, on its own scale; NaN where it has none.

        Parameters
        ----------
        correlations : Correlations
            Of every metric on all it has.
        over : {'both', 'systems', 'inputs', 'these'}
            What varies.
        """
        return {key: [float("nan")] * correlations.arrays.n_metrics for key in correlations.keys}

    def limits_of_tables(
        self,
        tables: Sequence[ScoreArrays],  # noqa: ARG002 - others depend on it
        over: str,  # noqa: ARG002
        key: Key,  # noqa: ARG002
        confidence: float,  # noqa: ARG002
    ) -> list[list[Interval]] | None:
        """Return the intervals of all metrics of every one of many tables at once; None where it takes them one by one.

        Parameters
        ----------
        tables : sequence of ScoreArrays
        over : str
            Of `overs`.
        key : (level, coefficient)
        confidence : float
        """
        return None

    def of_differences(self, differences: Differences, over: str) -> Intervals:  # noqa: ARG002 - most have none
        """Return the interval of every difference; empty if the method has none for them."""
        return {}

    def of_samples(
        self,
        samples: FloatArray,  # noqa: ARG002 - for those that rest on samples
        estimate: float,  # noqa: ARG002
        left_out: Sequence[FloatArray],  # noqa: ARG002
        confidence: float,  # noqa: ARG002
    ) -> Interval:
        """Return the interval from the samples of anything.

        Parameters
        ----------
        samples : array of shape (B,)
            NaN where a resample has no value.
        estimate : float
        left_out : sequence of arrays
            Values without each unit, per resampled axis; used where `needs_left_out` says so.
        confidence : float

        Raises
        ------
        UnsupportedMethodError
            If the method does not rest on samples.
        """
        raise UnsupportedMethodError(f"{self.noun} does not rest on resamples. Use a bootstrap interval.")

    def sources(self, coefficients: Sequence[str]) -> tuple[str, ...]:  # noqa: ARG002 - others depend on them
        """Return the works to cite for some coefficients, besides those that the sentence cites."""
        return ()

    def doubts(self, estimate: float, n_units: int, coefficient: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return what speaks against the interval of one estimate of n units (see `level_units`)."""
        return ()

    def studied_as(self, over: str) -> str | None:
        """Return the name under which simulations know the interval; None where it has not been studied."""
        for name, resampled in self.studied.items():
            if not self.resampled or resampled == over:
                return name
        return None


class NoInterval(IntervalMethod):
    """Estimates alone: limits that are undefined throughout."""

    name = NONE
    overs = OVERS

    def label(self, over: str) -> str:  # noqa: ARG002 - it is over nothing
        """Return the name."""
        return self.name

    pools = True

    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:  # noqa: ARG002 - nothing
        """Return undefined limits."""
        from trueness.methods.differences import UNDEFINED

        return {key: [UNDEFINED] * correlations.arrays.n_metrics for key in correlations.keys}


NO_INTERVAL = NoInterval()
