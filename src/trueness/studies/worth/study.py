"""What a difference in a metric's score is worth: how often people prefer the same."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.statistics.system_scores import system_means, system_scores
from trueness.statistics.worth.agreement_curve import CURVES, FITS
from trueness.statistics.worth.held_out_curve import held_out_curves
from trueness.statistics.worth.resampled_curves import (
    INPUT_STREAM,
    SYSTEM_STREAM,
    drawn_counts,
    resampled_curves,
)
from trueness.statistics.worth.scored_pairs import ScoredPairs, output_pairs, system_pairs
from trueness.statistics.worth.steepness_interval import Steepness, steepness_interval
from trueness.studies.worth.pairs_cost import pairs_cost
from trueness.studies.worth.rows import OUTPUTS, SYSTEMS, ChanceRow, FitRow, NeededRow, WorthResult
from trueness.studies.worth.said import decided, worth_cautions, worth_conclusions
from trueness.studies.worth.settings import CHANCES, WorthSelection, WorthSettings
from trueness.study.alike import alike_cautions, alike_pairs, told_systems
from trueness.study.cost import say_cost
from trueness.study.selection import choose_human, choose_metrics, judged_part, noted_roles, score_arrays
from trueness.study.study import Study, entry

POINTS = 25
"""Differences at which curves are drawn."""

FEWEST_SYSTEMS = 3
"""Of two there is one pair."""

SEPARATED_AT = 0.05

Limits = tuple[Sequence[float], Sequence[float]]
"""Lower and upper ones."""


class WorthStudy(Study[ScoreTable, WorthSelection, WorthSettings, WorthResult]):
    """Curves from the difference of a metric's scores to the chance that people prefer the same."""

    aggregates_columns: ClassVar[bool] = True

    def answer(self, data: ScoreTable, selection: WorthSelection, settings: WorthSettings) -> WorthResult:
        """Fit curves to the pairs of every metric, and draw systems and inputs anew."""
        human = choose_human(data, selection.human)
        names = choose_metrics(data, selection.metrics, human)
        table = data if selection.metrics is not None else noted_roles(data, [human], names)
        table = judged_part(table.select(scorers=[human, *names]), human, settings.means)
        if not table.has_systems or len(table.systems) < FEWEST_SYSTEMS:
            raise DataError(
                f"differences are between systems, and '{human}' judged {len(table.systems)} of them: "
                f"{FEWEST_SYSTEMS} are the least."
            )
        arrays = score_arrays(table, human, names, settings, selection.clusters, selection.system_clusters)
        say_cost(pairs_cost(arrays.n_systems, arrays.n_inputs, len(names), settings.resamples))
        parts: list[_Part] = []
        for metric, name in enumerate(names):
            with step(f"differences by {name}"):
                parts += _parts(arrays, metric, settings)
        selected = dataclasses.replace(selection, human=human, metrics=names)
        found = WorthResult(
            signature=_signature(table, selected, settings),
            selection=selected,
            settings=settings,
            cautions=(),
            conclusions=(),
            table=table,
            worth=tuple(row for part in parts for row in part.worth),
            needed=tuple(row for part in parts for row in part.needed),
            fits=tuple(part.fit for part in parts),
            curves=tuple(row for part in parts for row in part.curves),
        )
        families = selection.system_clusters
        pairs = alike_pairs(table, (human, *names), families)
        found = dataclasses.replace(
            found, decisions=decided(found, told_systems(table, families), len(pairs))
        )
        return dataclasses.replace(
            found,
            conclusions=worth_conclusions(found),
            cautions=(*worth_cautions(found), *alike_cautions(pairs, families)),
        )


@entry(WorthStudy)
def worth(table: Scores, **options: Any) -> WorthResult:
    """Say what a difference in a metric's score is worth: how often people prefer the same.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If no human or no metric can be chosen, or people judged fewer than three systems.

    References
    ----------
    Kocmi, Zouhar, Federmann and Post (2024), Navigating the metrics maze: reconciling score magnitudes and accuracies,
    ACL.
    """
    return WorthStudy().run(read_table(table), **options)


class _Part(NamedTuple):
    worth: list[ChanceRow]
    needed: list[NeededRow]
    fit: FitRow
    curves: list[ChanceRow]


def _parts(arrays: ScoreArrays, metric: int, settings: WorthSettings) -> Iterator[_Part]:
    """Yield what is found of a metric: of pairs of systems, and of outputs where inputs have several."""
    group = arrays.group((metric,))
    scores = system_scores(arrays, [metric], group.metric_cells, None, exact=False)[0, 0]
    human = system_means(arrays.human[None], group.human_cells, None)[0, 0]
    separated = _separated(np.where(group.human_cells, arrays.human, np.nan)) if settings.separated else None
    ties = settings.human_ties
    systems = system_pairs(scores, human, human_ties=ties, separated=separated)
    yield _part(arrays, metric, settings, SYSTEMS, systems)
    x, z = (np.where(group.cells, one, np.nan) for one in (arrays.metrics[metric], arrays.human))
    if arrays.n_inputs > 1:
        yield _part(arrays, metric, settings, OUTPUTS, output_pairs(x, z, human_ties=ties))


def _separated(human: FloatArray) -> BoolArray:
    """Return which pairs of systems people separate, by a paired t test on the inputs both have."""
    from scipy.stats import ttest_rel

    n = len(human)
    found = np.zeros((n, n), dtype=bool)
    for i in range(n):
        for k in range(i + 1, n):
            both = ~np.isnan(human[i]) & ~np.isnan(human[k])
            differ = both.sum() > 1 and np.ptp(human[i, both] - human[k, both]) > 0
            found[i, k] = differ and ttest_rel(human[i, both], human[k, both]).pvalue <= SEPARATED_AT
    return found | found.T


def _units(clusters: IntArray | None, size: int) -> IntArray:
    return np.arange(size) if clusters is None else clusters


def _part(arrays: ScoreArrays, metric: int, settings: WorthSettings, kind: str, pairs: ScoredPairs) -> _Part:
    name = arrays.names[metric]
    families = _units(arrays.system_clusters, arrays.n_systems)
    counts, agreed = pairs.counts(np.ones(len(pairs.gap)))
    told = settings.difference
    if told is None:
        told = float(np.median(pairs.gaps[pairs.gap])) if len(pairs.gap) else math.nan
    grid = np.linspace(0.0, pairs.largest, POINTS)
    differences = np.concatenate([[told], grid])
    systems = drawn_counts(families, settings.resamples, settings.seed, SYSTEM_STREAM)
    of_inputs, inputs = None, None
    if kind == OUTPUTS:
        of_inputs = _units(arrays.clusters, arrays.n_inputs)
        inputs = drawn_counts(of_inputs, settings.resamples, settings.seed, INPUT_STREAM)
    limits = (
        _logistic_limits(steepness_interval(pairs, families, of_inputs, settings.confidence), differences),
        _drawn_limits(resampled_curves(pairs, systems, inputs, differences, CHANCES), settings.confidence),
    )
    worth, needed, curves = [], [], []
    for curve, (at, reached) in zip(CURVES, limits, strict=True):
        fit = FITS[curve](pairs.gaps, counts, agreed)
        lows, highs = at
        rows = [
            ChanceRow(
                metric=name,
                kind=kind,
                curve=curve,
                difference=float(d),
                estimate=float(p),
                low=low,
                high=high,
                beyond=bool(d > pairs.largest),
            )
            for d, p, low, high in zip(differences, fit.chances(differences), lows, highs, strict=True)
        ]
        worth.append(rows[0])
        curves += rows[1:]
        lows, highs = reached
        for chance, low, high in zip(CHANCES, lows, highs, strict=True):
            found = fit.needed(chance)
            how = "never" if not math.isfinite(found) else "beyond" if found > pairs.largest else "yes"
            needed.append(
                NeededRow(
                    metric=name,
                    kind=kind,
                    curve=curve,
                    chance=chance,
                    estimate=_finite(found),
                    low=_finite(low),
                    high=_finite(high),
                    reached=how,
                )
            )
    held = held_out_curves(pairs, families, of_inputs)
    used = np.union1d(pairs.one, pairs.other)
    return _Part(
        worth,
        needed,
        FitRow(
            name,
            kind,
            n_pairs=len(pairs.gap),
            n_systems=len(used),
            n_inputs=len(np.unique(pairs.place)) if kind == OUTPUTS else arrays.n_inputs,
            n_human_ties=pairs.n_human_ties,
            n_metric_ties=pairs.n_metric_ties,
            agreement=float(pairs.agreed.mean()) if len(pairs.agreed) else math.nan,
            largest=pairs.largest,
            held_out="systems and inputs" if held.inputs else "systems",
            loss_constant=held.log_loss["constant"],
            loss_logistic=held.log_loss["logistic"],
            loss_isotonic=held.log_loss["isotonic"],
            miscalibration_logistic=held.miscalibration["logistic"],
            miscalibration_isotonic=held.miscalibration["isotonic"],
        ),
        curves,
    )


def _logistic_limits(steepness: Steepness, differences: FloatArray) -> tuple[Limits, Limits]:
    """Return limits of the chances at differences, and of the differences that chances need."""
    lows, highs = steepness.chances(differences)
    needed = [steepness.needed(chance) for chance in CHANCES]
    return (lows.tolist(), highs.tolist()), ([low for low, _ in needed], [high for _, high in needed])


def _drawn_limits(drawn: tuple[FloatArray, FloatArray], confidence: float) -> tuple[Limits, Limits]:
    return _limits(drawn[0], confidence), _limits(drawn[1], confidence)


def _limits(values: FloatArray, confidence: float) -> Limits:
    """Return percentile limits of every column; resamples without pairs are left out, infinite ones are not."""
    outside = (1 - confidence) / 2
    lows: list[float] = []
    highs: list[float] = []
    for column in values.T:
        known = column[~np.isnan(column)]
        for limits, share in ((lows, outside), (highs, 1 - outside)):
            # of observed values, since between a number and an infinite one there is none
            found = np.quantile(known, share, method="closest_observation") if len(known) else math.nan
            limits.append(float(found))
    return lows, highs


def _finite(value: float) -> float:
    return value if math.isfinite(value) else math.nan


def _signature(table: ScoreTable, selection: WorthSelection, settings: WorthSettings) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        human=selection.human,
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        metrics=len(selection.metrics or ()),
        worth=settings.curve,
        difference=settings.difference,
        humanties=settings.human_ties,
        pairs="separated" if settings.separated else None,
        conf=settings.confidence,
        resamples=settings.resamples,
        seed=settings.seed,
        missing=settings.missing,
        means=settings.means,
        agg=settings.aggregate,
        clusters=selection.clusters,
        sysclusters=selection.system_clusters,
    )
