"""A second reader's check: what is newest, computed again from the formulas with NumPy, SciPy and statsmodels.

Nothing of the package is used but the functions that are checked. Three numbers or more of each: limits that hold after
every label, estimators that take a judge's help, agreement where something is given, and agreement without noise.
"""

from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import optimize, stats
from statsmodels.stats.inter_rater import cohens_kappa

from trueness import Scorer, ScoreTable, compare
from trueness.statistics.heterogeneity import heterogeneity
from trueness.statistics.judging.partial_agreement import partial_agreement
from trueness.statistics.judging.prediction_powered import ppi_mean
from trueness.statistics.judging.rogan_gladen import rogan_gladen
from trueness.statistics.sequential.kappa_sequence import kappa_sequence


@pytest.fixture(scope="module")
def labels():
    """People's labels, 0 or 1, and a judge's, who errs on a fifth."""
    rng = np.random.default_rng(20)
    human = (rng.random(160) < 0.4).astype(float)
    return human, np.where(rng.random(160) < 0.2, 1 - human, human)


def test_limits_of_kappa_after_every_label(labels):
    """Wealth by its definition: stakes .05 to .95, each with a seventh of the money, on two labels at a time."""
    human, judge = labels
    found = kappa_sequence(human, judge)
    counts = np.histogram2d(human, judge, bins=2)[0]
    assert found.estimate == pytest.approx(cohens_kappa(counts).kappa)
    h, j = human.reshape(-1, 2), judge.reshape(-1, 2)
    apart = (h != j).mean(axis=1)
    chance = (h != j[:, ::-1]).mean(axis=1)

    def wealth(payoffs, bound):
        won = [np.cumprod(1 + stake * payoffs / bound) for stake in (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95)]
        return np.mean(won, axis=0)

    low, high = [-1.0], [1.0]
    for value in np.arange(-100, 101) / 100:  # apart is 0 to 1, (1 - value) chance as well: what may be lost
        excess = (1 - value) * chance - apart
        if wealth(excess, 1.0).max() >= 40:
            low.append(value)
        if wealth(-excess, max(1 - value, 0.001)).max() >= 40:
            high.append(value)
    assert found.low[-1] == pytest.approx(max(low))
    assert found.high[-1] == pytest.approx(min(high))
    assert -1 < found.low[-1] < found.high[-1] < 1


def test_prediction_powered_mean():
    """PPI++: the weight with the least variance found by search, then the mean, its error, and Student's limits."""
    rng = np.random.default_rng(21)
    truth = rng.normal(3, 1, 300)
    judge = truth + rng.normal(0, 0.7, 300)
    human = np.where(np.arange(300) < 40, truth, np.nan)
    y, f, u = truth[:40], judge[:40], judge[40:]

    def variance(weight):
        return weight**2 * u.var(ddof=1) / len(u) + (y - weight * f).var(ddof=1) / len(y)

    best = optimize.minimize_scalar(variance, bounds=(0, 1), method="bounded", options={"xatol": 1e-10}).x
    found = ppi_mean(human, judge)
    error = np.sqrt(variance(best))
    assert found.lam == pytest.approx(best, abs=1e-6)
    assert found.estimate == pytest.approx(best * u.mean() + (y - best * f).mean())
    assert found.standard_error == pytest.approx(error)
    assert found.high == pytest.approx(found.estimate + stats.t.ppf(0.975, 39) * error)
    assert found.standard_error < 0.85 * y.std(ddof=1) / np.sqrt(40)


def test_a_share_with_a_judge_is_post_stratified(labels):
    """The likeliest share: that of each of the judge's labels, weighted by how often it gives it."""
    truth, judge = labels
    human = np.where(np.arange(160) < 60, truth, np.nan)
    known = np.arange(160) < 60
    said = [judge == label for label in (0, 1)]
    shares = [truth[known & one].mean() for one in said]
    likely = optimize.minimize(
        lambda p: (
            -sum(
                stats.binom.logpmf(truth[known & one].sum(), (known & one).sum(), share)
                for one, share in zip(said, p, strict=True)
            )
        ),
        [0.5, 0.5],
        bounds=[(0.01, 0.99)] * 2,
    ).x
    found = ppi_mean(human, judge)
    assert likely == pytest.approx(shares, abs=1e-4)
    assert found.estimate == pytest.approx(said[0].mean() * shares[0] + said[1].mean() * shares[1])


def test_limits_of_rogan_and_gladen():
    """The score test inverted by general optimisers: likeliest rates at a share, variance and skewness there."""
    rng = np.random.default_rng(22)
    truth = (rng.random(400) < 0.35).astype(float)
    judge = np.where(rng.random(400) < np.where(truth == 1, 0.15, 0.1), 1 - truth, truth)
    human = np.where(np.arange(400) < 120, truth, np.nan)
    called, positive, negative = judge[120:], judge[:120][truth[:120] == 1], judge[:120][truth[:120] == 0]
    sizes = np.array([len(called), len(positive), len(negative)])
    hits = np.array([called.sum(), positive.sum(), (1 - negative).sum()])

    def beyond(share, sign):
        def rates(free):
            tpr, tnr = free
            return np.array([share * tpr + (1 - share) * (1 - tnr), tpr, tnr])

        def surprise(free):
            r = rates(free)
            return -np.sum(hits * np.log(r) + (sizes - hits) * np.log(1 - r))

        free = optimize.minimize(
            surprise, [0.8, 0.8], bounds=[(1e-6, 1 - 1e-6)] * 2, options={"ftol": 1e-15, "gtol": 1e-10}
        ).x
        r = rates(free)
        weights = np.array([1, -share, 1 - share])
        single = r * (1 - r) / sizes
        variance = np.sum(weights**2 * single)
        skewness = np.sum(weights**3 * single * (1 - 2 * r) / sizes) / variance**1.5
        z = stats.norm.ppf(0.975)
        statistic = (weights @ (hits / sizes) - (1 - share)) / np.sqrt(variance)
        return sign * statistic - (z + sign * skewness * (z * z - 1) / 6)

    found = rogan_gladen(human, judge)
    p, tpr, tnr = hits / sizes
    assert found.estimate == pytest.approx((p + tnr - 1) / (tpr + tnr - 1))
    assert found.low == pytest.approx(optimize.brentq(lambda s: beyond(s, 1), 0.01, found.estimate), abs=1e-4)
    assert found.high == pytest.approx(
        optimize.brentq(lambda s: beyond(s, -1), found.estimate, 0.99), abs=1e-4
    )


@pytest.fixture(scope="module")
def scores():
    """A metric's, people's and lengths of 9 systems x 20 inputs."""
    rng = np.random.default_rng(23)
    system, length = rng.normal(size=(9, 1)), rng.normal(50, 10, (9, 20))
    human = system + 0.04 * length + rng.normal(size=(9, 20))
    liking = 0.5 * rng.normal(size=(9, 1))
    return liking + 0.7 * system + 0.06 * length + 0.5 * human + rng.normal(size=(9, 20)), human, length


def test_agreement_where_something_is_given(scores):
    """Residuals of ordinary least squares: on length, and on a constant for each system."""
    metric, human, length = (one.ravel() for one in scores)
    system = np.repeat(np.arange(9), 20)
    of_length = [sm.OLS(one, sm.add_constant(length)).fit() for one in (metric, human)]
    of_system = [sm.OLS(one, np.eye(9)[system]).fit() for one in (metric, human)]
    found = partial_agreement(metric, human, length)
    assert found.given.value == pytest.approx(stats.pearsonr(*(one.resid for one in of_length)).statistic)
    assert found.drop.value == pytest.approx(
        stats.pearsonr(metric, human).statistic - stats.pearsonr(*(one.resid for one in of_length)).statistic
    )
    found = partial_agreement(metric, human, system, groups=True)
    assert found.given.value == pytest.approx(stats.pearsonr(*(one.resid for one in of_system)).statistic)
    assert found.human_with == pytest.approx(np.sqrt(of_system[1].rsquared))


def test_agreement_without_the_noise_of_inputs(scores):
    """Moments of the two-way layout: covariances of system means less what interaction adds to them."""
    metric, human, _ = scores
    table = ScoreTable(
        values=np.stack([human, metric]),
        scorers=[Scorer("people", "human"), Scorer("metric", "metric")],
        systems=[f"s{k}" for k in range(9)],
        inputs=[f"i{k}" for k in range(20)],
    )
    done = compare(
        table, human="people", level="system", coefficient=["pearson", "unlimited_pearson"], tests=False
    )

    def centred(x):
        return x - x.mean(axis=0) - x.mean(axis=1, keepdims=True) + x.mean()

    def true(x, z):
        noise = np.sum(centred(x) * centred(z)) / (8 * 19)
        return np.cov(x.mean(axis=1), z.mean(axis=1))[0, 1] - noise / 20

    expected = true(metric, human) / np.sqrt(true(metric, metric) * true(human, human))
    means = metric.mean(axis=1), human.mean(axis=1)
    assert done.estimate("metric", "system", "pearson").estimate == pytest.approx(
        stats.pearsonr(*means).statistic
    )
    assert stats.pearsonr(*means).statistic < expected < 1
    assert done.estimate("metric", "system", "unlimited_pearson").estimate == pytest.approx(expected)


def test_whether_data_sets_differ():
    """Paule and Mandel's spread as a root, with Hartung and Knapp's limits, and what another data set would show."""
    values, errors = np.array([0.71, 1.95, 0.27, 1.1, 0.9]), np.array([0.2, 0.25, 0.6, 0.3, 0.2])

    def about(variance):
        weights = 1 / (errors**2 + variance)
        mean = np.average(values, weights=weights)
        return mean, weights, np.sum(weights * (values - mean) ** 2)

    spread = optimize.brentq(lambda variance: about(variance)[2] - 4, 0, 10)
    mean, weights, squares = about(spread)
    error = np.sqrt(max(1, squares / 4) / weights.sum())
    found = heterogeneity(values, errors)
    assert found.spread == pytest.approx(np.sqrt(spread))
    assert found.mean == pytest.approx(mean)
    assert found.high == pytest.approx(mean + stats.t.ppf(0.975, 4) * error)

    # another data set: a mixture over what the squares, chi-squared with 4 degrees, leave open of the variance
    open_squares = stats.chi2.ppf((np.arange(4000) + 0.5) / 4000, 4)
    guesses = [
        optimize.brentq(lambda variance, u=u: about(variance)[2] - u, 0, 1e6) if about(0)[2] > u else 0.0
        for u in open_squares
    ]
    means, weights, _ = zip(*map(about, guesses), strict=True)
    sds = np.sqrt(np.array(guesses) + [1 / one.sum() for one in weights])

    def beyond(value):
        return np.mean(stats.norm.cdf((value - np.array(means)) / sds))

    assert beyond(found.next_low) == pytest.approx(0.025, abs=5e-4)
    assert beyond(found.next_high) == pytest.approx(0.975, abs=5e-4)
    assert found.pvalue == pytest.approx(stats.chi2.sf(about(0)[2], 4))
