"""Values of the suites of irrCAC, statsmodels and scikit-learn; definitions, intervals, errors."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import ArgumentError
from trueness.statistics.annotators.agreement_beyond_chance import CHANCES, agreement_beyond_chance
from trueness.statistics.annotators.counted_ratings import counted_ratings
from trueness.statistics.annotators.gwet_ac1 import gwet_ac1
from trueness.statistics.annotators.kappa import KAPPA_WEIGHTS, kappa

nan = np.nan
FOUR = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, nan, nan, nan],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nan, nan],
    [nan, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 3],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nan],
]
FIVE = [
    [1, 1, 2, nan, 0, 0, 1, 1, 2, 2, nan, 0, 1, 3, 1],
    [1, 1, 3, 0, 0, 0, 0, nan, 2, 1, 1, 0, 2, 3, 1],
    [2, 0, 3, 0, 0, 0, 2, 2, 2, 1, 0, 0, 2, 2, 1],
    [nan, 1, 3, nan, nan, nan, nan, 0, nan, 1, 0, 0, 2, 2, nan],
    [2, nan, nan, 0, 0, 0, 1, nan, 2, nan, nan, nan, nan, 3, 1],
]
GENDER = [list("aaaaabbbcaaaaab"), list("aaaababccaaaaba"), list("abbcaabbcabbcaa"), list("ccccaabbcccccaa")]
BEN_AND_GERRY = [list("aabbdcccedda"), [*"babbbccce", None, *"dd"]]


# irrCAC 0.4.4, test/unit/irrCAC/raw: estimate, standard error, limits, p_a, p_e, p to five digits
@pytest.mark.parametrize(
    ("ratings", "coefficient", "weighting", "expected"),
    [
        (FOUR, "kappa", "none", (0.763, 0.149, 0.435, 1, 0.818, 0.233, 0.00034)),
        (FOUR, "kappa", "linear", (0.814, 0.145, 0.494, 1, 0.939, 0.675, 0.00016)),
        (FOUR, "kappa", "quadratic", (0.858, 0.144, 0.541, 1, 0.975, 0.827, 0.00009)),
        (FOUR, "fleiss", "none", (0.761, 0.153, 0.424, 1, 0.818, 0.239, 0.00042)),
        (FOUR, "fleiss", "linear", (0.818, 0.149, 0.491, 1, 0.939, 0.667, 0.00018)),
        (FOUR, "fleiss", "quadratic", (0.865, 0.146, 0.544, 1, 0.975, 0.818, 0.0001)),
        (FOUR, "gwet", "none", (0.775, 0.143, 0.461, 1, 0.818, 0.19, 0.00021)),
        (FOUR, "gwet", "linear", (0.859, 0.117, 0.6, 1, 0.939, 0.571, 0.00002)),
        (FOUR, "gwet", "quadratic", (0.914, 0.104, 0.685, 1, 0.975, 0.714, 0.000003)),
        # its p-values of this coefficient are one-sided
        (FOUR, "brennan_prediger", "none", (0.773, 0.145, 0.454, 1, 0.818, 0.2, 0.00024)),
        (FOUR, "brennan_prediger", "linear", (0.848, 0.123, 0.577, 1, 0.939, 0.6, 0.00002)),
        (FIVE, "kappa", "none", (0.469, 0.117, 0.219, 0.719, 0.616, 0.276, 0.00126)),
        (FIVE, "fleiss", "none", (0.458, 0.12, 0.199, 0.716, 0.616, 0.291, 0.00195)),
        (FIVE, "gwet", "none", (0.497, 0.122, 0.235, 0.758, 0.616, 0.236, 0.00114)),
        (FIVE, "brennan_prediger", "none", (0.487, 0.121, 0.228, 0.747, 0.616, 0.25, 0.00124)),
        (GENDER, "kappa", "none", (0.166, 0.121, -0.094, 0.426, 0.456, 0.347, 0.19309)),
        (GENDER, "fleiss", "none", (0.129, 0.141, -0.172, 0.43, 0.456, 0.375, 0.37449)),
        (GENDER, "gwet", "none", (0.208, 0.091, 0.014, 0.403, 0.456, 0.312, 0.03776)),
        (GENDER, "brennan_prediger", "none", (0.183, 0.102, -0.035, 0.402, 0.456, 0.333, 0.09376)),
        (BEN_AND_GERRY, "kappa", "none", (0.657, 0.179, 0.262, 1, 0.727, 0.205, 0.00374)),
        (BEN_AND_GERRY, "fleiss", "none", (0.649, 0.191, 0.228, 1, 0.727, 0.222, 0.00599)),
        (BEN_AND_GERRY, "gwet", "none", (0.661, 0.184, 0.257, 1, 0.727, 0.194, 0.0042)),
    ],
)
def test_the_values_of_irrcac(ratings, coefficient, weighting, expected):
    found = agreement_beyond_chance(ratings, coefficient, weighting=weighting, interval="linearised")
    shown = (found.estimate, found.error, found.low, found.high, found.observed, found.chance)
    assert shown == pytest.approx(expected[:-1], abs=5.01e-4)
    assert found.pvalue == pytest.approx(expected[-1], abs=1.01e-5)


DIAGNOSES = [[40, 4, 4, 17], [6, 25, 2, 13], [4, 1, 21, 12], [15, 5, 9, 45]]


# irrCAC, test/unit/irrCAC/table
@pytest.mark.parametrize(
    ("coefficient", "weighting", "expected"),
    [
        ("kappa", "none", (0.432, 0.046, 0.341, 0.522)),
        ("kappa", "linear", (0.407, 0.053, 0.302, 0.512)),
        ("kappa", "quadratic", (0.383, 0.066, 0.254, 0.513)),
        ("fleiss", "none", (0.43, 0.046, 0.339, 0.521)),
        ("gwet", "none", (0.456, 0.043, 0.371, 0.542)),
        ("gwet", "linear", (0.377, 0.056, 0.267, 0.488)),
        ("gwet", "quadratic", (0.299, 0.075, 0.15, 0.447)),
        ("brennan_prediger", "none", (0.45, 0.044, 0.363, 0.537)),
        ("brennan_prediger", "quadratic", (0.236, 0.085, 0.069, 0.403)),
    ],
)
def test_the_tables_of_irrcac(coefficient, weighting, expected):
    # divided by n in place of n − 1 there, which the third digit does not show
    ratings = counted_ratings(DIAGNOSES, categories=[1, 2, 3, 4])
    found = agreement_beyond_chance(ratings, coefficient, weighting=weighting, interval="linearised")
    assert (found.estimate, found.error, found.low, found.high) == pytest.approx(expected, abs=1.01e-3)


def test_the_values_of_statsmodels_suite():
    # test_inter_rater.py: SAS, whose standard error is divided by n in place of n − 1
    ratings = counted_ratings([[0, 4, 1], [0, 8, 0], [0, 1, 5]])
    n = ratings.shape[1]
    for weighting, expected in (("none", (0.4842, 0.1380)), ("linear", (0.4701, 0.1457))):
        found = agreement_beyond_chance(ratings, "kappa", weighting=weighting, interval="linearised")
        assert (found.estimate, found.error * np.sqrt((n - 1) / n)) == pytest.approx(expected, abs=5e-5)
    # Fleiss (1971), and the example of Wikipedia
    diagnoses = """444444 222555 233335 555555 222444 113333 333355 113334 114444 555555 144444 124444 222333 144444
    224445 333335 111455 111112 224444 133555 555555 244444 224555 114444 144445 222224 111155 224444 133333 555555"""
    rated = np.array([[int(one) for one in unit] for unit in diagnoses.split()]).T
    assert agreement_beyond_chance(rated, "fleiss").estimate == pytest.approx(0.4302445, abs=5e-8)
    counts = [
        (0, 0, 0, 0, 14),
        (0, 2, 6, 4, 2),
        (0, 0, 3, 5, 6),
        (0, 3, 9, 2, 0),
        (2, 2, 8, 1, 1),
        (7, 7, 0, 0, 0),
    ]
    counts += [(3, 2, 6, 3, 0), (2, 5, 3, 2, 2), (6, 5, 2, 1, 0), (0, 2, 2, 3, 7)]
    assert agreement_beyond_chance(counted_ratings(counts, "units"), "fleiss").estimate == pytest.approx(
        0.21, abs=5e-4
    )


def test_the_values_of_scikit_learns_suite():
    # test_classification.py: Artstein and Poesio (2008), tables 1 and 4
    assert kappa(*counted_ratings([[20, 20], [10, 50]])).estimate == pytest.approx(0.348, abs=5e-4)
    x = np.repeat([0, 1, 2], [46, 44, 10])
    assert kappa(x, np.repeat([0, 1, 2], [52, 32, 16])).estimate == pytest.approx(0.8013, abs=5e-5)
    for weighting, expected in (("none", 0.9315), ("linear", 0.9412), ("quadratic", 0.9541)):
        y = np.repeat([0, 1, 2], [50, 40, 10])
        assert kappa(x, y, weighting).estimate == pytest.approx(expected, abs=5e-5)
        found = agreement_beyond_chance([x, y], "kappa", weighting=weighting)
        assert found.estimate == pytest.approx(expected, abs=5e-5)


PAIRS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=2, max_size=9)


@given(pairs=PAIRS)
def test_of_two_annotators_it_is_kappa_and_ac1(pairs):
    x, y = np.array(pairs, dtype=float).T
    for weighting in KAPPA_WEIGHTS:
        expected = kappa(x, y, weighting).estimate
        found = agreement_beyond_chance([x, y], "kappa", weighting=weighting).estimate
        assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)
    expected = gwet_ac1(x, y, [1, 2, 3]).estimate
    found = agreement_beyond_chance([x, y], "gwet", categories=[1, 2, 3]).estimate
    assert found == pytest.approx(expected, abs=1e-12)


def test_kappa_of_many_is_by_the_mean_chance_of_pairs():
    rated = np.random.default_rng(3).integers(0, 3, (4, 30))
    chances = [agreement_beyond_chance(rated[[a, b]]).chance for a, b in itertools.combinations(range(4), 2)]
    assert agreement_beyond_chance(rated).chance == pytest.approx(np.mean(chances))


@pytest.mark.parametrize("coefficient", CHANCES)
def test_labels_in_words_and_their_order(coefficient):
    words = [["bad", "fair", "good", "good", None], ["bad", "good", "good", "fair", "bad"]]
    numbers = [[0, 1, 2, 2, nan], [0, 2, 2, 1, 0]]
    order = ["bad", "fair", "good"]
    assert agreement_beyond_chance(words, coefficient) == agreement_beyond_chance(numbers, coefficient)
    found = agreement_beyond_chance(words, coefficient, weighting="linear", categories=order)
    assert found == agreement_beyond_chance(numbers, coefficient, weighting="linear")
    assert found != agreement_beyond_chance(
        words, coefficient, weighting="linear", categories=[*order[::-1][1:], "good"]
    )
    with pytest.raises(ArgumentError, match=r"needs the order of the labels\. Give `categories`"):
        agreement_beyond_chance(words, coefficient, weighting="linear")


@pytest.mark.parametrize("coefficient", CHANCES)
def test_the_jackknife_has_a_width_where_all_agree(coefficient):
    alike = [[1, 2, 1, 2, 2, 1, 1, 2]] * 2
    found = agreement_beyond_chance(alike, coefficient)
    assert (found.estimate, found.error, found.high) == pytest.approx((1, 0, 1))
    assert 0.3 < found.low < 0.7
    assert agreement_beyond_chance(alike, coefficient, interval="linearised").low == pytest.approx(1)
    assert found.pvalue == 0


@pytest.mark.parametrize("coefficient", CHANCES)
def test_intervals_are_alike_where_there_is_much(coefficient):
    rng = np.random.default_rng(8)
    truth = rng.integers(0, 3, 600)
    rated = np.where(rng.random((3, 600)) < 0.7, truth, rng.integers(0, 3, (3, 600)))
    by = [
        agreement_beyond_chance(rated, coefficient, interval=interval)
        for interval in ("jackknife", "linearised")
    ]
    assert by[0].estimate == by[1].estimate
    assert by[0].low == pytest.approx(by[1].low, abs=0.004)
    assert by[0].high == pytest.approx(by[1].high, abs=0.004)


def test_what_is_undefined():
    for ratings in ([[1, 1, 1], [1, 1, 1]], [[1, nan], [nan, 2]]):
        found = agreement_beyond_chance(ratings)
        assert np.isnan([found.estimate, found.low, found.high, found.error, found.pvalue]).all()


def test_errors():
    with pytest.raises(ArgumentError, match="a row for each of two annotators or more"):
        agreement_beyond_chance([[1, 2, 3]])
    with pytest.raises(ArgumentError, match="Did you mean 'fleiss'"):
        agreement_beyond_chance(FOUR, "fleis")
    with pytest.raises(ArgumentError, match="symmetric matrix of 5 categories"):
        agreement_beyond_chance(FOUR, weighting=np.tri(5))
    with pytest.raises(ArgumentError, match="`interval` must be one of"):
        agreement_beyond_chance(FOUR, interval="bootstrap")
