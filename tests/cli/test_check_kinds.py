"""`check` says what a file holds, scores, texts or preferences; and the command it says runs."""

from __future__ import annotations

import json
import random
import shlex
import tracemalloc

import numpy as np
import pytest

import trueness
from trueness.errors import FormatError

DRAW = random.Random(3)
SYSTEMS, INPUTS = "ABC", [f"d{k}" for k in range(6)]


def lines(header, rows):
    return "\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n"


def words(n):
    return " ".join(DRAW.choice(["the", "cat", "sat", "on", "a", "mat"]) for _ in range(n))


OUTPUTS = [(s, i, words(6), words(6), DRAW.randint(1, 5)) for s in SYSTEMS for i in INPUTS]
PAIRS = [(i, a, b, DRAW.choice(["A", "B", "tie"])) for i in INPUTS for a, b in ("AB", "BC", "AC")]

TEXTS = {
    "plain": lines("system,input,output", [row[:3] for row in OUTPUTS]),
    "one reference": lines("system,input,output,reference", [row[:4] for row in OUTPUTS]),
    "called otherwise": lines("model,doc_id,summary,ref", [row[:4] for row in OUTPUTS]),
    "of translations": lines("system,seg_id,hyp,src", [row[:4] for row in OUTPUTS]),
    "rated by people": lines("system,input,response,reference,human", OUTPUTS),
    "of prompts": lines(
        "Model,Prompt,Response,Gold,Score", [(s, f"write about {i}", *row) for s, i, *row in OUTPUTS]
    ),
}

PREFERENCES = {
    "pairs": (lines("input,a,b,verdict", PAIRS), "if"),
    "by people": (
        lines("input,a,b,winner,annotator", [(*row, who) for row in PAIRS for who in ("x", "y")]),
        "'x', 'y' are people",
    ),
    "people and a model": (
        lines("input,a,b,winner,annotator", [(*row, who) for row in PAIRS for who in ("x", "gpt-4o")]),
        "'gpt-4o' are judges",
    ),
    "a column each": (
        lines("question_id,model_a,model_b,human,gpt4", [(*row, DRAW.choice("AB")) for row in PAIRS]),
        "",
    ),
}


@pytest.fixture
def checked(run, tmp_path, monkeypatch):
    def check(content):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "my file.csv").write_text(content, encoding="utf-8")
        status, out, err = run("check", "my file.csv", width=300)
        assert status == 0, err
        printed = next(line.strip() for line in out.splitlines() if line.startswith("  trueness "))
        return out, shlex.split(printed)[1:], json.loads(run("check", "my file.csv", "--json").out)

    return check


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_scored_next(run, checked, name):
    out, command, found = checked(TEXTS[name])
    assert command[0] == "score"
    assert "Texts" in out
    assert found["texts"][0]["n_texts"] == len(OUTPUTS)
    said = found["support"]["next"] if "support" in found else found["next"]
    assert shlex.split(said)[1:] == command
    rated = name in ("rated by people", "of prompts")
    status, told, err = run(*command, "--metrics", "rouge1_f" if rated else "length", "--no-cache")
    assert status == 0, err
    assert "3 systems, 6 inputs" in told
    if not rated:
        return
    then = shlex.split(out.splitlines()[-1])[1:]
    assert then[:2] == ["compare", "scores.csv"]
    assert shlex.split(found["support"]["then"])[1:] == then
    status, _, err = run(*then, "--level", "input", "--coefficient", "pearson", "--no-tests")
    assert status == 0, err


@pytest.mark.parametrize("name", PREFERENCES)
def test_preferences_are_judged_next(run, checked, name):
    content, provided = PREFERENCES[name]
    out, command, found = checked(content)
    assert command[:2] == ["judge", "--preferences"]
    assert provided in out
    assert found["preferences"]["systems"] == list(SYSTEMS)
    assert (
        sum(one["n_verdicts"] for one in found["preferences"]["raters"]) == found["preferences"]["n_verdicts"]
    )
    assert shlex.split(found["preferences"]["next"])[1:] == command
    status, _, err = run(*command, "--resamples", 49, "--seed", 1)
    assert status == 0, err


def test_python_says_the_same(tmp_path):
    (tmp_path / "texts.csv").write_text(TEXTS["called otherwise"])
    with pytest.raises(FormatError, match=r"these are texts.*trueness score \S+ --columns .*output=summary"):
        trueness.read_scores(tmp_path / "texts.csv")
    (tmp_path / "pairs.csv").write_text(PREFERENCES["a column each"][0])
    with pytest.raises(FormatError, match=r"verdicts on pairs.*read_preferences.*--preferences$"):
        trueness.read_scores(tmp_path / "pairs.csv")
    table = trueness.read_preferences(tmp_path / "pairs.csv")
    assert (table.raters, table.roles) == (("human", "gpt4"), ("human", None))


def test_the_next_command_reads_the_file_as_this_one_did(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(s, i, DRAW.random(), DRAW.randint(1, 5)) for s in "abcdef" for i in INPUTS]
    (tmp_path / "s.csv").write_text("title,,,\n" + lines("system,input,ter,human", rows))
    given = (
        *(
            "--header-row",
            2,
            "--lower-is-better",
            "ter",
            "--missing-values",
            "human=5",
            "--without",
            "inputs=d5",
        ),
        *("--join", "alike", "--keep", "all", "--drop-repeated", "--drop-duplicates"),
    )
    status, out, err = run("check", "s.csv", *given, width=300)
    assert status == 0, err
    assert "Less may be better" not in out
    command = shlex.split(out.splitlines()[-1])[1:]
    assert set(map(str, given)) <= set(command)
    status, out, err = run(*command, "--level", "input", "--coefficient", "pearson", "--no-tests")
    assert status == 0, err
    assert "Lower is better for 'ter'" in " ".join(
        run(*command, "--no-tests", "--table", "cautions").out.split()
    )


def test_spellings_of_preferences_are_joined_as_check_says(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(i, a.lower() if k % 2 else a, b, v, "x") for k, (i, a, b, v) in enumerate(PAIRS)]
    (tmp_path / "p.csv").write_text(lines("input,a,b,winner,rater", rows))
    assert "If they are the same, join them: --join alike" in run("check", "p.csv", width=300).out
    status, out, err = run("check", "p.csv", "--join", "alike", width=300)
    assert (status, err, "warning" in out) == (0, "", False)
    status, out, err = run(*shlex.split(out.splitlines()[-1])[1:], "--resamples", 49, "--seed", 1)
    assert status == 0, err


@pytest.mark.parametrize("tail", ["s{s}\t{k}\t0.{k}{s}\n", "nt\ts{s}\td\t{k}\t0.{k}{s}\n"])
def test_lines_without_a_header_are_known_by_what_they_hold(run, tmp_path, tail):
    rows = [("BLEU\tde-en\tnt\t" + tail).format(s=s, k=k) for s in range(3) for k in range(1, 4)]
    (tmp_path / "lines.csv").write_text("".join(rows))
    status, out, err = run("check", tmp_path / "lines.csv")
    assert status == 0, err
    assert "3 systems, 3 inputs, 1 scorer" in out


def nested(field, more=()):
    """Return lines of JSON as SummEval has them, or with scores under another name."""
    rows = []
    for s, i, output, *_ in OUTPUTS:
        people = [{"coherence": DRAW.randint(1, 5), "relevance": DRAW.randint(1, 5)} for _ in range(3)]
        given = people if field == "expert_annotations" else {"human": DRAW.random(), "m": DRAW.random()}
        row = {"id": i, "model_id": s, "decoded": output, field: given}
        rows.append(row | {name: {"rouge_1": DRAW.random()} for name in more})
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.mark.parametrize(
    ("content", "human"),
    [
        (nested("expert_annotations", ["metric_scores"]), "expert_coherence"),
        (nested("scores"), "scores_human"),
    ],
    ids=["SummEval's", "any"],
)
def test_scores_that_nest_beside_texts_are_what_commands_read(run, tmp_path, monkeypatch, content, human):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nested.jsonl").write_text(content, encoding="utf-8")
    status, out, err = run("check", "nested.jsonl", width=300)
    assert status == 0, err
    assert human in out
    printed = next(line.strip() for line in out.splitlines() if line.startswith("  trueness "))
    assert shlex.split(printed)[1] == "compare"
    found = run("compare", "nested.jsonl", "--human", human, "--resamples", 99)
    assert found.status == 0, found.err


def test_texts_beside_what_nests_and_is_no_score_are_scored_next(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [
        {"id": i, "model_id": s, "decoded": output, "said": {"by": "sue"}} for s, i, output, *_ in OUTPUTS
    ]
    (tmp_path / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert "  trueness score texts.jsonl --columns output=decoded" in run("check", "texts.jsonl").out


@pytest.mark.parametrize("options", [(), ("--labels", "curt|warm|odd")])
def test_labels_without_an_order_have_neither_mean_nor_direction(run, tmp_path, options):
    rows = [(f"i{k}", ("curt", "warm", "odd")[k % 3], ("warm", "odd", "curt")[k % 2], k) for k in range(12)]
    path = tmp_path / "x.csv"
    path.write_text(lines("id,label,judge,score", rows), encoding="utf-8")
    found = json.loads(run("check", path, "--json", *options).out)
    said = {row["scorer"]: (row["better"], row["mean"], row["sd"], row["minimum"]) for row in found["rows"]}
    assert said["label"] == said["judge"] == (None, None, None, None)
    assert said["score"][:2] == ("higher", 5.5)
    assert "declared" not in " ".join(found["notes"])
    shown = run("check", path, *options).out
    assert "5.5" in shown
    assert "nan" not in shown


def test_several_human_labels_without_an_order_are_looked_at(run, tmp_path):
    rows = [(f"i{k}", *(("curt", "warm", "odd")[(k + place) % 3] for place in range(4))) for k in range(12)]
    path = tmp_path / "x.csv"
    path.write_text(lines("id,tone@ann,tone@bob,kind@ann,kind@bob", rows), encoding="utf-8")
    found = run("check", path)
    assert found.status == 0, found.err


def test_a_wide_pool_takes_little_more_memory_than_its_file(run, tmp_path):
    """Test sets with systems of their own, in one file; what the first of all readings loads is not counted."""

    def pool(name, sets, inputs):
        scores = np.random.default_rng(1).normal(size=(sets, 10, inputs, 8))
        keys = [(p, s, i) for p in range(sets) for s in range(10) for i in range(inputs)]
        rows = [
            (f"s{p}-{s}", f"i{p}-{i}", f"p{p}", (p + s + i) % 5, *(f"{one:.5f}" for one in scores[p, s, i]))
            for p, s, i in keys
        ]
        header = "system,input,pair,human," + ",".join(f"metric{k}" for k in range(8))
        (tmp_path / name).write_text(lines(header, rows))

    pool("small.csv", 3, 20)
    pool("large.csv", 12, 400)
    assert run("check", "small.csv").status == 0
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    found = run("check", "large.csv")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "120 systems, 4,800 inputs, 9 scorers" in found.out
    assert peak - before < (tmp_path / "large.csv").stat().st_size + 2**21
