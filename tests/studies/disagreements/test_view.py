"""How disagreements are shown."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.studies.disagreements.rows import DisagreementsResult
from trueness.studies.disagreements.study import disagreements
from trueness.studies.disagreements.view import CONTENTS, DisagreementView
from trueness.study.rows import as_row


@pytest.fixture(scope="module")
def found():
    values = np.random.default_rng(0).normal(size=(3, 5, 12))
    scorers = (Scorer("human", "human"), Scorer("one"), Scorer("other"))
    systems, inputs = tuple(f"<i>{k}" for k in range(5)), tuple(f"d{k}" for k in range(12))
    texts = Texts(tuple(TextRow(s, i, f"<script>{s}\n{i}") for s in systems for i in inputs))
    return disagreements(ScoreTable(scorers, systems, inputs, values), texts=texts, listed=3)


def test_the_page_has_every_list_and_the_texts_as_text(found):
    page = report_html(found, manifest_of(found, {}), view=DisagreementView())
    assert all(f">{word}</a>" in page for word in CONTENTS.values())
    assert "&lt;script&gt;&lt;i&gt;" in page
    assert "<script>&lt;i&gt;" not in page
    assert "<script><i>" not in page
    assert "Spearman&#39;s footrule" in page


@pytest.mark.usefixtures("outlined")
def test_the_first_screen_has_the_distances(found):
    (picture,) = DisagreementView().page(found).head.glance
    assert sorted(picture.figure.data, key=str) == sorted(map(as_row, found.distances), key=str)
    assert found.plot() == picture.figure


def test_a_terminal_shows_texts_below_the_numbers_each_once(found):
    (numbers, rows), (texts, written) = DisagreementView().printed(found, "outputs", 80)
    assert "output" not in [column.key for column in numbers.columns]
    assert [column.key for column in texts.columns] == ["system", "input", "output"]
    assert len(rows) == 6
    assert len(written) == len({(row.system, row.input) for row in rows})
    assert len(DisagreementView().printed(found, "systems", 80)) == 1


def test_every_table_that_is_promised_is_there(found):
    assert tuple(spec.name for spec, _ in DisagreementView().tables(found)) == DisagreementsResult.TABLES
    assert DisagreementView().facts(found).startswith("2 metrics")


def test_the_first_screen_lists_the_outputs_of_the_nearest_metric(found):
    near = min(found.distances, key=lambda row: row.estimate).metric
    ((spec, rows),) = DisagreementView().first_table(found, 80)
    assert spec.name == "outputs"
    assert "output" not in [column.key for column in spec.columns]
    assert [row.metric for row in rows[:3]] == [near] * 3
    assert abs(rows[0].gap) >= abs(rows[1].gap) >= abs(rows[2].gap)
