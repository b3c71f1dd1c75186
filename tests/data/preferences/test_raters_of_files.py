"""One name of a rater in several files: two raters, one rater, or parts of what one said."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.data.preferences.preferences import Preferences
from trueness.data.preferences.raters_of_files import OfFile, raters_of_files
from trueness.data.preferences.read_preferences import read_preferences
from trueness.studies.preferences.study import preferences

HEAD = "id,model_a,model_b,human_winner,judge_pick"


def written(path: Path, judge: str, people: str = "AABBAB", *, first: int = 0, head: str = HEAD) -> Path:
    """Write a file in which people and a judge compared pairs from a number on."""
    path.parent.mkdir(exist_ok=True)
    rows = [f"q{first + k},x,y,{one},{two}" for k, (one, two) in enumerate(zip(people, judge, strict=True))]
    path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
    return path


def counted(table: Preferences) -> dict[str, tuple[int, str | None]]:
    """Return how many verdicts each rater gave, and who it is."""
    return {
        rater: (int((table.rater == k).sum()), role)
        for k, (rater, role) in enumerate(zip(table.raters, table.roles, strict=True))
    }


def test_a_rater_that_differs_is_called_after_its_file_and_equal_verdicts_count_once(tmp_path):
    one = written(tmp_path / "small.csv", "ABABAB")
    two = written(tmp_path / "large.csv", "AABBAA")
    table = read_preferences(one, two)
    assert counted(table) == {
        "human_winner": (6, "human"),
        "small.judge_pick": (6, None),
        "large.judge_pick": (6, None),
    }
    assert (
        "'judge_pick' gives other verdicts in each file: it is called 'small.judge_pick', 'large.judge_pick'"
        in (table.notes)
    )
    assert "'human_winner' gives the same verdicts in several files: each counts once" in table.notes
    found = preferences(table, resamples=50, rng=1)
    shares = {row.metric: row.estimate for row in found.agreement}
    assert shares == {"small.judge_pick": pytest.approx(4 / 6), "large.judge_pick": pytest.approx(5 / 6)}


def test_people_who_differ_stay_people(tmp_path):
    one = written(tmp_path / "small.csv", "ABABAB")
    two = written(tmp_path / "large.csv", "ABABAB", people="BBBBAB")
    assert counted(read_preferences(one, two)) == {
        "small.human_winner": (6, "human"),
        "judge_pick": (6, None),
        "large.human_winner": (6, "human"),
    }


def test_parts_are_of_one_rater(tmp_path):
    one = written(tmp_path / "first.csv", "ABABAB")
    two = written(tmp_path / "second.csv", "BBBBBB", first=6)
    table = read_preferences(one, two)
    assert counted(table) == {"human_winner": (12, "human"), "judge_pick": (12, None)}
    assert not [note for note in table.notes if "verdicts in" in note]


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path):
    head = "id,model_a,model_b,winner"
    files = []
    for folder, verdicts in (("gpt", "AABBAB"), ("claude", "ABABAB")):
        path = tmp_path / folder / "result.csv"
        path.parent.mkdir()
        rows = [f"q{k},x,y,{one}" for k, one in enumerate(verdicts)]
        path.write_text("\n".join([head, *rows]) + "\n", encoding="utf-8")
        files.append(path)
    assert set(read_preferences(*files).raters) == {"gpt/result", "claude/result"}
    assert read_preferences(files[0], files[0]).raters == ("result",)
    assert len(read_preferences(files[0], files[0])) == 6


def test_both_orders_of_a_pair_are_of_one_judge(tmp_path):
    """Where the order is said, another verdict in the other one tells of the judge, and where it is not, of two."""
    files = [written(tmp_path / f"{name}.csv", said) for name, said in (("ab", "AAAAAA"), ("ba", "BBABBB"))]
    head = HEAD + ",shown_first"
    orders = []
    for path, shown in zip(files, "AB", strict=True):
        rows = path.read_text(encoding="utf-8").splitlines()[1:]
        order = tmp_path / f"{path.stem}-order.csv"
        order.write_text("\n".join([head, *(f"{row},{shown}" for row in rows)]) + "\n", encoding="utf-8")
        orders.append(order)
    assert "judge_pick" in read_preferences(*orders).raters
    assert "ba.judge_pick" in read_preferences(*files).raters
    assert "judge_pick" not in read_preferences(files[0], orders[1]).raters


def test_who_is_named_in_rows_is_one_person(tmp_path):
    head = "id,model_a,model_b,winner,rater"
    files = []
    for name, verdict in (("monday", "A"), ("friday", "B")):
        path = tmp_path / f"{name}.csv"
        path.write_text(f"{head}\nq1,x,y,{verdict},ann\n", encoding="utf-8")
        files.append(path)
    assert read_preferences(*files).raters == ("ann",)


def test_tables_that_share_no_rater_are_as_they_are(tmp_path):
    table = read_preferences(written(tmp_path / "one.csv", "ABABAB"))
    assert raters_of_files([OfFile(table), OfFile(table)]) == [table, table]
