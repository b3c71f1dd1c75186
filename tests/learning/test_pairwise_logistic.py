"""Pairs of outputs: what is ordered as people order it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.learning.linear import Ridge
from trueness.learning.pairwise_logistic import PairwiseLogistic


def test_an_order_is_found_behind_a_scale_that_is_no_line(held_out):
    def bent(x):
        return np.exp(3 * (x[:, 0] + 0.5 * x[:, 1]))

    found = held_out(PairwiseLogistic(), bent, n_inputs=30)
    assert found > 0.9
    assert found > held_out(Ridge(), bent, n_inputs=30) + 0.02


def test_pairs_of_one_input_leave_out_what_inputs_differ_in(making):
    outputs = making(lambda x: x[:, 0], level="input", n_inputs=30)
    shift = np.random.default_rng(1).standard_normal(30)[outputs.inputs] * 5
    features = outputs.features.copy()
    features[:, 1] += shift  # says what input it is, and people's scores go with it
    moved = dataclasses.replace(outputs, features=features, human=outputs.human + shift[:, None])
    weights = PairwiseLogistic().fit(moved, 0).weights
    assert abs(weights[1]) < 0.5 * weights[0] * np.std(features[:, 1])


def test_no_pair_to_learn_from(making):
    outputs = making(lambda x: x[:, 0], level="input", noise=0.0)
    flat = dataclasses.replace(outputs, human=outputs.inputs[:, None].astype(float))
    with pytest.raises(DataError, match="people tie all outputs"):
        PairwiseLogistic().fit(flat, 0)
