"""What is written part by part reads back as the table that `write_scores` would have written."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from trueness.data.reading.read import read_scores
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.writing.score_writer import ScorePart, writing_scores
from trueness.data.writing.write import write_scores
from trueness.errors import ArgumentError, DataError

SUFFIXES = ("csv", "tsv", "jsonl", "parquet", "arrow", "csv.gz", "jsonl.zst", "parquet.gz")
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=6)


def table_of(systems, inputs, seed=1):
    rng = np.random.default_rng(seed)
    shape = (len(systems), len(inputs))
    people = Annotations(("ann", "b,ob"), rng.integers(1, 6, size=(2, *shape)).astype(float))
    scores = rng.normal(size=(2, *shape))
    scores[1][rng.random(shape) < 0.3] = np.nan
    counts = rng.integers(0, 9, size=(*shape, 1)).astype(float)
    return ScoreTable(
        scorers=(
            Scorer("good", "human"),
            Scorer("ter", "metric", higher_is_better=False),
            Scorer("rouge1_f:refs=best,alpha=0.8", "metric"),
        ),
        systems=tuple(systems),
        inputs=tuple(inputs),
        values=np.concatenate([people.mean()[None], scores]),
        annotations={"good": people},
        input_groups={"document": tuple(f"d{j // 2}" for j in range(shape[1]))},
        name="named",
        notes=("first",),
        corpus={"ter": CorpusStatistics("percentage", np.concatenate([counts, counts + 1], axis=2))},
    )


def part_of(table, i, columns):
    columns = list(columns)
    return ScorePart(
        systems=[table.systems[i]] * len(columns),
        inputs=[table.inputs[j] for j in columns],
        groups={"document": [table.input_groups["document"][j] for j in columns]},
        scores={name: table.matrix(name)[i, columns] for name in table.scorer_names},
        ratings={
            ("good", who): ratings[i, columns]
            for who, ratings in zip(
                table.annotations["good"].annotators, table.annotations["good"].values, strict=True
            )
        },
        statistics={"ter": table.corpus["ter"].values[i, columns]},
    )


def write_parts(table, path, size):
    with writing_scores(path, table.select(systems=table.systems[:1], inputs=table.inputs[:1])) as writer:
        for i in range(len(table.systems)):
            for start in range(0, len(table.inputs), size):
                writer.write(part_of(table, i, range(start, min(start + size, len(table.inputs)))))
        writer.notes.append("last")
    return path


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_parts_make_the_whole(tmp_path, suffix, size):
    table = table_of(["a", "b\rc"], [f"i{k}" for k in range(5)])
    found = read_scores(write_parts(table, tmp_path / f"x.{suffix}", size))
    again = read_scores(write_scores(table, tmp_path / f"y.{suffix}"))
    assert found.fingerprint == again.fingerprint == table.fingerprint
    assert (found.scorers, found.systems, found.inputs) == (table.scorers, table.systems, table.inputs)
    assert (found.name, found.notes[:2]) == ("named", ("first", "last"))
    assert {path.name.partition(".")[0] for path in tmp_path.iterdir()} == {"x", "y"}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    st.lists(NAMES, min_size=1, max_size=3, unique=True),
    st.lists(NAMES, min_size=1, max_size=3, unique=True),
    st.sampled_from(SUFFIXES[:5]),
)
def test_any_names(tmp_path, systems, inputs, suffix):
    table = table_of(systems, inputs)
    assert read_scores(write_parts(table, tmp_path / f"x.{suffix}", 2)).fingerprint == table.fingerprint


@pytest.mark.parametrize("suffix", ["csv", "parquet", "arrow", "jsonl.gz"])
def test_an_interruption_leaves_the_old_file(tmp_path, suffix):
    table = table_of(["a"], ["1", "2"])
    path = write_parts(table, tmp_path / f"x.{suffix}", 1)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}

    def interrupt():
        with writing_scores(path, table.select(inputs=["1"])) as writer:
            writer.write(part_of(table, 0, [0]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_where_nothing_can_be_written(tmp_path):
    shape = table_of(["a"], ["1"])
    with pytest.raises(ArgumentError, match="must end in"), writing_scores(tmp_path / "x.xyz", shape):
        pass
    (tmp_path / "d.csv").mkdir()
    with pytest.raises(DataError, match="this is a folder"), writing_scores(tmp_path / "d.csv", shape):
        pass
