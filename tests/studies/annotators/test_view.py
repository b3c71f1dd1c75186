"""A study of annotators as tables, whose captions say how numbers were made, and as a page that holds them all."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness import result_html, write_report
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.reporting.manifest import read_manifest
from trueness.reporting.view import SHARED
from trueness.reporting.writing.html_tables import to_html
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import as_rows, cell, to_csv, to_markdown
from trueness.studies.annotators.study import annotators
from trueness.studies.annotators.view import BELOW, SPECS, AnnotatorView, annotator_tables
from trueness.study.rows import as_row


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(6, 10))
    part = Annotations(
        ("a", "b", "c"), np.clip(np.round(3 + truth + 0.5 * rng.normal(size=(3, 6, 10))), 1, 5)
    )
    return ScoreTable(
        scorers=(
            Scorer("fluency", "human"),
            Scorer("m|<x>", "metric"),
            Scorer("cost", "metric", higher_is_better=False),
        ),
        systems=tuple("uvwxyz"),
        inputs=tuple("0123456789"),
        values=np.stack([part.mean(), truth, -truth]),
        annotations={"fluency": part},
    )


@pytest.fixture(scope="module")
def study(table):
    return annotators(table, resamples=50, rng=1, minimum_units=5, folds=5, coefficient="pearson")


def test_every_table_prints(study):
    found = annotator_tables(study)
    assert [spec.name for spec, _ in found] == list(study.TABLES) == list(dict.fromkeys(study.TABLES))
    assert set(SPECS) == set(study.TABLES) - set(SHARED)
    for spec, rows in found:
        for row in as_rows(rows):
            assert all(isinstance(cell(row, column), str) for column in spec.columns)
        for write in (to_csv, to_html, to_latex, to_markdown):
            assert write(rows, spec)


def test_captions_say_how(study):
    specs = {spec.name: spec for spec, _ in annotator_tables(study)}
    for name in ("ceiling", "annotators", "held_out"):
        assert "95% two-way jackknife intervals, for other systems and other inputs." in specs[name].caption
    assert "two-way jackknife intervals, for other systems and other inputs" in specs["pairs"].caption
    assert "for other systems and other inputs, and these three people." in specs["agreement"].caption
    assert "95% two-way jackknife intervals" in specs["attenuation"].caption
    assert "calibrated (quantile)" in specs["alt_tests"].caption
    assert "epsilon 0.1" in specs["alt_tests"].caption
    assert "3 annotators of ‘fluency’, on 6 systems and 10 inputs" in specs["pairs"].data
    assert specs["pairs"].label == "pairs-fluency"
    assert specs["ceiling"].columns[3].heading == "r"


def test_lower_is_better_is_marked(study):
    text = to_markdown(study.ceiling, {spec.name: spec for spec, _ in annotator_tables(study)}["ceiling"])
    assert "cost ↓" in text


def test_without_intervals_their_columns_go(study, table):
    bare = annotators(table, interval="none", rng=1, minimum_units=5, folds=5, coefficient="pearson")
    for spec, _ in annotator_tables(bare):
        if spec.name in SHARED:
            continue
        assert not any(isinstance(column.key, tuple) for column in spec.columns)
        assert "bootstrap intervals" not in spec.caption


def test_a_study_without_systems(table):
    alone = dataclasses.replace(table.select(systems=["u"]), has_systems=False)
    found = annotators(alone, resamples=20, rng=1, minimum_units=5, folds=5)
    specs = {spec.name: spec for spec, _ in annotator_tables(found)}
    assert "on 10 items" in specs["agreement"].data
    assert "other items" in specs["ceiling"].caption


@pytest.mark.usefixtures("outlined")
def test_the_page_holds_every_table(study, tmp_path):
    page = AnnotatorView().page(study)
    shown = {block.name for chapter in page.chapters for block in chapter.blocks}
    assert shown == set(study.TABLES) - {"cautions"} - ({"decisions"} if not study.decisions else set())
    assert ["figures", *(name for name, *_ in BELOW), "decisions"] == [
        chapter.name for chapter in page.chapters
    ]
    assert page.facts.startswith("3 annotators · 2 metrics · 6 systems · 10 inputs · human scores: fluency")
    path = write_report(study, tmp_path / "page.html")
    html = path.read_text(encoding="utf-8")
    for name in shown:
        assert f'download="{name}.csv"' in html
    for text in (
        "how far annotators of fluency agree",
        study.conclusions[0],
        str(study.settings.seed),
        "m|&lt;x&gt;",
        "Calderon",
    ):
        assert text in html
    assert read_manifest(path).results["ceiling"][0]["metric"] == "m|<x>"
    assert write_report(study, tmp_path / "again.html").read_bytes() == path.read_bytes()


def test_the_first_screen_has_a_figure_of_each_level(study):
    (shown,) = AnnotatorView().page(study).head.glance
    assert [name for name, _ in shown.choices] == ["System level, Pearson's r", "Input level, Pearson's r"]
    assert study.plot().name == "annotators-pearson-system"
    for level, (_, (picture,)) in zip(study.settings.levels, shown.choices, strict=True):
        people = [row for row in study.annotator_rows if row.level == level]
        metrics = [row for row in study.ceiling if row.level == level]
        assert len(picture.figure.data) == len(people) + len(metrics)
        assert all(as_row(row) in picture.figure.data for row in (*people, *metrics))


def test_where_nothing_is_correlated_agreement_is_shown_or_nothing(study):
    bare = dataclasses.replace(study, held_out=(), ceiling=())
    (figure,) = AnnotatorView().figures(bare)
    assert figure.name == "agreement"
    nothing = tuple(dataclasses.replace(row, estimate=float("nan")) for row in study.agreement)
    assert AnnotatorView().figures(dataclasses.replace(bare, agreement=nothing)) == ()


def test_methods_say_what_was_done(study, table):
    text = study.methods().text
    for words in (
        "the mean of the others",
        "two-way jackknife",
        "calibrated (quantile)",
        "fewer than 5 inputs",
    ):
        assert words in text
    bare = table.select(scorers=["fluency"])
    alone = annotators(bare, interval="none", rng=1, combination="standardized", coefficient="kendall")
    said = alone.methods().text
    assert "the mean of the z-scores of the others" in said
    assert "resamples" not in said
    assert "Henderson" in said
    assert AnnotatorView().alone_of(alone) == "agreement"
    assert AnnotatorView().facts(alone).startswith("3 annotators · 6 systems")


def test_a_notebook_shows_findings_and_tables(study):
    html = result_html(study)
    assert "Metrics beside an annotator" in html
    assert "Any two of the 3 annotators" in html
