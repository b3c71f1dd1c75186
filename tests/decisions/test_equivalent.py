"""Those that are shown to agree equally well are named; where none is, nothing can be told."""

from trueness.decisions.decision import Ground
from trueness.decisions.equivalent import PAIRS_SHOWN, equivalent


def test_those_shown_are_named():
    found = equivalent(
        ["a, b", "a, c"], [True, False], applies_to="other systems", alpha=0.05, facet="fluency"
    )
    assert (found.answer, found.names, found.reason) == ("yes", ("a, b",), PAIRS_SHOWN)
    assert (found.facet, found.estimate, found.bar) == ("fluency", 1, 1)
    assert found.promise.startswith("In 95% of studies none is called equivalent")


def test_nothing_shown_is_no_difference():
    found = equivalent(["a, b"], [False], applies_to="other systems", alpha=0.05)
    assert (found.answer, found.names) == ("cannot_tell", ())


def test_another_need_comes_first():
    need = Ground.counted("p_values_with_a_known_meaning", 0, 1)
    assert equivalent(["a, b"], [True], applies_to="", alpha=0.05, needs=[need]).reason == need.measure
