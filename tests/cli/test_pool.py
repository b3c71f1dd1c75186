"""`trueness compare --pool`: a test set of several language pairs read from disk, and what is printed of it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.evalset import read_evalset
from trueness.data.reading.read_tables import read_tables
from trueness.errors import ArgumentError
from trueness.reporting.manifest import read_manifest
from trueness.statistics.agreement.correlation import correlate
from trueness.studies.pool.command import by_table
from trueness.studies.pool.study import pool

PAIRS = ("en-de", "zh-en", "he-en")
QUICK = ("--seed", "1", "--resamples", "99", "--human", "mqm")


@pytest.fixture(scope="module")
def evalset(tmp_path_factory: pytest.TempPathFactory, program) -> Path:
    """Three language pairs with eight systems each, as files."""
    maker = program("tests/data/conftest.py")
    folder = tmp_path_factory.mktemp("sets") / "wmt99"
    for seed, languages in enumerate(PAIRS):
        maker.make_evalset(
            folder,
            languages=languages,
            systems=[f"sys{k}" for k in range(8)],
            segments=12,
            metrics=("BLEU-refA", "COMET-src", "Extra-src")
            if languages == "en-de"
            else ("BLEU-refA", "COMET-src"),
            judged=0.8,
            seed=seed,
        )
    return folder


def rows_of(text: str) -> list[dict[str, object]]:
    return json.loads(text)


def test_both_levels_of_a_test_set_from_disk(run, evalset: Path) -> None:
    done = run("compare", "--pool", evalset, *QUICK, "--table", "estimates", "--json")
    assert done.status == 0, done.err
    rows = rows_of(done.out)
    assert {(row["metric"], row["level"]) for row in rows} == {
        (metric, level) for metric in ("BLEU-refA", "COMET-src") for level in ("system", "input")
    }
    tables = {name: read_evalset(evalset, name) for name in sorted(PAIRS)}
    for row in rows:
        if row["coefficient"] == "pairwise_accuracy":
            continue
        values = []
        for table in tables.values():
            x, z = table.matrix(row["metric"]), table.matrix("mqm")
            judged = ~np.isnan(z).all(axis=0)
            values.append(correlate(x[:, judged], z[:, judged], row["level"], row["coefficient"]).estimate)
        assert row["estimate"] == pytest.approx(np.mean(values), abs=1e-12)
        assert (row["n_tables"], row["n_systems"], row["n_pairs"]) == (3, 24, 84)
    assert all("data:en-de=" in row["signature"] for row in rows)
    mine = pool(tables, human="mqm", rng=1, resamples=99)
    assert [row["low"] for row in rows] == [row.low for row in mine.estimates]


def test_a_terminal_shows_matrices_and_tests(run, evalset: Path) -> None:
    asked = (
        "compare",
        "--pool",
        evalset,
        *QUICK,
        "--level",
        "system",
        "--coefficient",
        "pearson,pairwise_accuracy",
        "--overall",
    )
    done = run(*asked)
    assert done.status == 0, done.err
    said = " ".join(done.out.split())
    assert said.startswith("? Over 3 language pairs, for ranking systems, 'BLEU-refA' agrees most with 'mqm'")
    assert "'Extra-src' in 'he-en', 'zh-en'" in said
    assert [line for line in done.out.splitlines() if line.startswith("Metrics by language pairs")] == [
        "Metrics by language pairs: pearson, system level"
    ]
    matrices = run(*asked, "--table", "matrix").out
    heads = [line.strip() for line in matrices.splitlines() if line.startswith("Metrics by language pairs")]
    assert heads == [
        "Metrics by language pairs: pearson, system level",
        "Metrics by language pairs: pairwise_accuracy, system level",
        "Metrics by language pairs: mean of all pooled values",
    ]
    assert "Pairs of metrics" in run(*asked, "--table", "tests").out
    assert "test:two_way_jackknife-both" in "".join(done.out.split())


def test_many_tables_are_shown_in_parts_that_fit(run, evalset: Path) -> None:
    wide = run(
        "compare",
        "--pool",
        evalset,
        *QUICK,
        "--level",
        "system",
        "--coefficient",
        "pearson",
        "--table",
        "matrix",
        width=100,
    )
    narrow = run(
        "compare",
        "--pool",
        evalset,
        *QUICK,
        "--level",
        "system",
        "--coefficient",
        "pearson",
        "--table",
        "matrix",
        width=62,
    )
    assert wide.out.count("Metrics by language pairs") == 1
    assert narrow.out.count("Metrics by language pairs") == 2
    for name in PAIRS:
        assert name in narrow.out


def test_other_forms(run, evalset: Path) -> None:
    chosen = (*QUICK, "--level", "system", "--coefficient", "kendall", "--part", "*-en")
    found = run("compare", "--pool", evalset, *chosen, "--to", "csv")
    rows = list(csv.DictReader(io.StringIO(found.out)))
    assert list(rows[0])[-2:] == ["he-en", "zh-en"]
    assert len(rows) == 2
    latex = run("compare", "--pool", evalset, *chosen, "--to", "latex").out
    assert r"\begin{tabular}" in latex
    assert "Clusters: by the rule of WMT" in latex
    assert (
        "| Metric | Level | Coefficient |"
        in run("compare", "--pool", evalset, *chosen, "--to", "markdown").out
    )
    facts = rows_of(run("compare", "--pool", evalset, *chosen, "--table", "facts", "--json").out)
    assert [row["table"] for row in facts] == ["he-en", "zh-en"]
    again = rows_of(run("compare", "--pool", evalset, *chosen, "--json").out)
    assert [float(row["estimate"]) for row in rows] == [row["estimate"] for row in again]


def test_tables_named_by_hand_weighted_by_hand(run, evalset: Path, scores: Path) -> None:
    other = scores.with_name("other.csv")
    other.write_text(scores.read_text().replace("s1,d1,doc0,", "s1,d1,doc0,1"))
    done = run(
        "compare",
        "--pool",
        f"a={scores}",
        f"b={other}",
        *("--human", "a=relevance,b=relevance", "--weights", "a=3,b=1", "--level", "system"),
        *("--coefficient", "pearson", "--interval", "none", "--table", "estimates", "--json", "--seed", "1"),
    )
    assert done.status == 0, done.err
    values = {row["metric"]: row for row in rows_of(done.out)}
    assert values["good"]["n_tables"] == 2
    assert "weights:a=3+b=1|" in values["good"]["signature"]
    grouped = run(
        "compare",
        "--pool",
        scores,
        "--tables-by",
        "document",
        "--human",
        "relevance",
        *QUICK[:4],
        "--table",
        "facts",
        "--json",
    )
    assert [row["table"] for row in rows_of(grouped.out)] == [f"doc{k}" for k in range(5)]
    assert {row["n_inputs"] for row in rows_of(grouped.out)} == {2}


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--part", "fr-*"), 3, "no table matches 'fr-*'"),
        (("--human", "nobody"), 3, "no scorer is called 'nobody'"),
        (("--weights", "en-de=x"), 2, "'en-de' has 'x'"),
        (("--weights", "en-de="), 2, "TABLE=VALUE"),
        (("--table", "beside"), 2, "--table must be one of 'matrix'"),
        (("--test", "williams"), 4, "pooled over tables"),
        (("--lower-is-better", "TER"), 3, "no scorer is called 'TER'"),
    ],
    ids=str,
)
def test_wrong_use(run, evalset: Path, words: tuple[str, ...], status: int, message: str) -> None:
    done = run("compare", "--pool", evalset, *QUICK, *words)
    assert (done.status, message in done.err) == (status, True), done.err


def test_warnings_count_with_strict(run, evalset: Path) -> None:
    assert run("compare", "--pool", evalset, *QUICK, "--interval", "none", "--strict").status == 5
    assert run("compare", "--pool", "nothing-there").status == 3


def test_lower_is_better_is_declared_for_every_table_that_has_the_metric(run, evalset: Path) -> None:
    chosen = (
        *QUICK,
        "--level",
        "system",
        "--coefficient",
        "pearson",
        "--interval",
        "none",
        "--table",
        "tasks",
        "--json",
    )
    plain = rows_of(run("compare", "--pool", evalset, *chosen).out)
    turned = rows_of(run("compare", "--pool", evalset, *chosen, "--lower-is-better", "Extra-*,BLEU-refA").out)
    for one, other in zip(plain, turned, strict=True):
        sign = 1 if one["metric"] == "COMET-src" else -1
        assert other["estimate"] == pytest.approx(sign * one["estimate"], abs=1e-12)


def test_values_by_table() -> None:
    assert by_table("weights", "a=3, b = 1", int) == {"a": 3, "b": 1}
    assert [by_table("human", value, str) for value in (None, "DA")] == [None, "DA"]
    with pytest.raises(ArgumentError, match="human"):
        by_table("human", "a=,b", str)


CHOSEN = (*QUICK, "--level", "system", "--coefficient", "pearson,pairwise_accuracy")


@pytest.mark.usefixtures("outlined")
def test_a_page_a_manifest_figures_and_a_rerun(run, evalset: Path, tmp_path: Path) -> None:
    """Two tables have no such human, and one a metric that is not pooled: a rerun says so again."""
    words = ("--human", "en-de=mqm,zh-en=mqm", "--metrics", "BLEU*,Extra-src,COMET-src")
    made = run(
        "compare",
        "--pool",
        evalset,
        *CHOSEN,
        *words,
        "--overall",
        "-o",
        "p.html",
        "--title",
        "A <title>",
        "--figures",
        "f",
    )
    assert made.status == 0, made.err
    page = (tmp_path / "p.html").read_text()
    assert "A &lt;title&gt;" in page
    assert sorted(path.name for path in (tmp_path / "f").iterdir()) == [
        *("forest-pairwise-accuracy-system.svg", "forest-pearson-system.svg"),
        *("ranks-all-all.svg", "ranks-pairwise-accuracy-system.svg", "ranks-pearson-system.svg"),
        *("tables-all-all.svg", "tables-system-pairwise-accuracy.svg", "tables-system-pearson.svg"),
    ]
    manifest = read_manifest(tmp_path / "p.manifest.json")
    assert list(manifest.data) == ["tables"]
    assert set(manifest.tables) == set(PAIRS)
    for path in ("p.manifest.json", "p.html"):
        again = run("rerun", path, "--allow-files")
        assert (again.status, "same" in again.out or "equal" in again.out) == (0, True), again.out + again.err


def test_tables_without_the_human_are_left_out_again(
    run, evalset: Path, scores: Path, tmp_path: Path
) -> None:
    made = run(
        "compare", "--pool", evalset, scores, *CHOSEN, "--manifest", "m.json", "--json", "--table", "all"
    )
    codes = [row["code"] for row in json.loads(made.out)["cautions"]]
    assert {"tables_left_out", "metrics_not_pooled"} <= set(codes)
    again = run("rerun", "m.json", "--allow-files", "--json")
    assert again.status == 0, again.out
    assert scores.stem in read_manifest(tmp_path / "m.json").tables


def test_named_tables_of_several_files_are_repeated_also_from_elsewhere(
    run, scores: Path, tmp_path: Path
) -> None:
    lines = [line.split(",") for line in scores.read_text().splitlines()]
    keys, people, metrics = (slice(0, 2), slice(3, 4), slice(4, None))
    for name, columns in (("people.csv", people), ("metrics.csv", metrics)):
        kept = [",".join([*line[keys], *line[columns]]) for line in lines]
        (tmp_path / name).write_text("\n".join(kept) + "\n")
    words = ("a=people.csv,metrics.csv", f"b={scores}", "--human", "relevance", "--weights", "a=3,b=1")
    made = run(
        "compare",
        "--pool",
        *words,
        *QUICK[:4],
        "--level",
        "system",
        "--manifest",
        "m.json",
        "--lower-is-better",
        "fair",
    )
    assert made.status == 0, made.err
    recorded = read_manifest(tmp_path / "m.json").data["tables"]
    assert [source.table for source in recorded.sources] == ["a", "a", "b"]
    assert run("rerun", "m.json", "--allow-files").status == 0
    for name in ("people.csv", "metrics.csv"):
        (tmp_path / name).rename(tmp_path / f"new-{name}")
    assert run("rerun", "m.json", "--allow-files").status == 3
    files = ("new-people.csv", "new-metrics.csv", scores)
    again = run("rerun", "m.json", *(word for file in files for word in ("--data", file)))
    assert again.status == 0, again.err
    refused = run("compare", "--pool", "a=new-people.csv", "a=new-metrics.csv")
    assert (refused.status, "two tables are called 'a'" in refused.err) == (3, True)
    refused = run("compare", "--pool", f"b={scores}", *QUICK[:4], "--human", "relevance", "--out", scores)
    assert "it would be written over" in refused.err


def test_an_interrupted_run_goes_on_with_the_same_numbers(evalset: Path, tmp_path: Path) -> None:
    tables = read_tables(evalset)
    chosen = {"human": "mqm", "rng": 1, "resamples": 1500, "level": "system", "coefficient": "pearson"}
    chosen |= {"interval": "percentile", "test": "permutation"}
    whole = pool(tables, **chosen)
    kept = {"checkpoint": tmp_path / "kept", "workers": 1, "chunk": 1}

    def stopping(what: str):
        if what.startswith("permuting"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        pool(tables, **chosen, **kept, watch=stopping)
    assert any((tmp_path / "kept").rglob("*"))
    done = pool(tables, **chosen, **kept)
    assert repr((done.estimates, done.tests, done.tasks)) == repr((whole.estimates, whole.tests, whole.tasks))
    assert str(done.signature) == str(whole.signature)


@pytest.fixture
def one_document(tmp_path):
    """Scores of two language pairs, the second of one document, and a metric that the first lacks."""
    rng = np.random.default_rng(5)
    rows = ["language,system,input,document,human,toy,other"]
    for language, documents in (("aa-bb", 5), ("cc-dd", 1), ("ee-ff", 4)):
        for s in range(6):
            for k in range(20):
                human = s / 3 + rng.normal()
                toy, other = human + rng.normal(), "" if language == "cc-dd" else human
                where = f"{language}-{k},{language}-doc{k % documents}"
                rows.append(f"{language},{language}-s{s},{where},{human:.3f},{toy:.3f},{other}")
    path = tmp_path / "pairs.csv"
    path.write_text("\n".join(rows) + "\n")
    return path


BY_LANGUAGE = (
    "--tables-by",
    "language",
    "--human",
    "human",
    "--clusters",
    "document",
    "--level",
    "system",
    "--seed",
    1,
)


@pytest.mark.usefixtures("outlined")
def test_a_table_that_cannot_be_used_is_left_out_with_a_caution_and_again(run, one_document, tmp_path):
    manifest = tmp_path / "m.json"
    status, out, _ = run("compare", "--pool", one_document, *BY_LANGUAGE, "--manifest", manifest)
    assert status == 0
    said = " ".join(out.split())
    assert (
        "1 of 3 tables is left out: 'cc-dd': what holds for other clusters of inputs shows with at least 2"
        in said
    )
    assert "metrics with gaps" not in said  # 'other' is in all tables that are left
    assert run("rerun", manifest)[0] == 0
    status, out, _ = run(
        "compare", "--pool", one_document, *BY_LANGUAGE, "--without", "tables=cc-dd", "--manifest", manifest
    )
    assert status == 0
    assert "are left out" not in out
    assert "without:tables=cc-dd" in "".join(out.split())
    assert run("rerun", manifest)[0] == 0


def test_tables_and_what_is_in_them_are_left_out(run, one_document):
    def asked(*words):
        status, out, err = run("compare", "--pool", one_document, *BY_LANGUAGE, *words, "--table", "matrix")
        return (status, "".join(out.split()) if status == 0 else err)

    assert "|shape:6x20|" in asked("--only", "tables={aa-bb,cc*}")[1]
    assert (
        "|shape:5x10+6x16|" in asked("--without", "tables=cc-dd,aa-bb-s3,inputs=aa-bb-1?,inputs=ee*-[0-3]")[1]
    )
    assert "no table is called 'tt'. Known: 'aa-bb'" in asked("--without", "tables=tt")[1]
    assert "all tables are left" in asked("--without", "tables=*")[1]
    assert "table 'cc-dd': nothing is left with --only" in asked("--only", "aa*,ee*")[1]
