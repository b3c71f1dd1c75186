"""`trueness judge`: every form of output, the page, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from trueness.studies.judge.rows import JudgeResult

SMALL = ("--seed", "1", "--resamples", "60", "--coefficient", "pearson")


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    """Six systems, thirty inputs; people rate 1 to 5, two judges rate, one scores; a third of the labels is missing."""
    rng = np.random.default_rng(5)
    quality = 3 + rng.normal(size=(6, 1)) + rng.normal(size=(6, 30))
    columns = {
        "relevance": np.clip(np.rint(quality), 1, 5),
        "llm_a": np.clip(np.rint(quality + 0.5 * rng.normal(size=quality.shape)), 1, 5),
        "llm_b": np.clip(np.rint(quality + rng.normal(size=quality.shape) + 0.5), 1, 5),
        "=metric<b>": 0.1 * quality + rng.normal(size=quality.shape),
        "place": rng.integers(1, 7, quality.shape),
    }
    columns["relevance"][rng.random(quality.shape) < 0.3] = np.nan
    lines = ["system,input," + ",".join(columns)]
    for i in range(6):
        for j in range(30):
            cells = ["" if np.isnan(c[i, j]) else repr(float(c[i, j])) for c in columns.values()]
            lines.append(f"s{i},d{j},{','.join(cells)}")
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    path = tmp_path / "texts.jsonl"
    rows = [
        {"system": f"s{i}", "input": f"d{j}", "output": "word " * (1 + (3 * i + 7 * j) % 40)}
        for i in range(6)
        for j in range(30)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.usefixtures("outlined")
def test_the_page_and_the_terminal(run, judged, texts):
    words = (
        "judge",
        judged,
        "--human",
        "relevance",
        "--judge",
        "llm_*",
        "--texts",
        texts,
        "--position",
        "place",
    )
    status, out, err = run(*words, *SMALL, "--out", "page.html", "--title", "My judges")
    assert (status, err) == (0, "")
    page = (judged.parent / "page.html").read_text()
    assert "<h1>My judges</h1>" in page
    assert "texts.jsonl, sha256" in " ".join(page.split())
    text = " ".join(out.split())
    assert "page page.html" in text
    for part in ("llm_a", "What judges may be used for", "covariates:length+place", "seed:1"):
        assert part in text
    for table, parts in (
        ("means", ("with and without the judge",)),
        ("measures", ("quadratic_kappa",)),
        ("bias", ("100 words", "place")),
    ):
        assert f"{table}," in text
        asked = " ".join(run(*words, *SMALL, "--table", table).out.split())
        for part in parts:
            assert part in asked


@pytest.mark.slow
def test_the_same_words_give_the_same_page(run, judged, texts):
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_*", "--texts", texts, *SMALL)
    assert (
        run(*words, "--out", "one.html").status
        == run(*words, "--out", "two.html", "--workers", "1").status
        == 0
    )
    assert (judged.parent / "one.html").read_text() == (judged.parent / "two.html").read_text()


def test_texts_with_fields_of_other_names(run, judged):
    rows = [{"system": f"s{i}", "input": f"d{j}", "said": "a " * j} for i in range(6) for j in range(30)]
    path = judged.parent / "odd.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_a", "--texts", path)
    out = run(*words, "--text-columns", "output=said", *SMALL, "--table", "bias", "--json").out
    assert [row["covariate"] for row in json.loads(out)] == ["length"]


def test_texts_are_read_as_they_are_written(run, judged):
    rows = [f"s{i},d{j},{'a ' * j},{'N/A' if j % 2 else '50%'}" for i in range(6) for j in range(30)]
    path = judged.parent / "titled.csv"
    path.write_text("\n".join(["Texts of May,,,", "as exported,a,b,c", "system,input,output,quality", *rows]))
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_a", "--texts", path, *SMALL)
    read = ("--text-header-row", 3, "--missing-values", "N/A", "--manifest", "m.json")
    found = run(*words, *read, "--table", "bias", "--json")
    assert [row["covariate"] for row in json.loads(found.out)] == ["length"]
    assert run("rerun", "m.json").status == 0


def test_json_holds_every_table(run, judged):
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_a", *SMALL, "--json")
    found = json.loads(run(*words, "--table", "all").out)
    assert set(JudgeResult.TABLES) <= found.keys()
    assert "page" not in found
    written = json.loads(run(*words, "--table", "all", "--out", "p.html").out)
    assert written == {"page": "p.html", "manifest": "p.manifest.json", **found}
    rows = json.loads(run(*words).out)
    warned = [one["code"] for one in found["cautions"] if one["severity"] == "warning"]
    assert rows == [
        {**row, "signature": found["signature"], "warnings": list(dict.fromkeys(warned))}
        for row in found["decisions"]
    ]
    assert (judged.parent / "p.html").is_file()
    assert found["judges"] == ["llm_a"]
    assert found["same_scale"] == {"llm_a": True}
    assert {row["measure"] for row in found["measures"]} >= {"mean_error", "quadratic_kappa"}
    assert found["n_labelled"] + found["n_unlabelled"] == 180
    assert "|seed:1|" in found["signature"]


@pytest.mark.usefixtures("answered_once")
@pytest.mark.parametrize("table", JudgeResult.TABLES)
def test_each_table_in_each_form(run, judged, table):
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_*,=*", *SMALL, "--table", table)
    rows = json.loads(run(*words, "--json").out)
    written = list(csv.DictReader(io.StringIO(run(*words, "--to", "csv").out)))
    assert len(written) == len(rows)
    assert run(*words, "--to", "latex").out.count(r"\caption{") >= 1
    assert run(*words, "--to", "markdown").out.startswith("| ")
    assert run(*words, width=40).status == 0


def test_strict_leaves_with_its_status(run, judged):
    assert run("judge", judged, "--human", "relevance", *SMALL, "--strict").status in (0, 5)


def test_scores_and_texts_are_read_again_and_every_number_is_the_same(run, judged, texts):
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_*", "--texts", texts, *SMALL)
    assert run(*words, "--level", "system", "--out", "page.html", "--manifest", "m.json").status == 0
    recorded = json.loads((judged.parent / "m.json").read_text())
    assert list(recorded["data"]) == list(recorded["tables"]) == ["scores", "texts"]
    assert recorded["data"]["texts"]["kind"] == "texts"
    for name in ("m.json", "page.html"):
        outcome = run("rerun", name)
        assert (outcome.status, outcome.err) == (0, "")
        assert "rows repeated, all equal" in outcome.out
    moved = texts.rename(texts.parent / "elsewhere.jsonl")
    assert run("rerun", "m.json").status == 3
    assert run("rerun", "m.json", "--data", judged, "--data", moved).status == 0


def test_figures_are_written(run, judged):
    words = ("judge", judged, "--human", "relevance", "--judge", "llm_a", *SMALL, "--figures", "drawn")
    assert run(*words).status == 0
    assert [path.name for path in (judged.parent / "drawn").iterdir()] == ["reliability-diagram.svg"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--judge", "lm*"), 3, "no scorer is called 'lm*'"),
        (("--scale", "log"), 2, "--scale must be one of 'auto', 'same', 'linear'"),
        (("--table", "ranks"), 2, "--table must be one of"),
        (("--swapped", "place"), 4, "belongs to one judge"),
        (("--position", "where"), 3, "no scorer or grouping column is called 'where'"),
        (("--lam", "2"), 2, "--lam"),
        (("--out", "scores.csv"), 3, "this file is read"),
        (("--texts", "odd.jsonl", "--out", "odd.jsonl"), 3, "this file is read"),
        (("--out", "nowhere/page.html"), 3, "the folder"),
        (("--texts", "none.jsonl"), 3, "none.jsonl"),
        (("--texts", "odd.jsonl"), 3, "--text-columns output=FIELD"),
        (("--text-columns", "output=a"), 2, "add --texts, or leave"),
        (("--text-header-row", "2"), 2, "--text-header-row is about --texts"),
        (("--texts", "odd.jsonl", "--text-format", "odd"), 2, "--text-format must be one of"),
        (("--clusters", "document"), 3, "grouping column"),
        (("--demonstration", "1"), 2, "--demonstration"),
    ],
)
def test_refusals(run, judged, words, status, message):
    (judged.parent / "odd.jsonl").write_text('{"system": "s0", "input": "d0", "summary": "a b"}\n')
    found = run("judge", judged, "--human", "relevance", *SMALL, *words)
    assert (found.status, found.out) == (status, "")
    assert message in found.err
    assert found.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--by", "--clusters"])
def test_a_grouping_that_is_read_as_scores_is_said_to_be_one(run, tmp_path, option):
    lines = [f"{k},{'hard' if k % 3 else 'easy'},{'pass' if k % 2 else 'fail'},pass" for k in range(60)]
    lines[1] = lines[1].replace(",pass", ",fail")
    path = tmp_path / "labels.csv"
    path.write_text("\n".join(["id,difficulty,human,judge", *lines]) + "\n")
    said = run("judge", path, option, "difficulty").err
    assert f"{option} names a column that is read as scores" in said
    remedy = shlex.split(said.rpartition("grouping column: ")[2])
    assert run("judge", path, option, "difficulty", *remedy, "--seed", "1").status == 0
    assert "is not known" in run("judge", path).err
