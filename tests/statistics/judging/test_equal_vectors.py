"""Arguments about the same outputs: vectors of one length, or an error that names them."""

from __future__ import annotations

import re

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.judging.equal_vectors import equal_vectors


def test_vectors_as_numbers():
    human, judge = equal_vectors(human=[1, 2, None], judge=np.array([True, False, True]))
    assert (human.dtype, judge.dtype) == (np.float64, np.float64)
    np.testing.assert_array_equal(human, [1, 2, np.nan])
    np.testing.assert_array_equal(judge, [1, 0, 1])
    assert [one.tolist() for one in equal_vectors(x=[], y=[])] == [[], []]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"human": [1, 2], "judge": [1]},
            "`human` and `judge` must be vectors of one length; they have (2,) and (1,).",
        ),
        (
            {"x": [1], "y": [1], "weights": 1},
            "`x`, `y` and `weights` must be vectors of one length; they have (1,), (1,) and ().",
        ),
        ({"human": [[1, 2]], "judge": [[1, 2]]}, "they have (1, 2) and (1, 2)."),
        ({"human": 1, "judge": 1}, "they have () and ()."),
    ],
)
def test_what_does_not_fit_is_named(given, message):
    with pytest.raises(ArgumentError, match=re.escape(message)):
        equal_vectors(**given)
