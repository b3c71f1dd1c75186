"""Whether a resampling test can reject anything at all: its smallest p-value against the correction."""

from __future__ import annotations

import dataclasses
import functools

import numpy as np

from trueness.methods.registry import pair_test
from trueness.statistics.corrections import adjust, smallest_attainable
from trueness.studies.rows import PairTest
from trueness.studies.settings import Settings


@dataclasses.dataclass(frozen=True)
class Limit:
    """Why no lone rejection can survive the correction.

    Attributes
    ----------
    smallest : float
        The smallest p-value the test can give, in (0, 1].
    arrangements : int or None
        How many arrangements there are, if more resamples do not help since all of them give no smaller p-value.
    rejects_none : bool
        Whether no number of tests can be rejected together either; always so for Bonferroni and Holm.
    """

    smallest: float
    arrangements: int | None
    rejects_none: bool


def limit(row: PairTest, settings: Settings, *, n_systems: int) -> Limit | None:
    """Return what keeps a test from rejecting, None where nothing does (closed forms, undefined families).

    Parameters
    ----------
    row : PairTest
    settings : Settings
    n_systems : int
        Systems whose scores a permutation of systems swaps.
    """
    resamples = asked_resamples(row, settings)
    if not resamples or not row.family_size:
        return None
    rule = (row.family_size, settings.correction, settings.alpha)
    smallest = _of_arrangements(resamples, row.alternative) if row.exact else smallest_attainable(resamples)
    if _can_reject(smallest, *rule, together=False):
        return None
    rejects_none = not _can_reject(smallest, *rule, together=True)
    if row.exact:
        return Limit(smallest, resamples, rejects_none)
    if pair_test(row.test).permutes and row.over == "systems":
        # enough resamples would be more than there are arrangements, and these would be enumerated
        enumerated = _of_arrangements(2**n_systems, row.alternative)
        if not _can_reject(enumerated, *rule, together=False):
            return Limit(enumerated, 2**n_systems, rejects_none)
    return Limit(smallest, None, rejects_none)


def asked_resamples(row: PairTest, settings: Settings) -> int:
    """Return how many resamples a test may draw; one that ended early has drawn fewer."""
    early = settings.stop_after is not None and pair_test(row.test).stops_early and not row.exact
    return settings.resamples if early else row.resamples


def _of_arrangements(arrangements: int, alternative: str) -> float:
    """Return the share of the data's own arrangement; swapping everything gives a difference of the same size."""
    return min(1.0, (2 if alternative == "two-sided" else 1) / arrangements)


@functools.lru_cache(maxsize=1024)
def _can_reject(smallest: float, n_tests: int, correction: str, alpha: float, *, together: bool) -> bool:
    """Return whether one test at the smallest p-value is rejected, with all others there too or at 1."""
    pvalues = np.full(n_tests, smallest if together else 1.0)
    pvalues[0] = smallest
    return bool(adjust(pvalues, correction)[0] <= alpha)
