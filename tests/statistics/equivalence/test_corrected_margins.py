"""Margins after correction: on both sides of each, the corrected p-values say what it says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.methods.registry import equivalence_method
from trueness.statistics.corrections import CORRECTIONS, adjust
from trueness.statistics.equivalence.bootstrap_equivalence import equivalence_pvalues, smallest_margin
from trueness.statistics.equivalence.corrected_margins import bootstrap_margins, corrected_margins
from trueness.statistics.equivalence.equivalence_bounds import Bounds

ALPHA = 0.05


def drawn(seed, n_tests=9, resamples=999):
    """Return bootstrap values of differences of several sizes and spreads, one of them undefined."""
    rng = np.random.default_rng(seed)
    spread = rng.uniform(0.01, 0.05, (n_tests, 1))
    samples = rng.normal(rng.normal(0, 0.03, (n_tests, 1)), spread, (n_tests, resamples))
    samples[2] = np.nan
    samples[3, ::7] = np.nan
    return list(samples)


@pytest.mark.parametrize("correction", CORRECTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_just_beyond_the_margin_the_corrected_test_rejects_and_just_before_it_does_not(correction, seed):
    samples = drawn(seed)
    found = corrected_margins(bootstrap_margins(samples, ALPHA), len(samples), correction)
    assert np.flatnonzero(np.isnan(found)).tolist() == [2]
    for number in np.flatnonzero(found > 1e-9):
        for margin, rejects in ((found[number] + 1e-9, True), (found[number] - 1e-9, False)):
            pvalues = [float(equivalence_pvalues(values, margin)) for values in samples]
            assert (adjust(pvalues, correction)[number] <= ALPHA) == rejects


@pytest.mark.parametrize("correction", CORRECTIONS)
@pytest.mark.parametrize("name", ["williams", "anderson_hauck"])
def test_closed_forms(correction, name):
    method, rng = equivalence_method(name), np.random.default_rng(5)
    triples = [(0.8 + rng.normal(0, 0.02), 0.8, 0.9, int(rng.integers(40, 400))) for _ in range(6)]

    def alone(factor, tests):
        return np.array(
            [method.margin(method.scaled_triple(*triples[test]), ALPHA / factor, None) for test in tests]
        )

    found = corrected_margins(alone, len(triples), correction)
    for number in np.flatnonzero(found > 1e-6):
        for margin, rejects in ((found[number] + 1e-7, True), (found[number] - 1e-7, False)):
            bounds = Bounds(-margin, margin)
            pvalues = [method.of_triple(*triple, bounds, ALPHA).pvalue for triple in triples]
            assert (adjust(pvalues, correction)[number] <= ALPHA) == rejects


def test_one_test_needs_what_it_needs_alone():
    (values, *_) = drawn(1)
    for correction in CORRECTIONS:
        (found,) = corrected_margins(bootstrap_margins([values], ALPHA), 1, correction)
        assert found == smallest_margin(values, alpha=ALPHA)


def test_few_resamples_pass_no_correction():
    samples = drawn(1, n_tests=5, resamples=30)
    assert np.isfinite(corrected_margins(bootstrap_margins(samples, ALPHA), 5, "none")[0])
    assert corrected_margins(bootstrap_margins(samples, ALPHA), 5, "holm")[0] == math.inf


def test_nothing_and_unknown_corrections():
    assert np.isnan(corrected_margins(bootstrap_margins([np.empty(0)], ALPHA), 1)).all()
    assert corrected_margins(bootstrap_margins([], ALPHA), 0).shape == (0,)
    with pytest.raises(ArgumentError, match="method"):
        corrected_margins(bootstrap_margins([], ALPHA), 0, "sidak")
