from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from trueness.statistics.equivalence.bootstrap_equivalence import bootstrap_equivalence
from trueness.statistics.equivalence.equivalence_bounds import Bounds, equivalence_bounds
from trueness.studies.compare.pair_tests import compared_pairs, pair_differences
from trueness.studies.compare.study import compare
from trueness.studies.equivalence.margin_verdicts import margin_verdicts
from trueness.studies.selection import score_arrays


@pytest.fixture(scope="module")
def tested(judged_table):
    table = judged_table(systems=30)
    found = compare(
        table,
        level=["system", "input"],
        coefficient="pearson",
        resamples=499,
        rng=2,
        beside=(),
        over="systems",
    )
    arrays = score_arrays(table, "relevance", found.metrics, found.settings, None)
    pairs = compared_pairs(found.metrics, found.settings)
    return found, pair_differences(arrays, pairs, found.settings).samples("systems")


def test_by_hand(tested):
    found, samples = tested
    verdicts = margin_verdicts(found.tests, samples, found.metrics, equivalence_bounds(0.1))
    place = {name: k for k, name in enumerate(found.metrics)}
    for level in ("system", "input"):
        mine = [(row, one) for row, one in zip(found.tests, verdicts, strict=True) if row.level == level]
        raw = []
        for row, one in mine:
            values = samples[(level, "pearson"), (place[row.metric], place[row.rival])]
            test = bootstrap_equivalence(values, row.estimate, equivalence_bounds(0.1))
            assert (one.low, one.high, one.pvalue, one.smallest_margin) == (
                test.low,
                test.high,
                test.pvalue,
                test.smallest_margin,
            )
            raw.append(one.pvalue)
        np.testing.assert_allclose(
            [one.pvalue_adjusted for _, one in mine], multipletests(raw, method="holm")[1]
        )
        for row, one in mine:
            if one.pvalue_adjusted <= 0.05:
                assert one.verdict == "equivalent"
            else:
                assert one.verdict == ("undecided" if row.verdict == "not separated" else row.verdict)
    assert {"better"} <= {one.verdict for one in verdicts}


def test_both_orders_of_a_pair_are_one_test_with_turned_bounds(tested):
    found, samples = tested
    there = [row for row in found.tests if row.level == "system"]
    back = [
        dataclasses.replace(
            row, metric=row.rival, rival=row.metric, estimate=-row.estimate, verdict="not separated"
        )
        for row in there
    ]
    bounds = Bounds(-0.05, 0.2)
    alone = margin_verdicts(there, samples, found.metrics, bounds)
    both = margin_verdicts([*there, *back], samples, found.metrics, bounds)
    assert both[: len(there)] == alone
    for one, other in zip(alone, both[len(there) :], strict=True):
        assert other.pvalue == one.pvalue
        assert other.pvalue_adjusted == one.pvalue_adjusted
        assert other.high == pytest.approx(-one.low)


def test_undefined(tested):
    found, samples = tested
    row = dataclasses.replace(found.tests[0], estimate=math.nan, verdict="undefined")
    (one,) = margin_verdicts([row], samples, found.metrics, equivalence_bounds(0.1))
    assert one.verdict == "undefined"
    assert math.isnan(one.pvalue_adjusted)
    (bare,) = margin_verdicts(found.tests[:1], {}, found.metrics, equivalence_bounds(0.1))
    assert math.isnan(bare.pvalue)
    assert bare.verdict in ("better", "worse", "undecided")
