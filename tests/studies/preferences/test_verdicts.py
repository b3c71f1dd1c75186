"""Verdicts as arrays: one place per pair, repeats put together, metrics joined by system and input."""

from __future__ import annotations

import numpy as np

from trueness.data.preferences.preferences import PairRow, Preferences
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings
from trueness.studies.preferences.verdicts import categories_of, choose_raters, verdicts_of

ROWS = [
    PairRow(1, "q2", "y", "x", "p", 1, groups=(("topic", "t"),)),
    PairRow(2, "q2", "x", "y", "j", 1, first=1),
    PairRow(3, "q2", "y", "x", "j", 1, first=1),
    PairRow(4, "q1", "x", "y", "p", 0),
    PairRow(5, "q1", "x", "y", "r", 1),
    PairRow(6, "q1", "x", "z", "j", -1, text_a="a b", text_b="c"),
]


def found(**settings):
    table = Preferences.of(ROWS)
    return table, verdicts_of(
        table,
        None,
        PreferenceSelection(clusters="topic"),
        PreferenceSettings(**settings),
        (("j",), ("p", "r")),
    )


def test_pairs_stand_once_whatever_the_order():
    _, verdicts = found()
    pairs = [
        (verdicts.inputs[j], verdicts.systems[a], verdicts.systems[b])
        for j, a, b in zip(verdicts.input, verdicts.one, verdicts.other, strict=True)
    ]
    assert pairs == [("q1", "x", "y"), ("q1", "x", "z"), ("q2", "x", "y")]
    assert verdicts.counts.tolist() == [[0, 1, 1], [0, 0, 0], [1, 0, 0]]
    np.testing.assert_array_equal(verdicts.judges["j"], [np.nan, -1, 0])  # both orders differ: a tie
    np.testing.assert_array_equal(verdicts.majority, [1, np.nan, -1])
    np.testing.assert_array_equal(verdicts.longer, [np.nan, 1, np.nan])
    assert verdicts.raw_first.tolist() == [0, 1, -1, 0, 0, 0]


def test_clusters_and_categories_follow_inputs():
    table, verdicts = found()
    assert verdicts.cluster[0] == verdicts.cluster[1] != verdicts.cluster[2]
    assert categories_of(table, "topic", verdicts).tolist() == ["", "", "t"]


def test_roles_of_the_format_count_where_nobody_is_named():
    told = Preferences.of(
        [PairRow(1, "q", "x", "y", who, 1, role=role) for who, role in (("p", "human"), ("j", "judge"))]
    )
    assert choose_raters(told, PreferenceSelection()) == (("j",), ("p",))
    assert choose_raters(Preferences.of(ROWS), PreferenceSelection(people=("p", "r"))) == (("j",), ("p", "r"))


def test_lengths_that_rows_disagree_on_are_not_known():
    longer = [
        PairRow(7, "q1", "z", "x", "p", 1, words_a=9, words_b=3),
        PairRow(8, "q2", "x", "y", "p", 1, words_a=3, words_b=9),
    ]
    for rows in (ROWS + longer, longer + ROWS):
        table = Preferences.of(rows)
        verdicts = verdicts_of(table, None, PreferenceSelection(), PreferenceSettings(), (("j",), ("p", "r")))
        np.testing.assert_array_equal(
            verdicts.longer, [np.nan, np.nan, -1]
        )  # of q1, x and z: 2 to 1, and 3 to 9
