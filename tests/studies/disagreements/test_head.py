"""The first screen of a page on disagreements says what its rows say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.disagreements.study import disagreements
from trueness.studies.disagreements.view import DisagreementView


def table(*noise, n_systems=6, n_inputs=12):
    rng = np.random.default_rng(2)
    people = rng.normal(size=(n_systems, 1)) + rng.normal(size=(n_systems, n_inputs))
    metrics = [people + size * rng.normal(size=people.shape) for size in noise]
    return ScoreTable(
        (Scorer("people", "human"), *(Scorer(f"m{k}") for k in range(len(noise)))),
        tuple(f"s{k}" for k in range(n_systems)),
        tuple(f"d{k}" for k in range(n_inputs)),
        np.stack([people, *metrics]),
        has_systems=n_systems > 1,
    )


@pytest.fixture(scope="module")
def found():
    return disagreements(table(2.0, 0.3))


def test_the_nearest_metric_is_named_and_its_rows_are_said(found):
    head = DisagreementView().head(found)
    worst = next(row for row in found.outputs if row.metric == "m1")
    nearest, _, first, *_ = found.conclusions
    assert nearest == "✓ Of 2 metrics, 'm1' is nearest to people's order."
    assert first.startswith(f"Read first: '{worst.system}', input '{worst.input}'. 'm1' ranks it ")
    distance, output, systems, inputs = head.tiles
    row = next(row for row in found.distances if row.metric == "m1")
    assert (distance.value, distance.interval) == (f"{row.estimate:.0%}", f"[{row.low:.0%}, {row.high:.0%}]")
    assert f"{row.chance:.0%} in random order" in distance.text
    assert (output.value, worst.input in output.text) == (worst.system, True)
    moved = [row for row in found.systems if row.metric == "m1" and row.pvalue_adjusted <= 0.05]
    assert systems.value == f"{len(moved)} of 6"
    least = max((row for row in found.inputs if row.metric == "m1"), key=lambda row: row.estimate)
    assert (inputs.value, inputs.text.split("%")[0]) == (least.input, f"places {100 * least.estimate:.0f}")


def test_noise_is_not_nearer_than_chance():
    noise = disagreements(table(1e6))
    said = "? We cannot tell whether 'm0' ranks outputs more like people than chance does: the two ranks are "
    assert noise.conclusions[0].startswith(said)
    two = disagreements(table(1e6, 2e6))
    assert two.conclusions[0].startswith("? We cannot tell which of 2 metrics is nearest")


def test_systems_that_are_where_people_have_them(found):
    still = dataclasses.replace(
        found, decisions=tuple(one for one in found.decisions if one.rule != "system_elsewhere")
    )
    tile = DisagreementView().head(still).tiles[2]
    assert (tile.value, tile.text) == ("0 of 6", "is shown of none")


def test_without_systems_and_intervals():
    items = disagreements(table(0.3, n_systems=1, n_inputs=30))
    head = DisagreementView().head(items)
    worst = items.outputs[0]
    (row,) = items.distances
    apart, first, *_ = items.conclusions
    assert apart.startswith(
        f"By 'm0' and by people the ranks of an output are {row.estimate:.0%} of the range apart"
    )
    assert first.startswith(f"Read first: input '{worst.input}'. 'm0' ranks it ")
    assert [tile.interval for tile in head.tiles] == ["", ""]
    assert head.tiles[1].value == worst.input
