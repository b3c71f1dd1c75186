"""A table of listed outputs says what the same table says as a matrix, and takes the memory of its outputs."""

from __future__ import annotations

import tracemalloc
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.scores import listed_values
from trueness.data.scores.duplicate_systems import identical_systems
from trueness.data.scores.listed_values import ListedValues, is_listed, listing_outputs
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.support import support
from trueness.study.human_facts import human_facts, human_pairs
from trueness.study.shared_cautions import Scope, table_cautions


def rows(blocks: int, systems: int, inputs: int, *, shuffled: bool = False) -> list[str]:
    """Return rows of test sets that share neither systems nor inputs, some without a score."""
    rng = np.random.default_rng(2)
    found = []
    for block in range(blocks):
        for i in range(systems):
            for j in range(inputs):
                human = "" if (i + j) % 5 == 4 else str(rng.integers(1, 6))
                metric = "" if (i * j) % 7 == 6 else f"{rng.normal():.4f}"
                found.append(f"s{block}-{i},i{block}-{j},l{block},{human},{metric},{rng.normal():.3f}")
    if shuffled:
        rng.shuffle(found)
    return found


def table(path: Path, *, listed: bool, content: list[str] | None = None, wide: bool = True) -> ScoreTable:
    lines = content or rows(5, 4, 6)
    if wide:
        path.write_text("\n".join(["system,input,lp,human,chrf,bleu", *lines]))
    else:
        cells = [line.split(",") for line in lines]
        long = [
            f"{c[0]},{c[1]},{c[2]},{name},{c[3 + k]}"
            for c in cells
            for k, name in enumerate(("human", "chrf"))
        ]
        path.write_text("\n".join(["system,input,lp,metric,score", *long]))
    with listing_outputs() if listed else nullcontext():
        return read_scores(path)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small tables be listed, too."""
    monkeypatch.setattr(listed_values, "FEWEST_PLACES", 1)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("shuffled", [False, True])
def test_it_says_what_a_matrix_says(tmp_path: Path, *, wide: bool, shuffled: bool) -> None:
    content = rows(5, 4, 6, shuffled=shuffled)
    one, other = (
        table(tmp_path / "a.csv", listed=listed, content=content, wide=wide) for listed in (True, False)
    )
    assert isinstance(one.values, ListedValues)
    assert isinstance(other.values, np.ndarray)
    assert one.values.shape == other.shape
    assert (one.scorers, one.systems, one.inputs, one.notes) == (
        other.scorers,
        other.systems,
        other.inputs,
        other.notes,
    )
    assert one.input_groups == other.input_groups
    np.testing.assert_array_equal(np.asarray(one.values), other.values)
    np.testing.assert_array_equal(one.values[1:, 2], other.values[1:, 2])
    np.testing.assert_array_equal(one.scored(), other.scored())
    few = one.scorer_names[1:3]
    np.testing.assert_array_equal(one.scored(few), other.scored(few))
    for k, name in enumerate(one.scorer_names):
        np.testing.assert_array_equal(one.matrix(name), other.matrix(name))
        np.testing.assert_array_equal(one.given(name), other.given(name))
        np.testing.assert_array_equal(one.values[k, 7], other.values[k, 7])
    assert one.fingerprint == other.fingerprint
    assert human_facts(one, one.scorer_names) == human_facts(other, other.scorer_names)
    assert human_pairs(one, ["human", "chrf"]) == human_pairs(other, ["human", "chrf"])
    assert support(one, ["a.csv"]) == support(other, ["a.csv"])
    scope = Scope(one.scorer_names, None, frozenset(), clusters=None, options=frozenset())
    assert table_cautions(one, scope) == table_cautions(other, scope)


@pytest.mark.usefixtures("small")
def test_what_is_made_of_it_is_a_matrix(tmp_path: Path) -> None:
    one, other = (table(tmp_path / "a.csv", listed=listed) for listed in (True, False))
    kept = one.select(scorers="chrf", systems=one.systems[:5])
    assert isinstance(kept.values, np.ndarray)
    np.testing.assert_array_equal(kept.values, other.select(scorers="chrf", systems=one.systems[:5]).values)
    with listing_outputs():
        left = read_scores(tmp_path / "a.csv", without="s0-*", join="alike")
    np.testing.assert_array_equal(left.values, other.select(systems=other.systems[4:]).values)


@pytest.mark.usefixtures("small")
def test_copies_among_listed_systems_are_found(tmp_path: Path) -> None:
    lines = ["a,1,1", "a,2,2", "b,1,1", "b,2,2", *(f"c{k},x{k},{k}" for k in range(9))]
    (tmp_path / "a.csv").write_text("\n".join(["system,input,chrf", *lines]))
    with listing_outputs():
        found = read_scores(tmp_path / "a.csv")
    assert isinstance(found.values, ListedValues)
    assert identical_systems(found) == (("a", "b"),)


@pytest.mark.usefixtures("small")
def test_tables_with_annotators_or_few_gaps_stay_matrices(tmp_path: Path) -> None:
    rated = ["s1,a,ann,3", "s1,a,bob,4", *(f"s{k},i{k},ann,{k % 5}" for k in range(2, 30))]
    (tmp_path / "a.csv").write_text("\n".join(["system,input,annotator,human", *rated]))
    with listing_outputs():
        assert isinstance(read_scores(tmp_path / "a.csv").values, np.ndarray)
    assert isinstance(table(tmp_path / "b.csv", listed=True, content=rows(1, 5, 6)).values, np.ndarray)


def test_only_who_asks_gets_lists() -> None:
    assert not is_listed(10**9, 10)
    with listing_outputs():
        assert is_listed(10**9, 10)
        assert not is_listed(10**9, 6 * 10**8)
    assert not is_listed(10**9, 10)


def test_it_takes_the_memory_of_its_outputs(tmp_path: Path) -> None:
    content = rows(20, 10, 100)
    peaks = []
    for listed in (True, False):
        tracemalloc.start()
        table(tmp_path / "a.csv", listed=listed, content=content)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] > 3 * 200 * 2000 * 8
    assert peaks[0] < peaks[1] / 2
