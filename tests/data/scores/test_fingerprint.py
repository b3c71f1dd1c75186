"""The fingerprint: no order changes it, any content does."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import trueness
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.fingerprint import table_fingerprint
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable

S, N, M, A = 3, 3, 4, 2
CELL = st.floats(-5, 5, allow_subnormal=False) | st.just(np.nan)


@st.composite
def tables(draw):
    """Draw a table of three scorers, three systems and four inputs, with two annotators."""
    values = draw(hnp.arrays(np.float64, (S, N, M), elements=CELL))
    ratings = draw(hnp.arrays(np.float64, (A, N, M), elements=CELL))
    return build(values, ratings)


def build(values, ratings):
    return ScoreTable(
        scorers=(
            Scorer("human", role="human"),
            Scorer("bleu", role="metric"),
            Scorer("ter", higher_is_better=False),
        ),
        systems=("lead", "Tail", "ünder"),
        inputs=("d2", "d10", "d1", "d3"),
        values=values,
        annotations={"human": Annotations(("bob", "ann"), ratings)},
        input_groups={"domain": ("law", "news", "news", "law"), "language": ("en", "de", "en", "en")},
        system_groups={"family": ("x", "x", "y")},
    )


def reordered(table, scorers, systems, inputs, annotators):
    """Return the same content in another order."""
    annotations = {
        name: Annotations(
            tuple(part.annotators[a] for a in annotators), part.values[np.ix_(annotators, systems, inputs)]
        )
        for name, part in table.annotations.items()
    }
    groups = table.input_groups
    return ScoreTable(
        scorers=tuple(table.scorers[s] for s in scorers),
        systems=tuple(table.systems[i] for i in systems),
        inputs=tuple(table.inputs[j] for j in inputs),
        values=table.values[np.ix_(scorers, systems, inputs)],
        annotations=annotations,
        input_groups={name: tuple(groups[name][j] for j in inputs) for name in reversed(groups)},
        system_groups={name: tuple(label[i] for i in systems) for name, label in table.system_groups.items()},
    )


@pytest.fixture
def table():
    values = np.arange(S * N * M, dtype=float).reshape(S, N, M)
    ratings = np.arange(A * N * M, dtype=float).reshape(A, N, M) / 7
    return build(values, ratings)


def replaced(sequence, place, item):
    """Return a tuple with one item replaced."""
    return (*sequence[:place], item, *sequence[place + 1 :])


def with_value(values, place, value):
    """Return an array with one value replaced."""
    changed = np.array(values)
    changed[place] = value
    return changed


def test_it_is_a_sha256_in_hexadecimal(table):
    assert re.fullmatch("[0-9a-f]{64}", table.fingerprint)
    assert table.fingerprint == table_fingerprint(table)


@given(
    tables(),
    st.permutations(range(S)),
    st.permutations(range(N)),
    st.permutations(range(M)),
    st.permutations(range(A)),
)
def test_no_order_changes_it(table, scorers, systems, inputs, annotators):
    assert reordered(table, scorers, systems, inputs, annotators).fingerprint == table.fingerprint


@given(tables(), st.integers(0, S - 1), st.integers(0, N - 1), st.integers(0, M - 1), CELL)
def test_any_value_changes_it(table, s, i, j, value):
    old = table.values[s, i, j]
    changed = dataclasses.replace(table, values=with_value(table.values, (s, i, j), value))
    same = old == value or (np.isnan(old) and np.isnan(value))
    assert (changed.fingerprint == table.fingerprint) == same


@given(tables(), st.integers(0, A - 1), st.integers(0, N - 1), st.integers(0, M - 1))
def test_any_rating_changes_it(table, a, i, j):
    old = table.annotations["human"].values
    new = with_value(old, (a, i, j), 6.0)  # beyond what is drawn
    changed = dataclasses.replace(table, annotations={"human": Annotations(("bob", "ann"), new)})
    assert changed.fingerprint != table.fingerprint


@given(tables(), st.integers(0, S * N * M - 1))
def test_the_last_bit_of_a_value_changes_it(table, place):
    place = np.unravel_index(place, (S, N, M))
    old = np.nan_to_num(table.values[place])
    before = dataclasses.replace(table, values=with_value(table.values, place, old))
    after = dataclasses.replace(table, values=with_value(table.values, place, np.nextafter(old, np.inf)))
    assert before.fingerprint != after.fingerprint


CHANGES = {
    "scorer's name": lambda t: {
        "scorers": replaced(t.scorers, 1, dataclasses.replace(t.scorers[1], name="bleu2")),
    },
    "scorer's role": lambda t: {
        "scorers": replaced(t.scorers, 1, dataclasses.replace(t.scorers[1], role=None)),
    },
    "scorer's orientation": lambda t: {
        "scorers": replaced(t.scorers, 1, dataclasses.replace(t.scorers[1], higher_is_better=False)),
    },
    "system's name": lambda t: {"systems": replaced(t.systems, 0, "led")},
    "input's name": lambda t: {"inputs": replaced(t.inputs, 0, "d02")},
    "annotator's name": lambda t: {
        "annotations": {"human": Annotations(("bob", "eve"), t.annotations["human"].values)},
    },
    "names of two systems exchanged": lambda t: {"systems": (t.systems[1], t.systems[0], t.systems[2])},
    "names of two inputs exchanged": lambda t: {"inputs": (t.inputs[1], t.inputs[0], *t.inputs[2:])},
    "annotations left out": lambda _: {"annotations": {}},
    "annotations of another scorer": lambda t: {"annotations": {"bleu": t.annotations["human"]}},
    "label of an input": lambda t: {"input_groups": {**t.input_groups, "domain": ("law",) * M}},
    "grouping column's name": lambda t: {"system_groups": {"kind": t.system_groups["family"]}},
    "no systems": lambda _: {"has_systems": False},
}


@pytest.mark.parametrize("change", CHANGES)
def test_any_part_changes_it(table, change):
    changed = dataclasses.replace(table, **CHANGES[change](table))
    assert changed.fingerprint != table.fingerprint


def test_all_these_changes_differ_from_each_other(table):
    prints = {dataclasses.replace(table, **change(table)).fingerprint for change in CHANGES.values()}
    assert len(prints) == len(CHANGES)


def test_what_a_table_is_called_does_not_count(table):
    renamed = dataclasses.replace(table, name="another", notes=("a remark",))
    assert renamed.fingerprint == table.fingerprint


def test_minus_zero_is_zero(table):
    minus = dataclasses.replace(table, values=with_value(table.values, (0, 0, 0), -0.0))
    assert np.signbit(minus.values[0, 0, 0])
    assert minus.fingerprint == table.fingerprint


def test_every_nan_is_the_same(table):
    def with_bits(bits):
        values = np.array(table.values)
        values.view(np.uint64)[0, 0, 0] = bits
        assert np.isnan(values[0, 0, 0])
        return dataclasses.replace(table, values=values)

    prints = {
        with_bits(bits).fingerprint for bits in (0x7FF8000000000000, 0xFFF8000000000000, 0x7FF8000000000ABC)
    }
    assert len(prints) == 1
    assert prints != {table.fingerprint}


def test_memory_layout_does_not_count(table):
    turned = dataclasses.replace(table, values=np.asfortranarray(table.values))
    assert turned.fingerprint == table.fingerprint


def test_no_hash_seed_of_the_interpreter_enters(table):
    source = (
        "import numpy as np\n"
        "from trueness.data.scores.score_table import Scorer, ScoreTable\n"
        "print(ScoreTable((Scorer('m'),), ('a', 'b'), ('c',), np.ones((1, 2, 1)),"
        " input_groups={'x': ('1',), 'y': ('2',)}).fingerprint)"
    )
    path = str(Path(trueness.__file__).parents[1])
    printed = {
        subprocess.run(
            [sys.executable, "-c", source],
            env={"PYTHONPATH": path, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(printed) == 1


def with_statistics(table, values, formula="percentage"):
    return dataclasses.replace(table, corpus={"bleu": CorpusStatistics(formula, values)})


STATISTICS = np.arange(2.0 * N * M).reshape(N, M, 2)


def test_fingerprints_of_tables_without_statistics_stay_as_they_were(table):
    assert table.fingerprint == "78dd0471c3d336c078a98ec0de0e468e9881d672648642637610162fd8777948"


def test_statistics_change_it_and_their_order_does_not(table):
    found = with_statistics(table, STATISTICS)
    systems, inputs = (2, 0, 1), (3, 1, 0, 2)
    turned = dataclasses.replace(
        reordered(table, range(S), systems, inputs, range(A)),
        corpus={"bleu": found.corpus["bleu"].part(systems, inputs)},
    )
    assert turned.fingerprint == found.fingerprint
    prints = {
        table.fingerprint,
        found.fingerprint,
        with_statistics(table, with_value(STATISTICS, (1, 2, 1), 5.5)).fingerprint,
        with_statistics(table, STATISTICS[..., ::-1]).fingerprint,
        with_statistics(table, np.concatenate([STATISTICS, STATISTICS], axis=2)[..., :3]).fingerprint,
        dataclasses.replace(table, corpus={"human": CorpusStatistics("percentage", STATISTICS)}).fingerprint,
    }
    assert len(prints) == 6
    minus = with_value(STATISTICS, (0, 0, 0), -0.0)
    assert with_statistics(table, minus).fingerprint == found.fingerprint


def test_a_signalling_nan_is_missing_like_any_other(table):
    quiet, signalling = table.values.copy(), table.values.copy()
    quiet[0, 0, 0] = np.nan
    signalling.view(np.uint64)[0, 0, 0] = 0x7FF0000000000001
    assert np.isnan(signalling[0, 0, 0])
    one, other = (dataclasses.replace(table, values=values) for values in (quiet, signalling))
    assert one.fingerprint == other.fingerprint
