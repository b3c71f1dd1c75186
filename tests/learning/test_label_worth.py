"""What a label is worth beside a metric, against the closed form."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.learning.label_worth import LabelWorth
from trueness.learning.linear import Ridge


def test_a_learned_metric_is_worth_what_its_correlation_says(making):
    # of labels alone as many would be needed as 1 / (1 - r² N / (n + N)) times those there are
    outputs = making(lambda x: x[:, 0] + x[:, 1], n_inputs=100, noise=1.0)
    worth, n_labelled = LabelWorth(outputs, {"ridge": Ridge()}, 1).run()["ridge"]
    assert n_labelled == 200
    assert np.mean(worth) == pytest.approx(1 / (1 - 2 / 3 * 0.8), rel=0.25)


def test_noise_is_worth_nothing(making):
    outputs = making(lambda x: 0 * x[:, 0], n_inputs=60)
    worth, _ = LabelWorth(outputs, {"ridge": Ridge()}, 1).run()["ridge"]
    assert np.nanmean(worth) == pytest.approx(1.0, abs=0.12)
