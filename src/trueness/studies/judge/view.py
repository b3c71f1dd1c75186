"""How a validation of judges is shown: its tables, figures and page."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from trueness.data.cells.lengths import length_unit
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.wording import percent
from trueness.reporting.page import (
    Block,
    Chapter,
    Head,
    Part,
    Tile,
    counted_facts,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.view import DECISIONS, Table, View, few, shared_tables, unfolded
from trueness.reporting.views import find_view
from trueness.reporting.writing.tables import Key, TableSpec, count
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.judge.head import judge_tiles
from trueness.studies.judge.label_tables import (
    BY_SYSTEM,
    CONFUSION,
    DISAGREEMENTS,
    GATE,
    GOALS,
    LABELS,
    SLICES,
    VERSIONS,
)
from trueness.studies.judge.length_residuals import length_residuals
from trueness.studies.judge.reliability_diagram import reliability_diagram
from trueness.studies.judge.rows import (
    ALL_SYSTEMS,
    JudgeBias,
    JudgedDifference,
    JudgedMean,
    JudgeMeasure,
    JudgeResult,
    OrderBias,
    Prevalence,
    ReliabilityRow,
)
from trueness.studies.judge.uses_table import uses_table
from trueness.study.words import OVER_WORDS

MOST_JUDGES = 12
"""Of more judges, tables with many rows for each show those that agree best; files to download hold all."""

ONE_PART = ("by_system", "gate", "goals", "slices", "confusion", "versions", "bias", "order", "prevalence")
"""Tables that are read across judges."""

ANNOTATOR_TABLES = ("agreement", "ceiling", "alt_tests", "alt_annotators")
"""What of a study of the annotators is about judges, and what that rests on."""

MEASURE_WORDS = {
    "mean_error": "Mean error",
    "mean_absolute_error": "Mean absolute error",
    "quadratic_kappa": "Quadratic-weighted kappa",
    "calibration_error": "Calibration error",
    "calibration_intercept": "Intercept of the line",
    "calibration_slope": "Slope of the line",
}

LABEL_WORDS = {
    "kappa": "Cohen's kappa",
    "weighted_kappa": "Weighted kappa",
    "mcc": "MCC",
    "balanced_accuracy": "Balanced accuracy",
    "accuracy": "Accuracy",
    "tpr": "TPR",
    "tnr": "TNR",
    "ppv": "Precision (PPV)",
    "npv": "NPV",
    "rate_bias": "Positives, minus people's",
}
"""What measures of labels are called where each has a part of its own."""

PER_MEASURE = {"measures": MEASURE_WORDS, "labels": LABEL_WORDS}
"""Tables with a part per measure."""

MEASURES = TableSpec.of(
    JudgeMeasure,
    "measures",
    "Errors and calibration",
    "",
    ("metric", "measure", "estimate", ("low", "high"), "n_outputs", "n_undefined_resamples"),
)
BIAS = TableSpec.of(
    JudgeBias,
    "bias",
    "What judges reward beside quality",
    "",
    (
        *("metric", "covariate", "per", "estimate", ("low", "high"), "partial_correlation"),
        *("correlation_human", "n_outputs"),
    ),
    dispensable=(("n_outputs",), ("partial_correlation",), ("correlation_human",)),
)
ORDER = TableSpec.of(
    OrderBias,
    "order",
    "The order in which two outputs are shown",
    "",
    (
        *("metric", "estimate", ("low", "high"), "consistent", ("consistent_low", "consistent_high")),
        *("n_first", "n_second", "pvalue", "n_pairs"),
    ),
)
RELIABILITY = TableSpec.of(
    ReliabilityRow,
    "reliability",
    "What people say where a judge says so",
    "",
)
MEANS = TableSpec.of(
    JudgedMean,
    "means",
    "Mean human scores of systems, with and without the judge",
    "",
    (
        *("metric", "system", "estimate_all", "estimate", ("low", "high")),
        *("estimate_human", ("low_human", "high_human"), "estimate_judge"),
        *("lam", "labels_worth", "n_labelled", "n_unlabelled"),
    ),
    dispensable=(
        ("n_labelled", "n_unlabelled"),
        ("lam",),
        ("labels_worth",),
        ("estimate_judge",),
        (("low_human", "high_human"),),
    ),
)
DIFFERENCES = TableSpec.of(
    JudgedDifference,
    "differences",
    "Differences of systems",
    "",
    (
        *("metric", "system", "other", "estimate", ("low", "high"), "estimate_human"),
        *(("low_human", "high_human"), "n_labelled", "n_unlabelled"),
    ),
)
PREVALENCE = TableSpec.of(
    Prevalence,
    "prevalence",
    "Share of positives among unlabelled outputs",
    "",
    (
        *("metric", "system", "estimate", ("low", "high"), "observed"),
        *("sensitivity", "specificity", "n_positive", "n_negative", "n_unlabelled"),
    ),
    dispensable=(("n_positive", "n_negative", "n_unlabelled"),),
)


class JudgeView(View[JudgeResult]):
    """Tables, figures and page of a validation of judges."""

    eyebrow: ClassVar[str] = "can these judges stand in for people?"
    alone: ClassVar[str] = DECISIONS.name
    for_papers: ClassVar[str] = "means"
    needs: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(
            ("labels", "confusion"), "It takes labels, such as pass and fail, in place of scores."
        ),
        "versions": "It takes two judges on the same outputs.",
        "slices": "It takes labels, and systems or groups (--by) of --smallest-slice outputs or more.",
        "gate": "Name criteria: --gate 'kappa>=.6'.",
        "by_system": "It takes systems: --columns system=COLUMN.",
        "differences": "It takes two systems: --columns system=COLUMN.",
        "bias": "It takes lengths or places of outputs: --texts FILE, --columns 'length=COLUMN', or --position.",
        "order": "It takes a judge of pairs, and its preferences in the other order: --swapped SCORER.",
        "prevalence": "It takes labels of 0 and 1, and outputs that people left unlabelled.",
    }

    def tables(self, result: JudgeResult) -> tuple[Table, ...]:
        """Return the tables with their rows, empty ones included; captions say the settings."""
        return judge_tables(result)

    def first_table(self, result: JudgeResult, width: int) -> Sequence[Table]:
        """Return what judges may be used for, one line each."""
        del width
        return [few(*uses_table(result), DECISIONS.name)]

    def title(self, result: JudgeResult) -> str:
        """Return the heading of the page."""
        return f"{result.table.name}: which judges can stand in for ‘{result.human}’"

    def facts(self, result: JudgeResult) -> str:
        """Return how many judges were validated on how many outputs."""
        table = result.comparison.table
        _, systems, inputs = table.shape
        known = f"{count(result.n_labelled)} outputs with human scores ({result.human})"
        alone = f"{count(result.n_unlabelled)} with a judge’s score alone"
        return counted_facts(
            (len(result.judges), "judge"),
            *([(systems, "system")] if table.has_systems else []),
            (inputs, "input" if table.has_systems else "item"),
            more=(known, alone) if result.n_unlabelled else (known,),
        )

    def figures(self, result: JudgeResult) -> tuple[Figure, ...]:
        """Return what judges give beyond the human score by length, where it is known, and their calibration."""
        lengths = (length_residuals(result),) if _has_lengths(result) else ()
        return (*lengths, reliability_diagram(result))

    def tiles(self, result: JudgeResult) -> Iterator[Tile]:
        """Return what the judge that agrees most with people may be used for, and the values behind it."""
        return judge_tiles(result)

    def head(self, result: JudgeResult) -> Head:
        """Return the numbers of the judge that agrees best, and below them what every judge may be used for."""
        spec, rows = uses_table(result)
        return Head(tuple(self.tiles(result)), table=unfolded(*few(spec, rows, DECISIONS.name)))

    def chapters(self, result: JudgeResult) -> Iterator[Chapter]:
        """Yield agreement, means, bias, calibration, shares of positives, and what annotators say of the judges."""
        found = {spec.name: (spec, rows) for spec, rows in self.tables(result)}
        *lengths, calibration = pictures(self.drawn(result))

        def block(name: str, **more: Any) -> Block:
            spec, rows = found[name]
            return section(spec, rows, self._parts(result, spec, rows), **more)

        def below(name: str, **more: Any) -> tuple[Block, ...]:
            return (block(name, heading=True, **more),) if found[name][1] else ()

        asked = (*below("gate"), *below("goals"))
        if asked:
            yield Chapter("asked", "What was asked of the judges", asked, "What was asked")
        if result.labels:
            parts = (block("labels"), *below("confusion"), *below("versions"), *below("slices"))
            yield Chapter("labels", LABELS.title, parts, "Labels")
        versions = () if result.labels else below("versions")
        yield Chapter("agreement", found["agreement"][0].title, (block("agreement"), *versions), "Agreement")
        yield Chapter(
            "means",
            MEANS.title,
            (block("means"), *below("differences", open=0)),
            "What labels plus judge give",
        )
        if result.bias or result.order:
            bias = (*lengths, block("bias")) if result.bias else ()
            yield Chapter("bias", BIAS.title, (*bias, *below("order")), "Bias")
        if result.by_system:
            yield Chapter("by_system", BY_SYSTEM.title, (block("by_system", open=0),), "Systems")
        tables = (*below("measures", open=0), *below("reliability", open=0))
        yield Chapter("calibration", "Calibration", (calibration, *tables))
        if result.disagreements:
            yield Chapter("disagreements", DISAGREEMENTS.title, (block("disagreements", open=0),), "To read")
        if result.prevalence:
            yield Chapter("prevalence", PREVALENCE.title, (block("prevalence"),), "Share of positives")
        yield Chapter("annotators", "Annotators", tuple(self._annotators(result)))

    def _annotators(self, result: JudgeResult) -> Iterator[Block]:
        """Yield what a study of the annotators says of the judges."""
        study = result.annotators
        if study is None:
            return
        for name in ANNOTATOR_TABLES:
            spec, rows = find_view(study).table(study, name)
            if rows:
                named = dataclasses.replace(spec, name=f"annotators-{spec.name}")
                yield self.section(named, rows, heading=True, open=0, own=False)

    def _parts(self, result: JudgeResult, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield a part per judge, the best first, or what can be read across judges."""
        if spec.name == "agreement":
            yield from self.parts(spec, rows)
            return
        order = {name: place for place, name in enumerate(result.in_order())}
        rows = sorted(rows, key=lambda row: order[row.metric])
        if spec.name in PER_MEASURE:
            for measure, summary in PER_MEASURE[spec.name].items():
                here = [row for row in rows if row.measure == measure]
                if here:
                    yield whole_part(spec.without("measure"), here, summary)
            return
        if spec.name in ONE_PART:
            yield whole_part(spec, rows)
            return
        if spec.name == "means":
            together = [row for row in rows if row.system == ALL_SYSTEMS]
            if together and len(order) > 1:
                yield whole_part(spec.without("system"), together, "All judges, all systems together")
        for name in result.in_order()[:MOST_JUDGES]:
            here = [row for row in rows if row.metric == name]
            yield whole_part(spec.without("metric"), here, name)


def _has_lengths(validation: JudgeResult) -> bool:
    return any(length_unit(row.covariate) is not None for row in validation.bias)


def judge_tables(validation: JudgeResult) -> tuple[Table, ...]:
    """Return the tables of a validation with their rows, empty ones included; captions say the settings."""
    estimates = next(spec for spec, _ in comparison_tables(validation.comparison) if spec.name == "estimates")
    data = f"{validation.table.name}, human scores: {validation.human}."
    means = MEANS if validation.demonstrated else MEANS.without("estimate_all")
    labels = (
        LABELS if any(row.ceiling == row.ceiling for row in validation.labels) else _without_people(LABELS)
    )
    found: tuple[Table, ...] = (
        (labels, validation.labels),
        (CONFUSION, validation.confusion),
        (VERSIONS, validation.versions),
        (SLICES, validation.slices),
        (GATE, validation.gate),
        (GOALS, validation.goals),
        (BY_SYSTEM, validation.by_system),
        (DISAGREEMENTS, validation.disagreements),
        (_agreement(estimates), validation.agreement),
        (means, validation.means),
        (DIFFERENCES, validation.differences),
        (BIAS, validation.bias),
        (ORDER, validation.order),
        (MEASURES, validation.measures),
        (RELIABILITY, validation.reliability),
        (PREVALENCE, validation.prevalence),
        *shared_tables(validation),
    )
    captions = _captions(validation)
    return tuple(
        (dataclasses.replace(spec, data=data, caption=captions.get(spec.name, spec.caption)), rows)
        for spec, rows in found
    )


def _agreement(estimates: TableSpec) -> TableSpec:
    """Return the table of correlations as one about judges."""
    less = (
        ("n_undefined_resamples",),
        ("n_systems", "n_inputs", "n_cells"),
        (("wrong_pairs_low", "wrong_pairs_high"),),
    )
    return dataclasses.replace(estimates, name="agreement", dispensable=less).renamed("Metric", "Judge")


def _without_people(spec: TableSpec) -> TableSpec:
    """Return the table of labels without what needs several annotators."""
    limits: tuple[Key, ...] = (("ceiling_low", "ceiling_high"), ("difference_low", "difference_high"))
    return spec.without("single", "ceiling", "difference", *limits)


def _over_systems(validation: JudgeResult) -> bool:
    """Whether intervals of measures are of other systems, too."""
    found = {row.applies_to for row in validation.labels} | {row.applies_to for row in validation.measures}
    return OVER_WORDS["both"] in found


def _captions(validation: JudgeResult) -> dict[str, str]:
    settings, human = validation.settings, validation.human
    level = percent(settings.confidence)
    units = f"groups by '{validation.clusters}'" if validation.clusters else "inputs"
    drawn = f"Intervals: {level}, from {settings.resamples:,} resamples of whole {units}."
    two_way = f"{level}, Student's t over systems and {units} left out"
    over_systems = _over_systems(validation)
    measured = f"Intervals: {two_way}." if over_systems else drawn
    analytic = (
        f"Intervals: {level}, Student's t"
        if settings.interval == "analytic"
        else f"Intervals: {level}, percentiles of {settings.resamples:,} resamples"
    )
    means = (
        f"Mean '{human}' of each system: from labels and the judge together (prediction-powered), from the labels "
        "alone, and the judge's own mean, which nothing corrects. λ from 0 to 1 is the weight the judge gets; 'worth "
        f"labels' says how many labels alone would be as precise. {analytic}."
    )
    shown = ""
    if len(validation.judges) > MOST_JUDGES:
        shown = f" Shown for the {MOST_JUDGES} judges that agree best; the files hold all."
        means += (
            f" Single systems are shown for the {MOST_JUDGES} judges that agree best; the files hold all."
        )
    if validation.demonstrated:
        means = (
            "Every output is labelled: people's own mean is that of all labels. The other numbers show what a random "
            f"{percent(settings.demonstration)} of each system's labels would have given. {means}"
        )
    most = "people's label"
    if validation.several_people and validation.labels:
        most = "the label that most people give, on outputs where they are not evenly divided"
    positive = f"Positive is '{validation.positive}'. " if validation.labels else ""
    return {
        "labels": f"{positive}The judge against {most}. A constant judge always says "
        "their most frequent label. Where several annotators are known: one of them with the judge, and with another, "
        f"the human ceiling. Intervals: {level}; of shares Clopper and Pearson's with the design effect of "
        f"{units}, of others Student's t of linearised {units}"
        + (", both over systems, too." if over_systems else "."),
        "confusion": "Outputs by people's label and the judge's, and what share they are of people's label.",
        "versions": f"The first judge minus the second on the outputs that both judged. Intervals: {level}; p by "
        + (
            f"{settings.resamples:,} swaps of the two judges' labels in whole {units}"
            if validation.labels and not over_systems
            else f"Student's t over systems and {units} left out"
            if over_systems
            else f"leaving out one of the {units} at a time"
        )
        + ", adjusted over pairs (Holm).",
        "slices": f"The judge against {most}. Groups of {settings.smallest_slice} outputs or more. Intervals of a "
        f"group: {level}; of its difference from the rest, for all groups "
        f"{'of its column' if validation.selection.by else 'here'} at once (Bonferroni).",
        "gate": "A criterion holds if its interval lies beyond the bar; all have to hold for every judge. In at most "
        f"{(1 - settings.confidence) / 2:.1%} of data sets any judge passes that falls short of a criterion: the error "
        "is divided among judges (Hochberg 1988). Where a judge is silent on outputs that people labelled, the "
        "interval reaches over all that it may have said; where annotators are evenly divided, each of their labels "
        "counts in part.",
        "by_system": f"The judge's share of positives, or mean, minus people's. Intervals of one system: {level}, over "
        "other inputs. Of all systems: the standard deviation from system to system beyond noise, and p of a test "
        "that there is none (Box 1954; Huynh and Feldt 1976).",
        "goals": "Labels, or scores, of people at which an interval has the half width, or with which a judge as good "
        f"as this one may grade beside one person with power {percent(settings.power)}, by linearised {units} of the "
        "pilot; of labels, as many as show it so often in data sets made of these. From, to: in 80% of the "
        "truths that they may come from. A dash: no number is enough. "
        "Above another judge: with which the one that is ahead is shown to agree better with single people."
        + (f" Agreement of labels is with {most}." if validation.labels else ""),
        "disagreements": f"At most {settings.disagreements} outputs per judge, by how far its score or label is from "
        "people's in units of their range; of equal ones, those on which people agree come first.",
        "means": means,
        "differences": "Mean of a system minus that of another, from labels and the judge together and from the labels "
        f"alone; inputs that both worked on are paired. {analytic}, not corrected for the number of pairs.{shown}",
        "bias": f"How a judge's score changes at equal '{human}', in standard deviations of the judge's scores, larger "
        "being better: above 0 it favours larger values. Beside it, what people reward: the correlation of the human "
        f"score. {measured}",
        "order": f"Every pair was judged in both orders. {drawn} p: sign test of the pairs in which the order decides.",
        "measures": f"Errors are judge minus '{human}', for judges on its scale. The line is fitted from judge to "
        "human: 0 and 1 for a calibrated judge on the same scale. The calibration error is the mean distance of both "
        f"means over the bins below; chance alone makes it positive, and explains a value above its "
        f"interval. {measured}",
        "reliability": f"Labelled outputs in up to {settings.bins} bins by the judge's score on the scale of "
        f"'{human}' (as given, or after linear calibration), with the mean human score and the best non-decreasing "
        f"fit. {drawn}{shown}",
        "prevalence": "The judge's share of positives, corrected for its errors on the labelled outputs (Rogan and "
        f"Gladen). Intervals: {level}, the shares that a score test does not reject, whose spread counts how little "
        f"the labels tell of the judge's rates of error. What belongs to one of the {units} is kept together.",
    }
