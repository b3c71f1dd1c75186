"""Several tables from one reading: test sets whole and in part, files, groups, and tables named by hand."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pytest

from trueness import pool
from trueness.data.layouts.evalset import read_evalset
from trueness.data.layouts.mqm import read_mqm
from trueness.data.layouts.wmt import read_wmt_pairs
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_tables import read_tables, split_tables
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, DuplicateKeyError, FormatError, UnknownNameError

CSV = "system,input,domain,good,human\nA,1,news,1,2\nA,2,chat,2,3\nB,1,news,3,1\nB,2,chat,5,6\nC,2,chat,1,1\n"
WMT = {
    "DA-syslevel.csv": "LP HUMAN SYSTEM\nde-en 0.5 A.1\nde-en -0.5 B.2\nfi-en 0.1 A.1\n",
    "BLEU.sys.score": "BLEU\tde-en\tnews99\tA.1\t0.3\nBLEU\tde-en\tnews99\tB.2\t0.2\nBLEU\tfi-en\tnews99\tA.1\t5\n",
}
MQM = (
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "A\td\t1\t1\tr1\ts\tt\tFluency/Grammar\tMajor\n"
    "B\td\t1\t1\tr1\ts\tt\tNo-error\tNo-error\n"
)
SCORES = "system,input,BLEU\nA,1,0.5\nB,1,0.7\n"


@pytest.fixture
def three_pairs(tmp_path: Path, make_evalset) -> Path:
    for seed, languages in enumerate(("en-de", "zh-en", "he-en")):
        made = make_evalset(tmp_path / "wmt99", languages=languages, seed=seed, system_metrics=("chrF-refA",))
    return made.folder


def same(one: ScoreTable, other: ScoreTable) -> bool:
    return (one.fingerprint, one.notes, one.name) == (other.fingerprint, other.notes, other.name)


def test_a_test_set_is_a_table_per_language_pair(three_pairs: Path) -> None:
    tables = read_tables(three_pairs)
    assert list(tables) == ["en-de", "he-en", "zh-en"]
    assert all(same(table, read_evalset(three_pairs, name)) for name, table in tables.items())


@pytest.mark.parametrize(
    ("parts", "names"),
    [
        ("*-en", ["he-en", "zh-en"]),
        (["en-*", "zh-en"], ["en-de", "zh-en"]),
        ("{he,zh}-en", ["he-en", "zh-en"]),
        ("*.sys", ["en-de.sys", "he-en.sys", "zh-en.sys"]),
        (["en-de", "*-en.sys"], ["en-de", "he-en.sys", "zh-en.sys"]),
        ("wmt99 zh-en", ["zh-en"]),
    ],
)
def test_parts(three_pairs: Path, parts, names: list[str]) -> None:
    tables = read_tables(three_pairs, parts=parts)
    assert list(tables) == names
    for name, table in tables.items():
        languages, _, granularity = name.partition(".")
        assert same(table, read_evalset(three_pairs, languages, granularity=granularity or None))


def test_a_pattern_without_a_table(three_pairs: Path) -> None:
    with pytest.raises(
        UnknownNameError, match=r"no table matches 'de-\*'\. Tables: 'en-de', 'he-en', 'zh-en'\."
    ):
        read_tables(three_pairs, parts=["en-de", "de-*"])


def test_sheets_of_a_spreadsheet_are_tables(tmp_path: Path) -> None:
    header, rows = ["system", "input", "domain", "x", "y"], [["a", 1, "news", 1, 2], ["b", 1, "news", 2, 3]]
    book = openpyxl.Workbook()
    for name, more in (("en-de", []), ("de-en", [["a", 2, "chat", 5, 5], ["b", 2, "chat", 6, 5]])):
        sheet = book.create_sheet(name)
        for row in (header, *rows, *more):
            sheet.append(row)
    book.save(tmp_path / "wmt.xlsx")  # with a sheet that is empty
    tables = read_tables(tmp_path / "wmt.xlsx")
    assert {name: len(table.inputs) for name, table in tables.items()} == {"en-de": 1, "de-en": 2}
    assert list(read_tables(tmp_path / "wmt.xlsx", parts="de-*")) == ["de-en"]
    assert list(read_tables(tmp_path / "wmt.xlsx", without="tables=de-*")) == ["en-de"]
    by = read_tables(tmp_path / "wmt.xlsx", by="domain")
    assert list(by) == ["en-de news", "de-en news", "chat"]
    scores = tmp_path / "scores.csv"
    scores.write_text(SCORES)
    again = read_tables(tmp_path / "wmt.xlsx", scores)
    assert list(again) == ["en-de", "de-en", "scores"]
    for name in ("Sheet", "de-en"):
        del book[name]
    book.save(tmp_path / "one.xlsx")
    assert list(read_tables(tmp_path / "one.xlsx")) == ["one"]


def test_files_of_one_name_are_called_by_their_folders(tmp_path: Path) -> None:
    files = []
    for name in ("DE", "EN"):
        (tmp_path / name).mkdir()
        files.append(tmp_path / name / "score.csv")
        files[-1].write_text("system,input,x,y\na,1,1,2\nb,1,2,3\n")
    assert list(read_tables(*files)) == ["DE score", "EN score"]
    assert list(read_tables(*files, parts="EN *")) == ["score"]


def test_names_of_two_test_sets_say_which(tmp_path: Path, make_evalset) -> None:
    folders = [
        make_evalset(tmp_path / year, languages="en-de", seed=k).folder
        for k, year in enumerate(("wmt98", "wmt99"))
    ]
    make_evalset(tmp_path / "wmt99", languages="zh-en")
    assert list(read_tables(*folders)) == ["wmt98 en-de", "wmt99 en-de", "zh-en"]
    assert list(read_tables(*folders, parts="wmt99 *")) == ["en-de", "zh-en"]
    with pytest.raises(DataError, match=r"two tables are called 'wmt98 en-de'\. .*NAME=FILE"):
        read_tables(folders[0], folders[0])


def put(folder: Path, files: dict[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder


def test_metrics_without_their_references(tmp_path: Path, make_evalset) -> None:
    """Language pairs with other references have a metric in common; one with two references keeps its names."""
    for languages, reference, metrics in (
        ("en-de", "refA", ("BLEU-refA", "COMET-src", "f-f-refA")),
        ("zh-en", "refB", ("BLEU-refB", "COMET-src", "COMET-refB", "x-refA")),
    ):
        made = make_evalset(tmp_path / "wmt99", languages=languages, reference=reference, metrics=metrics)
    tables = read_tables(made.folder, base_names=True)
    assert tables["en-de"].scorer_names == ("mqm", "BLEU", "COMET", "f-f")
    # refA is no reference of zh-en
    assert tables["zh-en"].scorer_names == ("mqm", "BLEU", "COMET-refB", "COMET-src", "x-refA")
    assert "metrics called without their references: BLEU is BLEU-refB" in tables["zh-en"].notes
    plain = read_tables(made.folder)["zh-en"]
    np.testing.assert_array_equal(tables["zh-en"].values, plain.values)
    assert plain.scorer_names[1] == "BLEU-refB"


def test_files_of_a_wmt_task_are_read_together(tmp_path: Path) -> None:
    folder = put(tmp_path / "wmt", WMT)
    tables = read_tables(folder)
    assert list(tables) == ["de-en", "fi-en"]
    assert all(same(table, read_wmt_pairs(folder)[name]) for name, table in tables.items())
    other = put(tmp_path / "more", {"a.csv": CSV})
    mixed = read_tables(folder / "BLEU.sys.score", other / "a.csv", folder / "DA-syslevel.csv")
    assert list(mixed) == ["de-en", "fi-en", "a"]
    assert mixed["de-en"].scorer_names == ("DA", "BLEU")
    assert list(read_tables(folder, parts="de-*")) == ["de-en"]


def test_a_file_is_a_table_of_its_name(tmp_path: Path) -> None:
    put(tmp_path, {"a.csv": CSV, "b.csv": CSV.replace("5", "6")})
    tables = read_tables(tmp_path / "a.csv", str(tmp_path / "b.csv"), columns="groups=domain")
    assert list(tables) == ["a", "b"]
    assert tables["a"].input_groups == {"domain": ("news", "chat")}
    assert tables["b"].fingerprint == read_scores(tmp_path / "b.csv", columns="groups=domain").fingerprint
    given = dataclasses.replace(tables["a"], name="mine")
    assert list(read_tables(given, tmp_path / "b.csv")) == ["mine", "b"]
    assert read_tables(given)["mine"] is given


def test_tables_named_by_hand_join_their_sources(tmp_path: Path) -> None:
    put(tmp_path, {"mqm.tsv": MQM, "scores.csv": SCORES})
    tables = read_tables(
        {"en-de": [tmp_path / "mqm.tsv", tmp_path / "scores.csv"], "zh-en": tmp_path / "mqm.tsv"}
    )
    assert list(tables) == ["en-de", "zh-en"]
    joined = tables["en-de"]
    assert joined.scorer_names == ("mqm_penalty", "BLEU")
    assert not joined.scorer("mqm_penalty").higher_is_better
    np.testing.assert_array_equal(
        joined.matrix("mqm_penalty"), read_mqm(tmp_path / "mqm.tsv").matrix("mqm_penalty")
    )
    np.testing.assert_array_equal(joined.matrix("BLEU"), [[0.5], [0.7]])


def test_groups_of_inputs_become_tables(tmp_path: Path) -> None:
    put(tmp_path, {"a.csv": CSV, "b.csv": CSV})
    columns = "groups=domain"
    found = read_tables(tmp_path / "a.csv", by="domain", columns=columns)
    assert list(found) == ["news", "chat"]
    assert (found["news"].systems, found["news"].inputs) == (("A", "B"), ("1",))
    assert (found["chat"].systems, found["chat"].inputs) == (("A", "B", "C"), ("2",))
    np.testing.assert_array_equal(found["chat"].matrix("good")[:, 0], [2, 5, 1])
    two = read_tables(tmp_path / "a.csv", tmp_path / "b.csv", by="domain", columns=columns)
    assert list(two) == ["a news", "a chat", "b news", "b chat"]
    with pytest.raises(UnknownNameError, match="'language'"):
        read_tables(tmp_path / "a.csv", by="language", columns=columns)


def test_a_table_without_the_group_stays_whole() -> None:
    plain = ScoreTable((Scorer("x"),), ("A",), ("1", "2"), np.ones((1, 1, 2)))
    grouped = dataclasses.replace(plain, input_groups={"domain": ("n", "c")})
    found = split_tables({"p": plain, "g": grouped}, "domain")
    assert list(found) == ["p", "n", "c"]
    assert found["p"] is plain


def test_wrong_use(tmp_path: Path, three_pairs: Path) -> None:
    with pytest.raises(ArgumentError, match="at least one file"):
        read_tables()
    with pytest.raises(ArgumentError, match="`columns` has no use here"):
        read_tables(three_pairs, columns="system=x")


def test_inputs_without_a_label_are_named():
    table = ScoreTable(
        (Scorer("h", "human"),),
        ("a", "b"),
        ("1", "2", "3"),
        np.zeros((1, 2, 3)),
        input_groups={"document": ("x", "", " ")},
    )
    with pytest.raises(DataError, match=r"2 inputs without 'document': '2'(,| and) '3'"):
        split_tables({"scores": table}, "document")


def test_arguments_of_another_kind_are_named() -> None:
    table = pd.DataFrame({"system": ["A"], "input": ["1"], "x": [1.0]})
    with pytest.raises(ArgumentError, match="`sources` must name at least one"):
        read_tables({})
    for parts in (5, [5]):
        with pytest.raises(ArgumentError, match="`parts` must be patterns of table names; it is 5"):
            read_tables(table, parts=parts)
    with pytest.raises(UnknownNameError, match="no grouping column is called '5'"):
        read_tables(table, by=5)


def pool_rows(shared=False):
    """Rows of three language pairs with systems, inputs and raters of their own, or with the same inputs in all."""
    rng = np.random.default_rng(3)
    for k, language in enumerate(("en-de", "zh-en", "he-en")):
        for s in range(4):
            for i in range(5 + k):
                scores = rng.normal(size=3).round(2)
                human = "" if (s, i) == (3, 1) else scores[0]
                name = f"d{i}" if shared else f"{language}-d{i}"
                yield f"{language},{language}-s{s},{name},{name}-doc,{human},{scores[1]},{'' if k == 1 else scores[2]}"
        yield f"{language},{language}-silent,{name},{name}-doc,,,"


HEAD = "lp,system,input,document,human@ann,human@bob,BLEU"


def test_groups_are_read_as_tables_and_are_those_of_the_whole(tmp_path):
    path = tmp_path / "pool.csv"
    path.write_text("\n".join([HEAD, *pool_rows()]) + "\n")
    found = read_tables(path, by="lp")
    whole = split_tables({"pool": read_scores(path)}, "lp")
    assert list(found) == list(whole) == ["en-de", "zh-en", "he-en"]
    for name, table in whole.items():
        assert found[name].fingerprint == table.fingerprint
        assert (found[name].systems, found[name].inputs, found[name].name) == (
            table.systems,
            table.inputs,
            table.name,
        )
        assert dict(found[name].input_groups) == dict(table.input_groups)
    assert list(read_tables(path, by="document")) == list(
        split_tables({"pool": read_scores(path)}, "document")
    )


def test_groups_may_share_inputs(tmp_path):
    path = tmp_path / "pool.csv"
    rows = [
        row.replace("en-de-s", "s").replace("zh-en-s", "s").replace("he-en-s", "s")
        for row in pool_rows(shared=True)
    ]
    path.write_text("\n".join([HEAD, *rows]) + "\n")
    with pytest.raises(DuplicateKeyError, match="rows 2 and 23 are both for system"):
        read_scores(path)
    assert [table.shape for table in read_tables(path, by="lp").values()] == [(2, 4, 5), (2, 4, 6), (2, 4, 7)]


def test_groups_need_labels_and_are_of_inputs(tmp_path):
    path = tmp_path / "pool.csv"
    rows = [*pool_rows()]
    rows[2] = rows[2].replace("en-de,", ",", 1)
    path.write_text("\n".join([HEAD, *rows]) + "\n")
    with pytest.raises(FormatError, match=r"pool.csv, row 4, column 'lp': the row lacks a label"):
        read_tables(path, by="lp")
    path.write_text("family,system,input,m\na,s1,d1,1\na,s2,d1,2\nb,s3,d1,2\n")
    with pytest.raises(UnknownNameError, match="no grouping column is called 'family'"):
        read_tables(path, by="family")


def groups_that_share_inputs():
    """Return a frame in which each input of each system stands in two groups, whose labels could be scores."""
    rng = np.random.default_rng(1)
    rows = [
        (group, f"s{i}", f"d{j}", *rng.normal(size=2))
        for group in ("news", "web")
        for i in range(5)
        for j in range(6)
    ]
    return pd.DataFrame(rows, columns=["dataset", "system", "input", "human", "comet"])


def test_the_column_that_makes_tables_needs_not_be_declared_a_grouping(tmp_path):
    frame = groups_that_share_inputs()
    frame.to_csv(tmp_path / "both.csv", index=False)
    for source in (frame, tmp_path / "both.csv"):
        tables = read_tables(source, by="dataset")
        assert [(name, one.shape) for name, one in tables.items()] == [
            ("news", (2, 5, 6)),
            ("web", (2, 5, 6)),
        ]
    pooled = pool(frame, human="human", tables_by="dataset", level="input", coefficient="pearson")
    by_hand = pool(tables, human="human", level="input", coefficient="pearson")
    assert pooled.estimates == by_hand.estimates


def test_one_table_is_split_and_what_is_none_is_named():
    table = read_scores(groups_that_share_inputs(), columns="input=dataset,input")
    assert set(split_tables(table, "dataset")) == {"news", "web"}
    for wrong in ([table], {"a": "file.csv"}):
        with pytest.raises(ArgumentError, match="must be a table, or tables by name"):
            split_tables(wrong, "dataset")


def test_a_list_is_pooled_a_table_each():
    whole = groups_that_share_inputs()
    frames = [here.drop(columns="dataset") for _, here in whole.groupby("dataset")]
    asked = {"human": "human", "level": "input", "coefficient": "pearson"}
    found = pool(frames, **asked)
    assert list(found.tables) == ["table1", "table2"]
    by_name = pool({"table1": frames[0], "table2": frames[1]}, **asked)
    assert found.estimates == by_name.estimates
