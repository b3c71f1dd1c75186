"""What coefficients are called in sentences."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.study.words import agreement_noun, capital, coefficient_words, undefined_words


def test_coefficients_have_words():
    assert coefficient_words("pearson") == "Pearson's r"


def test_a_sentence_begins_with_a_capital():
    assert capital("the first") == "The first"
    assert capital("") == ""


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


@pytest.mark.parametrize("study", [trueness.compare, trueness.judge, trueness.panel])
def test_every_choice_names_those_whose_agreement_is_undefined(study):
    rng = np.random.default_rng(0)
    human = rng.normal(size=(12, 30)) + rng.normal(size=(12, 1))
    noise = rng.normal(size=(2, 12, 30))
    table = trueness.ScoreTable(
        (
            trueness.Scorer("human", "human"),
            *(trueness.Scorer(name, "metric") for name in ("a", "b", "flat")),
        ),
        tuple(f"s{k}" for k in range(12)),
        tuple(f"i{k}" for k in range(30)),
        np.stack([human, human + noise[0], human + 2 * noise[1], np.zeros_like(human)]),
    )
    found = study(table)
    best = [one for one in found.decisions if one.rule == "may_be_best"]
    assert best
    assert all(one.undefined == ("flat",) and "flat" not in one.names for one in best)
    assert "Nothing is known of 'flat'" in found.conclusions[0]
