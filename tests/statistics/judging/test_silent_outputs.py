"""What a silent judge may have said, beside every possibility by enumeration."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.statistics.judging.label_agreement import LABEL_MEASURES, label_measures
from trueness.statistics.judging.silent_outputs import silent_extremes


def counts_of(counts, silent, labels):
    size = silent.shape[1]
    found = counts.reshape(size, size).copy()
    for shares, label in zip(silent, labels, strict=True):
        found[:, label] += shares
    return found.reshape(1, -1)


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("measure", LABEL_MEASURES)
def test_extremes_are_those_of_all_that_may_have_been_said(size, measure):
    rng = np.random.default_rng([size, len(measure)])
    for _ in range(6):
        counts = rng.integers(0, 12, size**2).astype(float) + 3 * np.eye(size).ravel()
        silent = np.eye(size)[rng.integers(0, size, 5)]
        silent[0] = 1 / size  # people are evenly divided

        def value(rows):
            return label_measures(rows, size - 1)[measure]

        every = [
            float(value(counts_of(counts, silent, labels))[0])
            for labels in itertools.product(range(size), repeat=len(silent))
        ]
        found = silent_extremes(counts, silent, value)
        least, most = (float(value(counts_of(counts, silent, labels))[0]) for labels in found)
        if measure == "mcc" and size > 2:  # no ratio of linear functions
            assert least <= np.quantile(every, 0.02)
            assert most >= np.quantile(every, 0.98)
        else:
            assert least == pytest.approx(min(every))
            assert most == pytest.approx(max(every))


def test_without_silence_there_is_nothing_to_fill():
    found = silent_extremes(np.ones(4), np.empty((0, 2)), lambda rows: rows[:, 0])
    assert len(found.least) == len(found.most) == 0


def test_a_rate_is_least_where_everything_silent_is_negative():
    found = silent_extremes(
        np.ones(4), np.eye(2)[[0, 1, 1]], lambda rows: label_measures(rows, 1)["rate_bias"]
    )
    assert found.least.tolist() == [0, 0, 0]
    assert found.most.tolist() == [1, 1, 1]
