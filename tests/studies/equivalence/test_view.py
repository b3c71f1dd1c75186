from __future__ import annotations

import html

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
from trueness.reporting.report import report_html
from trueness.reporting.rerun import differences, rerun
from trueness.reporting.views import find_view
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.tables import to_csv, to_markdown
from trueness.studies.equivalence.study import equivalence
from trueness.studies.equivalence.view import equivalence_tables

FAST = {"resamples": 99, "rng": 1, "level": "system"}


def made(seed=0):
    rng = np.random.default_rng(seed)
    human = np.random.default_rng(0).normal(size=(8, 6))
    scores = human + rng.normal(size=(3, 8, 6))
    return ScoreTable(
        (Scorer("human", "human"), *(Scorer(name, "metric") for name in ("a", "b", "c"))),
        tuple(f"s{k}" for k in range(8)),
        tuple(f"d{k}" for k in range(6)),
        np.stack([human, *scores]),
        annotations={"human": Annotations(("1", "2"), human + rng.normal(size=(2, 8, 6)))},
    )


def headings(found):
    return [column.heading for column in equivalence_tables(found)[0][0].columns]


@pytest.mark.parametrize(("alpha", "confidence"), [(0.05, "90%"), (0.025, "95%"), (0.1, "80%")])
def test_intervals_have_the_confidence_of_two_one_sided_tests(alpha, confidence):
    found = equivalence(made(), margin=0.1, coefficient="pearson", alpha=alpha, **FAST)
    assert f"{confidence} interval" in headings(found)
    assert (
        f"intervals have confidence {confidence} (1 − 2 × {alpha:g})"
        in equivalence_tables(found)[0][0].caption
    )
    assert ", after correction." in equivalence_tables(found)[0][0].caption


def test_columns_that_say_nothing_are_left_out():
    both = equivalence(made(), margin=0.1, coefficient=["pearson", "kendall"], **FAST)
    assert headings(both) == [
        *(
            "Metric",
            "Rival",
            "Level",
            "Coefficient",
            "Correlation of metric",
            "Correlation of rival",
            "Difference",
        ),
        *(
            "90% interval",
            "Margin",
            "Smallest margin",
            "p",
            "p adjusted",
            "p difference, adjusted",
            "Verdict",
        ),
    ]
    one = equivalence(made(), margin=0.1, coefficient="kendall", correction="none", test="none", **FAST)
    assert "p adjusted" not in headings(one)
    assert "τ of metric" in headings(one)
    conditions = equivalence(made(), margin=0.1, coefficient="kendall", against={"de": made(3)}, **FAST)
    assert headings(conditions)[:2] == ["Metric", "Condition"]
    assert "τ under condition" in headings(conditions)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"margin": 0.1}, "margin: 0.1; intervals have confidence 90%"),
        ({"margin": "sd"}, "margin: the standard deviation of the single annotators'"),
        ({"margin": "range"}, "margin: the largest difference of"),
        ({"low": -0.1, "high": 0.2}, "margin: from -0.1 to 0.2"),
        ({"margin": 0.1, "method": "williams"}, "two one-sided tests on the scale of Williams' t;"),
        ({"margin": 0.1, "method": "anderson_hauck"}, "the Anderson–Hauck test"),
        ({"margin": 0.1, "over": "systems"}, "two-way jackknife t tests (leaving out systems)"),
        ({"margin": 0.1, "method": "bootstrap", "over": "systems"}, "(99 resamples of systems)"),
        ({"margin": 0.1, "against": {"de": made(3)}}, "against its own under another condition"),
    ],
)
def test_captions_say_the_settings(given, words):
    found = equivalence(made(), coefficient="pearson", **FAST, **given)
    assert words in equivalence_tables(found)[0][0].caption


def test_all_forms_can_be_written():
    found = equivalence(made(), margin="sd", coefficient="pearson", **FAST)
    (spec, rows), (margins, margin_rows), _, (cautions, caution_rows) = equivalence_tables(found)
    assert len(to_csv(rows, spec).splitlines()) == 4
    assert "Verdict" in to_markdown(rows, spec)
    assert r"\begin{tabular}" in to_latex(rows, spec)
    assert len(to_markdown(margin_rows, margins).split("\n|")) == 5
    assert to_markdown(caution_rows, cautions)


@pytest.mark.parametrize(
    ("given", "margin", "shown"),
    [
        ({"low": -0.1}, "margin: 0.1 worse;", "Not worse:"),
        ({"high": 0.1}, "margin: 0.1 better;", "Not better:"),
    ],
)
def test_a_margin_on_one_side_is_no_equivalence(given, margin, shown):
    found = equivalence(made(), coefficient="pearson", **FAST, **given)
    spec, rows = equivalence_tables(found)[0]
    assert margin in spec.caption
    assert shown in spec.caption
    assert "two one-sided" not in spec.caption
    assert "quivalent" not in spec.caption
    assert "equivalent" not in to_markdown(rows, spec)


@pytest.mark.parametrize(
    ("given", "figures"),
    [
        ({"margin": 0.1}, ["margin-curve-kendall-system"]),
        ({"margin": "sd"}, ["margin-curve-kendall-system", "margin-spread-kendall-system"]),
        ({"margin": 0.1, "against": {"de": made()}}, ["margin-curve-kendall-system", "scorer-plane"]),
        ({"margin": 0.1, "against": {"de": made(3)}, "matched": False}, ["margin-curve-kendall-system"]),
        ({"low": -0.1}, []),
        ({"margin": 0.1, "method": "williams"}, []),
    ],
)
@pytest.mark.usefixtures("outlined")
def test_the_page_holds_every_table_and_figure(given, figures):
    found = equivalence(made(), coefficient="kendall", **FAST, **given)
    view = find_view(found)
    drawn = [figure.name for figure in view.figures(found)]
    assert [name for name in drawn if not name.startswith("shift-plot")] == figures
    page = report_html(found, manifest_of(found))
    for spec, rows in view.tables(found):
        assert (f'id="{spec.name}"' in page) == bool(rows)
    assert page.count("data:image/svg+xml") == len(drawn)
    for sentence in (*found.conclusions, *(caution.message for caution in found.cautions)):
        assert html.escape(sentence, quote=False)[:40] in page.replace("&#39;", "'").replace("&#34;", '"')


def test_parts_say_how_many_are_shown():
    found = equivalence(made(), margin=1.9, coefficient=["pearson", "kendall"], **FAST)
    assert "3 of 3 equivalent" in report_html(found, manifest_of(found))
    one_sided = equivalence(
        made(), low=-1.9, coefficient=["pearson", "kendall"], method="bootstrap", test="bootstrap", **FAST
    )
    assert "3 of 3 not worse" in report_html(one_sided, manifest_of(one_sided))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"margin": 0.1}, "leaving out systems and inputs (Schuirmann, 1987"),
        ({"margin": 0.1, "method": "williams"}, "(Schuirmann, 1987; Counsell and Cribbie, 2015)"),
        (
            {"margin": 0.1, "method": "williams", "against": {"de": made(3)}, "matched": False},
            "correlations count as independent",
        ),
        (
            {"margin": "sd"},
            "The margin is the standard deviation of the single annotators' correlations with the metric (Braun",
        ),
        ({"margin": 0.1, "against": {"de": made(3)}}, "matched by system and input"),
    ],
)
def test_methods_name_their_sources(given, words):
    if given.get("matched") is False:
        given = {**given, "test": "none"}
    found = equivalence(made(), coefficient="pearson", **FAST, **given)
    assert words in found.methods().text


@pytest.mark.parametrize("against", [None, {"de": made(3), "scores": made(4)}])
def test_a_manifest_gives_the_numbers_again(against, tmp_path):
    found = equivalence(made(), margin="sd", coefficient="kendall", against=against, **FAST)
    recorded = read_manifest(write_manifest(manifest_of(found), tmp_path / "manifest.json"))
    again = rerun(recorded, sources=[made(), *(against or {}).values()])
    assert differences(recorded, again, tolerance=0.0) == []
    assert again.to_dict() == found.to_dict()
