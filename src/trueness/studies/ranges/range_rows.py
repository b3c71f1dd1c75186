"""Agreement by range as rows: means over pairs, single pairs, contrasts of ranges, and the published filter."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust
from trueness.statistics.jackknife.two_way_jackknife import Precision
from trueness.statistics.ranges.kendall_pvalues import kendall_pvalues
from trueness.statistics.ranges.mean_jackknife import Combine, LeftOutMeans
from trueness.statistics.ranges.range_values import RangeWork, left_out_values
from trueness.studies.ranges.range_names import range_names
from trueness.studies.ranges.rows import ALL_METRICS, ContrastRow, FilterRow, RangeRow
from trueness.studies.ranges.settings import RangesSettings

FILTER = 0.05
"""At most this is the p-value of a correlation that the published averages hold."""


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
        Of 2 R C values: correlations, and what is expected of them.
    settings : RangesSettings
    """

    names: tuple[tuple[str, str], ...]
    groups: tuple[tuple[tuple[str, str], slice], ...]
    taus: FloatArray
    pvalues: FloatArray
    n_outputs: FloatArray
    normal: FloatArray
    means: LeftOutMeans
    settings: RangesSettings

    @classmethod
    def of(
        cls, work: RangeWork, metrics: Sequence[str], human: str | None, settings: RangesSettings
    ) -> Agreement:
        """Compute it, where and as the execution says."""
        pairs, width = work.pairs, len(metrics)
        called = [*metrics, *([human] if human is not None else [])]
        names = tuple((called[a], called[b]) for a, b in zip(pairs.first, pairs.second, strict=True))
        among = width * (width - 1) // 2
        groups = [((ALL_METRICS, ALL_METRICS), slice(0, among))]
        if human is not None:
            groups.append(((ALL_METRICS, human), slice(among, len(names))))
        found = work.taus(work.placed)
        pvalues = kendall_pvalues(found, work.beside(work.placed), work.placed.bins, work.n_bins, pairs)
        values = work.values()
        inputs = values.shape[-1]
        left_out = None
        if settings.only_significant:
            values[0] = np.where(pvalues <= FILTER, values[0], np.nan)
            values[1] = np.nan  # it is the expectation of all correlations
        elif settings.leaves_systems_out:
            left_out = left_out_values(work)
            left_out = left_out.reshape(len(left_out), -1, inputs)
        known = ~np.isnan(values[0])
        normal = np.where(known, work.normal(), np.nan)
        return cls(
            names,
            tuple(groups),
            found.taus,
            pvalues,
            np.where(known, found.n_outputs, 0).sum(axis=2).astype(np.float64),
            _mean(normal),
            LeftOutMeans.of(values.reshape(-1, inputs), left_out),
            settings,
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

    def combined(self, of: slice, *, both: bool = True, contrast: tuple[int, int] | None = None) -> Combine:
        """Return what takes means over inputs to a mean over pairs: of correlations minus expectations, or of those.

        Parameters
        ----------
        of : slice
            The pairs.
        both : bool
            Whether the expectations are taken off.
        contrast : (int, int), optional
            One range minus another.
        """
        shape = (2, len(self.labels), len(self.names))

        def combine(values: FloatArray) -> FloatArray:
            apart = values.reshape(*values.shape[:-1], *shape)[..., of]
            kept = apart[..., 0, :, :] - apart[..., 1, :, :] if both else apart[..., 0, :, :]
            over = _mean(kept)
            return over if contrast is None else over[..., [contrast[0]]] - over[..., [contrast[1]]]

        return combine

    def alone(self, *, both: bool) -> Combine:
        """Return what takes means over inputs to those of single pairs, flat."""
        size = len(self.labels) * len(self.names)

        def combine(values: FloatArray) -> FloatArray:
            apart = values.reshape(*values.shape[:-1], 2, size)
            return apart[..., 0, :] - apart[..., 1, :] if both else apart[..., 0, :]

        return combine


def mean_rows(found: Agreement) -> tuple[RangeRow, ...]:
    """Return the means over pairs of metrics and, where people scored, over metrics with the human."""
    rows: list[RangeRow] = []
    normal = found.normal
    for (metric, rival), of in found.groups:
        plain, apart = found.combined(of, both=False), found.combined(of)
        observed = found.means.precision(plain)
        difference = found.means.precision(apart)
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
    observed = found.means.precision(found.alone(both=False))
    difference = found.means.precision(found.alone(both=True))
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
    difference: Precision,
    normal: FloatArray,
    inputs: FloatArray,
    undefined: FloatArray,
    outputs: FloatArray,
    settings: RangesSettings,
) -> list[RangeRow]:
    low, high = observed.limits(settings.confidence)
    less, more = difference.limits(settings.confidence)
    ranges = range_names(settings.bins)
    tested = np.array([label != ranges[0] for label in labels])
    pvalues = np.where(tested, two_sided(difference), np.nan)
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
                *name,
                *label,
                float(observed.estimates[k]),
                float(low[k]),
                float(high[k]),
                float(observed.estimates[k] - difference.estimates[k]),
                float(normal[k]),
                float(difference.estimates[k]),
                float(less[k]),
                float(more[k]),
                float(pvalues[k]),
                float(first[name, label[0]]),
                int(inputs[k]),
                int(undefined[k]),
                int(outputs[k]),
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
            observed = found.means.precision(found.combined(of, both=False, contrast=pair))
            difference = found.means.precision(found.combined(of, contrast=pair))
            low, high = observed.limits(settings.confidence)
            less, more = difference.limits(settings.confidence)
            rows.append(
                ContrastRow(
                    metric,
                    rival,
                    contrast,
                    labels[pair[0]][0],
                    labels[pair[1]][0],
                    float(observed.estimates[0]),
                    float(low[0]),
                    float(high[0]),
                    float(observed.estimates[0] - difference.estimates[0]),
                    float(difference.estimates[0]),
                    float(less[0]),
                    float(more[0]),
                    float(two_sided(difference)[0]),
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
                FilterRow(metric, rival, *label, whole, part, part - whole, share, correlations, held)
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
