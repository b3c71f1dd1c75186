"""Strengths of systems: published examples, other packages and optimisers, and data without finite strengths."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from trueness.errors import ArgumentError, DataError
from trueness.statistics.preferences.bradley_terry import _Comparisons, _Likelihood, _one_step, bradley_terry

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")

HOME = """
-   4-3 4-2 4-3 6-1 4-2 6-0
3-3 -   4-2 4-3 6-0 6-1 4-3
2-5 4-3 -   2-4 4-3 4-2 6-0
3-3 5-1 2-5 -   4-3 4-2 6-1
5-1 2-5 3-3 4-2 -   5-2 6-0
2-5 3-3 3-4 4-3 4-2 -   2-4
2-5 1-5 1-6 2-4 1-6 3-4 -
"""
"""Games won by the home team (rows) and by the other one, American League East 1987 (Agresti 2002, table 10.12)."""


def games():
    """Return home team, other team, and who won, game by game."""
    found = []
    for home, line in enumerate(HOME.split("\n")[1:-1]):
        for away, cell in enumerate(line.split()):
            if cell != "-":
                won, lost = map(int, cell.split("-"))
                found += [(home, away, 1)] * won + [(home, away, -1)] * lost
    return np.array(found).T


def test_baseball_has_the_published_strengths():
    # BradleyTerry2 1.1, vignette, section 3: coefficients against Baltimore, and their standard errors
    published = {
        "Boston": (1.1077, 0.3339),
        "Cleveland": (0.6839, 0.3319),
        "Detroit": (1.4364, 0.3396),
        "Milwaukee": (1.5814, 0.3433),
        "New York": (1.2476, 0.3359),
        "Toronto": (1.2945, 0.3367),
    }
    home, away, outcome = games()
    found = bradley_terry(home, away, outcome)
    against = found.strengths - found.strengths[6]
    for team, (strength, _) in published.items():
        assert against[TEAMS.index(team)] == pytest.approx(strength, abs=5e-5)
    assert found.strengths.sum() == pytest.approx(0, abs=1e-12)


def test_baseball_has_the_published_home_advantage():
    # the same vignette, baseballModel2
    published = {
        "Boston": 1.1438,
        "Cleveland": 0.7047,
        "Detroit": 1.4754,
        "Milwaukee": 1.6196,
        "New York": 1.2813,
        "Toronto": 1.3271,
    }
    home, away, outcome = games()
    found = bradley_terry(home, away, outcome, order=np.ones(len(home)))
    assert found.order_effect == pytest.approx(0.3023, abs=5e-5)
    against = found.strengths - found.strengths[6]
    for team, strength in published.items():
        assert against[TEAMS.index(team)] == pytest.approx(strength, abs=5e-5)
    assert found.order_low < 0.3023 < found.order_high


def drawn(n_systems=5, n=400, ties=0.0, seed=3):
    rng = np.random.default_rng(seed)
    strengths = np.linspace(-1, 1, n_systems)
    first = rng.integers(0, n_systems, n)
    second = (first + rng.integers(1, n_systems, n)) % n_systems
    eta = strengths[first] - strengths[second]
    logits = np.stack([eta / 2, np.full(n, np.log(ties) if ties else -np.inf), -eta / 2])
    share = np.exp(logits) / np.exp(logits).sum(axis=0)
    outcome = 1 - (rng.random(n) > share.cumsum(axis=0)).sum(axis=0)
    return first, second, outcome, rng.integers(0, 40, n)


def test_it_is_logistic_regression_without_intercept_and_its_clustered_covariance():
    import statsmodels.api as sm

    first, second, outcome, clusters = drawn()
    design = np.zeros((len(first), 5))
    design[np.arange(len(first)), first] = 1
    design[np.arange(len(first)), second] = -1
    model = sm.GLM((outcome + 1) / 2, design[:, 1:], family=sm.families.Binomial())
    fitted = model.fit(
        cov_type="cluster", cov_kwds={"groups": clusters, "use_correction": False}, tol=1e-12, maxiter=200
    )
    found = bradley_terry(first, second, outcome, clusters=clusters, interval="sandwich")
    relative = found.strengths - found.strengths[0]
    np.testing.assert_allclose(relative[1:], fitted.params, atol=1e-7)
    onto = np.eye(5) - np.outer(np.ones(5), np.eye(5)[0])
    mine = (onto @ found.covariance @ onto.T)[1:, 1:] * (39 / 40)
    np.testing.assert_allclose(mine, fitted.cov_params(), rtol=1e-6)
    assert found.log_likelihood == pytest.approx(fitted.llf, rel=1e-9)


def test_a_prior_of_wins_and_losses_is_data():
    # so many wins and losses against a further team, at the mean of the others by symmetry of the penalty
    first, second, outcome, _ = drawn(n=60)

    def penalised(strengths):
        centred = strengths - strengths.mean()
        eta = centred[first] - centred[second]
        return np.logaddexp(0, -outcome * eta).sum() + 0.5 * (
            np.logaddexp(0, centred).sum() + np.logaddexp(0, -centred).sum()
        )

    best = minimize(penalised, np.zeros(5), method="BFGS", options={"gtol": 1e-9}).x
    found = bradley_terry(first, second, outcome, prior=0.5)
    np.testing.assert_allclose(found.strengths, best - best.mean(), atol=1e-5)


def davidson(parameters, first, second, outcome):
    strengths, nu = np.exp(parameters[:5]), np.exp(parameters[5])
    one, other = strengths[first], strengths[second]
    tie = nu * np.sqrt(one * other)
    total = one + other + tie
    return -np.log(np.choose(1 - outcome, [one, tie, other]) / total).sum()


def rao_kupper(parameters, first, second, outcome):
    strengths, theta = np.exp(parameters[:5]), 1 + np.exp(parameters[5])
    one, other = strengths[first], strengths[second]
    win, loss = one / (one + theta * other), other / (other + theta * one)
    tie = (theta**2 - 1) * one * other / ((one + theta * other) * (other + theta * one))
    np.testing.assert_allclose(win + loss + tie, 1)
    return -np.log(np.choose(1 - outcome, [win, tie, loss])).sum()


@pytest.mark.parametrize(
    ("model", "published", "of_ties"),
    [("davidson", davidson, np.exp), ("rao_kupper", rao_kupper, lambda x: 1 + np.exp(x))],
)
def test_models_with_ties_maximise_their_published_likelihood(model, published, of_ties):
    first, second, outcome, _ = drawn(ties=0.8)
    found = bradley_terry(first, second, outcome, model=model)
    best = minimize(
        lambda p: published(np.append(p - p[:5].mean() * (np.arange(6) < 5), [])[:6], first, second, outcome),
        np.zeros(6),
        method="Nelder-Mead",
        options={"maxiter": 20_000, "maxfev": 20_000, "xatol": 1e-9, "fatol": 1e-11, "adaptive": True},
    )
    assert found.log_likelihood == pytest.approx(-best.fun, abs=1e-6)
    assert found.log_likelihood >= -best.fun - 1e-9
    np.testing.assert_allclose(found.strengths, best.x[:5] - best.x[:5].mean(), atol=1e-3)
    assert found.ties == pytest.approx(of_ties(best.x[5]), rel=1e-3)


@pytest.mark.parametrize("model", ["bradley_terry", "davidson", "rao_kupper"])
def test_derivatives_are_those_of_the_likelihood(model):
    first, second, outcome, clusters = drawn(ties=0.8, n=80)
    order = np.random.default_rng(1).integers(-1, 2, 80)
    work = _Likelihood(_Comparisons.of(first, second, outcome, order, clusters, 5), model, 0.7, ordered=True)
    at = np.random.default_rng(2).normal(0, 0.4, work.width)

    def value(p):
        return work.rows(p)[0].sum() + work.prior_parts(p)[0]

    def slopes(p):
        return work.cluster_slopes(p).sum(axis=0) + work.prior_parts(p)[1]

    step = 1e-5 * np.eye(work.width)
    numeric = [(value(at + one) - value(at - one)) / 2e-5 for one in step]
    np.testing.assert_allclose(slopes(at), numeric, atol=1e-6)
    bent = work.bent(work.rows(at)[2], slice(None)) + work.prior_parts(at)[2]
    twice = np.array([(slopes(at + one) - slopes(at - one)) / 2e-5 for one in step])
    np.testing.assert_allclose(-bent, twice, atol=1e-5)


def test_one_newton_step_is_close_to_leaving_clusters_out():
    first, second, outcome, clusters = drawn(n=600)
    found = bradley_terry(first, second, outcome, clusters=clusters)
    without = np.array(
        [
            bradley_terry(*(values[clusters != one] for values in (first, second, outcome))).strengths
            for one in range(40)
        ]
    )
    exact = 39 / 40 * (without - found.strengths).T @ (without - found.strengths)
    np.testing.assert_allclose(np.sqrt(np.diag(found.covariance)), np.sqrt(np.diag(exact)), rtol=0.01)


def test_without_ties_all_models_are_one():
    first, second, outcome, _ = drawn()
    plain = bradley_terry(first, second, outcome)
    for model, parameter in (("davidson", 0.0), ("rao_kupper", 1.0)):
        found = bradley_terry(first, second, outcome, model=model)
        np.testing.assert_array_equal(found.strengths, plain.strengths)
        assert found.ties == parameter


def test_order_of_sides_and_names_changes_nothing():
    first, second, outcome, clusters = drawn(ties=0.8)
    found = bradley_terry(first, second, outcome, model="davidson", clusters=clusters)
    turned = bradley_terry(second, first, -outcome, model="davidson", clusters=clusters)
    np.testing.assert_allclose(turned.strengths, found.strengths, atol=1e-7)
    renamed = bradley_terry(4 - first, 4 - second, outcome, model="davidson", clusters=clusters)
    np.testing.assert_allclose(renamed.strengths[::-1], found.strengths, atol=1e-7)
    np.testing.assert_allclose(renamed.low[::-1], found.low, atol=1e-6)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"model": "elo"}, "`model` must be one of"),
        ({"prior": -1}, "`prior` must be a number of at least 0"),
        ({"outcome": [1, 2, 1]}, "`outcome` must hold 1"),
        ({"second": [0, 0, 0]}, "must be different systems"),
        ({"order": [2, 0, 0]}, "`order` must hold 1"),
        ({"first": [0, 1]}, "as long as each other"),
    ],
)
def test_arguments_are_checked(given, message):
    usual = {"first": [0, 1, 0], "second": [1, 0, 1], "outcome": [1, 1, -1]}
    with pytest.raises(ArgumentError, match=message):
        bradley_terry(**{**usual, **given})


def test_only_ties_say_nothing_and_one_cluster_gives_no_interval():
    with pytest.raises(DataError, match="every comparison is a tie"):
        bradley_terry([0, 1], [1, 0], [0, 0], model="davidson")
    with pytest.raises(DataError, match="two inputs at least"):
        bradley_terry([0, 1], [1, 0], [1, 1], clusters=[5, 5])


def test_choix_finds_the_same_strengths():
    # choix 0.4.1, opt_pairwise(6, pairs, tol=1e-12), centred; pairs drawn as here
    rng = np.random.default_rng(7)
    truth = np.linspace(-1, 1, 6)
    first = rng.integers(0, 6, 120)
    second = (first + rng.integers(1, 6, 120)) % 6
    won = rng.random(120) < 1 / (1 + np.exp(-(truth[first] - truth[second])))
    expected = [-0.928232746, -0.577664608, 0.048858856, 0.33690502, 0.273718571, 0.846414907]
    found = bradley_terry(first, second, np.where(won, 1, -1))
    np.testing.assert_allclose(found.strengths, expected, atol=5e-7)


def left_out_by_pseudoinverse(work, parameters):
    """Return one Newton step without each cluster, from the matrix of the others' curvature as it stands."""
    _, slopes, curve = work.rows(parameters)
    slopes = work.cluster_slopes(parameters)
    whole = work.bent(curve, slice(None)) + work.prior_parts(parameters)[2]
    return np.array(
        [
            np.linalg.pinv(whole - work.bent(curve, np.flatnonzero(work.data.clusters == k)), hermitian=True)
            @ slope
            for k, slope in enumerate(slopes)
        ]
    )


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("prior", [0.0, 0.5])
@pytest.mark.parametrize("model", ["bradley_terry", "davidson", "rao_kupper"])
def test_the_step_without_each_cluster_is_that_of_the_others_alone(model, prior, ordered):
    """Clusters of one, two, five and thirty comparisons: by Woodbury's identity and by inverses."""
    rng = np.random.default_rng(5)
    sizes = [1] * 40 + [2] * 20 + [5] * 10 + [30] * 4
    n = sum(sizes)
    first = rng.integers(12, size=n)
    second = (first + rng.integers(1, 12, size=n)) % 12
    outcome = rng.integers(0 if model == "bradley_terry" else -1, 2, size=n)
    outcome = np.where(outcome == 0, -1, outcome) if model == "bradley_terry" else outcome
    data = _Comparisons.of(
        first, second, outcome, rng.choice([-1, 1], size=n), np.repeat(np.arange(len(sizes)), sizes), 12
    )
    work = _Likelihood(data, model, prior, ordered=ordered)
    parameters = work.fit()
    _, _, curve = work.rows(parameters)
    whole = work.bent(curve, slice(None)) + work.prior_parts(parameters)[2]
    found = _one_step(work, whole, work.cluster_slopes(parameters), curve)
    expected = left_out_by_pseudoinverse(work, parameters)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("links", [2, 20])
def test_a_cluster_without_which_two_groups_have_nothing_in_common_takes_the_least_step(links):
    pairs = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5)] * 6
    first, second = (
        np.array([*one, *([k] * links)]) for one, k in zip(zip(*pairs, strict=True), (0, 3), strict=True)
    )
    outcome = np.where(np.random.default_rng(2).random(len(first)) < 0.6, 1, -1)
    outcome[-links:] = np.where(np.arange(links) % 2, 1, -1)
    clusters = np.r_[np.arange(len(pairs)), [len(pairs)] * links]
    data = _Comparisons.of(first, second, outcome, None, clusters, 6)
    work = _Likelihood(data, "bradley_terry", 0.0, ordered=False)
    parameters = work.fit()
    _, _, curve = work.rows(parameters)
    found = _one_step(work, work.bent(curve, slice(None)), work.cluster_slopes(parameters), curve)
    expected = left_out_by_pseudoinverse(work, parameters)
    assert np.linalg.cond(work.bent(curve, np.flatnonzero(data.clusters < len(pairs)))) > 1e12
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9 * np.abs(expected).max())
