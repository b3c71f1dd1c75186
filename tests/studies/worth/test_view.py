"""How the worth of differences is shown: tables, captions, curves."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.studies.worth.study import worth
from trueness.studies.worth.view import WorthView


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(1)
    x = rng.normal(size=(10, 12))
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("<b>bleu", "metric")),
        tuple(f"s{i}" for i in range(10)),
        tuple(f"d{j}" for j in range(12)),
        np.array([x + rng.gumbel(size=x.shape), x]),
    )
    return worth(table, resamples=19, rng=1)


@pytest.mark.usefixtures("outlined")
def test_the_page_says_what_was_done(found):
    page = report_html(found, manifest_of(found, {}), view=WorthView())
    assert "what is a difference worth?" in page
    assert "percentiles of 19 resamples" in page
    assert "Kocmi" in page
    assert "<b>bleu" not in page


def test_the_first_screen_has_a_chance_and_what_mostly_takes(found):
    curve = found.settings.curve
    tiles = WorthView().head(found).tiles
    chances = [row for row in found.worth if row.curve == curve]
    needed = [row for row in found.needed if (row.curve, row.chance, row.reached) == (curve, 0.8, "yes")]
    shown = [(f"{row.estimate:.0%}", f"[{row.low:.0%}, {row.high:.0%}]") for row in chances]
    assert [(tile.value, tile.interval) for tile in tiles[:2]] == shown
    assert [tile.value for tile in tiles[2:]] == [f"{row.estimate:.3g}" for row in needed[:2]]
    unknown = tuple(dataclasses.replace(row, estimate=math.nan) for row in found.worth)
    never = tuple(dataclasses.replace(row, reached="never") for row in found.needed)
    assert WorthView().head(dataclasses.replace(found, worth=unknown, needed=never)).tiles == ()


def test_a_figure_per_kind_of_pairs_with_a_panel_per_metric(found):
    figures = WorthView().figures(found)
    assert [figure.name for figure in figures] == [
        "agreement-by-difference-systems",
        "agreement-by-difference-outputs",
    ]
    assert all(len(figure.data) == 2 * 25 for figure in figures)
    assert all(figure.svg.startswith("<svg") for figure in figures)
