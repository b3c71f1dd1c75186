"""Extracts bred for several metrics: each once, and what is recorded of them is what the page says."""

from __future__ import annotations

import csv
import dataclasses
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "reproductions" / "bhandari2020"


@pytest.fixture(scope="module")
def generated():
    sys.path.insert(0, str(FOLDER))
    try:
        import generated
    finally:
        sys.path.remove(str(FOLDER))
    return generated


@pytest.fixture(scope="module")
def recorded():
    with (FOLDER / "generated.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def extracts(generated, test_data, tmp_path_factory):
    """Few extracts of three articles."""
    work = tmp_path_factory.mktemp("work")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(generated, "COUNT", 12)
        texts = generated.documents("summeval", test_data / "data", work)
        assert len(texts.rows) == len(texts.inputs) == 100
        return generated.bred(generated.of_first(texts, 3), work), work


def test_an_extract_is_there_once_whatever_it_was_bred_for(extracts):
    texts, _ = extracts
    pairs = [(row.input, row.output) for row in texts.rows]
    assert len(set(pairs)) == len(pairs) > 3 * 12
    assert {row.system.rpartition("-")[0] for row in texts.rows} == {
        "rougeLsent_recall",
        "rouge2_recall",
        "js2",
    }
    assert all(len(row.references) == 1 for row in texts.rows)


def test_long_extracts_are_those_with_as_many_words(generated, extracts):
    texts, _ = extracts
    kept = generated.long_ones(texts)
    assert 0 < len(kept.rows) < len(texts.rows)
    assert min(len(row.output.split()) for row in kept.rows) >= generated.LEAST_WORDS


def test_every_range_has_a_line_for_each_kind_of_units(generated, extracts):
    texts, work = extracts
    table = generated.scored(texts, {name: name for name in generated.LEXICAL}, work)
    found = list(generated.studied(table, texts, "summeval", ("lexical",), 100))
    assert [(cell.kind, cell.range) for cell in found[:6]] == [
        *(("cumulative", name) for name in ("LMT", "MT", "T")),
        *(("single", name) for name in "LMT"),
    ]
    assert {cell.units for cell in found} == set(generated.UNITS)
    assert {cell.articles for cell in found} == {3}
    rows = [generated.as_row(cell) for cell in found]
    assert generated.differing(found, rows) == []
    moved = [{**rows[0], "tau": f"{found[0].tau + 0.01:.3f}"}, *rows[1:]]
    (line,) = generated.differing(found, moved)
    assert line.startswith("summeval 3 lexical inputs cumulative LMT: tau ")
    other = dataclasses.replace(texts, rows=texts.rows)  # what was not asked for is passed over
    assert generated.differing(found, [{**rows[0], "articles": str(len(other.rows))}]) == []


def test_what_is_recorded_is_what_the_page_says(generated, recorded):
    """Agreement falls with the range; a third of it agrees more than its width explains, the lowest most."""
    tau = {tuple(row[key] for key in generated.KEYS): float(row["tau"]) for row in recorded}
    expected = {tuple(row[key] for key in generated.KEYS): float(row["expected"]) for row in recorded}
    places = {key[:4] for key in tau}
    assert {place[:2] for place in places} >= {
        (name, count) for name in generated.DATA for count in ("100", "20")
    }
    for place in places:
        falling = [tau[(*place, "cumulative", name)] for name in ("LMT", "MT", "T")]
        assert falling == sorted(falling, reverse=True)
        for name in "LMT":
            assert tau[(*place, "single", name)] < falling[0]
        if place[2] != "lexical, 80 words or more":
            beyond = {
                name: tau[(*place, "single", name)] - expected[(*place, "single", name)] for name in "LMT"
            }
            assert beyond["L"] == max(beyond.values()) > 0.1
