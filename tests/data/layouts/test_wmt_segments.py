from pathlib import Path

import numpy as np
import pytest

from trueness import read_scores, read_tables
from trueness.errors import DuplicateKeyError, FormatError

METRIC = (
    "chrF\tcs-en\tnewstest2020\tnewstest2020\tA.1\tpaper.cz\t1\t0.5\n"
    "chrF\tcs-en\tnewstest2020\tnewstest2020\tA.1\tpaper.cz\t2\t0.25\n"
    "chrF\tcs-en\tnewstest2020\tnewstestB2020\tA.1\tpaper.cz\t1\t0.9\n"
    "chrF\tcs-en\tnewstest2020\tnewstest2020\tB.2\tpaper.cz\t1\t0.75\n"
    "chrF\tde-en\tnewstest2020\tnewstest2020\tC.3\tblatt.de\t1\t0.1\n"
)
PEOPLE = (
    "SYS SEGID RAW.SCR Z.SCR N SID\nA.1 paper.cz::1 92.0 0.5 1 7\nB.2 paper.cz::1 60.0 -0.5 1 7\n"
    "A.1 paper.cz::2 80.0 0.1 2 8\n"
)


def put(folder: Path, metric: str = METRIC, people: str = PEOPLE) -> Path:
    (folder / "chrF.seg.score").write_text(metric, encoding="utf-8")
    (folder / "metrics-ad-seg-scores-cs-en.csv").write_text(people, encoding="utf-8")
    return folder


def test_a_language_pair(tmp_path: Path) -> None:
    table = read_scores(put(tmp_path), part="cs-en")
    assert {scorer.name: scorer.role for scorer in table.scorers} == {
        "RAW.SCR": "human",
        "Z.SCR": "human",
        "chrF": "metric",
    }
    assert table.systems == ("A.1", "B.2")
    assert table.inputs == ("paper.cz::1", "paper.cz::2")
    np.testing.assert_array_equal(table.matrix("chrF"), [[0.5, 0.25], [0.75, np.nan]])
    np.testing.assert_array_equal(table.matrix("RAW.SCR"), [[92, 80], [60, np.nan]])
    assert table.input_groups["document"] == ("paper.cz", "paper.cz")


def test_every_pair_is_a_table_also_one_that_people_did_not_judge(tmp_path: Path) -> None:
    tables = read_tables(put(tmp_path))
    assert set(tables) == {"cs-en", "de-en"}
    assert tables["de-en"].scorer_names == ("chrF",)


def test_single_files_are_recognised_by_their_names(tmp_path: Path) -> None:
    put(tmp_path)
    table = read_scores(
        tmp_path / "metrics-ad-seg-scores-cs-en.csv", tmp_path / "chrF.seg.score", part="cs-en"
    )
    assert table.shape == (3, 2, 2)


@pytest.mark.parametrize(
    ("metric", "people", "error", "message"),
    [
        (METRIC + METRIC.splitlines()[0] + "\n", PEOPLE, DuplicateKeyError, "row 6.*second score"),
        (METRIC.replace("0.75", "x"), PEOPLE, FormatError, "row 4.*SCORE.*not a number"),
        ("chrF\tcs-en\tA\t0.5\n", PEOPLE, FormatError, "4 fields"),
        (METRIC, PEOPLE.replace("Z.SCR", "Z"), FormatError, "header"),
    ],
)
def test_what_breaks(tmp_path: Path, metric: str, people: str, error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        read_tables(put(tmp_path, metric, people))


def test_files_of_systems_and_of_segments_are_no_one_table(tmp_path: Path) -> None:
    put(tmp_path)
    (tmp_path / "chrF.sys.score").write_text("chrF\tcs-en\tnewstest2020\tA.1\t0.5\n", encoding="utf-8")
    with pytest.raises(FormatError, match="about segments"):
        read_scores(tmp_path / "chrF.seg.score", tmp_path / "chrF.sys.score")
    assert read_scores(tmp_path).inputs == ("newstest2020",)  # in a folder the others are noted


@pytest.mark.parametrize("more", ["", "\tyes\tno"], ids=["plain", "with what follows"])
@pytest.mark.parametrize("name", ["BLEU.seg.score", "scores.tsv", "scores.txt"])
def test_lines_without_sets_of_references_number_segments_through(
    tmp_path: Path, name: str, more: str
) -> None:
    lines = [f"BLEU\tde-en\tnewstest2018\ts{s}\t{k}\t{s + k / 10}{more}\n" for s in (1, 2) for k in (1, 2, 3)]
    (tmp_path / name).write_text("".join(lines), encoding="utf-8")
    table = read_scores(tmp_path / name)
    assert (table.systems, table.inputs, table.input_groups) == (("s1", "s2"), ("1", "2", "3"), {})
    np.testing.assert_allclose(table.matrix("BLEU"), [[1.1, 1.2, 1.3], [2.1, 2.2, 2.3]])


def test_sets_of_references_none_of_which_is_the_test_sets_own(tmp_path: Path) -> None:
    one = METRIC.replace("newstest2020\tnewstest2020", "newstest2021\trefA")
    of_a = one.replace(
        "newstest2020\tnewstestB2020\tA.1\tpaper.cz\t1", "newstest2021\trefA\tA.1\tpaper.cz\t3"
    )
    folder = put(tmp_path, of_a)
    assert read_scores(folder, part="cs-en").inputs == ("paper.cz::1", "paper.cz::2", "paper.cz::3")
    folder = put(tmp_path, one.replace("newstest2020\tnewstestB2020", "newstest2021\trefB"))
    tables = read_tables(folder)
    assert set(tables) == {"cs-en.refA", "cs-en.refB", "de-en"}
    np.testing.assert_array_equal(tables["cs-en.refB"].matrix("chrF")[0], [0.9, np.nan])
    np.testing.assert_array_equal(tables["cs-en.refB"].matrix("RAW.SCR"), [[92, 80], [60, np.nan]])


def test_a_line_of_another_length_is_named(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"row 2.*6 fields; the first has 8"):
        read_tables(put(tmp_path, METRIC.splitlines()[0] + "\nchrF\tcs-en\tnt\tA\t1\t0.5\n"))


OLD_METRIC = (
    "chrF\tcs-en\tnewstest2017\tA.1\t7\t0.5\nchrF\tcs-en\tnewstest2017\tB.2\t7\t0.25\n"
    "chrF\tde-en\tnewstest2017\tC.3\t7\t0.1\n"
)


def test_people_of_2017_stand_in_one_file_for_all_pairs(tmp_path: Path) -> None:
    """As WMT17/DA-seglevel.csv of AIPHES/ACL20-Reference-Free-MT-Evaluation: 9 pairs, 5,040 scores."""
    people = (
        "LP DATA SYSTEM SID HUMAN\ncs-en newstest2017 A.1 7 -0.5\ncs-en newstest2017 B.2 7 0.25\n"
        "de-en newstest2017 C.3 7 0.75\ncs-en newstest2017 A.1 8 1.5\n"
    )
    (tmp_path / "DA-seglevel.csv").write_text(people, encoding="utf-8")
    (tmp_path / "chrF.seg.score").write_text(OLD_METRIC, encoding="utf-8")
    tables = read_tables(tmp_path)
    assert set(tables) == {"cs-en", "de-en"}
    table = tables["cs-en"]
    assert {scorer.name: scorer.role for scorer in table.scorers} == {"DA": "human", "chrF": "metric"}
    np.testing.assert_array_equal(table.matrix("DA"), [[-0.5, 1.5], [0.25, np.nan]])
    np.testing.assert_array_equal(table.matrix("chrF"), [[0.5, np.nan], [0.25, np.nan]])
    alone = read_scores(tmp_path / "DA-seglevel.csv", part="de-en")
    np.testing.assert_array_equal(alone.matrix("DA"), [[0.75]])


def test_people_of_2018_stand_beside_metrics_of_that_year(tmp_path: Path) -> None:
    people = "SYS SID RAW.SCR Z.SCR N \nA.1 7 92 0.5 1 \nB.2 7 60 -0.5 2 \n"
    (tmp_path / "ad-seg-scores-cs-en.csv").write_text(people, encoding="utf-8")
    (tmp_path / "chrF.seg.score").write_text(OLD_METRIC, encoding="utf-8")
    table = read_scores(tmp_path, part="cs-en")
    assert table.scorer_names == ("RAW.SCR", "Z.SCR", "chrF")
    np.testing.assert_array_equal(table.matrix("Z.SCR"), [[0.5], [-0.5]])


def test_a_damaged_line_of_people_is_named(tmp_path: Path) -> None:
    (tmp_path / "DA-seglevel.csv").write_text("LP DATA SYSTEM SID HUMAN\ncs-en newstest2017 A.1 7 x\n")
    with pytest.raises(FormatError, match=r"row 2.*HUMAN.*not a number"):
        read_scores(tmp_path / "DA-seglevel.csv")
