"""What a paper has to say of a validation of judges."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.decisions.may_grade import CEILING_MARGIN, MAY_GRADE, PEOPLE_FLOOR, WITH_A_PERSON
from trueness.decisions.may_quote_rate import MAY_QUOTE_RATE
from trueness.decisions.may_rank import MAY_RANK
from trueness.errors import counted
from trueness.methods.registry import interval_method
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import (
    NOT_ASKED,
    Reported,
    StudyMethods,
    coefficients_cited,
    interval_sentence,
    level_words,
    ties_words,
)
from trueness.studies.compare.words import generalises_to
from trueness.studies.judge.decided_words import measure_words
from trueness.studies.judge.rows import JudgeResult
from trueness.studies.judge.settings import RANKS
from trueness.study.number_words import in_points
from trueness.study.words import coefficient_words

PPI = cite("angelopoulos-etal-2023-ppi")


class JudgeMethods(StudyMethods[JudgeResult]):
    """How a validation of judges came about."""

    def sentences(self, result: JudgeResult) -> Iterator[Sentence]:
        """Yield how agreement, means, bias, calibration and shares of positives were computed."""
        if result.labels:
            yield from _labels(result)
        yield from _bars(result)
        if result.agreement:
            yield from _agreement(result)
        if result.means:
            yield from _means(result)
        if result.bias:
            yield (
                (
                    "Bias is the slope of the judge's score on the covariate, in a least-squares regression on the "
                    "human "
                    "score and the covariate."
                ),
            )
        if result.order:
            yield (
                (
                    "The bias of order compares both verdicts on a pair of outputs, each shown first once; its "
                    "p-value is an "
                    "exact sign test."
                ),
            )
        if result.measures or result.reliability:
            yield from _calibration(result)
        if result.prevalence:
            yield (
                "Shares of positives were corrected for the judge's errors",
                cite("rogan-gladen-1978-estimating"),
                ".",
            )
            yield ("Their intervals are the shares that a score test does not reject.",)
        if result.gate:
            yield ("The error of the gate is divided among judges", cite("hochberg-1988-sharper"), ".")

    def reported(self, result: JudgeResult) -> Reported:
        """Return how agreement was measured, and how many outputs people labelled."""
        agreement = result.comparison
        labels = ("Cohen's kappa",) if result.labels else ()
        names = agreement.settings.coefficients
        alone = (
            f", {counted(result.n_unlabelled, 'output')} with a judge's alone" if result.n_unlabelled else ""
        )
        return Reported(
            level=level_words(agreement.settings.computed_levels),
            coefficient=", ".join((*labels, *(coefficient_words(name) for name in names))),
            interval=agreement.settings.interval_method.words,
            applies_to=generalises_to(agreement.settings, has_systems=agreement.table.has_systems),
            ties=ties_words(names, agreement.settings) or NOT_ASKED,
            missing=f"{counted(result.n_labelled, 'output')} have a human score{alone}",
        )

    def missing(self, result: JudgeResult) -> Iterator[Sentence]:
        """Yield how many outputs people scored, and how many only judges did."""
        alone = f"; {result.n_unlabelled:,} more have a judge's score alone" if result.n_unlabelled else ""
        yield (
            f"People scored {counted(result.n_labelled, 'output')}{alone}. Missing scores were not filled in.",
        )


def _bars(result: JudgeResult) -> Iterator[Sentence]:
    """Yield by which bars it was decided what a judge may be used for."""
    settings = result.settings
    asked = {one.rule: one for one in result.decisions}
    grading = asked.get(MAY_GRADE.name)
    if grading is not None and grading.of(WITH_A_PERSON) is None:
        measure = measure_words(grading)
        yield (f"A judge may grade where its {measure} with people is at least {settings.grade_bar:g}.",)
    elif grading is not None:
        below = f"with a person is at most {CEILING_MARGIN:g} below that of two people"
        yield (f"A judge may grade where its {measure_words(grading)} {below}.",)
        yield (f"People have to agree with each other by {PEOPLE_FLOOR:g} at least.",)
    if MAY_QUOTE_RATE.name in asked:
        within = in_points(settings.rate_margin)
        yield (f"Its share, or mean, may be quoted where that is within {within} of people's.",)
    if MAY_RANK.name in asked:
        yield (f"It may rank where its correlation over systems is at least {settings.rank_bar:g}.",)
    if asked:
        yield (f"A yes needs the whole {100 * settings.confidence:.6g}% interval on that side.",)


def _labels(result: JudgeResult) -> Iterator[Sentence]:
    yield (
        f"Labels of judges were compared with {result.peoples_label}, by Cohen's kappa",
        cite("cohen-1960-coefficient"),
        " and shares.",
    )
    yield (
        "Intervals of shares are exact",
        cite("clopper-pearson-1934-use"),
        ", with the design effect of inputs",
        cite("kish-1965-survey"),
        ".",
    )


def _agreement(result: JudgeResult) -> Iterator[Sentence]:
    settings = result.comparison.settings
    yield (
        f"Agreement is the correlation of a judge with ‘{result.human}’ over the labelled outputs, by ",
        *coefficients_cited(settings.coefficients),
        ".",
    )
    has_systems = result.comparison.table.has_systems
    method = interval_method(settings.interval)
    if method.sentence:
        yield interval_sentence(
            method,
            settings,
            applies_to=generalises_to(settings, has_systems=has_systems),
            has_systems=has_systems,
        )


def _means(result: JudgeResult) -> Iterator[Sentence]:
    settings = result.settings
    yield (
        (
            "Mean human scores are prediction-powered: a judge's mean, corrected by its errors on labelled "
            "outputs"
        ),
        cite("angelopoulos-etal-2023-prediction"),
        ".",
    )
    if settings.lam == "optimal":
        yield (
            "The weight of the judge, within [0, 1], has the smallest estimated variance, by PPI++",
            PPI,
            ".",
        )
    else:
        yield (f"The weight of the judge is λ = {settings.lam:g}, as in PPI++", PPI, ".")
    if not all(result.same_scale.values()):
        what = " of their ranks" if settings.scale == RANKS else ""
        yield (f"Judges on another scale were first brought to the human's by one least-squares line{what}.",)
    if settings.interval == "analytic":
        yield ("Their intervals are closed-form, with Student's t.",)
    else:
        yield (
            f"Their intervals are percentiles of {settings.resamples:,} bootstrap resamples",
            cite("efron-tibshirani-1993-bootstrap"),
            ".",
        )
    if result.table.has_systems:
        unit = f"a group of inputs by ‘{result.clusters}’" if result.clusters else "an input"
        yield (f"Over all systems, the outputs of {unit} form a cluster.",)
    yield ("All of it assumes that the labelled outputs are a random sample.",)


def _calibration(result: JudgeResult) -> Iterator[Sentence]:
    measures = {row.measure for row in result.measures}
    if "calibration_error" in measures:
        yield (
            (
                "The calibration error is the mean distance of the judge's and the human mean, over up to "
                f"{result.settings.bins} bins of about equal size"
            ),
            cite("naeini-etal-2015-obtaining"),
            ".",
        )
        yield ("Its interval is the basic bootstrap, which takes off the error that resampling adds.",)
    if "quadratic_kappa" in measures:
        yield ("Quadratic-weighted kappa is Cohen's", cite("cohen-1968-weighted"), ".")
