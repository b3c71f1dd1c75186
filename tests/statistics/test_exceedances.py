"""Counts of permuted differences, and their p-values."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.exceedances import (
    EXCEEDANCE_TOLERANCE,
    Exceedances,
    count_exceedances,
    sum_counts,
)

PERMUTED = np.array([[0.5, np.nan], [-0.5, 0.1], [0.2, np.nan], [0.5 - 1e-14, -0.3], [-0.7, 0.0]])


def of(observed, *, exact):
    counts = count_exceedances(PERMUTED, np.array(observed))
    return Exceedances(np.array(observed), *counts, resamples=5, exact=exact)


def test_counts_by_hand():
    # the fourth value equals the first but for rounding
    assert count_exceedances(PERMUTED, np.array([0.5, 0.1])).tolist() == [[2, 1], [5, 3], [4, 2], [0, 2]]
    counts = count_exceedances(PERMUTED, np.array([0.5, 0.1]))
    at_the_edge = np.array([[EXCEEDANCE_TOLERANCE], [-EXCEEDANCE_TOLERANCE]])
    assert count_exceedances(at_the_edge, np.zeros(1)).tolist() == [[2], [2], [2], [0]]
    assert sum_counts([counts, counts]).tolist() == (2 * counts).tolist()


def test_random_arrangements_add_one_to_both():
    found = of([0.5, 0.1], exact=False)
    assert found.pvalue("greater") == pytest.approx([3 / 6, 2 / 4])
    assert found.pvalue("less") == pytest.approx([6 / 6, 4 / 4])
    assert found.pvalue("two-sided") == pytest.approx([5 / 6, 3 / 4])


def test_all_arrangements_are_a_share():
    assert of([0.5, 0.1], exact=True).pvalue("greater") == pytest.approx([2 / 5, 1 / 3])


def test_undefined_differences_have_no_pvalue():
    assert np.isnan(of([np.nan, 0.1], exact=False).pvalue("two-sided")).tolist() == [True, False]
    none = Exceedances(np.array([0.1]), *np.array([[0], [0], [0], [5]]), resamples=5, exact=False)
    assert np.isnan(none.pvalue("two-sided")).all()
