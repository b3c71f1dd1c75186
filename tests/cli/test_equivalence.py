"""`trueness compare --equivalence`: the same numbers as the function, in every form of output."""

from __future__ import annotations

import csv
import io
import json
import random

import pytest

from trueness.data.reading.read import read_scores
from trueness.studies.equivalence.study import equivalence


@pytest.fixture
def ask(run):
    return lambda *words, **more: run("compare", "--equivalence", *words, **more)


FAST = (
    "--human",
    "relevance",
    "--coefficient",
    "pearson",
    "--level",
    "system",
    "--resamples",
    "99",
    "--seed",
    "1",
)


def test_json_is_what_the_function_says(ask, scores):
    done = ask(scores, "--margin", "0.1", *FAST, "--json")
    assert (done.status, done.complaints) == (0, [])
    found = equivalence(
        read_scores(scores),
        margin=0.1,
        human="relevance",
        coefficient="pearson",
        level="system",
        resamples=99,
        rng=1,
    )
    rows = json.loads(done.out)
    assert [row.pop("signature") for row in rows] == [str(found.signature)] * 3
    warned = list(dict.fromkeys(one.code for one in found.cautions if one.severity == "warning"))
    assert [row.pop("warnings") for row in rows] == [warned] * 3
    assert rows == found.to_dict()["tests"]


def test_the_terminal_says_sentences_cautions_table_and_signature(ask, scores):
    status, out, _ = ask(scores, "--margin", "0.1", "--method", "bootstrap", *FAST, width=200)
    assert status == 0
    for part in (
        "'good' agrees better with 'relevance' than 'fair'",
        "Equivalence",
        "Difference",
        "=noise<b>",
        "equivalence:bootstrap-both",
        "warning",
    ):
        assert part in " ".join(out.split())


@pytest.mark.parametrize(
    ("to", "part"), [("latex", r"\begin{tabular}"), ("markdown", "| Metric |"), ("csv", "metric,rival")]
)
def test_other_forms(ask, scores, to, part):
    status, out, _ = ask(scores, "--margin", "0.1", *FAST, "--to", to)
    assert status == 0
    assert part in out


def test_options_reach_the_study(ask, scores):
    out = ask(
        scores,
        "--margin-low",
        "-0.2",
        "--margin-high",
        "0.1",
        "--method",
        "anderson_hauck",
        "--baseline",
        "fair",
        "--alpha",
        "0.1",
        "--correction",
        "holm",
        "--test",
        "none",
        *FAST,
        "--to",
        "csv",
    ).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["metric"], row["rival"]) for row in rows] == [("good", "fair"), ("'=noise<b>", "fair")]
    assert {(row["margin_low"], row["margin_high"], row["method"], row["test"]) for row in rows} == {
        ("-0.2", "0.1", "anderson_hauck", "none")
    }


def test_conditions(ask, scores, tmp_path):
    other = tmp_path / "german.csv"
    other.write_text(scores.read_text())
    out = ask(
        scores, "--margin", "0.1", "--against", other, "--against", f"same={scores}", *FAST, "--json"
    ).out
    rows = json.loads(out)
    assert [row["condition"] for row in rows] == ["german"] * 3 + ["same"] * 3
    assert [row["estimate"] for row in rows] == pytest.approx([0.0] * 6, abs=1e-12)
    status, _, err = ask(scores, "--margin", "0.1", "--against", other, "--against", other, *FAST)
    assert (status, "two conditions are called 'german'" in err) == (2, True)
    status, _, err = ask(scores, "--margin", "0.1", "--against", "de=nowhere.csv", *FAST)
    assert (status, "nowhere.csv" in err) == (3, True)
    status, _, err = ask(scores, "--margin", "0.1", "--against", f"={scores}", *FAST)
    assert (status, "lacks a name before" in err) == (2, True)


def test_figures(ask, scores, tmp_path):
    folder = tmp_path / "new" / "figures"
    status, out, _ = ask(scores, "--margin", "0.1", *FAST, "--figures", folder, width=300)
    assert status == 0
    assert [path.name for path in folder.iterdir()] == ["margin-curve-pearson-system.svg"]
    assert "figure" in out
    status, _, err = ask(scores, "--margin", "0.1", *FAST, "--figures", scores)
    assert (status, "is no folder" in " ".join(err.split())) == (3, True)


def test_figures_of_conditions(ask, scores, tmp_path):
    folder = tmp_path / "figures"
    status, _, err = ask(scores, "--margin", "0.1", "--against", f"same={scores}", *FAST, "--figures", folder)
    assert (status, err) == (0, "")
    assert sorted(path.name for path in folder.iterdir()) == [
        "margin-curve-pearson-system.svg",
        "scorer-plane.svg",
        "shift-plot-pearson-system.svg",
    ]
    alone = tmp_path / "alone"
    ask(scores, "--margin", "0.1", "--against", f"same={scores}", "--unmatched", *FAST, "--figures", alone)
    assert [path.name for path in alone.iterdir()] == ["margin-curve-pearson-system.svg"]


def test_tables(ask, scores):
    out = ask(scores, "--margin", "0.1", *FAST, "--table", "cautions", "--json").out
    assert {row["severity"] for row in json.loads(out)} <= {"note", "warning"}
    status, _, err = ask(scores, "--margin", "0.1", *FAST, "--table", "tests")
    assert (status, "--table must be one of 'equivalence', 'margins', 'decisions', 'cautions'" in err) == (
        2,
        True,
    )


def test_strict(ask, scores):
    assert ask(scores, "--margin", "0.1", "--method", "bootstrap", *FAST, "--strict").status == 5


@pytest.mark.parametrize(
    ("words", "status", "part"),
    [
        ((), 2, "margin"),
        (("--margin", "wide"), 2, "--margin must be one of 'sd', 'range'"),
        (("--margin", "sd"), 3, "two or more behind 'relevance'"),
        (("--margin", "0.1", "--over", "outputs"), 4, "global level only"),
        (("--margin", "0.1", "--baseline", "bad"), 3, "bad"),
    ],
)
def test_what_is_refused(ask, scores, words, status, part):
    outcome = ask(scores, *words, *FAST)
    assert outcome.status == status
    assert part in outcome.err
    assert outcome.err.count("\n") == 1


def test_a_margin_on_one_side_is_no_equivalence(run, scores, tmp_path):
    asked = ("--metrics", "good,fair", "--coefficient", "pearson", "--level", "system")
    words = (
        "compare",
        "--equivalence",
        scores,
        "--human",
        "relevance",
        *asked,
        "--resamples",
        99,
        "--seed",
        1,
    )
    status, out, err = run(*words, "--margin-low", -1.5, "--figures", "drawn", "--test", "none", width=200)
    assert status == 0, err
    said = " ".join(out.split())
    assert "'good' is not worse than 'fair' by more than 1.5 in agreement with 'relevance'" in said
    assert "equivalent" not in said
    assert list((tmp_path / "drawn").iterdir()) == []  # the curve is that of a symmetric margin
    (row,) = json.loads(run(*words, "--margin-low", -1.5, "--test", "none", "--json").out)
    (both,) = json.loads(run(*words, "--margin", 1.5, "--test", "none", "--json").out)
    assert (row["verdict"], both["verdict"]) == ("not worse", "equivalent")
    assert row["smallest_margin"] < both["smallest_margin"]


@pytest.mark.usefixtures("outlined")
def test_a_page_and_its_manifest_repeat_the_study(run, scores, tmp_path):
    for name, noise in (("german.csv", 0.1), ("scores-2.csv", 0.2)):
        lines = scores.read_text().splitlines()
        changed = [f"{float(line.rsplit(',', 3)[1]) + noise * (k % 3)}" for k, line in enumerate(lines[1:])]
        parts = [line.rsplit(",", 3) for line in lines[1:]]
        rows = [",".join((p[0], c, p[2], p[3])) for p, c in zip(parts, changed, strict=True)]
        (tmp_path / name).write_text("\n".join([lines[0], *rows]) + "\n")
    words = (
        "compare",
        "--equivalence",
        scores,
        "--margin",
        ".1",
        "--against",
        "german.csv",
        "--against",
        "scores=scores-2.csv",
    )
    page = ("--out", "page.html", "--title", "Two languages", "--manifest", "kept.json")
    status, out, err = run(*words, *FAST, *page)
    assert (status, err) == (0, "")
    assert "page.html" in out
    assert "Two languages" in (tmp_path / "page.html").read_text()
    for recorded in ("page.html", "kept.json"):
        status, out, err = run("rerun", recorded)
        assert (status, err) == (0, "")
    (tmp_path / "german.csv").rename(tmp_path / "deutsch.csv")
    assert (
        run("rerun", "kept.json", "--data", scores, "--data", "deutsch.csv", "--data", "scores-2.csv").status
        == 0
    )
    status, _, err = run(*words[:-3], "deutsch.csv", *FAST, "--out", "deutsch.csv")
    assert (status, "would be written over" in err) == (3, True)


def test_groups_have_results_of_their_own_and_are_repeated(run, tmp_path):
    rng = random.Random(1)
    lines = ["system,input,language,human,one,two"]
    for system in range(8):
        for k in range(10):
            quality = system / 8 + rng.random()
            one, two = quality + 0.1 * rng.random(), quality + 0.1 * rng.random()
            lines.append(f"s{system},d{k},{'de' if k < 5 else 'fr'},{quality},{one},{two}")
    (tmp_path / "two.csv").write_text("\n".join(lines) + "\n")
    words = ("compare", "--equivalence", "two.csv", "--human", "human", "--margin", 0.1, "--level", "system")
    words += ("--coefficient", "pearson")
    status, out, err = run(*words, "--by", "language", "--smallest-group", 5, "--out", "page.html")
    assert (status, err) == (0, "")
    said = " ".join(out.split())
    assert "All together: ✓ 'one' and 'two'" in said
    assert "By group, 'one' against 'two' (Pearson's r, system level, within 0.1): " in said
    assert "2 groups" in (tmp_path / "page.html").read_text()
    assert run("rerun", "page.html").status == 0
    rows = json.loads(run(*words, "--by", "language", "--smallest-group", 5, "--json").out)
    assert [row["group"] for row in rows] == ["all", "de", "fr"]
    status, _, err = run(*words, "--smallest-group", 5)
    assert (status, "--smallest-group has no effect here" in err) == (2, True)
