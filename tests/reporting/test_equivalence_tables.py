from __future__ import annotations

import numpy as np
import pytest

from trueness.data.score_table import Annotations, Scorer, ScoreTable
from trueness.reporting.equivalence_tables import equivalence_tables
from trueness.reporting.tables import to_csv, to_latex, to_markdown
from trueness.studies.equivalence.equivalence import equivalence

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
            "Interval",
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
        ({"margin": 0.1, "over": "systems"}, "(99 resamples of systems)"),
        ({"margin": 0.1, "against": {"de": made(3)}}, "against its own under another condition"),
    ],
)
def test_captions_say_the_settings(given, words):
    found = equivalence(made(), coefficient="pearson", **FAST, **given)
    assert words in equivalence_tables(found)[0][0].caption


def test_all_forms_can_be_written():
    found = equivalence(made(), margin="sd", coefficient="pearson", **FAST)
    (spec, rows), (margins, margin_rows), (cautions, caution_rows) = equivalence_tables(found)
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
