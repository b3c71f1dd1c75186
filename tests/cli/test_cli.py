"""The commands as a user runs them: output, files, exit status."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.metrics.scoring import registry

Run = Callable[..., tuple[int, str, str]]
QUICK = ("--resamples", 99, "--seed", 3, "--coefficient", "pearson")


def test_correlate_prints_every_metric_at_both_levels(run: Run, scores: Path) -> None:
    status, out, _ = run("compare", "--no-tests", scores, "--human", "relevance", *QUICK)
    assert status == 0
    for name in ("good", "fair", "=noise<b>", "system", "input"):
        assert name in out


def test_json_equals_the_library(run: Run, scores: Path) -> None:
    status, out, _ = run("compare", "--no-tests", scores, "--human", "relevance", *QUICK, "--json")
    assert status == 0
    table = trueness.read_scores(scores)
    expected = trueness.compare(
        table, human="relevance", resamples=99, rng=3, coefficient="pearson", tests=False
    )
    rows = json.loads(out)
    assert [row["estimate"] for row in rows] == [row.estimate for row in expected.estimates]
    assert [row["low"] for row in rows] == [row.low for row in expected.estimates]
    assert {row["signature"] for row in rows} == {str(expected.signature)}


def test_compare_to_csv_keeps_full_precision_and_disarms_formulas(run: Run, scores: Path) -> None:
    status, out, _ = run("compare", scores, "--human", "relevance", *QUICK, "--to", "csv", "--table", "tests")
    assert status == 0
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == 2 * 3
    assert {row["metric"] for row in rows} | {row["rival"] for row in rows} == {"good", "fair", "'=noise<b>"}
    table = trueness.read_scores(scores)
    expected = trueness.compare(table, human="relevance", resamples=99, rng=3, coefficient="pearson")
    assert [float(row["pvalue"]) for row in rows] == [row.pvalue for row in expected.tests]


@pytest.mark.parametrize(("to", "sign"), [("latex", r"\toprule"), ("markdown", "| ---")])
def test_compare_for_papers(run: Run, scores: Path, to: str, sign: str) -> None:
    status, out, _ = run(
        "compare", scores, "--human", "relevance", *QUICK, "--to", to, "--table", "estimates"
    )
    assert status == 0
    assert sign in out


@pytest.mark.parametrize("width", [40, 80, 200])
def test_tables_fit_the_terminal(run: Run, scores: Path, width: int) -> None:
    status, out, _ = run("compare", scores, "--human", "relevance", *QUICK, width=width)
    assert status == 0
    assert max(len(line) for line in out.splitlines()) <= width
    assert "0." in out


def test_report_and_rerun(run: Run, scores: Path, tmp_path: Path) -> None:
    status, _, err = run("compare", scores, "--human", "relevance", *QUICK, "--out", "page.html")
    assert (status, err) == (0, "")
    page = (tmp_path / "page.html").read_text()
    assert "<b>" not in page.replace("&lt;b&gt;", "")
    manifest = tmp_path / "page.manifest.json"
    assert json.loads(manifest.read_text())["settings"]["seed"] == 3
    for path in (manifest, tmp_path / "page.html"):
        status, out, _ = run("rerun", path)
        assert (status, "all equal" in out) == (0, True)
    scores.write_text(scores.read_text().replace("s0,d0,doc0,", "s0,d0,doc0,1", 1))
    status, _, err = run("rerun", manifest)
    assert status == 3
    assert "fingerprint" in err


@pytest.mark.usefixtures("outlined")
def test_a_page_that_leaves_rows_out_gives_them_again(
    run: Run, scores: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("manifest", "page", "view"):
        monkeypatch.setattr(f"trueness.reporting.{name}.MOST_ROWS", 5)
    assert run("compare", scores, "--human", "relevance", *QUICK, "--out", "r.html").status == 0
    status, out, _ = run("rerun", "r.html", "--manifest", "again.json")
    assert (status, "all equal" in out) == (0, True)
    beside = json.loads((tmp_path / "r.manifest.json").read_text(encoding="utf-8"))
    assert json.loads((tmp_path / "again.json").read_text(encoding="utf-8")) == beside
    assert len(beside["results"]["tests"]["rows"]) > 5
    status, _, err = run("rerun", "r.html", "--manifest", "r.html")
    assert (status, "written over" in err) == (3, True)


@pytest.mark.usefixtures("outlined")
def test_rerun_says_which_numbers_differ(run: Run, scores: Path, tmp_path: Path) -> None:
    run("compare", scores, "--human", "relevance", *QUICK, "--out", "page.html")
    manifest = tmp_path / "page.manifest.json"
    values = json.loads(manifest.read_text())
    table = values["results"]["estimates"]
    table["rows"][0][table["columns"].index("estimate")] += 1e-6
    manifest.write_text(json.dumps(values))
    status, out, _ = run("rerun", manifest)
    assert status == 7
    assert "estimate" in out
    assert "1 value differs" in out


@pytest.mark.usefixtures("outlined")
def test_strict_turns_warnings_into_a_status_and_writes_all_the_same(
    run: Run, scores: Path, tmp_path: Path
) -> None:
    status, *_ = run("compare", scores, "--human", "relevance", *QUICK, "--strict", "--out", "page.html")
    assert status == 5
    assert (tmp_path / "page.html").exists()


def test_patterns_of_metrics_may_have_braces_and_commas(run: Run, scores: Path) -> None:
    words = (
        "compare",
        "--no-tests",
        scores,
        "--human",
        "relevance",
        *QUICK,
        "--json",
        "--lower-is-better",
        "{fair,=noise*}",
    )
    rows = json.loads(run(*words, "--metrics", "{goo*,fair}").out)
    assert {row["metric"] for row in rows} == {"good", "fair"}
    renamed = scores.with_name("renamed.csv")
    renamed.write_text(scores.read_text().replace(",good,", ',"rouge1_f:refs=best,alpha=0.8",', 1))
    rows = json.loads(
        run(
            "compare",
            "--no-tests",
            renamed,
            "--human",
            "relevance",
            *QUICK,
            "--json",
            "--metrics",
            "rouge1_f:refs=best,alpha=0.8,fair",
        ).out
    )
    assert {row["metric"] for row in rows} == {"rouge1_f:refs=best,alpha=0.8", "fair"}


def test_clusters_and_baseline(run: Run, scores: Path) -> None:
    status, out, _ = run(
        "compare",
        scores,
        "--human",
        "relevance",
        *QUICK,
        "--clusters",
        "document",
        "--baseline",
        "fair",
        "--json",
    )
    assert status == 0
    rows = json.loads(out)
    assert {row["rival"] for row in rows} == {"fair"}
    assert "clusters:document" in rows[0]["signature"]


def test_score_and_check_and_convert(run: Run, tmp_path: Path) -> None:
    texts = tmp_path / "texts.jsonl"
    rows = [
        {
            "system": s,
            "input": d,
            "output": f"{s} wrote {d}",
            "references": [f"a wrote {d}"],
            "source": f"about {d} and more",
        }
        for s in "ab"
        for d in ("d1", "d2")
    ]
    texts.write_text("".join(json.dumps(row) + "\n" for row in rows))
    status, out, _ = run("score", texts, "--metrics", "bleu,length", "--out", "scored.csv")
    assert (status, "2 scorers, 2 systems, 2 inputs" in out) == (0, True)
    status, out, _ = run("convert", "scored.csv", "--out", "again.jsonl.gz", "--json")
    assert status == 0
    written = json.loads(out)
    assert trueness.read_scores(tmp_path / "again.jsonl.gz").fingerprint == written["fingerprint"]
    status, out, _ = run("check", "again.jsonl.gz")
    assert (status, "bleu" in out) == (0, True)


def test_check_says_how_scores_are_spread_and_how_long_texts_are(run: Run, tmp_path: Path) -> None:
    """By hand; a file of texts without scores is no error."""
    rows = ["system,input,output,references,clear,short"]
    rows += [
        f'{s},d{d},one{" two" * d},"[""a b"", ""c""]",{d + (s == "b")},{d}' for s in "ab" for d in (1, 2, 3)
    ]
    (tmp_path / "texts.csv").write_text("\n".join(rows[:-1]) + "\n")  # b has no output for d3
    found = json.loads(run("check", "texts.csv", "--json")[1])
    clear = found["rows"][0]
    values = [1, 2, 3, 2, 3]
    assert [clear[key] for key in ("mean", "sd", "minimum", "maximum")] == pytest.approx(
        [np.mean(values), np.std(values, ddof=1), 1, 3]
    )
    assert found["outputs_per_input"] == {"fewest": 1, "mean": 5 / 3, "most": 2}
    outputs, references = found["texts"]
    assert (outputs["n_texts"], outputs["words_low"], outputs["words"], outputs["words_high"]) == (
        5,
        2,
        2.8,
        4,
    )
    assert (references["n_texts"], references["per_input"], references["words"]) == (6, 2, 1.5)
    told = run("check", "texts.csv")[1]
    assert told.startswith("texts: 2 systems, 3 inputs, 2 scorers, 1 to 2 outputs an input\n")
    status, out, _ = run("check", "texts.csv", "--columns", "ignore=clear,ignore=short")
    assert (status, "outputs" in out, "Scores" in out) == (0, True, False)
    (tmp_path / "people.csv").write_text(
        "system,input,clear@x,short@x\na,d1,1,2\nb,d1,2,3\na,d2,3,5\nb,d2,4,5\n"
    )
    pairs = json.loads(run("check", "people.csv", "--json")[1])["human_pairs"]
    assert pairs[0]["estimate"] == pytest.approx(np.corrcoef([1, 2, 3, 4], [2, 3, 5, 5])[0, 1])


def test_systems_in_clusters(run: Run, tmp_path: Path) -> None:
    """A column of families is recognised, shown, kept by a conversion, and lets whole families vary."""
    rng = np.random.default_rng(1)
    rows = ["system,input,document,family,human,a,b"]
    for i, quality in enumerate(rng.normal(size=12)):
        for j in range(6):
            scores = ",".join(f"{quality + noise:.3f}" for noise in rng.normal(size=3) * 0.5)
            rows.append(f"s{i:02},d{j},{'xy'[j // 3]},{'pqrstu'[i // 2]},{scores}")
    (tmp_path / "scores.csv").write_text("\n".join(rows) + "\n")
    assert run("convert", "scores.csv", "--out", "again.parquet")[0] == 0
    for name in ("scores.csv", "again.parquet"):
        status, out, _ = run("check", name)
        assert status == 0
        assert "Inputs by 'document': 2 (x 3, y 3)\n" in out
        assert "Systems by 'family': 6 (p 2, q 2, r 2, s 2, t 2, u 2)\n" in out
    found = json.loads(run("check", "again.parquet", "--json")[1])
    assert found["system_groups"] == {"family": dict.fromkeys("pqrstu", 2)}
    assert found["input_groups"] == {"document": {"x": 3, "y": 3}}
    asked = ("compare", "scores.csv", "--human", "human", "--level", "system", "--coefficient", "pearson")
    status, out, _ = run(*asked, "--system-clusters", "family")
    assert (status, "The 12 systems are in 6 clusters" in " ".join(out.split())) == (0, True)
    status, _, err = run(*asked, "--system-clusters", "family", "--test", "williams")
    assert (status, "Use --test two_way_jackknife" in err) == (4, True)
    status, _, err = run(*asked, "--system-clusters", "document")
    assert (status, "'document' is of inputs, and systems are meant: name it as --clusters" in err) == (
        3,
        True,
    )
    (tmp_path / "mixed.csv").write_text("\n".join([*rows[:30], rows[30].replace(",r,", ",z,"), *rows[31:]]))
    status, out, _ = run("check", "mixed.csv")
    assert (status, "left out: 'family' is no grouping column" in " ".join(out.split())) == (0, True)
    status, _, err = run("check", "mixed.csv", "--columns", "system_groups=family")
    assert (status, "mixed.csv, row 31, column 'family'" in err.replace("\n", " ")) == (3, True)


def test_datasets(run: Run) -> None:
    status, out, _ = run("data", "list", "--json")
    assert status == 0
    assert {"pocket", "summeval", "realsumm"} <= {row["name"] for row in json.loads(out)}
    status, out, _ = run("data", "show", "summeval")
    assert (status, "008f1639" in out) == (0, True)
    status, _, err = run("data", "show", "sumeval")
    assert status == 3
    assert "Did you mean 'summeval'?" in err
    status, _, err = run("data", "get", "tac")
    assert status == 6
    assert "NIST" in err


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--human", "relevanse"), 3, "Did you mean 'relevance'?"),
        (("--human", "relevance", "--metrics", "goood"), 3, "Did you mean 'good'?"),
        (("--human", "relevance", "--level", "sistem"), 2, "Did you mean 'system'?"),
        (("--human", "relevance", "--test", "williams"), 4, "as_published"),
        (("--human", "relevance", "--resamples", "1000000000000"), 2, "at most 10,000,000"),
        (("--human", "relevance", "--resamples", "0"), 2, "--resamples must be a whole number of at least 1"),
        ((), 3, "which scorer is the human one?"),
    ],
)
def test_wrong_use_is_one_line_and_a_status(
    run: Run, scores: Path, words: tuple[str, ...], status: int, message: str
) -> None:
    found, out, err = run("compare", scores, *words)
    assert found == status
    assert message in err
    assert err.startswith("trueness: ")
    assert err.count("\n") == 1
    assert out == ""


def test_a_missing_file_and_an_unknown_option(run: Run) -> None:
    status, _, err = run("compare", "nowhere.csv", "--human", "x")
    assert status == 3
    assert "there is no file 'nowhere.csv'" in err
    status, _, err = run("compare", "nowhere.csv", "--hooman", "x")
    assert status == 2


def test_the_demo_writes_a_report(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "default_names", lambda: ("rouge1_f", "bleu", "chrf"))
    status, out, err = run("demo", "--resamples", 99, "--seed", 1)
    assert (status, err) == (0, "")
    assert (tmp_path / "trueness-demo.html").exists()
    assert "coverage" in out


@pytest.mark.parametrize("command", ["compare --no-tests", "compare"])
def test_system_scores_may_be_medians(run: Run, scores: Path, command: str) -> None:
    words = (
        *command.split(),
        scores,
        "--human",
        "relevance",
        *QUICK,
        "--aggregate",
        "median",
        "--table",
        "estimates",
    )
    status, out, _ = run(*words, "--to", "markdown")
    assert status == 0
    assert "good \\[median\\]" in out
    rows = json.loads(run(*words, "--json").out)
    table = trueness.read_scores(scores)
    for row in rows:
        if row["level"] == "system":
            x, z = table.matrix(row["metric"]), table.matrix("relevance")
            expected = trueness.stats.correlate(x, z, aggregate="median").estimate
            assert row["estimate"] == pytest.approx(expected, abs=1e-12)
        assert "|agg:median|" in row["signature"]
    assert run(*words, "--aggregate", "mode").status == 2


def test_a_part_of_a_source_that_holds_several_tables(run, test_data):
    folder = str(test_data / "data" / "wmt19")
    status, _, err = run("check", folder)
    assert status == 3
    assert "it holds 19 language pairs" in err
    assert "--part en-cs" in err
    status, out, err = run("check", folder, "--part", "de-en", "--json")
    assert (status, err) == (0, "")
    assert len(json.loads(out)["systems"]) == 16
