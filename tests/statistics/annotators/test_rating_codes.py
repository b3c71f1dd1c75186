"""Numbers stay, labels get the places of their categories, and what is neither is refused."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.annotators.gwet_ac1 import gwet_ac1
from trueness.statistics.annotators.kappa import kappa
from trueness.statistics.annotators.krippendorff_alpha import krippendorff_alpha, krippendorff_alpha_interval
from trueness.statistics.annotators.rating_codes import rating_codes


def test_numbers_stay():
    found = rating_codes([[3, None, 1], [np.nan, 2, 1]])
    np.testing.assert_array_equal(found.values, [[3, np.nan, 1], [np.nan, 2, 1]])
    assert (found.categories.tolist(), found.ordered) == ([1, 2, 3], True)
    assert rating_codes([3, 1], [1, 2, 3]).categories.tolist() == [1, 2, 3]


def test_labels_get_places():
    found = rating_codes(["good", "", None, float("nan"), "bad"])
    np.testing.assert_array_equal(found.values, [1, np.nan, np.nan, np.nan, 0])
    assert (found.categories.tolist(), found.ordered) == ([0, 1], False)
    found = rating_codes(np.array(["good", "bad"]), ["good", "fair", "bad"])
    assert (found.values.tolist(), found.categories.tolist(), found.ordered) == ([0, 2], [0, 1, 2], True)


@pytest.mark.parametrize(
    ("ratings", "categories", "message"),
    [
        ([1, np.inf], None, "must be finite"),
        ([1, 4], [1, 2], "lacks the rating 4"),
        (["a", "b"], ["a"], "lacks 'b'"),
        (["a"], ["a", "a"], "names a label twice"),
        ([1], ["a"], "`categories` must hold numbers"),
        ([[1, 2], [1]], None, "all of one length"),
    ],
)
def test_errors(ratings, categories, message):
    with pytest.raises(ArgumentError, match=message):
        rating_codes(ratings, categories)


def test_plain_functions_take_labels_where_order_does_not_matter():
    words, numbers = (
        (["a", "a", "b", "b", None], ["a", "b", "b", "b", "a"]),
        ([1, 1, 2, 2, np.nan], [1, 2, 2, 2, 1]),
    )
    assert kappa(*words) == kappa(*numbers)
    assert gwet_ac1(*words) == gwet_ac1(*numbers)
    assert gwet_ac1(*words, categories=["a", "b", "c"]) == gwet_ac1(*numbers, categories=[1, 2, 3])
    assert krippendorff_alpha(words, "nominal") == krippendorff_alpha(numbers, "nominal")
    limits = [krippendorff_alpha_interval(one, "nominal", resamples=99, rng=1) for one in (words, numbers)]
    assert limits[0] == limits[1]
    with pytest.raises(ArgumentError, match=r"needs the order of the labels\. Call agreement_beyond_chance"):
        kappa(*words, "linear")
    with pytest.raises(ArgumentError, match=r"needs the order of the labels\. Take 'nominal'"):
        krippendorff_alpha(words)
