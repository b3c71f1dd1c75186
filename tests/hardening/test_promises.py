"""The harness counts broken promises, and every rule keeps its own in a small run."""

from __future__ import annotations

import collections
import math

import numpy as np
import pytest
from hardening.promises import __main__ as program
from hardening.promises.truth import Outcome, Truth, tried
from hardening.promises.truths import TRUTHS

FEW = 3
"""Tables of each truth: with one in twenty allowed, all of them are broken once in 8,000."""


def truth(ask, *, allowed=0.05, outside="", decides=True):
    return Truth("rule", "a truth", "8 x 20", allowed, ask, outside, decides)


def test_broken_promises_are_counted():
    found = tried(truth(lambda rng: Outcome(rng.random() < 0.3, 0.5)), 400, seed=1)
    assert found.broken == pytest.approx(0.3, abs=0.07)
    assert found.error == pytest.approx(math.sqrt(0.05 * 0.95 / 400))
    assert not found.holds
    assert found.told == 0.5
    assert program.fails(found)
    kept = tried(truth(lambda rng: Outcome(rng.random() < 0.03, math.nan)), 400, seed=1)
    assert kept.holds
    assert math.isnan(kept.told)


def test_a_truth_outside_the_promise_is_told_and_no_failure():
    found = tried(truth(lambda _: Outcome(broken=True, told=1.0), outside="families are untold"), 5, seed=1)
    assert not found.holds
    assert not program.fails(found)
    assert program.line(found).startswith("outside")


def test_tables_do_not_depend_on_how_many_there_are():
    seen = []

    def ask(rng):
        seen.append(rng.random())
        return Outcome(broken=False, told=1.0)

    tried(truth(ask), 3, seed=2)
    tried(truth(ask), 2, seed=2)
    assert seen[:2] == seen[3:]
    assert len(set(seen)) == 3


def test_a_rule_that_never_tells_anything_fails(monkeypatch):
    silent = truth(lambda _: Outcome(broken=False, told=0.0))
    monkeypatch.setattr(program, "TRUTHS", (silent,))
    assert program.fails(tried(silent, 3, seed=0))


def test_outcomes_of_several_decisions():
    from trueness.decisions.may_be_best import may_be_best

    one = may_be_best("ab", [0.9, 0.1], [[1, 0.001], [0.999, 1]], applies_to="other systems")
    two = may_be_best("ab", [0.9, 0.1], [[1, 0.4], [0.6, 1]], applies_to="other systems")
    found = Outcome.of([one, two], lambda decision: decision.answer == "yes" and "b" in decision.names)
    assert (found.broken, found.told) == (False, 0.5)
    assert Outcome.of([one], lambda decision: "a" in decision.names).broken


def test_truths_are_told_apart():
    assert not [key for key, n in collections.Counter(one.key for one in TRUTHS).items() if n > 1]


def test_stored_rows_are_those_of_truths_and_hold():
    rows = program.kept()
    known = {one.key for one in TRUTHS}
    assert {(row.rule, row.truth, row.size) for row in rows} == known
    assert not [program.line(row) for row in rows if program.fails(row)]


def test_rows_are_kept_beside_those_of_other_truths(monkeypatch, tmp_path):
    first, second = (Truth("rule", name, "8 x 20", 0.05, lambda _: Outcome(False, 1.0)) for name in "ab")
    monkeypatch.setattr(program, "KEPT", tmp_path / "kept.csv")
    monkeypatch.setattr(program, "TRUTHS", (first, second))
    program.write([tried(second, 4, 0)])
    program.write([tried(first, 2, 0)])
    assert [(row.truth, row.tables) for row in program.kept()] == [("a", 2), ("b", 4)]


@pytest.mark.parametrize("one", TRUTHS, ids=lambda one: f"{one.rule}: {one.name}, {one.size}")
def test_no_promise_is_broken_in_every_table(one):
    """A small run: a promise that is broken in every table is seen even with few."""
    found = tried(one, FEW, seed=5)
    assert one.outside or found.broken < 1
    assert np.isnan(found.told) or 0 <= found.told <= 1
