"""Agreement of any number of annotators beyond chance, with interval and test, by what chance is taken for.

All coefficients are (p_a − p_e) / (1 − p_e), with p_a the mean over units of the mean weight of a pair of ratings. They
differ in p_e, the weight of two ratings that agree by chance:

===================  ===================================================================  ============================
coefficient          chance                                                               also called
===================  ===================================================================  ============================
kappa                two different annotators rate by their own shares of categories      Cohen's, of more Conger's
fleiss               two ratings are drawn from the shares of all                         Scott's pi, of two
gwet                 T / (Q (Q − 1)) times Σ π (1 − π), π the shares, T the sum of weights  AC1, with weights AC2
brennan_prediger     all categories are as likely: T / Q²                                 S, G index
===================  ===================================================================  ============================
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError, check_choice, check_proportion
from trueness.statistics.annotators.agreement_jackknife import agreement_jackknife
from trueness.statistics.annotators.kappa import KAPPA_WEIGHTS
from trueness.statistics.annotators.rating_codes import RatingCodes, check_ordered, rating_codes
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import student_pvalue, student_reach

CHANCES = ("kappa", "fleiss", "gwet", "brennan_prediger")
AGREEMENT_INTERVALS = ("jackknife", "linearised")


class BeyondChance(NamedTuple):
    """Agreement beyond chance.

    Attributes
    ----------
    estimate : float
        At most 1, 0 as by chance; NaN where undefined: fewer than two categories, no unit with two ratings, or
        agreement that chance alone makes complete.
    low, high : float
    error : float
        The linearised standard error.
    pvalue : float
        Two-sided, that agreement is as by chance: of Student's t of estimate and error.
    observed, chance : float
        p_a and p_e.
    n_units, n_annotators : int
        Units with a rating.
    """

    estimate: float
    low: float
    high: float
    error: float
    pvalue: float
    observed: float
    chance: float
    n_units: int
    n_annotators: int


def agreement_beyond_chance(
    ratings: ArrayLike,
    coefficient: str = "kappa",
    *,
    weighting: ArrayLike = "none",
    categories: ArrayLike | None = None,
    interval: str = "jackknife",
    confidence: float = 0.95,
) -> BeyondChance:
    """Return a coefficient of agreement with its interval for other units and these annotators, and a test.

    Parameters
    ----------
    ratings : array of shape (A, U)
        A row per annotator, numbers or labels in words; NaN, None or an empty text where a rating is missing. From a
        table of counts: `counted_ratings`.
    coefficient : {'kappa', 'fleiss', 'gwet', 'brennan_prediger'}
    weighting : {'none', 'linear', 'quadratic'} or array of shape (Q, Q)
        How much two ratings agree: not unless they are equal; 1 less their distance, or its square, in units of the
        largest; or as the matrix says, in the order of the categories, with 1 in the diagonal.
    categories : array_like, optional
        All values of the scale; default those that occur. Of labels in words they say the order.
    interval : {'jackknife', 'linearised'}
        Units left out one by one, on the scale of log(1 − coefficient) (see `agreement_jackknife`), which also has a
        width where all agree; or Gwet's: Student's t about the estimate, cut at 1. Of 20 units with two labels the
        first holds the truth in .95, the second in .91. Of 50 units, nine of ten in one category, both hold that of
        kappa and of Fleiss' in .80, and those of the other two in .98 and .87 (300 tables each).
    confidence : float

    Returns
    -------
    BeyondChance

    Raises
    ------
    ArgumentError
        If there are fewer than two annotators, ratings are infinite or not among the categories, labels have no order
        that a weighting needs, or an option is unknown.

    References
    ----------
    Cohen (1960), Fleiss (1971), Conger (1980), Brennan and Prediger (1981). Gwet (2008), British Journal of
    Mathematical and Statistical Psychology 61, and Gwet (2014), Handbook of Inter-Rater Reliability, 4th edition,
    chapters 2 to 5, for missing ratings and variances.

    Examples
    --------
    >>> found = agreement_beyond_chance([["yes", "no", "yes", "no", "yes"], ["yes", "no", "no", "no", "yes"]], "gwet")
    >>> round(found.estimate, 3), round(found.observed, 1)
    (0.6, 0.8)
    """
    check_choice("coefficient", coefficient, CHANCES)
    check_choice("interval", interval, AGREEMENT_INTERVALS)
    check_proportion("confidence", confidence)
    codes = rating_codes(ratings, categories)
    if codes.values.ndim != 2 or len(codes.values) < 2:
        raise ArgumentError(
            "`ratings` must have a row for each of two annotators or more, and a column per unit; their shape is "
            f"{codes.values.shape}."
        )
    values = codes.values[:, ~np.isnan(codes.values).all(axis=0)]
    agreeing = _agreement_weights(codes, weighting)
    own = _Ratings.of(values, codes.categories, agreeing)
    n_units, ones = values.shape[1], np.ones((1, values.shape[1]))
    with np.errstate(divide="ignore", invalid="ignore"):
        observed, chance = float(own.observed(ones)[0]), float(_CHANCES[coefficient](own, ones)[0])
        estimate = _beyond(observed, chance)
        error = _linearised(own, coefficient, observed, chance)
    low = high = pvalue = float("nan")
    if not np.isnan(estimate) and n_units > 1:
        reach = float(student_reach(n_units - 1, confidence))
        low, high = estimate - reach * error, min(1.0, estimate + reach * error)
        pvalue = _two_sided(estimate, error, n_units - 1)
        if interval == "jackknife":

            def measure_of(flat: FloatArray) -> Callable[[FloatArray], FloatArray]:
                some = _Ratings.of(flat, codes.categories, agreeing)

                def measure(weights: FloatArray) -> FloatArray:
                    with np.errstate(divide="ignore", invalid="ignore"):
                        chances = _CHANCES[coefficient](some, weights)
                        return ((some.observed(weights) - chances) / (1 - chances))[None]

                return measure

            limits = agreement_jackknife(
                values[:, None, :], measure_of, over="inputs", people=False, confidence=confidence
            )
            low, high = max(-1.0, float(limits.low[0])), float(limits.high[0])
    return BeyondChance(
        estimate=estimate,
        low=low,
        high=high,
        error=error,
        pvalue=pvalue,
        observed=observed,
        chance=chance,
        n_units=n_units,
        n_annotators=len(values),
    )


class _Ratings(NamedTuple):
    """What coefficients are made of.

    Attributes
    ----------
    agreeing : array of shape (Q, Q)
    of_annotators : array of shape (A, U, Q)
        1 where an annotator gave a unit a category.
    counts : array of shape (U, Q)
    sizes : array of shape (U,)
    shared : array of shape (U,)
        The mean weight of a pair of ratings of a unit, 0 where it has one.
    """

    agreeing: FloatArray
    of_annotators: FloatArray
    counts: FloatArray
    sizes: FloatArray
    shared: FloatArray

    @classmethod
    def of(cls, values: FloatArray, categories: FloatArray, agreeing: FloatArray) -> _Ratings:
        each = (values[:, :, None] == categories).astype(np.float64)
        counts = each.sum(axis=0)
        sizes = counts.sum(axis=1)
        pairs = np.maximum(sizes * (sizes - 1), 1)
        shared = np.sum(counts * (counts @ agreeing - 1), axis=1) / pairs
        return cls(
            agreeing=agreeing,
            of_annotators=each,
            counts=counts,
            sizes=sizes,
            shared=np.where(sizes > 1, shared, 0.0),
        )

    @property
    def twice(self) -> FloatArray:
        return (self.sizes > 1).astype(np.float64)

    def observed(self, weights: FloatArray) -> FloatArray:
        return np.asarray(weights @ self.shared / (weights @ self.twice))

    def shares(self, weights: FloatArray) -> FloatArray:
        """Return the mean share of each category in a unit, shape (B, Q)."""
        return np.asarray(weights @ (self.counts / self.sizes[:, None]) / weights.sum(axis=1)[:, None])

    def shares_of_annotators(self, weights: FloatArray) -> FloatArray:
        """Return the shares of the categories in each annotator's ratings, shape (B, A, Q)."""
        found = np.stack([weights @ each for each in self.of_annotators], axis=1)
        return np.asarray(found / found.sum(axis=2, keepdims=True))


def _kappa(own: _Ratings, weights: FloatArray) -> FloatArray:
    shares = own.shares_of_annotators(weights)
    total, annotators = shares.sum(axis=1), shares.shape[1]
    all_pairs = np.einsum("bk,kl,bl->b", total, own.agreeing, total)
    same = np.einsum("bak,kl,bal->b", shares, own.agreeing, shares)
    return np.asarray((all_pairs - same) / (annotators * (annotators - 1)))


def _fleiss(own: _Ratings, weights: FloatArray) -> FloatArray:
    shares = own.shares(weights)
    return np.asarray(np.einsum("bk,kl,bl->b", shares, own.agreeing, shares))


def _gwet(own: _Ratings, weights: FloatArray) -> FloatArray:
    shares, size = own.shares(weights), len(own.agreeing)
    return np.asarray(own.agreeing.sum() / (size * (size - 1.0)) * np.sum(shares * (1 - shares), axis=1))


def _brennan_prediger(own: _Ratings, weights: FloatArray) -> FloatArray:
    return np.full(len(weights), own.agreeing.mean())


_CHANCES: dict[str, Callable[[_Ratings, FloatArray], FloatArray]] = {
    "kappa": _kappa,
    "fleiss": _fleiss,
    "gwet": _gwet,
    "brennan_prediger": _brennan_prediger,
}


def _agreement_weights(codes: RatingCodes, weighting: ArrayLike) -> FloatArray:
    """Return how much each two categories agree, shape (Q, Q)."""
    values = codes.categories
    if not isinstance(weighting, str):
        matrix = np.asarray(weighting, dtype=np.float64)
        if matrix.shape != (len(values),) * 2 or np.any(np.diag(matrix) != 1) or np.any(matrix != matrix.T):
            raise ArgumentError(
                f"`weighting` must be a symmetric matrix of {len(values)} categories by {len(values)}, with 1 in its "
                "diagonal."
            )
        return matrix
    check_choice("weighting", weighting, KAPPA_WEIGHTS)
    if weighting == "none" or len(values) < 2:
        return np.eye(len(values))
    check_ordered(codes, f"`weighting`={weighting!r}", "Give `categories`, the worst first.")
    distance = np.abs(values[:, None] - values[None, :]) / (values[-1] - values[0])
    return np.asarray(1 - (distance if weighting == "linear" else distance**2))


def _beyond(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance) if chance < 1 - 1e-12 else float("nan")


def _linearised(own: _Ratings, coefficient: str, observed: float, chance: float) -> float:
    """Return the standard error from what each unit adds to agreement and to chance (Gwet 2014, chapter 5)."""
    n = len(own.sizes)
    if n < 2 or not chance < 1 - 1e-12:
        return float("nan")
    estimate = _beyond(observed, chance)
    adds = n / own.twice.sum() * (own.shared - chance * own.twice) / (1 - chance)
    of_chance = _chance_of_units(own, coefficient, chance)
    adds = adds - 2 * (1 - estimate) * (of_chance - chance) / (1 - chance)
    return float(np.sqrt(np.sum((adds - estimate) ** 2) / (n * (n - 1))))


def _chance_of_units(own: _Ratings, coefficient: str, chance: float) -> FloatArray:
    """Return what each unit adds to chance, half of its derivative and the rest: their mean is chance."""
    ones, size, n = np.ones((1, len(own.sizes))), len(own.agreeing), len(own.sizes)
    if coefficient == "brennan_prediger":
        return np.full(n, chance)
    if coefficient == "fleiss":
        return np.asarray(own.counts @ (own.agreeing @ own.shares(ones)[0]) / own.sizes)
    if coefficient == "gwet":
        whole = own.agreeing.sum() / (size * (size - 1))
        return np.asarray(whole * (own.counts @ (1 - own.shares(ones)[0])) / own.sizes)
    shares = own.shares_of_annotators(ones)[0]  # (A, Q)
    rated = own.of_annotators.sum(axis=2)  # (A, U)
    given = rated.sum(axis=1, keepdims=True)
    others = (
        shares.sum(axis=0) - shares
    ) @ own.agreeing  # (A, Q): the weight of each rating with those of others
    mean = np.sum(shares * others, axis=1)[:, None]
    of_ratings = np.einsum("auk,ak->au", own.of_annotators, others)
    annotators = len(shares)
    adds = n / given * (of_ratings - (rated - given / n) * mean)
    return np.asarray(adds.sum(axis=0) / (annotators * (annotators - 1)))


def _two_sided(estimate: float, error: float, degrees: int) -> float:
    if error == 0:
        return 1.0 if estimate == 0 else 0.0
    return student_pvalue(estimate / error, degrees)
