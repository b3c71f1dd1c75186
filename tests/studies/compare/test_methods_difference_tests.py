"""Which tests the methods paragraph names, where not every coefficient has the same one."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare import captions
from trueness.studies.compare.comparison_tables import comparison_tables
from trueness.studies.compare.glance import glance
from trueness.studies.compare.interval_plot import interval_plot
from trueness.studies.compare.methods import difference_tests
from trueness.studies.compare.pvalue_matrix import pvalue_matrix
from trueness.studies.compare.study import compare
from trueness.studies.compare.system_scatter import system_scatter

COEFFICIENTS = ("acc_eq", "pairwise_accuracy", "spa", "gap_tau:high=0.5", "kendall")


def table():
    rng = np.random.default_rng(2)
    human = rng.integers(0, 4, (9, 35)).astype(float)
    metrics = [human + scale * rng.normal(size=human.shape) for scale in (0.3, 1, 3)]
    scorers = (Scorer("human", "human"), *(Scorer(name) for name in ("good", "fair", "bad")))
    systems, inputs = (tuple(f"{letter}{k}" for k in range(n)) for letter, n in (("s", 9), ("d", 35)))
    return ScoreTable(scorers, systems, inputs, np.stack([human, *metrics]))


def compared(**given):
    """Return a comparison by permutations, which not every coefficient has."""
    levels = ("system", "input", "global")
    given = {"test": "studentized_permutation", "interval": "percentile", "resamples": 99, "rng": 1} | given
    return compare(table(), coefficient=COEFFICIENTS, level=levels, **given)


@pytest.fixture(scope="module")
def found():
    return compared()


def test_every_test_has_its_sentence(found):
    text = [" ".join(str(part) for part in sentence) for sentence in difference_tests(found)]
    assert len(text) == 4
    (outcomes,) = (
        sentence for sentence in text if "the pairs of an input at a time, in 99 random" in sentence
    )
    assert outcomes.startswith("For acc_eq at the input level, differences in agreement")
    (studentised,) = (sentence for sentence in text if "studentised" in sentence)
    assert studentised.startswith("For kendall at the system and input levels, differences in agreement")
    assert any("a paired bootstrap test" in sentence for sentence in text)
    assert any("whole systems after the metrics were z-scored" in sentence for sentence in text)


def test_methods_cite_and_say_the_thresholds(found):
    described = found.methods()
    assert "tie within a threshold chosen on these data" in described.text
    assert "pairwise accuracy of systems" in described.text
    assert "(system level only)" in described.text
    assert {"deutsch-etal-2023-ties", "thompson-etal-2024-improving"} <= set(described.cited)


def test_tables_say_agreement_and_thresholds(found):
    tables = {spec.name: (spec, rows) for spec, rows in comparison_tables(found)}
    headings = [column.heading for column in tables["estimates"][0].columns]
    assert "Agreement" in headings
    assert "ε" in headings
    assert "Correlation" not in headings
    assert "tie within this much" in captions.estimates_caption(found)
    caption = captions.tests_caption(found, found.tests)
    assert "what becomes of the pairs of whole inputs" in caption
    assert "paired bootstrap tests that resample systems and inputs" in caption
    for row in found.estimates:
        assert np.isnan(row.epsilon) != (row.coefficient == "acc_eq")


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_a_glance_has_the_levels_there_are(found, coefficient):
    facts = coefficient_facts(coefficient)
    for line in glance(found, coefficient):
        assert len(line.standings) == len(found.settings.levels_of(coefficient))
        for standing in line.standings:
            zero = standing.whisker.zero
            assert zero is None if facts.chance is None else 0 <= zero <= 100
            assert standing.whisker.estimate is not None


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_figures_take_them(found, coefficient):
    levels = found.settings.levels_of(coefficient)
    plot = interval_plot(found, coefficient)
    assert {row["level"] for row in plot.data} == set(levels)
    assert ("what chance gives" in plot.caption) == bool(coefficient_facts(coefficient).chance)
    matrix = pvalue_matrix(found, coefficient)
    assert {cell["level"] for cell in matrix.data} == set(levels)
    assert "<svg" in plot.svg
    assert "<svg" in matrix.svg
    assert len(system_scatter(found, coefficient).data) == 27


def test_cautions_say_what_is_left_out_and_what_stands_in(found):
    codes = [caution.code for caution in found.cautions]
    assert codes.count("absent_coefficient") == 3
    assert codes.count("other_test") == 3
    assert "calibrated_on_data" in codes
    assert "approximate_pvalues" not in codes


def test_conclusions_are_about_pairs(found):
    system, output, *_ = found.conclusions
    assert " For ranking systems 'good' agrees most with 'human' (pairwise accuracy of systems 0." in system
    assert "'good'" in output
    assert "agrees most with 'human' (pairwise accuracy with ties (acc_eq) 0." in output


@pytest.mark.usefixtures("outlined")
def test_the_report_holds_all_and_repeats(found):
    html = report_html(found, manifest_of(found))
    for coefficient in COEFFICIENTS:
        assert coefficient_facts(coefficient).symbol in html
    again = compared(workers=2)
    assert again.to_dict() == found.to_dict() or repr(again.to_dict()) == repr(found.to_dict())
