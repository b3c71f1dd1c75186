"""Every recorded score of the original program, to the fifth and last decimal."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pandas as pd
import pytest

from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.variant import RougeVariant

KINDS = {
    "ROUGE-1": ("N", 1),
    "ROUGE-2": ("N", 2),
    "ROUGE-3": ("N", 3),
    "ROUGE-4": ("N", 4),
    "ROUGE-L": ("L", None),
    "ROUGE-W-1.2": ("W", None),
    "ROUGE-S4": ("S", 4),
    "ROUGE-SU4": ("SU", 4),
}
PARTS = {"P": "precision", "R": "recall", "F": "f"}

# answers, their data set (None: any), inputs, references (None: all), options, number of recorded rows
FILES = [
    ("summeval_ref1", None, "summeval", 1, {}, 51_200),
    ("summeval_ref11_fA", None, "summeval", None, {"refs": "pooled"}, 51_200),
    ("summeval_ref11_fB", None, "summeval", None, {"refs": "best"}, 51_200),
    ("realsumm", None, "realsumm", None, {}, 80_000),
    ("edge", "edge_fA", "edge", None, {"refs": "pooled"}, 1_488),
    ("edge", "edge_fB", "edge", None, {"refs": "best"}, 1_488),
    ("extras_limits", "summeval_ref1_l30", "summeval", 1, {"words": 30}, 12_800),
    ("extras_limits", "summeval_ref1_b150", "summeval", 1, {"bytes": 150}, 12_800),
]


def read_inputs(folder, name):
    with gzip.open(folder / f"inputs_{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def read_answers(folder, name):
    text = {"dataset": "category", "doc": "str", "system": "str", "variant": "category"}
    return pd.read_csv(folder / f"{name}.csv.gz", engine="pyarrow", dtype=text)


def variant_of(variant, stem, stop, part, options):
    kind, order = KINDS[variant]
    return RougeVariant(kind, order, bool(stem), bool(stop), part, mode="exact", **options)


def score_all(metrics, rows, most_references):
    references = [["\n".join(lines) for lines in row["references"][:most_references]] for row in rows]
    outputs = ["\n".join(row["summary"]) for row in rows]
    return Rouge.score_together(metrics, outputs, references, [None] * len(rows))


ALL_FILES = pytest.mark.parametrize(
    ("answers", "dataset", "inputs", "most_references", "options", "n"),
    FILES,
    ids=[dataset or answers for answers, dataset, *_ in FILES],
)


@ALL_FILES
def test_recorded_scores(test_data, answers, dataset, inputs, most_references, options, n):
    """Of every seventh text, and of all edge cases."""
    step = 1 if inputs == "edge" else 7
    compare(test_data, answers, dataset, inputs, most_references, options, n, step)


@pytest.mark.slow
@ALL_FILES
def test_every_recorded_score(test_data, answers, dataset, inputs, most_references, options, n):
    compare(test_data, answers, dataset, inputs, most_references, options, n, 1)


def compare(test_data, answers, dataset, inputs, most_references, options, n, step):
    folder = test_data / "oracles" / "rouge155"
    recorded = read_answers(folder, answers)
    if dataset is not None:
        recorded = recorded[recorded["dataset"] == dataset]
    assert len(recorded) == n
    rows = read_inputs(folder, inputs)[::step]
    parted = inputs == "realsumm"  # where two data sets have the same documents
    keys = ["dataset", "doc", "system"] if parted else ["doc", "system"]
    place = pd.MultiIndex.from_tuples([tuple(row[key] for key in keys) for row in rows])
    row = place.get_indexer(pd.MultiIndex.from_frame(recorded[keys].astype(str)))
    recorded, row = recorded[row >= 0], row[row >= 0]
    assert len(recorded) >= n // step * 0.9
    configurations = pd.MultiIndex.from_frame(recorded[["variant", "stem", "stop"]])
    distinct = configurations.unique()
    column = distinct.get_indexer(configurations)
    parts = PARTS.values()
    metrics = [Rouge(variant_of(*one, part, options)) for part in parts for one in distinct]
    together = np.split(score_all(metrics, rows, most_references), len(PARTS), axis=1)
    for letter, found in zip(PARTS, together, strict=True):
        scores = found[row, column]
        expected = recorded[letter].to_numpy(dtype=np.float64)
        wrong = np.flatnonzero(scores != expected)
        shown = recorded.iloc[wrong[:5]].assign(found=scores[wrong[:5]]).to_string()
        assert not len(wrong), f"{len(wrong)} of {len(scores)} values of {letter} differ:\n{shown}"


def test_all_files_are_compared(test_data):
    folder = test_data / "oracles" / "rouge155"
    assert sum(n for *_, n in FILES) == 262_176
    with_scores = {path.name.removesuffix(".csv.gz") for path in folder.glob("*.csv.gz")}
    assert with_scores == {name for name, *_ in FILES}


def test_weighted_is_undefined_where_the_original_dies(test_data):
    """The edge cases without recorded answers are those in which a reference has only stop words."""
    folder = test_data / "oracles" / "rouge155"
    recorded = read_answers(folder, "edge")
    with_answers = set(recorded[recorded["stop"] == 1]["doc"])
    rows = read_inputs(folder, "edge")
    for refs in ("pooled", "best", "mean", "jackknife"):
        metrics = [
            Rouge(variant_of(kind, 0, 1, part, {"refs": refs})) for kind in KINDS for part in PARTS.values()
        ]
        undefined = np.isnan(score_all(metrics, rows, None))
        weighted = np.array([metric.variant.kind == "W" for metric in metrics])
        died = np.array([row["doc"] not in with_answers for row in rows])
        assert (undefined == died[:, None] & weighted).all()


def test_a_row_scores_the_same_alone(test_data):
    rows = read_inputs(test_data / "oracles" / "rouge155", "summeval")[:400:40]
    metrics = [Rouge(variant_of(kind, 1, 0, "f", {})) for kind in KINDS]
    together = score_all(metrics, rows, None)
    alone = [score_all(metrics, [row], None)[0] for row in rows]
    assert np.array_equal(together, alone)
