"""`trueness plan --certify`: grids and tables of one's own, pages and files, refusals before any work."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner

from trueness.cli.study_command import study_command
from trueness.errors import ArgumentError, DataError, FormatError, UnsupportedMethodError
from trueness.reporting.manifest import read_manifest
from trueness.reporting.rerun import differences, rerun
from trueness.studies.certify import interval_coverage, study
from trueness.studies.certify.certified_scenarios import certified_scenarios
from trueness.studies.certify.certified_table import CertifiedCoverage, CertifiedRate, read_table
from trueness.studies.certify.rejection_rates import SIDES

APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(study_command("certify"))

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
    rows = read_table(rates.read_text(), CertifiedRate, name="rates")
    assert {(row.test, row.scores, row.n_systems, row.runs) for row in rows} == {
        ("williams", kind, 10, 4) for kind in ("normal", "likert")
    }
    assert len(list(folder.glob("*.json"))) == 16
    # what is kept is read again, and says the same
    assert call(*TESTS, *QUICK, "--folder", folder).output == page.read_text()


def test_json_and_no_test(call, monkeypatch):
    found = certified(call, monkeypatch, "--tests", "none", "--intervals", "fisher", "--json")
    assert {row["interval"] for row in json.loads(found)} == {"fisher"}


def certified(call, monkeypatch, *words):
    """Run on the first scenario only."""
    first = certified_scenarios("quick")[:1]
    monkeypatch.setattr(study, "certified_scenarios", lambda grid: first)
    return call(*words, *QUICK).output


def test_a_table_of_ones_own(call, scores):
    out = call(
        "--fit", scores, "--human", "relevance", "--metrics", "good,fair", *TESTS, *QUICK, "--json"
    ).output
    rows = json.loads(out)
    assert {(row["n_systems"], row["n_inputs"], row["scores"], row["null"]) for row in rows} == {
        (12, 10, "observed", True)
    }
    assert len(rows) == len(SIDES)
    assert rows[0]["scenario"].startswith("good and fair of ")
    both = call("--fit", scores, "--human", "relevance", "--grid", "quick", *TESTS, *QUICK, "--json").output
    assert len(json.loads(both)) == (16 + 3) * len(SIDES)


def test_settle_reaches_the_study(call, monkeypatch):
    monkeypatch.setattr(study, "MOST_RUNS_AGAIN", 8)
    monkeypatch.setattr(study, "alpha_band", lambda alpha: (2.0, 2.0))
    rows = json.loads(certified(call, monkeypatch, *TESTS, "--settle", "--json", "--seed", "3"))
    assert {row["runs"] for row in rows} == {8}
    assert all(row["signature"].startswith("study:certify|runs:4|settled:8|") for row in rows)


def test_levels(call, monkeypatch):
    words = ("--tests", "sign_flip,williams", "--intervals", "fisher", "--json")
    for level in ("input", "summary"):
        rows = json.loads(certified(call, monkeypatch, *words, "--level", level))
        # Williams' test exists at the system level only
        assert {(row.get("test"), row.get("interval"), row["level"]) for row in rows} == {
            ("sign_flip", None, "input"),
            (None, "fisher", "input"),
        }
    both = json.loads(certified(call, monkeypatch, *words, "--level", "system,input"))
    assert both == json.loads(certified(call, monkeypatch, *words))


def test_intervals_as_a_table(call, monkeypatch, tmp_path):
    table = tmp_path / "coverages.csv"
    words = (
        "--tests",
        "none",
        "--intervals",
        "fisher,jackknife",
        "--coverages",
        table,
        "--out",
        tmp_path / "page.md",
    )
    out = certified(call, monkeypatch, *words)
    assert out.splitlines()[1] == f"coverages  {table}"
    rows = read_table(table.read_text(), CertifiedCoverage, name="coverages")
    assert {(row.interval, row.level, row.scores, row.truths, row.runs) for row in rows} == {
        (interval, level, "normal", 1, 4)
        for interval in ("fisher", "jackknife")
        for level in ("system", "input")
    }


def test_what_a_folder_holds(call, monkeypatch, tmp_path):
    folder = ("--folder", tmp_path / "kept")
    certified(call, monkeypatch, "--tests", "williams", "--intervals", "none", *folder)
    monkeypatch.setattr(study, "rates_of", None)
    page = certified(
        call, monkeypatch, "--tests", "williams,sign_flip", "--intervals", "none", *folder, "--kept"
    )
    assert "2 cells in 1 scenario are missing" in page
    assert "- tests: 10 × 20 (1): `sign_flip` (system), `sign_flip` (input)" in page
    assert "`williams`" in page


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (("--grid", "huge"), ArgumentError, "`grid` must be one of"),
        (("--tests", "luck"), UnsupportedMethodError, "no studied test"),
        (("--intervals", "luck"), UnsupportedMethodError, "no studied interval"),
        (("--tests", "none", "--intervals", "none"), ArgumentError, "name a test or an interval"),
        (("--level", "global"), ArgumentError, "`level` must be one of"),
        (("--level", "input", *TESTS), UnsupportedMethodError, "none of the tests exists"),
        (("--kept",), ArgumentError, "--kept shows what a folder holds"),
        (("--out", "same", "--coverages", "same"), ArgumentError, "different files"),
        (("--coefficient", "gamma"), ArgumentError, "`coefficient` must be one of"),
        (("--runs", "0"), ArgumentError, "`runs`"),
        (("--resamples", "5"), ArgumentError, "`resamples`"),
        (("--human", "x"), ArgumentError, "--human names scorers of a table"),
        (("--out", "page.md", "--json"), ArgumentError, "one of them"),
        (("--out", "no-such-folder/page.md"), FormatError, "the folder 'no-such-folder' is missing"),
        (("--fit", "no-such-file.csv"), DataError, "there is no file"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(call, words, error, message):
    with pytest.raises(error, match=message):
        call("--workers", "1", *words)


def test_the_page_as_html_and_its_manifest(call, monkeypatch, tmp_path, scores):
    page = tmp_path / "page.html"
    fitted = ("--fit", scores, "--human", "relevance", "--metrics", "good,fair")
    drawn = tmp_path / "drawn"
    titled = ("--title", "Data <like> mine", "--figures", drawn)
    out = call(*fitted, *TESTS, *QUICK, "--out", page, *titled).output
    manifest = tmp_path / "page.manifest.json"
    figures = [f"figures  {path}" for path in sorted(drawn.glob("sizes-*.svg"))]
    assert len(figures) > 0
    first, second, *others = out.splitlines()
    assert (first, second, sorted(others)) == (f"page  {page}", f"manifest  {manifest}", figures)
    assert "<h1>Data &lt;like&gt; mine</h1>" in page.read_text()
    for path in (page, manifest):
        recorded = read_manifest(path)
        assert recorded.study == "certify"
        assert differences(recorded, rerun(recorded, workers=1)) == []
    # of Markdown there is a manifest on request
    words = (*TESTS, *QUICK, "--out", tmp_path / "page.md")
    assert certified(call, monkeypatch, *words) == f"page  {tmp_path / 'page.md'}\n"
    assert (tmp_path / "page.md").read_text().startswith("# Certification of tests and intervals\n")
    own = tmp_path / "own.json"
    assert f"manifest  {own}" in certified(call, monkeypatch, *words, "--manifest", own, "--title", "Mine")
    assert (tmp_path / "page.md").read_text().startswith("# Mine\n")


def test_one_table_in_any_form(call, monkeypatch):
    words = ("--tests", "williams", "--intervals", "fisher")
    csv = certified(call, monkeypatch, *words, "--to", "csv", "--table", "coverages")
    assert csv.startswith(
        "scenario,n_systems,n_inputs,scores,level,coefficient,interval,population,coverage,"
    )
    assert len(csv.splitlines()) == 3
    assert "Rejection rates" in certified(call, monkeypatch, *words, "--table", "rates")
    whole = json.loads(certified(call, monkeypatch, *words, "--json", "--table", "all"))
    assert {"rates", "coverages", "missing", "conclusions", "settings", "signature"} <= set(whole)
    assert whole["settings"]["seed"] == 1


def test_truths_and_sizes_of_the_grid(call):
    words = ("--truths", "two bad*", "--sizes", "6x20,8x20", "--minutes", "5", "--json")
    rows = json.loads(call(*TESTS, *QUICK, *words).output)
    assert {row["scenario"] for row in rows} == {
        f"two bad systems; normal scores; {n} systems, 20 inputs" for n in (6, 8)
    }
    assert {(row["alternative"], row["alpha"]) for row in rows} == set(SIDES)
