"""Measure against measure: how often one metric is better than another among resamples, and whether that survives."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, UnsupportedMethodError, check_choice
from trueness.methods.correlations import Correlations
from trueness.parallel import Execution, Watch, executing, step
from trueness.result import Result, Signature
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, resolve_seed
from trueness.statistics.equivalence.dominance import RESOLVED, dominance, dominance_shift, resolved
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.studies.compare.settings import Settings
from trueness.studies.equivalence.conditions import common_metrics, match_conditions
from trueness.study.rows import Caution
from trueness.study.selection import choose_human, choose_metrics, judged_part, score_arrays


@explained(
    metric=Meaning("The metric that is better in at least as many resamples as the rival."),
    share=Meaning(
        "P: the share of resamples in which the metric correlates more with the human; NaN where undefined.",
        "P",
    ),
)
@dataclasses.dataclass(frozen=True)
class DominanceRow:
    """How often one metric is better than another."""

    metric: str
    rival: str
    human: str
    level: str
    coefficient: str
    estimate_metric: float
    estimate_rival: float
    share: float
    resolved: bool
    n_undefined_resamples: int
    resamples: int


@explained(
    n_pairs=Meaning("Resolved pairs."),
    n_reversed=Meaning("Of these, pairs with the other metric ahead."),
)
@dataclasses.dataclass(frozen=True)
class ShiftRow:
    """What becomes of resolved pairs under another condition (see `dominance_shift`)."""

    condition: str
    human: str
    level: str
    coefficient: str
    share_resolved: float
    shift: float
    shift_signed: float
    n_pairs: int
    n_unresolved: int
    n_reversed: int


@dataclasses.dataclass(frozen=True)
class ResolvedPairsResult(Result):
    """Which pairs of metrics resampling tells apart.

    Attributes
    ----------
    pairs : tuple of DominanceRow
        Under the reference condition.
    shifts : tuple of ShiftRow
        One per condition, human, level and coefficient; empty without conditions.
    """

    threshold: float
    pairs: tuple[DominanceRow, ...]
    shifts: tuple[ShiftRow, ...]

    def share_resolved(self, human: str, level: str, coefficient: str) -> float:
        """Return the share of pairs with a defined P that are resolved; NaN without any."""
        mine = [
            row.resolved
            for row in self.pairs
            if (row.human, row.level, row.coefficient) == (human, level, coefficient)
            and not np.isnan(row.share)
        ]
        return sum(mine) / len(mine) if mine else float("nan")


def resolved_pairs(
    table: ScoreTable,
    *,
    human: str | Sequence[str] | None = None,
    metrics: str | Iterable[str] | None = None,
    against: Mapping[str, ScoreTable] | None = None,
    level: str | Sequence[str] | None = None,
    coefficient: str | Sequence[str] | None = None,
    over: str = "both",
    threshold: float = RESOLVED,
    resamples: int = DEFAULT_RESAMPLES,
    aggregate: str = "corpus",
    clusters: str | None = None,
    system_clusters: str | None = None,
    rng: Any = None,
    workers: int | None = None,
    chunk: int | None = None,
    watch: Watch | None = None,
) -> ResolvedPairsResult:
    """Return for every pair of metrics the share P of resamples in which one is better, and its shift under conditions.

    A pair is resolved if P reaches the threshold. That is a statement about resamples, without correction for the
    number of pairs: `compare` has the tests. Only outputs that every metric scored (under both conditions) count, so
    that all P rest on the same ones.

    Parameters
    ----------
    table : ScoreTable
        The reference condition.
    human : str or sequence of str, optional
    metrics : str or iterable of str, optional
    against : mapping of str to ScoreTable, optional
        Other conditions, matched by system and input, judged by the reference's human scores.
    level, coefficient : str or sequence of str
        As in `compare`; with ``over='outputs'`` the global level.
    over : {'both', 'systems', 'inputs', 'outputs'}
        What is resampled; ``outputs`` one by one, as published.
    threshold : float
        Above 0.5 and at most 1.
    resamples : int
    aggregate : {'corpus', 'mean', 'median'}
    clusters, system_clusters : str, optional
        Grouping columns of inputs and of systems that are resampled as a whole.
    rng, workers, chunk, watch
        As in `compare`.

    Returns
    -------
    ResolvedPairsResult

    Raises
    ------
    ArgumentError
        If an argument is outside the values above.
    UnknownNameError
        If a scorer or grouping column does not exist.
    DataError
        If there are fewer than two metrics, or conditions have none in common.
    KeyMismatchError
        If a condition has no system or no input in common with the reference.
    UnsupportedMethodError
        If outputs are to be resampled at another level than the global one, or too few systems should vary.

    References
    ----------
    Braun, Vasilyev, Iskender and Bohannon (2022), Does summary evaluation survive translation to other languages?,
    NAACL, section 4 and Figure 5.
    """
    table = read_table(table)
    check_choice("over", over, EQUIVALENCE_OVER)
    resolved([[0.0]], threshold)
    if over == "outputs" and level is None:
        level = "global"
    settings = Settings.of(
        rng=resolve_seed(rng),
        levels=level,
        coefficients=coefficient,
        over="inputs" if over == "outputs" else over,
        resamples=resamples,
        missing="complete",
        aggregate=aggregate,
    )
    if over == "outputs" and settings.levels != ("global",):
        raise UnsupportedMethodError(
            "outputs are resampled one by one at the global level only (--level global)."
        )
    humans = (
        (choose_human(table, None),)
        if human is None
        else (human,)
        if isinstance(human, str)
        else tuple(human)
    )
    pairs: list[DominanceRow] = []
    shifts: list[ShiftRow] = []
    noted: list[Caution] = []
    with executing(Execution.of(workers=workers, chunk=chunk), watch), step("resampling"):
        for truth in humans:
            names = choose_metrics(table, metrics, choose_human(table, truth))
            if len(names) < 2:
                raise DataError(f"comparing '{names[0]}' takes another metric: give one.")
            part = table.select(scorers=[truth, *names])
            given = _given(part, truth, names, settings, over, (clusters, system_clusters))
            for key, values in given.samples(settings.over).items():
                pairs += _pairs(names, truth, key, given.points[key], values, threshold)
            for condition, other in (against or {}).items():
                shared = common_metrics(table, other, names, condition)
                both = match_conditions(table, other, (truth,), shared, condition)
                noted += [caution for caution in both.cautions if caution not in noted]
                order = (*shared, *(both.names[name] for name in shared))
                given = _given(both.table, truth, order, settings, over, (clusters, system_clusters))
                for key, values in given.samples(settings.over).items():
                    shifts.append(_shift(condition, truth, key, values, len(shared), threshold))
    return ResolvedPairsResult(
        signature=Signature.of(
            data=table.fingerprint[:12],
            against=[f"{name}={other.fingerprint[:12]}" for name, other in (against or {}).items()] or None,
            human=humans,
            level=settings.levels,
            coef=settings.coefficients,
            resolved=threshold,
            bootstrap=over,
            resamples=settings.resamples,
            seed=settings.seed,
            missing="complete",
            agg=settings.aggregate if "system" in settings.levels else None,
            clusters=clusters,
            sysclusters=system_clusters,
        ),
        threshold=threshold,
        pairs=tuple(pairs),
        shifts=tuple(shifts),
        cautions=tuple(noted),
    )


def _given(
    table: ScoreTable,
    human: str,
    names: tuple[str, ...],
    settings: Settings,
    over: str,
    clusters: tuple[str | None, str | None],
) -> Correlations:
    arrays = score_arrays(judged_part(table, human, settings.means), human, names, settings, *clusters)
    used = pooled_units(arrays) if over == "outputs" else arrays
    return Correlations(used, settings.keys, resamples=settings.resamples, seed=settings.seed)


def _pairs(
    names: tuple[str, ...], human: str, key: Key, points: FloatArray, samples: FloatArray, threshold: float
) -> list[DominanceRow]:
    shares = dominance(samples)
    ahead = resolved(shares, threshold)
    rows = []
    for a, b in itertools.combinations(range(len(names)), 2):
        first, second = (b, a) if shares[b, a] > shares[a, b] else (a, b)
        rows.append(
            DominanceRow(
                metric=names[first],
                rival=names[second],
                human=human,
                level=key[0],
                coefficient=key[1],
                estimate_metric=float(points[first]),
                estimate_rival=float(points[second]),
                share=float(shares[first, second]),
                resolved=bool(ahead[first, second]),
                n_undefined_resamples=int(np.isnan(samples[:, first] - samples[:, second]).sum()),
                resamples=len(samples),
            )
        )
    return rows


def _shift(
    condition: str, human: str, key: Key, samples: FloatArray, n_metrics: int, threshold: float
) -> ShiftRow:
    before, after = dominance(samples[:, :n_metrics]), dominance(samples[:, n_metrics:])
    found = dominance_shift(before, after, threshold)
    defined = int(np.sum(~np.isnan(before))) // 2
    return ShiftRow(
        condition=condition,
        human=human,
        level=key[0],
        coefficient=key[1],
        share_resolved=int(resolved(before, threshold).sum()) / defined if defined else float("nan"),
        shift=found.shift,
        shift_signed=found.signed,
        n_pairs=found.n_pairs,
        n_unresolved=found.n_unresolved,
        n_reversed=found.n_reversed,
    )
