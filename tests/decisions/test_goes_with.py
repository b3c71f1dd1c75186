"""What a metric's agreement goes with is named by corrected tests, what is left by intervals."""

from __future__ import annotations

import math

from trueness.decisions.goes_with import goes_with, keeps_agreeing

NAN = math.nan


def test_what_is_shown_is_named_and_nothing_is_ever_ruled_out():
    found = goes_with(
        "bleu", {"length": 0.04, "system": 0.2, "topic": NAN}, applies_to="other inputs", alpha=0.05
    )
    assert (found.answer, found.names, found.undefined, found.estimate) == (
        "yes",
        ("length",),
        ("topic",),
        0.04,
    )
    assert found.promise.startswith("In 95% of studies no metric")
    open_ = goes_with("bleu", {"length": 0.051, "system": 0.9}, applies_to="other inputs", alpha=0.05)
    assert (open_.answer, open_.names) == ("cannot_tell", ())
    assert goes_with("bleu", {"length": NAN}, applies_to="other inputs", alpha=0.05).answer == "cannot_tell"


def test_what_is_left_has_to_be_left_whatever_is_given():
    def asked(**left):
        return keeps_agreeing("bleu", left, applies_to="other inputs", confidence=0.9)

    both = asked(length=(0.3, 0.1, 0.5), system=(0.2, 0.01, 0.4))
    assert (both.answer, both.names, both.reason) == ("yes", ("length", "system"), "length")
    assert both.promise.startswith("In 95% of studies a metric is not said to keep")
    one = asked(length=(0.3, 0.1, 0.5), system=(0.2, 0.0, 0.4))
    assert (one.answer, one.names, one.reason) == ("cannot_tell", ("length",), "system")
    assert asked(length=(-0.3, -0.5, -0.1)).answer == "no"
    gone = asked(length=(NAN, NAN, NAN))
    assert (gone.answer, gone.undefined) == ("cannot_tell", ("length",))
