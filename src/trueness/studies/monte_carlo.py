"""Which decisions of a resampling test may come out otherwise with another seed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust, smallest_attainable
from trueness.studies.rows import Caution, PairTest
from trueness.studies.setting import MOST_RESAMPLES
from trueness.studies.settings import Settings

NORMAL_QUANTILE = 1.96
"""Of a two-sided 95% interval for the p-value that infinitely many resamples would give."""
RECOMMENDED_RESAMPLES = 99_999


def about_monte_carlo(tests: Sequence[PairTest], settings: Settings) -> Iterable[Caution]:
    """Yield one note if decisions lie within Monte Carlo error; none for exact tests and closed forms.

    Parameters
    ----------
    tests : sequence of PairTest
        Of the main test.
    settings : Settings
    """
    drawn = [row for row in tests if row.resamples and not row.exact and not np.isnan(row.pvalue)]
    open_, total = uncertain_decisions(drawn, settings)
    if not open_:
        return
    most = max(row.resamples for row in drawn)
    more = RECOMMENDED_RESAMPLES if most < RECOMMENDED_RESAMPLES else 10 * (most + 1) - 1
    remedy = f"More resamples (--resamples {more}) settle most of them." if more <= MOST_RESAMPLES else ""
    yield Caution(
        "monte_carlo",
        "note",
        f"The p-values rest on {most} random resamples: with another seed, up to {open_} of {total} decisions "
        f"of the test may differ. {remedy}".rstrip(),
    )


def uncertain_decisions(tests: Sequence[PairTest], settings: Settings) -> tuple[int, int]:
    """Count decisions after correction that lie within Monte Carlo error, and all decisions.

    Every p-value p of B resamples is moved to the lower, then to the upper end of its 95% binomial interval
    p -+ 1.96 sqrt(p (1 - p) / B), no lower than the smallest a test can give. A decision is uncertain where the two
    corrected decisions differ. All move together, so the count is an upper estimate.

    Parameters
    ----------
    tests : sequence of PairTest
        Of one test, with defined p-values from random resamples.
    settings : Settings

    Returns
    -------
    tuple of int
        Uncertain decisions and all of them; a pair of one-sided tests of which only the smaller p-value takes part
        in the family is one decision.
    """
    families: dict[Hashable, list[PairTest]] = {}
    for row in _taking_part(tests, settings):
        label = row.metric if settings.family == "per_metric" else None
        families.setdefault((row.level, row.coefficient, label), []).append(row)
    open_ = 0
    for family in families.values():
        pvalues = np.array([row.pvalue for row in family])
        defined = np.array([row.resamples - row.n_undefined_resamples for row in family])
        half = NORMAL_QUANTILE * np.sqrt(pvalues * (1 - pvalues) / defined)
        floor = np.array([smallest_attainable(int(count)) for count in defined])
        low = _rejected(np.maximum(pvalues - half, floor), settings)
        high = _rejected(np.minimum(pvalues + half, 1.0), settings)
        open_ += int(np.sum(low != high))
    return open_, sum(map(len, families.values()))


def _rejected(pvalues: FloatArray, settings: Settings) -> np.ndarray:
    return np.asarray(adjust(pvalues, settings.correction) <= settings.alpha)


def _taking_part(tests: Sequence[PairTest], settings: Settings) -> Iterable[PairTest]:
    """Return the tests that are members of a family: of both orders of a pair, the smaller p-value alone."""
    if settings.family != "pairs" or settings.correction == "none":
        return tests
    smaller: dict[Hashable, PairTest] = {}
    for row in sorted(tests, key=lambda row: row.pvalue):
        smaller.setdefault((row.level, row.coefficient, frozenset((row.metric, row.rival))), row)
    return smaller.values()
