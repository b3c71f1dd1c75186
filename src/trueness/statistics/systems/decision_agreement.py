"""Whether two scorers come to the same conclusions about which of two systems is better."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trueness.errors import ArgumentError


class DecisionAgreement(NamedTuple):
    """Decisions of a metric beside those of the human about the same pairs of systems.

    Attributes
    ----------
    n_pairs : int
        Pairs about which both decide; the five counts below sum to it.
    n_same_winner : int
        Both find the same system significantly better: the pairs that people and metric separate.
    n_no_difference : int
        Neither finds a significant difference.
    n_human_only, n_metric_only : int
        One of them finds a significant difference, the other none.
    n_contradictions : int
        Each finds another system significantly better.
    n_undefined : int
        Pairs about which one of them cannot decide, left out.
    agreement : float
        Share of pairs with the same decision; NaN without pairs.
    discriminative_power : float
        Share of the pairs that the human separates which the metric separates, too, in the same direction (recall of
        significant differences); NaN where the human separates none.
    precision : float
        Share of the pairs that the metric separates which the human separates in the same direction.
    balanced_accuracy : float
        Mean of `discriminative_power` and the share of the human's undecided pairs on which the metric finds no
        difference, either; NaN where one of them is.
    """

    n_pairs: int
    n_same_winner: int
    n_no_difference: int
    n_human_only: int
    n_metric_only: int
    n_contradictions: int
    n_undefined: int
    agreement: float
    discriminative_power: float
    precision: float
    balanced_accuracy: float


def decision_agreement(human: ArrayLike, metric: ArrayLike) -> DecisionAgreement:
    """Count how decisions of a metric about pairs of systems agree with those of the human.

    Parameters
    ----------
    human, metric : array_like of shape (P,)
        For each pair 1 if the first system is significantly better, -1 if the second is, 0 if neither, NaN if there is
        no decision.

    Returns
    -------
    DecisionAgreement

    Raises
    ------
    ArgumentError
        If the shapes differ, or a value is none of these.

    References
    ----------
    Owczarzak, Conroy, Dang and Nenkova (2012), An assessment of the accuracy of automatic evaluation in summarization,
    NAACL workshop on evaluation metrics and system comparison. Figure 4 of Graham (2015), Re-evaluating automatic
    summarization with BLEU and 192 shades of ROUGE, shows the decisions of one metric.

    Examples
    --------
    >>> found = decision_agreement([1, 1, 0, -1], [1, 0, 0, 1])
    >>> found.n_same_winner, found.n_human_only, found.n_no_difference, found.n_contradictions
    (1, 1, 1, 1)
    """
    z, x = _decisions("human", human), _decisions("metric", metric)
    if z.shape != x.shape:
        raise ArgumentError(f"`human` and `metric` decide about {z.size} and {x.size} pairs.")
    known = ~(np.isnan(z) | np.isnan(x))
    z, x = z[known], x[known]
    same = int(np.sum((z == x) & (z != 0)))
    neither = int(np.sum((z == 0) & (x == 0)))
    human_only, metric_only = int(np.sum((z != 0) & (x == 0))), int(np.sum((z == 0) & (x != 0)))
    against = int(np.sum(z * x == -1))
    found = _share(same, same + human_only + against)
    return DecisionAgreement(
        n_pairs=len(z),
        n_same_winner=same,
        n_no_difference=neither,
        n_human_only=human_only,
        n_metric_only=metric_only,
        n_contradictions=against,
        n_undefined=int(np.sum(~known)),
        agreement=_share(same + neither, len(z)),
        discriminative_power=found,
        precision=_share(same, same + metric_only + against),
        balanced_accuracy=(found + _share(neither, neither + metric_only)) / 2,
    )


def _decisions(name: str, given: ArrayLike) -> NDArray[np.float64]:
    try:
        values = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ArgumentError(f"`{name}` must hold the numbers 1, 0, -1 or NaN.") from error
    if values.ndim != 1 or not np.all(np.isnan(values) | np.isin(values, (-1.0, 0.0, 1.0))):
        raise ArgumentError(f"`{name}` must hold one of 1, 0, -1 or NaN for each pair.")
    return values


def _share(part: int, whole: int) -> float:
    return part / whole if whole else float("nan")
