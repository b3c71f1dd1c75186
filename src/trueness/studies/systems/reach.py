"""How far tests of systems reach: the smallest p-values that so many units allow, and how many units would do."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust, resamples_needed
from trueness.studies.systems.rows import SystemPairTest
from trueness.studies.systems.settings import SystemSettings
from trueness.study.number_words import counted

MOST_UNITS = 200
"""Units that a test with arrangements may need; the p-values of so many are 0 for all practical purposes."""


@dataclasses.dataclass(frozen=True)
class Shortfall:
    """Why no test of pairs by a scorer can reject.

    Attributes
    ----------
    smallest : float
        The smallest p-value that one of the tests could have.
    needed : float
        The largest that would be significant, were all others at the smallest.
    family : int
        Tests corrected together.
    n_units : int
        Inputs, or groups of them, that tests rest on at most.
    units_needed : int or None
        With so many of them a test can reject; None where it is resamples that lack.
    resamples_needed : int or None
    """

    smallest: float
    needed: float
    family: int
    n_units: int
    units_needed: int | None
    resamples_needed: int | None


def out_of_reach(
    tests: Mapping[str, Sequence[SystemPairTest]], settings: SystemSettings
) -> dict[str, Shortfall]:
    """Return the scorers by which no test can reject, not even if all were as clear as they can be, and why.

    Parameters
    ----------
    tests : mapping of str to sequence of SystemPairTest
        By scorer.
    settings : SystemSettings
    """
    found = {}
    for scorer, rows in tests.items():
        least = np.array([row.pvalue_least for row in rows])
        known = least[~np.isnan(least)]
        left_out = rows[0].family_size - known.size if rows else 0
        if not known.size or _smallest(known, settings, left_out) <= settings.alpha:
            continue
        n_units = max(row.n_units for row in rows if not np.isnan(row.pvalue_least))
        factor = _smallest(np.full(len(known), 1e-12), settings, left_out) / 1e-12
        units = _units_needed(n_units, len(known), settings, left_out)
        drawn = None
        first = next(row for row in rows if not np.isnan(row.pvalue_least))
        if settings.resampled and not _by_arrangements(first, settings):
            units, drawn = (
                None,
                resamples_needed(known.size + left_out, settings.correction, settings.alpha),
            )
        found[scorer] = Shortfall(
            smallest=float(known.min()),
            needed=settings.alpha / factor,
            family=known.size + left_out,
            n_units=n_units,
            units_needed=units,
            resamples_needed=drawn,
        )
    return found


def _by_arrangements(row: SystemPairTest, settings: SystemSettings) -> bool:
    """Return whether the smallest p-value is that of the arrangements of units."""
    method = settings.method
    return method.arrangements is not None and row.pvalue_least == least_pvalue(row.n_units, settings)


def least_pvalue(n_units: int, settings: SystemSettings) -> float:
    """Return the smallest p-value that a test by arrangements has with so many units; 0 for other tests."""
    count = settings.method.arrangements
    if count is None:
        return 0.0
    return min(1.0, (2 if settings.alternative == "two-sided" else 1) / count(n_units))


def _units_needed(n_units: int, tests: int, settings: SystemSettings, left_out: int) -> int | None:
    for n in range(n_units + 1, MOST_UNITS):
        if _smallest(np.full(tests, least_pvalue(n, settings)), settings, left_out) <= settings.alpha:
            return n
    return None


def _smallest(pvalues: FloatArray, settings: SystemSettings, left_out: int) -> float:
    return float(np.min(adjust(pvalues, settings.correction, left_out=left_out)))


def fewest_for_best(n_systems: int, settings: SystemSettings) -> int:
    """Return with how many units a system can be ruled out as the best of so many."""
    count = settings.method.arrangements
    if count is None:
        return 2
    return next(n for n in range(1, MOST_UNITS) if max(1, n_systems - 1) / count(n) <= settings.alpha)


def units_words(clusters: str | None) -> str:
    """Return what units are called, in the plural: ``inputs``, ``documents``."""
    if clusters is None:
        return "inputs"
    if not clusters.isalpha():
        return f"groups of inputs ('{clusters}')"
    return clusters if clusters.endswith("s") else f"{clusters}s"


def counted_units(number: int, clusters: str | None) -> str:
    """Return a number of units in words: ``5 documents``."""
    if clusters is not None and clusters.isalpha() and not clusters.endswith("s"):
        return counted(number, clusters)
    return counted(number, "input") if clusters is None else f"{number} {units_words(clusters)}"
