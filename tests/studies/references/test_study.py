"""Resampled references: against the plain function on hand-made scores, and what is refused."""

from __future__ import annotations

import dataclasses

import pytest
from scipy import stats

from trueness.data.texts.texts import Texts
from trueness.errors import DataError
from trueness.statistics.equivalence.reference_resampling import ReferenceScores, reference_resampling
from trueness.studies.references.single_references import single_references
from trueness.studies.references.study import references


@pytest.fixture(scope="module")
def found(judged, referenced_texts):
    return references(
        judged,
        texts=referenced_texts,
        metrics=["rouge1_f", "ter"],
        over="inputs",
        resamples=49,
        rng=1,
    )


def test_rows_are_those_of_the_plain_function(judged, referenced_texts, found):
    scores, _ = single_references(referenced_texts, ["rouge1_f", "ter"], judged)
    wanted = reference_resampling(
        ReferenceScores(scores), judged.matrix("relevance"), over="inputs", resamples=49, rng=1
    )
    for k, row in enumerate(found.widening):
        best = scores[k].max(axis=-1).ravel()
        tau = stats.kendalltau(best, judged.matrix("relevance").ravel()).statistic
        assert row.estimate == pytest.approx(tau)
        assert (row.low, row.high) == pytest.approx((wanted.fixed[k].low, wanted.fixed[k].high))
        assert (row.varied_low, row.varied_high) == pytest.approx(
            (wanted.varied[k].low, wanted.varied[k].high)
        )
        width = (row.varied_high - row.varied_low) / (row.high - row.low) - 1
        assert row.widening == pytest.approx(width)
        assert (row.n_references, row.n_inputs, row.n_cells) == (3, 7, 42)
    assert "wider" in found.conclusions[0] or "narrower" in found.conclusions[0]


def test_inputs_with_one_reference_are_counted(judged, referenced_texts):
    rows = tuple(
        dataclasses.replace(row, references=row.references[:1]) if row.input == "d0" else row
        for row in referenced_texts.rows
    )
    found = references(judged, texts=Texts(rows), over="inputs", resamples=9, rng=1)
    (caution,) = [caution for caution in found.cautions if caution.code == "one_reference"]
    assert caution.message.startswith("1 input")


def test_what_is_refused(judged, referenced_texts):
    alone = Texts(
        tuple(dataclasses.replace(row, references=row.references[:1]) for row in referenced_texts.rows)
    )
    with pytest.raises(DataError, match="drawing references takes outputs with two or more"):
        references(judged, texts=alone)
    stranger = Texts(
        tuple(dataclasses.replace(row, system=f"x{row.system}") for row in referenced_texts.rows)
    )
    with pytest.raises(DataError, match="texts and scores must have the same names of systems and inputs"):
        references(judged, texts=stranger)
