"""Strengths of systems from comparisons in pairs: models of Bradley and Terry, Davidson, and Rao and Kupper.

With strengths λ, η = λ_A − λ_B (+ γ for the output shown first, where that is asked for) the models say

* ``bradley_terry``: P(A) = 1 / (1 + e^−η); a tie is half a win of each (Bradley and Terry 1952, Biometrika 39);
* ``davidson``: P(A) : P(tie) : P(B) = e^(η/2) : ν : e^(−η/2) (Davidson 1970, JASA 65, eq. 2.6);
* ``rao_kupper``: P(A) = 1 / (1 + θ e^−η), P(B) = 1 / (1 + θ e^η), the rest ties (Rao and Kupper 1967, JASA 62).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, DataError, check_choice, check_proportion
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.certain import student_reach
from trueness.statistics.given_numbers import given_numbers
from trueness.statistics.judging.cluster_totals import cluster_numbers
from trueness.statistics.preferences.finite_strengths import (
    check_bounded,
    check_comparable,
    check_more_than_one_cluster,
    check_order,
)

TIE_MODELS = ("bradley_terry", "davidson", "rao_kupper")
STRENGTH_INTERVALS = ("jackknife", "sandwich")

GRADIENT = 1e-11
"""The optimiser stops where no derivative of the mean log-likelihood is larger."""

FAR = 6.0
"""Log odds from which on it is checked whether they are finite."""

CONDITION = 1e6
"""Matrices that are further from having no inverse than this are inverted; of others the pseudoinverse is taken."""

SOLVED_AT_ONCE = 4_000_000
"""Numbers in the matrices of clusters that are inverted together."""


@dataclasses.dataclass(frozen=True)
class BradleyTerry:
    """Strengths of N systems, the mean of which is 0.

    Attributes
    ----------
    strengths, low, high : arrays of shape (N,)
        In log odds; the difference of two is that of a win where there are no ties.
    covariance : array of shape (N, N)
    influences : array of shape (G, N)
        What each cluster adds to the strengths: their cross-products are the covariance.
    ties : float
        ν of Davidson's model, θ of Rao and Kupper's, NaN of Bradley and Terry's.
    order_effect, order_low, order_high : float
        γ; NaN where it is not asked for.
    log_likelihood : float
        Without the virtual comparisons of `prior`.
    n_comparisons, n_clusters : int
    clusters : array of shape (G,)
        The number of each cluster among those given.
    """

    strengths: FloatArray
    low: FloatArray
    high: FloatArray
    covariance: FloatArray
    influences: FloatArray
    ties: float
    order_effect: float
    order_low: float
    order_high: float
    log_likelihood: float
    n_comparisons: int
    n_clusters: int
    clusters: IntArray


def bradley_terry(
    first: ArrayLike,
    second: ArrayLike,
    outcome: ArrayLike,
    *,
    n_systems: int | None = None,
    model: str = "bradley_terry",
    order: ArrayLike | None = None,
    clusters: ArrayLike | None = None,
    interval: str = "jackknife",
    prior: float = 0.0,
    confidence: float = 0.95,
    names: Sequence[str] | None = None,
) -> BradleyTerry:
    """Estimate strengths by maximum likelihood, with intervals that take comparisons of one cluster for dependent.

    ``jackknife`` leaves out one cluster after the other and takes one Newton step from the estimate; ``sandwich`` is
    Liang and Zeger's (1986) covariance, times G / (G − 1). Both intervals are Student's t, with G − 1 degrees of
    freedom.

    Parameters
    ----------
    first, second : arrays of shape (n,)
        Numbers of systems, 0 to N − 1: A and B.
    outcome : array of shape (n,)
        1 where A won, −1 where B did, 0 for a tie.
    n_systems : int, optional
        N; by default one more than the largest number.
    model : {'bradley_terry', 'davidson', 'rao_kupper'}
    order : array of shape (n,), optional
        1 where A was shown first, −1 where B was, 0 where that is not known: estimates γ.
    clusters : array of shape (n,), optional
        A label per comparison, such as its input; by default every comparison is its own.
    interval : {'jackknife', 'sandwich'}
    prior : float
        So many wins and so many losses of every system against one of strength 0 are added. With 0, data that leave a
        strength infinite or undefined are refused.
    confidence : float
    names : sequence of str, optional
        Of the systems, for messages.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    DataError
        If strengths have no finite estimate: systems that were never compared, directly or through others, or some that
        won all comparisons with the others (Ford 1957); if an effect of order has none, or goes with the systems; if
        there are fewer than two clusters, or systems were compared in one of them only; or if all comparisons are ties.

    References
    ----------
    Ford (1957), Am. Math. Monthly 64. Hunter (2004), MM algorithms for generalized Bradley–Terry models, Ann. Stat. 32.
    """
    check_choice("model", model, TIE_MODELS)
    check_choice("interval", interval, STRENGTH_INTERVALS)
    check_proportion("confidence", confidence)
    if not 0 <= prior < np.inf:
        raise ArgumentError(f"`prior` must be a number of at least 0; it is {prior!r}.")
    data = _Comparisons.of(first, second, outcome, order, clusters, n_systems)
    called = [str(k) for k in range(data.n_systems)] if names is None else list(names)
    data.check(model)  # first what no prior mends
    if not prior:
        check_comparable(data.first, data.second, data.outcome, called)
        check_more_than_one_cluster(data.first, data.second, data.clusters, called)
    without_ties = None
    if model != "bradley_terry" and not np.any(data.outcome == 0):
        without_ties = 0.0 if model == "davidson" else 1.0
        model = "bradley_terry"  # what both models are with no tie at all: ν = 0, θ = 1
    work = _Likelihood(data, model, prior, ordered=order is not None)
    if work.ordered:
        check_order(data.first, data.second, data.order, data.n_systems)
    found = work.fit()
    return _result(work, found, interval, confidence, without_ties)


@dataclasses.dataclass(frozen=True)
class _Comparisons:
    first: IntArray
    second: IntArray
    outcome: IntArray
    order: FloatArray
    clusters: IntArray
    units: IntArray
    n_systems: int

    @classmethod
    def of(
        cls,
        first: ArrayLike,
        second: ArrayLike,
        outcome: ArrayLike,
        order: ArrayLike | None,
        clusters: ArrayLike | None,
        n_systems: int | None,
    ) -> _Comparisons:
        one, two, said = (np.asarray(values) for values in (first, second, outcome))
        if not one.shape == two.shape == said.shape or one.ndim != 1 or not one.size:
            raise ArgumentError(
                "`first`, `second` and `outcome` must be as long as each other, and hold a comparison."
            )
        if not np.isin(said, (-1, 0, 1)).all():
            raise ArgumentError("`outcome` must hold 1 (A won), −1 (B won) and 0 (tie).")
        size = int(max(one.max(), two.max())) + 1 if n_systems is None else n_systems
        if np.any(one == two) or min(one.min(), two.min()) < 0 or max(one.max(), two.max()) >= size:
            raise ArgumentError(
                f"`first` and `second` must be different systems, numbered from 0 to {size - 1}."
            )
        shown = np.zeros(len(one)) if order is None else given_numbers(order)
        if shown.shape != one.shape or not np.isin(shown, (-1, 0, 1)).all():
            raise ArgumentError("`order` must hold 1 (A was shown first), −1 (B was) and 0 (unrecorded).")
        numbers = cluster_numbers(clusters, len(one))
        units, numbers = np.unique(numbers, return_inverse=True)
        return cls(
            first=one.astype(np.intp),
            second=two.astype(np.intp),
            outcome=said.astype(np.intp),
            order=shown,
            clusters=np.asarray(numbers, dtype=np.intp),
            units=np.asarray(units, dtype=np.intp),
            n_systems=size,
        )

    def check(self, model: str) -> None:
        if len(self.units) < 2:
            raise DataError("an interval of strengths needs comparisons on two inputs at least.")
        if model != "bradley_terry" and not np.any(self.outcome):
            raise DataError("every comparison is a tie, and strengths need one that is decided.")


class _Likelihood:
    """Minus the mean log-likelihood of comparisons, with derivatives; parameters are β (λ = K β), then ties, then γ."""

    def __init__(self, data: _Comparisons, model: str, prior: float, *, ordered: bool) -> None:
        self.data, self.model, self.prior = data, model, prior
        size = data.n_systems
        centred = np.eye(size) - 1 / size
        self.basis = centred[:, 1:]
        self.tied = model != "bradley_terry"
        self.ordered = ordered and bool(np.any(data.order))
        self.width = size - 1 + self.tied + self.ordered

    def _parts(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray, float]:
        """Return λ, η of every comparison, and what stands for ties."""
        data, size = self.data, self.data.n_systems
        strengths = self.basis @ parameters[: size - 1]
        eta = strengths[data.first] - strengths[data.second]
        if self.ordered:
            eta = eta + parameters[-1] * data.order
        return strengths, eta, float(parameters[size - 1]) if self.tied else 0.0

    def rows(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Return the log-likelihood of every comparison, (n,), its slopes in η and ties, (n, 2), and curves, (n, 3).

        The curvature is minus the second derivative in η twice, in η and ties, in ties twice.
        """
        from scipy.special import expit, log_expit

        _, eta, ties = self._parts(parameters)
        outcome = self.data.outcome
        if self.model == "bradley_terry":
            won = (1 + outcome) / 2
            share = expit(eta)
            value = won * log_expit(eta) + (1 - won) * log_expit(-eta)
            nothing = np.zeros_like(eta)
            curve = [share * (1 - share), nothing, nothing]
            return value, np.stack([won - share, nothing], axis=1), np.stack(curve, axis=1)
        if self.model == "davidson":
            logits = np.stack([eta / 2, np.full_like(eta, ties), -eta / 2])
            total = np.logaddexp.reduce(logits, axis=0)
            share = np.exp(logits - total)
            mean = (share[0] - share[2]) / 2
            value = logits[1 - outcome, np.arange(len(eta))] - total
            slopes = np.stack([outcome / 2 - mean, (outcome == 0) - share[1]], axis=1)
            curve = [(share[0] + share[2]) / 4 - mean**2, -mean * share[1], share[1] * (1 - share[1])]
            return value, slopes, np.stack(curve, axis=1)
        width = np.exp(ties)
        above, below = expit(eta + width), expit(eta - width)  # 1 − P(B), P(A)
        log_a, log_b = log_expit(eta - width), log_expit(-eta - width)
        is_a, is_b, tie = outcome > 0, outcome < 0, outcome == 0
        value = np.where(is_b, 0.0, log_a) + np.where(is_a, 0.0, log_b)
        value = value + np.where(tie, np.log(np.expm1(2 * width)), 0.0)
        of_a, of_b = np.where(is_b, 0.0, 1.0), np.where(is_a, 0.0, 1.0)
        gone = -np.expm1(-2 * width)
        in_eta = of_a * (1 - below) - of_b * above
        in_width = -of_a * (1 - below) - of_b * above + np.where(tie, 2 / gone, 0.0)
        bent_a, bent_b = of_a * below * (1 - below), of_b * above * (1 - above)
        across = bent_b - bent_a
        twice = bent_a + bent_b + np.where(tie, 4 * np.exp(-2 * width) / gone**2, 0.0)
        slopes = np.stack([in_eta, in_width * width], axis=1)
        curve = [bent_a + bent_b, across * width, twice * width**2 - in_width * width]
        return value, slopes, np.stack(curve, axis=1)

    def _spread(self, slopes: FloatArray, clusters: IntArray, n: int) -> FloatArray:
        """Return sums over clusters of the slopes of all parameters, (n, P)."""
        data, size = self.data, self.data.n_systems
        flat = clusters * size
        of_systems = np.bincount(flat + data.first, slopes[:, 0], n * size)
        of_systems = of_systems - np.bincount(flat + data.second, slopes[:, 0], n * size)
        parts = [of_systems.reshape(n, size) @ self.basis]
        if self.tied:
            parts.append(np.bincount(clusters, slopes[:, 1], n)[:, None].astype(np.float64))
        if self.ordered:
            moved = np.bincount(clusters, slopes[:, 0] * data.order, n)
            parts.append(moved[:, None].astype(np.float64))
        return np.concatenate(parts, axis=1)

    def directions(self, rows: IntArray) -> FloatArray:
        """Return what comparisons have in η, and in ties, of each parameter: (…, k) of them, (…, k or 2 k, P)."""
        data, inner = self.data, self.data.n_systems - 1
        found = np.zeros((*rows.shape, 2 if self.tied else 1, self.width))
        found[..., 0, :inner] = self.basis[data.first[rows]] - self.basis[data.second[rows]]
        if self.tied:
            found[..., 1, inner] = 1.0
        if self.ordered:
            found[..., 0, -1] = data.order[rows]
        return found.reshape(*rows.shape[:-1], -1, self.width)

    def weighted(self, directions: FloatArray, curve: FloatArray) -> FloatArray:
        """Return such directions times the curvature of their comparisons, (…, k, 3)."""
        if not self.tied:
            return directions * curve[..., 0, None]
        parts = directions.reshape(*curve.shape[:-1], 2, self.width)
        bent = curve[..., [[0, 1], [1, 2]]]
        return np.asarray((bent @ parts).reshape(directions.shape))

    def bent(self, curve: FloatArray, rows: Any) -> FloatArray:
        """Return minus the second derivatives over some comparisons, (P, P)."""
        data, size = self.data, self.data.n_systems
        first, second, order, curve = data.first[rows], data.second[rows], data.order[rows], curve[rows]
        plain = np.bincount(first * size + second, curve[:, 0], size * size).reshape(size, size)
        plain = plain + plain.T
        laplace = np.diag(plain.sum(axis=0)) - plain
        found = np.zeros((self.width, self.width))
        inner = size - 1
        found[:inner, :inner] = self.basis.T @ laplace @ self.basis

        def across(weights: FloatArray) -> FloatArray:
            moved = np.bincount(first, weights, size) - np.bincount(second, weights, size)
            return self.basis.T @ moved

        if self.tied:
            found[:inner, inner] = found[inner, :inner] = across(curve[:, 1])
            found[inner, inner] = curve[:, 2].sum()
        if self.ordered:
            found[:inner, -1] = found[-1, :inner] = across(curve[:, 0] * order)
            found[-1, -1] = float(curve[:, 0] @ order**2)
            if self.tied:
                found[inner, -1] = found[-1, inner] = float(curve[:, 1] @ order)
        return found

    def prior_parts(self, parameters: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        """Return log-likelihood, slopes and curvature of the virtual comparisons."""
        from scipy.special import expit, log_expit

        strengths, _, _ = self._parts(parameters)
        inner = self.data.n_systems - 1
        slope, bent = np.zeros(self.width), np.zeros((self.width, self.width))
        if not self.prior:
            return 0.0, slope, bent
        share = expit(strengths)
        value = float(np.sum(log_expit(strengths) + log_expit(-strengths)))
        slope[:inner] = self.basis.T @ (1 - 2 * share)
        bent[:inner, :inner] = self.basis.T @ np.diag(2 * share * (1 - share)) @ self.basis
        return self.prior * value, self.prior * slope, self.prior * bent

    def fit(self) -> FloatArray:
        """Return the parameters that maximise the likelihood."""
        from scipy.optimize import minimize

        data = self.data
        n, every = len(data.outcome), np.zeros(len(data.outcome), dtype=np.intp)

        def value(parameters: FloatArray) -> tuple[float, FloatArray]:
            single, slopes, _ = self.rows(parameters)
            more, slope, _ = self.prior_parts(parameters)
            gradient = self._spread(slopes, every, 1)[0] + slope
            return -(float(single.sum()) + more) / n, -gradient / n

        def hessian(parameters: FloatArray) -> FloatArray:
            _, _, curve = self.rows(parameters)
            return (self.bent(curve, slice(None)) + self.prior_parts(parameters)[2]) / n

        asked = False

        def far(parameters: FloatArray) -> bool:
            return bool(np.max(np.abs(self._parts(parameters)[1])) > FAR)

        def bounded() -> None:
            nonlocal asked
            asked = True
            check_bounded(
                data.first,
                data.second,
                data.outcome,
                data.order if self.ordered else None,
                data.n_systems,
                tied=self.tied,
                prior=self.prior > 0,
            )

        def look(xk: FloatArray) -> None:
            """Ask on the way out whether it has an end: hundreds of steps are taken where it has none."""
            if not asked and far(xk):
                bounded()

        start = np.zeros(self.width)
        found = minimize(
            value,
            start,
            jac=True,
            hess=hessian,
            method="trust-exact",
            callback=look,
            options={"gtol": GRADIENT, "maxiter": 1000},
        )
        parameters = np.asarray(found.x, dtype=np.float64)
        solved = np.max(np.abs(found.jac)) <= 1000 * GRADIENT
        if not asked and (not solved or far(parameters)):  # the slope vanishes far out, too
            bounded()
        if not solved:
            raise DataError(
                f"finding the strengths of largest likelihood failed ({found.message}). Give `prior`."
            )
        return parameters

    def cluster_slopes(self, parameters: FloatArray) -> FloatArray:
        """Return the slopes of the log-likelihood of each cluster, (G, P)."""
        return self._spread(self.rows(parameters)[1], self.data.clusters, len(self.data.units))


def _result(
    work: _Likelihood, found: FloatArray, interval: str, confidence: float, without_ties: float | None
) -> BradleyTerry:
    data, inner = work.data, work.data.n_systems - 1
    value, _, curve = work.rows(found)
    bent = work.bent(curve, slice(None)) + work.prior_parts(found)[2]
    slopes = work.cluster_slopes(found)
    groups = len(data.units)
    if interval == "sandwich":
        moved = np.linalg.solve(bent, slopes.T).T * np.sqrt(groups / (groups - 1))
    else:
        moved = _one_step(work, bent, slopes, curve) * np.sqrt((groups - 1) / groups)
    influences = moved[:, :inner] @ work.basis.T
    strengths = work.basis @ found[:inner]
    covariance = influences.T @ influences
    quantile = student_reach(groups - 1, confidence)
    half = quantile * np.sqrt(np.diag(covariance))
    ties = float("nan") if without_ties is None else without_ties
    if work.tied:
        spread = np.exp(found[inner])
        ties = float(spread if work.model == "davidson" else np.exp(spread))
    effect = float(found[-1]) if work.ordered else float("nan")
    error = quantile * float(np.sqrt(np.sum(moved[:, -1] ** 2))) if work.ordered else float("nan")
    return BradleyTerry(
        strengths=strengths,
        low=strengths - half,
        high=strengths + half,
        covariance=covariance,
        influences=influences,
        ties=ties,
        order_effect=effect,
        order_low=effect - error,
        order_high=effect + error,
        log_likelihood=float(value.sum()),
        n_comparisons=len(data.outcome),
        n_clusters=groups,
        clusters=data.units,
    )


def _one_step(work: _Likelihood, bent: FloatArray, slopes: FloatArray, curve: FloatArray) -> FloatArray:
    """Return by how much the estimate is above what one Newton step without each cluster gives, (G, P).

    That is (H − DᵀCD)⁻¹ s, with the rows D of what a cluster's comparisons have in η and ties, and their curvature C.
    Where these are few it follows from H⁻¹ alone (Woodbury): H⁻¹s + H⁻¹DᵀC (1 − D H⁻¹Dᵀ C)⁻¹ D H⁻¹s.
    """
    counts = np.bincount(work.data.clusters)
    order = np.argsort(work.data.clusters, kind="stable")
    starts = np.cumsum(counts) - counts
    found = np.full_like(slopes, np.nan)
    inverse = _inverse(bent[None])[0]
    sides = 2 if work.tied else 1
    for count in np.unique(counts):
        here = np.flatnonzero(counts == count)
        if 2 * sides * count > work.width or np.isnan(inverse[0, 0]):
            continue
        rows = order[starts[here][:, None] + np.arange(count)]
        step = max(1, SOLVED_AT_ONCE // (sides * count * work.width))
        for start in range(0, len(here), step):
            part = slice(start, start + step)
            moved = slopes[here[part]] @ inverse
            given = work.directions(rows[part])
            weighted = work.weighted(given, curve[rows[part]])
            inner = np.eye(sides * count) - given @ inverse @ weighted.swapaxes(1, 2)
            more = _inverse(inner) @ (given @ moved[:, :, None])
            found[here[part]] = moved + ((weighted @ inverse).swapaxes(1, 2) @ more)[:, :, 0]
    rest = np.flatnonzero(np.isnan(found).any(axis=1))
    step = max(1, SOLVED_AT_ONCE // bent.size)
    for start in range(0, len(rest), step):
        here = rest[start : start + step]
        left = np.stack(
            [bent - work.bent(curve, order[starts[k] : starts[k] + counts[k]]) for k in here.tolist()]
        )
        solved = _inverse(left)
        # without a cluster the rest may tell nothing of some strength: the least step that fits is taken
        lost = np.isnan(solved[:, 0, 0])
        solved[lost] = np.linalg.pinv(left[lost], hermitian=True)
        found[here] = (solved @ slopes[here][:, :, None])[:, :, 0]
    return found


def _inverse(matrices: FloatArray) -> FloatArray:
    """Return inverses of matrices, (…, P, P), NaN where one has none that is good to nine digits."""
    try:
        found = np.asarray(np.linalg.inv(matrices), dtype=np.float64)
    except np.linalg.LinAlgError:  # it does not say of which
        if len(matrices) == 1:
            return np.full_like(matrices, np.nan)
        return np.concatenate([_inverse(one[None]) for one in matrices])
    norms = [np.abs(one).sum(axis=-1).max(axis=-1) for one in (matrices, found)]
    found[~(norms[0] * norms[1] < CONDITION)] = np.nan
    return found
