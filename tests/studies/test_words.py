"""What coefficients are called in sentences."""

from __future__ import annotations

from trueness.studies.words import agreement_noun, coefficient_words


def test_coefficients_have_words():
    assert coefficient_words("pearson") == "Pearson's r"


def test_a_share_is_no_correlation():
    assert agreement_noun(["pearson", "kendall"]) == "correlation"
    assert agreement_noun(["pearson", "pairwise_accuracy"]) == "agreement"
