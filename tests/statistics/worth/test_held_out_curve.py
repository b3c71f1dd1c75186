"""Held-out losses where the truth is known, and by doing it slowly."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.worth.agreement_curve import logistic_curve
from trueness.statistics.worth.held_out_curve import held_out_curves
from trueness.statistics.worth.scored_pairs import output_pairs


def _pairs(seed, signal, systems=8, inputs=60):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(systems, inputs))
    return output_pairs(x, signal * x + rng.logistic(size=x.shape) / 2)


def test_losses_are_those_of_scikit_learn():
    metrics = pytest.importorskip("sklearn.metrics")
    pairs = _pairs(1, 1.0, 4, 10)
    chances, shares, truth = [], [], []
    for system in range(4):
        out = (pairs.one == system) | (pairs.other == system)
        kept = ~out
        counts, agreed = pairs.counts(kept.astype(float))
        chances += logistic_curve(pairs.gaps, counts, agreed).chances(pairs.gaps[pairs.gap[out]]).tolist()
        shares += [pairs.agreed[kept].mean()] * int(out.sum())
        truth += pairs.agreed[out].tolist()
    found = held_out_curves(pairs, np.arange(4))
    assert found.log_loss["logistic"] == pytest.approx(metrics.log_loss(truth, chances))
    assert found.log_loss["constant"] == pytest.approx(metrics.log_loss(truth, shares))


def test_a_difference_that_says_something_beats_the_constant_and_noise_does_not():
    real, noise = (held_out_curves(_pairs(2, signal), np.arange(8)) for signal in (1.0, 0.0))
    assert real.log_loss["logistic"] < real.log_loss["constant"] - 0.02
    assert real.miscalibration["logistic"] < 0.1
    assert noise.log_loss["isotonic"] > noise.log_loss["constant"] - 0.01


def test_systems_of_a_cluster_are_held_out_together():
    pairs = _pairs(3, 1.0, 4, 10)
    together = held_out_curves(pairs, np.array([0, 0, 1, 2]))
    assert together.log_loss["logistic"] != held_out_curves(pairs, np.arange(4)).log_loss["logistic"]
    nothing = held_out_curves(pairs, np.zeros(4, dtype=int))
    assert np.isnan(nothing.log_loss["logistic"])


def test_inputs_are_held_out_with_systems():
    metrics = pytest.importorskip("sklearn.metrics")
    pairs = _pairs(4, 1.0, 4, 23)
    clusters = np.arange(23) // 2  # twelve pairs of neighbours, dealt to ten parts
    chances, truth = [], []
    for system in range(4):
        for part in range(10):
            with_it, here = (
                (pairs.one == system) | (pairs.other == system),
                clusters[pairs.place] % 10 == part,
            )
            counts, agreed = pairs.counts((~with_it & ~here).astype(float))
            gaps = pairs.gaps[pairs.gap[with_it & here]]
            chances += logistic_curve(pairs.gaps, counts, agreed).chances(gaps).tolist()
            truth += pairs.agreed[with_it & here].tolist()
    found = held_out_curves(pairs, np.arange(4), clusters)
    assert found.inputs
    assert found.log_loss["logistic"] == pytest.approx(metrics.log_loss(truth, chances))
    alone = held_out_curves(pairs, np.arange(4), np.zeros(23, dtype=int))  # one group of inputs: none is left
    assert not alone.inputs
    assert alone.log_loss == held_out_curves(pairs, np.arange(4)).log_loss


def test_what_is_known_of_an_input_alone_is_of_no_help_for_others():
    # the metric's difference is as large as the input's number, and whether people agree hangs on that number alone
    rng = np.random.default_rng(6)
    right = rng.random(200) < 0.5
    human = np.arange(6.0)[:, None] * np.where(right, 1.0, -1.0)
    pairs = output_pairs(np.arange(6.0)[:, None] * (10 + 0.1 * np.arange(200)), human)
    inside, outside = (held_out_curves(pairs, np.arange(6), groups) for groups in (None, np.arange(200)))
    assert inside.log_loss["isotonic"] < outside.log_loss["isotonic"]
    assert outside.log_loss["isotonic"] > outside.log_loss["constant"]
