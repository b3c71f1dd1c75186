"""Scores against single references."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.texts.texts import Texts
from trueness.metrics.scoring.score import score
from trueness.studies.references.single_references import single_references


def test_scores_are_those_against_one_reference(judged, referenced_texts):
    scores, names = single_references(referenced_texts, ["rouge1_f", "ter"], judged)
    assert scores.shape == (2, 6, 7, 3)
    assert names == ("rouge1_f", "ter")
    row = referenced_texts.rows[9]
    alone = score(Texts((dataclasses.replace(row, references=row.references[2:]),)), ["rouge1_f", "ter"])
    here = scores[:, judged.systems.index(row.system), judged.inputs.index(row.input), 2]
    np.testing.assert_allclose(here, [alone.values[0, 0, 0], -alone.values[1, 0, 0]])  # less is better by ter


def test_what_people_said_of_texts_is_no_part_of_it(judged, referenced_texts):
    rows = tuple(dataclasses.replace(row, human={"errors": 1.0}) for row in referenced_texts.rows)
    _, names = single_references(Texts(rows, lower_is_better=("errors",)), ["rouge1_f"], judged)
    assert names == ("rouge1_f",)
