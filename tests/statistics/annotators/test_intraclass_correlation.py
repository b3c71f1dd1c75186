"""Intraclass correlations against Shrout and Fleiss's table, mean squares of statsmodels, and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.annotators.intraclass_correlation import (
    FORMS,
    intraclass_correlations,
    resampled_icc,
    two_way_components,
)

# Shrout and Fleiss (1979), Table 2: six targets, four judges
PUBLISHED = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]).T


def by_form(ratings, **options):
    return {found.form: found for found in intraclass_correlations(ratings, **options)}


def test_the_published_table():
    found = by_form(PUBLISHED)
    published = (0.17, 0.29, 0.71, 0.44, 0.62, 0.91)
    assert [round(found[form].estimate, 2) for form in FORMS] == list(published)
    assert {(row.n_units, row.n_annotators, row.complete) for row in found.values()} == {(6, 4, True)}


def test_intervals_of_the_published_table():
    # pingouin 0.7.0 on the same ratings, recorded; its ICC(2,k) limits are those of ICC(2,1) stepped up, too
    found = by_form(PUBLISHED)
    recorded = {
        "ICC(1,1)": (-0.13, 0.72),
        "ICC(2,1)": (0.02, 0.76),
        "ICC(3,1)": (0.34, 0.95),
        "ICC(1,k)": (-0.88, 0.91),
        "ICC(2,k)": (0.07, 0.93),
        "ICC(3,k)": (0.68, 0.99),
    }
    for form, limits in recorded.items():
        assert (found[form].low, found[form].high) == pytest.approx(limits, abs=5.1e-3)


def test_six_forms_from_mean_squares_of_an_analysis_of_variance():
    import pandas as pd
    import statsmodels.formula.api as smf
    from statsmodels.stats.anova import anova_lm

    rng = np.random.default_rng(3)
    k, n = 3, 9
    ratings = rng.normal(size=(1, n)) + rng.normal(size=(k, 1)) + rng.normal(size=(k, n)) + 50
    long = pd.DataFrame(
        {"y": ratings.ravel(), "rater": np.repeat(np.arange(k), n), "unit": np.tile(np.arange(n), k)}
    )
    table = anova_lm(smf.ols("y ~ C(unit) + C(rater)", long).fit())
    bms, jms, ems = table["mean_sq"]
    wms = (table["sum_sq"].iloc[1] + table["sum_sq"].iloc[2]) / (n * (k - 1))
    found = by_form(ratings)
    expected = {
        "ICC(1,1)": (bms - wms) / (bms + (k - 1) * wms),
        "ICC(2,1)": (bms - ems) / (bms + (k - 1) * ems + k * (jms - ems) / n),
        "ICC(3,1)": (bms - ems) / (bms + (k - 1) * ems),
        "ICC(1,k)": (bms - wms) / bms,
        "ICC(2,k)": (bms - ems) / (bms + (jms - ems) / n),
        "ICC(3,k)": (bms - ems) / bms,
    }
    for form, value in expected.items():
        assert found[form].estimate == pytest.approx(value, abs=1e-10)


def test_of_many_annotators_the_mean_is_as_reliable_as_spearman_and_brown_say():
    rng = np.random.default_rng(6)
    found = by_form(rng.normal(size=(1, 40)) + rng.normal(size=(20, 40)))
    for way in (1, 2, 3):
        one, mean = (found[f"ICC({way},{size})"].estimate for size in ("1", "k"))
        assert mean == pytest.approx(20 * one / (1 + 19 * one))
        assert one == pytest.approx(0.5, abs=0.15)


def test_components_of_complete_ratings_are_those_of_the_analysis_of_variance():
    found = by_form(PUBLISHED)
    values = resampled_icc(PUBLISHED.astype(float), np.ones((1, 6)), 4)[:, 0]
    assert values == pytest.approx([found[form].estimate for form in FORMS], abs=1e-12)


@given(seed=st.integers(0, 10**6), missing=st.floats(0, 0.6))
def test_a_weight_is_a_copy_of_the_unit(seed, missing):
    rng = np.random.default_rng(seed)
    ratings = rng.integers(1, 6, size=(3, 7)).astype(float)
    ratings[rng.random(ratings.shape) < missing] = np.nan
    counts = rng.integers(0, 3, size=7).astype(float)
    copies = np.repeat(ratings, counts.astype(int), axis=1)
    found = two_way_components(ratings, counts[None])
    expected = two_way_components(copies, np.ones((1, copies.shape[1])))
    assert np.array(found) == pytest.approx(np.array(expected), abs=1e-7, nan_ok=True)


def test_with_missing_ratings_the_components_are_unbiased():
    rng = np.random.default_rng(5)
    runs = []
    for _ in range(400):
        ratings = (
            np.sqrt(2.0) * rng.normal(size=(1, 60))
            + np.sqrt(0.5) * rng.normal(size=(5, 1))
            + rng.normal(size=(5, 60))
        )
        ratings[rng.random(ratings.shape) < 0.3] = np.nan
        runs.append(np.array(two_way_components(ratings, np.ones((1, 60))))[:, 0])
    mean, error = np.mean(runs, axis=0), np.std(runs, axis=0) / 20
    assert np.all(np.abs(mean - [2.0, 0.5, 1.0]) < 4 * error)


def test_missing_ratings_leave_the_two_way_random_forms():
    ratings = PUBLISHED.astype(float)
    ratings[0, 2] = np.nan
    found = by_form(ratings)
    assert not found["ICC(2,1)"].complete
    assert [np.isnan(found[form].estimate) for form in FORMS] == [True, False, True, True, False, True]
    assert abs(found["ICC(2,1)"].estimate - 0.29) < 0.1
    assert all(np.isnan((row.low, row.high)).all() for row in found.values())


def test_units_and_annotators_without_a_rating_do_not_count():
    padded = np.full((5, 8), np.nan)
    padded[:4, 1:7] = PUBLISHED
    assert intraclass_correlations(padded) == intraclass_correlations(PUBLISHED)


def test_undefined():
    for ratings in (np.ones((3, 4)), np.ones((1, 4)), np.full((2, 3), np.nan), [[1.0], [2.0]]):
        assert all(np.isnan(found.estimate) for found in intraclass_correlations(ratings))
    flat = np.ones((3, 4))
    flat[0, 0] = np.nan
    assert all(np.isnan(found.estimate) for found in intraclass_correlations(flat))
    perfect = by_form(np.array([[1.0, 2, 3], [1, 2, 3]]))
    assert perfect["ICC(2,1)"].estimate == pytest.approx(1)
    assert np.isnan(perfect["ICC(2,1)"].low)


def test_errors():
    with pytest.raises(ArgumentError, match="one row per annotator"):
        intraclass_correlations([1, 2])
    with pytest.raises(ArgumentError, match="must be finite"):
        intraclass_correlations([[1, np.inf], [1, 2]])
    with pytest.raises(ArgumentError, match="`confidence`"):
        intraclass_correlations(PUBLISHED, confidence=95)
