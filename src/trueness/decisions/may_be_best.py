"""Which of several metrics, judges or systems may be the best, and whether that leaves one to use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.decisions.decision import Decision, Ground, Rule
from trueness.statistics.comparisons_with_best import comparisons_with_best

MAY_BE_BEST = Rule(
    name="may_be_best",
    question="Which of these may be the best?",
    promise="In {share} of studies the truly best is among those named.",
    broken=0.05,
    needs="two to choose from whose value is defined, a test of every pair or of all with the highest, nobody who "
    "wrote references among the systems, no rival of the best whose direction is unknown, systems that the same "
    "people rated, or people of like strictness, no metric that errs mostly on a few systems, which a sample may lack, "
    "and no systems whose scores are the more skewed the more they vary",
    source="multiple comparisons with the best (Hsu 1996), docs/promises.md",
)

RIVALS_LEFT = "others_that_may_be_best"
DEFINED = "with_a_defined_value"

FEWEST = 2
"""With a defined value: one alone is compared with nothing."""

AGREEMENT = "agreement"


def may_be_best(
    names: Sequence[str],
    estimates: ArrayLike,
    pvalues: ArrayLike,
    *,
    applies_to: str,
    alpha: float = 0.05,
    needs: Sequence[Ground] = (),
    agreement: Ground | None = None,
    level: str = "",
    coefficient: str = "",
    about: str = "",
) -> Decision:
    """Return those that may be the best, the highest first; yes where only one is left.

    Those without a value are neither named nor ruled out: they stand in `Decision.undefined`.

    Parameters
    ----------
    names : sequence of str
        K items.
    estimates : array_like of shape (K,)
        Larger is better; NaN where undefined.
    pvalues : array_like of shape (K, K), or (K,)
        [l, k] is the one-sided p-value that l is better than k, not corrected; NaN without a test. Or what
        `comparisons_with_best` makes of them.
    applies_to : str
        What varied in the tests.
    alpha : float
        In how many studies the best may be missing.
    needs : sequence of Ground
        What has to be met besides for a single one to be used, such as a test with a known meaning; these come first.
    agreement : Ground, optional
        That the highest agrees with people at all.
    level, coefficient, about : str

    Raises
    ------
    ArgumentError
        If the matrix is not square or a p-value lies outside [0, 1].
    """
    values = np.asarray(estimates, dtype=np.float64)
    known = np.flatnonzero(~np.isnan(values))
    p = np.asarray(pvalues, dtype=np.float64)
    p = p[known] if p.ndim == 1 else comparisons_with_best(p[np.ix_(known, known)])
    left = sorted((int(k) for k in known[p > alpha]), key=lambda k: (-values[k], names[k]))
    # a rival that was not tested is not ruled out, but nothing says that the first is better either
    others = len(left) - 1
    grounds = [
        *needs,
        *(() if known.size >= FEWEST else (Ground.counted(DEFINED, known.size, FEWEST),)),
        *((agreement,) if agreement is not None else ()),
        Ground(
            measure=RIVALS_LEFT,
            estimate=others,
            low=others,
            high=others,
            bar=0,
            side="at_most",
            need=True,
        ),
    ]
    return MAY_BE_BEST.decide(
        grounds,
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        names=[names[k] for k in left],
        undefined=[name for name, value in zip(names, values, strict=True) if np.isnan(value)],
        broken=alpha,
    )


def agrees_at_all(estimate: float, low: float, high: float, chance: float | None) -> Ground | None:
    """Return the ground that the highest agrees with people at all; None where chance has no fixed value."""
    if chance is None:
        return None
    return Ground(
        measure=AGREEMENT, estimate=estimate, low=low, high=high, bar=chance, side="above", need=True
    )
