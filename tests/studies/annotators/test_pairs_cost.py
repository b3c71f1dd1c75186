"""Pairs of a crowd of annotators are announced, those of a few are not spoken of."""

from __future__ import annotations

import numpy as np

from trueness.studies.annotators.pairs_cost import pairs_cost
from trueness.studies.annotators.settings import AnnotatorSettings


def cost(n_annotators, n_metrics=1, n_inputs=30, **given):
    return pairs_cost(np.ones((n_annotators, 10, n_inputs)), n_metrics, AnnotatorSettings.of(rng=1, **given))


def test_a_crowd_is_announced_and_a_few_are_not():
    assert not cost(13).said
    said = cost(200).said
    assert said.startswith("200 annotators make 19,900 pairs: roughly")
    assert "--resamples" in said
    assert "GiB" not in said


def test_correlations_of_pairs_are_drawn_for_metrics_alone():
    assert cost(50, 0).seconds < cost(50, 1).seconds / 1.5
    assert cost(50, 1).seconds == cost(50, 6).seconds
    assert cost(50, 1, resamples=999).seconds < cost(50, 1).seconds


def test_pairs_with_few_outputs_in_common_take_less():
    assert cost(200, n_inputs=3).seconds < cost(200).seconds / 3
