"""What a label is worth beside a metric, against the closed form."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.learning import label_worth
from trueness.learning.label_worth import LabelWorth
from trueness.learning.linear import Ridge
from trueness.learning.pairwise_logistic import PairwiseLogistic
from trueness.statistics.engine.resample import random_stream


def test_a_learned_metric_is_worth_what_its_correlation_says(making):
    # of labels alone as many would be needed as 1 / (1 - r² N / (n + N)) times those there are
    outputs = making(lambda x: x[:, 0] + x[:, 1], n_inputs=100, noise=1.0)
    worth, n_labelled, reasons = LabelWorth(outputs, {"ridge": Ridge()}, 1).run()["ridge"]
    assert n_labelled == 200
    assert reasons == ()
    assert np.mean(worth) == pytest.approx(1 / (1 - 2 / 3 * 0.8), rel=0.25)


def test_noise_is_worth_nothing(making):
    outputs = making(lambda x: 0 * x[:, 0], n_inputs=60)
    worth, _, _ = LabelWorth(outputs, {"ridge": Ridge()}, 1).run()["ridge"]
    assert np.nanmean(worth) == pytest.approx(1.0, abs=0.12)


def test_draws_whose_labels_are_all_equal_are_undefined_with_the_reason(making, monkeypatch):
    monkeypatch.setattr(label_worth, "DRAWS", 8)
    outputs = making(lambda x: x[:, 0], n_inputs=30, noise=0.0)
    rare = np.where((outputs.inputs == 3) & (outputs.systems == 2), 1.0, 0.0)[:, None]
    work = LabelWorth(
        dataclasses.replace(outputs, human=rare), {"ridge": Ridge(), "pairwise": PairwiseLogistic()}, 1
    )
    found = work.run()
    # the one positive output is drawn where its input is: in 6 of 30
    drawn = [3 in random_stream(1, 86, draw).permutation(30)[:6] for draw in range(8)]
    assert 0 < sum(drawn) < 8
    assert np.flatnonzero(~np.isnan(found["ridge"].worth)).tolist() == np.flatnonzero(drawn).tolist()
    assert found["ridge"].reasons == ("all labels drawn are equal",)
    # pairs are learned from folds, of which those without the positive output have no pair
    assert np.isnan(found["pairwise"].worth).all()
    assert "and only decided pairs can be learned from" in found["pairwise"].reasons[0]
