"""How a study of annotators is shown: its tables, its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from trueness.decisions.annotators_agree import ANNOTATORS_AGREE
from trueness.decisions.may_grade import CEILING_MARGIN
from trueness.decisions.may_replace_annotator import MAY_REPLACE_ANNOTATOR
from trueness.methods.interval import NONE
from trueness.reporting.declared_tables import in_words
from trueness.reporting.figures.figure import Figure
from trueness.reporting.page import Chapter, Tile, counted_facts
from trueness.reporting.view import Table, View, shared_tables, switched
from trueness.reporting.writing.orientation import LOWER, legend, lower_is_better
from trueness.reporting.writing.tables import More, TableSpec, count, with_symbol
from trueness.studies.annotators.annotator_lines import alpha_lines, annotator_lines
from trueness.studies.annotators.answers import alpha_words
from trueness.studies.annotators.decided import PEOPLE
from trueness.studies.annotators.rows import (
    Agreement,
    AltTest,
    AltTestAnnotator,
    AnnotatorsResult,
    Attenuation,
    CeilingRow,
    Component,
    Design,
    HeldOutCorrelation,
    PairAgreement,
)
from trueness.studies.compare.captions import label
from trueness.study.number_words import decimal, interval, percent
from trueness.study.people_spoken_of import people_spoken_of
from trueness.study.words import OVER_WORDS, answer_words, coefficient_words

CEILING = TableSpec.of(
    CeilingRow,
    "ceiling",
    "Metrics beside an annotator",
    "Correlation of each metric with the annotators other than one, averaged over the one left out, and that of the "
    "one left out with the same others (the ceiling). The difference is the metric's minus the annotator's, on the "
    f"same outputs. As well: shown to be at most {CEILING_MARGIN:g} less, where annotators agree with each other.",
    (
        "metric",
        "level",
        "coefficient",
        "estimate",
        ("low", "high"),
        "ceiling",
        ("ceiling_low", "ceiling_high"),
        "difference",
        ("difference_low", "difference_high"),
        "reaches",
    ),
    dispensable=((("ceiling_low", "ceiling_high"),), (("low", "high"),), ("ceiling",)),
)
AGREEMENT = TableSpec.of(
    Agreement,
    "agreement",
    "Agreement of all annotators",
    "Krippendorff's alpha by what a difference of ratings means; the share of pairs of equal ratings, and Gwet's AC1, "
    "which do not fall where nearly all ratings are the same; intraclass correlations of a single rating (1) and of "
    "the mean of k.",
    ("measure", "estimate", ("low", "high"), "n_annotators", "n_units", "n_dropped", "n_undefined_resamples"),
)
PAIRS = TableSpec.of(
    PairAgreement,
    "pairs",
    "Agreement of pairs of annotators",
    "Cohen's kappa, kappa with quadratic weights, and Gwet's AC1 of each pair, on the outputs both rated.",
    ("annotator", "other", "measure", "estimate", ("low", "high"), "n_units", "n_undefined_resamples"),
)
ANNOTATORS = TableSpec.of(
    HeldOutCorrelation,
    "annotators",
    "Each annotator against the others",
    "Correlation of each annotator with the others together, on the outputs that this one and another rated.",
    ("annotator", "level", "coefficient", "estimate", ("low", "high"), "n_cells", "n_undefined"),
)
COMPONENTS = TableSpec.of(
    Component,
    "components",
    "Where single ratings vary",
    "Variance components of single ratings, by Henderson's first method; negative estimates are 0.",
)
DESIGNS = TableSpec.of(
    Design,
    "designs",
    "Reliability of other designs",
    "Reliability of averaged ratings for ranking (G) and for the scores themselves (Phi), for other annotators of the "
    "same inputs, or (both) for other annotators and other inputs.",
)
ATTENUATION = TableSpec.of(
    Attenuation,
    "attenuation",
    "Correlations corrected for noise",
    "Correlation of each metric with all annotators together, and what it would be if their ratings had no noise: "
    "divided by the square root of the reliability (which a metric that knows the truth would reach), cut at 1.",
    (
        "metric",
        "level",
        "coefficient",
        "correlation",
        "reliability",
        "attainable",
        "estimate",
        ("low", "high"),
        "capped",
    ),
    dispensable=(("attainable",), ("reliability",)),
)
ALT_TESTS = TableSpec.of(
    AltTest,
    "alt_tests",
    "May a metric stand in for an annotator?",
    "Alternative annotator test: the share of annotators that a metric wins against (half of three or more are asked), "
    "standard errors over inputs, and as published, all outputs taken for independent; the advantage is how often it "
    "fits the other annotators at least as well as the one left out. Constant: a judge that gives every output one "
    "rating.",
    (
        "metric",
        "winning_rate",
        ("winning_low", "winning_high"),
        "winning_rate_published",
        "advantage",
        "constant_winning_rate",
        "constant_advantage",
        "beyond_constant",
        ("beyond_low", "beyond_high"),
        "verdict",
        "n_tested",
        "n_skipped",
        "n_dropped",
    ),
    dispensable=(
        ("n_dropped", "n_skipped"),
        ("n_tested",),
        ("winning_rate_published",),
        ("constant_winning_rate",),
        (("winning_low", "winning_high"),),
        ("constant_advantage",),
    ),
)
ALT_ANNOTATORS = TableSpec.of(
    AltTestAnnotator,
    "alt_annotators",
    "Each metric against each annotator",
    "Alternative annotator test: share of outputs where the metric, and where the annotator, fits the other annotators "
    "at least as well; p that the annotator is better by epsilon or more, adjusted by Benjamini–Yekutieli.",
    dispensable=(("test", "statistic"), ("pvalue",), ("n_items",), ("n_units",)),
)
HELD_OUT = TableSpec.of(
    HeldOutCorrelation,
    "held_out",
    "Every scorer against the annotators other than one",
    "Correlation of each metric, and of the annotator left out, with the other annotators, on the outputs that the one "
    "left out and another rated.",
    ("annotator", "scorer", *(column.key for column in ANNOTATORS.columns[1:])),
).renamed("Annotator", "Left out")
SPECS = {
    spec.name: spec
    for spec in (
        *(CEILING, AGREEMENT, PAIRS, ANNOTATORS, COMPONENTS, DESIGNS),
        *(ATTENUATION, ALT_TESTS, ALT_ANNOTATORS, HELD_OUT),
    )
}


BELOW: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("ceiling", "Metrics beside an annotator", ("held_out",)),
    ("agreement", "Agreement of annotators", ("annotators", "pairs")),
    ("components", "Where single ratings vary", ("designs",)),
    ("attenuation", "Correlations corrected for noise", ()),
    ("alt_tests", "May a metric stand in for an annotator?", ("alt_annotators",)),
)
"""The chapters of a page: the table that opens each, its heading, and the tables below."""


class AnnotatorView(View[AnnotatorsResult]):
    """Tables and page of a study of annotators."""

    eyebrow: ClassVar[str] = "do people agree, and metrics with them?"
    shown: ClassVar[tuple[str, ...]] = ("ceiling", "agreement")

    def tables(self, result: AnnotatorsResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return annotator_tables(result)

    def alone_of(self, result: AnnotatorsResult) -> str:
        """Return the metrics beside the ceiling; without metrics, the agreement."""
        return "ceiling" if result.metrics else "agreement"

    def printed_by_default(self, result: AnnotatorsResult, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it: metrics by the first coefficient, the nearest first."""
        if name != CEILING.name:
            return self.printed(result, name, width)
        spec, rows = self.table(result, name)
        first, *others = result.settings.coefficients
        levels = result.settings.levels

        def place(row: CeilingRow) -> tuple[int, float]:
            return levels.index(row.level), math.inf if math.isnan(row.estimate) else -row.estimate

        if others:
            spec = dataclasses.replace(spec, more=More("and more coefficients", spec.name))
        return [(spec, sorted((row for row in rows if row.coefficient == first), key=place))]

    def title(self, result: AnnotatorsResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: how far annotators of {result.human} agree"

    def facts(self, result: AnnotatorsResult) -> str:
        """Return the numbers of annotators, metrics, systems and inputs."""
        _, systems, inputs = result.table.shape
        sizes = ((systems, "system"), (inputs, "input")) if result.table.has_systems else ((inputs, "item"),)
        people = (len(result.annotators), "annotator")
        metrics = ((len(result.metrics), "metric"),) if result.metrics else ()
        return counted_facts(people, *metrics, *sizes, more=(f"human scores: {result.human}",))

    def tiles(self, result: AnnotatorsResult) -> Iterable[Tile]:
        """Return the numbers of the first screen."""
        return _tiles(result)

    def figures(self, result: AnnotatorsResult) -> tuple[Figure, ...]:
        """Return correlations with the other annotators where some are defined; else agreement, where that is."""
        rows: tuple[HeldOutCorrelation | CeilingRow, ...] = (*result.annotator_rows, *result.ceiling)
        known = {(row.level, row.coefficient) for row in rows if not math.isnan(row.estimate)}
        if known:
            return tuple(annotator_lines(result, *key) for key in result.settings.keys if key in known)
        agree = any(not math.isnan(row.estimate) for row in result.agreement)
        return (alpha_lines(result),) if agree else ()

    def chapters(self, result: AnnotatorsResult) -> Iterator[Chapter]:
        """Yield the figures, metrics beside an annotator, agreement, reliability, noise, and the alternative test."""
        yield Chapter("figures", "Figures", switched(self.drawn(result), result.settings.keys))
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result) if rows}
        for name, heading, others in BELOW:
            there = [one for one in (name, *others) if one in found]
            blocks = (self.section(*found[one], heading=one != name, open=int(one == name)) for one in there)
            yield Chapter(name, heading, tuple(blocks), in_words(name))


def annotator_tables(study: AnnotatorsResult) -> tuple[Table, ...]:
    """Return the tables of a study with their rows, empty ones included; captions say the settings."""
    own = tuple((_of(study, SPECS[name]), study.rows_of(name)) for name in study.TABLES if name in SPECS)
    return (*own, *shared_tables(study))


def _of(study: AnnotatorsResult, spec: TableSpec) -> TableSpec:
    """Return a table that says whose it is and how it was made."""
    settings = study.settings
    if settings.interval == NONE:
        spec = spec.without(*(column.key for column in spec.columns if isinstance(column.key, tuple)))
    if not settings.drawn:
        spec = spec.without("n_undefined_resamples")
    caption = " ".join(
        filter(None, (spec.caption, _how(study, spec), legend(study.table, study.table.scorer_names)))
    )
    coefficients = settings.coefficients
    spec = dataclasses.replace(
        spec, caption=caption, data=_data_sentence(study), label=label(spec.name, study.human)
    ).marking(lower_is_better(study.table))
    return with_symbol(spec, coefficients[0]) if len(coefficients) == 1 else spec


def _how(study: AnnotatorsResult, spec: TableSpec) -> str:
    """Return how the intervals, or the tests, of a table were made."""
    if spec.name in ("alt_tests", "alt_annotators"):
        return _replacement(study)
    return (
        _intervals(study, spec.name) if any(isinstance(column.key, tuple) for column in spec.columns) else ""
    )


def _replacement(study: AnnotatorsResult) -> str:
    settings = study.settings
    scores = "taken as they are" if settings.calibration == "none" else f"calibrated ({settings.calibration})"
    return (
        f"Scores are {scores}, fit is by {settings.alignment}, epsilon {settings.margin:g}, false discovery rate "
        f"{settings.q:g}."
    )


def _intervals(study: AnnotatorsResult, name: str) -> str:
    """Return how the intervals of a table were made."""
    settings = study.settings
    if settings.interval == NONE:
        return ""
    kind = f"{settings.interval} bootstrap intervals from {count(settings.resamples)} resamples"
    people = ""
    if settings.leaves_out or name == ATTENUATION.name:
        kind = "two-way jackknife intervals"
    if settings.leaves_out and name == AGREEMENT.name:
        people = f", and {people_spoken_of(len(study.annotators))}"
    return f"Intervals are {100 * settings.confidence:.6g}% {kind}, for {_others(study)}{people}."


def _others(study: AnnotatorsResult) -> str:
    return OVER_WORDS[study.settings.over] if study.table.has_systems else "other items"


def _data_sentence(study: AnnotatorsResult) -> str:
    _, systems, inputs = study.table.shape
    human = f"‘{study.human}’" + LOWER * (study.human in lower_is_better(study.table))
    sizes = (
        f"{count(systems)} systems and {count(inputs)} inputs"
        if study.table.has_systems
        else f"{count(inputs)} items"
    )
    return f"{study.table.name}: {len(study.annotators)} annotators of {human}, on {sizes}."


def _tiles(study: AnnotatorsResult) -> Iterator[Tile]:
    agree = next((one for one in study.decisions if one.rule == ANNOTATORS_AGREE.name), None)
    if agree is not None and not math.isnan(agree.grounds[0].estimate):
        alpha = agree.grounds[0]
        answer = answer_words(agree.answer)
        equal = next(row for row in study.agreement if row.measure == "equal_ratings")
        yield Tile(
            f"{equal.n_annotators} annotators agree beyond chance: {answer}",
            decimal(alpha.estimate),
            f"{alpha_words(agree)}, floor {decimal(alpha.bar)}; equal ratings in {percent(equal.estimate)}",
            interval(alpha.low, alpha.high),
        )
    level, coefficient = study.settings.levels[0], study.settings.coefficients[0]
    rows = [
        row
        for row in study.ceiling
        if (row.level, row.coefficient) == (level, coefficient) and not math.isnan(row.estimate)
    ]
    if rows:
        yield from _beside(max(rows, key=lambda row: row.estimate), len(rows))
    asked = [one for one in study.decisions if one.rule == MAY_REPLACE_ANNOTATOR.name]
    few = [one for one in asked if one.reason == PEOPLE]
    if asked and len(few) == len(asked):
        yield Tile(
            "May stand in for an annotator", answer_words(few[0].answer), f"needs {few[0].bar:g} annotators"
        )
    elif asked:
        passed = sum(one.answer == "yes" for one in asked)
        yield Tile(
            "May stand in for an annotator", f"{passed} of {len(asked)}", "by the alternative annotator test"
        )


def _beside(best: CeilingRow, n_metrics: int) -> Iterator[Tile]:
    """Yield the metric that agrees most with annotators, and an annotator beside it."""
    where = f"{coefficient_words(best.coefficient)} with the others, {best.level.replace('_', ' ')} level"
    if not math.isnan(best.ceiling):
        yield Tile(
            "One annotator", decimal(best.ceiling), where, interval(best.ceiling_low, best.ceiling_high)
        )
    reached = {
        "better": "agrees better than an annotator",
        "as_well": "agrees as well as an annotator",
        "less": "agrees less than an annotator",
        "cannot_tell": "we cannot tell whether as well as an annotator",
    }[best.reaches]
    named = f"‘{best.metric}’" if n_metrics == 1 else f"‘{best.metric}’, of {n_metrics} the nearest"
    yield Tile(named, decimal(best.estimate), reached, interval(best.low, best.high))
