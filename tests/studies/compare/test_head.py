"""The first screen of a comparison says what its rows say."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
from tests.small_comparisons import HOSTILE

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.page import Alternatives
from trueness.studies.compare.conclusions import conclusions
from trueness.studies.compare.head import span_tile, tiles
from trueness.studies.compare.study import compare
from trueness.studies.compare.view import ComparisonView


def test_the_first_screen_says_what_the_rows_say(comparison):
    found = tiles(comparison)
    level, coefficient = "system", "pearson"
    rows = [row for row in comparison.estimates if (row.level, row.coefficient) == (level, coefficient)]
    best = max(rows, key=lambda row: row.estimate)
    assert (found[0].label, found[0].value) == ("Highest, system level", best.metric)
    assert found[0].text == f"Pearson's r {best.estimate:.2f} [{best.low:.2f}, {best.high:.2f}]"
    decision = comparison.decided("may_be_best", level, coefficient)
    assert (found[1].label, found[1].value) == ("May be the best", f"{len(decision.names)} of {len(rows)}")
    head = ComparisonView().head(comparison)
    assert head.tiles == found
    (choice,) = head.table
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
    assert clear.answers[0] == (
        "✓ For ranking the outputs of one input use 'm0': it agrees most with 'people' (Pearson's r 1.00 [0.99, "
        "1.00]), and 'm1' is ruled out. 'm0' leads by 0.81 [0.55, 1.09]."
    )
    assert [tile.label for tile in tiles(clear)] == [
        *("Highest, input level", "May be the best", "One system left out")
    ]
    close = compare(_table([1.0, 1.05]), human="people", level="input", coefficient="pearson")
    first, second = close.decided("may_be_best", "input", "pearson").names
    assert close.answers[0].startswith(
        f"? For ranking the outputs of one input '{first}' agrees most with 'people' ("
    )
    assert f"), but one other may be the best (95% confidence): '{second}'." in close.answers[0]
    assert re.search(rf"'{first}' leads by 0\.\d\d \[−0\.\d\d, 0\.\d\d\]\.$", close.answers[0])
    labels = {tile.label: tile for tile in tiles(close)}
    assert list(labels) == [
        *("Highest, input level", "May be the best", "One system left out", "Differences found")
    ]
    assert labels["Differences found"].text == "on, by one test (80% power)"
    noise = compare(_table([60.0, 70.0], 8), human="people", level="system", coefficient="pearson")
    assert noise.answers[0].startswith(
        "? For ranking systems any metric may agree with 'people' no better than chance"
    )


def test_the_answers_are_made_of_the_decisions_alone(comparison):
    def told(names):
        decisions = tuple(
            dataclasses.replace(one, names=names.get(one.level, one.names))
            if one.rule == "may_be_best"
            else one
            for one in comparison.decisions
        )
        shown = tuple(dataclasses.replace(row, low=0.5) for row in comparison.estimates)
        found = conclusions(comparison.human, comparison.settings, shown, comparison.tests, decisions)
        return dict(zip(("system", "input"), found, strict=False))

    first, second, third, last = HOSTILE
    # as they are, and in another order
    for names in ((first, second), (third, last, first)):
        for text, place in zip(
            told({"system": names, "input": names}).values(),
            ("ranking systems", "ranking the outputs of one input"),
            strict=True,
        ):
            others = "one other" if len(names) == 2 else "2 others"
            assert text.startswith(
                f"? For {place} '{names[0]}' agrees most with '{comparison.human}' (Pearson's r "
            )
            assert (
                f"), but {others} may be the best (95% confidence): {', '.join(map(quoted, names[1:]))}."
                in text
            )
            left = "The remaining 2 are ruled out." if len(names) == 2 else "The remaining one is ruled out."
            assert left in text
    apart = told({"system": (first, second), "input": (first, third)})
    assert f"'{third}'" not in apart["system"]
    assert f"'{second}'" not in apart["input"]


def quoted(name):
    return f"'{name}'"


def test_against_a_baseline_there_is_no_choice_to_make(comparison):
    table = comparison.table
    found = compare(table, human=comparison.human, rng=1, resamples=19, baseline=HOSTILE[1])
    assert found.decisions == ()
    assert found.conclusions[0].startswith(f"For ranking systems: beside '{HOSTILE[1]}', ")
    assert "best" not in found.conclusions[0]
    assert tiles(found)[1].label == "Unlike the baseline"


def test_a_span_says_where_a_value_is_lowest_and_highest():
    tile = span_tile({"de": 0.51, "en": -0.2, "is": 0.3}, "group", "in", "Pearson's r of ‘m’")
    assert (tile.label, tile.value) == ("From group to group", "−0.20 to 0.51")
    assert tile.text == "is Pearson's r of ‘m’: lowest in ‘en’, highest in ‘de’"
