"""`trueness compare --variants`: forms of output, the page and its repetition, and what is refused."""

from __future__ import annotations

import csv
import io
import json

import pytest
from tests.studies.variants.conftest import made

from trueness.data.writing.write import write_scores

QUICK = ("--seed", "1", "--resamples", "20", "--splits", "10")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    return write_scores(made(), tmp_path_factory.mktemp("variants") / "scores.csv")


def test_the_table_and_the_json_say_the_same(run, scored):
    asked = ("compare", "--variants", str(scored), "--human", "coverage", "--halves", "inputs", *QUICK)
    result = run(*asked, "--json")
    assert result.status == 0, result.err
    listed = json.loads(result.out)
    rows = list(csv.DictReader(io.StringIO(run(*asked, "--to", "csv").out)))
    assert [row["metric"] for row in rows] == [row["metric"] for row in listed]


@pytest.mark.usefixtures("outlined")
def test_the_page_can_be_repeated_and_human_scores_are_combined(run, scored, tmp_path):
    page, figures = tmp_path / "page.html", tmp_path / "figures"
    asked = (
        "--dimensions",
        "coverage,quality",
        "--combinations",
        "harmonic,geometric",
        "--named",
        "other:mean",
    )
    made_page = run(
        "compare", "--variants", str(scored), *asked, *QUICK, "--out", str(page), "--figures", str(figures)
    )
    assert made_page.status == 0, made_page.err
    assert "agrees best with" in made_page.out
    assert {one.name for one in figures.iterdir()} >= {"variants-pearson.svg", "dimension-scatter.svg"}
    again = run("rerun", str(page), "--allow-files")
    assert again.status == 0, again.err


def test_what_makes_no_sense_leaves_with_its_status(run, scored):
    both = run(
        "compare",
        "--variants",
        str(scored),
        "--human",
        "coverage",
        "--dimensions",
        "coverage,quality",
        *QUICK,
    )
    assert both.status == 2
    one = run("compare", "--variants", str(scored), "--human", "coverage", "--metrics", "other", *QUICK)
    assert one.status == 3


def test_medians_are_named_where_texts_are_scored(run):
    asked = ("--metrics", "rouge1_f,rouge1_f:median,bleu", "--human", "coverage", "--level", "system")
    result = run(
        "compare", "pocket", *asked, "--coefficient", "pearson", "--to", "csv", "--table", "estimates"
    )
    assert result.status == 0, result.err
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert [row["metric"] for row in rows] == ["rouge1_f", "bleu", "rouge1_f:median"]


def test_systems_are_drawn(run, scored, tmp_path):
    asked = (
        "systems",
        str(scored),
        "--scorer",
        "rouge1_recall,rouge1_recall:median",
        "--seed",
        "1",
        "--resamples",
        "20",
    )
    result = run(*asked, "--figures", str(tmp_path / "figures"))
    assert result.status == 0, result.err
    assert list((tmp_path / "figures").glob("systems-*.svg"))
