"""How a multiverse is shown: captions, chapters, what stands on a terminal."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.writing.tables import cell
from trueness.studies.multiverse.study import multiverse
from trueness.studies.multiverse.view import MultiverseView, drawn_claims

HOSTILE = ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "three")


def made(names, **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(9, 8)) + rng.normal(size=(9, 1))
    values = [quality + (0.5 + k) * rng.normal(size=quality.shape) for k in range(len(names) + 1)]
    scorers = [Scorer(name, "metric") for name in names] + [Scorer("<i>people", "human")]
    table = ScoreTable(
        tuple(scorers), tuple(f"s{k}" for k in range(9)), tuple(f"d{k}" for k in range(8)), np.stack(values)
    )
    return multiverse(table, rng=1, **{"coefficient": ["pearson", "kendall"], "systems": "all", **more})


@pytest.fixture(scope="module")
def found():
    return made(HOSTILE)


@pytest.fixture
def view():
    return MultiverseView()


def test_every_table_has_a_caption_and_every_cell_a_text(found, view):
    assert [spec.name for spec, _ in view.tables(found)] == list(found.TABLES)
    for spec, rows in view.tables(found):
        assert spec.caption
        for row in rows[:5]:
            for column in spec.columns:
                assert isinstance(cell(dataclasses.asdict(row), column), str)


def test_captions_say_what_is_corrected_and_that_a_percentage_is_no_probability(found, view):
    caption = view.table(found, "claims")[0].caption
    assert "Shaffer's correction for all pairs of metrics" in caption
    assert "no probabilities" in caption
    declared = made(("a", "b", "c"), claim="a > b", correction="holm", applies_to="systems", inputs="all")
    caption = view.table(declared, "claims")[0].caption
    assert "Holm's correction for the claims" in caption
    assert "other systems on these inputs" in caption
    assert "for all pairs of metrics" in view.table(declared, "pairs")[0].caption


def test_methods_name_the_choices_and_the_seed_of_halves(found):
    said = found.methods().text
    for words in (
        "coefficient: pearson, kendall",
        "halved once at random.",
        "with seed 1",
        "two-way jackknife",
    ):
        assert words in said
    assert "halved" not in made(("a", "b"), inputs="all").methods().text


def test_the_weakest_claims_are_drawn_and_those_declared(found):
    drawn = drawn_claims(found)
    assert [row.share_better for row in drawn] == sorted(row.share_better for row in found.claims)
    declared = made(("a", "b", "c"), claim=["c > a", "b > c"], inputs="all")
    assert drawn_claims(declared) == list(declared.claims)


def test_a_terminal_shows_the_claims_of_the_best_the_weakest_first(found, view):
    ((claims, rows),) = view.printed_by_default(found, "claims", 100)
    assert "metric" not in [column.key for column in claims.columns]
    assert found.best in claims.title
    assert sorted(rows, key=str) == sorted(found.claims, key=str)
    assert [row.share_better for row in rows] == sorted(row.share_better for row in found.claims)


@pytest.mark.usefixtures("outlined")
def test_pages_escape_names_and_hold_every_chapter(found, view):
    page = report_html(found, manifest_of(found))
    assert "<script>alert(1)" not in page
    assert "<i>people" not in page
    for chapter in view.chapters(found):
        assert f'id="{chapter.name}"' in page


@pytest.mark.usefixtures("outlined")
def test_long_lists_of_single_analyses_are_files_to_download(view, monkeypatch):
    monkeypatch.setattr("trueness.studies.multiverse.view.MOST_PRINTED_ROWS", 10)
    found = made(("a", "b"), inputs="all")
    chapter = next(one for one in view.chapters(found) if one.name == "analyses")
    (listed,) = (block for block in chapter.blocks if block.name == "estimates")
    assert listed.parts[0].summary == f"{len(found.estimates):,} rows"
    assert listed.parts[0].html == ""
    assert listed.downloads


@pytest.mark.usefixtures("outlined")
def test_where_nothing_was_chosen_the_page_says_so(view):
    single = made(("a", "b"), coefficient="pearson", level="input", inputs="all")
    chapter = next(one for one in view.chapters(single) if one.name == "choices")
    assert chapter.blocks[0].text == "No choice has several values here."
    assert not view.table(single, "choices")[1]
