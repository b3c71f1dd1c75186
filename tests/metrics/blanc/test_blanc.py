"""BLANC's names and settings; what it computes is in tests/neural."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.metrics.blanc.blanc import Blanc
from trueness.metrics.scoring.registry import get_metric


def test_names():
    metric = get_metric("blanc_help:gap=6,model=/some/folder")
    assert (metric.name, metric.gap) == ("blanc_help:model=/some/folder,gap=6", 6)
    assert get_metric("blanc_tune").encoder.name == "bert-base-uncased"
    assert "seed:1" in get_metric("blanc_tune").signature()
    assert "seed" not in get_metric("blanc_help").signature()
    assert get_metric("blanc_help:measure=improve").lower == 0.0


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("blanc_help:gap=0", "'gap' must be a whole number of at least 1; it is '0'"),
        ("blanc_help:measure=better", "`measure` must be one of"),
        ("blanc_help:seed=3", "`seed` belongs to BLANC-tune"),
        ("blanc_tune:sed=3", "Did you mean 'seed'"),
    ],
)
def test_options_are_checked(name, said):
    with pytest.raises(ArgumentError, match=said):
        get_metric(name)
    with pytest.raises(ArgumentError, match="no metric is called 'blanc_ask': there are"):
        Blanc("ask")


def test_measures():
    counts = np.array([[178, 5], [1, 4]])
    assert Blanc()._measured(counts) == (5 - 1) / 188
    assert Blanc(measure="improve")._measured(counts) == 5 / 187
    assert math.isnan(Blanc()._measured(np.zeros((2, 2), dtype=int)))
