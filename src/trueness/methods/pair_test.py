"""What a test of two metrics is: facts that studies and reports read, words, and findings on arrays of scores."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from trueness.errors import UnsupportedMethodError
from trueness.methods.clustered_systems import refuse_clusters, units_of_systems
from trueness.statistics.coefficient_facts import coefficient_facts

if TYPE_CHECKING:
    from trueness.methods.differences import Differences, Findings, Pair, PairFinding, Place
    from trueness.statistics.array_types import Key
    from trueness.statistics.jackknife.apart_differences import ApartDifferences
    from trueness.statistics.jackknife.two_way_jackknife import Precision
    from trueness.statistics.score_arrays import ScoreArrays

PLAIN = "permutation"
"""The test that takes the place of others where these do not exist."""


class Form(NamedTuple):
    """A form of a test that simulations study under a name of its own.

    Attributes
    ----------
    name : str
        Also in the tables of such studies that come with the package.
    over : str
    standardize : str or None
        None where the test does not depend on it.
    liberal : bool
        Whether it says little about other systems, so that part of its power are false alarms.
    """

    name: str
    over: str = "systems"
    standardize: str | None = None
    liberal: bool = False


class PairTest(abc.ABC):
    """Whether one metric agrees better with the human than another.

    Texts are templates. ``{swapped}`` is what is swapped, ``{resampled}`` what is resampled or left out, ``{start}``,
    ``{sides}``, ``{exchanged}``, ``{drawn}``, ``{off}``, ``{over}``, ``{left}`` and ``{count}`` what reports put into a
    sentence; ``[@key]`` is a citation, as Pandoc writes it.

    Attributes
    ----------
    name : str
        In columns and flags.
    noun : str
        What one such test is called.
    plural : str
        Template for captions: what the tests are, and of what.
    singular : str
        Template for figures.
    contrast : str
        Template: what the test does, where an interval resamples; why the two can disagree. Empty if they cannot.
    why_undefined : str
        Where it has no p-value though both correlations are there, and why; empty if that cannot be.
    overs : tuple of str
        What it may swap, resample or leave out.
    step : str
        Template: what it does while it runs.
    closed_form : bool
        Whether it is a formula of three correlations and a number of units.
    random : bool
        Whether chance has a part in it, and so a number of draws and a seed.
    resamples : bool
        Whether it rests on the bootstrap samples that intervals of differences rest on.
    permutes : bool
        Whether scores of the two metrics are swapped; few arrangements are enumerated.
    stops_early : bool
        Whether it can end when enough is known.
    standardizes : bool
        Whether it matters how metrics are put on one scale.
    pools : bool
        Whether it exists for differences pooled over several tables.
    minimum_units : int
        Fewer systems, or inputs, and it does not exist; clusters of systems where there are some.
    has_errors : bool
        Whether it knows the standard error of a difference (see `apart`), by which equivalence is told, too.
    single_systems : bool
        Whether it takes every system for independent of the others, and so does not exist for systems in clusters.
    draws : str
        What it draws many of.
    studied : tuple of Form
        The forms that simulations study.
    sentence : str
        Template of the sentence of a methods paragraph, in which ``{if_random}`` and ``{if_intervals}`` are:
    if_random : str
        What is said unless all arrangements were enumerated.
    if_intervals : str
        What is said where there are intervals, and from the test.
    """

    name: str
    noun: str
    plural: str
    singular: str
    contrast: str = ""
    why_undefined: str = ""
    overs: tuple[str, ...] = ("systems",)
    step: str = "testing {over}"
    closed_form: bool = False
    random: bool = True
    resamples: bool = False
    permutes: bool = False
    stops_early: bool = False
    standardizes: bool = False
    pools: bool = False
    minimum_units: int = 0
    has_errors: bool = False
    single_systems: bool = False
    draws: str = "resamples"
    studied: tuple[Form, ...] = ()
    sentence: str
    if_random: str = ""
    if_intervals: str = ""

    @property
    def only_systems(self) -> bool:
        """Whether it swaps, and swaps nothing but whole systems."""
        return self.permutes and self.overs == ("systems",)

    def exists(self, level: str, coefficient: str, over: str) -> bool:  # noqa: ARG002 - others depend on it
        """Return whether the test exists for a coefficient at a level, over something."""
        return level in coefficient_facts(coefficient).levels

    def derived_for(self, level: str, coefficient: str) -> bool:
        """Return whether its theory is about a coefficient at a level; where not it may exist as a heuristic."""
        return any(self.exists(level, coefficient, over) for over in self.overs)

    def over_for(self, applies_to: str) -> str:
        """Return what it is over where it should apply to something, by the short word for it; the nearest it can."""
        return applies_to if applies_to in self.overs else self.overs[0]

    def applies_to(self, over: str) -> str:
        """Return the short word for what a test over something applies to."""
        return over

    def check_units(self, arrays: ScoreArrays, over: str) -> None:
        """Check that there are enough systems, or inputs, before anything takes time.

        Raises
        ------
        UnsupportedMethodError
            If there are too few, or systems are in clusters and the test takes them for independent.
        """
        if self.single_systems and over != "inputs":
            refuse_clusters(arrays, self.noun if self.closed_form else f"the {self.noun}", "--test")
        units, words = (arrays.n_inputs, "inputs") if over == "inputs" else units_of_systems(arrays)
        if units < self.minimum_units:
            raise UnsupportedMethodError(
                f"the {self.name} test leaves {words} out one at a time and needs {self.minimum_units} of them or "
                f"more; there are {units}. Use --test {PLAIN}."
            )

    def check_scores(  # noqa: B027 - most tests need nothing of system scores
        self, arrays: ScoreArrays, pairs: Sequence[Pair], keys: Sequence[Key], over: str, standardize: str
    ) -> None:
        """Check that the test exists for the system scores of every metric compared, before anything takes time.

        Parameters
        ----------
        arrays : ScoreArrays
        pairs : sequence of (int, int)
        keys : sequence of (level, coefficient)
            What it tests.
        over, standardize : str

        Raises
        ------
        UnsupportedMethodError
            If it swaps what system scores are not made of.
        """

    @abc.abstractmethod
    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what the test says of every pair, without pairs whose system scores it cannot swap.

        Parameters
        ----------
        differences : Differences
        over : str
            Of `overs`.
        keys : sequence of (level, coefficient)
            Those of the differences at which the test is wanted; it exists at all of them.
        """

    def of_precision(self, precision: Precision) -> list[PairFinding]:  # noqa: ARG002 - of those with errors
        """Return what the test says of differences whose standard errors are known, such as pooled ones.

        Raises
        ------
        UnsupportedMethodError
            If it does not rest on standard errors (`has_errors`).
        """
        raise UnsupportedMethodError(f"the {self.noun} does not rest on standard errors of differences.")

    def apart(
        self,
        differences: Differences,  # noqa: ARG002 - others depend on it
        over: str,  # noqa: ARG002
        keys: Sequence[Key],  # noqa: ARG002
    ) -> dict[Place, ApartDifferences] | None:
        """Return what is known of every difference on Fisher's scale, for tests against margins; None where nothing is.

        Parameters
        ----------
        differences : Differences
        over : str
            Of `overs`.
        keys : sequence of (level, coefficient)
        """
        return None

    def findings_of_tables(
        self,
        tables: Sequence[ScoreArrays],  # noqa: ARG002 - others depend on it
        pairs: Sequence[Pair],  # noqa: ARG002
        over: str,  # noqa: ARG002
        key: Key,  # noqa: ARG002
    ) -> list[dict[Pair, PairFinding]] | None:
        """Return what the test says of pairs in every one of many tables at once; None where it takes them one by one.

        Parameters
        ----------
        tables : sequence of ScoreArrays
        pairs : sequence of (int, int)
        over : str
            Of `overs`.
        key : (level, coefficient)
        """
        return None

    def disagreement(self, over: str, interval_over: str) -> str:  # noqa: ARG002 - others depend on them
        """Return `contrast` where an interval over something can disagree with the test, empty otherwise."""
        return self.contrast

    def label(self, over: str) -> str:  # noqa: ARG002 - others depend on it
        """Return the test in a file's name."""
        return self.name

    def studied_as(self, over: str, standardize: str) -> str | None:
        """Return the name under which simulations know the test; None where it has not been studied."""
        for form in self.studied:
            if form.over == over and form.standardize in (None, standardize):
                return form.name
        return None
