"""Systems that are their own references are told of wherever texts are read, and `--without` leaves them out."""

from __future__ import annotations

import json
import random
import re

import pytest

QUICK = ("--human", "quality", "--level", "system", "--coefficient", "pearson", "--seed", 1)


@pytest.fixture
def texts(tmp_path):
    """Ten systems, of which A and B wrote the references."""
    draw = random.Random(3)
    path = tmp_path / "texts.jsonl"
    with path.open("w") as file:
        for j in range(8):
            references = [" ".join(f"w{draw.randrange(60)}" for _ in range(12)) for _ in range(2)]
            for k, system in enumerate([*(f"s{k}" for k in range(8)), "A", "B"]):
                words = references[k % 2].split()
                own = system in "AB"
                words = (
                    words if own else [w if draw.random() < 0.5 else f"w{draw.randrange(60)}" for w in words]
                )
                row = {
                    "system": system,
                    "input": f"d{j}",
                    "output": " ".join(words),
                    "references": references,
                }
                file.write(json.dumps({**row, "quality": 5 if own else draw.randrange(1, 5)}) + "\n")
    return path


def said_first(out):
    return re.sub(r"\s+", " ", out.partition("warning: ")[2])


def option(out):
    """The option as it is printed, ready to be given."""
    return re.search(r"--without (\S+?)\.?\s", said_first(out) + " ")[1]


@pytest.mark.usefixtures("outlined")
def test_it_is_said_first_and_the_option_that_is_printed_works(run, texts):
    status, out, _ = run("compare", texts, *QUICK, "--metrics", "rouge1_f,chrf")
    assert status == 0
    assert said_first(out).startswith("Systems 'A', 'B' wrote their own references: 100% of the outputs")
    assert option(out) == "A,B"
    status, out, _ = run("compare", texts, *QUICK, "--metrics", "rouge1_f,chrf", "--without", option(out))
    assert status == 0
    assert "own references" not in out
    assert "shape:8x8" in out


def test_it_is_known_of_scores_that_were_written(run, texts, tmp_path):
    status, out, _ = run("score", texts, "--metrics", "rouge1_f,length", "-o", "scores.csv")
    assert status == 0
    assert "warning: Systems 'A', 'B' wrote their own references" in re.sub(r"\s+", " ", out)
    assert json.loads((tmp_path / "scores.csv.meta.json").read_text())["own_references"] == {
        "A": 1.0,
        "B": 1.0,
    }
    assert json.loads(run("score", texts, "--metrics", "length", "-o", "s.csv", "--json")[1])[
        "own_references"
    ]
    status, out, _ = run("compare", "scores.csv", *QUICK)
    assert said_first(out).startswith("Systems 'A', 'B' wrote")
    status, out, _ = run("compare", "--no-tests", "scores.csv", *QUICK, "--without", "[AB]")
    assert "own references" not in out
    status, out, _ = run("convert", "scores.csv", "--without", "B", "-o", "fewer.jsonl")
    assert json.loads((tmp_path / "fewer.jsonl.meta.json").read_text())["own_references"] == {"A": 1.0}
    status, out, _ = run("check", texts)
    assert "warning: Systems 'A', 'B' wrote" in out


@pytest.mark.usefixtures("outlined")
def test_texts_beside_scores_show_it_and_a_manifest_remembers(run, texts, tmp_path):
    rows = [json.loads(line) for line in texts.read_text().splitlines()]
    (tmp_path / "plain.csv").write_text(
        "system,input,quality,chars,words\n"
        + "".join(
            f"{r['system']},{r['input']},{r['quality']},{len(r['output'])},{len(set(r['output']))}\n"
            for r in rows
        )
    )
    status, out, _ = run("compare", "plain.csv", *QUICK)
    assert "own references" not in out
    status, out, _ = run("compare", "plain.csv", *QUICK, "--texts", texts, "--out", "page.html")
    assert status == 0
    assert said_first(out).startswith("Systems 'A', 'B' wrote")
    assert "wrote their own references" in (tmp_path / "page.html").read_text()
    status, out, _ = run("rerun", "page.html")
    assert (status, "all equal" in out) == (0, True)
    status, out, _ = run(
        "judge", "plain.csv", "--human", "quality", "--texts", texts, "--resamples", 99, "--seed", 1
    )
    assert "wrote their own references" in re.sub(r"\s+", " ", out)


def test_a_manifest_repeats_what_was_left_out(run, scores):
    given = ("--human", "relevance", "--level", "system", "--seed", 1)
    status, out, _ = run("compare", scores, *given, "--without", "s[12]", "--manifest", "m.json")
    assert status == 0
    systems = json.loads(scores.with_name("m.json").read_text())["tables"]["scores"]["systems"]
    assert systems == ["s0", *(f"s{k}" for k in range(3, 12))]
    status, out, _ = run("rerun", "m.json")
    assert (status, "all equal" in out) == (0, True)


def test_a_pattern_that_fits_no_system_is_refused(run, scores):
    status, out, err = run("compare", scores, "--human", "relevance", "--without", "refA")
    assert (status, out) == (3, "")
    assert "refA" in err


def test_each_pattern_fits_in_some_table_of_a_pool(run, scores, tmp_path):
    (tmp_path / "other.csv").write_text(scores.read_text().replace("s0,", "refA,"))
    given = (
        "compare",
        "--pool",
        "one=scores.csv",
        "two=other.csv",
        "--human",
        "relevance",
        "--level",
        "system",
        "--seed",
        1,
    )
    status, out, _ = run(*given, "--coefficient", "pearson")
    assert "'refA' looks like a reference" in re.sub(r"\s+", " ", out)
    status, out, _ = run(*given, "--coefficient", "pearson", "--without", "refA,s1")
    assert (status, "looks like a reference" in out) == (0, False)
    status, out, err = run(*given, "--without", "refB")
    assert (status, out) == (3, "")
    assert "Did you mean 'refA'?" in err


def test_texts_are_scored_and_documents_used_without_what_is_left_out(run, texts, tmp_path):
    left = ("--without", "A,B", "--only", "inputs=d[0-3]")
    status, out, err = run("score", texts, "--metrics", "length", *left, "--no-cache", "-o", "s.csv")
    assert (status, err) == (0, "")
    assert "8 systems, 4 inputs" in out
    assert "2 systems left out as asked: 'A', 'B'" in out
    assert "own references" not in out
    status, out, _ = run(
        "generate", "pocket", "--only", "inputs=first-frost", "--count", 3, "-o", "made.jsonl"
    )
    documents = {json.loads(line)["input"] for line in (tmp_path / "made.jsonl").read_text().splitlines()}
    assert (status, documents) == (0, {"first-frost"})
    refused = run("score", texts, "--metrics", "length", "--without", "metrics=quality", "-o", "s.csv")
    assert (refused.status, "systems and inputs alone" in refused.err) == (2, True)


def test_verdicts_are_compared_without_a_rater_and_rerun_leaves_out_the_same(run, tmp_path):
    draw = random.Random(1)
    rows = [
        f"q{k},{a},{b},{draw.choice('AB')},{who},{role}"
        for k in range(12)
        for a, b in (("x", "y"), ("y", "z"))
        for who, role in (("ann", "human"), ("bob", "human"), ("gpt", "judge"))
    ]
    (tmp_path / "pairs.csv").write_text("\n".join(["input,a,b,verdict,rater,role", *rows]))
    asked = ("judge", "--preferences", "pairs.csv", "--judge", "gpt", "--seed", 1)
    signature = re.compile(r"pairs:\d+\|people:\d")
    status, whole, _ = run(*asked)
    assert (status, signature.search(whole)[0]) == (0, "pairs:24|people:2")
    status, left, _ = run(*asked, "--without", "z,raters=bob", "--manifest", "m.json")
    assert (status, signature.search(left)[0]) == (0, "pairs:12|people:1")
    assert json.loads((tmp_path / "m.json").read_text())["data"]["pairs"]["reading"]["without"] == [
        "z,raters=bob"
    ]
    assert run("rerun", "m.json").status == 0
