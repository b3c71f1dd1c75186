"""Whether a judge can stand in for people: agreement, bias, calibration, and what its scores are worth."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from trueness.data.cells.lengths import length_unit
from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.may_be_best import MAY_BE_BEST
from trueness.errors import DataError, UnsupportedMethodError, listing
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.judging.position_bias import position_bias
from trueness.studies.compare.study import compare
from trueness.studies.judge.cautions import judge_cautions
from trueness.studies.judge.copied import with_copies_left_open
from trueness.studies.judge.decided import beside_annotators, judge_decisions
from trueness.studies.judge.disagreements import disagreements
from trueness.studies.judge.drawn_labels import drawn_labels
from trueness.studies.judge.gate import gate
from trueness.studies.judge.graded import Graded, by_one_measure, graded, on_people_scale, single_people
from trueness.studies.judge.judge_labels import (
    JudgeLabels,
    confusion_rows,
    judge_labels,
    label_rows,
    one_against_the_rest,
    version_rows,
)
from trueness.studies.judge.judge_scores import (
    Covariate,
    JudgeScores,
    bias_rows,
    draw_reliability,
    measure_rows,
    output_covariates,
    reliability_rows,
)
from trueness.studies.judge.judged_means import Span, hidden_labels, judged_means, prevalences
from trueness.studies.judge.label_goals import apart_goal, label_goals, score_goals
from trueness.studies.judge.label_rows import LabelGoal, LabelMeasure
from trueness.studies.judge.rows import JudgeMeasure, JudgeResult, OrderBias, Prevalence
from trueness.studies.judge.said import judge_conclusions, must_see
from trueness.studies.judge.score_versions import score_version_rows
from trueness.studies.judge.settings import JudgeSelection, JudgeSettings
from trueness.studies.judge.slices import Slices, slice_rows
from trueness.studies.judge.system_rows import system_rows
from trueness.study.selection import (
    applies_to_judged,
    choose_metrics,
    choose_people,
    input_clusters,
    leave_out_silent,
)
from trueness.study.study import ScoresAndTexts, Study, entry
from trueness.study.units import EACH_INPUT

if TYPE_CHECKING:
    from trueness.studies.annotators.rows import AnnotatorsResult


class Judge(Study[ScoresAndTexts, JudgeSelection, JudgeSettings, JudgeResult]):
    """Judges (LLM judges, or metrics used in place of people) beside human scores of some or all outputs."""

    texts: ClassVar[str] = "File (or data set) of the outputs, for their lengths: system, input, output."
    scores_texts: ClassVar[bool] = False

    def answer(self, data: ScoresAndTexts, selection: JudgeSelection, settings: JudgeSettings) -> JudgeResult:
        """Measure agreement, bias, calibration and worth of every judge, beside annotators where there are some."""
        table, clusters, swapped = data.table, selection.clusters, selection.swapped
        human = choose_people(table, selection.human)
        whole_labels = table.sorted_by_name()
        about = ""
        if table.scorer(human).nominal:
            table, about = one_against_the_rest(table, human, settings.positive)
        drawn = whole_labels if table is data.table else table.sorted_by_name()
        covariates = output_covariates(drawn, data.texts, selection.position)
        described = [covariate.name for covariate in covariates]
        names = _judges(table, selection.judges, human, [*described, swapped or human])
        if selection.judges is None:
            noted, names = leave_out_silent(data.table, names, (human,))
            data = dataclasses.replace(data, table=noted)
        if swapped is not None:
            table.index(swapped)
            if len(names) > 1:
                raise UnsupportedMethodError("`swapped` belongs to one judge; name it (`judges`).")
        selected = dataclasses.replace(selection, human=human, judges=names)
        numbers = input_clusters(drawn, clusters)
        truth = drawn.matrix(human)
        _check_scores(table, human, names)
        agreement = compare(
            table,
            human=human,
            metrics=names,
            tests=False,
            level=settings.levels,
            coefficient=settings.coefficients,
            confidence=settings.confidence,
            applies_to=applies_to_judged(~np.isnan(truth)),
            resamples=settings.resamples,
            clusters=clusters or EACH_INPUT,
            rng=settings.seed,
        )
        parts = [_judge_scores(drawn, name, human, numbers, settings, covariates) for name in names]
        draw_reliability(parts, settings)
        judged = np.any([~np.isnan(part.judge) for part in parts], axis=0)
        n_unlabelled = int(np.sum(np.isnan(truth) & judged))
        demonstrated = n_unlabelled == 0
        kept = hidden_labels(truth, settings.demonstration, settings.seed) if demonstrated else truth
        span = Span.of_labels(drawn.scorer(human).labels, single_people(drawn, human))
        found = {
            part.name: judged_means(
                part.name,
                drawn.systems,
                kept,
                part.judge,
                numbers,
                settings,
                same=part.same,
                whole=truth if demonstrated else None,
                grouped=len(np.unique(numbers)) < len(numbers),
                listed=table.systems,
                span=span,
            )
            for part in parts
        }
        labels = judge_labels(whole_labels, human, names, numbers, settings)
        beside_single = graded(drawn, human, names, labels, numbers, settings)
        sliced = _sliced(drawn, labels, human, selection, settings)
        beside = judge_annotators(table, selected, settings, same=all(part.same for part in parts))
        validation = JudgeResult(
            signature=_signature(table, selected, settings, described, demonstrated=demonstrated),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            texts=data.texts,
            comparison=agreement,
            n_labelled=int(np.sum(~np.isnan(truth))),
            n_unlabelled=n_unlabelled,
            demonstrated=demonstrated,
            same_scale={part.name: part.same for part in parts},
            measures=tuple(row for part in parts for row in measure_rows(part, settings)),
            bias=tuple(row for part in parts for row in bias_rows(part, settings)),
            order=_order(drawn, names, swapped, numbers, settings),
            reliability=tuple(row for part in parts for row in reliability_rows(part, settings)),
            means=tuple(row for one in found.values() for row in one.means),
            differences=tuple(row for one in found.values() for row in one.differences),
            prevalence=_prevalence(drawn, parts, truth, labels, numbers, settings, table.systems),
            label_names=() if labels is None else labels.names,
            positive="" if labels is None else about or labels.names[labels.positive],
            thresholds={} if labels is None else labels.thresholds,
            n_silent={part.name: int(part.silent.sum()) for part in beside_single},
            n_divided=0 if labels is None else labels.n_divided,
            labels=() if labels is None else tuple(label_rows(labels, settings)),
            confusion=() if labels is None else tuple(confusion_rows(labels, settings)),
            versions=tuple(
                score_version_rows(parts, settings.confidence, has_systems=table.has_systems)
                if labels is None
                else version_rows(labels, settings)
            ),
            slices=() if sliced is None else tuple(sliced.rows),
            n_small_slices=0 if sliced is None else sliced.n_small,
            by_system=(),
            gate=(),
            goals=_goals(drawn, parts, labels, beside_single, settings),
            disagreements=tuple(disagreements(drawn, data.texts, parts, labels, settings.disagreements)),
            scores={part.name: given for part in parts if (given := _scores(part)) is not None},
            annotators=beside.study,
        )
        known: list[LabelMeasure | JudgeMeasure] = [*validation.labels, *validation.measures]
        validation = dataclasses.replace(
            validation,
            by_system=tuple(system_rows(drawn.systems, table.systems, parts, labels, known, settings)),
        )
        rivals = by_one_measure(drawn, human, beside_single, settings)
        by_lot = drawn_labels(parts, beside_single)
        gated = gate(settings.gate or (), parts, labels, settings, by_lot.labelled)
        decided = judge_decisions(validation, beside_single, rivals, by_lot)
        best = next((one for one in decided if one.rule == MAY_BE_BEST.name), None)
        apart = None if best is None else apart_goal(rivals, best, settings)
        validation = dataclasses.replace(
            validation,
            gate=gated.rows,
            goals=(*validation.goals, *(() if apart is None else (apart,))),
            decisions=(
                *decided,
                *gated.decisions,
                *beside_annotators(beside.study),
            ),
        )
        validation = with_copies_left_open(validation)
        shifts = {name: one.shift for name, one in found.items()}
        return dataclasses.replace(
            validation,
            cautions=judge_cautions(validation, table, shifts, beside.reason),
            conclusions=judge_conclusions(validation),
            must_see=must_see(validation),
        )


@entry(Judge)
def judge(
    table: Scores,
    *,
    texts: Texts | None = None,
    **options: Any,
) -> JudgeResult:
    """Validate judges (LLM judges, or metrics used in place of people) against human scores of some or all outputs.

    Agreement is measured as `compare` does, without tests. Bias is the slope of a judge's score on length (and place)
    at equal human score. Calibration is the reliability table with its error; errors and kappa are given for judges
    on the human's scale. Means of systems are prediction-powered: outputs with a judge's score and no human score are
    the unlabelled ones. If every output is labelled, they show instead what a random share of the labels would have
    given. Binary labels get their share of positives corrected (Rogan and Gladen). Where the data hold two annotators
    or more, judges are compared with them (see `annotators`).

    Parameters
    ----------
    texts : Texts, optional
        The outputs, for their lengths in words; without them scorers are taken whose names say that they are lengths,
        such as ``length`` and ``n_words``.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or column does not exist.
    DataError
        If no human or no judge can be chosen, a position is no number, or texts and scores share no output.
    UnsupportedMethodError
        If `swapped` is given with several judges, or a method of agreement makes no sense.
    """
    return Judge().run(ScoresAndTexts(read_table(table), texts), **options)


def _check_scores(table: ScoreTable, human: str, judges: Sequence[str]) -> None:
    """Check that no judge gives labels without an order where people give scores."""
    nominal = [name for name in judges if table.scorer(name).nominal]
    if nominal and not table.scorer(human).nominal:
        raise UnsupportedMethodError(
            f"{listing(nominal)} gives labels without an order, and '{human}' has scores. Leave it out (`judges`), or "
            "say the order: --labels 'WORST<…<BEST'."
        )


def _goals(
    table: ScoreTable,
    parts: Sequence[JudgeScores],
    labels: JudgeLabels | None,
    beside_single: Sequence[Graded],
    settings: JudgeSettings,
) -> tuple[LabelGoal, ...]:
    """Return how many labels goals take; of scores where outputs are the units, since `plan` does it for systems."""
    if labels is not None:
        return tuple(label_goals(labels, settings))
    if table.has_systems:
        return ()
    by_bar = [one.name for one in beside_single if one.measure == "pearson" and not one.several]
    return tuple(score_goals(parts, settings, by_bar))


class JudgeAnnotators(NamedTuple):
    """What `judge_annotators` returns.

    Attributes
    ----------
    study : AnnotatorsResult or None
    reason : str
        Why there is none although the data hold annotators; empty otherwise.
    """

    study: AnnotatorsResult | None
    reason: str


def judge_annotators(
    table: ScoreTable, selection: JudgeSelection, settings: JudgeSettings, *, same: bool
) -> JudgeAnnotators:
    """Study the annotators behind a human scorer beside judges, if there are two or more (see `annotators`).

    Parameters
    ----------
    table : ScoreTable
    selection : JudgeSelection
        With every name.
    settings : JudgeSettings
    same : bool
        Whether all judges rate on the human's scale: then the alternative annotator test takes their scores as they
        are, otherwise it calibrates them.
    """
    part = table.annotations.get(selection.human or "")
    if part is None or np.sum(~np.isnan(part.values).all(axis=(1, 2))) < 2:
        return JudgeAnnotators(None, "")
    from trueness.studies.annotators.study import annotators

    try:
        found = annotators(
            table,
            human=selection.human,
            metrics=selection.judges,
            calibration="none" if same else None,
            level=settings.levels,
            coefficient=settings.coefficients,
            clusters=selection.clusters or EACH_INPUT,
            confidence=settings.confidence,
            resamples=settings.resamples,
            rng=settings.seed,
        )
    except (DataError, UnsupportedMethodError) as error:
        return JudgeAnnotators(None, str(error))
    return JudgeAnnotators(found, "")


def _sliced(
    table: ScoreTable,
    labels: JudgeLabels | None,
    human: str,
    selection: JudgeSelection,
    settings: JudgeSettings,
) -> Slices | None:
    if labels is None:
        if not selection.by:
            return None
        raise UnsupportedMethodError(
            f"`by` is of labels, and '{human}' holds scores. `trueness compare --by` compares correlations by group."
        )
    return slice_rows(table, labels, selection.by, settings)


def _judges(table: ScoreTable, judges: Sequence[str] | None, human: str, taken: list[str]) -> tuple[str, ...]:
    names = choose_metrics(table, judges, human)
    if judges is None:
        names = tuple(name for name in names if name not in taken)
    if not names:
        raise DataError(f"name the judge (`judges`): all that is left beside '{human}' describes outputs.")
    return names


def _judge_scores(
    table: ScoreTable,
    name: str,
    human: str,
    numbers: IntArray,
    settings: JudgeSettings,
    covariates: list[Covariate],
) -> JudgeScores:
    given = table.matrix(name)
    return JudgeScores(
        name=name,
        human=table.matrix(human),
        judge=given,
        oriented=table.oriented(name),
        people=table.oriented(human),
        clusters=np.broadcast_to(numbers, given.shape),
        same=on_people_scale(table, human, name, settings) is not None,
        covariates=tuple(covariates),
        has_systems=table.has_systems,
    )


def _order(
    table: ScoreTable, names: tuple[str, ...], swapped: str | None, numbers: IntArray, settings: JudgeSettings
) -> tuple[OrderBias, ...]:
    if swapped is None:
        return ()
    found = position_bias(
        table.matrix(names[0]).ravel(),
        table.matrix(swapped).ravel(),
        clusters=np.tile(numbers, len(table.systems)),
        confidence=settings.confidence,
        resamples=settings.resamples,
        rng=settings.seed,
    )
    return (
        OrderBias(
            metric=names[0],
            estimate=found.bias,
            low=float(found.bias_interval.low),
            high=float(found.bias_interval.high),
            consistent=found.consistent,
            consistent_low=float(found.consistent_interval.low),
            consistent_high=float(found.consistent_interval.high),
            n_first=found.n_first,
            n_second=found.n_second,
            n_pairs=found.n_pairs,
            pvalue=found.pvalue,
        ),
    )


def _prevalence(
    table: ScoreTable,
    parts: list[JudgeScores],
    truth: FloatArray,
    labels: JudgeLabels | None,
    numbers: IntArray,
    settings: JudgeSettings,
    listed: Sequence[str],
) -> tuple[Prevalence, ...]:
    """Return corrected shares of positives where labels and verdicts are binary and some outputs have no label."""
    known = truth[~np.isnan(truth)]
    if not np.isin(known, (0.0, 1.0)).all():
        return ()
    rows: list[Prevalence] = []
    for part in parts:
        said = part.judge
        if settings.threshold is not None and labels is not None:
            said = labels.judges.get(part.name, said)
        if np.isin(said[~np.isnan(said)], (0.0, 1.0)).all() and np.any(np.isnan(truth) & ~np.isnan(said)):
            rows += prevalences(part.name, table.systems, truth, said, numbers, settings, listed=listed)
    return tuple(rows)


def _scores(part: JudgeScores) -> FloatArray | None:
    """Return human score, the judge's with larger better, and length, shape (n, 3); None where no length is known."""
    length = next((one.values for one in part.covariates if length_unit(one.name) is not None), None)
    if length is None:
        return None
    known = ~(np.isnan(part.human) | np.isnan(part.judge))
    return np.stack([part.human[known], part.oriented[known], length[known]], axis=1)


def _signature(
    table: ScoreTable,
    selection: JudgeSelection,
    settings: JudgeSettings,
    covariates: list[str],
    *,
    demonstrated: bool,
) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        human=selection.human,
        judges=len(selection.judges or ()),
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        scale=settings.scale,
        lam=settings.lam,
        interval=settings.interval,
        conf=settings.confidence,
        bins=settings.bins,
        threshold=settings.threshold,
        positive=settings.positive,
        by=selection.by,
        gate=settings.gate,
        bars=f"{settings.grade_bar:g},{settings.rank_bar:g},{settings.rate_margin:g}",
        covariates=covariates or None,
        swapped=selection.swapped,
        demonstration=settings.demonstration if demonstrated else None,
        clusters=selection.clusters or "input",
        resamples=settings.resamples,
        seed=settings.seed,
    )
