"""Whether several metrics, judges or systems may be ranked at all, by limits of their ranks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.decisions.decision import Decision, Ground, Rule

MAY_BE_RANKED = Rule(
    name="may_be_ranked",
    question="Do any of these differ, so that a ranking says something?",
    promise="In {share} of studies every true rank lies within its limits.",
    broken=0.05,
    needs="two to rank, and tests of pairs corrected for all pairs together (Shaffer, Holm or Bonferroni)",
    source="limits of ranks (Mogstad, Romano, Shaikh and Wilhelm 2024), docs/promises.md",
)

PAIRS_APART = "pairs_that_differ"
FAMILYWISE = ("shaffer", "holm", "bonferroni")
"""Corrections that bound the chance of any wrong decision, which limits of ranks rest on."""


def may_be_ranked(
    names: Sequence[str],
    better: ArrayLike,
    *,
    correction: str,
    applies_to: str,
    alpha: float = 0.05,
    needs: Sequence[Ground] = (),
    level: str = "",
    coefficient: str = "",
    about: str = "",
) -> Decision:
    """Return whether at least one pair differs; those named are shown to be better or worse than another.

    Parameters
    ----------
    names : sequence of str
        K items.
    better : array_like of bool, shape (K, K)
        [i, k] whether i is shown to be better than k.
    correction : str
        Of the tests of pairs; of others than `FAMILYWISE` nothing is promised.
    applies_to : str
        What varied in the tests.
    alpha : float
        In how many studies any decision may be wrong.
    needs : sequence of Ground
        What has to be met besides.
    level, coefficient, about : str
    """
    shown = np.asarray(better, dtype=np.bool_)
    apart = int(shown.sum())
    corrected = correction in FAMILYWISE or len(names) <= 2  # of two there is one test
    grounds = [
        *needs,
        Ground.counted("corrected_together", int(corrected), 1),
        Ground(measure=PAIRS_APART, estimate=apart, low=apart, high=apart, bar=1, need=True),
    ]
    named = [name for k, name in enumerate(names) if shown[k].any() or shown[:, k].any()]
    return MAY_BE_RANKED.decide(
        grounds,
        applies_to=applies_to,
        about=about,
        level=level,
        coefficient=coefficient,
        names=named,
        broken=alpha,
    )
