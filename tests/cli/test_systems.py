"""`trueness systems`: every form of output, options that reach the study, refusals."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from trueness.cli.study_command import study_command
from trueness.errors import ArgumentError, UnknownNameError
from trueness.studies.systems.rows import SystemsResult

APP = typer.Typer(pretty_exceptions_enable=False)
APP.command()(study_command("systems"))


@pytest.fixture
def scores(tmp_path):
    rng = np.random.default_rng(5)
    quality = np.arange(5)[:, None] + rng.normal(size=(5, 12))
    lines = ["system,input,document,relevance,good,=noise<b>"]
    for i in range(5):
        for j in range(12):
            good, noise = quality[i, j] + 0.1 * rng.normal(), rng.normal()
            lines.append(f"s{i},d{j},{'abcd'[j % 4]},{quality[i, j]:.0f},{good},{noise}")
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def call(monkeypatch, tmp_path):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "110")

    def run(*words):
        return CliRunner().invoke(APP, [str(word) for word in words], catch_exceptions=False)

    return run


QUICK = ("--seed", 1, "--resamples", 199)


def test_the_terminal_shows_findings_and_tables(call, scores):
    out = call(scores, "--human", "relevance", *QUICK).output
    for words in ("By 'relevance'", "Standing of systems", "Tables: pairs, agreement, ", "seed:1"):
        assert words in out
    assert "Pairs of systems" not in out
    asked = call(scores, "--human", "relevance", "--table", "agreement", *QUICK).output
    assert "Agreement about pairs of systems" in asked
    one = call(scores, "--scorer", "good", *QUICK).output
    assert "Standing of systems by good" in one
    asked = call(scores, "--scorer", "good", "--table", "pairs", *QUICK).output
    assert "Pairs of systems by good" in asked
    assert "verdict" in asked.lower()


def test_json_holds_the_pairs_or_the_table_named_or_everything(call, scores):
    found = json.loads(call(scores, "--human", "relevance", "--json", "--table", "all", *QUICK).stdout)
    pairs = json.loads(call(scores, "--human", "relevance", "--json", *QUICK).stdout)
    warned = [one["code"] for one in found["cautions"] if one["severity"] == "warning"]
    beside = {"signature": found["signature"], "warnings": list(dict.fromkeys(warned))}
    assert pairs == [{**row, **beside} for row in found["pairs"]]
    assert set(SystemsResult.TABLES) <= set(found)
    assert len(found["pairs"]) == 30
    assert found["human"] == "relevance"
    rows = json.loads(call(scores, "--to", "json", "--table", "standing", *QUICK).stdout)
    assert len(rows) == 15
    assert "seed:1" in rows[0]["signature"]


def test_the_tables_named_are_those_of_the_study(call):
    assert (
        f"{', '.join(SystemsResult.TABLES)}; conclusions (words); methods (to publish); or all"
        in " ".join(call("--help").output.replace("│", " ").split())
    )


@pytest.mark.parametrize("to", ["csv", "latex", "markdown"])
def test_other_forms(call, scores, to):
    out = call(scores, "--scorer", "good,=noise<b>", "--to", to, *QUICK).stdout
    if to == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert len(rows) == 20
        assert rows[-1]["scorer"] == "'=noise<b>"
    assert {"csv": "rival_system", "latex": r"\begin{tabular}", "markdown": "| Scorer |"}[to] in out


def test_options_reach_the_study(call, scores):
    words = (
        "--scorer good --test wilcoxon --zeros wilcox --alternative less --correction by --alpha .01 --json "
        "--table all"
    )
    found = json.loads(call(scores, *words.split(), "--people", "s[34]").output)
    assert found["people"] == ["s3", "s4"]
    settings = found["settings"]
    assert [settings[k] for k in ("test", "zeros", "alternative", "correction", "alpha")] == [
        "wilcoxon",
        "wilcox",
        "less",
        "by",
        0.01,
    ]
    words = "--scorer good --clusters document --aggregate median --missing complete --means all --json --table all"
    found = json.loads(call(scores, *words.split(), *QUICK).stdout)
    assert found["pairs"][0]["resamples"] == 16
    assert [found["settings"][k] for k in ("aggregate", "missing", "means")] == ["median", "complete", "all"]


def test_lower_is_better_turns_the_verdicts(call, scores):
    def verdicts(*more):
        rows = json.loads(call(scores, "--scorer", "good", "--test", "t", "--json", *more).stdout)
        return [row["verdict"] for row in rows]

    turned = {"better": "worse", "worse": "better", "not separated": "not separated"}
    assert [turned[v] for v in verdicts()] == verdicts("--lower-is-better", "good")


def test_metrics_are_compared_beside_the_human_and_scorers_in_place_of_it(call, scores):
    def named(*words):
        rows = json.loads(call(scores, *words, "--test", "t", "--json", *QUICK).stdout)
        return list(dict.fromkeys(row["scorer"] for row in rows))

    assert named("--human", "relevance", "--metrics", "go*") == ["relevance", "good"]
    assert named("--metrics", "good") == ["good"]
    assert named("--scorer", "relevance") == ["relevance"]
    assert named() == ["relevance", "good", "=noise<b>"]
    with pytest.raises(ArgumentError, match="--scorer names every scorer"):
        call(scores, "--metrics", "good", "--scorer", "good")


def test_strict_leaves_with_its_status(call, scores):
    assert call(scores, "--test", "t", *QUICK).exit_code == 0
    assert call(scores, "--test", "t", "--strict", *QUICK).exit_code == 5


def test_what_is_wrong_is_said_before_any_work(call, scores):
    with pytest.raises(ArgumentError, match="`to` must be one of"):
        call("no-such-file", "--to", "pdf")
    with pytest.raises(ArgumentError, match="`table` must be one of 'pairs'"):
        call("no-such-file", "--table", "ranks")
    with pytest.raises(UnknownNameError, match="no scorer is called 'bleu'"):
        call(scores, "--scorer", "bleu")
