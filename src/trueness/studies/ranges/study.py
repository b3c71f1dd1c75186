"""How the range of scores that outputs are taken from moves the agreement of metrics, and how much is its width."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError, listing
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.ranges.range_values import RangeWork
from trueness.studies.ranges.curve_rows import disagreement_rows, ratio_rows
from trueness.studies.ranges.property_rows import input_rows, property_rows, slope_rows
from trueness.studies.ranges.range_rows import Agreement, contrast_rows, filter_rows, mean_rows, pair_rows
from trueness.studies.ranges.rows import ALL_METRICS, RangesResult
from trueness.studies.ranges.said import ranges_cautions, ranges_conclusions
from trueness.studies.ranges.settings import RangesSelection, RangesSettings
from trueness.studies.ranges.text_properties import ease_of_summarization, text_properties
from trueness.study.number_words import counted
from trueness.study.selection import choose_metrics
from trueness.study.study import ScoresAndTexts, Study, entry


class RangesStudy(Study[ScoresAndTexts, RangesSelection, RangesSettings, RangesResult]):
    """Agreement of metrics among outputs of low, middle and high scores, beside what the width of a range explains."""

    texts: ClassVar[str] = "File with references and sources of the inputs, for their properties."

    def answer(
        self, data: ScoresAndTexts, selection: RangesSelection, settings: RangesSettings
    ) -> RangesResult:
        """Measure agreement in every range, what explains it, and what goes with it."""
        human = _human(data.table, selection.human)
        metrics = _metrics(data.table, selection, human)
        selected = dataclasses.replace(selection, metrics=metrics, human=human)
        table = data.table.sorted_by_name()
        scores = np.stack([table.oriented(name) for name in metrics])
        work = RangeWork(
            scores=scores,
            human=None if human is None else table.oriented(human),
            n_bins=settings.bins,
            normalise=settings.normalise,
            by=settings.by,
            least=settings.minimum_outputs,
            permutations=settings.permutations,
            seed=settings.seed,
            shared=settings.leaves_systems_out,
        )
        placed = work.placed
        _check(data.table, metrics, work)
        with step("agreement by range"):
            found = Agreement.of(work, metrics, human, settings)
        disagreement, drawn = disagreement_rows(scores, placed, metrics, settings)
        taus = dict(zip(found.names, found.taus[0], strict=True))
        among = found.groups[0][1]
        agreement = {
            (ALL_METRICS, ALL_METRICS): _mean_defined(found.taus[0, among]),
            **dict(list(taus.items())[among]),
        }
        properties = {"ease": ease_of_summarization(scores, placed.placed)}
        if data.texts is not None:
            with step("properties of texts"):
                properties |= text_properties(table, data.texts)
        overall = agreement[ALL_METRICS, ALL_METRICS]
        slopes, reason = slope_rows(properties, overall, settings)
        result = RangesResult(
            signature=_signature(data.table, selected, settings),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            texts=data.texts,
            means=mean_rows(found),
            pairs=pair_rows(found),
            contrasts=contrast_rows(found),
            filtered=filter_rows(found),
            disagreement=disagreement,
            ratios=ratio_rows(scores, placed, settings),
            properties=property_rows(properties, agreement, settings),
            regression=slopes,
            inputs=input_rows(table.inputs, overall, placed.placed.sum(axis=0), properties),
            taus=taus,
        )
        return dataclasses.replace(
            result,
            cautions=ranges_cautions(result, work, drawn=drawn, no_regression=reason),
            conclusions=ranges_conclusions(result),
        )


@entry(RangesStudy)
def ranges(
    table: Scores,
    *,
    texts: Texts | None = None,
    **options: Any,
) -> RangesResult:
    """Study how the range of scores that outputs are taken from moves the agreement of metrics.

    The level of an output is the mean of its normalised scores by all metrics; the levels of an input's outputs are
    divided into bins. Agreement is the mean over inputs of Kendall's tau-b among the outputs of the bins from one on
    (cumulative), and of each bin alone (single): of pairs of metrics and, where people scored, of each metric with
    people. A narrow range leads to expect less agreement. How much is computed from the data, by permuting what metrics
    disagree about over the levels of an input, and for normally distributed scores; a test says whether a range differs
    from what its width explains. Beside it: how often metrics order two outputs oppositely, the ratios F/N and F'/N
    with as many random numbers, and the properties of inputs that go with agreement.

    Parameters
    ----------
    texts : Texts, optional
        References and sources of the same inputs, for their properties.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer does not exist.
    DataError
        If there are fewer than two metrics, all give the same scores, or no input has outputs with a range of levels
        that a correlation can be computed of; if texts and scores share no input, or say different things of one.
    UnsupportedMethodError
        If there is too much to keep for leaving systems out.

    References
    ----------
    Bhandari, Gour, Ashfaq and Liu (2020), Metrics also Disagree in the Low Scoring Range: Revisiting Summarization
    Evaluation Metrics. COLING, 5702-5711. Peyrard (2019), Studying Summarization Evaluation Metrics in the Appropriate
    Scoring Range. ACL, 5093-5100.
    """
    return RangesStudy().run(ScoresAndTexts(read_table(table), texts), **options)


def _human(table: ScoreTable, named: str | None) -> str | None:
    if named is not None:
        return table.scorer(named).name
    declared = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    return declared[0] if len(declared) == 1 else None


def _metrics(table: ScoreTable, selection: RangesSelection, human: str | None) -> tuple[str, ...]:
    if selection.metrics is None:
        found = tuple(s.name for s in table.scorers if s.role != "human" and s.name != human)
    elif human is None:
        found = table.names_matching(selection.metrics)
    else:
        found = choose_metrics(table, selection.metrics, human)
    if len(found) < 2:
        raise DataError(
            f"ranges compare metrics with each other, and the data have {listing(found) if found else 'none'}: two are "
            "needed at least, also for as many random ones. Name more (--metrics)."
        )
    return found


def _check(table: ScoreTable, metrics: tuple[str, ...], work: RangeWork) -> None:
    """Raise an error where nothing can be computed."""
    placed = work.placed
    if (placed.placed.sum(axis=0) >= work.least).any():
        alike = work.taus(placed).taus[0, : len(metrics) * (len(metrics) - 1) // 2]
        known = alike[~np.isnan(alike)]
        if len(known) and (known == 1.0).all():
            raise DataError(
                f"{table.name}: {listing(metrics)} order all outputs of every input alike. Name metrics "
                "that differ (--metrics)."
            )
        return
    complete = ~np.isnan(work.scores).any(axis=0)
    flat = placed.flat.any(axis=0)
    raise DataError(
        f"{table.name}: no input has {work.least} outputs with a level. Of {counted(len(table.inputs), 'input')} "
        f"{int((complete.sum(axis=0) < work.least).sum())} with fewer outputs that all {len(metrics)} metrics scored, "
        f"{int(flat.sum())} where a metric gives all outputs the same score, {int(placed.level.sum())} where the "
        "levels of all outputs are equal. Give inputs more outputs"
        f"{', or name fewer metrics (--metrics)' if len(metrics) > 2 else ''}."
    )


def _mean_defined(values: FloatArray) -> FloatArray:
    known = ~np.isnan(values)
    count = known.sum(axis=0)
    total = np.where(known, values, 0.0).sum(axis=0)
    return np.asarray(np.divide(total, count, out=np.full(total.shape, np.nan), where=count > 0))


def _signature(table: ScoreTable, selection: RangesSelection, settings: RangesSettings) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        metrics=len(selection.metrics or ()),
        human=selection.human,
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        normalise=settings.normalise,
        bins=settings.bins,
        by=settings.by,
        least=settings.minimum_outputs,
        only="significant" if settings.only_significant else None,
        applies_to=settings.applies_to,
        permutations=settings.permutations,
        corr=settings.correction,
        conf=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
    )
