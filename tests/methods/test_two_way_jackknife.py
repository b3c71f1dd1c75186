"""The two-way jackknife as a test and as an interval: they never contradict each other, and say what is too little."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from trueness.errors import UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.differences import Differences
from trueness.methods.registry import (
    OFFERED_TESTS,
    RECOMMENDED_NAME,
    USUAL_INTERVAL,
    interval_method,
    pair_test,
)
from trueness.methods.two_way_jackknife import INTERVAL, NAME, TEST, jackknifed
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.study import certify
from trueness.studies.certify.truths import find_truth

OVERS = ("both", "systems", "inputs", "these")
PAIRS = [(0, 1), (0, 2), (1, 2)]
KEYS = [
    *(
        (level, name)
        for level in ("system", "input", "global")
        for name in ("pearson", "spearman", "kendall")
    ),
    ("input", "acc_eq"),
    ("system", "pairwise_accuracy"),
]


def test_it_is_the_usual_one():
    assert RECOMMENDED_NAME == USUAL_INTERVAL == NAME
    assert pair_test(NAME) is TEST
    assert interval_method(NAME) is INTERVAL
    assert NAME in OFFERED_TESTS


@pytest.mark.parametrize("over", OVERS)
@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
def test_an_interval_holds_zero_exactly_where_the_test_does_not_reject(arrays, over, confidence):
    differences = Differences(arrays, PAIRS, KEYS, confidence=confidence)
    found, intervals = TEST.findings(differences, over, KEYS), INTERVAL.of_differences(differences, over)
    assert set(found) == set(intervals) == {(key, pair) for key in KEYS for pair in PAIRS}
    rejected = 0
    for place, one in found.items():
        assert one.two_sided == pytest.approx(2 * min(one.greater, one.less))
        assert one.greater + one.less == pytest.approx(1)
        low, high = intervals[place]
        assert (low <= 0 <= high) == (one.two_sided > 1 - confidence), place
        first, second = differences.points[place]
        assert low <= first - second <= high
        rejected += one.two_sided <= 1 - confidence
    assert 0 < rejected < len(found)


@pytest.mark.parametrize("over", OVERS)
def test_findings_are_those_of_the_plain_function(arrays, over):
    differences = Differences(arrays, PAIRS, KEYS)
    found = TEST.findings(differences, over, KEYS)
    (group,) = {id(group): group for group, _ in differences.groups}.values()
    for level, name in KEYS:
        plain = two_way_jackknife(arrays, group, (level,), (name,))[level, name]
        precision = plain.of_pairs(*np.array(PAIRS).T, over)
        for p, pair in enumerate(PAIRS):
            one = found[(level, name), pair]
            expected = (
                precision.statistics()[p],
                precision.greater()[p],
                precision.errors[p],
                precision.degrees[p],
            )
            assert (one.statistic, one.greater, one.standard_error, one.degrees) == pytest.approx(expected)
            assert (one.resamples, one.undefined) == (0, 0)


def test_intervals_of_correlations_hold_them_and_stay_within_their_range(arrays):
    perfect = ScoreArrays.of(np.concatenate([arrays.metrics, arrays.human[None]]), arrays.human)
    given = Correlations(perfect, KEYS)
    for over in OVERS:
        for key, limits in INTERVAL.limits(given, over).items():
            for limit, point in zip(limits, given.points[key], strict=True):
                assert limit.low <= point <= limit.high <= 1 or key[1] in ("acc_eq", "pairwise_accuracy")


@pytest.mark.parametrize("over", OVERS)
def test_intervals_are_as_wide_as_student_makes_of_the_standard_errors(arrays, over):
    """Where the scale is nearly straight: with half of them covered, limits lie close to the estimate."""
    given = Correlations(arrays, [("system", "pearson"), ("input", "spearman")], confidence=0.002)
    errors, limits = INTERVAL.errors(given, over), INTERVAL.limits(given, over)
    group = given.groups[0]
    for key in given.keys:
        degrees = jackknifed(arrays, group, key).of_metrics(over).degrees
        for k, (low, high) in enumerate(limits[key]):
            assert high - low == pytest.approx(2 * errors[key][k] * t.ppf(0.501, degrees[k]), rel=1e-4)


def test_equal_metrics_are_equal(arrays):
    twins = ScoreArrays.of(arrays.metrics[[0, 0]], arrays.human)
    found = TEST.findings(Differences(twins, [(0, 1)], KEYS), "both", KEYS)
    assert {one.two_sided for one in found.values()} == {1.0}


@pytest.mark.parametrize("method", [TEST, INTERVAL])
def test_too_little_is_refused_with_what_would_do(method):
    rng = np.random.default_rng(1)

    def of(n, m, **given):
        return ScoreArrays.of(rng.normal(size=(2, n, m)), rng.normal(size=(n, m)), **given)

    for over in ("both", "systems"):
        with pytest.raises(
            UnsupportedMethodError, match=r"at least 4 of them; there are 3.*`applies_to`='inputs'"
        ):
            method.check_units(of(3, 8), over)
        method.check_units(of(4, 8), over)
        for families, words in (([0] * 5, "there is 1"), ([0, 0, 1, 1, 1], "there are 2")):
            with pytest.raises(
                UnsupportedMethodError, match=rf"clusters of systems shows with at least 3 of them; {words}"
            ):
                method.check_units(of(5, 8, system_clusters=families), over)
        method.check_units(of(5, 8, system_clusters=[0, 0, 1, 1, 2]), over)
    for over in ("both", "inputs"):
        with pytest.raises(
            UnsupportedMethodError, match=r"at least 2 inputs; there is 1.*`applies_to`='systems'"
        ):
            method.check_units(of(5, 1), over)
        with pytest.raises(
            UnsupportedMethodError, match="clusters of inputs shows with at least 2 of them; there is 1"
        ):
            method.check_units(of(5, 8, clusters=np.zeros(8)), over)
    method.check_units(of(5, 1), "systems")
    # what does not vary needs no units
    method.check_units(of(5, 8, clusters=np.zeros(8)), "systems")


def test_two_systems_can_apply_to_other_inputs():
    rng = np.random.default_rng(4)
    human = rng.normal(size=(2, 40))
    arrays = ScoreArrays.of(human + np.array([0.3, 3.0])[:, None, None] * rng.normal(size=(2, 2, 40)), human)
    TEST.check_units(arrays, "inputs")
    found = TEST.findings(
        Differences(arrays, [(0, 1)], [("global", "pearson")]), "inputs", [("global", "pearson")]
    )
    (one,) = found.values()
    assert one.greater < 0.01


def test_what_is_left_out_is_computed_once_for_test_and_interval(arrays):
    (group,) = arrays.single_groups()[:1]
    first = jackknifed(arrays, group, ("system", "kendall"))
    assert jackknifed(arrays, group, ("system", "kendall")) is first
    assert jackknifed(arrays, group, ("input", "kendall")) is not first


@pytest.mark.parametrize("over", ["both", "systems"])
@pytest.mark.parametrize("level", ["system", "input"])
def test_tables_together_are_as_they_are_alone(level, over):
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(9, 1))
    tables = [
        ScoreArrays.of(quality + rng.normal(size=(2, 9, 7)), quality + rng.normal(size=(9, 7)))
        for _ in range(3)
    ]
    key = (level, "pearson")
    tested = TEST.findings_of_tables(tables, ((0, 1), (1, 0)), over, key)
    limits = INTERVAL.limits_of_tables(tables, over, key, 0.9)
    for arrays, findings, intervals in zip(tables, tested, limits, strict=True):
        alone = TEST.findings(Differences(arrays, ((0, 1), (1, 0)), (key,)), over, (key,))
        for pair, finding in findings.items():
            for field in ("statistic", "greater", "less", "two_sided", "standard_error", "degrees"):
                assert getattr(finding, field) == pytest.approx(getattr(alone[key, pair], field), rel=1e-10)
        one = INTERVAL.limits(Correlations(arrays, (key,), confidence=0.9), over)[key]
        for interval, other in zip(intervals, one, strict=True):
            assert (interval.low, interval.high) == pytest.approx((other.low, other.high), rel=1e-10)
    assert TEST.findings_of_tables(tables, ((0, 1),), over, (level, "kendall")) is None
    assert INTERVAL.limits_of_tables(tables, over, (level, "kendall"), 0.9) is None


@pytest.mark.parametrize("truth", ["quality of three dimensions", "slopes vary over inputs"])
def test_few_inputs_do_not_make_the_tail_heavy(truth):
    # with Satterthwaite's degrees of freedom alone .033 and .021 at .01, .009 and .005 at .001
    scenario = find_truth(truth).scenario("normal", 25, 5)
    rates = certify([scenario], tests=NAME, intervals=(), coefficient="pearson", runs=2000, workers=1).rates
    found = {
        rate.alpha: rate.rate for rate in rates if (rate.level, rate.alternative) == ("system", "two-sided")
    }
    assert 0.015 <= found[0.05] <= 0.055
    assert found[0.01] <= 0.01
    assert found[0.001] <= 0.002
