"""Several human scorers on the command line."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.writing.write import write_scores

QUICK = ("--level", "system", "--coefficient", "pearson,kendall")


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    rng = np.random.default_rng(6)
    quality = rng.normal(size=(7, 9))
    table = ScoreTable(
        (Scorer("coherence", "human"), Scorer("fluency", "human"), Scorer("rouge"), Scorer("bleu")),
        tuple(f"s{k}" for k in range(7)),
        tuple(f"d{k}" for k in range(9)),
        np.stack([quality + 0.5 * rng.normal(size=quality.shape) for _ in range(4)]),
    )
    return write_scores(table, tmp_path_factory.mktemp("dimensions") / "scores.csv")


@pytest.mark.usefixtures("outlined")
def test_several_are_one_report(run, scored, tmp_path):
    humans = "coherence,fluency,mean(coherence,fluency)"
    page = tmp_path / "page.html"
    shown = run(
        "compare", scored, "--human", humans, *QUICK, "--seed", "1", "--sort", "kendall", "--out", page
    )
    assert shown.status == 0, shown.err
    assert "System level, τ: 2 metrics by Kendall's tau-b with ‘coherence’" in shown.out
    assert page.exists()
    again = run("rerun", page, "--allow-files")
    assert again.status == 0, again.out
    rows = json.loads(run("compare", "--no-tests", scored, "--human", humans, *QUICK, "--json").out)
    assert {row["facet"] for row in rows} == {"coherence", "fluency", "mean(coherence,fluency)"}
    paper = run("compare", scored, "--human", humans, *QUICK, "--table", "paper", "--to", "csv")
    assert paper.out.count("mean(coherence,fluency)_system_kendall_n") == 1
    few = ("--human", "coherence,fluency", "--level", "system", "--coefficient", "pearson")
    report = run("compare", scored, *few, "--seed", "1", "--out", tmp_path / "r.html")
    assert report.status == 0, report.err


def test_one_alone_is_a_comparison_as_before(run, scored):
    one = run(
        "compare",
        scored,
        "--human",
        "mean(coherence,fluency)",
        *QUICK,
        "--seed",
        "1",
        "--json",
        "--table",
        "all",
    )
    assert json.loads(one.out)["human"] == "mean(coherence,fluency)"
    wrong = run("compare", scored, "--human", "coherence,fluent", *QUICK)
    assert wrong.status == 3
    assert "no scorer is called 'fluent'" in wrong.err
    normality = run("compare", scored, "--human", "coherence,fluency", *QUICK, "--table", "normality")
    assert normality.status == 2


@pytest.mark.usefixtures("outlined")
def test_groups_take_the_place_of_several_human_scores(run, tmp_path):
    rows = [
        f"s{i},d{j},{'de' if j < 10 else 'en'},{(3 * i + j) % 5},{(3 * i + j) % 5 + i * j % 3},{i * j % 7}"
        for i in range(6)
        for j in range(20)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(["system,input,language,human,one,two", *rows]) + "\n")
    status, out, err = run("compare", path, "--human", "human", "--by", "language", "--level", "input")
    assert (status, err) == (0, "")
    assert "in both groups by 'language'" in " ".join(out.split())
    status, _, err = run("compare", path, "--human", "human,one", "--by", "language")
    assert status == 2
    assert "are for one human scorer (--human), not for 2: give the command once for each" in err
    assert "--human 'mean(human,one)'" in err
    status, _, err = run("compare", path, "--human", "human", "--smallest-group", "3")
    assert status == 2
    assert "--smallest-group needs --by: add" in err
    page = tmp_path / "page.html"
    status, _, _ = run("compare", path, "--human", "human", "--by", "language", "--out", page)
    assert status == 0
    assert "by language" in page.read_text()
