"""Agreement by the number of members, drawn."""

from __future__ import annotations

import dataclasses

import numpy as np

import trueness
from trueness.studies.panel.panel_curves import panel_curves


def test_a_small_panel_each_with_what_was_measured():
    rng = np.random.default_rng(6)
    human = rng.normal(size=(4, 40))
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in "xyz")),
        tuple("abcd"),
        tuple(map(str, range(40))),
        np.stack([human, *(human + rng.normal(size=(3, 4, 40)))]),
    )
    found = trueness.panel(table)
    figure = panel_curves(found)
    assert figure is not None
    assert [row["n_members"] for row in figure.data] == [1, 2, 3]
    assert "(judges)" in figure.svg
    assert panel_curves(dataclasses.replace(found, curve=())) is None
