"""The outputs behind a comparison on its page: which, with what scores, and found by the marks of figures."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError
from trueness.reporting.report import write_report
from trueness.studies.compare.outputs_behind import (
    EACH,
    MOST_LETTERS,
    MOST_SYSTEMS,
    TOP_METRICS,
    outputs_behind,
)

NAMES = ["people", "good", "fair", "poor <b>"]


def made(systems=5, inputs=8, names=NAMES, seed=2):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    values = np.stack([quality + k / 2 * rng.normal(size=quality.shape) for k in range(len(names))])
    scorers = [Scorer(name, "human" if name == "people" else "metric") for name in names]
    return ScoreTable(scorers, [f"s{k}" for k in range(systems)], [f"i{k}" for k in range(inputs)], values)


@pytest.fixture(scope="module")
def comparison():
    return trueness.compare(made(), human="people", coefficient="pearson")


def written(table):
    rows = [
        TextRow(system, name, f"{system} on {name} <i>wrote</i> " + "x" * 600)
        for system in table.systems
        for name in table.inputs
    ]
    return Texts(tuple(rows))


def parts_of(chapter):
    """Return what each part is about, and its markup."""
    markup = "".join(block.html for block in chapter.blocks)
    found = re.findall(r'<details class="behind" data-about="([^"]*)">(.*?)</details>', markup, re.DOTALL)
    return {html.unescape(about): part for about, part in found}


def test_every_system_and_every_pair_has_its_part(comparison):
    parts = parts_of(outputs_behind(comparison, None))
    systems = {f'["system", "s{k}"]' for k in range(5)}
    pairs = {'["pair", "fair", "good"]', '["pair", "good", "poor <b>"]', '["pair", "fair", "poor <b>"]'}
    assert set(parts) == systems | pairs
    assert all(part.count("<li>") <= EACH for part in parts.values())
    assert "<blockquote>" not in "".join(parts.values())
    assert "poor <b>" not in "".join(parts.values())


def test_they_are_the_outputs_that_disagreements_lists(comparison):
    parts = parts_of(outputs_behind(comparison, None))
    alone = trueness.disagreements(comparison.table, human="people", metrics=["fair", "good"], listed=EACH)
    part = parts['["pair", "fair", "good"]']
    assert re.findall(r"<strong>(.*?)</strong>", part) == [
        f"{row.system}, {row.input}" for row in alone.between
    ]
    rows = [row for row in comparison.estimates if row.level == "system"]
    best = max(rows, key=lambda row: row.estimate).metric
    every = trueness.disagreements(comparison.table, human="people", metrics=best, listed=1000).outputs
    wanted = [row.input for row in every if row.system == "s2"][:EACH]
    assert re.findall(r"<strong>(.*?)</strong>", parts['["system", "s2"]']) == wanted
    first = next(row for row in every if row.system == "s2")
    assert f"people {first.score_human:.3g} (place " in parts['["system", "s2"]']
    assert f"{best} {first.score:.3g} (place " in parts['["system", "s2"]']


def test_texts_are_cut_and_stay_text(comparison):
    part = parts_of(outputs_behind(comparison, written(comparison.table)))['["system", "s1"]']
    texts = re.findall(r"<blockquote>(.*?)…", part)
    assert len(texts) == part.count("<li>") > 0
    for text in texts:
        shown = html.unescape(text)
        assert re.match(r"s1 on i\d <i>wrote</i> x+$", shown)
        assert len(shown) == MOST_LETTERS
    assert "&lt;i&gt;" in part
    assert "122 more letters" in part  # 22 letters and 600


def test_of_many_systems_and_metrics_a_small_number():
    names = ["people", *(f"m{k:02d}" for k in range(12))]
    table = made(systems=MOST_SYSTEMS + 7, inputs=4, names=names)
    chapter = outputs_behind(
        trueness.compare(table, human="people", coefficient="pearson", level="system"), None
    )
    parts = parts_of(chapter)
    assert sum(about.startswith('["system"') for about in parts) == MOST_SYSTEMS
    assert sum(about.startswith('["pair"') for about in parts) == TOP_METRICS * (TOP_METRICS - 1) // 2
    assert "7 systems that it places more like people are left out" in chapter.blocks[0].html


def test_against_a_baseline_the_pairs_are_those_with_it():
    found = trueness.compare(made(), human="people", coefficient="pearson", baseline="fair")
    pairs = [about for about in parts_of(outputs_behind(found, None)) if about.startswith('["pair"')]
    assert sorted(pairs) == ['["pair", "fair", "good"]', '["pair", "fair", "poor <b>"]']


def test_items_without_systems_are_placed_among_all():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(3, 1, 30)) + np.arange(30) / 5
    table = ScoreTable(
        (Scorer("people", "human"), Scorer("a"), Scorer("b")), ("",), [f"i{k}" for k in range(30)], values
    )
    chapter = outputs_behind(trueness.compare(table, human="people", coefficient="pearson"), None)
    assert set(parts_of(chapter)) == {'["pair", "a", "b"]'}
    assert "place among all differs" in chapter.blocks[0].html


@pytest.mark.usefixtures("outlined")
def test_texts_of_others_are_refused(comparison, tmp_path):
    with pytest.raises(DataError, match="the same names"):
        outputs_behind(comparison, Texts((TextRow("nobody", "i1", "t"),)))
    with pytest.raises(ArgumentError, match="`texts`"):
        write_report(
            trueness.disagreements(made(), human="people"),
            tmp_path / "page.html",
            texts=written(made()),
        )
    page = write_report(comparison, tmp_path / "page.html", texts=written(comparison.table))
    assert "on i1 &lt;i&gt;wrote" in page.read_text(encoding="utf-8")
