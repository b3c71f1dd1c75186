"""Distances from people's order, the nearest metric first, beside a random order."""

from __future__ import annotations

import math
import types

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.distance_lines import distance_lines
from trueness.studies.disagreements.rows import MetricDistance
from trueness.studies.disagreements.settings import DisagreementsSettings

NAN = math.nan
TABLE = ScoreTable(
    (Scorer("people", "human"), Scorer("<b>"), Scorer("far", higher_is_better=False), Scorer("none")),
    ("s",),
    ("i",),
    np.zeros((4, 1, 1)),
)


def found(*rows, among="input"):
    return types.SimpleNamespace(
        distances=tuple(MetricDistance(*row, 5, 20) for row in rows),
        table=TABLE,
        settings=DisagreementsSettings(among=among),
        selection=types.SimpleNamespace(human="people"),
    )


def test_the_nearest_metric_stands_first():
    drawn = distance_lines(
        found(("none", NAN, NAN, NAN, NAN), ("far", 0.4, 0.3, 0.5, 0.35), ("<b>", 0.2, 0.1, 0.3, 0.36))
    )
    assert [row["metric"] for row in drawn.data] == ["<b>", "far", "none"]
    for said in (
        "&lt;b&gt;, by the metric: 20% [10%, 30%]<",
        "&lt;b&gt;, in random order: 36%<",
        "none, by the metric: undefined<",
        "far ↓",
    ):
        assert said in drawn.svg
    assert "‘<b>’ is nearest: 20% [10%, 30%] of the longest way; a random order would be 36% away." in (
        drawn.caption
    )
    assert "95% intervals for other inputs" in drawn.caption


def test_one_order_of_all_outputs_has_no_interval():
    drawn = distance_lines(found(("far", 0.4, NAN, NAN, 0.35), among="all"))
    assert "intervals" not in drawn.caption
    assert "among those of all inputs" in drawn.caption
    assert "far, by the metric: 40%<" in drawn.svg


def test_where_nothing_is_defined_nothing_is_nearest():
    assert "nearest" not in distance_lines(found(("none", NAN, NAN, NAN, NAN))).caption
