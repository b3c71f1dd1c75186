"""What a paper has to say of a study of annotators."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.interval import NONE
from trueness.methods.registry import interval_method
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import (
    JACKKNIFE,
    Reported,
    StudyMethods,
    coefficients_cited,
    interval_sentence,
)
from trueness.statistics.annotators.other_people import FEWEST_PEOPLE
from trueness.studies.annotators.rows import AnnotatorsResult
from trueness.study.words import OVER_WORDS

COMBINATION_WORDS = {
    "mean": "mean",
    "median": "median",
    "standardized": "mean of the z-scores",
}


class AnnotatorsMethods(StudyMethods[AnnotatorsResult]):
    """How a study of annotators came about."""

    def sentences(self, result: AnnotatorsResult) -> Iterator[Sentence]:
        """Yield how agreement, the ceiling, noise and the alternative annotator test were computed."""
        settings = result.settings
        if result.agreement:
            yield (
                "Agreement of all annotators is Krippendorff's alpha",
                cite("krippendorff-2011-computing"),
                " and intraclass correlations",
                cite("shrout-fleiss-1979-intraclass"),
                ".",
            )
        if result.pairs:
            yield (
                "That of pairs is Cohen's kappa",
                cite("cohen-1960-coefficient"),
                " and AC1",
                cite("gwet-2008-computing"),
                ".",
            )
        yield (
            (
                "Each annotator was left out in turn and correlated with the "
                f"{COMBINATION_WORDS[settings.combination]} of the others, by "
            ),
            *coefficients_cited(settings.coefficients),
            ".",
        )
        yield ("So was every metric, on the outputs that both sides rated.",)
        yield from _intervals(result)
        if result.components:
            yield (
                "Where single ratings vary was estimated by Henderson's first method",
                cite("henderson-1953-estimation"),
                "; the reliability of other designs follows generalizability theory",
                cite("brennan-2001-generalizability"),
                ".",
            )
        if result.attenuation:
            yield ("Correlations were corrected for the noise of ratings", cite("spearman-1904-proof"), ".")
            yield (
                (
                    "Their reliability is the mean correlation of two annotators, stepped up to as many ratings as an "
                    "output has."
                ),
            )
        if result.alt_tests:
            yield from _replacement(result)

    def reported(self, result: AnnotatorsResult) -> Reported:
        """Return the alternative annotator test and its correction."""
        settings = result.settings
        tested = bool(result.alt_tests)
        kind = settings.interval if settings.drawn else ""
        return Reported(
            units=f"{len(result.annotators)} annotators, {_sizes(result)}",
            interval="two-way jackknife" if settings.leaves_out else f"{kind} bootstrap" if kind else "",
            applies_to=_others(result),
            test=f"alternative annotator test, epsilon {settings.margin:g}" if tested else "",
            correction=f"false discovery rate of {settings.q:g} over annotators" if tested else "",
        )

    def draws(self, result: AnnotatorsResult) -> bool:
        """Whether intervals, folds or permutations are drawn."""
        return bool(result.settings.drawn) or bool(result.alt_tests)


def _intervals(result: AnnotatorsResult) -> Iterator[Sentence]:
    settings = result.settings
    if settings.interval == NONE:
        return
    yield interval_sentence(
        interval_method(settings.interval),
        settings,
        applies_to=_others(result),
        has_systems=result.table.has_systems,
    )
    if not settings.leaves_out:
        if result.attenuation:
            yield ("Those of corrected correlations are the two-way jackknife's", JACKKNIFE, ".")
        return
    people = "; in them other people vary, too" if len(result.annotators) >= FEWEST_PEOPLE else ""
    yield ((f"Those of agreement coefficients are on the scale of log(1 − coefficient){people}."),)


def _replacement(result: AnnotatorsResult) -> Iterator[Sentence]:
    settings = result.settings
    yield (
        "Whether a metric may stand in for an annotator was tested by the alternative annotator test",
        cite("calderon-etal-2025-alternative"),
        ".",
    )
    calibration = settings.calibration
    scores = "taken as they are" if calibration == "none" else f"calibrated ({calibration}) on other inputs"
    yield (
        (
            f"Scores were {scores}; fit is by {settings.alignment}, epsilon is {settings.margin:g}, the false "
            "discovery rate "
            f"{settings.q:g}."
        ),
    )
    small = "left out" if settings.small == "skip" else "tested by signed ranks"
    yield (f"An annotator with fewer than {settings.minimum_units} inputs was {small}.",)


def _others(result: AnnotatorsResult) -> str:
    return OVER_WORDS[result.settings.over] if result.table.has_systems else "other items"


def _sizes(result: AnnotatorsResult) -> str:
    _, systems, inputs = result.table.shape
    return (
        series([f"{systems} systems", f"{inputs} inputs"]) if result.table.has_systems else f"{inputs} items"
    )
