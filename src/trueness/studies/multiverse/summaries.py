"""The rows that sum up what all analyses say of claims and of ranks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.decisions.differs import pair_verdict
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.multiverse.main_effects import MainEffects, main_effects
from trueness.studies.multiverse.analysed import NO_COLUMN
from trueness.studies.multiverse.analyses import Axis
from trueness.studies.multiverse.outcomes import Outcomes, Pair
from trueness.studies.multiverse.rows import (
    INTERACTIONS,
    AnalysisRow,
    ChoiceRow,
    ClaimRow,
    EstimateRow,
    OutcomeRow,
    RankRow,
    RankValueRow,
    ValueRow,
)
from trueness.studies.multiverse.variants import CHOICES


class Claim(NamedTuple):
    """What analyses say of a metric and its rival.

    Attributes
    ----------
    pair : (int, int)
    analyses : array of shape (n,)
        Those that differ for these two, and have a difference.
    difference, adjusted : arrays of shape (n,)
    n_undefined : int
    axes : tuple of int
        Choices with several values here.
    effects : MainEffects
        Of one number, over these choices.
    """

    pair: Pair
    analyses: IntArray
    difference: FloatArray
    adjusted: FloatArray
    n_undefined: int
    axes: tuple[int, ...]
    effects: MainEffects


def claims_of(outcomes: Outcomes, pairs: Sequence[Pair], correction: str) -> list[Claim]:
    """Return what analyses say of some pairs of metrics, which are corrected together in every analysis.

    Parameters
    ----------
    outcomes : Outcomes
    pairs : sequence of (int, int)
        A metric and its rival.
    correction : str
    """
    adjusted = outcomes.adjusted(pairs, correction)
    parts: list[tuple[IntArray, FloatArray, FloatArray, int]] = []
    alike: dict[bytes, list[int]] = {}
    for column, pair in enumerate(pairs):
        own = outcomes.own(*pair)
        difference = outcomes.difference(*pair)[own]
        known = ~np.isnan(difference)
        parts.append((own[known], difference[known], adjusted[own[known], column], int((~known).sum())))
        alike.setdefault(own[known].tobytes(), []).append(column)
    moved: dict[int, tuple[tuple[int, ...], MainEffects]] = {}
    for columns in alike.values():  # the same analyses, and so one design
        analyses = parts[columns[0]][0]
        axes = _varied(outcomes, analyses)
        values = np.stack([parts[column][1] for column in columns])
        effects = main_effects(values, [outcomes.codes[axis, analyses] for axis in axes])
        for row, column in enumerate(columns):
            own_effects = MainEffects(effects.shares[row : row + 1], effects.interactions[row : row + 1])
            moved[column] = axes, own_effects
    return [
        Claim(
            pair=pair,
            analyses=analyses,
            difference=difference,
            adjusted=corrected,
            n_undefined=undefined,
            axes=axes,
            effects=effects,
        )
        for column, pair in enumerate(pairs)
        for (analyses, difference, corrected, undefined), (axes, effects) in [(parts[column], moved[column])]
    ]


def _varied(outcomes: Outcomes, analyses: IntArray) -> tuple[int, ...]:
    """Return the choices that have several values where they apply."""
    codes = outcomes.codes[:, analyses]
    return tuple(axis for axis, line in enumerate(codes) if len(np.unique(line[line >= 0])) > 1)


def claim_row(outcomes: Outcomes, claim: Claim, alpha: float) -> ClaimRow:
    """Return a claim over all its analyses."""
    metric, rival = (outcomes.names[k] for k in claim.pair)
    d, count = claim.difference, len(claim.difference)
    sure = claim.adjusted <= alpha
    return ClaimRow(
        metric,
        rival,
        count,
        claim.n_undefined,
        share_better=_share(d > 0),
        share_significant=_share(sure & (d > 0)),
        share_worse=_share(d < 0),
        share_significantly_worse=_share(sure & (d < 0)),
        estimate=float(np.median(d)) if count else math.nan,
        smallest=float(d.min()) if count else math.nan,
        largest=float(d.max()) if count else math.nan,
        choice=None,  # see `moved.shown`
        share=math.nan,
    )


def _share(which: np.ndarray) -> float:
    return float(which.mean()) if len(which) else math.nan


def choice_rows(outcomes: Outcomes, claim: Claim) -> list[ChoiceRow]:
    """Return how far each choice moves a claim, the one that does most first, interactions last."""
    metric, rival = (outcomes.names[k] for k in claim.pair)
    rows = []
    for axis, share in zip(claim.axes, claim.effects.shares[0], strict=True):
        found = _means(outcomes.axes[axis], outcomes.codes[axis, claim.analyses], claim.difference)
        lowest, highest = min(found, key=lambda one: one[1]), max(found, key=lambda one: one[1])
        rows.append(
            ChoiceRow(
                metric=metric,
                rival=rival,
                choice=outcomes.axes[axis].name,
                n_values=len(found),
                share=float(share),
                lowest=lowest[0],
                highest=highest[0],
                smallest=lowest[1],
                largest=highest[1],
            )
        )
    if rows:
        rows.sort(key=lambda row: -row.share if row.share == row.share else 0.0)
        rest = float(claim.effects.interactions[0])
        rows.append(
            ChoiceRow(
                metric=metric,
                rival=rival,
                choice=INTERACTIONS,
                n_values=None,
                share=rest,
                lowest=None,
                highest=None,
                smallest=math.nan,
                largest=math.nan,
            )
        )
    return rows


def _means(axis: Axis, codes: IntArray, numbers: FloatArray) -> list[tuple[str, float, IntArray]]:
    """Return the values that a choice has, with the mean of some numbers under each, and where it has it."""
    found = []
    for code, value in enumerate(axis.values):
        here = np.flatnonzero(codes == code)
        if len(here):
            found.append((value, float(numbers[here].mean()), here))
    return found


def value_rows(outcomes: Outcomes, claim: Claim, alpha: float) -> list[ValueRow]:
    """Return how a claim fares under every value of every choice."""
    metric, rival = (outcomes.names[k] for k in claim.pair)
    sure = claim.adjusted <= alpha
    rows = []
    for axis in claim.axes:
        codes = outcomes.codes[axis, claim.analyses]
        for value, mean, here in _means(outcomes.axes[axis], codes, claim.difference):
            d, certain = claim.difference[here], sure[here]
            rows.append(
                ValueRow(
                    metric=metric,
                    rival=rival,
                    choice=outcomes.axes[axis].name,
                    value=value,
                    n_analyses=len(here),
                    estimate=mean,
                    share_better=_share(d > 0),
                    share_significant=_share(certain & (d > 0)),
                    share_significantly_worse=_share(certain & (d < 0)),
                )
            )
    return rows


def outcome_rows(outcomes: Outcomes, claim: Claim, alpha: float) -> list[OutcomeRow]:
    """Return what every analysis says of a claim."""
    metric, rival = claim.pair
    first, second = (outcomes.first, outcomes.second) if metric < rival else (outcomes.second, outcomes.first)
    place = outcomes.places[min(claim.pair), max(claim.pair)]
    return [
        OutcomeRow(
            analysis=int(one) + 1,
            metric=outcomes.names[metric],
            rival=outcomes.names[rival],
            estimate=float(difference),
            estimate_metric=float(first[one, place]),
            estimate_rival=float(second[one, place]),
            pvalue=float(outcomes.pvalues[one, place]),
            pvalue_adjusted=float(adjusted),
            verdict=pair_verdict(float(difference), float(adjusted), alpha),
        )
        for one, difference, adjusted in zip(claim.analyses, claim.difference, claim.adjusted, strict=True)
    ]


def rank_rows(outcomes: Outcomes, ranks: FloatArray) -> list[RankRow]:
    """Return where metrics stand over all analyses, the best on average first; those without a rank last."""
    first = outcomes.first_ranked()
    rows = []
    for k, name in enumerate(outcomes.names):
        known = ~np.isnan(ranks[:, k])
        mine = ranks[known, k]
        there = outcomes.variants[:, k] != NO_COLUMN
        rows.append(
            RankRow(
                name,
                mean_rank=float(mine.mean()) if len(mine) else math.nan,
                best_rank=float(mine.min()) if len(mine) else math.nan,
                worst_rank=float(mine.max()) if len(mine) else math.nan,
                share_first=_share(first[known, k]),
                n_analyses=len(mine),
                n_undefined=int(np.isnan(ranks[there, k]).sum()),
            )
        )
    return sorted(rows, key=lambda row: (math.isnan(row.mean_rank), row.mean_rank, -row.share_first))


def rank_value_rows(outcomes: Outcomes, ranks: FloatArray, order: Sequence[str]) -> list[RankValueRow]:
    """Return where metrics stand under every value of every choice that has several."""
    rows = []
    every = np.arange(len(outcomes.analyses))
    for name in order:
        k = outcomes.names.index(name)
        known = np.flatnonzero(~np.isnan(ranks[:, k]))
        for axis in _varied(outcomes, every):
            codes = outcomes.codes[axis, known]
            for value, mean, here in _means(outcomes.axes[axis], codes, ranks[known, k]):
                rows.append(
                    RankValueRow(
                        metric=name,
                        choice=outcomes.axes[axis].name,
                        value=value,
                        mean_rank=mean,
                        n_analyses=len(here),
                    )
                )
    return rows


def analysis_rows(outcomes: Outcomes) -> list[AnalysisRow]:
    """Return every analysis, with the metric that comes first."""
    rows = []
    for number, one in enumerate(outcomes.analyses):
        estimates = outcomes.estimates[number]
        known = ~np.isnan(estimates)
        best = int(np.nanargmax(estimates)) if known.any() else None
        fixed = len(CHOICES)
        human, level, coefficient, aggregate, systems, inputs = one.values[:fixed]
        rows.append(
            AnalysisRow(
                analysis=number + 1,
                human=human,
                level=level,
                coefficient=coefficient,
                aggregate=aggregate,
                systems=systems,
                inputs=inputs,
                variants=" | ".join(one.values[fixed:]),
                n_systems=int(outcomes.sizes[number, 0]),
                n_inputs=int(outcomes.sizes[number, 1]),
                metric=None if best is None else outcomes.names[best],
                estimate=math.nan if best is None else float(estimates[best]),
                n_undefined=int((~known).sum()),
            )
        )
    return rows


def estimate_rows(outcomes: Outcomes, ranks: FloatArray) -> list[EstimateRow]:
    """Return the correlation of every metric in every analysis."""
    return [
        EstimateRow(
            analysis=number + 1,
            metric=name,
            estimate=float(outcomes.estimates[number, k]),
            rank=float(ranks[number, k]),
            n_undefined=int(outcomes.undefined[number, k]),
        )
        for number in range(len(outcomes.analyses))
        for k, name in enumerate(outcomes.names)
    ]
