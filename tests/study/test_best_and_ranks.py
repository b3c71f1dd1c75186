"""What is said where the best is found, or some are ruled out, and no two are shown to differ."""

from __future__ import annotations

import math
import types

import pytest

from trueness.study.best_and_ranks import higher_but_ruled_out, no_two_differ, ranks_beside_best

LESS = "Finding the best takes less evidence than showing a difference"


@pytest.mark.parametrize(
    ("n", "n_left", "said"),
    [
        (2, 2, "No two judges are shown to differ after Holm correction: do not rank them."),
        (5, 5, "No two judges are shown to differ after Holm correction: do not rank them."),
        (2, 1, f"{LESS}, and the two are not shown to differ."),
        (
            5,
            1,
            f"{LESS}: no two judges are shown to differ after Holm correction, so do not rank the others.",
        ),
        (5, 3, f"{LESS}: no two judges are shown to differ after Holm correction, so do not rank them."),
    ],
)
def test_what_was_said_of_the_best_is_not_taken_back(n, n_left, said):
    assert no_two_differ("judge", n, n_left, " after Holm correction") == said


def standing(*rows):
    return [types.SimpleNamespace(may_be_best=may, rank_low=low) for may, low in rows]


def test_the_reason_stands_where_one_that_is_ruled_out_has_limits_from_one():
    said = ranks_beside_best("system", standing((True, 1), (False, 1)), "holm")
    assert said.endswith("they may begin at 1 for a system that is ruled out as the best.")


def test_limits_of_one_that_may_be_the_best_may_begin_later():
    said = ranks_beside_best("metric", standing((True, 1), (True, 2), (False, 3)), "shaffer")
    assert said.startswith("Limits of ranks hold for all metrics at once. Once most pairs differ")
    assert said.endswith("they may begin later for a metric that may be the best.")
    both = ranks_beside_best("metric", standing((True, 2), (False, 1)), "shaffer")
    assert "ruled out as the best. Once most pairs" in both


@pytest.mark.parametrize(
    ("rows", "correction"),
    [
        (((True, 1), (True, 1)), "holm"),
        (((True, 1), (False, 2), (False, None)), "holm"),
        (((True, 1), (False, 1)), "none"),
        (((True, 1), (False, 1)), "bh"),
    ],
)
def test_elsewhere_nothing_is_said(rows, correction):
    assert ranks_beside_best("system", standing(*rows), correction) == ""


def test_one_that_is_ruled_out_above_one_that_is_not_is_explained():
    values = [("best", 0.9, True), ("close", 0.85, False), ("next", 0.8, False), ("odd", 0.7, True)]
    said = higher_but_ruled_out([*values, ("unknown", math.nan, False), ("low", 0.1, False)])
    assert said.endswith("'close' is ruled out as the best, and 'odd', which is lower, is not.")
    assert higher_but_ruled_out(values[:3]) == ""
    assert higher_but_ruled_out([("a", 0.9, False), ("b", 0.8, False)]) == ""
