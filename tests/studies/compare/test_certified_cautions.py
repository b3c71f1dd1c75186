import dataclasses

import pytest

from trueness.studies.certify.certified_table import CertifiedRate
from trueness.studies.compare import certified_cautions as module
from trueness.studies.compare.certified_cautions import certified_cautions
from trueness.studies.compare.study import compare
from trueness.study.selection import score_arrays

# the table of the tests: human scores are means of three Likert ratings, 12 systems, 10 inputs
RATE = CertifiedRate(
    *("permute_systems", "system", "pearson", "likert"), 10, 20, 0.076, 0.068, 0.084, "alike", 5, 4000, 0.5
)


@pytest.fixture(scope="module")
def compared(judged_table):
    table = judged_table()
    found = compare(
        table,
        metrics=["good", "poor"],
        coefficient="pearson",
        resamples=99,
        rng=1,
        test="permutation",
        beside="both",
    )
    arrays = score_arrays(table, "relevance", ["good", "poor"], found.settings, None)
    return arrays, found.settings, (*found.tests, *found.beside)


def said(compared, *rates, **changes):
    arrays, settings, tests = compared
    return list(certified_cautions(arrays, dataclasses.replace(settings, **changes), tests, rates=rates))


def test_too_many_rejections_are_said(compared):
    (caution,) = said(compared, RATE, dataclasses.replace(RATE, level="input", size=0.07, low=0.06))
    assert caution.severity == "note"
    assert caution.message.startswith(
        "Take p-values near .05 with care (pearson, system level; pearson, input level). In simulations with 10 "
        "systems and 20 inputs ("
    )
    assert caution.message.endswith(
        "), the test (permute systems) raised false alarms in up to 7.6% of tables, where 5% are allowed."
    )
    (grave,) = said(compared, dataclasses.replace(RATE, size=0.2, low=0.18))
    assert grave.severity == "warning"


@pytest.mark.parametrize(
    "change",
    [
        {"size": 0.06},
        {"runs": 200},
        {"test": "permute_cells"},
        {"coefficient": "kendall"},
        {"scores": "skewed"},
        {"n_systems": 60},
    ],
)
def test_nothing_is_said_of_other_tests_and_data_or_of_what_is_right(compared, change):
    assert said(compared, dataclasses.replace(RATE, **change)) == []


def test_where_half_of_the_truths_are_right_nothing_is_said(compared):
    assert said(compared, dataclasses.replace(RATE, median=0.05)) == []
    (caution,) = said(compared, dataclasses.replace(RATE, median=0.07))
    assert "the worst: alike" in caution.message


def test_a_truth_that_can_be_seen_counts_where_it_is_seen(compared, monkeypatch):
    seen = dataclasses.replace(
        RATE, look="outlying systems", truth="two bad systems", scores="normal", median=0.05
    )
    assert said(compared, seen) == []
    monkeypatch.setattr(module, "looks_of", lambda arrays: ("outlying systems",))
    (caution,) = said(compared, seen)
    assert "systems far from all others; the worst: two bad systems" in caution.message


def test_only_the_main_test_counts(compared):
    """Cells are permuted beside, whose size is certified as 30%."""
    liberal = dataclasses.replace(RATE, test="permute_cells", size=0.3, low=0.28)
    assert {row.over for row in compared[2]} == {"systems", "both"}
    assert said(compared, liberal) == []
    assert said(compared, liberal, test_over="both")


def test_one_sided_tests_have_not_been_certified(compared):
    arrays, settings, tests = compared
    one_sided = [dataclasses.replace(row, alternative="greater") for row in tests]
    assert list(certified_cautions(arrays, settings, one_sided, rates=[RATE])) == []
