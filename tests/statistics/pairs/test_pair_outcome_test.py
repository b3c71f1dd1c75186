"""The test of two pairwise accuracies against enumerated swaps and closed forms."""

from __future__ import annotations

import itertools
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from trueness.errors import ArgumentError
from trueness.statistics.pairs import pair_outcome_test as module
from trueness.statistics.pairs.pair_outcome_test import pair_outcome_test
from trueness.statistics.pairs.pairwise_accuracy import pairwise_accuracy
from trueness.statistics.pairs.tie_calibration import calibrate_ties

NAN = float("nan")
ALTERNATIVES = ("two-sided", "greater", "less")


def outcomes(x, y, z, epsilons):
    """Return, per input with pairs, a list of (x right, y right)."""
    found = []
    for a, b, h in zip(x.T, y.T, z.T, strict=True):
        rows = [row for row in zip(a, b, h, strict=True) if not np.isnan(sum(row))]
        pairs = []
        for p, q in itertools.combinations(rows, 2):
            human = np.sign(p[2] - q[2])
            pairs.append(
                tuple(
                    (0 if abs(p[k] - q[k]) <= epsilons[k] else np.sign(p[k] - q[k])) == human for k in (0, 1)
                )
            )
        if pairs:
            found.append(pairs)
    return found


def exceeding(values, observed, alternative):
    sign = {"greater": lambda v: v >= observed, "less": lambda v: v <= observed}
    return [sign.get(alternative, lambda v: abs(v) >= abs(observed))(value) for value in values]


def by_enumeration(found, alternative, exchange):
    """Return the p-value over all swaps of inputs, or of pairs, in fractions."""
    if exchange == "inputs":
        units = [Fraction(sum(int(a) - int(b) for a, b in pairs), len(pairs)) for pairs in found]
    else:
        units = [Fraction(int(a) - int(b), len(pairs)) for pairs in found for a, b in pairs if a != b]
    values = [
        sum(c * u for c, u in zip(coins, units, strict=True))
        for coins in itertools.product((1, -1), repeat=len(units))
    ]
    return float(np.mean(exceeding(values, sum(units), alternative)))


@st.composite
def matrices(draw, missing=True, n_most=4, m_most=6):
    n, m = draw(st.integers(1, n_most)), draw(st.integers(1, m_most))
    score = st.integers(0, 4).map(float)
    if missing:
        score = st.one_of(score, st.just(NAN))
    return tuple(
        np.array(draw(st.lists(score, min_size=n * m, max_size=n * m))).reshape(n, m) for _ in range(3)
    )


@given(data=matrices(), alternative=st.sampled_from(ALTERNATIVES), limit=st.sampled_from([1, 2**53]))
def test_swapped_inputs_equal_the_enumeration(data, alternative, limit):
    epsilons = (1.0, 0.0)
    found = outcomes(*data, epsilons)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LARGEST_EXACT", limit)
        result = pair_outcome_test(*data, epsilon_x=1, epsilon_y=0, alternative=alternative)
    assert result.n_undefined == data[0].shape[1] - len(found)
    if not found:
        assert np.isnan(result.pvalue)
        assert np.isnan(result.estimate)
        return
    assert result.exact
    assert result.pvalue == by_enumeration(found, alternative, "inputs")
    shares = [np.mean([[Fraction(int(v)) for v in pair] for pair in pairs], axis=0) for pairs in found]
    x, y = (float(sum(share[k] for share in shares) / len(shares)) for k in (0, 1))
    assert (result.accuracy_x, result.accuracy_y) == pytest.approx((x, y))
    assert result.estimate == pytest.approx(x - y, abs=1e-15)


@given(data=matrices(n_most=3, m_most=3), alternative=st.sampled_from(ALTERNATIVES))
def test_swapped_pairs_equal_the_enumeration(data, alternative):
    # with as many pairs on every input the sign test is exact; otherwise 2^9 swaps at most are enumerated
    found = outcomes(*data, (0.0, 0.0))
    result = pair_outcome_test(*data, epsilon_x=0, epsilon_y=0, alternative=alternative, exchange="pairs")
    if found:
        assert result.exact
        assert result.pvalue == pytest.approx(by_enumeration(found, alternative, "pairs"))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", range(1, 8))
def test_the_sign_test_is_that_of_scipy(n, alternative):
    for heads in range(n + 1):
        expected = stats.binomtest(heads, n, alternative=alternative).pvalue
        assert module._sign_test(n, 2 * heads - n, alternative) == pytest.approx(expected)
    assert module._sign_test(0, 0, alternative) == 1


def test_worked_example():
    # three inputs of one pair each: X right on all, Y on none; one of 8 swaps is as large, two in size
    x, y, z = (np.array([[0, 0, 0], row]) for row in ([1, 1, 1], [-1, -1, -1], [1, 1, 1]))
    found = pair_outcome_test(x, y, z, epsilon_x=0, epsilon_y=0, alternative="greater")
    assert (found.estimate, found.pvalue, found.exact, found.resamples) == (1.0, 1 / 8, True, 8)
    assert pair_outcome_test(x, y, z, epsilon_x=0, epsilon_y=0).pvalue == 2 / 8
    assert pair_outcome_test(x, y, z, epsilon_x=0, epsilon_y=0, alternative="less").pvalue == 1.0
    # McNemar: 3 discordant pairs, all for X
    pairs = pair_outcome_test(x, y, z, epsilon_x=0, epsilon_y=0, alternative="greater", exchange="pairs")
    assert (pairs.pvalue, pairs.exact, pairs.resamples) == (pytest.approx(1 / 8), True, 0)


def scores(seed, n=8, m=60, noise=(1.0, 1.0)):
    rng = np.random.default_rng(seed)
    z = rng.integers(0, 4, (n, m)).astype(float)
    return (*(z + s * rng.normal(size=z.shape) for s in noise), z)


def test_thresholds_are_calibrated_on_the_shared_outputs():
    x, y, z = scores(1)
    y[0, :30] = NAN
    found = pair_outcome_test(x, y, z, rng=1)
    shared = np.where(np.isnan(y), NAN, x)
    assert found.epsilon_x == calibrate_ties(shared, z).epsilon
    assert found.accuracy_x == pairwise_accuracy(shared, z, epsilon=found.epsilon_x).estimate
    assert found.accuracy_y == calibrate_ties(y, z).accuracy


def test_random_resamples_come_near_the_sign_test():
    x, y, z = scores(2, noise=(1.0, 1.15))
    drawn = pair_outcome_test(x, y, z, exchange="pairs", rng=1)
    steps = [1] * 9 + [-1] * 3
    plan = module.PermutationPlan.choose("inputs", 1, len(steps), 2000, 1)
    assert not plan.exact
    assert module._by_coins(plan, steps, 6, "greater") == pytest.approx(
        module._sign_test(12, 6, "greater"), abs=0.03
    )
    assert drawn.exact


def test_unequal_inputs_draw_coins_per_pair():
    x, y, z = scores(3, n=5, m=40, noise=(1.0, 1.4))
    x[0, 0] = NAN
    found = pair_outcome_test(
        x, y, z, epsilon_x=0, epsilon_y=0, exchange="pairs", alternative="greater", resamples=3000, rng=1
    )
    assert (found.exact, found.resamples) == (False, 3000)
    # the swaps of inputs with 10 pairs, and of the one with 6, are two binomials
    first, *others = outcomes(x, y, z, (0, 0))
    classes = [(Fraction(1, 6), first), (Fraction(1, 10), [pair for pairs in others for pair in pairs])]
    nets = [[int(a) - int(b) for a, b in pairs if a != b] for _, pairs in classes]
    observed = sum(unit * sum(net) for (unit, _), net in zip(classes, nets, strict=True))
    pvalue = sum(
        comb(len(nets[0]), i) * comb(len(nets[1]), k)
        for i in range(len(nets[0]) + 1)
        for k in range(len(nets[1]) + 1)
        if (2 * i - len(nets[0])) * classes[0][0] + (2 * k - len(nets[1])) * classes[1][0] >= observed
    ) / 2 ** (len(nets[0]) + len(nets[1]))
    assert found.pvalue == pytest.approx(pvalue, abs=0.03)


def test_the_seed_decides():
    data = scores(4)
    assert pair_outcome_test(*data, rng=1) == pair_outcome_test(*data, rng=1)
    assert pair_outcome_test(*data, rng=1).pvalue != pair_outcome_test(*data, rng=2).pvalue


def test_metrics_that_change_places_turn_the_sides():
    x, y, z = scores(5)
    one = pair_outcome_test(x, y, z, alternative="greater", rng=1)
    other = pair_outcome_test(y, x, z, alternative="less", rng=1)
    assert (one.estimate, one.pvalue) == (-other.estimate, other.pvalue)


def test_equal_metrics_have_a_pvalue_of_one():
    x, _, z = scores(6)
    for exchange in ("inputs", "pairs"):
        found = pair_outcome_test(x, 2 * x + 1, z, exchange=exchange, rng=1)
        assert (found.estimate, found.pvalue) == (0.0, 1.0)


def test_clusters_change_places_together():
    x, y, z = scores(7, m=24, noise=(1, 1.4))
    clusters = np.repeat(np.arange(6), 4)
    found = pair_outcome_test(x, y, z, epsilon_x=0, epsilon_y=0, clusters=clusters)
    assert (found.exact, found.resamples) == (True, 2**6)
    sums = [
        sum(
            Fraction(sum(int(a) - int(b) for a, b in pairs), len(pairs))
            for pairs in outcomes(x[:, clusters == c], y[:, clusters == c], z[:, clusters == c], (0, 0))
        )
        for c in range(6)
    ]
    values = [
        sum(s * u for s, u in zip(signs, sums, strict=True)) for signs in itertools.product((1, -1), repeat=6)
    ]
    assert found.pvalue == np.mean(exceeding(values, sum(sums), "two-sided"))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"exchange": "outputs"}, "exchange"),
        ({"alternative": "both"}, "alternative"),
        ({"resamples": 0}, "`resamples`"),
        ({"epsilon_x": -1}, "`epsilon_x`"),
        ({"epsilon_y": NAN}, "`epsilon_y`"),
        ({"clusters": [1, 2]}, "`clusters`"),
        ({"clusters": np.zeros(60), "exchange": "pairs"}, "`clusters`"),
        ({"rng": "a"}, "`rng`"),
    ],
)
def test_arguments_are_checked(options, message):
    with pytest.raises(ArgumentError, match=message):
        pair_outcome_test(*scores(0), **options)


def test_shapes_are_checked():
    x, y, z = scores(0)
    with pytest.raises(ArgumentError, match="one shape"):
        pair_outcome_test(x, y[:, 1:], z)


@pytest.mark.slow
def test_swapping_inputs_keeps_its_level_where_swapping_pairs_does_not():
    # two metrics with noise of their own: no difference in truth; 8 systems share outputs among 28 pairs of an input
    rejected = {"inputs": 0, "pairs": 0}
    for seed in range(200):
        x, y, z = scores(1000 + seed, m=40)
        for exchange in rejected:
            found = pair_outcome_test(
                x, y, z, epsilon_x=0.3, epsilon_y=0.3, exchange=exchange, resamples=199, rng=seed
            )
            rejected[exchange] += found.pvalue <= 0.05
    # 10 of 200 are expected at the level .05, standard deviation 3.1
    assert rejected["inputs"] <= 19
    assert rejected["pairs"] > 2 * rejected["inputs"]
