"""The first screen of a page on panels says what its rows say."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import trueness
from trueness.decisions.judges_together import PANEL_GAINS, gains
from trueness.studies.panel.rows import ALL_JUDGES
from trueness.studies.panel.view import PanelView


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(6)
    human = rng.integers(1, 6, (4, 40)).astype(float)
    judges = [np.clip(human + rng.integers(-2, 3, (4, 40)), 1, 5) for _ in range(3)]
    runs = np.stack([judges[0], np.clip(judges[0] + rng.integers(0, 2, (4, 40)), 1, 5)])
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in "xyz")),
        tuple("abcd"),
        tuple(map(str, range(40))),
        np.stack([human, runs.mean(axis=0), *judges[1:]]),
        annotations={"x": trueness.Annotations(("run1", "run2"), runs)},
    )
    return trueness.panel(table)


def changed(found, **values):
    rows = tuple(
        dataclasses.replace(row, **values) if row.panel == ALL_JUDGES else row for row in found.panels
    )
    return dataclasses.replace(found, panels=rows)


def test_the_numbers_are_those_of_all_judges(found):
    row = next(row for row in found.panels if row.panel == ALL_JUDGES)
    together, minus, worth, runs = PanelView().head(found).tiles
    assert (together.value, together.interval) == (f"{row.estimate:.2f}", f"[{row.low:.2f}, {row.high:.2f}]")
    assert together.text.endswith(f"one of them on average {row.single:.2f}")
    assert minus.value == f"{row.difference:.2f}"
    assert worth.value == f"{row.n_effective:.1f}"
    assert (runs.label, runs.value) == ("Two runs of ‘x’ differ on", f"{found.runs[0].flip_rate:.0%}")


def decided(found, *given):
    kept = [one for one in found.decisions if one.rule not in {two.rule for two in given}]
    return dataclasses.replace(found, decisions=(*given, *kept))


@pytest.mark.parametrize(
    ("low", "high", "said"), [(0.1, 0.3, "a gain"), (-0.3, -0.1, "a loss"), (-0.1, 0.3, "may be chance")]
)
def test_a_gain_is_said_where_it_is_shown(found, low, high, said):
    gain = gains(PANEL_GAINS, ALL_JUDGES, 0.1, low, high, needs=(), applies_to="", coefficient="pearson")
    assert PanelView().head(decided(found, gain)).tiles[1].text.startswith(said)


def test_what_is_unknown_is_left_out(found):
    labels = [tile.label for tile in PanelView().head(changed(found, n_effective=math.nan)).tiles]
    assert "Independent judges" not in labels
    assert len(PanelView().head(changed(found, estimate=math.nan)).tiles) == 1
    assert PanelView().head(dataclasses.replace(found, panels=(), runs=())).tiles == ()
