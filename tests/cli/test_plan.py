"""`trueness plan`: pilots, assumptions, every form of output, refusals before any work."""

from __future__ import annotations

import csv
import io
import json

import pytest
import typer
from typer.testing import CliRunner

from trueness.cli.study_command import study_command
from trueness.errors import ArgumentError, DataError, FormatError, UnknownNameError, UnsupportedMethodError
from trueness.reporting.manifest import read_manifest
from trueness.studies.plan.command import PlanCommand

APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(study_command("plan"))

QUICK = [
    "--seed",
    "1",
    "--runs",
    "6",
    "--resamples",
    "39",
    "--workers",
    "1",
    "--test",
    "sign_flip",
    "--no-checkpoint",
]
ONE = ["--systems", "8", "--inputs", "5"]


@pytest.fixture
def call(monkeypatch, tmp_path):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "110")

    def run(*words):
        return CliRunner().invoke(APP, [str(word) for word in words], catch_exceptions=False)

    return run


def test_a_pilot_in_a_terminal(call, scores):
    given = ("--human", "relevance", "--metrics", "good,fair", "--systems", "8,12", "--inputs", "10")
    out = call(scores, *given, "--width", "0.9", "--detect", ".3", *QUICK).output
    for words in (
        "Designs",
        "Tables: next",
        "Width",
        "Enough",
        "interval no wider than",
        "seed:1",
    ):
        assert words in out
    assert "data:" in "".join(out.split())
    assert "detect:0.3" in "".join(out.split())
    asked = call(scores, *given, "--width", "0.9", "--detect", ".3", *QUICK, "--table", "next").output
    assert "Where the next judgement helps" in asked


def test_json_holds_the_plan(call, scores):
    given = (scores, "--human", "relevance", "--metrics", "good", *ONE, *QUICK, "--json", "--table", "all")
    found = json.loads(call(*given, "--interval", "bootstrap_both", "--coefficient", "kendall").output)
    keys = {
        "designs",
        "next_steps",
        "decisions",
        "conclusions",
        "cautions",
        "settings",
        "signature",
        "fingerprint",
    }
    assert set(found) == keys
    assert found["settings"]["interval"] == "bootstrap_both"
    assert found["settings"]["coefficient"] == "kendall"
    assert found["designs"][0]["power"] is None
    assert json.loads(call(*given).output) == json.loads(call(*given, "--workers", "1").output)


def test_assumptions_need_no_scores(call):
    given = ("--assume", "quality=.7,annotator=2", "--assume", "bias=0", *ONE, *QUICK)
    rows = list(csv.DictReader(io.StringIO(call(*given, "--annotators", "1,2", "--to", "csv").stdout)))
    assert [row["n_annotators"] for row in rows] == ["1", "2"]
    found = json.loads(call(*given, "--json", "--table", "all").output)
    assert "assumed:quality=0.7,difficulty=1,output=0.5,bias=0,noise=1,annotator=2," in found["signature"]
    assert found["designs"][0]["power"] is not None


def test_one_table_for_a_paper(call):
    given = ("--assume", "quality=1", *ONE, *QUICK, "--to", "markdown")
    assert "| Systems |" in call(*given).output
    assert "| More |" in call(*given, "--table", "next").output


def test_the_curves_are_written(call, tmp_path):
    folder = tmp_path / "figures"
    out = call(
        "--assume", "quality=1", "--systems", "6,8", "--inputs", "5", *QUICK, "--figures", folder
    ).output
    assert "figures  " in out
    assert (folder / "plan-system-pearson.svg").read_text().startswith("<svg")


def test_strict_counts_warnings(call):
    given = ("--assume", "quality=1", "--systems", "12", "--inputs", "5", *QUICK, "--strict")
    assert call(*given).exit_code == 0
    assert call(*given, "--interval", "fisher").exit_code == 5


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ((), ArgumentError, "name a pilot table, or give standard deviations"),
        (("x.csv", "--assume", "bias=1"), ArgumentError, "a plan takes either"),
        (("--assume", "bias"), ArgumentError, "NAME=NUMBER"),
        (("--assume", "bias=1,bias=2"), ArgumentError, "twice"),
        (("--assume", "luck=1"), ArgumentError, "nothing called 'luck'"),
        (("--assume", "bias=1", "--human", "x"), ArgumentError, "`human` names a scorer of a pilot"),
        (("--assume", "bias=1", "--systems", "ten"), ArgumentError, "whole numbers"),
        (("--assume", "bias=1", "--systems", "3"), ArgumentError, "at least 4"),
        (
            ("--assume", "bias=1", "--difference", ".99", "--power", ".8"),
            ArgumentError,
            "less than the metric",
        ),
        (("--assume", "bias=1", "--test", "luck"), UnsupportedMethodError, "no studied test"),
        (("--assume", "bias=1", "--level", "global"), ArgumentError, "level"),
        (("--assume", "bias=1", "--to", "pdf"), ArgumentError, "`to` must be"),
        (("--assume", "bias=1", "--table", "x"), ArgumentError, "`table` must be"),
        (("--assume", "bias=1", "--figures", __file__), FormatError, "is no folder"),
        (("no-such-file.csv",), DataError, "there is no file"),
    ],
)
def test_what_is_wrong_is_said(call, words, error, message):
    with pytest.raises(error, match=message):
        call(*QUICK, *words)


def test_what_is_wrong_with_a_pilot_is_said(call, scores):
    with pytest.raises(UnknownNameError, match="godo"):
        call(scores, "--human", "relevance", "--metrics", "godo", *QUICK)
    with pytest.raises(ArgumentError, match="3 are chosen"):
        call(scores, "--human", "relevance", *QUICK)
    with pytest.raises(ArgumentError, match="name a second metric"):
        call(scores, "--human", "relevance", "--metrics", "good", "--power", ".8", *QUICK)


def test_the_tables_named_are_those_of_the_plan(call):
    rows = call("--assume", "quality=1", *ONE, *QUICK, "--json", "--table", PlanCommand.tables[-1]).stdout
    assert "assumed_variances" in [row["code"] for row in json.loads(rows)]


@pytest.mark.parametrize("assumed", [False, True])
@pytest.mark.usefixtures("outlined")
def test_a_page_a_manifest_and_a_rerun(run, scores, tmp_path, assumed, request):
    known = (
        ("--assume", "quality=.7") if assumed else (scores, "--human", "relevance", "--metrics", "good,fair")
    )
    made = run("plan", *known, *ONE, *QUICK[:-1], "--detect", ".3", "-o", "p.html", "--title", "A <title>")
    assert made.status == 0, made.err
    assert "A &lt;title&gt;" in (tmp_path / "p.html").read_text()
    assert list(read_manifest(tmp_path / "p.manifest.json").data) == ([] if assumed else ["scores"])
    request.getfixturevalue("answered_once")  # both ask the same: computed again once
    for path in ("p.manifest.json", "p.html"):
        again = run("rerun", path, "--no-checkpoint")
        assert again.status == 0, again.out + again.err
    if not assumed:
        scores.write_text(scores.read_text().replace("s1,", "t1,"))
        assert run("rerun", "p.html").status == 3
