"""`trueness learn`: the folder it writes, what it prints, and its repetition."""

from __future__ import annotations

import json

import pytest

ASKED = ["--human", "coverage", "--features", "rouge{1,2}_f,bleu", "--repeats", "1", "--brief", "--seed", "3"]


@pytest.mark.usefixtures("outlined")
def test_texts_become_a_metric_that_scores_texts(run, tmp_path):
    made = run("learn", "pocket", *ASKED, "--out", "model", "--json")
    assert made.status == 0, made.err
    said = json.loads(made.out)
    assert {row["kind"] for row in said} == {"learned", "chosen", "single"}
    assert json.loads((tmp_path / "model" / "card.json").read_text())["facts"]["seed"] == 3
    files = sorted(path.name for path in (tmp_path / "model").iterdir())
    assert files == ["card.json", "model.safetensors", "report.html", "report.manifest.json"]
    scored = run("score", "pocket", "--metrics", "learned:model/", "--out", "again.csv")
    assert scored.status == 0, scored.err
    assert "learned:model" in (tmp_path / "again.csv").read_text().splitlines()[0]
    again = run("rerun", "model/report.manifest.json")
    assert again.status == 0, again.err


def test_a_page_alone_and_a_table(run, tmp_path):
    made = run("learn", "pocket", *ASKED, "--over", "inputs", "--out", "page.html", "--table", "tests")
    assert made.status == 0, made.err
    assert "best_single" in made.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "page.manifest.json"]


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--learner", "forest"], "forest"),
        (["--over", "documents"], "documents"),
        (["--vectors", "cent_e:vectors=x"], "--texts"),
    ],
)
def test_what_is_refused(run, more, message):
    refused = run("learn", "pocket", *ASKED, *more)
    assert refused.status == 2
    assert message in refused.err
