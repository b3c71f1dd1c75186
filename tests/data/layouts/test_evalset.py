"""Test sets of mt-metrics-eval: one table a language pair and granularity, checked against what was written."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.layouts.evalset import read_evalset
from trueness.data.layouts.evalset_files import language_pairs
from trueness.data.reading.read import read_scores
from trueness.data.scores.merge import merge
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, FormatError, UnknownNameError


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text() + text)


def test_segments(evalset) -> None:
    table = read_evalset(evalset.folder)
    assert table.name == "wmt99 en-de"
    assert table.systems == ("sysA", "sysB", "sysC")
    assert table.inputs == ("1", "2", "3", "4", "5", "6")
    assert table.input_groups == {"document": evalset.documents, "domain": evalset.domains}
    assert table.system_groups == {}
    facts = {s.name: (s.role, s.higher_is_better) for s in table.scorers}
    assert facts == {"mqm": ("human", True), "BLEU-refA": ("metric", True), "COMET-src": ("metric", True)}
    order = [evalset.systems.index(system) for system in table.systems]
    for scorer in table.scorer_names:
        np.testing.assert_array_equal(table.matrix(scorer), evalset.seg[scorer][order])
    assert table.notes == (
        "1 reference among the systems left out: 'refA' (keep='all' keeps them)",
        "no scores for segments, only for test sets (part='en-de.sys'): 'chrF-refA'",
    )


def test_references_are_kept_on_request_and_flagged(evalset) -> None:
    table = read_evalset(evalset.folder, keep="all")
    assert table.systems == ("refA", "sysA", "sysB", "sysC")
    assert table.system_groups == {"type": ("reference", "peer", "peer", "peer")}
    # a metric has no scores of the reference that it compares with
    assert np.isnan(table.matrix("BLEU-refA")[0]).all()
    np.testing.assert_array_equal(table.matrix("COMET-src")[0], evalset.seg["COMET-src"][-1])
    assert table.notes == ("no scores for segments, only for test sets (part='en-de.sys'): 'chrF-refA'",)


def test_system_scores_are_a_table_of_their_own(evalset) -> None:
    table = read_evalset(evalset.folder, granularity="sys")
    assert (table.inputs, table.name) == (("wmt99",), "wmt99 en-de.sys")
    assert table.scorer_names == ("mqm", "BLEU-refA", "COMET-src", "chrF-refA")
    order = [evalset.systems.index(system) for system in table.systems]
    for scorer in table.scorer_names:
        np.testing.assert_array_equal(table.matrix(scorer), evalset.sys[scorer][order])


def test_system_scores_that_are_no_means_are_named(evalset) -> None:
    path = evalset.folder / "metric-scores/en-de/COMET-src.sys.score"
    path.write_text("sysA 0.9\nsysB 0.1\nsysC 0.5\nrefA 0.7\n")
    (note,) = [note for note in read_evalset(evalset.folder).notes if "means" in note]
    assert note.endswith("(part='en-de.sys' reads them): 'COMET-src'")


def test_documents_and_domains(evalset) -> None:
    human = evalset.folder / "human-scores"
    blocks = [(s, d, 10 * i + d) for i, s in enumerate(("sysA", "sysC")) for d in range(3)]
    (human / "en-de.mqm.doc.score").write_text("".join(f"{s} {score}\n" for s, _, score in blocks))
    (human / "en-de.mqm.domain.score").write_text(
        "domain1 sysA 1\ndomain0 sysA 2\ndomain0 sysC 3\ndomain1 sysC None\n"
    )
    table = read_evalset(evalset.folder, granularity="doc")
    assert table.inputs == ("doc0", "doc1", "doc2")
    assert table.input_groups == {"domain": ("domain0", "domain0", "domain1")}
    np.testing.assert_array_equal(table.matrix("mqm"), [[0, 1, 2], [np.nan] * 3, [10, 11, 12]])
    assert "1 system without scores by 'mqm': 'sysB'" in table.notes
    table = read_evalset(evalset.folder, granularity="domain")
    assert table.inputs == ("domain0", "domain1")
    np.testing.assert_array_equal(table.matrix("mqm"), [[2, 1], [np.nan, np.nan], [3, np.nan]])


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("n a\nn b\nn a\n", r"row 3: document 'a' is in two places"),
        ("n a\nm a\nn b\n", r"row 2: document 'a' is of two domains"),
    ],
)
def test_scores_of_documents_need_whole_documents(evalset, content: str, message: str) -> None:
    folder = evalset.folder
    (folder / "documents/en-de.docs").write_text(content * 2 if "two places" in message else content)
    (folder / "sources/en-de.txt").unlink()
    (folder / "human-scores/en-de.mqm.doc.score").write_text("")
    with pytest.raises(FormatError, match=message):
        read_evalset(folder, granularity="doc")


def test_missing_scores_stay_missing(make_evalset, tmp_path: Path) -> None:
    made = make_evalset(tmp_path / "half", segments=40, judged=0.5)
    table = read_evalset(made.folder)
    assert 0 < np.isnan(table.matrix("mqm")).sum() < table.matrix("mqm").size
    assert not np.isnan(table.matrix("COMET-src")).any()
    # a human score of a system is the mean over the segments that were judged
    assert not [note for note in table.notes if "means" in note]


def test_several_language_pairs(evalset, make_evalset) -> None:
    folder = evalset.folder
    make_evalset(folder, languages="zh-en", systems=("X", "Y"), segments=3, seed=3)
    with pytest.raises(FormatError, match=r"holds 2 language pairs: 'en-de', 'zh-en'\. .*--part en-de"):
        read_evalset(folder)
    tables = {pair: read_evalset(folder, pair) for pair in language_pairs(folder)}
    assert {pair: table.shape for pair, table in tables.items()} == {"en-de": (3, 3, 6), "zh-en": (3, 2, 3)}
    assert read_evalset(folder, "zh-en", granularity="sys", keep="all").shape == (3, 3, 1)
    with pytest.raises(UnknownNameError, match="no language pair is called 'zh-de'"):
        read_evalset(folder, "zh-de")


@pytest.mark.parametrize("change", [{"newline": "\r\n"}, {"compressed": True}])
def test_other_newlines_and_compression_change_nothing(make_evalset, tmp_path: Path, change: dict) -> None:
    plain = make_evalset(tmp_path / "a", compressed=False)
    other = make_evalset(tmp_path / "b", **change)
    one, two = (read_evalset(made.folder, name="x") for made in (plain, other))
    assert one.fingerprint == two.fingerprint


def test_without_texts_systems_are_those_of_the_scores(evalset) -> None:
    for kind in ("sources", "references", "system-outputs"):
        (evalset.folder / kind).rename(evalset.folder / f"no-{kind}")
    # nothing says now that refA is a reference
    assert read_evalset(evalset.folder).systems == ("sysB", "sysA", "sysC", "refA")


def test_one_pass_through_read_scores(evalset) -> None:
    folder = evalset.folder
    whole = read_evalset(folder)
    assert read_scores(folder).fingerprint == whole.fingerprint
    assert read_scores(str(folder), format="mt-metrics-eval", part="en-de").fingerprint == whole.fingerprint
    assert read_scores(folder, part="en-de.sys").shape == (4, 3, 1)
    assert read_scores(folder, part=".sys", keep="all").shape == (4, 4, 1)
    assert read_scores(folder, name="mine").name == "mine"


def test_own_scores_are_joined_by_system_and_segment_number(evalset, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    rows = [
        f"{system},{segment},{segment}.5" for system in ("sysC", "sysA", "sysB") for segment in range(1, 7)
    ]
    path.write_text("\n".join(["system,segment,mine", *rows]))
    table = read_scores(evalset.folder, path)
    np.testing.assert_array_equal(table.matrix("mine")[1], np.arange(1, 7) + 0.5)
    assert table.shape == (4, 3, 6)


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_round_trip(evalset, tmp_path: Path, suffix: str) -> None:
    table = read_evalset(evalset.folder, keep="all")
    again = read_scores(write_scores(table, tmp_path / f"x.{suffix}"))
    assert again.fingerprint == table.fingerprint
    assert (again.scorers, again.input_groups, again.system_groups, again.notes) == (
        table.scorers,
        table.input_groups,
        table.system_groups,
        table.notes,
    )


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda d: append(d / "documents/en-de.docs", "news more\n"), r"has 7 lines, but .*en-de\.txt has 6"),
        (lambda d: append(d / "sources/en-de.txt", "More.\n"), r"has 6 lines, but .*en-de\.txt has 7"),
        (lambda d: append(d / "documents/en-de.docs", "news\n"), r"row 7: the line must be DOMAIN DOCUMENT"),
        (lambda d: (d / "documents/en-de.docs").write_text(""), r"en-de\.docs: the file is empty"),
        (
            lambda d: append(d / "human-scores/en-de.mqm.seg.score", "sysA -1\n"),
            r"mqm\.seg\.score: system 'sysA' has 7 scores for 6 segments",
        ),
        (
            lambda d: append(d / "metric-scores/en-de/COMET-src.seg.score", "sysD 1\n"),
            r"COMET-src\.seg\.score, row 25, column 'system': no system is called 'sysD'",
        ),
        (
            lambda d: (d / "metric-scores/en-de/mqm.seg.score").write_text(""),
            r"a human score and a metric are both called 'mqm'",
        ),
    ],
)
def test_what_breaks(evalset, spoil, message: str) -> None:
    spoil(evalset.folder)
    with pytest.raises(FormatError, match=message):
        read_evalset(evalset.folder)


def test_arguments(evalset) -> None:
    with pytest.raises(ArgumentError, match="granularity"):
        read_evalset(evalset.folder, granularity="segment")
    with pytest.raises(ArgumentError, match="keep"):
        read_evalset(evalset.folder, keep="none")
    with pytest.raises(
        FormatError, match=r"scores of 'en-de' for documents are missing\..*segments, test sets: 'seg', 'sys'"
    ):
        read_evalset(evalset.folder, granularity="doc")


def test_a_set_with_system_scores_only_is_read_at_that_granularity(evalset) -> None:
    for path in evalset.folder.rglob("*.seg.score"):
        path.unlink()
    assert read_evalset(evalset.folder).inputs == ("wmt99",)


names = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=6).filter(
    lambda name: "/" not in name and not name.startswith(".")
)


@given(st.lists(names, min_size=2, max_size=3, unique_by=str.casefold), names, st.integers(2, 5))
def test_any_names(make_evalset, tmp_path_factory, systems: list[str], metric: str, segments: int) -> None:
    folder = tmp_path_factory.mktemp("set")
    made = make_evalset(
        folder, systems=systems, metrics=(f"{metric}-src",), segments=segments, reference=None
    )
    table = read_evalset(folder, name="x")
    assert set(table.systems) == set(systems)
    order = [systems.index(system) for system in table.systems]
    np.testing.assert_array_equal(table.matrix(f"{metric}-src"), made.seg[f"{metric}-src"][order])
    again = read_scores(write_scores(table, folder / "x.csv"))
    assert again.fingerprint == table.fingerprint
    assert merge(table, again).fingerprint == table.fingerprint


@pytest.mark.slow
def test_a_set_of_the_usual_size(make_evalset, tmp_path: Path) -> None:
    made = make_evalset(
        tmp_path / "large",
        systems=[f"system-{k}" for k in range(20)],
        segments=2000,
        per_document=12,
        metrics=[f"metric{k}-refA" for k in range(30)],
        judged=0.7,
    )
    table = read_evalset(made.folder)
    assert table.shape == (31, 20, 2000)
    order = [made.systems.index(system) for system in table.systems]
    np.testing.assert_array_equal(table.matrix("metric29-refA"), made.seg["metric29-refA"][order])


def rated(penalties, *, raters=None) -> str:
    """Lines of ratings: an error of each penalty's size, with or against its sign."""
    lines = []
    for k, (system, penalty) in enumerate(penalties):
        errors = [] if penalty == 0 else [{"start": 0, "end": 1, "severity": "major", "score": penalty}]
        rating = "None" if np.isnan(penalty) else json.dumps({"errors": errors})
        lines.append("\t".join([system, rating, *([raters[k % len(raters)]] if raters else [])]))
    return "\n".join(lines) + "\n"


def write_scores_of(evalset, values) -> None:
    lines = (f"{system} {value}" for system, row in values.items() for value in row)
    (evalset.folder / "human-scores/en-de.mqm.seg.score").write_text("\n".join(lines) + "\n")


PENALTIES = {"sysA": [0, 5, 1, 0, 2, 6], "sysB": [1, 1, 0, 0, 25, 3], "sysC": [4, 0, 0, 2, 0, 0.5]}
EACH = [(system, penalty) for system, row in PENALTIES.items() for penalty in row]


def test_raters_become_annotators_of_the_score_that_is_their_mean(evalset) -> None:
    write_scores_of(evalset, {system: [-x for x in row] for system, row in PENALTIES.items()})
    path = evalset.folder / "human-scores/en-de.mqm.merged.seg.rating"
    path.write_text(rated(EACH, raters=["r1", "r2"]))
    table = read_evalset(evalset.folder)
    one = table.annotations["mqm"]
    assert one.annotators == ("r1", "r2")
    np.testing.assert_array_equal(one.mean(), [[-x for x in row] for row in PENALTIES.values()])
    np.testing.assert_array_equal(np.isnan(one.values[0]), [[False, True] * 3] * 3)
    # two raters of every segment, in files of their own
    path.unlink()
    for name, factor in (("rater1", 0.5), ("rater2", 1.5)):
        given = [(system, factor * penalty) for system, penalty in EACH]
        (evalset.folder / f"human-scores/en-de.mqm.{name}.seg.rating").write_text(rated(given))
    one = read_evalset(evalset.folder).annotations["mqm"]
    assert one.annotators == ("mqm.rater1", "mqm.rater2")
    assert one.values[1, 1, 4] == -37.5


def test_ratings_that_are_not_behind_the_scores_are_named(evalset) -> None:
    (evalset.folder / "human-scores/en-de.mqm.seg.rating").write_text(rated(EACH))
    table = read_evalset(evalset.folder)
    assert table.annotations == {}
    assert "single ratings left out, since no human scores here are their means: 'mqm'" in table.notes


def test_ratings_alone_are_the_human_scores(evalset) -> None:
    (evalset.folder / "human-scores/en-de.mqm.seg.score").unlink()
    path = evalset.folder / "human-scores/en-de.mqm.seg.rating"
    path.write_text(rated([*EACH[:-1], ("sysC", np.nan)], raters=["r1"]))
    table = read_evalset(evalset.folder)
    assert table.scorer("mqm").role == "human"
    np.testing.assert_array_equal(table.matrix("mqm")[1], [-1, -1, 0, 0, -25, -3])
    assert np.isnan(table.matrix("mqm")[2, 5])
    assert table.annotations["mqm"].annotators == ("r1",)


def test_scores_are_read_without_ratings_that_cannot_be(evalset) -> None:
    (evalset.folder / "human-scores/en-de.mqm.seg.rating").write_text("sysA\t7\n")
    (note,) = [note for note in read_evalset(evalset.folder).notes if "not read" in note]
    assert "en-de.mqm.seg.rating, row 1" in note
