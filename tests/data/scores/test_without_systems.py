"""Systems are left out by name and pattern, with a note; a pattern that fits none is refused."""

from __future__ import annotations

import shlex

import numpy as np
import pytest

from trueness.data.scores.patterns import split_patterns
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.scores.without_systems import systems_matching, without_systems, without_words
from trueness.errors import DataError, UnknownNameError

NAMES = ("refA", "ref.B", "Human-A.0", "a,b", "a[1]", "online-B")


def table(names=NAMES):
    return ScoreTable((Scorer("m"),), names, ("1", "2"), np.zeros((1, len(names), 2)), name="t")


def test_names_and_patterns():
    assert systems_matching(NAMES, ["ref*", "Human-?.0"]) == ("refA", "ref.B", "Human-A.0")
    assert systems_matching(NAMES, ["{refA,online-*}"]) == ("refA", "online-B")
    assert systems_matching(NAMES, ["a[1]"]) == ("a[1]",)
    with pytest.raises(UnknownNameError, match="Did you mean 'refA'"):
        systems_matching(NAMES, ["refC"])


def test_the_rest_stays_and_a_note_says_what_went():
    found = without_systems(table(), ["ref*"])
    assert found.systems == NAMES[2:]
    assert found.notes == ("2 systems left out as asked: 'refA', 'ref.B'",)
    assert without_systems(table(), []).systems == NAMES
    with pytest.raises(DataError, match="leaves no system"):
        without_systems(table(), ["*"])


@pytest.mark.parametrize("names", [[one] for one in NAMES] + [list(NAMES[:3])])
def test_the_option_that_is_said_leaves_them_out(names):
    flag, value = shlex.split(without_words(names))
    assert flag == "--without"
    assert set(systems_matching(NAMES, split_patterns([value]))) == set(names)
