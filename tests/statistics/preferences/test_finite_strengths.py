"""Data without finite strengths are refused, as likelihoods that rise without end say; all others are not."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.statistics.preferences.bradley_terry import bradley_terry


def test_what_was_never_compared_is_refused():
    with pytest.raises(DataError, match="'a', 'b' and the other systems were never compared"):
        bradley_terry([0, 1, 2, 3], [1, 0, 3, 2], [1, 1, 1, 1], names="abcd")


def test_complete_separation_is_refused_or_given_a_prior():
    with pytest.raises(DataError, match=r"'b' won every comparison with the other systems.*prior"):
        bradley_terry([0, 0, 2, 1], [1, 2, 0, 2], [-1, 1, 1, 1], names="abc")
    found = bradley_terry([0, 0, 2, 1], [1, 2, 0, 2], [-1, 1, 1, 1], names="abc", prior=0.5)
    assert np.isfinite(found.strengths).all()
    assert found.strengths.argmax() == 1


def test_a_difference_that_one_cluster_tells_has_no_known_error():
    rng = np.random.default_rng(1)
    first, second = np.tile([[0, 0, 1], [1, 2, 2]], 40)
    said, inputs = rng.choice([-1, 1], 120), np.repeat(np.arange(40), 3)
    rare = (np.append(first, 0), np.append(second, 3), np.append(said, 0))
    with pytest.raises(DataError, match="'d' and the other systems were compared in a single input"):
        bradley_terry(*rare, clusters=np.append(inputs, 7), names="abcd")
    twice = [np.append(x, x[-1]) for x in rare]
    found = bradley_terry(*twice, clusters=np.append(inputs, [7, 8]), names="abcd")
    assert np.isfinite(found.low).all()
    assert np.isfinite(bradley_terry(*rare, clusters=np.append(inputs, 7), prior=0.5).low).all()
    # two ways from d to the others, both in one input
    ways = [np.append(x, more) for x, more in zip(rare, (1, 3, 0), strict=True)]
    with pytest.raises(DataError, match="'d' and the other"):
        bradley_terry(*ways, clusters=np.append(inputs, [7, 7]), names="abcd")
    bradley_terry(*ways, clusters=np.append(inputs, [7, 9]), names="abcd")


def test_order_that_goes_with_the_systems_is_no_effect_of_order():
    rng = np.random.default_rng(2)
    first, second = np.tile([[0, 0, 1], [1, 2, 2]], 40)
    said = rng.choice([-1, 1], 120)
    with pytest.raises(DataError, match="which output is shown first goes with the systems"):
        bradley_terry(first[::3], second[::3], said[::3], order=np.ones(40))
    # of three systems shown first in turn strengths explain the order, too: 2, 1, 1
    with pytest.raises(DataError, match="goes with the systems"):
        bradley_terry(first, second, said, order=np.tile([1, 0, -1], 40))
    found = bradley_terry(
        first, second, said, order=np.ones(120)
    )  # λ_a − λ_c cannot be λ_a − λ_b and λ_b − λ_c
    assert np.isfinite(found.order_low)


def rises(first, second, outcome, order, model):
    """Return whether the likelihood has no maximum, by following it where nothing says so beforehand."""
    from scipy.optimize import minimize
    from scipy.special import expit

    count = np.arange(len(outcome))
    design = np.zeros((len(outcome), 4))
    design[count, first] += 1
    design[count, second] -= 1
    design[:, 3] = order
    tied = outcome == 0

    def worse(parameters):
        """Return minus the log-likelihood, and how it changes with strengths, ties and the effect of order."""
        ties = parameters[3]
        eta = design @ parameters[[0, 1, 2, 4]]
        by_ties = 0.0
        if model == "bradley_terry":
            share = (1 + outcome) / 2
            value = share * np.logaddexp(0, -eta) + (1 - share) * np.logaddexp(0, eta)
            by_eta = expit(eta) - share
        elif model == "davidson":
            logits = np.stack([-eta / 2, np.full(len(eta), ties), eta / 2])
            whole = np.logaddexp.reduce(logits)
            value = whole - logits[outcome + 1, count]
            chances = np.exp(logits - whole)
            by_eta = (chances[2] - chances[0] - outcome) / 2
            by_ties = np.sum(chances[1] - tied)
        else:
            width = np.logaddexp(0, ties)
            a, b = np.logaddexp(0, width - eta), np.logaddexp(0, width + eta)
            lost, won = outcome <= 0, outcome >= 0  # a tie is both but for its own term
            # log((1 + exp(ties))² − 1), which neither grows out of range nor vanishes far from the maximum
            value = won * a + lost * b - tied * (ties + np.logaddexp(ties, np.log(2)))
            of_a, of_b = won * expit(width - eta), lost * expit(width + eta)
            by_eta = of_b - of_a
            by_ties = np.sum((of_a + of_b) * expit(ties) - tied * (1 + expit(ties - np.log(2))))
        by = by_eta @ design
        return np.sum(value), np.array([*by[:3], by_ties, by[3]])

    limit = 6 if model == "rao_kupper" else 9  # there the ascent is flat sooner

    def beyond(x):
        return max(np.ptp(x[:3]), abs(x[4]))

    def stop(intermediate_result):
        if beyond(intermediate_result.x) > 3 * limit:  # so far nothing comes back from
            raise StopIteration

    options = {"gtol": 1e-9, "maxiter": 5000}
    found = minimize(worse, np.zeros(5), jac=True, method="BFGS", options=options, callback=stop)
    return bool(beyond(found.x) > limit)


@pytest.mark.parametrize("model", ["bradley_terry", "davidson", "rao_kupper"])
@pytest.mark.parametrize("ordered", [False, True])
def test_just_those_data_are_refused_whose_likelihood_rises_without_end(model, ordered):
    rng = np.random.default_rng(3)
    seen = set()
    for _ in range(40):
        n = int(rng.integers(6, 12))
        pairs = list(itertools.permutations(range(3), 2))
        first, second = np.array([pairs[k] for k in rng.integers(0, 6, n)]).T
        order = np.where(rng.random(n) < 0.5, 1, -1) if ordered else np.zeros(n, dtype=int)
        eta = np.array([1.2, 0, -1.2])[first] - np.array([1.2, 0, -1.2])[second] + 1.2 * order
        outcome = np.where(np.abs(eta + rng.logistic(size=n)) < 1, 0, np.sign(eta)).astype(int)
        outcome = np.where(rng.random(n) < 0.15, -outcome, outcome)
        if model != "bradley_terry" and not np.any(outcome == 0):
            continue
        said, found = "", None
        try:
            found = bradley_terry(first, second, outcome, order=order if ordered else None, model=model)
        except DataError as error:
            said = str(error)
        if any(word in said for word in ("never compared", "single input", "goes with", "tie, so")):
            continue
        assert rises(first, second, outcome, order, model) == (found is None), said
        seen.add(found is None)
    assert seen == {True, False}


@pytest.mark.parametrize("model", ["davidson", "rao_kupper"])
def test_a_system_that_never_lost_and_often_tied_has_no_finite_strength(model):
    with pytest.raises(DataError, match="without an exception, so that no finite ones fit"):
        bradley_terry([0] * 15, [1] * 15, [1] * 10 + [0] * 5, model=model)
    assert np.isfinite(
        bradley_terry([0] * 15, [1] * 15, [1] * 10 + [0] * 5, model=model, prior=0.5).high
    ).all()


def test_an_order_that_decides_all_is_refused_and_one_that_ties_break_is_not():
    with pytest.raises(DataError, match="and the order shown without an exception"):
        bradley_terry([0, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1], order=[1, 1, 1, 1])
    with pytest.raises(DataError, match="and the order shown without an exception"):
        bradley_terry([0, 1, 0, 1], [1, 0, 1, 0], [1, 1, 1, 1], order=[1, 1, 1, 1], prior=0.5)
    rows = [(0, 1, 1, 1), (0, 1, -1, -1), (0, 2, 1, 1), (0, 2, 1, -1), (2, 1, 1, 1), (2, 1, -1, -1)] * 5
    first, second, outcome, order = np.array(
        rows
    ).T  # the second output wins, too, where systems are far apart
    with pytest.raises(DataError, match="without an exception"):
        bradley_terry(first, second, outcome, order=order)
    found = bradley_terry([0, 1, 0, 1], [1, 0, 1, 0], [1, 1, 0, 0], order=[1, 1, 1, 1])
    assert found.order_effect == pytest.approx(np.log(3))  # 3 of 4, a tie being half a win
