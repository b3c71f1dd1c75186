"""How a metric agrees under a condition, or beside people, is said from its side."""

import math

import pytest

from trueness.decisions.agreement_beside import Beside, agrees_as_well, agrees_less
from trueness.decisions.decision import Ground

HERE = {"applies_to": "other systems", "alpha": 0.05, "level": "system", "coefficient": "kendall"}
FELL = Beside(0.2, 0.12, 0.28, -0.05, 0.05, 0.99, 0.001)


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({}, "yes"),  # .243 under the reference, .043 there
        ({"loss": -0.2, "low": -0.28, "high": -0.12}, "no"),
        ({"pvalue_difference": 0.2}, "cannot_tell"),
        ({"pvalue_difference": math.nan}, "cannot_tell"),
        ({"low": -0.01}, "cannot_tell"),
    ],
)
def test_a_metric_that_falls_agrees_less(change, answer):
    assert agrees_less("bleu under spa", FELL._replace(**change), **HERE).answer == answer


def test_agreeing_as_well_takes_the_interval_and_the_corrected_test():
    same = Beside(0.01, -0.02, 0.04, -0.05, 0.05, 0.01, 0.6)
    found = agrees_as_well("bleu under spa", same, **HERE)
    assert (found.answer, found.bar, found.side, found.reason) == ("yes", 0.05, "within", "loss")
    assert agrees_as_well("", same._replace(pvalue_equivalence=0.2), **HERE).reason == "pvalue_adjusted"
    assert agrees_as_well("", same._replace(high=0.06), **HERE).answer == "cannot_tell"
    assert agrees_as_well("", FELL, **HERE).answer == "cannot_tell"


def test_a_margin_on_one_side_asks_less():
    below = Beside(-0.2, -0.3, -0.1, -math.inf, 0.05, 0.01, 0.01)
    found = agrees_as_well("", below, **HERE)
    assert (found.answer, found.side, found.bar) == ("yes", "at_most", 0.05)
    above = Beside(0.2, 0.1, 0.3, -0.05, math.inf, 0.01, 0.01)
    found = agrees_as_well("", above, **HERE)
    assert (found.answer, found.side, found.bar) == ("yes", "at_least", -0.05)


def test_beside_people_the_interval_alone_decides():
    known = Beside(0.05, 0.01, 0.09, -math.inf, 0.1)
    assert agrees_as_well("m", known, **HERE).answer == "yes"
    assert agrees_less("m", known, **HERE).answer == "yes"
    assert agrees_as_well("m", known._replace(low=0.11, high=0.3), **HERE).answer == "no"
    assert agrees_less("m", known._replace(low=-0.2, high=-0.01), **HERE).answer == "no"


def test_what_does_not_differ_agrees_neither_less_nor_more():
    same = Beside(0.0, 0.0, 0.0, -math.inf, 0.1)
    assert agrees_less("m", same, **HERE).answer == "cannot_tell"
    assert agrees_less("m", same._replace(low=-0.1), **HERE).answer == "cannot_tell"
    assert agrees_as_well("m", same, **HERE).answer == "yes"


def test_without_people_who_agree_nothing_is_as_good():
    alike = Ground(measure="ceiling", estimate=0.3, low=0.1, high=0.5, bar=0.2, need=True)
    found = agrees_as_well("m", Beside(0.0, 0.0, 0.0, -math.inf, 0.1), needs=(alike,), **HERE)
    assert (found.answer, found.reason) == ("cannot_tell", "ceiling")
