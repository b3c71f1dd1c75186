"""`trueness metrics`: a short list, a long one, and everything about one."""

from __future__ import annotations

import json

import pytest

from trueness.metrics.scoring.metric_facts import metric_facts
from trueness.metrics.scoring.registry import BUILT_IN, metric_names


@pytest.mark.parametrize("width", [40, 80, 200])
def test_the_list_has_a_line_for_a_family(run, width):
    status, out, err = run("metrics", "list", width=width)
    assert (status, err) == (0, "")
    for kind in BUILT_IN:
        name = (*kind.names(), kind.scheme)[0]
        assert f"{len(kind.names())} names" in " ".join(out.split()) if len(kind.names()) > 1 else name in out
    assert len(out.splitlines()) < 15 * len(BUILT_IN)


def test_every_name_with_all_or_a_pattern(run):
    out = run("metrics", "list", "--all", width=150).out
    assert all(name in out for name in metric_names())
    out = run("metrics", "list", "{bleu,len*}").out
    assert "bleu" in out
    assert "length" in out
    assert "compression" not in out
    status, _, err = run("metrics", "list", "x*")
    assert (status, "no metric is called 'x*'" in err) == (3, True)


def test_json_holds_every_fact(run):
    rows = json.loads(run("metrics", "list", "--json").out)
    listed = len(metric_names())
    assert [row["metric"] for row in rows[:listed]] == list(metric_names())
    assert not any(row["requires"] for row in rows[:listed])
    assert all(row["requires"] for row in rows[listed:])
    (row,) = json.loads(run("metrics", "list", "compression", "--json").out)
    assert row == json.loads(run("metrics", "show", "compression", "--json").out)
    assert row["needs"] == ["source"]
    assert (row["lower"], row["upper"], row["empty_output"]) == (0.0, None, None)
    assert (row["higher_is_better"], row["deterministic"], row["slow"], row["origin"]) == (
        True,
        True,
        False,
        "built-in",
    )
    assert row["bibtex"].startswith("@inproceedings{grusky-etal-2018-newsroom")


def test_one_metric_for_people(run):
    status, out, _ = run("metrics", "show", "ter")
    assert status == 0
    for line in (
        "better         lower",
        "range          0 to no bound",
        "needs          output, references",
        "@",
    ):
        assert line in out
    status, _, err = run("metrics", "show", "tre")
    assert (status, "Did you mean 'ter'?" in err) == (3, True)


def test_no_word_of_the_long_list_breaks_at_80_columns(run):
    out = run("metrics", "list", "--all", width=80).out
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    rows = {line.split()[0]: line.split() for line in lines if line.split()}
    for facts in metric_facts(metric_names()):
        row = rows[facts.metric]
        assert row[-1] == ("yes" if facts.default else "no")
        assert {*facts.needs, "higher" if facts.higher_is_better else "lower"} <= set(row)


def test_every_metric_there_is_is_listed_with_what_it_needs(run):
    rows = {row["metric"]: row for row in json.loads(run("metrics", "list", "--json").out)}
    for kind in BUILT_IN:
        assert {*kind.names(), *kind.unlisted()} <= set(rows)
        assert kind.names() or kind.unlisted()
    assert rows["wmd"]["requires"] == {"vectors=PATH": None}
    assert rows["s3_pyr"]["requires"] == {"vectors=PATH": None, "models=PATH": None}
    assert set(rows["bertscore_f"]["requires"]) == {"the extra 'neural'", "the files of a model"}
    assert rows["llm_judge:FILE.toml"]["requires"]["FILE.toml"] is None
    out = " ".join(run("metrics", "list", "--all", width=150).out.split())
    assert "Metrics that need more than texts" in out
    assert all(name in out for name in ("wmd_stop", "moverscore_v2", "comet_qe", "learned:FOLDER"))


def test_what_is_here_is_said(run, monkeypatch, tmp_path):
    def requires():
        rows = json.loads(run("metrics", "list", "--json").out)
        return next(row for row in rows if row["metric"] == "meteor_java")["requires"]

    monkeypatch.delenv("TRUENESS_METEOR_JAR", raising=False)
    jar = tmp_path / "meteor-1.5.jar"
    jar.write_bytes(b"")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "paraphrase-en.gz").write_bytes(b"")
    monkeypatch.setenv("TRUENESS_METEOR_JAR", str(jar))
    assert requires()["meteor-1.5.jar (TRUENESS_METEOR_JAR)"] is True
    monkeypatch.setenv("TRUENESS_METEOR_JAR", str(tmp_path / "none.jar"))
    assert requires()["meteor-1.5.jar (TRUENESS_METEOR_JAR)"] is False


def test_the_list_says_what_a_member_needs(run):
    out = " ".join(run("metrics", "list").out.split())
    assert "A third, meteor_exact_stem_synonym, needs WordNet's files." in out


@pytest.mark.parametrize("width", [20, 60, 100])
def test_everything_about_one_fits_the_terminal(run, width):
    lines = run("metrics", "show", "rouge2_stem_stop_f", width=width).out.partition("\n\n@")[0].splitlines()
    lines = lines[: lines.index("")] if "" in lines else lines
    assert max(map(len, lines)) <= max(width, 35)
    text = " ".join(" ".join(lines).split())
    assert (
        "what ROUGE-2: bigrams shared with the references, words stemmed, stop words removed; F with equal weights."
        in text
    )
    assert "options types: any n" in text


def test_options_are_told(run):
    assert "definition=program" in run("metrics", "show", "autosummeng").out
    assert "base=2 or base=10" in run("metrics", "show", "js2").out
    assert "options        none" in run("metrics", "show", "ter").out
    assert "base=2" in json.loads(run("metrics", "show", "js2", "--json").out)["options"]
