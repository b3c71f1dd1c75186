"""LitePyramid's names, and its formula by hand; what a model makes of texts is in tests/neural."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.metrics.likelihood.lite_pyramid import LitePyramid, entailed
from trueness.metrics.scoring.registry import get_metric


def test_names():
    assert get_metric("lite_pyramid_l3c:model=/a").name == "lite_pyramid_l3c:model=/a"
    with pytest.raises(ArgumentError, match="no metric is called"):
        LitePyramid("p4c")


@pytest.mark.parametrize(("part", "expected"), [("p3c", 1 / 2), ("l3c", 1), ("p2c", 4 / 5), ("l2c", 1)])
def test_by_hand(part, expected):
    # three classes: 2 : 1 : 1; two: log 4 against log 2 - log 2 = 0, which is 4 : 1
    logits = np.log([2, 1, 1]) if part.endswith("3c") else np.log([4, 2, 0.5])
    assert entailed(logits, 0, part) == pytest.approx(expected)
