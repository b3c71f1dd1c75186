"""Outputs to read: the largest distance first, then those on which people agree."""

from __future__ import annotations

import dataclasses

import numpy as np
from tests.studies.judge.test_judge_labels import SMALL, labelled

from trueness.data.scores.score_table import Annotations
from trueness.data.texts.texts import TextRow, Texts
from trueness.studies.judge.study import judge


def test_labels_with_texts_the_unanimous_first():
    table = labelled(annotators=3)
    texts = Texts(
        tuple(
            TextRow(system, source, f"{system} on {source}")
            for system in table.systems
            for source in table.inputs
        )
    )
    found = judge(table, judges="v1", texts=texts, disagreements=200, **SMALL).disagreements
    people, said = table.annotations["human"].values, table.matrix("v1")
    wrong = (people.sum(axis=0) > 1.5) != (said == 1)
    assert {(row.system, row.input) for row in found} == {
        (table.systems[i], table.inputs[j]) for i, j in np.argwhere(wrong)
    }
    assert all(row.human != row.judge and abs(row.gap) == 1 for row in found)
    shares = [row.agreeing for row in found]
    assert shares == sorted(shares, reverse=True)
    assert shares[0] == 1 > shares[-1] > 0.6
    assert found[0].output == f"{found[0].system} on {found[0].input}"


def test_scores_by_distance_and_no_more_than_asked_for():
    table = labelled(annotators=1)
    rng = np.random.default_rng(4)
    values = rng.integers(1, 6, table.values.shape).astype(float)
    table = dataclasses.replace(
        table,
        values=values,
        annotations={"human": Annotations(("ann",), values[0][None])},
        scorers=tuple(dataclasses.replace(one, labels=()) for one in table.scorers),
    )
    found = judge(table, judges="v1", disagreements=7, **SMALL).disagreements
    gaps = [abs(row.gap) for row in found]
    assert len(found) == 7
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[0] == np.abs(values[0] - values[1]).max() / 4
    assert float(found[0].judge) - float(found[0].human) == 4 * found[0].gap
