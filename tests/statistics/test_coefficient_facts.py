"""What is known of coefficients: names with options, levels, ranges, swaps."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.coefficient_facts import (
    NAMES,
    check_coefficients,
    check_level_of,
    check_swap_of,
    coefficient_facts,
    coefficients_at,
    swappable_at,
)
from trueness.statistics.coefficients import COEFFICIENTS, PAIR_COEFFICIENTS, RANK_COEFFICIENTS
from trueness.statistics.engine.resample import SWAPS, Weights
from trueness.statistics.level_names import LEVELS
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.stats import correlate


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("kendall", "kendall"),
        ("gap_tau", "gap_tau"),
        ("gap_tau:low=0,high=1", "gap_tau"),
        ("gap_tau:high=.30", "gap_tau:high=0.3"),
        ("gap_tau: high = .3, low=.1", "gap_tau:low=0.1,high=0.3"),
        ("darr:threshold=25", "darr"),
        ("darr:threshold=1e1", "darr:threshold=10"),
        ("auc:cut=4.0", "auc:cut=4"),
        ("balanced_accuracy:threshold=-.5,cut=0", "balanced_accuracy:cut=0,threshold=-0.5"),
    ],
)
def test_a_coefficient_has_one_name(given, name):
    assert check_coefficients(given) == (name,)
    assert coefficient_facts(name).name == name
    assert check_coefficients([given, name]) == (name,)


def test_an_option_after_a_comma_belongs_to_the_name_before():
    given = ["pearson", "gap_tau:low=.1", "high=.3", "acc_eq"]
    assert check_coefficients(given) == ("pearson", "gap_tau:low=0.1,high=0.3", "acc_eq")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("kendal", "Did you mean 'kendall'"),
        ("kendall:low=1", "is the whole name"),
        ("gap_tau:lower=.1", "option of gap_tau"),
        ("gap_tau:low=x", "must be a number"),
        ("gap_tau:low=nan", "must be finite"),
        ("gap_tau:low=.5,high=.5", "low < high"),
        ("gap_tau:high=1.5", "low < high"),
        ("darr:threshold=0", "must be positive"),
        ("auc:threshold=1", "option of auc"),
        ("auc:cut=x", "must be a number"),
        ("high=.3", "must be one of"),
        ([], "at least one"),
        ([3], "must be one of"),
    ],
)
def test_other_names_are_refused(wrong, says):
    with pytest.raises(ArgumentError, match=says):
        check_coefficients(wrong)


def test_calibrated_are_those_that_calibrating_ties_changes():
    rng = np.random.default_rng(1)
    z = 30 * rng.integers(0, 3, (5, 8))  # apart enough for DARR
    x = z + 30 * rng.normal(size=z.shape)
    for name in coefficients_at("input", NAMES):
        if coefficient_facts(name).labels:
            continue
        fitted, plain = (
            correlate(x, z, "input", name, tie_calibration=how).estimate for how in ("calibrated", "none")
        )
        assert (fitted != plain) == coefficient_facts(name).calibrated, name


def test_facts_agree_with_the_formulas():
    facts = {name: coefficient_facts(name) for name in NAMES}
    assert {name for name, found in facts.items() if not found.pairs and not found.formula} == set(
        COEFFICIENTS
    )
    assert {name for name in COEFFICIENTS if facts[name].ranks} == RANK_COEFFICIENTS
    assert set(COEFFICIENTS) >= PAIR_COEFFICIENTS
    for found in facts.values():
        assert found.low < found.high == 1.0
        assert found.chance is None or found.low <= found.chance < found.high
        if found.low == -1 and found.chance is not None:
            assert found.chance == 0
        assert set(found.levels) <= set(LEVELS)
        assert {swap for swaps in found.swaps.values() for swap in swaps} <= set(SWAPS)


@pytest.mark.parametrize(
    "name", [*NAMES, "gap_tau:high=0.5", "darr:threshold=1", "balanced_accuracy:threshold=0.5"]
)
def test_ranges_and_constants(name):
    rng = np.random.default_rng(1)
    found = coefficient_facts(name)
    z = rng.integers(0, 3, (6, 12)).astype(float)
    if found.labels:
        z = (z > 0).astype(float)
    metrics = np.stack([z, -z, rng.normal(size=z.shape), np.ones_like(z)])
    arrays = ScoreArrays.of(metrics, z, tie_calibration="none")
    group = arrays.group(range(4))
    for level in found.levels:
        values = level_correlations(arrays, group, Weights(None, None), level, (name,)).values[name][0]
        same, opposite, noise, constant = values
        if name in ("darr", "unlimited_pearson"):  # no difference of 25 points; nothing but noise
            assert np.isnan(values).all()
            continue
        assert same == pytest.approx(1.0) or name == "tau_c"
        assert found.low <= opposite < noise < same <= found.high
        assert np.isnan(constant) == found.undefined_if_constant


def test_labels_have_no_system_level_and_chosen_thresholds_no_jackknife():
    assert coefficient_facts("auc").levels == ("input", "global", "per_system")
    assert not coefficient_facts("balanced_accuracy").smooth
    given = coefficient_facts("balanced_accuracy:threshold=0.5,cut=3")
    assert given.smooth
    assert given.swaps["global"] == coefficient_facts("auc").swaps["global"]
    assert given.words == "balanced accuracy with human scores from 3 on as positive at the threshold 0.5"


def test_what_exists_where():
    names = ("pearson", "acc_eq", "spa", "pdp")
    assert coefficients_at("system", names) == ("pearson", "spa")
    assert coefficients_at("global", names) == ("pearson", "acc_eq")
    assert swappable_at("input", names, "systems") == ("pearson", "pdp")
    assert swappable_at("per_system", names, "systems") == ("pearson", "acc_eq")


def test_what_does_not_exist_is_refused_with_what_does():
    check_level_of("acc_eq", "input")
    with pytest.raises(UnsupportedMethodError, match=r"exists at other levels than .*: 'system'"):
        check_level_of("spa", "input")
    check_swap_of("acc_eq", "input", "inputs")
    with pytest.raises(UnsupportedMethodError, match="Swap inputs, or use the paired bootstrap"):
        check_swap_of("acc_eq", "input", "cells")
    with pytest.raises(UnsupportedMethodError, match=r"noise of its own, .* Use the paired bootstrap"):
        check_swap_of("unlimited_pearson", "system", "systems")
