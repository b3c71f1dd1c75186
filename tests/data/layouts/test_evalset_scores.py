"""One file of scores of mt-metrics-eval: blocks by order, counted against what is scored."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.data.layouts.evalset import read_evalset_scores
from trueness.errors import FormatError

UNITS = ("1", "2", "3")


def written(path: Path, content: str) -> Path:
    path.write_bytes(content.encode())
    return path


def test_the_order_within_a_system_says_the_segment(tmp_path: Path) -> None:
    path = written(tmp_path / "s", "B\t1\nB\tNone\nB\t3\nA 4\nA 5\nA 6\n")
    found = read_evalset_scores(path, "seg", UNITS, ("A", "B", "C"))
    assert list(found) == ["B", "A"]
    np.testing.assert_array_equal(found["B"], [1, np.nan, 3])
    np.testing.assert_array_equal(found["A"], [4, 5, 6])


def test_systems_may_take_turns(tmp_path: Path) -> None:
    path = written(tmp_path / "s", "A 1\nB 10\nA 2\nB 20\nB 30\nA 3\n")
    found = read_evalset_scores(path, "seg", UNITS)
    np.testing.assert_array_equal([found["A"], found["B"]], [[1, 2, 3], [10, 20, 30]])


def test_domains_are_named_in_any_order(tmp_path: Path) -> None:
    path = written(tmp_path / "s", "news A 1\nchat A 2\nchat B None\nnews B 4\n")
    found = read_evalset_scores(path, "domain", ("chat", "news"))
    np.testing.assert_array_equal([found["A"], found["B"]], [[2, 1], [np.nan, 4]])


def test_one_score_per_system_for_the_test_set(tmp_path: Path) -> None:
    found = read_evalset_scores(written(tmp_path / "s", "A 1\r\nB 2\r\n"), "sys", ("wmt99",))
    assert {system: scores.tolist() for system, scores in found.items()} == {"A": [1.0], "B": [2.0]}


@pytest.mark.parametrize(
    ("granularity", "content", "message"),
    [
        (
            "seg",
            "A 1\nA 2\nA 3\nB 4\nB 5\n",
            r"system 'B' has 2 scores for 3 segments \(5 lines; 6 are expected of 2 systems\)\. Are lines",
        ),
        ("seg", "A 1\nA 2\nA 3\n" * 2, r"system 'A' has 6 scores for 3 segments .* twice"),
        ("seg", "A 1\nA two\nA 3\n", r"row 2, column 'score': 'two' is not a number"),
        ("seg", "A 1\nA 2\nA -\n", r"row 3, column 'score': '-' is not a number"),
        (
            "seg",
            "A 1\nA 2\nsysem 3\n",
            r"row 3, column 'system': no system is called 'sysem'\. Did you mean 'system'",
        ),
        ("seg", "A 1\nA 2\nA\n", r"row 3: the line has 1 field"),
        ("sys", "A 1\nA 2\n", r"system 'A' has 2 scores for 1 test set "),
        ("domain", "news A 1\nold A 2\nnews A 3\n", r"row 2, column 'domain': no domain is called 'old'"),
        (
            "domain",
            "news A 1\nnews A 2\nchat A 2\n",
            r"'A' needs one score for each domain: .*'news' is there twice",
        ),
        ("domain", "news A 1\nchat A 2\n", r"system 'A' has 2 scores for 3 domains"),
    ],
)
def test_what_breaks(tmp_path: Path, granularity: str, content: str, message: str) -> None:
    units = {"seg": UNITS, "sys": ("wmt99",), "domain": ("chat", "news", "talk")}[granularity]
    path = written(tmp_path / "en-de.mqm.seg.score", content)
    with pytest.raises(FormatError, match=message) as error:
        read_evalset_scores(path, granularity, units, ("A", "B", "system"))
    assert str(error.value).startswith(str(path))


names = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Z"], exclude_characters="\ufeff"), min_size=1, max_size=8
)


@given(
    st.lists(names, min_size=1, max_size=4, unique=True), st.integers(1, 4), st.randoms(use_true_random=False)
)
def test_any_name_and_any_interleaving(tmp_path_factory, systems: list[str], size: int, random) -> None:
    wanted = {system: [random.choice([None, random.random()]) for _ in range(size)] for system in systems}
    waiting = [system for system in systems for _ in range(size)]
    random.shuffle(waiting)
    left = {system: iter(scores) for system, scores in wanted.items()}
    content = "".join(f"{system}\t{next(left[system])}\n" for system in waiting)
    path = written(tmp_path_factory.mktemp("names") / "x", content)
    found = read_evalset_scores(path, "seg", tuple(map(str, range(size))), systems)
    assert set(found) == set(systems)
    for system, scores in wanted.items():
        np.testing.assert_array_equal(found[system], [np.nan if one is None else one for one in scores])
