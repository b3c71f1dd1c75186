"""TAC's tables and ROUGE lines, on files made for the test."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from trueness.data.layouts.tac import read_tac
from trueness.errors import DuplicateKeyError, FormatError

PEER = """\
D0801-A 1 0.25 4 0 x 0.2 3 2
D0801-A 2 0.5 8 1 x 0.4 4 3
D0802-A 1 0.1 2 0 x 0.1 2 1
D0802-A 2 0.75 9 0 x 0.6 5 4
"""
MODEL = "D0801-A A 14 x 0.8 9 9\nD0802-A A 12 x 0.7 8 9\n"
ROUGE = """\
---------------------------------------------
1 ROUGE-2 Eval D0801-A.M.100.A.1 R:0.01 P:0.02 F:0.03
1 ROUGE-2 Eval D0802-A.M.100.A.1 R:0.04 P:0.05 F:0.06
.............................................
2 ROUGE-2 Eval D0801-A.M.100.A.2 R:0.07 P:0.08 F:0.09
2 ROUGE-2 Eval D0802-A.M.100.A.2 R:0.10 P:0.11 F:0.12
A ROUGE-2 Eval D0801-A.M.100.A.A R:0.5 P:0.5 F:0.5
A ROUGE-2 Eval D0802-A.M.100.A.A R:0.5 P:0.5 F:0.5
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    for name, content in [("manual.peer", PEER), ("manual.model", MODEL), ("rouge.out", ROUGE)]:
        (tmp_path / name).write_text(content)
    return [tmp_path / name for name in ("manual.peer", "manual.model", "rouge.out")]


def test_peers_with_judgements_and_rouge(files: list[Path]) -> None:
    table = read_tac(*files)
    assert (table.systems, table.inputs) == (("1", "2"), ("D0801-A", "D0802-A"))
    np.testing.assert_array_equal(table.matrix("modified_pyramid"), [[0.25, 0.1], [0.5, 0.75]])
    np.testing.assert_array_equal(table.matrix("responsiveness"), [[2, 1], [3, 4]])
    np.testing.assert_array_equal(table.matrix("rouge-2_recall"), [[0.01, 0.04], [0.07, 0.10]])
    assert table.scorer("responsiveness").role == "human"
    assert table.scorer("rouge-2_f1").role == "metric"
    assert table.notes == ("1 human summarizer left out (keep='all' keeps them)",)


def test_people_on_request(files: list[Path]) -> None:
    table = read_tac(*files, keep="all")
    assert table.systems == ("1", "2", "A")
    assert table.system_groups == {"type": ("peer", "peer", "reference")}
    assert read_tac(*files).system_groups == {}
    assert read_tac(files[0], keep="all").system_groups == {}
    np.testing.assert_array_equal(table.matrix("modified_pyramid_jk")[2], [0.8, 0.7])
    assert np.isnan(table.matrix("modified_pyramid")[2]).all()
    np.testing.assert_array_equal(table.matrix("rouge-2_precision")[2], [0.5, 0.5])


@pytest.mark.parametrize(
    ("content", "error", "message"),
    [
        ("D0801-A 1 0.25\n", FormatError, r"row 1: the line has 3 fields; manual\.peer has 9"),
        (PEER + "D0801-A 1 0.25 4 0 x 0.2 3 2\n", DuplicateKeyError, "rows 1 and 5"),
        (PEER.replace("0.75", "high"), FormatError, "row 4, column 'modified_pyramid': 'high'"),
        (
            ROUGE + ROUGE.splitlines()[1] + "\n",
            FormatError,
            "row 9, column 'rouge-2': summarizer '1' has a second",
        ),
        (MODEL, FormatError, "rows of scores are"),
    ],
)
def test_what_breaks(tmp_path: Path, content: str, error: type[Exception], message: str) -> None:
    path = tmp_path / "manual.peer"
    path.write_text(content)
    with pytest.raises(error, match=message):
        read_tac(path)
