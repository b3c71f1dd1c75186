"""The tables of a pool: what they show, how they are cut, what their captions say."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html, result_text
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import cell, to_csv, to_markdown
from trueness.studies.pool.command import PoolCommand
from trueness.studies.pool.study import pool
from trueness.studies.pool.table_matrix import tables_sentence
from trueness.studies.pool.view import PoolView, matrix_parts, matrix_table

KEY = ("system", "pearson")


def table(n, seed):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 4))
    metrics = human + (0.3 + np.arange(3))[:, None, None] * rng.normal(size=(3, n, 4))
    scorers = (Scorer("human", "human"), *(Scorer(f"metric{k}", "metric") for k in range(3)))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", 4)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def pooled(**options):
    tables = {name: table(n, n) for name, n in (("en-de", 8), ("zh-en", 6), ("he-en", 7))}
    chosen = {"rng": 1, "resamples": 49, "level": "system", "coefficient": ["pearson", "pairwise_accuracy"]}
    return pool(tables, **{**chosen, **options})


def tables_of(found):
    return {spec.name: (spec, rows) for spec, rows in PoolView().tables(found)}


@pytest.fixture(scope="module")
def comparison():
    return pooled(overall=True)


def test_all_tables_are_there(comparison):
    found = tables_of(comparison)
    assert tuple(found) == PoolCommand.tables
    for name, (spec, rows) in found.items():
        assert spec.label == f"pool-{name}"
        assert rows or name == "decisions", name
        for writer in (to_csv, to_latex, to_markdown):
            assert writer(rows, spec)


def test_a_terminal_shows_the_matrix_and_names_the_table_of_pairs(comparison):
    text = " ".join(result_text(comparison).split())
    assert "Metrics by language pairs" in text
    assert "Pairs of metrics" not in text
    others = text.split("Tables: ")[1].split(" (.to_frame(table=NAME))")[0].split(", ")
    assert "tests" in others
    assert "matrix" not in others


def test_the_matrix_has_the_average_first(comparison):
    spec, rows = matrix_table(comparison)
    assert [column.heading for column in spec.columns] == [
        *("Metric", "Level", "Coefficient", "Ranks", "May be best", "Cluster", "Average", "Interval"),
        *("en-de", "zh-en", "he-en"),
    ]
    assert {(row["level"], row["coefficient"]) for row in rows} == {KEY, ("system", "pairwise_accuracy")}
    best = rows[0]
    shown = [cell(best, column) for column in spec.columns]
    assert shown[6] == f"{best['estimate']:.3f}"
    assert shown[8] == f"{best['en-de']:.3f}"
    overall, means = matrix_table(comparison, [("all", "all")])
    assert [column.heading for column in overall.columns[8:]] == [
        "system pearson",
        "system pairwise_accuracy",
    ]
    assert len(means) == 3


def test_parts_hold_every_table_once_and_the_names_in_each(comparison):
    for width in (40, 62, 70, 120):
        parts = matrix_parts(comparison, KEY, width)
        headings = [[column.heading for column in spec.columns] for spec, _ in parts]
        assert all(part[0] == "Metric" for part in headings)
        names = [heading for part in headings for heading in part if heading in comparison.tables]
        assert names == ["en-de", "zh-en", "he-en"]
        assert "Level" not in headings[0]
    assert len(matrix_parts(comparison, KEY, 120)) == 1
    assert len(matrix_parts(comparison, KEY, 62)) == 2


def test_what_was_not_asked_for_has_no_column():
    plain = pooled(interval="none", tests=False)
    for name in ("matrix", "estimates", "tasks"):
        spec, _ = tables_of(plain)[name]
        assert ("low", "high") not in [column.key for column in spec.columns]
    assert "cluster" not in [column.key for column in matrix_table(plain)[0].columns]
    assert "Clusters" not in matrix_table(plain)[0].caption
    assert tables_of(plain)["tests"][1] == ()


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ("equal", "every table counts the same"),
        ("pairs", "by their pairs of systems"),
        ({"en-de": 1, "zh-en": 2, "he-en": 1}, "by given weights"),
    ],
    ids=str,
)
def test_captions_say_how(weights, words):
    found = pooled(weights=weights, correction="bh", test="permutation")
    spec, _ = tables_of(found)["matrix"]
    assert words in spec.caption
    assert "Pearson's r, pairwise accuracy of systems" in spec.caption
    tests, _ = tables_of(found)["tests"]
    assert (
        "tests resample every table independently: 'permutation over systems', two-sided, 49 resamples, "
        "the Benjamini–Hochberg procedure" in tests.caption
    )
    assert tables_sentence(found) == (
        "3 language pairs (‘en-de’, ‘zh-en’, ‘he-en’), 21 systems, 8 different; human scores: ‘human’."
    )
    assert spec.standalone_caption.startswith("3 language pairs")


@pytest.mark.usefixtures("outlined")
def test_the_page_holds_every_table_and_figure(comparison):
    page = report_html(comparison, manifest_of(comparison))
    for name, (spec, rows) in tables_of(comparison).items():
        if name == "decisions" and not rows:
            continue
        assert rows
        assert spec.title.replace("'", "&#39;") in page, name
        assert name == "cautions" or f'download="{name}.csv"' in page
    assert page.count("<img") == 2 * len(comparison.keys) + 2 == 8  # matrices, ranks, forests
    assert "Mean of all pooled values" in page
    assert "3 language pairs · 3 metrics · 21 systems, 8 different · human scores: human" in page
    assert "share of all tables&#39; pairs of systems" in page
    assert page == report_html(comparison, manifest_of(comparison))
    assert "Metrics by language pairs" in comparison._repr_html_()


def test_figures_are_of_what_has_a_value(comparison):
    names = [figure.name for figure in PoolView().figures(comparison)]
    assert names == [
        *("tables-system-pearson", "tables-system-pairwise-accuracy", "tables-all-all"),
        *("ranks-pearson-system", "ranks-pairwise-accuracy-system", "ranks-all-all"),
        *("forest-pearson-system", "forest-pairwise-accuracy-system"),
    ]


@pytest.mark.parametrize(
    ("options", "words", "missing"),
    [
        ({"interval": "bca"}, "Every table is resampled independently of the others.", "given weights"),
        (
            {},
            "so that they apply to other systems and other inputs. Every table is a stratum.",
            "resampl",
        ),
        ({}, "tested by two-way jackknife t tests, two-sided. P-values were adjusted by Shaffer", "99"),
        ({"interval": "none", "tests": False}, "every table counts the same", "ntervals"),
        (
            {"weights": {"en-de": 1, "zh-en": 2, "he-en": 1}},
            "tables count by given weights",
            "counts the same",
        ),
    ],
    ids=str,
)
def test_how_it_was_done(options, words, missing):
    said = pooled(**options).methods().text
    assert words in said
    assert missing not in said
