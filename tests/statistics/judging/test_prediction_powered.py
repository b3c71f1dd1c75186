"""Prediction-powered means: recorded answers of ppi_py 0.2.3, closed forms, invariances, and coverage by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.judging.prediction_powered import (
    label_gain,
    ppi_difference,
    ppi_differences,
    ppi_mean,
)

LABELS = [1.0, 4, 4, 2, 3, 4, 2, 5, 3, 2, 3, 5]
# fmt: off
JUDGE = [
    1.63, 4.91, 3.23, 3.14, 3.02, 4.89, 1.18, 5.0, 1.71, 2.17, 2.05, 5.0, 4.53, 4.87, 4.97, 5.0, 3.12, 1.03, 5.0,
    3.25, 2.38, 1.49, 1.0, 5.0, 4.51, 4.95, 3.06, 5.0, 3.9, 3.15, 3.77, 1.87, 1.11, 3.09, 4.44, 1.79, 5.0, 5.0, 2.78,
    4.76, 1.93, 4.32, 4.06, 2.34, 1.0, 4.24, 2.34, 4.6, 4.72, 3.68, 4.1, 2.44,
]
# fmt: on
RECORDED = {  # ppi_mean_pointestimate and ppi_mean_ci (alpha = .05) of ppi_py 0.2.3
    0: (3.16666667, 2.48016096, 3.85317237),
    1: (3.49558333, 2.8925296, 4.09863706),
    0.5: (3.331125, 2.86401794, 3.79823206),
}
RECORDED_OPTIMAL = 3.35632324


def partly_labelled(n=12, more=40, seed=0, noise=0.7):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=n + more)
    judge = human + noise * rng.normal(size=n + more) + 0.3
    human[n:] = np.nan
    return human, judge


@pytest.mark.parametrize("kind", ["scores", "labels", "both"])
@pytest.mark.parametrize("interval", ["analytic", "bootstrap"])
def test_differences_of_many_systems_are_those_of_each_pair(kind, interval):
    rng = np.random.default_rng(5)
    human, judge = rng.normal(size=(2, 4, 30))
    labels = {"scores": 0, "labels": 4, "both": 2}[kind]
    human[:labels] = human[:labels] > 0
    human[:, 20:] = np.nan
    pairs = [(0, 1), (0, 3), (2, 3)]
    asked = {"clusters": np.arange(30) // 2, "interval": interval, "resamples": 40, "rng": 1}
    found = ppi_differences(human, judge, pairs, **asked)
    for pair, one in zip(pairs, found, strict=True):
        alone = ppi_difference(human[list(pair)], judge[list(pair)], **asked)
        np.testing.assert_array_equal(np.array(one, dtype=float), np.array(alone, dtype=float))


@pytest.mark.parametrize("lam", RECORDED)
def test_recorded_answers_of_ppi_py(lam):
    """It divides variances by n and takes the normal distribution; here they are divided by n − 1, with Student's t."""
    n, more = len(LABELS), len(JUDGE) - len(LABELS)
    found = ppi_mean([*LABELS, *[np.nan] * more], JUDGE, lam=lam)
    estimate, low, high = RECORDED[lam]
    assert found.estimate == pytest.approx(estimate, abs=1e-8)
    judge, labels = np.array(JUDGE), np.array(LABELS)
    parts = [
        lam**2 * judge[n:].var(ddof=1) / more,
        (labels - lam * judge[:n]).var(ddof=1) / n,
    ]
    assert found.standard_error == pytest.approx(np.sqrt(sum(parts)), rel=1e-12)
    theirs = np.sqrt(parts[0] * (more - 1) / more + parts[1] * (n - 1) / n)
    assert (low, high) == pytest.approx(
        (estimate - 1.959964 * theirs, estimate + 1.959964 * theirs), abs=1e-6
    )
    half = stats.t.ppf(0.975, n - 1) * found.standard_error
    assert (found.low, found.high) == pytest.approx((estimate - half, estimate + half))


def test_optimal_weight_of_ppi_py_up_to_its_estimate_of_the_variance():
    n, more = len(LABELS), len(JUDGE) - len(LABELS)
    judge = np.array(JUDGE)
    found = ppi_mean([*LABELS, *[np.nan] * more], JUDGE)
    covariance = np.cov(LABELS, judge[:n])[0, 1]
    pooled = covariance * (n - 1) / n / ((1 + n / more) * judge.var(ddof=1))
    theirs = (RECORDED_OPTIMAL - RECORDED[0][0]) / (RECORDED[1][0] - RECORDED[0][0])
    assert pooled == pytest.approx(theirs, abs=1e-6)
    own = covariance / n / (judge[n:].var(ddof=1) / more + judge[:n].var(ddof=1) / n)
    assert found.lam == pytest.approx(own)
    assert abs(found.lam - theirs) < 0.1  # twelve labels


def gains(rho, n, more, tables, clusters=None, seed=0):
    """Return how often each label counts, in tables with a judge of known correlation with people."""
    rng = np.random.default_rng([seed, n])
    found = []
    for _ in range(tables):
        judge = rng.normal(size=n + more)
        human = rho * judge + np.sqrt(1 - rho**2) * rng.normal(size=n + more)
        human[n:] = np.nan
        found.append(ppi_mean(human, judge, clusters=clusters).labels_worth / n)
    return np.array(found)


@pytest.mark.parametrize(("n", "share"), [(10, 1), (10, 10), (30, 10), (100, 10)])
def test_a_judge_that_says_nothing_is_worth_nothing(n, share):
    """The smallest variance that a weight can give makes it 1.07, 1.02 and 1.005 times with ten times the outputs."""
    found = gains(0.0, n, share * n, 400)
    assert 0.94 < found.mean() < 1.0
    assert np.median(found) <= 1.0


@pytest.mark.parametrize("n", [10, 30, 100])
@pytest.mark.parametrize("rho", [0.5, 0.7, 0.9])
def test_a_good_judge_is_worth_what_the_closed_form_says(rho, n):
    found = gains(rho, n, 10 * n, 200)
    truth = 1 / (1 - rho**2 * 10 / 11)
    error = found.std() / np.sqrt(len(found))
    assert abs(found.mean() - truth) < 0.05 * truth + 3 * error


def test_labels_worth_by_hand():
    """Without clusters: leave one output out, choose the weight, take it for that output."""
    human, judge = partly_labelled(8, 12, seed=4)
    y, f, u = human[:8], judge[:8], judge[8:]
    a = np.concatenate([np.sqrt(8 / 7) * (y - y.mean()) / 8, np.zeros(12)])
    b = np.concatenate([-np.sqrt(8 / 7) * (f - f.mean()) / 8, np.sqrt(12 / 11) * (u - u.mean()) / 12])
    crossed = 0.0
    for k in range(20):
        kept = np.arange(20) != k
        weight = np.clip(-(a[kept] @ b[kept]) / (b[kept] @ b[kept]), 0, 1)
        crossed += (a[k] + weight * b[k]) ** 2
    assert ppi_mean(human, judge).labels_worth == pytest.approx(8 * (a @ a) / crossed)
    fixed = ppi_mean(human, judge, lam=0.5)
    assert fixed.labels_worth == pytest.approx(8 * (fixed.standard_error_human / fixed.standard_error) ** 2)
    assert ppi_mean(human, judge, lam=0).labels_worth == pytest.approx(8)
    assert ppi_mean(human, np.ones(20)).labels_worth == pytest.approx(8)


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("n", [60, 200])
def test_the_gain_of_a_label_is_that_of_draws_on_average(n, clustered):
    rng = np.random.default_rng(n)
    groups = np.repeat(np.arange(100), 6)
    human = clustered * rng.normal(size=100)[groups] + rng.normal(size=600)
    judge = 0.8 * human + 0.4 * rng.normal(size=600)
    clusters = groups if clustered else None
    alone, helped = np.empty(200), np.empty(200)
    for k in range(200):
        drawn = np.where(rng.permutation(600) < n, human, np.nan)
        found = ppi_mean(drawn, judge, clusters=clusters)
        alone[k], helped[k] = found.standard_error_human**2, found.standard_error**2
    gain = label_gain(human, judge, n, clusters=clusters)
    assert gain == pytest.approx(alone.mean() / helped.mean(), rel=0.04)
    if not clustered:
        rho = np.corrcoef(human, judge)[0, 1]
        assert gain == pytest.approx(1 / (1 - rho**2 * (1 - n / 600)), rel=1e-12)
        assert label_gain(human, judge, n, lam=0) == 1.0
        assert label_gain(human, 4 * human, n, lam=0.1) < label_gain(human, 4 * human, n, lam=0.2)


def test_a_gain_that_is_undefined():
    human, judge = np.arange(10.0), np.arange(10.0)[::-1]
    assert label_gain(human, judge, 5) == 1.0  # weights below 0 are not taken
    assert label_gain(human, np.ones(10), 5) == 1.0
    assert label_gain(human, human, 9) == 1.0  # one output without a label teaches nothing
    assert np.isnan(label_gain(np.ones(10), human, 5))
    assert np.isnan(label_gain(human, human, 0))
    assert np.isnan(label_gain(human, np.full(10, np.nan), 5))
    assert label_gain(human, human, 5) == pytest.approx(
        2
    )  # half of what there is to know is known without a label


def test_weights_zero_and_one():
    human, judge = partly_labelled()
    labels = human[~np.isnan(human)]
    none, full = ppi_mean(human, judge, lam=0), ppi_mean(human, judge, lam=1)
    assert none[:4] == none[5:9]
    classical = stats.ttest_1samp(labels, 0).confidence_interval()
    assert (none.estimate, none.low, none.high) == pytest.approx((labels.mean(), *classical))
    assert full.estimate == pytest.approx(judge[12:].mean() + (labels - judge[:12]).mean())
    assert full.estimate_judge == pytest.approx(judge.mean())
    assert (full.n_labelled, full.n_unlabelled, full.shift) == pytest.approx(
        (12, 40, judge[12:].mean() - judge[:12].mean())
    )


@given(st.integers(3, 30), st.integers(2, 60), st.integers(0, 10**6), st.floats(0.01, 5), st.booleans())
def test_plus_plus_is_never_estimated_to_be_wider(n, more, seed, noise, clustered):
    human, judge = partly_labelled(n, more, seed, noise)
    clusters = np.random.default_rng(seed).integers(0, 9, n + more) if clustered else None
    best = ppi_mean(human, judge, clusters=clusters)
    if np.isnan(best.standard_error):
        return
    assert 0 <= best.lam <= 1
    for lam in (0, 0.3, 1):
        assert (
            best.standard_error <= ppi_mean(human, judge, lam=lam, clusters=clusters).standard_error + 1e-12
        )


@given(st.integers(0, 10**6), st.booleans())
def test_order_names_and_scale_do_not_matter(seed, clustered):
    rng = np.random.default_rng(seed)
    human, judge = partly_labelled(9, 20, seed)
    clusters = rng.integers(0, 8, 29) if clustered else None
    order = rng.permutation(29)
    found = ppi_mean(human, judge, clusters=clusters)
    again = ppi_mean(human[order], judge[order], clusters=None if clusters is None else -3 * clusters[order])
    np.testing.assert_allclose(found[:-1], again[:-1], rtol=1e-9, atol=1e-12, equal_nan=True)
    moved = ppi_mean(10 * human + 3, 10 * judge - 7, clusters=clusters)
    np.testing.assert_allclose(moved.estimate, 10 * found.estimate + 3, rtol=1e-9)
    np.testing.assert_allclose(moved.standard_error, 10 * found.standard_error, rtol=1e-9)


@given(st.integers(0, 10**6))
def test_a_duplicated_output_in_its_cluster_teaches_nothing(seed):
    human, judge = partly_labelled(9, 20, seed)
    clusters = np.arange(29)
    once = ppi_mean(human, judge, clusters=clusters)
    twice = ppi_mean(np.tile(human, 2), np.tile(judge, 2), clusters=np.tile(clusters, 2))
    np.testing.assert_allclose(once[:12], twice[:12], rtol=1e-9, atol=1e-12)
    careless = ppi_mean(np.tile(human, 2), np.tile(judge, 2))
    assert careless.standard_error < 0.8 * once.standard_error


def test_single_clusters_differ_from_independent_outputs_by_their_factor_only():
    human, judge = partly_labelled(30, 200)
    one, other = ppi_mean(human, judge, lam=1), ppi_mean(human, judge, lam=1, clusters=np.arange(230))
    assert one.estimate == other.estimate
    assert other.standard_error == pytest.approx(one.standard_error, rel=0.02)


def test_clustered_labels_alone_against_statsmodels():
    api = pytest.importorskip("statsmodels.api")
    rng = np.random.default_rng(0)
    clusters = rng.integers(0, 25, 150)
    human = rng.normal(size=25)[clusters] + rng.normal(size=150)
    judge = human + rng.normal(size=150)
    fit = api.OLS(human, np.ones(150)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    found = ppi_mean(human, judge, clusters=clusters)
    assert found.standard_error_human == pytest.approx(fit.bse[0])
    # with λ = 1 the estimate is a mean of judge's scores minus a mean of its errors: two groups in one regression
    human[rng.random(150) < 0.6] = np.nan
    labelled = ~np.isnan(human)
    stacked = np.where(labelled, judge - human, judge)
    design = np.stack([labelled, ~labelled], axis=1).astype(float)
    fit = api.OLS(stacked, design).fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False}
    )
    contrast = np.array([-1.0, 1.0])
    found = ppi_mean(human, judge, clusters=clusters, lam=1)
    assert found.estimate == pytest.approx(contrast @ fit.params)
    plain = np.sqrt(contrast @ fit.cov_params() @ contrast)
    groups = len(np.unique(clusters))
    assert found.standard_error == pytest.approx(plain * np.sqrt(groups / (groups - 1)))


def test_bootstrap_beside_the_closed_form():
    human, judge = partly_labelled(80, 300)
    for clusters in (None, np.arange(380)):
        closed = ppi_mean(human, judge, clusters=clusters)
        drawn = ppi_mean(human, judge, clusters=clusters, interval="bootstrap", rng=4)
        assert drawn.estimate == closed.estimate
        assert (drawn.low, drawn.high) == pytest.approx((closed.low, closed.high), abs=0.03)
        assert (drawn.low_human, drawn.high_human) == pytest.approx(
            (closed.low_human, closed.high_human), abs=0.05
        )
        assert drawn == ppi_mean(human, judge, clusters=clusters, interval="bootstrap", rng=4)
        assert (drawn.seed, drawn.resamples, closed.seed) == (4, 9999, None)


def test_a_difference_uses_that_systems_share_inputs():
    rng = np.random.default_rng(3)
    hardness = 2 * rng.normal(size=200)
    human = np.stack([hardness + 0.5, hardness]) + 0.5 * rng.normal(size=(2, 200))
    judge = human + 0.3 * rng.normal(size=human.shape)
    plain = ppi_difference(human, judge)
    assert plain.estimate == pytest.approx(human[0].mean() - human[1].mean())
    paired = stats.ttest_rel(human[0], human[1]).confidence_interval()
    assert (plain.low, plain.high) == pytest.approx(tuple(paired))
    human[:, 40:] = np.nan
    found, back = ppi_difference(human, judge), ppi_difference(human[::-1], judge[::-1])
    assert (found.estimate, found.low, found.high) == pytest.approx((-back.estimate, -back.high, -back.low))
    one, other = ppi_mean(human[0], judge[0]), ppi_mean(human[1], judge[1])
    assert found.standard_error < 0.4 * np.hypot(one.standard_error, other.standard_error)
    drawn = ppi_difference(human, judge, interval="bootstrap", rng=1)
    assert (drawn.low, drawn.high) == pytest.approx((found.low, found.high), abs=0.05)


def test_what_is_missing():
    human, judge = partly_labelled(5, 6)
    judge[0] = np.nan
    found = ppi_mean(human, judge)
    assert (found.n_labelled, found.n_unlabelled, found.n_left_out) == (4, 6, 1)
    all_labelled = ppi_mean(human[:5], judge[:5])
    assert (all_labelled.lam, all_labelled.n_unlabelled) == (0, 0)
    assert all_labelled.estimate == all_labelled.estimate_human == pytest.approx(human[1:5].mean())
    lone = ppi_mean([2.0, np.nan, np.nan], [1.0, 2, 3])
    assert (lone.estimate, lone.lam) == (2, 0)
    assert np.isnan([lone.low, lone.high, lone.standard_error]).all()
    assert ppi_mean([2.0, np.nan, np.nan], [1.0, 2, 3], lam=1).estimate == pytest.approx(2 + 2.5 - 1)
    nothing = ppi_mean([np.nan, np.nan], [1.0, 2])
    assert np.isnan(nothing.estimate)
    assert nothing.estimate_judge == 1.5
    constant = ppi_mean([1.0, 2, 3, np.nan, np.nan], [4.0] * 5)
    assert (constant.lam, constant.estimate) == (0, 2)


def test_labels_that_are_all_alike_tell_no_interval_but_of_shares():
    alike = ppi_mean([3.0, 3, 3, np.nan, np.nan], [3.0, 4, 2, 3, 1])
    assert (alike.estimate, alike.standard_error) == (3, 0)
    assert np.isnan([alike.low, alike.high, alike.low_human, alike.high_human]).all()
    ones, judge = [1.0, 1, 1, np.nan, np.nan], [1.0, 1, 0, 1, 0]
    of_labels, of_ratings = ppi_mean(ones, judge), ppi_mean(ones, judge, shares=False)
    assert of_labels.high == 1
    assert 0 < of_labels.low < 1
    assert np.isnan(
        [of_ratings.low, of_ratings.high]
    ).all()  # of ratings from 1 to 5, say, others may be above 1
    pair = ppi_difference([ones, ones], [judge, judge], shares=False)
    assert np.isnan([pair.low, pair.high]).all()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"judge": [1.0]}, "one length"),
        ({"lam": 1.5}, "`lam` must be 'optimal' or lie between 0 and 1; it is 1.5"),
        ({"lam": "best"}, "`lam` must be 'optimal'"),
        ({"interval": "normal"}, "`interval` must be one of"),
        ({"confidence": 95}, "`confidence`"),
        ({"clusters": [1]}, "`clusters`"),
        ({"interval": "bootstrap", "resamples": 0}, "`resamples`"),
    ],
)
def test_arguments_outside_their_values(change, message):
    given = {"human": [1.0, 2, np.nan], "judge": [1.0, 2, 3], **change}
    with pytest.raises(ArgumentError, match=message):
        ppi_mean(given.pop("human"), given.pop("judge"), **given)


def test_a_difference_wants_two_systems():
    with pytest.raises(ArgumentError, match="two systems by inputs"):
        ppi_difference(np.zeros((3, 4)), np.zeros((3, 4)))


def coverage(runs, *, clustered, lam="optimal", n=40, more=160, confidence=0.9):
    """Return shares of intervals that hold the truth, 0, with the judge and with labels alone, and mean widths."""
    rng = np.random.default_rng(5)
    hits, widths = np.zeros(2), np.zeros(2)
    for _ in range(runs):
        total = n + more
        inputs = np.repeat(np.arange(total // 4), 4) if clustered else np.arange(total)
        human = rng.normal(size=inputs.max() + 1)[inputs] + 0.5 * rng.normal(size=total)
        judge = 0.7 * human + 0.4 * rng.normal(size=total) + 5
        labelled = np.isin(inputs, np.arange(n // 4)) if clustered else np.arange(total) < n
        human[~labelled] = np.nan
        found = ppi_mean(human, judge, lam=lam, clusters=inputs if clustered else None, confidence=confidence)
        hits += [found.low <= 0 <= found.high, found.low_human <= 0 <= found.high_human]
        widths += [found.high - found.low, found.high_human - found.low_human]
    return hits / runs, widths / runs


def test_coverage_quick():
    hits, widths = coverage(300, clustered=False)
    assert np.all(hits > 0.84)
    assert widths[0] < 0.75 * widths[1]


@pytest.mark.slow
@pytest.mark.parametrize("lam", ["optimal", 1.0, 0.5])
@pytest.mark.parametrize("clustered", [False, True])
def test_coverage(lam, clustered):
    """Nominal 90%: binomial noise of 4,000 runs is ±1 point; few clusters cost a little with an estimated weight."""
    hits, widths = coverage(4000, clustered=clustered, lam=lam, n=80, more=320)
    assert 0.875 < hits[0] < 0.915
    assert 0.88 < hits[1] < 0.92
    if lam == "optimal":
        assert widths[0] < 0.75 * widths[1]


@pytest.mark.slow
def test_coverage_of_differences():
    """Two systems on the same inputs, of which outputs are labelled at random, apart for each; nominal 90%."""
    rng = np.random.default_rng(8)
    runs, hits, widths = 3000, np.zeros(2), np.zeros(2)
    for _ in range(runs):
        hardness = rng.normal(size=150)
        human = np.stack([hardness + 0.3, hardness]) + 0.6 * rng.normal(size=(2, 150))
        judge = human + 0.5 * rng.normal(size=human.shape)
        human[rng.random(human.shape) > 0.3] = np.nan
        found = ppi_difference(human, judge, confidence=0.9)
        hits += [found.low <= 0.3 <= found.high, found.low_human <= 0.3 <= found.high_human]
        widths += [found.high - found.low, found.high_human - found.low_human]
    assert np.all((hits / runs > 0.88) & (hits / runs < 0.92))
    assert widths[0] < 0.8 * widths[1]
