"""Formulas worked by hand, over leading axes, and where they are undefined."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.scores.corpus_formulas import (
    CORPUS_FORMULAS,
    bleu,
    bleu_moses,
    chrf,
    corpus_formula,
    corpus_score,
    percentage,
    ter,
)
from trueness.errors import DataError, UnknownNameError

SIZES = {"percentage": 2, "bleu": 10, "bleu_moses": 10, "chrf": 18, "meteor": 17, "ter": 2}

# 9 words against 10: precisions 6/9, 4/8, 2/7, 1/6
FULL = np.array([9, 10, 6, 4, 2, 1, 9, 8, 7, 6.0])
# no match of 3- and 4-grams
PART = np.array([9, 9, 6, 4, 0, 0, 9, 8, 7, 6.0])
# two words only
SHORT = np.array([2, 2, 2, 1, 0, 0, 2, 1, 0, 0.0])


def test_bleu_by_hand():
    expected = 100 * math.exp(1 - 10 / 9) * (6 / 9 * 4 / 8 * 2 / 7 * 1 / 6) ** (1 / 4)
    np.testing.assert_allclose([bleu(FULL), bleu_moses(FULL)], expected, rtol=1e-14)
    # the first order without a match counts half a match, the next a quarter
    expected = 100 * (6 / 9 * 4 / 8 * 0.5 / 7 * 0.25 / 6) ** (1 / 4)
    np.testing.assert_allclose(bleu(PART), expected, rtol=1e-14)
    assert bleu_moses(PART) == 0
    assert (bleu(SHORT), bleu_moses(SHORT)) == (0, 0)
    assert math.isclose(bleu(SHORT, effective_order=True), 100, rel_tol=1e-14)


def test_bleu_without_matches_or_words_is_zero():
    nothing = np.zeros(10)
    missed = np.array([5, 5, 0, 0, 0, 0, 5, 4, 3, 2.0])
    unwritten = np.array([0, 5, 0, 0, 0, 0, 0, 0, 0, 0.0])
    for sums in (nothing, missed, unwritten):
        assert (bleu(sums), bleu(sums, effective_order=True), bleu_moses(sums)) == (0, 0, 0)


def test_chrf_by_hand():
    # two orders: 3 of 4 and 4, 1 of 3 and 2; a third that the references do not have is left out
    sums = np.array([4, 4, 3, 3, 2, 1, 2, 0, 0.0])
    precision, recall = (3 / 4 + 1 / 3) / 2, (3 / 4 + 1 / 2) / 2
    np.testing.assert_allclose(
        chrf(sums), 100 * 5 * precision * recall / (4 * precision + recall), rtol=1e-14
    )
    np.testing.assert_allclose(
        chrf(sums, beta=1), 200 * precision * recall / (precision + recall), rtol=1e-14
    )
    assert chrf(np.array([4, 4, 0, 3, 2, 0.0])) == 0
    assert chrf(np.zeros(18)) == 0


def test_ter_by_hand():
    np.testing.assert_array_equal(ter(np.array([[3, 12], [0, 5], [4, 0], [0, 0.0]])), [25, 0, 100, 0])


def test_percentage_by_hand():
    np.testing.assert_array_equal(percentage(np.array([[3, 12], [0, 5], [4, 0.0]])), [25, 0, np.nan])


@pytest.mark.parametrize("formula", CORPUS_FORMULAS)
def test_leading_axes_are_kept(formula):
    rng = np.random.default_rng(5)
    sums = rng.integers(0, 4, (3, 4, SIZES[formula])).astype(float)
    found = corpus_score(formula, sums)
    assert found.shape == (3, 4)
    one_by_one = [[float(corpus_score(formula, cell)) for cell in row] for row in sums]
    np.testing.assert_allclose(found, one_by_one, rtol=1e-13)


@pytest.mark.parametrize("formula", CORPUS_FORMULAS)
def test_a_missing_sum_gives_no_score(formula):
    sums = np.ones((2, SIZES[formula]))
    sums[1, -1] = np.nan
    found = corpus_score(formula, sums)
    assert not np.isnan(found[0])
    assert np.isnan(found[1])


@pytest.mark.parametrize(("formula", "size"), [("bleu", 9), ("bleu_moses", 2), ("chrf", 17), ("ter", 3)])
def test_another_number_of_statistics_is_refused(formula, size):
    with pytest.raises(DataError, match=f"statistics of a system; here are {size}"):
        corpus_score(formula, np.ones((1, size)))


def test_an_unknown_formula_is_refused():
    with pytest.raises(UnknownNameError, match="Did you mean 'bleu'"):
        corpus_score("blue", np.ones(10))


def test_options_stand_behind_the_name():
    sums = np.array([4, 6, 4, 3, 0, 0, 4, 3, 2, 1.0])
    for name, options in (
        ("bleu:smooth=floor,value=0.5", {"smooth": "floor", "value": 0.5}),
        ("bleu:smooth=none", {"smooth": "none"}),
    ):
        assert corpus_score(name, sums) == bleu(sums, **options)
    assert corpus_score("chrf:beta=3", sums[:9]) == chrf(sums[:9], beta=3) != chrf(sums[:9])
    for wrong in (
        "chrf:beta=x",
        "chrf:beta=-1",
        "chrf:gamma=1",
        "bleu:smooth=expo",
        "ter:beta=3",
        "bleu:value",
    ):
        with pytest.raises(UnknownNameError, match=f"no corpus formula is called '{wrong}'"):
            corpus_formula(wrong)


def test_smoothings_by_hand():
    # one word of two matches, and no pair of words; the references are as long
    sums = np.array([2, 2, 1, 0, 2, 1.0])
    for smooth, second in (("exp", 0.5), ("floor", 0.1), ("add-k", 1 / 2), ("none", 0)):
        assert bleu(sums, smooth=smooth) == pytest.approx(100 * math.sqrt(0.5 * second)), smooth


@st.composite
def bleu_sums(draw):
    words, reference = draw(st.integers(0, 40)), draw(st.integers(1, 40))
    totals = [max(words - n, 0) for n in range(4)]
    matches = []
    for total in totals:  # an n-gram that matches is made of matches
        matches.append(draw(st.integers(0, min([total, *matches[-1:]]))))
    return np.array([words, reference, *matches, *totals], dtype=float)


@given(bleu_sums(), bleu_sums())
def test_bleu_is_bounded_and_smoothing_only_adds(one, other):
    for sums in (one, one + other):
        plain, smoothed = bleu_moses(sums), bleu(sums)
        assert 0 <= plain <= smoothed <= 100 * (1 + 1e-12)
        if plain > 0:
            assert math.isclose(plain, smoothed, rel_tol=1e-13)
