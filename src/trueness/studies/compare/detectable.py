"""Which differences the data could have shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

import numpy as np

from trueness.statistics.certain import student_quantile, student_reach
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import inverse_z_scale, z_scale
from trueness.studies.compare.rows import Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.study.number_words import decimal, percent, significant

FEWEST_UNITS = 3
"""Of fewer systems, or items, there is no standard error to apply to."""

POWER = 0.8
"""With which a difference is called found."""


def detectable(best: Estimate, tests: Sequence[PairTest], settings: Settings) -> str:
    """Return which differences to the highest metric a test would find; empty where that is unknown."""
    least = least_detectable(best, tests, settings)
    if math.isnan(least):
        return ""
    size = decimal(least) if least >= 0.01 else significant(least, 1)
    return f"For a typical pair, one test on such data finds a difference of {size} or more ({percent(POWER)} power)."


def least_detectable(best: Estimate, tests: Sequence[PairTest], settings: Settings) -> float:
    """Return the smallest difference to the best metric that one test would find; NaN where that is unknown.

    That is (t(1 - alpha / 2) + t(.8)) standard errors, the median over the pairs with the best metric, on Fisher's
    scale turned into a correlation below the best; degrees of freedom are the test's, or one less than there are
    systems (inputs, where these are the units). It is of a single test; a correction can only need more. Without a
    standard error half the width of the interval of the difference stands for t(1 - alpha / 2) of them.

    Parameters
    ----------
    best : Estimate
    tests : sequence of PairTest
        At its level and coefficient.
    settings : Settings
    """
    units = _units(best)
    rows = [row for row in tests if best.metric in (row.metric, row.rival)]
    if units < FEWEST_UNITS or not rows:
        return math.nan
    df = _degrees(rows, units)
    needed = _needed_errors(df, settings)
    facts = coefficient_facts(best.coefficient)
    errors = [row.standard_error for row in rows if row.standard_error > 0]
    # the scale of estimates without the noise of inputs depends on how much there is
    if errors and facts.fisher_scaled and not facts.unlimited_inputs:
        z = z_scale(np.array(best.estimate), best.coefficient, units) - needed * median(errors)
        least = best.estimate - float(inverse_z_scale(z, best.coefficient, units))
    else:
        quantile = student_reach(df, settings.confidence)
        widths = [row.high - row.low for row in rows if row.high - row.low > 0]
        if not widths:
            return math.nan
        least = needed * median(widths) / 2 / quantile
    if not 0 < least < best.estimate - facts.low:
        return math.nan
    return least


def _units(row: Estimate) -> int:
    return row.n_systems if row.n_systems > 1 else row.n_inputs


def _degrees(rows: Sequence[PairTest], units: int) -> float:
    degrees = [row.degrees for row in rows if row.degrees > 0]
    return median(degrees) if degrees else units - 1


def _needed_errors(df: float, settings: Settings) -> float:
    """Return how many standard errors a difference has to be, to be found with `POWER`."""
    tail = settings.alpha / (2 if settings.alternative == "two-sided" else 1)
    return student_quantile(df, 1 - tail) + student_quantile(df, POWER)
