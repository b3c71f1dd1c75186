"""`trueness certify`: grids and tables of one's own, pages and files, refusals before any work."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from trueness.cli.certify import certify
from trueness.errors import ArgumentError, DataError, FormatError, UnsupportedMethodError
from trueness.studies.simulation import certify as study
from trueness.studies.simulation import interval_coverage
from trueness.studies.simulation.certified_rates import read_rates

APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(certify)

QUICK = ["--runs", "4", "--resamples", "39", "--workers", "1", "--coefficient", "pearson", "--no-checkpoint"]
TESTS = ("--tests", "williams", "--intervals", "none")


@pytest.fixture
def call(monkeypatch, tmp_path):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(interval_coverage, "POPULATION_TABLES", 2)

    def run(*words):
        return CliRunner().invoke(APP, [str(word) for word in words], catch_exceptions=False)

    return run


def test_the_page_and_the_rates(call, tmp_path):
    page, rates, folder = (tmp_path / name for name in ("page.md", "rates.csv", "kept"))
    out = call(*TESTS, *QUICK, "--out", page, "--rates", rates, "--folder", folder).output
    assert out.splitlines() == [f"page  {page}", f"rates  {rates}"]
    assert "## At a glance" in page.read_text()
    rows = read_rates(rates.read_text())
    assert {(row.test, row.scores, row.n_systems, row.runs) for row in rows} == {
        ("williams", kind, 10, 4) for kind in ("normal", "likert")
    }
    assert len(list(folder.glob("*.json"))) == 16
    # what is kept is read again, and says the same
    assert call(*TESTS, *QUICK, "--folder", folder).output == page.read_text()


def test_json_and_no_test(call, monkeypatch):
    found = certified(call, monkeypatch, "--tests", "none", "--intervals", "fisher", "--json")
    assert {row["interval"] for row in json.loads(found)["rows"]} == {"fisher"}


def certified(call, monkeypatch, *words):
    """Run on the first scenario only."""
    from trueness.studies.simulation import certified_scenarios as module

    first = module.certified_scenarios("quick")[:1]
    monkeypatch.setattr(module, "certified_scenarios", lambda grid: first)
    return call(*words, *QUICK).output


def test_a_table_of_ones_own(call, scores):
    out = call(
        "--fit", scores, "--human", "relevance", "--metrics", "good,fair", *TESTS, *QUICK, "--json"
    ).output
    rows = json.loads(out)["rows"]
    assert [(row["n_systems"], row["n_inputs"], row["scores"], row["null"]) for row in rows] == [
        (12, 10, "observed", True)
    ]
    assert rows[0]["scenario"].startswith("good and fair of ")
    both = call("--fit", scores, "--human", "relevance", "--grid", "quick", *TESTS, *QUICK, "--json").output
    assert len(json.loads(both)["rows"]) == 16 + 3


def test_settle_reaches_the_study(call, monkeypatch):
    monkeypatch.setattr(study, "MOST_RUNS_AGAIN", 8)
    rows = json.loads(certified(call, monkeypatch, *TESTS, "--settle", "--json", "--seed", "3"))["rows"]
    assert {row["runs"] for row in rows} == {8}


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (("--grid", "huge"), ArgumentError, "`grid` must be one of"),
        (("--tests", "luck"), UnsupportedMethodError, "no studied test"),
        (("--intervals", "luck"), UnsupportedMethodError, "no studied interval"),
        (("--tests", "none", "--intervals", "none"), ArgumentError, "neither a test nor an interval"),
        (("--coefficient", "gamma"), ArgumentError, "`coefficient` must be one of"),
        (("--runs", "0"), ArgumentError, "`runs`"),
        (("--resamples", "5"), ArgumentError, "`resamples`"),
        (("--human", "x"), ArgumentError, "--human names scorers of a table"),
        (("--out", "page.md", "--json"), ArgumentError, "one of them"),
        (("--out", "no-such-folder/page.md"), FormatError, "no folder"),
        (("--fit", "no-such-file.csv"), DataError, "there is no file"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(call, words, error, message):
    with pytest.raises(error, match=message):
        call("--workers", "1", *words)
