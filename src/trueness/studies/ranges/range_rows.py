"""Agreement by range as rows: means over pairs, single pairs, contrasts of ranges, and the published filter."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust
from trueness.statistics.jackknife.two_way_jackknife import Precision
from trueness.statistics.ranges.kendall_pvalues import kendall_pvalues
from trueness.statistics.ranges.mean_jackknife import Combine, LeftOutMeans
from trueness.statistics.ranges.range_values import RangeWork, left_out_values, permuted_values
from trueness.statistics.ties import RELATIVE_TOLERANCE
from trueness.studies.ranges.range_names import range_names
from trueness.studies.ranges.rows import ALL_METRICS, ContrastRow, FilterRow, RangeRow
from trueness.studies.ranges.settings import RangesSettings

FILTER = 0.05
"""At most this is the p-value of a correlation that the published averages hold."""


class Beyond(NamedTuple):
    """Agreement minus what width explains.

    Attributes
    ----------
    estimates, low, high, pvalues : arrays of shape (W,)
    """

    estimates: FloatArray
    low: FloatArray
    high: FloatArray
    pvalues: FloatArray


@dataclasses.dataclass(frozen=True)
class Agreement:
    """All that is known of agreement by range, as arrays.

    Attributes
    ----------
    names : tuple of (str, str)
        The C pairs: of metrics, then each with the human.
    groups : tuple of ((str, str), slice)
        What a mean over pairs is called, and which pairs it is over.
    taus : array of shape (R, C, M)
        Of single inputs.
    pvalues : array of shape (R, C, M)
    n_outputs : array of shape (R, C)
        Over the inputs with a correlation.
    normal : array of shape (R, C)
    means : LeftOutMeans
        Of R C correlations.
    beyond : LeftOutMeans
        Of R C correlations minus what is expected of them; without systems.
    permuted : array of shape (B, R * C)
        Mean correlations after residuals of systems were permuted; no rows where nothing is said of other systems.
    settings : RangesSettings
    """

    names: tuple[tuple[str, str], ...]
    groups: tuple[tuple[tuple[str, str], slice], ...]
    taus: FloatArray
    pvalues: FloatArray
    n_outputs: FloatArray
    normal: FloatArray
    means: LeftOutMeans
    beyond: LeftOutMeans
    permuted: FloatArray
    settings: RangesSettings

    @classmethod
    def of(
        cls,
        work: RangeWork,
        metrics: Sequence[str],
        human: str | None,
        settings: RangesSettings,
        *,
        intervals: bool = True,
    ) -> Agreement:
        """Compute it, where and as the execution says; without `intervals` only what width explains."""
        pairs, width = work.pairs, len(metrics)
        called = [*metrics, *([human] if human is not None else [])]
        names = tuple((called[a], called[b]) for a, b in zip(pairs.first, pairs.second, strict=True))
        among = width * (width - 1) // 2
        groups = [((ALL_METRICS, ALL_METRICS), slice(0, among))]
        if human is not None:
            groups.append(((ALL_METRICS, human), slice(among, len(names))))
        found = work.taus(work.placed)
        pvalues = kendall_pvalues(found, work.beside(work.placed), work.placed.bins, work.n_bins, pairs)
        taus = np.where(pvalues <= FILTER, found.taus, np.nan) if settings.only_significant else found.taus
        inputs, size = taus.shape[-1], taus.shape[0] * taus.shape[1]
        known = ~np.isnan(taus)
        left_out, expected, permuted = None, np.full(taus.shape, np.nan), np.empty((0, size))
        if not settings.only_significant:  # it is the expectation of all correlations
            expected, means = permuted_values(work, taus)
            if settings.leaves_systems_out:
                left_out = left_out_values(work).reshape(-1, size, inputs) if intervals else None
                permuted = means.reshape(-1, size)
        return cls(
            names=names,
            groups=tuple(groups),
            taus=found.taus,
            pvalues=pvalues,
            n_outputs=np.where(known, found.n_outputs, 0).sum(axis=2).astype(np.float64),
            normal=_mean(np.where(known, work.normal(), np.nan))
            if intervals
            else np.full(taus.shape[:2], np.nan),
            means=LeftOutMeans.of(taus.reshape(-1, inputs), left_out),
            beyond=LeftOutMeans.of((taus - expected).reshape(-1, inputs)),
            permuted=permuted,
            settings=settings,
        )

    @property
    def labels(self) -> tuple[tuple[str, str], ...]:
        """Name and kind of every range."""
        return range_names(self.settings.bins)

    @property
    def kept(self) -> FloatArray:
        """Correlations that means are of, shape (R, C, M)."""
        if self.settings.only_significant:
            return np.where(self.pvalues <= FILTER, self.taus, np.nan)
        return self.taus

    def combined(self, of: slice, contrast: tuple[int, int] | None = None) -> Combine:
        """Return what takes means over inputs to means over pairs.

        Parameters
        ----------
        of : slice
            The pairs.
        contrast : (int, int), optional
            One range minus another.
        """
        shape = len(self.labels), len(self.names)

        def combine(values: FloatArray) -> FloatArray:
            over = _mean(values.reshape(*values.shape[:-1], *shape)[..., of])
            return over if contrast is None else over[..., [contrast[0]]] - over[..., [contrast[1]]]

        return combine

    def beyond_width(self, combine: Combine) -> Beyond:
        """Return by how much agreement differs from what width explains, how sure that is, and the test.

        Where other systems are spoken of, the residuals of systems were permuted in the same way for all inputs. The
        differences that this gives where nothing but width is at work stand for those that there might have been; the
        interval is the estimate minus their quantiles, the p-value the share of them that is as large. Where these
        systems are spoken of, inputs are the units of Student's t.
        """
        confidence = self.settings.confidence
        if not len(self.permuted):
            precision = self.beyond.precision(combine)
            return Beyond(precision.estimates, *precision.limits(confidence), two_sided(precision))
        estimates = combine(self.beyond.whole)
        drawn = combine(self.permuted)
        drawn = drawn - drawn.mean(axis=0)
        outside = (1 - confidence) / 2
        low, high = np.quantile(drawn, [1 - outside, outside], axis=0)
        reached = (np.abs(drawn) >= np.abs(estimates) - RELATIVE_TOLERANCE).sum(axis=0)
        pvalues = (1 + reached) / (1 + len(drawn))
        undefined = np.isnan(estimates) | np.isnan(drawn).any(axis=0)
        return Beyond(
            estimates,
            *(np.where(undefined, np.nan, part) for part in (estimates - low, estimates - high, pvalues)),
        )


def mean_rows(found: Agreement) -> tuple[RangeRow, ...]:
    """Return the means over pairs of metrics and, where people scored, over metrics with the human."""
    rows: list[RangeRow] = []
    normal = found.normal
    for (metric, rival), of in found.groups:
        combine = found.combined(of)
        observed, difference = found.means.precision(combine), found.beyond_width(combine)
        known = ~np.isnan(found.kept[:, of])
        some = known.any(axis=1)
        rows += _rows(
            [(metric, rival)] * len(found.labels),
            found.labels,
            observed,
            difference,
            _mean(normal[:, of]),
            some.sum(axis=1),
            (~some).sum(axis=1),
            found.n_outputs[:, of].max(axis=1),
            found.settings,
        )
    return tuple(rows)


def pair_rows(found: Agreement) -> tuple[RangeRow, ...]:
    """Return single pairs of metrics, and metrics with the human, range by range; tests are corrected together."""
    observed, difference = found.means.precision(np.asarray), found.beyond_width(np.asarray)
    known = ~np.isnan(found.kept)
    width = len(found.names)
    return tuple(
        _rows(
            [pair for _ in found.labels for pair in found.names],
            [label for label in found.labels for _ in range(width)],
            observed,
            difference,
            found.normal.ravel(),
            known.sum(axis=2).ravel(),
            (~known).sum(axis=2).ravel(),
            found.n_outputs.ravel(),
            found.settings,
        )
    )


def _rows(
    names: Sequence[tuple[str, str]],
    labels: Sequence[tuple[str, str]],
    observed: Precision,
    difference: Beyond,
    normal: FloatArray,
    inputs: FloatArray,
    undefined: FloatArray,
    outputs: FloatArray,
    settings: RangesSettings,
) -> list[RangeRow]:
    low, high = observed.limits(settings.confidence)
    ranges = range_names(settings.bins)
    tested = np.array([label != ranges[0] for label in labels])
    pvalues = np.where(tested, difference.pvalues, np.nan)
    # the top bin stands in both kinds of ranges, and is tested once
    once = np.array([label != ranges[-1] for label in labels])
    adjusted = np.full(len(labels), np.nan)
    adjusted[once] = adjust(pvalues[once], settings.correction)
    first = {
        (name, label[0]): value
        for name, label, value, one in zip(names, labels, adjusted, once, strict=True)
        if one
    }
    rows = []
    for k, (name, label) in enumerate(zip(names, labels, strict=True)):
        rows.append(
            RangeRow(
                metric=name[0],
                rival=name[1],
                range=label[0],
                kind=label[1],
                estimate=float(observed.estimates[k]),
                low=float(low[k]),
                high=float(high[k]),
                expected=float(observed.estimates[k] - difference.estimates[k]),
                expected_normal=float(normal[k]),
                difference=float(difference.estimates[k]),
                difference_low=float(difference.low[k]),
                difference_high=float(difference.high[k]),
                pvalue=float(pvalues[k]),
                pvalue_adjusted=float(first[name, label[0]]),
                n_inputs=int(inputs[k]),
                n_undefined=int(undefined[k]),
                n_outputs=int(outputs[k]),
            )
        )
    return rows


def contrast_rows(found: Agreement) -> tuple[ContrastRow, ...]:
    """Return how far agreement falls from all outputs to the top bin, and how the top bin differs from the lowest."""
    settings, labels = found.settings, found.labels
    bins = settings.bins
    rows = []
    for (metric, rival), of in found.groups:
        for contrast, pair in (("fall", (0, bins - 1)), ("height", (bins - 1, bins))):
            combine = found.combined(of, pair)
            observed, difference = found.means.precision(combine), found.beyond_width(combine)
            low, high = observed.limits(settings.confidence)
            rows.append(
                ContrastRow(
                    metric=metric,
                    rival=rival,
                    contrast=contrast,
                    range=labels[pair[0]][0],
                    other=labels[pair[1]][0],
                    estimate=float(observed.estimates[0]),
                    low=float(low[0]),
                    high=float(high[0]),
                    expected=float(observed.estimates[0] - difference.estimates[0]),
                    difference=float(difference.estimates[0]),
                    difference_low=float(difference.low[0]),
                    difference_high=float(difference.high[0]),
                    pvalue=float(difference.pvalues[0]),
                )
            )
    return tuple(rows)


def filter_rows(found: Agreement) -> tuple[FilterRow, ...]:
    """Return what averaging significant correlations alone does to the means over pairs."""
    rows = []
    significant = found.pvalues <= FILTER
    everything = _mean(found.taus)
    kept = _mean(np.where(significant, found.taus, np.nan))
    count = (~np.isnan(found.taus)).sum(axis=2)
    for (metric, rival), of in found.groups:
        for r, label in enumerate(found.labels):
            whole, part = float(_mean(everything[r, of])), float(_mean(kept[r, of]))
            correlations, held = int(count[r, of].sum()), int(significant[r, of].sum())
            share = held / correlations if correlations else float("nan")
            rows.append(
                FilterRow(
                    metric=metric,
                    rival=rival,
                    range=label[0],
                    kind=label[1],
                    estimate=whole,
                    estimate_significant=part,
                    bias=part - whole,
                    share_significant=share,
                    n_correlations=correlations,
                    n_significant=held,
                )
            )
    return tuple(rows)


def two_sided(precision: Precision) -> FloatArray:
    """Return two-sided p-values."""
    return np.asarray(np.minimum(1.0, 2 * np.minimum(precision.greater(), precision.less())))


def _mean(values: FloatArray) -> FloatArray:
    """Return means over the last axis of what is defined, NaN where nothing is."""
    known = ~np.isnan(values)
    count = known.sum(axis=-1)
    total = np.where(known, values, 0.0).sum(axis=-1)
    return np.asarray(np.divide(total, count, out=np.full(np.shape(total), np.nan), where=count > 0))
