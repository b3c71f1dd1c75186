"""Where metrics and people differ most: outputs to read, systems that are favoured, inputs ordered otherwise."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import ArgumentError, DataError, unknown_name
from trueness.result import Signature
from trueness.statistics.array_types import IntArray
from trueness.statistics.corrections import adjust
from trueness.statistics.places import chance_distances, clustered_mean
from trueness.studies.disagreements.decided import order_decisions
from trueness.studies.disagreements.outputs_apart import (
    MINIMUM_PLACED,
    Orders,
    OutputsApart,
    outputs_written,
)
from trueness.studies.disagreements.rows import (
    DisagreementsResult,
    InputApart,
    MetricDistance,
    SystemFavoured,
)
from trueness.studies.disagreements.said import cautions, conclusions
from trueness.studies.disagreements.settings import DisagreementsSelection, DisagreementsSettings
from trueness.study.score_sizes import check_sizes
from trueness.study.selection import choose_human, choose_metrics, input_clusters, leave_out_silent
from trueness.study.study import ScoresAndTexts, Study, entry


class DisagreementsStudy(
    Study[ScoresAndTexts, DisagreementsSelection, DisagreementsSettings, DisagreementsResult]
):
    """The outputs, systems and inputs on which metrics and people differ most."""

    texts: ClassVar[str] = (
        "File (or data set) of the outputs, to be read beside the scores: system, input, output; not needed where "
        "texts are scored."
    )

    def usual(
        self, data: ScoresAndTexts, selection: DisagreementsSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return that outputs are placed among all where inputs have one output each."""
        del selection, given
        return {} if len(data.table.systems) > 1 else {"among": "all"}

    def answer(
        self, data: ScoresAndTexts, selection: DisagreementsSelection, settings: DisagreementsSettings
    ) -> DisagreementsResult:
        """Place the outputs by people and by every metric, and list where the two are furthest apart."""
        human = choose_human(data.table, selection.human)
        names = choose_metrics(data.table, selection.metrics, human)
        if selection.metrics is None:
            noted, names = leave_out_silent(data.table, names, (human,))
            data = dataclasses.replace(data, table=noted)
        baseline = settings.baseline
        if baseline is not None and baseline not in data.table.scorer_names:
            raise unknown_name("metric", baseline, names)
        if baseline == human:
            raise ArgumentError(f"`baseline` must be a metric; '{human}' is the human scorer.")
        table = data.table.select(
            scorers=dict.fromkeys([human, *names, *([] if baseline is None else [baseline])])
        ).sorted_by_name()
        check_sizes(table, table.scorer_names)
        if settings.among == "input" and len(table.systems) < MINIMUM_PLACED:
            raise DataError("outputs of one system are placed among all (--among all): each input has one.")
        clusters = input_clusters(table, selection.clusters)
        written = outputs_written(data.texts, table)
        apart = OutputsApart(table, human, written, settings.among)
        listed = settings.listed
        distances = tuple(_distance(name, apart.orders(name), clusters, settings) for name in names)
        rivals = (baseline,) if baseline is not None else names[1:] if len(names) == 2 else ()
        within = settings.among == "input"
        selected = dataclasses.replace(selection, human=human, metrics=names)
        orders = {name: apart.orders(name) for name in names}
        systems = tuple(
            row
            for name in (names if within else ())
            for row in _favoured(table, name, orders[name], clusters, settings)
        )
        decisions = (
            order_decisions(table, orders, systems, clusters, selection.clusters, settings.confidence)
            if within
            else ()
        )
        found = DisagreementsResult(
            signature=_signature(data, selected, settings),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            texts=data.texts,
            distances=distances,
            outputs=tuple(row for name in names for row in apart.from_people(name, listed)),
            between=tuple(
                row
                for rival in rivals
                for name in names
                if name != rival
                for row in apart.between(name, rival, listed)
            ),
            systems=systems,
            inputs=tuple(
                row for name in names for row in _inputs(table, name, apart.orders(name), settings.listed)
            )
            if within
            else (),
            decisions=decisions,
        )
        return dataclasses.replace(found, cautions=cautions(found), conclusions=conclusions(found))


@entry(DisagreementsStudy)
def disagreements(
    table: Scores,
    *,
    texts: Texts | None = None,
    **options: Any,
) -> DisagreementsResult:
    """List the outputs, systems and inputs on which metrics and people, or two metrics, differ most.

    Each output has a place among the outputs of the same input, by people and by each metric; what is listed are the
    outputs whose two places are furthest apart. Places need no common scale, and are the same for scores that a
    monotone transformation changed.

    Parameters
    ----------
    texts : Texts, optional
        What was scored, to be read beside the scores.

    Raises
    ------
    ArgumentError
        If an argument is outside its values, or the baseline is the human scorer.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If no human can be chosen, a metric and people have no two outputs of an input in common, texts and scores
        share no output, or scores are too large or too small to be computed with.

    References
    ----------
    The distance of two orders is Spearman's footrule: Diaconis and Graham (1977), Spearman's footrule as a measure of
    disarray. Intervals of means over clusters: Liang and Zeger (1986).
    """
    return DisagreementsStudy().run(ScoresAndTexts(read_table(table), texts), **options)


def _distance(
    name: str, orders: Orders, clusters: IntArray, settings: DisagreementsSettings
) -> MetricDistance:
    used = orders.cells.any(axis=0)
    if not used.any():
        raise DataError(f"'{name}' and people have no two outputs in common that could be put in order.")
    sums = np.nansum(np.abs(orders.gaps), axis=0)
    per_input = np.where(used, sums / np.maximum(orders.n_placed, 1), np.nan)
    units = clusters if settings.among == "input" else np.arange(len(per_input))
    found = clustered_mean(per_input, units, settings.confidence, lowest=0.0)
    chance = chance_distances(orders.metric, orders.human)
    return MetricDistance(
        metric=name,
        **found.shown(),
        chance=float(np.nanmean(chance)),
        n_inputs=int(used.sum()) if settings.among == "input" else len(clusters),
        n_outputs=int(orders.cells.sum()),
    )


def _favoured(
    table: ScoreTable, name: str, orders: Orders, clusters: IntArray, settings: DisagreementsSettings
) -> list[SystemFavoured]:
    means = [clustered_mean(gaps, clusters, settings.confidence) for gaps in orders.gaps]
    pvalues = np.array([mean.pvalue for mean in means])
    corrected = adjust(pvalues, settings.correction)
    rows = [
        SystemFavoured(
            metric=name,
            system=system,
            **mean.shown(),
            pvalue=mean.pvalue,
            pvalue_adjusted=float(value),
            n_inputs=int(np.sum(~np.isnan(gaps))),
        )
        for system, gaps, mean, value in zip(table.systems, orders.gaps, means, corrected, strict=True)
    ]
    return sorted(rows, key=lambda row: (np.isnan(row.estimate), -row.estimate))


def _inputs(table: ScoreTable, name: str, orders: Orders, listed: int) -> list[InputApart]:
    n = orders.n_placed
    chance = chance_distances(orders.metric, orders.human)
    distance = np.nansum(np.abs(orders.gaps), axis=0) / np.maximum(n, 1)
    order = np.lexsort((-n, -distance))
    return [
        InputApart(
            metric=name,
            input=table.inputs[j],
            estimate=float(distance[j]),
            chance=float(chance[j]),
            n_placed=int(n[j]),
        )
        for j in order[:listed].tolist()
        if n[j] >= MINIMUM_PLACED
    ]


def _signature(
    data: ScoresAndTexts, selection: DisagreementsSelection, settings: DisagreementsSettings
) -> Signature:
    metrics: Sequence[str] = selection.metrics or ()
    return Signature.of(
        data=data.table.fingerprint[:12],
        texts=None if data.texts is None else data.texts.fingerprint[:12],
        human=selection.human,
        metrics=len(metrics),
        shape=f"{len(data.table.systems)}x{len(data.table.inputs)}",
        among=settings.among,
        baseline=settings.baseline,
        clusters=selection.clusters,
        correction=settings.correction,
        conf=settings.confidence,
    )
