"""Learners by name."""

from __future__ import annotations

import importlib.util

import pytest

from trueness.errors import ArgumentError, MissingExtraError
from trueness.learning.learner import Learner
from trueness.learning.registry import BEST_SINGLE, LEARNERS, find_learner


@pytest.mark.parametrize("name", LEARNERS)
def test_every_learner_is_found_under_its_name(name):
    module, kind = LEARNERS[name]
    found = getattr(importlib.import_module(module), kind)
    assert issubclass(found, Learner)
    assert found.name == name
    assert found.words
    if all(importlib.util.find_spec(needed) for needed in found.modules):
        assert isinstance(find_learner(name), found)


def test_what_there_is_to_beat_is_one_of_them():
    assert BEST_SINGLE in LEARNERS


def test_no_such_learner_and_a_package_that_is_missing(monkeypatch):
    with pytest.raises(ArgumentError, match=r"`learner` must be one of .*Did you mean 'ridge'"):
        find_learner("rigde")
    monkeypatch.setattr("trueness.learning.linear.Ridge.modules", ("no_such_package",))
    with pytest.raises(MissingExtraError, match=r"the learner 'ridge' needs .*trueness\[learn\]"):
        find_learner("ridge")
