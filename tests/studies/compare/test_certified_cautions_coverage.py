import dataclasses

import numpy as np
import pytest

from trueness.methods.studied import studied_intervals
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.certified_table import CertifiedCoverage
from trueness.studies.compare import certified_cautions as module
from trueness.studies.compare.certified_cautions import (
    certified_coverage_cautions,
)
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare

ROW = CertifiedCoverage(
    *("bootstrap_both", "system", "pearson", "likert", 10, 20),
    *(0.91, 0.89, 0.93, "alike", 8, 0.92, 0.83, 0.7, 2000),
)


def arrays():
    rng = np.random.default_rng(1)
    human = rng.integers(1, 6, size=(12, 18)).astype(float)
    return ScoreArrays.of(human[None] + rng.normal(size=(1, 12, 18)), human)


def changed(**changes):
    """Return the row with other values; the mean over truths is a little above the worst one."""
    mean = {"mean_coverage": changes["coverage"] + 0.01} if "coverage" in changes else {}
    return dataclasses.replace(ROW, **(mean | changes))


def said(*rows, **given):
    settings = Settings(
        **({"coefficients": ("pearson", "kendall"), "interval": "percentile", "over": "both"} | given)
    )
    return list(certified_coverage_cautions(arrays(), settings, coverages=rows))


def test_too_narrow_intervals_are_said_once_with_their_numbers():
    (caution,) = said(ROW, changed(level="input", coefficient="kendall", coverage=0.905))
    assert (caution.code, caution.severity) == ("certified_coverage", "note")
    assert caution.message == (
        "There are 12 systems, 18 inputs and human scores of a few values. In simulations of such scores with 10 "
        "systems and 20 inputs, the percentile bootstrap interval over systems and inputs held the population value in "
        "91.5% (kendall, input level), 92.0% (pearson, system level) of tables on average, and in as few as 90.5% "
        "under the worst truth, instead of 95%: take it for too narrow. "
        "All other certified intervals contain it too seldom there."
    )
    (grave,) = said(changed(coverage=0.88))
    assert grave.severity == "warning"


def test_sizes_that_differ_are_each_said():
    (caution,) = said(ROW, changed(coefficient="kendall", n_inputs=50, coverage=0.91))
    assert "92.0% (pearson, system level, 10 systems and 20 inputs)" in caution.message
    assert "92.0% (kendall, system level, 10 systems and 50 inputs)" in caution.message


@pytest.mark.parametrize(
    "change",
    [
        {"coverage": 0.93},
        {"mean_coverage": 0.93},  # the worst truth alone is no reason: it is too low of every interval
        {"runs": 100},
        {"interval": "two_way_jackknife"},
        {"coefficient": "spearman"},
        {"scores": "normal"},
        {"n_systems": 60},
        {"coverage": 0.97, "low": 0.96},
        {"coverage": 0.98, "low": 0.949},
    ],
)
def test_nothing_is_said_of_other_intervals_and_data_or_of_what_is_right(change):
    assert said(changed(**change)) == []


@pytest.mark.parametrize(
    "given", [{"confidence": 0.9}, {"interval": "none"}, {"interval": "basic", "over": "inputs"}]
)
def test_nothing_is_said_of_intervals_that_have_not_been_certified(given):
    rows = [changed(interval=name) for name in studied_intervals()]
    assert said(*rows, **given) == []
    assert len(said(*rows)) == 1


def test_what_covers_better_is_named_where_it_does_everywhere():
    other = changed(coefficient="kendall")
    better = [
        changed(interval="two_way_jackknife", coverage=0.94, width=0.9),
        changed(interval="two_way_jackknife_systems", coverage=0.95),
    ]
    (caution,) = said(ROW, *better)
    # the narrowest of those that cover enough
    assert caution.message.endswith(
        " There --interval two_way_jackknife --applies-to systems held it in 95.0% or more."
    )
    (caution,) = said(ROW, other, *better)
    assert caution.message.endswith("All other certified intervals contain it too seldom there.")
    (caution,) = said(
        ROW, other, better[0], changed(interval="two_way_jackknife", coefficient="kendall", coverage=0.93)
    )
    assert caution.message.endswith(" There --interval two_way_jackknife held it in 93.0% or more.")
    # none that does not cover enough
    (caution,) = said(
        changed(coverage=0.8),
        changed(interval="two_way_jackknife", coverage=0.85),
        changed(interval="bca_systems", coverage=0.88),
    )
    assert caution.message.endswith("All other certified intervals contain it too seldom there.")
    (caution,) = said(ROW, changed(interval="two_way_jackknife", coverage=0.915))
    assert caution.message.endswith("All other certified intervals contain it too seldom there.")


def test_fishers_interval_is_for_the_system_level():
    rows = ROW, changed(interval="fisher", coverage=0.95)
    assert "fisher" not in said(*rows)[0].message
    assert "There --interval fisher held it" in said(*rows, levels=("system",))[0].message
    own = said(changed(interval="fisher"), levels=("system",), coefficients=("pearson",), interval="fisher")
    assert "the Fisher interval held" in own[0].message


def test_intervals_over_inputs_apply_to_these_systems():
    rows = (
        changed(interval="bootstrap_inputs", coverage=0.4),
        changed(interval="two_way_jackknife", coverage=0.95),
    )
    (caution,) = said(*rows, over="inputs")
    assert "It applies to these systems only." in caution.message
    assert "There --interval two_way_jackknife held it in 95.0%" in caution.message
    # and are never named as the better ones
    (caution,) = said(ROW, changed(interval="bootstrap_inputs", coverage=0.95))
    assert "--over inputs" not in caution.message


def test_intervals_wider_than_needed():
    wide = changed(coverage=0.99, low=0.985, width=0.9)
    (caution,) = said(
        wide,
        changed(interval="two_way_jackknife", coverage=0.945, width=0.7),
        changed(interval="two_way_jackknife_systems"),
    )
    assert caution.severity == "note"
    assert (
        "held the population value in 99.0% (pearson, system level) of tables or more instead of 95%"
        in caution.message
    )
    assert caution.message.endswith(
        "wider than needed. There --interval two_way_jackknife held it in 94.5% or more."
    )
    both = said(wide, changed(coefficient="kendall"))
    assert ["too narrow" in one.message for one in both] == [True, False]


def test_a_package_without_the_table_says_nothing():
    assert said() == []


def test_a_comparison_says_so_once(judged_table, monkeypatch):
    rows = tuple(
        changed(level=level, coefficient=coefficient, coverage=0.88)
        for level in ("system", "input")
        for coefficient in ("pearson", "kendall")
    )
    monkeypatch.setattr(module, "certified_coverages", lambda: rows)
    found = compare(
        judged_table(),
        metrics=["good", "poor"],
        coefficient=["pearson", "kendall"],
        interval="percentile",
        resamples=99,
        rng=1,
    )
    (caution,) = [one for one in found.cautions if one.code == "certified_coverage"]
    assert (caution.message in found.methods().text) is (caution.severity == "warning")
    assert caution.severity == "warning"
    assert caution.message.count("89.0%") == 4
    quiet = compare(
        judged_table(),
        metrics=["good", "poor"],
        coefficient=["pearson", "kendall"],
        resamples=99,
        rng=1,
        interval="basic",
    )
    assert "certified_coverage" not in {one.code for one in quiet.cautions}
