"""Those that may be the best, and whether one is left to use."""

import math

import numpy as np
import pytest
from scipy import stats

from trueness.decisions.decision import Ground
from trueness.decisions.may_be_best import DEFINED, RIVALS_LEFT, agrees_at_all, may_be_best


def pvalues(values, error):
    values = np.asarray(values)
    return stats.norm.sf((values[:, None] - values[None]) / error)


def decided(values, error=0.1, **more):
    names = "abcdef"[: len(values)]
    return may_be_best(names, values, pvalues(values, error), applies_to="other systems", **more)


def test_one_is_left():
    found = decided([0.2, 0.9, 0.3])
    assert (found.answer, found.names, found.reason, found.bar) == ("yes", ("b",), RIVALS_LEFT, 0)


def test_several_are_left_the_highest_first():
    found = decided([0.85, 0.9, 0.3])
    assert (found.answer, found.names, found.estimate) == ("cannot_tell", ("b", "a"), 1)


def test_an_uncertain_rival_stays_however_low_its_own_interval():
    """What ended lists before: the rival's interval ends below the highest value, and it is not ruled out."""
    values = np.array([0.9, 0.8, 0.0])
    p = pvalues(values, 0.1)
    assert may_be_best("abc", values, p, applies_to="").names == ("a", "b")


def test_one_without_a_value_is_neither_named_nor_ruled_out():
    found = may_be_best(
        "abc", [0.9, math.nan, 0.2], np.where(np.eye(3), 1, 0.001), applies_to="other systems"
    )
    assert "b" not in found.names
    assert found.undefined == ("b",)


@pytest.mark.parametrize(("values", "names"), [([math.nan, 0.9], ("b",)), ([math.nan, math.nan], ())])
def test_with_fewer_than_two_values_nothing_is_told(values, names):
    found = may_be_best("ab", values, np.full((2, 2), math.nan), applies_to="other systems")
    assert (found.answer, found.reason, found.names) == ("cannot_tell", DEFINED, names)


def test_without_agreement_with_people_there_is_nothing_to_use():
    ground = agrees_at_all(0.9, -0.1, 0.99, 0.0)
    found = decided([0.2, 0.9, 0.3], agreement=ground)
    assert (found.answer, found.names, found.reason) == ("cannot_tell", ("b",), "agreement")
    assert agrees_at_all(0.9, -0.1, 0.99, None) is None


def test_needs_come_first():
    need = Ground.counted("test_with_a_meaning", 0, 1)
    found = decided([0.2, 0.9, 0.3], needs=[need])
    assert (found.answer, found.reason) == ("cannot_tell", "test_with_a_meaning")


def test_another_level():
    values = [0.9, 0.7]
    p = pvalues(values, 0.1)
    assert p[0, 1] == pytest.approx(0.02275, abs=1e-4)
    assert decided(values).answer == "yes"
    found = decided(values, alpha=0.02)
    assert (found.answer, found.names) == ("cannot_tell", ("a", "b"))
    assert found.promise.startswith("In 98%")


def test_what_was_compared_already_is_taken_as_it_is():
    values = np.array([0.85, 0.9, np.nan, 0.3])
    p = np.array([0.2, 1.0, np.nan, 0.001])
    found = may_be_best("abcd", values, p, applies_to="other systems")
    assert (found.answer, found.names, found.undefined) == ("cannot_tell", ("b", "a"), ("c",))
