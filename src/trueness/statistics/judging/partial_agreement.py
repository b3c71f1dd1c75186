"""Whether a metric and people agree because both go with something else: length, the system, the input."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import Certain, Scale
from trueness.statistics.fisher_scale import z_scale
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.judging.cluster_totals import cluster_numbers, cluster_totals
from trueness.statistics.judging.two_way_totals import crossed_totals, two_way_value

NOTHING_LEFT = 1e-10
"""Below this share of its variance nothing is left of a score once something is given."""

FEWEST_OUTPUTS = 4

_FISHER = Scale(lambda values: z_scale(values, "pearson", 1), np.tanh)
"""Finite also where nothing but what is given tells two scores apart."""


class PartialAgreement(NamedTuple):
    """Pearson's r of a metric with people over outputs, before and after something is given.

    Attributes
    ----------
    plain : Certain
        Of all outputs.
    given : Certain
        What is left of it among outputs alike in what is given: NaN where nothing is left of a score.
    drop : Certain
        The first less the second, with the p-value that it is none.
    metric_with, human_with : float
        How each goes with what is given: Pearson's r of a number; of groups the correlation ratio η, the root of the
        share of its variance that lies between groups.
    n_outputs : int
    """

    plain: Certain
    given: Certain
    drop: Certain
    metric_with: float
    human_with: float
    n_outputs: int


def partial_agreement(
    metric: ArrayLike,
    human: ArrayLike,
    given: ArrayLike,
    *,
    groups: bool = False,
    systems: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
    confidence: float = 0.95,
) -> PartialAgreement:
    """Return how much of an agreement is left where something is given.

    Of a number, such as length, the partial correlation: of what is left of both scores after the straight line on it
    (Yule 1907). Of groups, such as systems, the correlation of both scores less their means in the group, which stay
    those of all outputs. Intervals leave out systems, clusters of outputs, and both (`two_way_value`). Noise in what is
    given makes it a poor control, and leaves too much; so does a curve that is no line.

    Parameters
    ----------
    metric, human : arrays of shape (n,)
    given : array of shape (n,)
        Numbers, or with `groups` labels.
    groups : bool
    systems : array of shape (n,), optional
        A label per output. With fewer than three systems, or none, intervals are of other clusters alone.
    clusters : array of shape (n,), optional
        A label per output, such as its input or document; by default every output is its own.
    confidence : float

    Returns
    -------
    PartialAgreement

    Raises
    ------
    ArgumentError
        If lengths differ, or something is no number.

    References
    ----------
    Yule (1907), On the theory of correlation for any number of variables, Proceedings of the Royal Society A 79. Owen
    (2007), Annals of Applied Statistics 1.
    """
    x, z = given_numbers(metric), given_numbers(human)
    labels = np.asarray(given) if groups else given_numbers(given)
    if x.ndim != 1 or not x.shape == z.shape == labels.shape:
        raise ArgumentError(
            f"`metric`, `human` and `given` must be vectors of one length; they have {x.shape}, {z.shape} and "
            f"{labels.shape}."
        )
    known = ~(np.isnan(x) | np.isnan(z))
    if not groups:
        known &= ~np.isnan(labels)
    x, z, labels = x[known], z[known], labels[known]
    unknown = Certain.unknown()
    if len(x) < FEWEST_OUTPUTS:
        return PartialAgreement(
            plain=unknown,
            given=unknown,
            drop=unknown,
            metric_with=np.nan,
            human_with=np.nan,
            n_outputs=len(x),
        )
    x, z = x - x.mean(), z - z.mean()
    if groups:
        number = np.unique(labels, return_inverse=True)[1]
        left_x, left_z = _within(x, number), _within(z, number)
        shares = _share(left_x, x), _share(left_z, z)
        with_x, with_z = (float(np.sqrt(1 - share)) for share in shares)
        more = [left_x**2, left_z**2, left_x * left_z]
        left = _of_centred
    else:
        line = labels - labels.mean()
        with_x, with_z = (_pearson(one, line) for one in (x, z))
        shares = 1 - with_x**2, 1 - with_z**2
        more = [line, line * line, x * line, z * line]
        left = _beside_line
    nothing = not min(shares) > NOTHING_LEFT  # also of scores that are all equal
    sums = np.stack([np.ones_like(x), x, z, x * x, z * z, x * z, *more], axis=1)

    def given_all(totals: FloatArray) -> FloatArray:
        return np.full(len(totals), np.nan) if nothing else left(totals)

    crossed = crossed_totals(sums, *_units(systems, clusters, known))
    return PartialAgreement(
        plain=two_way_value(crossed, _plain, confidence, scale=_FISHER),
        given=two_way_value(crossed, given_all, confidence, scale=_FISHER),
        drop=two_way_value(crossed, lambda totals: _plain(totals) - given_all(totals), confidence),
        metric_with=with_x,
        human_with=with_z,
        n_outputs=len(x),
    )


def _units(
    systems: ArrayLike | None, clusters: ArrayLike | None, known: np.ndarray
) -> tuple[IntArray, IntArray]:
    size = len(known)
    alone = np.zeros(size, dtype=np.intp)
    system = alone if systems is None else cluster_numbers(systems, size)
    return system[known], cluster_numbers(clusters, size)[known]


def _within(values: FloatArray, number: IntArray) -> FloatArray:
    sums = cluster_totals(np.stack([np.ones_like(values), values], axis=1), number)
    return values - (sums[:, 1] / sums[:, 0])[number]


def _plain(totals: FloatArray) -> FloatArray:
    """Return Pearson's r from sums of x, z, their squares and product."""
    n, x, z, xx, zz, xz = totals[:, :6].T
    return _ratio(xz - x * z / n, xx - x * x / n, zz - z * z / n)


def _of_centred(totals: FloatArray) -> FloatArray:
    """Return Pearson's r of scores less the means of their groups."""
    xx, zz, xz = totals[:, 6:].T
    return _ratio(xz, xx, zz)


def _beside_line(totals: FloatArray) -> FloatArray:
    """Return the partial correlation, the line fitted to these sums."""
    n, x, z, xx, zz, xz, line, squares, x_line, z_line = totals.T
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = squares - line * line / n
        of_x, of_z = x_line - x * line / n, z_line - z * line / n
        return _ratio(
            xz - x * z / n - of_x * of_z / spread,
            xx - x * x / n - of_x * of_x / spread,
            zz - z * z / n - of_z * of_z / spread,
        )


def _ratio(together: FloatArray, of_x: FloatArray, of_z: FloatArray) -> FloatArray:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.clip(together / np.sqrt(of_x * of_z), -1, 1))


def _share(left: FloatArray, whole: FloatArray) -> float:
    spread = float(whole @ whole)
    return min(1.0, float(left @ left) / spread) if spread > 0 else float("nan")


def _pearson(x: FloatArray, z: FloatArray) -> float:
    spread = float(x @ x) * float(z @ z)
    return float(x @ z / np.sqrt(spread)) if spread > 0 else float("nan")
