"""How runs and panels are shown."""

from __future__ import annotations

import numpy as np
import pytest

import trueness
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.views import find_view


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(6)
    human = rng.integers(1, 6, (4, 40)).astype(float)
    judges = [np.clip(human + rng.integers(-1, 2, (4, 40)), 1, 5) for _ in range(3)]
    runs = np.stack([judges[0], np.clip(judges[0] + rng.integers(0, 2, (4, 40)), 1, 5)])
    table = trueness.ScoreTable(
        (trueness.Scorer("human", "human"), *(trueness.Scorer(name, "metric") for name in "xyz")),
        tuple("abcd"),
        tuple(map(str, range(40))),
        np.stack([human, runs.mean(axis=0), *judges[1:]]),
        annotations={"x": trueness.Annotations(("run1", "run2"), runs)},
    )
    return trueness.panel(table)


def test_every_table_stands_on_the_page(found):
    page = report_html(found, manifest_of(found))
    for title in (
        "What panels are worth",
        "How runs of one judge differ",
        "What each judge adds",
        "How judges go together",
    ):
        assert title in page
    assert "(Kish, 1965)" in page


def test_what_a_terminal_shows(found):
    view = find_view(found)
    assert view.shown_of(found) == ("panels", "runs")
    assert view.alone_of(found) == "panels"
    assert "Pearson's r with people's score" in found.methods().text
    text = found.summary(80)
    assert max(map(len, text.splitlines())) <= 80


def test_without_people_pairs_are_shown(found):
    alone = trueness.panel(found.table.select(scorers=["x", "y"]))
    view = find_view(alone)
    assert view.shown_of(alone) == ("pairs", "runs")
    assert view.alone_of(alone) == "pairs"
    assert view.figures(alone) == ()
