"""How ranges are shown: triangles, captions, chapters."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.writing.tables import cell
from trueness.studies.ranges.study import ranges
from trueness.studies.ranges.triangular_table import triangular_tables
from trueness.studies.ranges.view import RangeView

HOSTILE = ("<script>alert(1)</script>", "=cmd|' /C calc'!A0", "three")


def made(names, human="relevance", **more):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(10, 12)) + rng.normal(size=(10, 1))
    values = [quality + 0.7 * rng.normal(size=quality.shape) for _ in names]
    scorers = [Scorer(name, "metric") for name in names]
    if human:
        values.append(quality + rng.normal(size=quality.shape))
        scorers.append(Scorer(human, "human"))
    table = ScoreTable(
        tuple(scorers), tuple(f"s{k}" for k in range(10)), tuple(f"d{k}" for k in range(12)), np.stack(values)
    )
    return ranges(table, **{"rng": 1, "permutations": 49, "resamples": 99, **more})


@pytest.fixture(scope="module")
def found():
    return made(("one", "two", "three"))


@pytest.fixture
def view():
    return RangeView()


def test_a_triangle_has_two_values_a_cell(found, view):
    spec, _ = view.table(found, "pairs")
    ((triangle, rows),) = triangular_tables(found, spec, None)
    assert [column.heading for column in triangle.columns] == ["Metric", "Range", "one", "two", "three"]
    assert [row["metric"] for row in rows] == ["two", "", "", "three", "", "", "relevance", "", ""]
    assert [row["range"] for row in rows[:3]] == ["LMT / L", "MT / M", "T / T"]
    values = {(row.metric, row.rival, row.range, row.kind): row.estimate for row in found.pairs}
    first, second = rows[4]["one"].split(" / ")
    assert float(first.replace("−", "-")) == pytest.approx(
        values["one", "three", "MT", "cumulative"], abs=5e-4
    )
    assert float(second.replace("−", "-")) == pytest.approx(values["one", "three", "M", "single"], abs=5e-4)
    assert rows[0]["two"] == rows[0]["three"] == ""  # above the diagonal


@pytest.mark.parametrize(("width", "tables"), [(120, 1), (52, 2), (20, 1)])
def test_narrow_terminals_get_two_triangles_or_the_list(found, view, width, tables):
    spec, _ = view.table(found, "pairs")
    shown = triangular_tables(found, spec, width)
    assert len(shown) == tables
    if width == 20:
        assert shown[0][1] == found.pairs


def test_long_names_become_numbers_on_a_terminal(view):
    found = made(("a_very_long_name_of_a_metric", "another_very_long_name"), human=None)
    spec, _ = view.table(found, "pairs")
    ((triangle, rows),) = triangular_tables(found, spec, 120)
    assert triangle.columns[2].heading == "(1)"
    assert rows[0]["metric"] == "(2) another_very_long_name"
    assert "(1) is a_very_long_name_of_a_metric" in triangle.title


def test_every_table_has_a_caption_and_every_cell_a_text(found, view):
    for spec, rows in view.tables(found):
        assert spec.caption
        for row in rows[:5]:
            values = row if isinstance(row, dict) else row.__dict__
            for column in spec.columns:
                assert isinstance(cell(values, column), str)


def test_captions_and_methods_say_the_settings(view):
    found = made(("one", "two"), normalise="z", by="count", bins=4, applies_to="inputs")
    caption = view.table(found, "means")[0].caption
    assert "these systems and other inputs" in caption
    assert "L, M and T" not in caption
    said = found.methods().text
    for words in (
        "standard deviation 1",
        "4 bins with equally many outputs",
        "49 times",
        "Student's t over inputs",
    ):
        assert words in said


@pytest.mark.usefixtures("outlined")
def test_pages_escape_names_and_hold_every_chapter(view):
    found = made(HOSTILE, human="<img src=x onerror=alert(2)>", permutations=9, resamples=19)
    page = report_html(found, manifest_of(found))
    assert "<script>alert(1)" not in page
    assert "<img src=x" not in page
    for chapter in view.chapters(found):
        assert f'id="{chapter.name}"' in page


def test_figures_have_names_of_their_own(found, view):
    names = [figure.name for figure in view.figures(found)]
    assert names == ["range-bars", "agreement-triangle", "disagreement-bars", "ratio-curves", "property-ease"]
