"""Scoring texts: orientation, order, human dimensions, empty outputs, and what a metric needs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.data.reading.texts_from_rows import texts_from_rows
from trueness.data.texts.texts import Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.scoring.registry import default_names
from trueness.metrics.scoring.score import score
from trueness.metrics.scoring.score_rows import ROWS_PER_CHUNK

ROWS = [
    {
        "system": "a",
        "input": "1",
        "output": "the cat sat",
        "references": ["the cat sat"],
        "source": "w x y z u v",
    },
    {"system": "a", "input": "2", "output": "", "references": ["a dog"], "source": "w x"},
    {"system": "b", "input": "1", "output": "a dog", "references": ["the cat sat"], "source": "w x y z u v"},
]


def small(**more) -> Texts:
    return texts_from_rows([{**row, **more} for row in ROWS], name="small")


def test_rows_land_in_their_cells():
    table = score(small(), ["length", "compression"])
    assert (table.systems, table.inputs) == (("a", "b"), ("1", "2"))
    np.testing.assert_array_equal(table.matrix("length"), [[3, 0], [2, math.nan]])
    np.testing.assert_array_equal(table.matrix("compression"), [[2, math.nan], [3, math.nan]])


def test_roles_and_orientation_are_declared():
    texts = texts_from_rows(
        [{**row, "quality": k, "noise": 5 - k} for k, row in enumerate(ROWS)], lower_is_better=["noise"]
    )
    table = score(texts, default_names())
    assert [s.name for s in table.scorers] == ["quality", "noise", *default_names()]
    assert [s.role for s in table.scorers] == ["human", "human", *["metric"] * len(default_names())]
    assert [s.name for s in table.scorers if not s.higher_is_better] == [
        "noise",
        "ter",
        "js2",
        "js1_source",
    ]


def test_annotators_and_documents_are_carried_along():
    rows = [
        {**row, "document": f"d{row['input']}", "ratings": {"ann": {"good": k}, "bob": {"good": k + 1}}}
        for k, row in enumerate(ROWS)
    ]
    table = score(texts_from_rows(rows), "length")
    assert table.annotations["good"].annotators == ("ann", "bob")
    assert table.matrix("good")[0, 0] == 0.5
    assert table.input_groups == {"document": ("d1", "d2")}


def test_empty_outputs_are_counted_once_for_all_metrics_they_are_alike_for():
    notes = " | ".join(score(small(), ["bleu", "length", "compression"]).notes)
    assert "bleu, length: 1 of 3 outputs are empty; the score of an empty output is 0" in notes
    assert "compression: 1 of 3 outputs are empty; the score of an empty output is undefined (NaN)" in notes
    wanted = "compression: undefined (NaN) for 1 of 3 outputs, the first for system 'a', input '2'"
    assert wanted in notes
    assert "bleu: undefined" not in notes


def test_sacrebleu_settings_are_noted():
    assert any(
        note.startswith("bleu: sacreBLEU nrefs:var|case:mixed|eff:yes")
        for note in score(small(), "bleu").notes
    )


@pytest.mark.parametrize(("metric", "field"), [("bleu", "references"), ("compression", "source")])
def test_missing_texts_name_system_and_input(metric, field):
    rows = [*ROWS[:2], {**ROWS[2], field: None}]
    with pytest.raises(DataError, match=rf"'{metric}' needs .*1 of 3 rows.*system 'b', input '1'.*'{field}'"):
        score(texts_from_rows(rows), ["length", metric])


def test_an_empty_list_of_references_is_none():
    with pytest.raises(DataError, match="3 of 3 rows"):
        score(small(references=[]), "chrf")


def test_a_metric_asked_for_twice_is_computed_once():
    assert score(small(), ["length", Length(), "l*"]).scorer_names == ("length",)


def test_wrong_requests_are_refused():
    with pytest.raises(UnknownNameError, match="Did you mean 'bleu'"):
        score(small(), "blue")
    with pytest.raises(ArgumentError, match="at least one"):
        score(small(), [])
    with pytest.raises(DataError, match="small: the texts have a human dimension called 'length'"):
        score(small(length=1.0), "length")


def test_a_metric_with_too_few_scores_is_caught():
    class Short(Length):
        name = "short"

        def score(self, outputs, references, sources):
            return super().score(outputs, references, sources)[1:]

    with pytest.raises(
        DataError, match=r"'short' gave scores of shape \(2, 1\) in place of \(3, 1\), for 3 outputs"
    ):
        score(small(), Short())


def test_progress_counts_every_output_over_chunks():
    n = ROWS_PER_CHUNK + 3
    texts = texts_from_rows([{"system": "s", "input": i, "output": "a " * i} for i in range(1, n + 1)])
    calls = []
    table = score(texts, "length", progress=lambda *call: calls.append(call))
    assert calls == [("length", ROWS_PER_CHUNK, n), ("length", n, n)]
    np.testing.assert_array_equal(table.matrix("length")[0], np.arange(1, n + 1))


def test_sufficient_statistics_are_handed_on():
    class Share(Length):
        """Per cent of the words of an output that its first reference has."""

        name = "share"
        corpus_formula = "percentage"

        def statistics(self, outputs, references, sources):
            del sources
            found = [
                (out.split(), set(refs[0].split())) for out, refs in zip(outputs, references, strict=True)
            ]
            return np.array([[sum(word in there for word in words), len(words)] for words, there in found])

    table = score(small(), [Share(), "length"])
    assert list(table.corpus) == ["share"]
    assert table.corpus["share"].formula == "percentage"
    gone = [math.nan, math.nan]
    np.testing.assert_array_equal(table.corpus["share"].values, [[[3, 3], [0, 0]], [[0, 2], gone]])


@pytest.mark.parametrize(
    ("lower", "upper", "factor", "outside"),
    [
        (0.0, 1.0, 1.0, 0),
        (0.0, 1.0, 1.0 + 1e-10, 0),
        (0.0, 1.0, 1.0 + 1e-8, 1),
        (0.0, 100.0, 100.0 + 1e-8, 0),
        (0.0, 100.0, 100.0 + 1e-6, 1),
        (0.0, math.inf, 1e300, 0),
        (0.0, math.inf, -1e-12, 0),
        (0.0, math.inf, -1e-3, 1),
        (-math.inf, math.inf, -1e300, 0),
    ],
)
def test_bounds_are_checked_up_to_rounding(lower, upper, factor, outside):
    class Bounded(Length):
        name = "bounded"

        def score(self, outputs, references, sources):
            return np.array([math.nan, 0.0, factor])

    metric = Bounded()
    metric.lower, metric.upper = lower, upper
    notes = [note for note in score(small(), [metric]).notes if "outside the bounds" in note]
    assert len(notes) == outside
    if outside:
        assert (
            f"bounded: 1 of 3 scores lie outside the bounds that the metric declares, {lower:g}" in notes[0]
        )
        assert f"the first is {factor:.12g}, for system 'a', input '2'" in notes[0]
