"""A judge may rank enough systems where the whole interval of a correlation over them reaches the bar."""

import math

import pytest
from scipy.stats import kendalltau

from trueness.decisions.decision import Ground
from trueness.decisions.may_rank import FEWEST_SYSTEMS, may_rank


def decided(low, high, systems=10, bar=0.8, **more):
    return may_rank(
        measure="spearman",
        estimate=(low + high) / 2,
        low=low,
        high=high,
        n_systems=systems,
        bar=bar,
        applies_to="other systems and other inputs",
        about="judge",
        **more,
    )


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [(0.8, 0.9, "yes"), (0.7, 0.9, "cannot_tell"), (0.2, 0.79, "no"), (math.nan, math.nan, "cannot_tell")],
)
def test_the_whole_interval_lies_beyond_the_bar(low, high, answer):
    found = decided(low, high)
    assert (found.answer, found.reason, found.bar) == (answer, "spearman", 0.8)
    assert (found.rule, found.about, found.level, found.coefficient) == (
        "may_rank",
        "judge",
        "system",
        "spearman",
    )


def test_with_too_few_systems_nothing_can_be_told():
    for low, high in ((0.9, 1.0), (0.0, 0.1)):
        found = decided(low, high, systems=FEWEST_SYSTEMS - 1)
        assert (found.answer, found.reason, found.estimate) == ("cannot_tell", "systems", FEWEST_SYSTEMS - 1)
    assert decided(0.9, 1.0, systems=FEWEST_SYSTEMS).answer == "yes"


def test_the_fewest_systems_are_those_with_which_perfect_agreement_is_no_chance():
    order = range(FEWEST_SYSTEMS)
    assert kendalltau(order, order, method="exact").pvalue < 0.05
    assert kendalltau(order[:-1], order[:-1], method="exact").pvalue > 0.05


def test_what_else_is_asked_may_speak_against_it():
    reversed_pairs = Ground(measure="reversed_pairs", estimate=1, low=1, high=1, bar=0, side="at_most")
    found = decided(0.85, 0.95, more=(reversed_pairs,))
    assert (found.answer, found.reason) == ("no", "reversed_pairs")


def test_the_promise_follows_the_confidence():
    assert decided(0.85, 0.95).promise.startswith("In 97.5% of studies")
    assert decided(0.85, 0.95, confidence=0.9).promise.startswith("In 95% of studies")


def test_an_interval_that_takes_more_systems_says_so():
    found = decided(0.85, 0.95, systems=7, fewest_systems=8)
    assert (found.answer, found.reason, found.bar) == ("cannot_tell", "systems", 8)
    assert decided(0.85, 0.95, systems=4, fewest_systems=3).bar == FEWEST_SYSTEMS
