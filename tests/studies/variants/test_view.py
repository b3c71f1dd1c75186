"""How variants are shown: tables, captions, page."""

from __future__ import annotations

import dataclasses

import pytest
from tests.studies.variants.conftest import NAMES, QUICK, made

from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.writing.tables import correlation
from trueness.studies.variants.study import variants
from trueness.studies.variants.view import DOT, VariantView

VIEW = VariantView()


@pytest.fixture(scope="module")
def found():
    return variants(made(), dimensions=["coverage", "quality"], named=["other"], top=3, **QUICK)


def test_human_scores_stand_side_by_side_with_dots(found):
    ((spec, lines),) = VIEW.printed(found, "humans", 80)
    assert [column.heading for column in spec.columns][1:3] == ["arithmetic mean", "harmonic mean"]
    for row in found.humans:
        line = next(one for one in lines if one["metric"] == row.metric)
        assert line[row.human] == correlation(row.estimate) + (DOT if row.optimal else "")


def test_a_terminal_shows_the_best_and_the_named(found, monkeypatch):
    monkeypatch.setattr("trueness.studies.variants.view.FIRST_ROWS", 3)
    last = found.variants[-1].metric
    named = dataclasses.replace(found, selection=dataclasses.replace(found.selection, named=(last,)))
    ((_, rows),) = VIEW.printed_by_default(named, "variants", 80)
    best = [row.metric for row in found.variants[:2]]
    assert [row.metric for row in rows[:3]] == [*best, last]
    assert sorted(row.metric for row in rows) == sorted(row.metric for row in found.variants)


def test_captions_say_the_settings(found):
    captions = {spec.name: spec.caption for spec, _ in VIEW.tables(found)}
    assert "Shaffer's correction" in captions["variants"]
    assert "30 halvings" in captions["luck"]
    assert f"Best: {found.best}. Customary: other." in captions["systems"]
    assert "with seed 1" in found.methods().text


def test_without_several_human_scores_or_a_customary_metric_nothing_is_said_of_them():
    alone = variants(made(), human="coverage", metrics=list(NAMES[:2]), halves=["inputs"], **QUICK)
    assert not VIEW.table(alone, "humans")[1]
    tables = {spec.name: spec for spec, _ in VIEW.tables(alone)}
    assert "rank_customary" not in [column.key for column in tables["systems"].columns]
    assert [figure.name for figure in VIEW.figures(alone)][-1] == "system-ranks"


@pytest.mark.usefixtures("outlined")
def test_the_page_holds_every_chapter(found):
    page = report_html(found, manifest_of(found))
    for heading in (
        "Variants by how they agree",
        "Options of the optimal",
        "owes to luck",
        "every human score",
    ):
        assert heading in page
    assert page.count("<figure") >= 6
