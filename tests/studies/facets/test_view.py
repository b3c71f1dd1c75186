"""Metrics by several human scorers, shown: on a terminal, as papers print them, and as a page."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.report import result_text, write_report
from trueness.studies.facets.view import FacetsView

HUMANS = ["coherence", "fluency", "mean(coherence,fluency)"]


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(8, 24))
    people = [quality + rng.normal(size=quality.shape) for _ in range(2)]
    metrics = [quality + (0.3 + 1.5 * k) * rng.normal(size=quality.shape) for k in range(5)]
    table = ScoreTable(
        (*(Scorer(name, "human") for name in HUMANS[:2]), *(Scorer(name) for name in "abcde")),
        tuple(f"s{k}" for k in range(8)),
        tuple(f"d{k}" for k in range(24)),
        np.stack([*people, *metrics]),
    )
    return trueness.facets(table, human=HUMANS, level="global", coefficient=["pearson", "spearman"], rng=1)


def test_a_terminal_of_80_letters_shows_it(found):
    text = result_text(found, 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "Global level, r: 5 metrics by Pearson's r with ‘coherence’" in text


def test_human_scores_stand_beside_each_other_where_they_are_asked_for(found):
    ((spec, rows),) = FacetsView().printed(found, "humans", 80)
    assert spec.title.startswith("The human scores, and their r with each other")
    assert [row["human"] for row in rows] == ["coherence", "fluency", "mean"]


def test_the_table_of_a_paper_has_all_human_scores(found):
    spec, rows = FacetsView(sort="spearman").table(found, "paper")
    assert list(dict.fromkeys(column.above[0] for column in spec.columns[1:])) == list(HUMANS)
    first = HUMANS[0]
    values = [row[f"{first}_global_spearman"] for row in rows]
    assert values == sorted(values, reverse=True)
    assert len(rows) == len(found.metrics)


@pytest.mark.usefixtures("outlined")
def test_the_page_has_all_of_it(found, tmp_path):
    text = write_report(found, tmp_path / "page.html").read_text(encoding="utf-8")
    for part in ("Metrics by all human scores", "The human scores", "Intervals", "Pairs of metrics"):
        assert part in text
    assert "with the human scores ‘coherence’, ‘fluency’, ‘mean(coherence,fluency)’" in text
    *figures, people = FacetsView().figures(found)
    assert [figure.name.rpartition("-")[0].split("-")[0] for figure in figures] == ["intervals"] * 3 + [
        "ranks"
    ] * 3
    assert len({figure.name for figure in figures}) == 6
    for figure, one in zip(figures[3:], found.comparisons.values(), strict=True):
        key = next(key for key in one.settings.keys if one.standing(*key))
        limits = {row.metric: row.rank_low for row in one.standing(*key).values()}
        assert {row["metric"]: row["rank_low"] for row in figure.rows()} == limits
    assert text.count("Intervals and ranks") == 2  # in the contents and as a heading
    assert {(row["dimension"], row["other"]) for row in people.rows()} == {("coherence", "fluency")}
    assert len(people.rows()) == 8 * 24


def test_what_a_reader_of_ranks_has_to_know_is_of_every_human_score(found):
    """The first human score's ranks need no word, those of the last do."""
    last = HUMANS[-1]
    ranks = {
        human: [dataclasses.replace(row, may_be_best=True, rank_low=1) for row in found.of(human).ranks]
        for human in HUMANS
    }

    def note():
        of = {human: dataclasses.replace(found.of(human), ranks=tuple(rows)) for human, rows in ranks.items()}
        tables = FacetsView().tables(dataclasses.replace(found, comparisons=of))
        return next(spec.note for spec, _ in tables if spec.name == "ranks")

    assert not note()
    ranks[last][0] = dataclasses.replace(ranks[last][0], may_be_best=False, rank_low=1)
    assert note().startswith("Limits of ranks hold for all metrics at once.")
