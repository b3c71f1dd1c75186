"""`trueness score` as a user runs it: what is written and said, what is known already, and what is wrong with texts."""

from __future__ import annotations

import csv
import gzip
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trueness
from trueness.commands.score import load_function
from trueness.errors import ArgumentError
from trueness.metrics.length import Length

ROWS: list[dict[str, Any]] = [
    {
        "system": s,
        "input": d,
        "output": f"{s} wrote about {d} at length",
        "references": [f"a wrote about {d}", f"b about {d}"],
        "source": f"all there is about {d} and more",
        "relevance": k,
        "noise": 5 - k,
    }
    for k, (s, d) in enumerate((s, d) for s in "abc" for d in ("d1", "d2", "d3"))
]


def write(path: Path, rows=ROWS) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def texts(tmp_path):
    return write(tmp_path / "texts.jsonl")


def test_scores_are_written_and_summed_up(run, texts, tmp_path):
    status, out, err = run(
        "score", texts, "--metrics", "bleu,length", "--lower-is-better", "noise", "--out", "s.parquet"
    )
    assert (status, err) == (0, "")
    assert "s.parquet: 4 scorers, 3 systems, 3 inputs" in out
    assert "9 outputs by 2 metrics: 18 scores computed\n" in out
    table = trueness.read_scores(tmp_path / "s.parquet")
    expected = trueness.score(trueness.read_texts(texts, lower_is_better=["noise"]), ["bleu", "length"])
    assert table.fingerprint == expected.fingerprint
    status, out, _ = run("score", texts, "--metrics", "bleu,length,chrf", "--out", "s.csv")
    assert "9 outputs by 3 metrics: 9 scores computed, 18 known from the cache (" in out.replace("\n", "")


def test_json_says_the_same(run, texts, tmp_path):
    status, out, err = run("score", texts, "--metrics", "length", "--json", "--cache", tmp_path / "kept")
    assert (status, err) == (0, "")
    said = json.loads(out)
    assert said == {
        "path": "scores.csv",
        "replaced": False,
        "rows": 9,
        "systems": 3,
        "inputs": 3,
        "scorers": ["relevance", "noise", "length"],
        "human": ["relevance", "noise"],
        "metrics": [{"metric": "length", "n_undefined": 0}],
        "n_computed": 9,
        "n_known": 0,
        "n_empty_outputs": 0,
        "n_empty_references": 0,
        "cache": str(tmp_path / "kept" / "scores.sqlite"),
        "judges": [],
        "own_references": {},
        "notes": [],
    }
    again = json.loads(run("score", texts, "--metrics", "length", "--json", "--cache", tmp_path / "kept").out)
    assert (again["n_computed"], again["n_known"]) == (0, 9)
    alone = json.loads(run("score", texts, "--metrics", "length", "--json", "--no-cache").out)
    assert (alone["n_computed"], alone["cache"]) == (9, None)


def test_new_rows_and_new_metrics_alone_are_computed(run, texts, monkeypatch):
    seen: list[str] = []
    plain = Length.score

    def counted(self, outputs, references, sources):
        seen.extend(outputs)
        return plain(self, outputs, references, sources)

    monkeypatch.setattr(Length, "score", counted)
    assert run("score", write(texts, ROWS[:4]), "--metrics", "length").status == 0
    assert run("score", write(texts, ROWS), "--metrics", "length,compression").status == 0
    assert run("score", write(texts, ROWS[::-1]), "--metrics", "compression,length").status == 0
    assert sorted(seen) == sorted(row["output"] for row in ROWS)


def test_without_metrics_the_usual_ones(run, texts):
    bare = write(texts, [{key: row[key] for key in ("system", "input", "output")} for row in ROWS])
    said = json.loads(run("score", bare, "--json").out)
    assert "length" in [entry["metric"] for entry in said["metrics"]]
    assert "bleu" not in [entry["metric"] for entry in said["metrics"]]


def test_a_data_set_goes_the_same_way(run, tmp_path):
    assert run("score", "pocket", "--metrics", "length,bleu", "--out", "s.jsonl.gz").status == 0
    expected = trueness.score(trueness.load_dataset_texts("pocket"), ["length", "bleu"])
    assert trueness.read_scores(tmp_path / "s.jsonl.gz").fingerprint == expected.fingerprint


def test_a_folder_of_texts(run, tmp_path):
    for row in ROWS:
        for name, text in (
            (f"outputs/{row['system']}/{row['input']}.txt", row["output"]),
            (f"references/{row['input']}.1.txt", row["references"][0]),
            (f"references/{row['input']}.2.txt", row["references"][1]),
            (f"sources/{row['input']}.txt", row["source"]),
        ):
            path = tmp_path / "folder" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text + "\n")
    assert run("score", "folder", "--metrics", "bleu,compression", "--out", "s.csv").status == 0
    rows = [{key: value for key, value in row.items() if key not in ("relevance", "noise")} for row in ROWS]
    expected = trueness.score(trueness.read_texts(write(tmp_path / "t.jsonl", rows)), ["bleu", "compression"])
    assert trueness.read_scores(tmp_path / "s.csv").fingerprint == expected.fingerprint


def test_scores_by_others(run, texts, tmp_path):
    lines = [f"{row['system']},{row['input']},{k}" for k, row in enumerate(ROWS)]
    (tmp_path / "judge.csv").write_text("\n".join(["system,input,judge", *lines]))
    status, out, _ = run("score", texts, "--metrics", "length", "--with", "judge.csv", "--out", "s.csv")
    assert (status, "4 scorers" in out) == (0, True)
    table = trueness.read_scores(tmp_path / "s.csv")
    assert table.scorer_names == ("relevance", "noise", "length", "judge")
    np.testing.assert_array_equal(table.matrix("judge"), np.arange(9).reshape(3, 3))
    (tmp_path / "judge.csv").write_text("\n".join(["system,input,judge", *lines[:-3]]))
    status, out, err = run("score", texts, "--metrics", "length", "--with", "judge.csv", "--out", "t.csv")
    assert (status, out) == (3, "")
    assert "1 system only in 'texts': 'c'" in err
    assert not (tmp_path / "t.csv").exists()
    assert (
        run(
            "score", texts, "--metrics", "length", "--with", "judge.csv", "--join", "inner", "--out", "t.csv"
        ).status
        == 0
    )
    assert trueness.read_scores(tmp_path / "t.csv").systems == ("a", "b")


def test_what_is_read_is_not_written_over(run, texts):
    before = texts.read_bytes()
    status, _, err = run("score", texts, "--metrics", "length", "--out", texts)
    assert (status, "it would be written over" in err) == (3, True)
    assert texts.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--metrics", "blue"), 3, "no metric is called 'blue'. Did you mean 'bleu'?"),
        (("--metrics", ""), 2, "--metrics is empty"),
        (("--metrics", "bleu", "--out", "s.xlsx"), 2, "must end in"),
        (("--metrics", "bleu", "--join", "left"), 2, "'left'"),
        (("--metrics", "length", "--rouge-mode", "exact"), 2, "--rouge-mode has no use here"),
        (("--metrics", "length", "--with", "nowhere.csv"), 3, "nowhere.csv"),
        (("--metrics", "length", "--columns", "system=sytem"), 3, "Did you mean 'system'?"),
        (("--metrics", "length", "--lower-is-better", "nois"), 3, "Did you mean 'noise'?"),
    ],
)
def test_wrong_use_is_one_line(run, texts, tmp_path, words, status, said):
    found, out, err = run("score", texts, *words)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert said in err
    assert [path.name for path in tmp_path.iterdir()] == ["texts.jsonl"]


@pytest.mark.filterwarnings("default")
def test_a_broken_cache_is_one_line_and_not_needed(run, texts, tmp_path):
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "scores.sqlite").write_bytes(b"nonsense" * 1000)
    words = ("score", texts, "--metrics", "length", "--json")
    found = run(*words, "--cache", "kept", "--out", "broken.csv")
    assert (found.status, found.err.count("\n")) == (0, 1)
    assert "trueness: warning: kept/scores.sqlite: the cache of scores is damaged" in found.err
    assert "Scores are computed without it. Remove the file" in found.err
    assert json.loads(found.out)["cache"] is None
    whole = run(*words, "--no-cache", "--out", "whole.csv")
    assert (whole.status, whole.err) == (0, "")
    assert (tmp_path / "broken.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
    assert json.loads(found.out)["notes"] == json.loads(whole.out)["notes"]


LINE = json.dumps(ROWS[0])


@pytest.mark.parametrize(
    ("name", "content", "status", "said"),
    [
        ("t.jsonl", LINE.replace('"a"', '""', 1), 3, "t.jsonl, row 1, column 'system': the name is empty"),
        ("t.jsonl", f"{LINE}\n{LINE}", 3, "rows 1 and 2 are both for system 'a', input 'd1'"),
        ("t.jsonl", LINE[:-10], 3, "t.jsonl, row 1: broken JSON"),
        (
            "t.jsonl",
            LINE.replace('"a wrote about d1"', "7"),
            3,
            "column 'references[0]': this is a number, not text",
        ),
        (
            "t.jsonl",
            LINE.replace('"a wrote about d1"', '[["x"]]'),
            3,
            "column 'references[0][0]': this is a list",
        ),
        ("t.jsonl", LINE.replace('["a wrote about d1", "b about d1"]', '"x"'), 3, 'Wrap it in a list: ["…"]'),
        ("t.jsonl", LINE.replace("at length", r"\ud83d"), 3, "half of a surrogate pair"),
        ("t.jsonl", LINE.replace("at length", "\0"), 3, "t.jsonl, row 1: broken JSON"),
        ("t.jsonl", LINE.encode("utf-16")[:-1], 3, "must be UTF-16"),
        (
            "t.jsonl",
            LINE.encode("latin-1").replace(b"length", b"l\xe9ngth"),
            3,
            "row 1: byte 0xe9 is not UTF-8",
        ),
        (
            "t.jsonl.gz",
            gzip.compress((LINE + "\n").encode() * 1000)[:-9],
            3,
            "the gzip stream ends too early",
        ),
        ("t.csv", "system,input,output\na,d1,x\0y", 3, "t.csv, row 2: the line has a NUL byte"),
        ("t.csv", 'system,input,output\na,d1,"x', 3, "Check the quotes"),
        ("t.csv", "system,input,text\na,d1,x", 3, "column 'output': the field is missing"),
        ("t.parquet", b"PAR1 and no more", 3, "the file is truncated or damaged"),
        ("t.jsonl", "", 3, "rows of texts are"),
        ("t.txt", "x", 3, "the name must say what the file holds"),
    ],
)
def test_bad_texts_are_one_line(run, tmp_path, name, content, status, said):
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    found, out, err = run("score", name, "--metrics", "length")
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert said in err
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_rows_without_references_are_counted_and_named(run, tmp_path):
    rows = [dict(row) for row in ROWS]
    rows[4]["references"] = None
    del rows[7]["references"]
    write(tmp_path / "t.jsonl", rows)
    status, _, err = run("score", "t.jsonl", "--metrics", "length,bleu")
    assert status == 3
    assert "'bleu' needs references, but 2 of 9 rows lack that, the first for system 'b', input 'd2'" in err
    assert "Add the field 'references' to these rows, or leave the metric out" in err


def test_what_is_odd_but_sound_is_scored_and_counted(run, tmp_path):
    rows = [dict(row) for row in ROWS]
    rows[0]["output"] = ""
    rows[1]["output"] = " \r\n\t"
    rows[2]["references"] = ["", "x"]
    rows[3]["output"] = "one\r\ntwo\rthree\nfour\u2028five"
    rows[4]["output"] = "nul \0 inside"
    (tmp_path / "t.jsonl").write_bytes(b"\xef\xbb\xbf" + "\r\n".join(map(json.dumps, rows)).encode())
    status, out, err = run("score", "t.jsonl", "--metrics", "length,bleu", "--json")
    assert (status, err) == (0, "")
    said = json.loads(out)
    assert (said["n_empty_outputs"], said["n_empty_references"]) == (2, 1)
    assert any("2 of 9 outputs are empty" in note for note in said["notes"])
    table = trueness.read_scores(tmp_path / "scores.csv")
    np.testing.assert_array_equal(table.matrix("length")[0], [0, 0, 6])
    assert table.matrix("length")[1, 0] == 5


def scored_names(run, texts, *words):
    status, out, err = run("score", texts, "--json", *words)
    assert (status, err) == (0, "")
    return [entry["metric"] for entry in json.loads(out)["metrics"]]


def test_options_for_every_rouge_whose_name_does_not_say_them(run, texts):
    asked = "rouge{1,L}_stem_f,rouge2_f:mode=modern,rougeW_f:sentences=newline,alpha=0.8,length"
    assert scored_names(run, texts, "--metrics", asked, "--rouge-mode", "exact") == [
        "rouge1_stem_f:mode=exact",
        "rougeL_stem_f:mode=exact",
        "rouge2_f",
        "rougeW_f:mode=exact,alpha=0.8",
        "length",
    ]
    assert scored_names(run, texts, "--metrics", asked, "--sentences", "marks") == [
        "rouge1_stem_f:sentences=marks",
        "rougeL_stem_f:sentences=marks",
        "rouge2_f:sentences=marks",
        "rougeW_f:alpha=0.8",
        "length",
    ]
    # where sentences end changes L and W only
    assert scored_names(run, texts, "--metrics", asked, "--sentences", "newline", "--rouge-mode", "modern")[
        :2
    ] == [
        "rouge1_stem_f",
        "rougeL_stem_f",
    ]


def test_options_for_rouge_change_its_scores(run, tmp_path):
    row = {"system": "a", "input": "1", "output": "<t>b a</t> <t>c</t>", "references": ["<t>a</t> <t>b</t>"]}
    texts = write(tmp_path / "t.jsonl", [row])
    words = ("--metrics", "rougeL_f", "--out", "s.jsonl")
    assert run("score", texts, *words, "--sentences", "marks").status == 0
    expected = trueness.score(trueness.read_texts(texts), "rougeL_f:sentences=marks")
    assert trueness.read_scores(tmp_path / "s.jsonl").fingerprint == expected.fingerprint
    assert expected.values[0, 0, 0] != trueness.score(trueness.read_texts(texts), "rougeL_f").values[0, 0, 0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rouge-mode", "exakt"), "'exakt'"),
        (("--sentences", "line"), "'line'"),
        (("--segmenter", "nowhere"), "MODULE:FUNCTION"),
        (("--segmenter", "no_such_module:x"), "loading 'no_such_module:x' failed"),
        (("--rouge-mode", "exact", "--segmenter", "builtins:list"), "--segmenter has no use here"),
    ],
)
def test_wrong_options_for_rouge(run, texts, words, said):
    status, out, err = run("score", texts, "--metrics", "rougeL_f", *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_segmenter_changes_scores_and_is_known_to_the_cache(run, tmp_path):
    row = {"system": "a", "input": "1", "output": "我爱北京", "references": ["我爱南京"]}
    texts = write(tmp_path / "t.jsonl", [row])
    (tmp_path / "my_segments.py").write_text(
        "def pairs(run):\n    return [run[k:k+2] for k in range(0, len(run), 2)]\n"
    )
    found = []
    for more in ((), ("--segmenter", "my_segments:pairs"), ("--segmenter", "my_segments:pairs")):
        said = json.loads(run("score", texts, "--metrics", "rouge1_f", "--json", *more).out)
        found.append(
            (said["n_computed"], float(trueness.read_scores(tmp_path / "scores.csv").values[0, 0, 0]))
        )
    sys.modules.pop("my_segments")
    assert found == [(1, 0.75), (1, 0.5), (0, 0.5)]


def test_what_a_metric_warns_of_is_a_note(run, texts):
    write(texts, [{**ROWS[0], "output": "One sentence ended here. Another began."}])
    status, out, err = run("score", texts, "--metrics", "rougeL_f", width=300)
    assert (status, err) == (0, "")
    assert "note: 'rougeL_f' compares sentence by sentence and takes every line for a sentence" in out


def test_functions_are_loaded_by_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_words.py").write_text("def letters(text):\n    return list(text)\n\nnothing = 3\n")
    before = list(sys.path)
    assert load_function("my_words:letters")("ab") == ["a", "b"]
    assert load_function("json:JSONDecoder.decode") is json.JSONDecoder.decode
    assert sys.path == before
    for named, said in (
        ("my_words", "MODULE:FUNCTION"),
        ("my_words:", "MODULE:FUNCTION"),
        ("my_words:word", "has no attribute 'word'"),
        ("my_words:nothing", "must be a function"),
        ("no_such_module:x", "No module named"),
    ):
        with pytest.raises(ArgumentError, match=said):
            load_function(named)
    sys.modules.pop("my_words")


def test_what_is_said_fits_the_terminal(run, texts):
    for first in ("scores.csv: 4 scorers", "scores.csv (replaced): 4 scorers"):
        status, out, _ = run("score", texts, "--metrics", "bleu,chrf", width=60)
        assert status == 0
        assert out.startswith(first)
        assert "note: bleu" in out
        assert all(len(line.rstrip()) <= 60 for line in out.splitlines())


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_fields_may_have_other_names(run, tmp_path, suffix):
    expected = trueness.score(trueness.read_texts(write(tmp_path / "texts.jsonl")), ["bleu", "rouge1_f"])
    names = {
        "system": "model",
        "input": "doc_id",
        "output": "summary",
        "references": "target",
        "source": "article",
    }
    rows = [{names.get(key, key): value for key, value in row.items()} for row in ROWS]
    path = tmp_path / f"other.{suffix}"
    if suffix == "jsonl":
        write(path, rows)
    else:
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows({**row, "target": json.dumps(row["target"])} for row in rows)
    columns = "output=summary,references=target,source=article"
    status, _, err = run("score", path, "--columns", columns, "--metrics", "bleu,rouge1_f", "--out", "s.csv")
    assert (status, err) == (0, "")
    assert trueness.read_scores(tmp_path / "s.csv").fingerprint == expected.fingerprint


def test_a_dimension_called_like_a_metric_can_be_left_out(run, tmp_path):
    path = write(tmp_path / "t.jsonl", [{**row, "coverage": 3} for row in ROWS])
    status, _, err = run("score", path, "--metrics", "coverage")
    assert status == 3
    assert "the texts have a human dimension called 'coverage', which is also the name of a metric" in err
    assert "--columns 'ignore=coverage'" in err
    assert run("score", path, "--metrics", "coverage", "--columns", "ignore=coverage")[0] == 0


def test_a_plug_in_that_fails_is_told_in_one_line(run, texts, monkeypatch):
    def boom(self, outputs, references, sources):
        raise ValueError("boom")

    monkeypatch.setattr(Length, "score", boom)
    status, _, err = run("score", texts, "--metrics", "length", "--no-cache")
    assert status == 3
    assert (
        "metric 'length' (trueness.metrics.length.Length) failed on rows for system 'a', input 'd1' to" in err
    )
    assert "ValueError: boom" in err


def test_scores_do_not_go_into_the_folder_that_is_read(run, tmp_path):
    outputs = tmp_path / "texts" / "outputs" / "s1"
    outputs.mkdir(parents=True)
    (outputs / "d1.txt").write_text("a text\n")
    status, _, err = run(
        "score", str(tmp_path / "texts"), "--metrics", "length", "--out", str(outputs / "x.csv")
    )
    assert status == 3
    assert "lies in a folder that is read" in err
    assert not (outputs / "x.csv").exists()
