"""BARTScore's names and settings; what it computes is in tests/neural."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.likelihood.bartscore import BartScore
from trueness.metrics.scoring.registry import get_metric


def test_names():
    assert get_metric("bartscore_f:refs=best,model=/a").name == "bartscore_f:model=/a,refs=best"
    assert get_metric("bartscore_source").needs == {"source"}
    assert get_metric("bartscore_recall").needs == {"references"}
    assert get_metric("bartscore_f").signature().startswith("model:facebook/bart-large-cnn")


def test_options_are_checked():
    with pytest.raises(ArgumentError, match="metric 'bartscore_f': 'refs' must be one of 'mean', 'best'"):
        get_metric("bartscore_f:refs=last")
    with pytest.raises(ArgumentError, match="no metric is called"):
        BartScore("g")
