"""What a certification says in sentences."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from trueness.studies.certify.certified_scenarios import FittedScenario
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.kept_results import MissingCells
from trueness.studies.certify.rejection_rates import RejectionRate
from trueness.studies.certify.rows import (
    certify_cautions,
    certify_conclusions,
    fitted_words,
    missing_words,
)
from trueness.studies.certify.scenario import Scenario, metrics_of_quality

COVERAGE = IntervalCoverage(
    *("alike", 10, 20, "normal", "system", "pearson", "fisher", 0.5),
    *(0.94, 0.93, 0.95, 0.82, 0.7, 2000, 0),
)


def rate(test, rejected, *, null=True, runs=20_000):
    return RejectionRate(
        *("alike", 10, 20, "normal", "system", "pearson", test, null),
        *(rejected / runs, 0.0, 1.0, rejected, runs, 0, 0.05),
    )


def test_which_tests_hold_their_size():
    rates = [rate("right", 1000), rate("right", 9000, null=False), rate("liberal", 3000), rate("near", 1290)]
    assert list(certify_conclusions(rates, ())) == [
        (
            "✓ 1 of 3 tests ('right') holds its size wherever tried. ✗ 1 of 3 tests ('liberal') clearly misses its "
            "size somewhere. ? We cannot tell whether 1 of 3 tests ('near') holds its size: that takes more tables "
            "(--runs, --settle). Size is the share of tables in which a true null is rejected: .035 to .065 is meant."
        )
    ]


def test_between_what_coverages_lie():
    wide = dataclasses.replace(COVERAGE, interval="jackknife", level="input", coverage=0.9614)
    unknown = dataclasses.replace(COVERAGE, coverage=math.nan)
    (said,) = certify_conclusions((), (COVERAGE, wide, unknown))
    assert said == (
        "95% intervals contain the population value in 94.0% (fisher, pearson, system level) to 96.1% (jackknife, "
        "pearson, input level) of tables."
    )
    assert list(certify_conclusions((), (unknown,))) == []


def test_what_has_to_be_known():
    scenario = Scenario("like yours", 8, 6, metrics_of_quality((0.2, 0.2)))
    fitted = [FittedScenario(scenario, 0.09), FittedScenario(scenario, 0.42)]
    gap = MissingCells("one", 10, 20, "tests", (("a", "system", "pearson"),), 3.0)
    plain, clipped, _, missing = certify_cautions(fitted, [gap])
    assert (plain.code, plain.severity) == ("fitted", "note")
    assert plain.message.startswith("like yours: single outputs were fitted with independent noise;")
    assert (clipped.code, clipped.severity) == ("clipped_variance", "warning")
    assert clipped.message.startswith("like yours: 42% of the variance had to be set to zero")
    assert (missing.code, missing.severity) == ("not_run", "note")
    assert missing_words([gap]) == "1 cell in 1 scenario is missing"
    assert [one.code for one in certify_cautions(fitted[:1], ())] == ["fitted"]


def test_what_was_fitted():
    plain = metrics_of_quality((0.2, 0.2))
    weights = 0.25 * plain.outputs[None]
    uneven = dataclasses.replace(plain, weights=weights, alignment=np.zeros((1, 3)), input_degrees=19.6)
    assert fitted_words(uneven) == (
        "single outputs were fitted with 1 dimension of systems that inputs weigh (25% of what outputs add) and noise "
        "whose covariances differ between inputs (Wishart, 20 degrees of freedom)"
    )
    assert "independent noise" in fitted_words(plain)
