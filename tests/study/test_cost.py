"""Much is announced with what makes it less, little is not, and too many tests are refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing
from trueness.parallel.progress import listening
from trueness.study import cost
from trueness.study.cost import Cost, check_tests, say_cost


def test_a_minute_is_said_and_less_is_not():
    assert not Cost("work", 59.9, "ask for less").said
    said = Cost("9,000 tests of 3 metrics", 400.0, "name fewer (--metrics)").said
    assert said == (
        "9,000 tests of 3 metrics: roughly 7 minutes. It may be half or three times as much. For less, name fewer "
        "(--metrics)."
    )


def test_more_than_the_budget_is_said_however_fast():
    held = Cost("work", 1.0, "ask for less", held=2**30)
    assert "and 1.0 GiB" in held.said
    with executing(Execution(memory=2**30)):
        assert not held.said


def test_it_is_announced():
    heard: list[str] = []
    with listening(heard.append):
        say_cost(Cost("little", 1.0, "ask for less"))
        say_cost(Cost("much", 1e5, "ask for less"))
    assert [said.partition(":")[0] for said in heard] == ["much"]


def test_tests_are_counted_against_the_limit(monkeypatch):
    monkeypatch.setattr(cost, "MOST_TESTS", 10)
    check_tests(10, "ten", "Take ten.")
    with pytest.raises(ArgumentError, match=r"eleven, more than the 10 .*results\. Take ten\."):
        check_tests(11, "eleven", "Take ten.")
