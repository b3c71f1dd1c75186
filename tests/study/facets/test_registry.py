"""Which kind of facets a word stands for: a column goes before a word of the same name."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.study.facets.annotators import Annotators
from trueness.study.facets.groups import Groups
from trueness.study.facets.human_scores import HumanScores
from trueness.study.facets.registry import facet_kind

TABLE = ScoreTable((Scorer("human"),), ("s",), ("d",), np.ones((1, 1, 1)))


def test_words():
    assert facet_kind(None, TABLE) == HumanScores()
    assert facet_kind("annotator", TABLE) == Annotators("annotator")
    assert facet_kind("language", TABLE) == Groups("language")


def test_a_column_is_itself():
    column = dataclasses.replace(TABLE, input_groups={"annotator": ("bob",)})
    assert facet_kind("annotator", column) == Groups("annotator")
