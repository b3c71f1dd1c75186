"""What every command of a study does, here of systems: page and manifest, targets, options that become arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trueness.cli.options import setting_options
from trueness.cli.study_command import PAGE, argument_values, printing_options
from trueness.reporting.manifest import read_manifest
from trueness.studies.systems.settings import SystemSelection, SystemSettings

QUICK = ("--human", "relevance", "--metrics", "good,fair", "--seed", 1, "--resamples", 99)


def test_a_page_and_its_manifest_are_written(run, scores, tmp_path):
    outcome = run("systems", scores, *QUICK, "--out", "s.html", "--title", "My <b>systems")
    assert (outcome.status, outcome.err) == (0, "")
    page = (tmp_path / "s.html").read_text(encoding="utf-8")
    assert "<h1>My &lt;b&gt;systems</h1>" in page
    first, second = (read_manifest(tmp_path / name) for name in ("s.html", "s.manifest.json"))
    assert first == second
    assert (first.study, first.settings.seed, first.settings.resamples) == ("systems", 1, 99)
    assert first.selection.scorers == ("relevance", "good", "fair")
    (source,) = first.data["scores"].sources
    assert source.name == str(scores)
    assert source.sha256
    assert outcome.out.endswith("\npage      s.html\nmanifest  s.manifest.json\n")
    # what is printed besides is what is printed without
    assert outcome.out.startswith(run("systems", scores, *QUICK).out)


@pytest.mark.usefixtures("outlined")
def test_what_was_written_can_be_rerun(run, scores):
    run("systems", scores, *QUICK, "--lower-is-better", "fair", "--out", "s.html")
    for name in ("s.html", "s.manifest.json"):
        outcome = run("rerun", name, "--workers", 1)
        assert (outcome.status, outcome.err) == (0, "")
        found = json.loads(run("rerun", name, "--json").out)
        assert found["differences"] == []
        assert "|seed:1|" in found["signature"]


def test_a_rerun_notices_other_numbers_and_other_data(run, scores, tmp_path):
    run("systems", scores, *QUICK, "--manifest", "m.json")
    text = (tmp_path / "m.json").read_text(encoding="utf-8")
    assert not (tmp_path / "trueness-report.html").exists()
    (tmp_path / "m.json").write_text(text.replace('"not separated"', '"better"', 1), encoding="utf-8")
    assert run("rerun", "m.json").status == 7
    (tmp_path / "m.json").write_text(text, encoding="utf-8")
    scores.write_text(scores.read_text().replace("s3,", "s33,"))
    outcome = run("rerun", "m.json")
    assert outcome.status == 3
    assert "the data differ from those of the manifest" in outcome.err


@pytest.mark.usefixtures("outlined")
def test_a_manifest_may_lie_elsewhere(run, scores, tmp_path):
    (tmp_path / "kept").mkdir()
    outcome = run(
        *("systems", scores, *QUICK, "--metrics", "good", "--out", "s.html", "--manifest", "kept/m.json"),
        *("--json", "--table", "all"),
    )
    assert outcome.status == 0, outcome.err
    found = json.loads(outcome.out)
    assert (found["page"], found["manifest"]) == ("s.html", str(Path("kept", "m.json")))
    assert found["signature"] == read_manifest(tmp_path / "kept" / "m.json").signature
    (tmp_path / "s.html").unlink()
    scores.rename(tmp_path / "kept" / "scores.csv")
    assert run("rerun", "kept/m.json").status == 0


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--title", "x"), 2, "--title has no effect here: it is that of a page. Name one (--out)."),
        (("--title", "x", "--manifest", "m.json"), 2, "--title has no effect here"),
        (("--out", "nowhere/s.html"), 3, "the folder 'nowhere'"),
        (("--out", "."), 2, "--out must name a file"),
        (("--out", "scores.csv"), 3, "this file is read; it would be written over"),
        (("--manifest", "scores.csv"), 3, "this file is read; it would be written over"),
        (("--out", "s.html", "--manifest", "s.html"), 2, "must name different files"),
        (("--table", "ranks"), 2, "--table must be one of 'pairs'"),
        (("--json", "--to", "csv"), 2, "name two forms of output"),
    ],
)
def test_what_cannot_be_written_is_said_before_any_work(run, scores, tmp_path, words, status, message):
    before = scores.read_text()
    # no such scorer: work would end otherwise
    outcome = run("systems", "scores.csv", "--human", "nobody", *words)
    assert outcome.status == status
    assert message in outcome.err
    assert scores.read_text() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scores.csv"]


def test_nothing_is_written_where_work_fails(run, scores, tmp_path):
    assert run("systems", scores, "--human", "nobody", "--out", "s.html").status == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scores.csv"]


@pytest.mark.usefixtures("outlined")
def test_strict_writes_first_and_leaves_with_its_status(run, scores, tmp_path):
    few = ("--metrics", "good", "--test", "t")
    assert run("systems", scores, "--human", "relevance", *few, "--out", "s.html", "--strict").status == 5
    assert (tmp_path / "s.html").exists()


def test_options_become_arguments():
    given = dict.fromkeys((*setting_options(SystemSelection, SystemSettings), "drop_duplicates", "workers"))
    assert argument_values(given, SystemSelection, SystemSettings) == {}
    given |= {
        "scorers": ["rouge{1,2}_f, bleu", "chrf"],
        "people": ["none"],
        "drop_duplicates": False,
        "seed": 0,
        "alpha": 0.1,
        "workers": 2,
        "out": "unknown here",
    }
    assert argument_values(given, SystemSelection, SystemSettings) == {
        "scorers": ["rouge{1,2}_f", "bleu", "chrf"],
        "people": (),
        "drop_duplicates": False,
        "rng": 0,
        "alpha": 0.1,
        "workers": 2,
    }


def test_none_means_no_people(run, tmp_path):
    lines = ["system,type,input,human,a"]
    lines += [
        f"s{i},{'reference' if i == 3 else 'peer'},d{j},{(i * j) % 5},{i + j}"
        for i in range(4)
        for j in range(8)
    ]
    (tmp_path / "s.csv").write_text("\n".join(lines) + "\n")
    words = (
        "systems",
        "s.csv",
        "--keep",
        "all",
        "--columns",
        "groups=type",
        "--resamples",
        49,
        "--seed",
        1,
        "--json",
        "--table",
        "all",
    )
    assert json.loads(run(*words).out)["people"] == ["s3"]
    assert json.loads(run(*words, "--people", "none").out)["people"] == []


def test_what_is_printed_and_written_is_said_in_one_place():
    assert list(printing_options(("pairs",))) == ["json", "to", "table", "strict", *PAGE]
