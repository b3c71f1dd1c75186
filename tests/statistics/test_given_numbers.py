"""Numbers of every kind are taken; words are refused in words, by all plain functions."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import trueness.stats
from trueness.errors import ArgumentError, TruenessError
from trueness.statistics.given_numbers import given_numbers


def test_numbers_of_every_kind():
    np.testing.assert_array_equal(given_numbers([1, None, 2.5, np.int8(3), True]), [1, np.nan, 2.5, 3, 1])
    assert given_numbers("1.5") == 1.5


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (["good", "bad"], "'good' is none. Of labels in words kappa"),
        ([[1, 2], [1, "x"]], "'x' is none"),
        ([1, {}], "{} is none"),
        ([[1, 2], [1]], "in rows of one length"),
        ([[1, 2], "x"], "in rows of one length"),  # what is wrong first
    ],
)
def test_what_is_no_number_is_named(values, message):
    with pytest.raises(ArgumentError, match=message):
        given_numbers(values)


LABELS = ["good", "bad", "good", "bad", "good", "good"]
OF_ARRAYS = [
    name
    for name in dir(trueness.stats)
    if inspect.isfunction(found := getattr(trueness.stats, name))
    and (needed := [one for one in inspect.signature(found).parameters.values() if one.default is one.empty])
    and all("ArrayLike" in str(one.annotation) for one in needed)
]


@pytest.mark.parametrize("labels", [LABELS, [LABELS] * 3], ids=["vector", "matrix"])
@pytest.mark.parametrize("name", OF_ARRAYS)
def test_plain_functions_take_labels_or_say_that_they_do_not(name, labels):
    function = getattr(trueness.stats, name)
    needed = [one for one in inspect.signature(function).parameters.values() if one.default is one.empty]
    try:
        function(*[labels] * len(needed))
    except TruenessError:
        return
    assert name in ("kappa", "gwet_ac1", "agreement_beyond_chance"), name
