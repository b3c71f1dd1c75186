"""A ranking says something where two differ, by tests that were corrected together."""

import numpy as np

from trueness.decisions.may_be_ranked import may_be_ranked


def test_a_pair_that_differs():
    better = np.zeros((3, 3), dtype=bool)
    better[0, 2] = True
    found = may_be_ranked("abc", better, correction="shaffer", applies_to="other systems")
    assert (found.answer, found.names, found.estimate) == ("yes", ("a", "c"), 1)


def test_no_pair_that_differs():
    found = may_be_ranked("abc", np.zeros((3, 3), dtype=bool), correction="holm", applies_to="")
    assert (found.answer, found.names, found.reason) == ("cannot_tell", (), "pairs_that_differ")


def test_without_a_correction_nothing_is_promised():
    better = np.triu(np.ones((3, 3), dtype=bool), 1)
    found = may_be_ranked("abc", better, correction="none", applies_to="")
    assert (found.answer, found.reason) == ("cannot_tell", "corrected_together")
    assert may_be_ranked("ab", better[:2, :2], correction="none", applies_to="").answer == "yes"
