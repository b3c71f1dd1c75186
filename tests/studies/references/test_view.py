"""How resampled references are shown."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.studies.references.study import references
from trueness.studies.references.view import ReferenceView
from trueness.study.rows import as_row


@pytest.fixture(scope="module")
def found():
    words = ("a b c d", "a c e g", "b d f h", "a e f h", "c d g h")
    rows = tuple(
        TextRow(f"<b>{i}", f"d{j}", words[(i * 2 + j) % 5], words[j : j + 2])
        for i in range(5)
        for j in range(4)
    )
    values = np.random.default_rng(0).normal(size=(1, 5, 4))
    systems = tuple(f"<b>{i}" for i in range(5))
    table = ScoreTable((Scorer("human", "human"),), systems, tuple(f"d{j}" for j in range(4)), values)
    return references(table, texts=Texts(rows), over="inputs", resamples=19, rng=1)


def test_the_page_says_what_was_done(found):
    page = report_html(found, manifest_of(found, {}), view=ReferenceView())
    assert "what if other people had written the references?" in page
    assert "the best score counts" in page
    assert "19 resamples of inputs" in page


@pytest.mark.usefixtures("outlined")
def test_the_first_screen_has_both_intervals(found):
    (picture,) = ReferenceView().page(found).head.glance
    assert picture.figure.data == [as_row(row) for row in found.widening]
    assert found.plot().data == picture.figure.data
    more = tuple(dataclasses.replace(row, human="other") for row in found.widening)
    two = dataclasses.replace(found, widening=found.widening + more)
    (shown,) = ReferenceView().page(two).head.glance
    assert [name for name, _ in shown.choices] == [
        "human: Global level, Kendall's tau-b",
        "other: Global level, Kendall's tau-b",
    ]


def test_the_table_has_both_intervals(found):
    spec, rows = ReferenceView().table(found, "widening")
    headings = [column.heading for column in spec.columns]
    assert headings[4:8] == ["τ", "References at hand", "Other references", "Wider by"]
    assert len(rows) == 1
