"""The first screen of a comparison says what its rows say."""

from __future__ import annotations

import dataclasses

import numpy as np
from tests.reporting.conftest import HOSTILE

from trueness.data.score_table import Scorer, ScoreTable
from trueness.reporting.comparison_head import lead, tiles
from trueness.reporting.comparison_view import ComparisonView
from trueness.reporting.glance import glance
from trueness.reporting.page import Alternatives
from trueness.studies.compare.study import compare


def test_the_first_screen_says_what_the_rows_say(comparison):
    found = tiles(comparison)
    level, coefficient = "system", "pearson"
    rows = [row for row in comparison.estimates if (row.level, row.coefficient) == (level, coefficient)]
    best = max(rows, key=lambda row: row.estimate)
    assert (found[0].label, found[0].value) == ("Highest, system level", best.metric)
    assert found[0].text == f"Pearson's r {best.estimate:.2f} [{best.low:.2f}, {best.high:.2f}]"
    beaten = [
        row
        for row in comparison.tests
        if (row.level, row.coefficient) == (level, coefficient)
        and (row.metric, row.verdict) == (best.metric, "better")
    ]
    assert found[1].value == f"{len(beaten)} of {len(rows) - 1}"
    assert best.metric in lead(comparison)
    head = ComparisonView().head(comparison)
    assert (head.lead, head.tiles) == (lead(comparison), found)
    (choice,) = head.glance
    assert isinstance(choice, Alternatives)
    assert [name for name, _ in choice.choices] == ["Pearson's r", "Spearman's rho", "Kendall's tau-b"]


def _table(noise, n_systems=14):
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(n_systems, 1)) + 0.3 * rng.normal(size=(n_systems, 12))
    values = np.stack([quality, *(quality + size * rng.normal(size=quality.shape) for size in noise)])
    names = ["people", *(f"m{k}" for k in range(len(noise)))]
    return ScoreTable(
        values=values,
        scorers=[Scorer(name, "human" if name == "people" else "metric", True) for name in names],
        systems=[f"s{k}" for k in range(n_systems)],
        inputs=[f"i{k}" for k in range(12)],
        name="made",
    )


def test_what_is_decided_is_said_in_a_line():
    clear = compare(_table([0.1, 8.0]), human="people", level="input", coefficient="pearson")
    assert lead(clear) == "For ranking the outputs of one input: use ‘m0’."
    assert [(tile.label, tile.value) for tile in tiles(clear)][-1] == ("More data", "not needed")
    close = compare(_table([1.0, 1.05]), human="people", level="input", coefficient="pearson")
    assert "is highest, and not shown to be better than any other" in lead(close)
    labels = {tile.label: tile for tile in tiles(close)}
    assert set(labels) == {
        "Highest, input level",
        "Shown to be better than",
        "One system left out",
        "More data",
    }
    assert labels["More data"].value.endswith(" times")
    assert labels["More data"].text.startswith("as much would separate it from ‘m")
    noise = compare(_table([60.0, 70.0], 8), human="people", level="system", coefficient="pearson")
    assert lead(noise) == "For ranking systems: no metric is shown to agree with people."


def test_levels_share_a_line_only_where_the_same_metrics_may_be_as_good(comparison):
    def decided(metrics):
        """Return the comparison as if `metrics` were all there is, the first best at both levels."""
        rows = [
            dataclasses.replace(row, estimate=0.9 - k / 100, low=0.5, high=0.99)
            for level, names in metrics.items()
            for k, name in enumerate(names)
            for row in [comparison.estimate(name, level, "pearson")]
        ]
        one = comparison.tests[0]
        tests = tuple(
            dataclasses.replace(
                one, metric=first, rival=name, level=level, coefficient="pearson", verdict=verdict
            )
            for level in metrics
            for name, verdict in ((second, "not separated"), (third, "not separated"), (last, "better"))
        )
        return dataclasses.replace(comparison, estimates=tuple(rows), tests=tests)

    first, second, third, last = HOSTILE
    same = lead(decided({"system": [first, second, last], "input": [first, second, last]}))
    assert (
        same
        == f"For ranking systems and ranking the outputs of one input: use ‘{first}’; ‘{second}’ may be as good."
    )
    apart = lead(decided({"system": [first, second, last], "input": [first, third, last]}))
    marks = [
        [(standing.as_good, standing.not_outperformed) for standing in line.standings]
        for line in glance(comparison, "pearson")
    ]
    assert all(shown for line in marks for good, shown in line if good)
    assert apart == (
        f"For ranking systems: use ‘{first}’; ‘{second}’ may be as good. "
        f"For ranking the outputs of one input: use ‘{first}’; ‘{third}’ may be as good."
    )


def test_against_a_baseline_there_is_no_choice_to_make(comparison):
    table = comparison.table
    found = compare(table, human=comparison.human, rng=1, resamples=19, baseline=HOSTILE[1])
    assert lead(found) == ""
    assert tiles(found)[1].label == "Unlike the baseline"
