"""Whose ratings are studied beside which metrics, and how."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.aggregate_columns import AGGREGATES
from trueness.errors import ArgumentError, UnsupportedMethodError, check_choice, listing
from trueness.methods.interval import NONE
from trueness.methods.registry import OFFERED_INTERVALS, USUAL_INTERVAL, interval_method, intervals_with
from trueness.statistics.annotators.alternative_annotator_test import ALIGNMENTS, EPSILONS, SMALL_SAMPLES
from trueness.statistics.annotators.annotator_combination import COMBINATIONS
from trueness.statistics.annotators.rating_scale import CALIBRATIONS
from trueness.statistics.coefficient_facts import CORRELATIONS
from trueness.studies.compare.settings import Settings
from trueness.study.setting import (
    TEST,
    StudySettings,
    again,
    fixed,
    number_or_word,
    one_of,
    proportion,
    setting,
    whole,
)
from trueness.study.setting_groups import OfCorrelations, OfIntervals, OfScorers

RESAMPLED_INTERVALS = tuple(
    name for name in intervals_with("resampled") if not interval_method(name).needs_left_out
)
"""Those that need nothing but resamples, which every number of the study has."""

STUDY_INTERVALS = (USUAL_INTERVAL, *RESAMPLED_INTERVALS, NONE)
"""The two-way jackknife leaves units out of averages over annotators as well."""

DRAWN_OVERS = interval_method(RESAMPLED_INTERVALS[0]).overs
STUDY_AGGREGATES = ("corpus", "mean")


@dataclasses.dataclass(frozen=True)
class AnnotatorSelection(OfScorers):
    """Whose ratings are studied beside which metrics.

    Attributes
    ----------
    metrics : tuple of str or None
        None of them where there is none beside the annotators.
    drop_duplicates : bool
        Always false: copies of systems are left out before, if at all.
    """

    human: str | None = again(OfScorers, "human", text="The human scorer whose annotators are studied.")
    drop_duplicates: bool = fixed(value=False)


def _epsilon(argument: str, value: Any) -> float | str:
    if isinstance(value, str):
        return check_choice(argument, value, EPSILONS)
    if not 0 <= value < 1:
        raise ArgumentError(f"`{argument}` must be from 0 to below 1; it is {value!r}.")
    return float(value)


def _reliability(argument: str, value: Any) -> float:
    if not 0 < value <= 1:
        raise ArgumentError(f"`{argument}` must be in (0, 1]; it is {value!r}.")
    return float(value)


@dataclasses.dataclass(frozen=True)
class AnnotatorSettings(OfCorrelations, OfIntervals, StudySettings):
    """How annotators are studied; the defaults are the recommended ones.

    Attributes
    ----------
    means, tie_calibration : str
        One value each: metrics are compared on what people rated, and their scores are taken as they are.

    Raises
    ------
    ArgumentError
        If a value is not among those listed.
    UnsupportedMethodError
        If an interval is asked for that averages over annotators do not have, a coefficient that is none of two
        vectors, or medians.
    """

    coefficients: tuple[str, ...] = again(
        OfCorrelations,
        "coefficients",
        text=f"How agreement is measured: {', '.join(CORRELATIONS)}.",
    )
    interval: str = again(
        OfIntervals,
        "interval",
        text="How intervals are made. Those of correlations corrected for noise are always the two-way jackknife's.",
        choices=STUDY_INTERVALS,
        check=one_of(OFFERED_INTERVALS),
    )
    aggregate: str = again(
        OfCorrelations,
        "aggregate",
        text="How scores of outputs become a score of their system, by metrics. Corpus scores where a metric has "
        "sufficient statistics and means otherwise, or always means.",
        choices=STUDY_AGGREGATES,
        check=one_of(AGGREGATES),
    )
    means: str = fixed("judged")
    tie_calibration: str = fixed("calibrated")
    combination: str = setting(
        "mean",
        "How several annotators' ratings become one score. Standardized is the mean of z-scores per annotator.",
        choices=COMBINATIONS,
    )
    calibration: str = setting(
        "quantile",
        "How scores become ratings for the alternative annotator test, learned on other inputs. With none they are on "
        "the annotators' scale already.",
        choices=CALIBRATIONS,
        panel=TEST,
    )
    alignment: str = setting(
        "rmse", "What fitting the other annotators means in that test.", choices=ALIGNMENTS, panel=TEST
    )
    epsilon: float | str = setting(
        "crowd",
        "Margin of the alternative annotator test, or who the annotators are: experts (.2), skilled (.15), crowd (.1).",
        check=_epsilon,
        parse=number_or_word,
        panel=TEST,
    )
    q: float = setting(
        0.05, "False discovery rate of the alternative annotator test.", check=proportion, panel=TEST
    )
    folds: int = setting(
        10,
        "Folds of inputs for the calibration.",
        check=whole(2),
        default_words="10, or as many inputs as there are",
        panel=TEST,
    )
    minimum_units: int = setting(30, "Inputs an annotator needs for its t test.", check=whole(2), panel=TEST)
    small: str = setting(
        "skip", "What happens to an annotator with fewer inputs.", choices=SMALL_SAMPLES, panel=TEST
    )
    metric_reliability: float = setting(
        1.0,
        "Reliability of the metrics, for the correction for noise. It is 1 where metrics give the same scores again.",
        check=_reliability,
    )

    @property
    def margin(self) -> float:
        """The margin of the alternative annotator test as a number."""
        return EPSILONS[self.epsilon] if isinstance(self.epsilon, str) else float(self.epsilon)

    @property
    def drawn(self) -> int:
        """How many resamples there are for intervals; none without intervals, or where units are left out."""
        return self.resamples if self.interval in RESAMPLED_INTERVALS else 0

    @property
    def leaves_out(self) -> bool:
        """Whether intervals of correlations rest on the two-way jackknife."""
        return interval_method(self.interval).leaves_out

    @property
    def correlations(self) -> Settings:
        """The settings under which `compare` would estimate the correlations."""
        shared = {field.name for field in dataclasses.fields(Settings)}
        values = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return Settings(**{name: value for name, value in values.items() if name in shared})

    def _refuse(self) -> None:
        super()._refuse()
        if self.interval not in STUDY_INTERVALS:
            raise UnsupportedMethodError(
                f"a study of annotators takes other intervals than '{self.interval}': its numbers are "
                f"averages over annotators. Use {', '.join(STUDY_INTERVALS[:-1])} or {NONE}."
            )
        if self.over not in DRAWN_OVERS and self.interval != NONE:
            raise UnsupportedMethodError(
                "agreement of annotators varies with systems or inputs: a study of them cannot apply to other outputs "
                "of these alone. Use --applies-to systems,inputs, systems or inputs."
            )
        others = [name for name in self.coefficients if name not in CORRELATIONS]
        if others:
            raise UnsupportedMethodError(
                f"a study of annotators has no {listing(others)}: an annotator is compared with others as one score "
                f"per output is with another. Use {listing(CORRELATIONS)}."
            )
        if self.aggregate not in STUDY_AGGREGATES:
            raise UnsupportedMethodError(
                "`aggregate`='median' would compare medians of metrics with means of annotators. Use "
                "corpus or mean."
            )
