"""`trueness judge --annotators`: every table in every form, and what it says of wrong words."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.reporting.manifest import read_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.studies.annotators.rows import AnnotatorsResult
from trueness.studies.annotators.study import annotators as study_of

pytestmark = pytest.mark.usefixtures("answered_once")

QUICK = ("--resamples", 40, "--seed", 3, "--minimum-units", 10)


@pytest.fixture
def rated(tmp_path):
    """Ten systems, twelve inputs, three annotators with gaps, a good metric and noise."""
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(10, 1)) + rng.normal(size=(10, 12))
    ratings = np.clip(np.round(3 + quality + 0.6 * rng.normal(size=(3, 10, 12))), 1, 5)
    lines = ["system,input,relevance@ann,relevance@bob,relevance@cy,good,noise"]
    for i in range(10):
        for j in range(12):
            given = ["" if rng.random() < 0.1 else f"{value:g}" for value in ratings[:, i, j]]
            good = float(quality[i, j] + 0.3 * rng.normal())
            lines.append(f"s{i},d{j},{','.join(given)},{good!r},{float(rng.normal())!r}")
    path = tmp_path / "rated.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_terminal_shows_findings_cautions_and_tables(run, rated):
    status, out, err = run("judge", "--annotators", rated, "--human", "relevance", *QUICK)
    assert (status, err) == (0, "")
    text = " ".join(out.split())
    for part in (
        "People agree on 'relevance' beyond chance: ordinal alpha",
        "Metrics beside an annotator",
        "agreement, pairs, annotators, components",
        "annotators:3",
    ):
        assert part in text


def test_json_equals_the_library(run, rated):
    words = ("judge", "--annotators", rated, "--human", "relevance", *QUICK, "--epsilon", "experts", "--json")
    status, out, _ = run(*words, "--table", "all")
    assert status == 0
    expected = study_of(
        read_scores(rated), human="relevance", resamples=40, rng=3, minimum_units=10, epsilon="experts"
    )
    assert json.loads(out) == json.loads(json.dumps(expected.to_dict()))
    assert set(json.loads(out)["tables"]) == set(AnnotatorsResult.TABLES)
    rows = json.loads(run(*words).out)
    assert [row["difference"] for row in rows] == [row.difference for row in expected.ceiling]
    assert {row["signature"] for row in rows} == {str(expected.signature)}


def test_one_table_as_json_has_rows_with_the_signature(run, rated):
    rows = json.loads(
        run(
            "judge",
            "--annotators",
            rated,
            "--human",
            "relevance",
            *QUICK,
            "--table",
            "alt_tests",
            "--json",
            "--epsilon",
            0.05,
        ).out
    )
    assert [row["metric"] for row in rows] == ["good", "noise"]
    assert {row["epsilon"] for row in rows} == {0.05}
    assert "eps0.05" in rows[0]["signature"]


@pytest.mark.parametrize("table", AnnotatorsResult.TABLES)
@pytest.mark.parametrize("form", ["csv", "latex", "markdown", "terminal"])
def test_every_table_in_every_form(run, rated, table, form):
    words = (
        "judge",
        "--annotators",
        rated,
        "--human",
        "relevance",
        "--interval",
        "none",
        "--minimum-units",
        10,
    )
    status, out, _ = run(*words, "--seed", 1, "--level", "system", "--table", table, "--to", form)
    assert status == 0
    if form == "csv":
        assert len(list(csv.DictReader(io.StringIO(out)))) > 0
    elif form == "latex":
        assert out.rstrip().endswith((r"\end{table}", r"\end{table*}"))
    elif form == "markdown":
        assert out.startswith("| ")


def test_all_tables_in_the_terminal(run, rated):
    out = run("judge", "--annotators", rated, "--human", "relevance", *QUICK, "--table", "all", width=120).out
    for title in ("Reliability of other designs", "Correlations corrected for noise", "Agreement of pairs"):
        assert title in out


def test_without_metrics_the_agreement_comes_first(run, rated, tmp_path):
    lines = [line.rsplit(",", 2)[0] for line in rated.read_text().splitlines()]
    path = tmp_path / "alone.csv"
    path.write_text("\n".join(lines) + "\n")
    status, out, _ = run("judge", "--annotators", path, *QUICK, "--to", "csv")
    assert status == 0
    assert next(csv.DictReader(io.StringIO(out)))["measure"] == "alpha_nominal"


def test_strict_and_wrong_words(run, rated, scores):
    quick = (
        "judge",
        "--annotators",
        rated,
        "--human",
        "relevance",
        "--resamples",
        20,
        "--seed",
        1,
        "--strict",
    )
    assert run(*quick).status == 5  # twelve inputs are too few for the test of annotators
    assert run(*quick, "--minimum-units", 10).status == 0
    for words, message in (
        (("--table", "alpha"), "--table must be one of"),
        (("--table", "all", "--to", "csv"), "for the terminal and for JSON"),
        (("--to", "yaml"), "--to must be one of"),
        (("--epsilon", "expert"), "Did you mean 'experts'"),
        (("--interval", "bca"), "other intervals than 'bca'"),
        (("--aggregate", "median"), "would compare medians"),
        (("--combination", "max"), "--combination"),
    ):
        status, _, err = run("judge", "--annotators", rated, "--human", "relevance", *words)
        assert status in (2, 3, 4)
        assert message in err
    status, _, err = run("judge", "--annotators", scores, "--human", "relevance")
    assert (status, "lacks annotators, who are studied here" in err) == (3, True)


@pytest.mark.parametrize("width", [50, 80, 160])
def test_it_fits_the_terminal(run, rated, width):
    out = run(
        "judge",
        "--annotators",
        rated,
        "--human",
        "relevance",
        *QUICK,
        "--coefficient",
        "pearson",
        width=width,
    ).out
    assert max(map(len, out.splitlines())) <= width


@pytest.mark.usefixtures("outlined")
def test_a_page_its_manifest_and_the_same_numbers_again(run, rated, tmp_path):
    words = (
        "judge",
        "--annotators",
        rated,
        "--human",
        "relevance",
        *QUICK,
        "--metrics",
        "good",
        "--level",
        "input",
    )
    titled = ("--title", "People & metrics", "--figures", "drawn")
    status, out, _ = run(*words, "--out", "people.html", *titled)
    assert status == 0
    drawn = sorted(path.name for path in (tmp_path / "drawn").iterdir())
    assert drawn == [f"annotators-{name}-input.svg" for name in ("kendall", "pearson", "spearman")]
    assert "people.html" in out
    page = tmp_path / "people.html"
    assert "People &amp; metrics" in page.read_text(encoding="utf-8")
    for path in (page, tmp_path / "people.manifest.json"):
        recorded = read_manifest(path)
        again = rerun(recorded)
        assert differences(recorded, again, tolerance=0) == []
        assert str(again.signature) == recorded.signature
    assert run("rerun", page).status == 0
    assert recorded.selection.metrics == ("good",)
    assert run(*words, "--title", "x").status == 2
    assert run(*words, "--manifest", "alone.json").status == 0
    assert read_manifest(tmp_path / "alone.json").signature == recorded.signature


def test_an_option_without_effect_is_refused(run, rated):
    words = ("judge", "--annotators", rated, "--human", "relevance")
    for more, message in (
        (("--calibration", "none", "--folds", 5), "--folds has no effect"),
        (("--level", "global", "--aggregate", "mean"), "--aggregate has no effect"),
    ):
        status, _, err = run(*words, *more)
        assert (status, message in err) == (2, True)
