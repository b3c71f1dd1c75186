"""A file whose lines are in another order is the same data: the commands print the same numbers."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

Run = Callable[..., tuple[int, str, str]]
QUICK = ("--human", "quality", "--resamples", 39, "--seed", 3)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """Return a file of scores with single ratings, missing cells and documents, and one with its lines shuffled."""
    rng = np.random.default_rng(8)
    quality = rng.normal(size=(9, 1)) + rng.normal(size=(9, 11))
    columns = {
        **{
            f"quality@{who}": np.clip(np.round(3 + quality + rng.normal(size=quality.shape)), 1, 5)
            for who in "ba"
        },
        "good": quality + 0.5 * rng.normal(size=quality.shape),
        "fair": quality + 2.0 * rng.normal(size=quality.shape),
    }
    columns["fair"][rng.random(quality.shape) < 0.1] = np.nan
    columns["quality@a"][rng.random(quality.shape) < 0.2] = np.nan
    lines = []
    for i in range(9):
        for j in range(11):
            cells = [
                "" if np.isnan(column[i, j]) else repr(float(column[i, j])) for column in columns.values()
            ]
            lines.append(",".join([f"s{(5 * i) % 9}", f"d{(7 * j) % 11}", f"doc{j // 2}", *cells]))
    shuffled = lines.copy()
    random.Random(4).shuffle(shuffled)
    paths = tmp_path / "first" / "scores.csv", tmp_path / "second" / "scores.csv"
    for path, rows in zip(paths, (lines, shuffled), strict=True):
        path.parent.mkdir()
        path.write_text("\n".join(["system,input,document," + ",".join(columns), *rows]) + "\n")
    return paths


@pytest.mark.parametrize(
    "words",
    [
        ("compare", *QUICK, "--level", "system,input,global", "--test", "permutation"),
        ("compare", *QUICK, "--clusters", "document", "--test", "permutation", "--test-over", "both"),
        ("compare", "--no-tests", *QUICK),
        ("compare", "--equivalence", *QUICK, "--margin", 0.1),
        ("judge", "--annotators", *QUICK),
    ],
)
def test_shuffled_lines_give_the_same_json(
    run: Run, files: tuple[Path, Path], words: tuple[Any, ...]
) -> None:
    command, *options = words
    found = []
    for path in files:
        status, out, error = run(command, path, *options, "--json")
        assert status == 0, error
        found.append(json.loads(out))
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (("systems", *QUICK), ("scorer", "system", "rival_system")),
        (("systems", *QUICK, "--test", "bootstrap"), ("scorer", "system", "rival_system")),
        (("judge", *QUICK, "--table", "measures"), ("metric", "measure")),
        (("judge", *QUICK, "--table", "means"), ("metric", "system")),
    ],
)
def test_rows_that_follow_the_order_of_the_file_hold_the_same_numbers(
    run: Run, files: tuple[Path, Path], words: tuple[Any, ...], names: tuple[str, ...]
) -> None:
    command, *options = words
    found = []
    for path in files:
        status, out, error = run(command, path, *options, "--json")
        assert status == 0, error
        found.append({tuple(row[name] for name in names): row for row in json.loads(out)})
    one, other = found
    # of a pair of systems the file says which comes first, and with it the sign
    shared = one.keys() & other.keys()
    assert len(shared) > 0.3 * len(one)
    assert {key: one[key] for key in shared} == {key: other[key] for key in shared}
    if "rival_system" not in names:
        assert one.keys() == other.keys()
