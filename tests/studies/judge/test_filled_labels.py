"""Labels beside people's with what a silent judge may have said."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.statistics.judging.label_agreement import label_agreement
from trueness.studies.judge.filled_labels import FilledLabels

HUMAN = np.array([0, 0, 0, 1, 1, 1, 1, 0, 1, 0] * 6, dtype=float)
JUDGE = np.where(np.arange(60) % 7 == 3, 1 - HUMAN, HUMAN)
UNITS = np.arange(60)


def filled(judge, shares=None):
    one_hot = (HUMAN[:, None] == [0, 1]).astype(float) if shares is None else shares
    return FilledLabels(one_hot, judge, UNITS, np.zeros(60, dtype=int), 1)


def test_without_silence_it_is_the_plain_agreement():
    found, plain = filled(JUDGE), label_agreement(HUMAN, JUDGE)
    for measure in ("kappa", "tpr", "rate_bias"):
        assert found.estimate(measure) == pytest.approx(plain.estimates[measure])
        assert tuple(found.outer_interval(measure, 0.95)) == pytest.approx(tuple(plain.intervals[measure]))
    assert (found.n_silent, found.n_divided, found.applies_to_systems) == (0, 0, False)


def test_limits_are_those_of_the_worst_and_of_the_best():
    silent = np.where(UNITS < 6, np.nan, JUDGE)
    found = filled(silent)
    low, high = found.outer_interval("rate_bias", 0.95)
    for label, limit in ((0, low), (1, high)):
        said = label_agreement(HUMAN, np.where(UNITS < 6, label, JUDGE)).intervals["rate_bias"]
        assert limit == pytest.approx(said[label])
    assert found.n_silent == 6
    assert found.interval("rate_bias", 0.95).low > low


def test_divided_outputs_count_in_parts_and_a_judge_that_says_nothing_is_unknown():
    shares = (HUMAN[:, None] == [0, 1]).astype(float)
    shares[0] = 0.5
    assert filled(JUDGE, shares).n_divided == 1
    nothing = filled(np.full(60, np.nan))
    assert np.isnan(nothing.estimate("kappa"))
    assert np.isnan(nothing.interval("kappa", 0.95).low)
    low, high = nothing.outer_interval("accuracy", 0.95)
    assert low < 0.1
    assert high > 0.9
