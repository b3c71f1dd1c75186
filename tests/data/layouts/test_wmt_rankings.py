"""Relative rankings of WMT are preferences, of 2018 and of other years."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.data.layouts.wmt_rankings import is_wmt_rankings, wmt_rankings
from trueness.data.preferences.read_preferences import read_preferences
from trueness.errors import FormatError

LINES = (
    "de-en newstest2018 12 online-B.0 uedin.1\nde-en newstest2018 13 uedin.1 online-B.0\n"
    "fi-en newstest2018 12 online-B.0 jhu.2\n"
)


@pytest.mark.parametrize("header", ["LP DATA SID BETTER WORSE", "LP SID BETTER WORSE"])
def test_the_better_one_is_preferred(tmp_path: Path, header: str) -> None:
    path = tmp_path / "RR-seglevel.csv"
    path.write_text(f"{header}\n{LINES}", encoding="utf-8")
    assert is_wmt_rankings(path)
    table = read_preferences(path)
    assert set(table.systems) == {"online-B.0", "uedin.1", "jhu.2"}
    assert table.inputs == ("de-en::12", "de-en::13", "fi-en::12")
    rows = [record for _, record in wmt_rankings(path)]
    assert [(one["a"], one["b"], one["verdict"], one["language"]) for one in rows] == [
        ("online-B.0", "uedin.1", "A", "de-en"),
        ("uedin.1", "online-B.0", "A", "de-en"),
        ("online-B.0", "jhu.2", "A", "fi-en"),
    ]


def test_a_line_that_is_cut_off_is_named(tmp_path: Path) -> None:
    path = tmp_path / "RR-seglevel.csv"
    path.write_text(f"LP DATA SID BETTER WORSE\n{LINES}de-en newstest2018 14 uedin.1\n", encoding="utf-8")
    with pytest.raises(FormatError, match="row 5: the line has 4 fields; it needs 5"):
        list(wmt_rankings(path))


def test_a_table_of_systems_and_verdicts_is_another_thing(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("input,a,b,verdict\n1,x,y,A\n", encoding="utf-8")
    assert not is_wmt_rankings(path)
    assert not is_wmt_rankings(tmp_path)
