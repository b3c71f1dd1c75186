"""The pocket benchmark as rows."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from typing import Any

import pytest

from trueness.data.pocket import load_pocket_texts
from trueness.data.pocket.articles import load_articles
from trueness.data.pocket.systems import SYSTEMS

ROWS: list[dict[str, Any]] = load_pocket_texts()
KEYS = ["system", "input", "output", "references", "source", "document", "coverage", "redundancy"]


def grouped(key: str) -> dict[str, list[dict[str, Any]]]:
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in ROWS:
        groups[row[key]].append(row)
    return groups


def test_one_row_for_every_system_and_input_in_order() -> None:
    expected = itertools.product([article.id for article in load_articles()], sorted(SYSTEMS))
    assert [(row["input"], row["system"]) for row in ROWS] == list(expected)


def test_rows_have_the_same_keys() -> None:
    assert all(list(row) == KEYS for row in ROWS)


def test_scores_lie_between_zero_and_one() -> None:
    for row in ROWS:
        for dimension in ("coverage", "redundancy"):
            assert isinstance(row[dimension], float)
            assert 0 <= row[dimension] <= 1


def test_references_and_source_belong_to_the_input() -> None:
    for article, rows in zip(load_articles(), grouped("input").values(), strict=True):
        for row in rows:
            assert row["references"] == [reference.text for reference in article.references]
            assert row["source"] == article.text
            assert row["document"] == article.id


def test_rows_are_the_same_each_time_and_safe_to_change() -> None:
    changed = load_pocket_texts()
    assert changed == ROWS
    changed[0]["output"] = "changed"
    assert load_pocket_texts() == ROWS


def test_greedy_coverage_has_the_largest_mean_coverage() -> None:
    means = {name: math.fsum(row["coverage"] for row in rows) for name, rows in grouped("system").items()}
    assert max(means, key=lambda name: means[name]) == "greedy_coverage"
    assert min(means, key=lambda name: means[name]) == "worst_coverage"


def test_coverage_varies_within_every_input() -> None:
    for name, rows in grouped("input").items():
        assert len({round(row["coverage"], 12) for row in rows}) >= 6, name


def test_redundancy_varies_between_systems() -> None:
    means = {round(math.fsum(row["redundancy"] for row in rows), 12) for rows in grouped("system").values()}
    assert len(means) >= 5


def test_hardly_any_two_systems_put_out_the_same_text() -> None:
    same = [
        (name, first["system"], second["system"])
        for name, rows in grouped("input").items()
        for first, second in itertools.combinations(rows, 2)
        if first["output"] == second["output"]
    ]
    assert len(same) <= 6, same


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_outputs_have_no_empty_lines(name: str) -> None:
    for row in grouped("system")[name]:
        assert all(line == line.strip() and line for line in row["output"].split("\n"))
