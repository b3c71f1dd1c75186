"""Groups of settings that several studies share: which scorers, which correlations, which intervals, which tests."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.data.scores.patterns import split_patterns
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, check_choice, listing
from trueness.methods.applies_to import APPLIES_TO, OVERS, USUAL
from trueness.methods.registry import OFFERED_INTERVALS, USUAL_INTERVAL, interval_method
from trueness.statistics.coefficient_facts import (
    CORRELATIONS,
    LABEL_CHOICES,
    PAIR_CHOICES,
    check_coefficients,
    coefficient_facts,
    coefficients_at,
)
from trueness.statistics.corrections import CORRECTIONS, PAIR_CORRECTIONS, correction_name
from trueness.statistics.level_names import check_levels
from trueness.statistics.pairs.tie_thresholds import check_tie_calibration
from trueness.statistics.score_arrays import MEANS, MISSING_POLICIES
from trueness.study.setting import (
    TEST,
    Checked,
    NothingDrawn,
    Selection,
    number_or_word,
    proportion,
    setting,
    words,
)

ALTERNATIVES = ("two-sided", "greater", "less")


@dataclasses.dataclass(frozen=True)
class InGroups(Selection):
    """Which inputs belong together, which systems do, and which systems are one."""

    clusters: str | None = setting(
        None,
        "Grouping column of inputs that are resampled or swapped as a whole; none takes every input for itself.",
        default_words="a column called document, doc or cluster, if there is one",
    )
    system_clusters: str | None = setting(
        None, "Grouping column of systems that are left out, resampled or swapped as a whole, e.g. family."
    )
    # an option of how scores are read, too
    drop_duplicates: bool = setting(
        default=False, text="Keep one of systems with identical scores.", flag=None
    )


@dataclasses.dataclass(frozen=True)
class OfScorers(InGroups):
    """Which metrics are compared with whom."""

    human: str | None = setting(
        None,
        "The human scorer: the ground truth. mean(A,B) is the mean of several, standardized_mean(A,B) that of scores "
        "with mean 0 and standard deviation 1; in adjusted(A) annotators' strictness is taken off.",
        default_words="the only one that the data declare, or the column called human",
    )
    metrics: tuple[str, ...] | None = setting(
        None,
        "Metrics: names or shell patterns. Of texts: what is computed.",
        check=words,
        several=True,
        split=split_patterns,
        default_words="all scorers that are not declared human",
    )


def level_names(argument: str, value: Any) -> tuple[str, ...]:
    """Return levels (see `level_names.check_levels`)."""
    del argument
    return check_levels(value)


def _coefficients(argument: str, value: Any) -> tuple[str, ...]:
    del argument
    return check_coefficients(value)


def _tie_calibration(argument: str, value: Any) -> str:
    del argument
    return check_tie_calibration(value)


def correction(argument: str, value: Any) -> str:
    """Return the name of a correction, under whatever name it is known.

    Raises
    ------
    ArgumentError
        If there is none of that name.
    """
    try:
        return correction_name(value)
    except ArgumentError as error:
        raise ArgumentError(str(error).replace("`method`", f"`{argument}`")) from None


def pair_correction(argument: str, value: Any) -> str:
    """Return a rule for several tests, or one for all pairs of a ranking."""
    return value if value in PAIR_CORRECTIONS else correction(argument, value)


@dataclasses.dataclass(frozen=True)
class OfNames(Selection):
    """Whose scores are looked at."""

    scorers: tuple[str, ...] | None = setting(
        None,
        "Scorers, human or not: names or shell patterns.",
        check=words,
        several=True,
        split=split_patterns,
        flag="--scorer",
        default_words="all",
    )

    def chosen(self, table: ScoreTable) -> ScoreTable:
        """Return a table with these scorers alone.

        Raises
        ------
        UnknownNameError
            If a pattern matches nothing.
        """
        return table if self.scorers is None else table.select(scorers=table.names_matching(self.scorers))


@dataclasses.dataclass(frozen=True)
class OfCells(Checked):
    """Which cells count, and how they become scores of systems."""

    missing: str = setting(
        "pairwise",
        "Outputs that are compared. Those that the compared ones have, or those that all have.",
        choices=MISSING_POLICIES,
    )
    means: str = setting(
        "judged", "Which inputs metrics' scores of systems are of, where people judged some.", choices=MEANS
    )
    aggregate: str = setting(
        "corpus",
        "How scores of outputs become a score of their system, by metrics. Corpus scores where a metric has sufficient "
        "statistics and means otherwise, always means, or medians; the human's are means.",
        choices=AGGREGATES,
    )


@dataclasses.dataclass(frozen=True)
class OfCorrelations(OfCells):
    """Which correlations.

    Attributes
    ----------
    levels, coefficients : tuple of str
        Not every coefficient exists at every level: `keys` are the combinations there are.
    """

    levels: tuple[str, ...] = setting(
        ("system", "input"),
        "What is correlated: system, input (= summary), global, per_system.",
        check=level_names,
        several=True,
        keyword="level",
        default_words="system and input",
    )
    coefficients: tuple[str, ...] = setting(
        ("pearson", "spearman", "kendall"),
        f"How agreement is measured: {', '.join(CORRELATIONS)}; over pairs {PAIR_CHOICES}; where "
        f"people give labels {LABEL_CHOICES}.",
        check=_coefficients,
        several=True,
        keyword="coefficient",
        default_words="pearson, spearman and kendall",
    )
    tie_calibration: str = setting(
        "calibrated",
        "Within what scores tie, for acc_eq and tau_eq: a threshold calibrated on the data, held-out on other inputs, "
        "none, or a number.",
        check=_tie_calibration,
        parse=number_or_word,
        takes=float | str,
    )

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """The combinations of level and coefficient that exist, level by level."""
        return tuple((level, name) for level in self.levels for name in self.coefficients_at(level))

    @property
    def absent(self) -> tuple[tuple[str, str], ...]:
        """The combinations of level and coefficient asked for that do not exist."""
        kept = set(self.keys)
        return tuple(
            (level, name) for level in self.levels for name in self.coefficients if (level, name) not in kept
        )

    @property
    def computed_levels(self) -> tuple[str, ...]:
        """The levels at which at least one of the coefficients exists."""
        return tuple(level for level in self.levels if self.coefficients_at(level))

    def coefficients_at(self, level: str) -> tuple[str, ...]:
        """Return the coefficients that exist at a level."""
        return coefficients_at(level, self.coefficients)

    def levels_of(self, coefficient: str) -> tuple[str, ...]:
        """Return the levels asked for at which a coefficient exists."""
        return tuple(level for level in self.levels if level in coefficient_facts(coefficient).levels)

    @property
    def calibrates(self) -> bool:
        """Whether a coefficient has a threshold within which scores tie."""
        return any(coefficient_facts(name).calibrated for name in self.coefficients)

    def _refuse(self) -> None:
        from trueness.errors import UnsupportedMethodError

        for name in self.coefficients:
            if not self.levels_of(name):
                raise UnsupportedMethodError(
                    f"{name} exists at other levels than {' or '.join(self.levels)}: "
                    f"{listing(coefficient_facts(name).levels)}. Ask for that level (--level)."
                )
        super()._refuse()


@dataclasses.dataclass(frozen=True)
class OfConfidence(Checked):
    """How sure intervals are."""

    confidence: float = setting(
        0.95, "Confidence of the intervals.", check=proportion, alias="confidence_level", weaker="lower"
    )


@dataclasses.dataclass(frozen=True)
class OnlyConfidence(OfConfidence, NothingDrawn):
    """How sure intervals are, where nothing else can be chosen and nothing is drawn.

    Attributes
    ----------
    confidence : float
    resamples, seed : int
        0.
    """


def _over(argument: str, value: Any) -> str:
    return value if value == "" else check_choice(argument, value, OVERS)


@dataclasses.dataclass(frozen=True)
class OfIntervals(OfConfidence):
    """Which intervals.

    Attributes
    ----------
    over : str
        By default what follows from `applies_to`.
    """

    applies_to: str = setting(
        USUAL,
        "What intervals and tests apply to. Other systems judged on other inputs; other systems on these inputs; these "
        "systems on other inputs; or these systems and inputs, of which other outputs are judged.",
        choices=tuple(APPLIES_TO),
    )
    over: str = setting(
        "",
        "What bootstrap intervals resample: systems, inputs or both.",
        check=_over,
        default_words="what --applies-to says",
    )
    interval: str = setting(USUAL_INTERVAL, "How intervals are made.", choices=OFFERED_INTERVALS)

    def _settle(self) -> None:
        method = interval_method(self.interval)
        if not self.over or len(method.overs) == 1:
            object.__setattr__(self, "over", method.over_for(APPLIES_TO[self.applies_to]))
        check_choice("over", self.over, method.overs)
        super()._settle()


@dataclasses.dataclass(frozen=True)
class OfClosedForms(Checked):
    """Whether formulas may be used where they are not derived for."""

    as_published: bool = setting(
        default=False,
        text="Allow closed forms off the system level, as papers did, with averaged correlations and n = systems at "
        "the input level, and n = outputs at the global one; flagged.",
    )


@dataclasses.dataclass(frozen=True)
class OfTests(Checked):
    """How tests decide."""

    alternative: str = setting(
        "two-sided",
        "Which differences are looked for. A one-sided test is made of both orders of every pair.",
        choices=ALTERNATIVES,
        panel=TEST,
    )
    correction: str = setting(
        "holm",
        "Correction for the number of tests.",
        check=correction,
        choices=CORRECTIONS,
        panel=TEST,
    )
    alpha: float = setting(0.05, "Level of the tests.", check=proportion, panel=TEST, weaker="higher")
