"""Agreement with people: all that is averaged can be found by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.statistics.corrections import adjust
from trueness.studies.preferences.study import preferences

from .conftest import drawn_rows


def by_pair(who):
    found = {}
    for row in drawn_rows():
        if row.rater == who:
            side = 1 if row.a < row.b else -1
            found.setdefault((row.input, *sorted((row.a, row.b))), []).append(side * row.verdict)
    return {pair: said[0] if len(set(said)) == 1 else 0 for pair, said in found.items()}


@pytest.fixture(scope="module")
def found(pairs):
    return preferences(pairs, judges=["good", "bad"], by="topic", ties="class", over="inputs", rng=1)


def test_agreement_is_the_mean_over_pairs(found):
    ann, bob, good = (by_pair(who) for who in ("ann", "bob", "good"))
    expected = np.mean([((ann[pair] == good[pair]) + (bob[pair] == good[pair])) / 2 for pair in ann])
    row = next(row for row in found.agreement if row.metric == "good" and row.ties == "class")
    assert row.estimate == pytest.approx(expected)
    assert row.ceiling == pytest.approx(np.mean([ann[pair] == bob[pair] for pair in ann]))


def test_categories_are_parts_of_it(found):
    rows = [row for row in found.categories if row.metric == "good"]
    whole = next(row for row in found.agreement if row.metric == "good" and row.ties == "class")
    assert sum(row.n_pairs for row in rows) == whole.n_pairs
    assert sum(row.n_pairs * row.estimate for row in rows) / whole.n_pairs == pytest.approx(whole.estimate)


def test_differences_in_categories_are_corrected_together(found):
    rows = found.category_differences
    expected = adjust([row.pvalue for row in rows], "holm")
    assert [row.pvalue_adjusted for row in rows] == pytest.approx(list(expected))


def test_small_categories_are_left_out_and_counted(pairs):
    found = preferences(pairs, judges=["good", "bad"], by="topic", smallest_category=1000, rng=1)
    assert not found.categories
    assert any(one.code == "small_categories" and "2 categories" in one.message for one in found.cautions)


@pytest.mark.parametrize("ties", ["half", "class"])
def test_people_who_only_tie_have_no_agreement_beyond_chance(ties):
    rows = [
        PairRow(k, f"q{k}", "a", "b", rater, verdict)
        for k in range(12)
        for rater, verdict in (("ann", 0), ("bob", 0), ("judge", 1 - 2 * (k % 2)))
    ]
    found = preferences(Preferences.of(rows), judges=["judge"], ties=ties, rng=1)
    (agree,) = [one for one in found.decisions if one.rule == "annotators_agree"]
    assert agree.answer == "cannot_tell"
    assert math.isnan(next(one.estimate for one in agree.grounds if one.measure == "kappa"))
