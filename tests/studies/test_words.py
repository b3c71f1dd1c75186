"""What coefficients are called in sentences."""

from __future__ import annotations

from trueness.studies.words import agreement_noun, coefficient_words, undefined_words


def test_coefficients_have_words():
    assert coefficient_words("pearson") == "Pearson's r"


def test_a_share_is_no_correlation():
    assert agreement_noun(["pearson", "kendall"]) == "correlation"
    assert agreement_noun(["pearson", "pairwise_accuracy"]) == "agreement"


def test_what_is_undefined_is_not_ruled_out():
    assert undefined_words([]) == ""
    assert undefined_words(["x"]) == (
        "Nothing is known of 'x': its agreement is undefined, and it is not ruled out."
    )
    assert undefined_words(["'x' alone", "all"], "order", quotes="").startswith(
        "Nothing is known of 'x' alone, all: their order is undefined"
    )
