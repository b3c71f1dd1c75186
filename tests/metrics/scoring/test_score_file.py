"""A file of scores is the table that `score` makes, whatever the partitions, the format and the cache."""

from __future__ import annotations

import json
import math
import tracemalloc

import numpy as np
import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.reading import stream_texts as streaming
from trueness.data.reading.read import read_scores
from trueness.data.reading.read_texts import read_texts
from trueness.data.reading.stream_texts import stream_of, stream_texts
from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.scores.merge import merge
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, KeyMismatchError, UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.scoring import score_file as module
from trueness.metrics.scoring.score import score
from trueness.metrics.scoring.score_cache import ScoreCache
from trueness.metrics.scoring.score_file import score_file

METRICS = ("bleu", "length", "compression", "chrf")
ROWS = [
    {
        "system": "a",
        "input": "1",
        "output": "the cat sat",
        "references": ["the cat sat"],
        "source": "w x y z u v",
    },
    {"system": "a", "input": "2", "output": "", "references": ["a dog", ""], "source": "w x"},
    {"system": "b", "input": "1", "output": "a dog", "references": ["the cat sat"], "source": "w x y z u v"},
]


def small(**more):
    return texts_from_rows([{**row, **more} for row in ROWS], name="small")


@pytest.fixture
def partitions_of(monkeypatch):
    def set_size(size):
        monkeypatch.setattr(module, "ROWS_PER_PARTITION", size)
        monkeypatch.setattr(streaming, "ROWS_PER_PARTITION", size)

    return set_size


@pytest.fixture(scope="module")
def pocket():
    texts = load_dataset_texts("pocket")
    return texts, score(texts, METRICS)


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "parquet", "arrow", "csv.gz", "parquet.zst"])
def test_the_pocket_benchmark_is_the_same_table(tmp_path, suffix, partitions_of, pocket):
    partitions_of(100)
    texts, expected = pocket
    with ScoreCache(tmp_path / "cache") as cache:
        done = score_file(stream_of(texts), METRICS, tmp_path / f"scores.{suffix}", cache=cache)
        again = score_file(stream_of(texts), METRICS, tmp_path / f"again.{suffix}", cache=cache)
    for path in (done.path, again.path):
        found = read_scores(path)
        assert found.fingerprint == expected.fingerprint
        assert found.scorers == expected.scorers
        assert set(expected.notes) <= set(found.notes)
        assert set(found.corpus) == set(expected.corpus)
    assert (done.rows, done.systems, done.inputs) == (len(texts), *expected.shape[1:])
    assert done.scorers == expected.scorer_names
    assert done.n_computed + done.n_known == len(texts) * len(METRICS)
    assert again.n_computed == 0


def test_columns_and_rows_are_in_order(tmp_path, partitions_of):
    partitions_of(2)
    rows = [
        {
            **row,
            "document": f"d{row['input']}",
            "good": k,
            "ratings": {"ann": {"fluent": k}, "bob": {"fluent": 2}},
        }
        for k, row in enumerate(ROWS)
    ]
    score_file(stream_of(texts_from_rows(rows)), ["length"], tmp_path / "s.csv")
    lines = (tmp_path / "s.csv").read_text().splitlines()
    assert lines == [
        "system,input,document,good,fluent,fluent@ann,fluent@bob,length",
        "a,1,d1,0.0,1.0,0.0,2.0,3.0",
        "a,2,d2,1.0,1.5,1.0,2.0,0.0",
        "b,1,d1,2.0,2.0,2.0,2.0,2.0",
    ]
    assert read_scores(tmp_path / "s.csv").fingerprint == score(texts_from_rows(rows), "length").fingerprint


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_groups_of_inputs_and_systems_are_carried_along(tmp_path, partitions_of, suffix):
    partitions_of(2)
    rows = [
        {
            **row,
            "document": "d",
            "language": "dezh"[2 * (int(row["input"]) - 1) :][:2],
            "team": row["system"].upper(),
        }
        for row in ROWS
    ]
    del rows[2]["language"]
    texts = texts_from_rows(rows)
    score_file(stream_of(texts), ["length"], tmp_path / f"s.{suffix}")
    found = read_scores(tmp_path / f"s.{suffix}")
    assert found.input_groups == {"document": ("d", "d"), "language": ("de", "zh")}
    assert found.system_groups == {"team": ("A", "B")}
    assert found.fingerprint == score(texts, "length").fingerprint


def test_many_annotators_have_the_mean_of_the_table(tmp_path):
    rng = np.random.default_rng(2)
    rows = [
        {
            "system": s,
            "input": i,
            "output": "x",
            "ratings": {f"p{k}": {"good": float(rng.normal())} for k in range(17) if rng.random() < 0.8},
        }
        for s in "abc"
        for i in "12345"
    ]
    texts = texts_from_rows(rows)
    score_file(stream_of(texts), "length", tmp_path / "s.parquet")
    assert read_scores(tmp_path / "s.parquet").fingerprint == score(texts, "length").fingerprint


def test_orientation_of_human_dimensions(tmp_path):
    texts = texts_from_rows([{**row, "noise": 1, "good": 2} for row in ROWS], lower_is_better=["noise"])
    score_file(stream_of(texts), "length", tmp_path / "s.jsonl")
    assert [(s.name, s.role, s.higher_is_better) for s in read_scores(tmp_path / "s.jsonl").scorers] == [
        ("noise", "human", False),
        ("good", "human", True),
        ("length", "metric", True),
    ]


def test_empty_outputs_and_references_are_counted(tmp_path):
    done = score_file(stream_of(small()), ["bleu", "compression"], tmp_path / "s.csv")
    assert (done.n_empty_outputs, done.n_empty_references, done.n_undefined) == (1, 1, (0, 1))
    assert read_scores(done.path).notes[: len(done.notes)] == done.notes
    notes = " | ".join(done.notes)
    assert "bleu: 1 of 3 outputs are empty; the score of an empty output is 0" in notes
    wanted = "compression: undefined (NaN) for 1 of 3 outputs, the first for system 'a', input '2'"
    assert wanted in notes
    assert "1 of 3 outputs have a reference without words" in notes
    assert "without words" not in " | ".join(
        score_file(stream_of(small()), "length", tmp_path / "t.csv").notes
    )


class Doubled(Length):
    name = "doubled"
    upper = 2.0


def test_scores_out_of_bounds_are_counted_over_partitions(tmp_path, partitions_of):
    partitions_of(1)
    wanted = (
        "doubled: 2 of 4 scores lie outside the bounds that the metric declares, 0 to 2; the first is 3, for system "
        "'a', input '1'"
    )
    more = {"system": "b", "input": "2", "output": "one two three four"}
    texts = texts_from_rows([*ROWS, more], name="small")
    with ScoreCache(tmp_path / "cache") as cache:
        for _ in range(2):  # computed and from the cache
            done = score_file(stream_of(texts), [Doubled()], tmp_path / "s.csv", cache=cache)
            assert wanted in done.notes
    assert done.n_computed == 0
    assert wanted in read_scores(tmp_path / "s.csv").notes
    assert wanted in score(texts, [Doubled()]).notes


def test_a_replaced_file_is_known(tmp_path):
    replaced = [score_file(stream_of(small()), "length", tmp_path / "s.csv").replaced for _ in range(2)]
    assert replaced == [False, True]


@pytest.mark.parametrize(
    ("texts", "metrics", "out", "error", "said"),
    [
        ({}, "blue", "s.csv", UnknownNameError, "Did you mean 'bleu'"),
        ({}, [], "s.csv", ArgumentError, "at least one"),
        ({}, "length", "s.xyz", ArgumentError, "must end in"),
        (
            {"length": 1.0},
            "length",
            "s.csv",
            DataError,
            "small: the texts have a human dimension called 'length'",
        ),
        (
            {"source": None},
            METRICS,
            "s.csv",
            DataError,
            "'compression' needs the source, but 3 of 3 rows lack that",
        ),
        (
            {"references": []},
            "chrf",
            "s.csv",
            DataError,
            r"'chrf' needs references.*system 'a', input '1'.*'references'",
        ),
        ({"document": "d\0"}, "length", "s.tsv", DataError, r"name 'd\\x00' has a NUL character"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_scored(
    tmp_path, texts, metrics, out, error, said, monkeypatch
):
    def never(*_):
        raise AssertionError("something was scored")

    monkeypatch.setattr(module, "cached_scores", never)
    with pytest.raises(error, match=said):
        score_file(stream_of(small(**texts)), metrics, tmp_path / out)
    assert not list(tmp_path.iterdir())


def test_the_message_about_needs_is_that_of_score(tmp_path):
    texts = texts_from_rows([ROWS[0], {**ROWS[1], "references": None}, ROWS[2]], name="small")
    messages = []
    for run in (
        lambda: score(texts, "bleu"),
        lambda: score_file(stream_of(texts), "bleu", tmp_path / "s.csv"),
    ):
        with pytest.raises(DataError, match="1 of 3 rows") as caught:
            run()
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


class Odd(Length):
    """Gives what no metric may give."""

    name = "odd"

    def __init__(self, value, statistics=None):
        self._value, self._statistics = value, statistics
        self.corpus_formula = None if statistics is None else "percentage"

    def score(self, outputs, references, sources):
        return np.array([self._value if text == "a dog" else 1.0 for text in outputs])

    def statistics(self, outputs, references, sources):
        return np.array([self._statistics if text == "a dog" else [1.0, 1.0] for text in outputs])

    def scores_from_statistics(self, statistics):
        return np.where((statistics == 1).all(axis=1), 1.0, self._value)


@pytest.mark.parametrize(
    ("metric", "said"),
    [
        (Odd(math.inf), "'odd' gave an infinite score for system 'b', input '1'"),
        (Odd(1.0, [1.0, math.inf]), "'odd' gave statistics that are infinite or incomplete for system 'b'"),
        (Odd(1.0, [1.0, math.nan]), "infinite or incomplete for system 'b', input '1'"),
        (Odd(1.0, [math.nan, math.nan]), "infinite or incomplete"),
    ],
)
def test_a_metric_that_gives_nonsense(tmp_path, metric, said):
    with pytest.raises(DataError, match=said):
        score_file(stream_of(small()), metric, tmp_path / "s.csv")
    assert not list(tmp_path.iterdir())


def test_no_score_without_statistics_is_right(tmp_path):
    score_file(stream_of(small()), Odd(math.nan, [math.nan, math.nan]), tmp_path / "s.csv")
    table = read_scores(tmp_path / "s.csv")
    assert math.isnan(table.matrix("odd")[1, 0])
    assert math.isnan(table.corpus["odd"].values[1, 0, 0])


def other(**changes):
    fields = {
        "scorers": (Scorer("judge", "metric"),),
        "systems": ("b", "a"),
        "inputs": ("2", "1"),
        "values": np.array([[[math.nan, 1.0], [2.0, 3.0]]]),
        "name": "other",
    }
    return ScoreTable(**{**fields, **changes})


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_scores_by_others_are_joined(tmp_path, suffix):
    done = score_file(stream_of(small()), METRICS, tmp_path / f"s.{suffix}", beside=[other()])
    expected = merge(score(small(), METRICS), other())
    assert read_scores(done.path).fingerprint == expected.fingerprint
    assert done.scorers == (*METRICS, "judge")
    assert (done.path, done.metrics) == (tmp_path / f"s.{suffix}", METRICS)


def test_what_does_not_match_is_said_before_anything_is_scored(tmp_path, monkeypatch):
    bigger = other(systems=("b", "a", "c"), values=np.ones((1, 3, 2)))
    done = score_file(stream_of(small()), "length", tmp_path / "s.csv", beside=[bigger], join="outer")
    assert (done.systems, done.inputs) == (3, 2)
    monkeypatch.setattr(module, "cached_scores", None)
    with pytest.raises(KeyMismatchError, match=r"1 system only in 'other': 'c'.*--join outer"):
        score_file(stream_of(small()), "length", tmp_path / "s.csv", beside=[bigger])
    with pytest.raises(DataError, match="'other' has scores of 'length' already"):
        score_file(
            stream_of(small()), "length", tmp_path / "s.csv", beside=[other(scorers=(Scorer("length"),))]
        )


def test_a_slow_metric_is_saved_more_often(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "SLOW_ROWS_PER_PARTITION", 2)
    saved = []
    with ScoreCache(tmp_path) as cache:
        save = cache.save
        monkeypatch.setattr(
            cache, "save", lambda entries: saved.append(len(entries[0].keys)) or save(entries)
        )
        monkeypatch.setattr(Length, "slow", True)
        monkeypatch.setattr("trueness.metrics.scoring.score_rows.run_each", serially)
        score_file(stream_of(small()), "length", tmp_path / "s.csv", cache=cache)
    assert saved == [2, 1]


def serially(function, items, **_):
    return [function(item) for item in items]


def test_progress_counts_every_output_once(tmp_path, partitions_of):
    partitions_of(2)
    calls = []
    score_file(
        stream_of(small()), ["length", "bleu"], tmp_path / "s.csv", progress=lambda *call: calls.append(call)
    )
    assert {name for name, *_ in calls} == {"scoring outputs"}
    assert [done for _, done, _ in calls] == sorted(done for _, done, _ in calls)
    assert calls[-1][1:] == (3, 3)
    assert {2, 3} <= {done for _, done, _ in calls}


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def test_very_long_texts(tmp_path):
    five_megabytes = "word " * 1_000_000
    path = tmp_path / "t.jsonl"
    path.write_text(lines({**ROWS[0], "output": five_megabytes}, {**ROWS[2], "output": "x" * 5_000_000}))
    done = score_file(stream_texts(path), ["length", "compression"], tmp_path / "s.csv")
    np.testing.assert_array_equal(read_scores(done.path).matrix("length"), [[1_000_000.0], [1.0]])
    path = tmp_path / "t.csv"
    path.write_text(f'system,input,output\na,1,"{five_megabytes}"\n')
    done = score_file(stream_texts(path), "length", tmp_path / "s.csv")
    np.testing.assert_array_equal(read_scores(done.path).matrix("length"), [[1_000_000.0]])


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r", "\n\r"])
def test_newlines_of_any_style(tmp_path, newline):
    path = tmp_path / "t.jsonl"
    path.write_text(lines({**ROWS[0], "output": f"the cat{newline}sat"}))
    done = score_file(stream_texts(path), ["length", "bleu"], tmp_path / "s.csv")
    table = read_scores(done.path)
    assert table.matrix("length")[0, 0] == 3
    assert table.matrix("bleu")[0, 0] == pytest.approx(100)


def test_nul_in_a_text_is_a_letter(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(lines({**ROWS[0], "output": "the\0cat sat"}))
    done = score_file(stream_texts(path), METRICS, tmp_path / "s.csv")
    assert read_scores(done.path).matrix("length")[0, 0] == 2


def test_given_sentences_are_lines(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(
        lines({**ROWS[0], "output": ["the cat", "sat\ndown"], "references": [["the cat", "sat"], "x"]})
    )
    (row,) = read_texts(path).rows
    assert (row.output, row.references) == ("the cat\nsat down", ("the cat\nsat", "x"))
    done = score_file(stream_texts(path), "length", tmp_path / "s.csv")
    assert "1 of 1 outputs are given as lists of sentences" in done.notes


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_memory_does_not_grow_with_the_number_of_rows(tmp_path, partitions_of, suffix, monkeypatch):
    partitions_of(10)
    monkeypatch.setattr("trueness.data.writing.score_writer.ROWS_PER_GROUP", 20)
    peaks = []
    for count in (50, 50, 500):  # the first, unwatched, pays for what is loaded once
        path = tmp_path / "t.jsonl"
        with path.open("w") as file:
            for k in range(count):
                row = {
                    "system": f"s{k % 5}",
                    "input": f"i{k // 5}",
                    "output": f"word {k} " * 200,
                    "good": k % 3,
                }
                file.write(json.dumps(row) + "\n")
        if peaks:
            tracemalloc.start()
        with ScoreCache(tmp_path / f"cache{len(peaks)}") as cache:
            done = score_file(stream_texts(path), "length", tmp_path / f"s.{suffix}", cache=cache)
        peaks.append(tracemalloc.get_traced_memory()[1] if peaks else 0)
        tracemalloc.stop()
        assert (done.rows, done.n_computed) == (count, count)
    assert peaks[2] < 2 * peaks[1]  # of ten times as many rows
