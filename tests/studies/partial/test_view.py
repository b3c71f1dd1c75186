"""How agreement where something is given is shown: table, figures, page, and what repeats it."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html, result_methods
from trueness.studies.partial.study import partial
from trueness.studies.partial.view import PartialView


@pytest.fixture(scope="module")
def found():
    rng = np.random.default_rng(1)
    human, length = rng.normal(size=(2, 9, 14))
    return partial(
        ScoreTable(
            (Scorer("people", "human"), Scorer("<b>bleu", "metric"), Scorer("length", "metric")),
            tuple(f"s{i}" for i in range(9)),
            tuple(f"d{j}" for j in range(14)),
            np.stack([human + length, length + 0.3 * human, length]),
        ),
        human="people",
    )


def test_the_table_and_a_figure_for_each_thing(found):
    view = PartialView()
    (spec, rows), *_ = view.tables(found)
    assert rows == found.partial
    assert "95% intervals apply to other systems and other inputs" in spec.caption
    figures = view.figures(found)
    assert [figure.name for figure in figures] == ["given-system", "given-input", "given-length"]


def test_the_page_says_it(found):
    page = report_html(found, manifest_of(found, {}), view=PartialView())
    assert "&lt;b&gt;bleu" in page
    assert "<b>bleu" not in page
    assert "agreement with ‘people’ where something is given" in page


def test_the_methods_say_what_was_taken_out(found):
    text = str(result_methods(found))
    assert "before and after system, input, length were taken out" in text
    assert "Yule" in text
