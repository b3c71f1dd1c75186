"""Replicates: what is made of values is made of them whatever is left out."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.statistics.jackknife.far_units import FarUnits
from trueness.statistics.jackknife.replicates import Replicates, beside

N, R = 4, 3


def made(seed, k=2, pairs=((0, 1),)):
    rng = np.random.default_rng(seed)
    both = rng.normal(size=(N, R, k))
    own = rng.uniform(size=(3, len(pairs), k)) < 0.5
    return Replicates(
        entries=9 - seed,
        n_systems=N,
        n_inputs=R,
        whole=rng.normal(size=k),
        systems=rng.normal(size=(N, k)),
        inputs=rng.normal(size=(R, k)),
        input_factor=0.5,
        both=lambda: iter([both[:, :2].copy(), both[:, 2:].copy()]),
        noise_factor=0.25 + seed,
        two=rng.normal(size=(N * (N - 1) // 2, k)),
        far=FarUnits(rng.normal(size=(len(pairs), k)), own, np.array(pairs).T),
    )


def every(replicates):
    """Return all values, a row for each thing left out."""
    flat = replicates.whole_both().reshape(N * R, -1)
    far = replicates.far.without
    return np.concatenate(
        [replicates.whole[None], replicates.systems, replicates.inputs, flat, replicates.two, far]
    )


def test_a_linear_map_of_replicates_is_the_replicates_of_the_map():
    own, matrix = made(1), np.array([[1.0, -1.0, 0.5], [0.0, 1.0, 0.5]])
    found = own.mapped(lambda values: values @ matrix, lambda flags: flags[..., [0, 1, 1]])
    np.testing.assert_allclose(every(found), every(own) @ matrix)
    np.testing.assert_array_equal(found.far.own, own.far.own[..., [0, 1, 1]])
    assert [block.shape for block in found.both()] == [(N, 2, 3), (N, 1, 3)]  # as few at a time as before
    assert (found.entries, found.noise_factor) == (own.entries, own.noise_factor)


def test_some_of_the_values():
    own = made(1, k=3)
    found = own.at(np.array([2, 0]))
    np.testing.assert_array_equal(every(found), every(own)[:, [2, 0]])
    np.testing.assert_array_equal(found.far.own, own.far.own[..., [2, 0]])


def test_beside_each_other_the_least_takes_least_away():
    one, other = made(1), made(2, k=3)
    found = beside([one, other])
    np.testing.assert_array_equal(every(found), np.concatenate([every(one), every(other)], axis=1))
    assert (found.entries, found.noise_factor, found.rarer) == (7, 1.25, 0)
    one = dataclasses.replace(one, far=None)
    assert beside([one, other]).far is None


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_the_order_does_not_matter_for_how_rare_a_label_is(order):
    # where all have one label, nothing is known of a rarer one
    counts = [dataclasses.replace(made(1), rarer=count) for count in (0, 5, 3)]
    assert beside([counts[place] for place in order]).rarer == 3


def test_what_is_far_for_any_is_left_out_of_all():
    one, other = made(1), made(2, pairs=((1, 3), (0, 1)))
    far = beside([one, other]).far
    assert far.pairs.T.tolist() == [[0, 1], [1, 3]]
    assert far.without[0] == pytest.approx([*one.far.without[0], *other.far.without[1]])
    # two that are not far change together what each does alone
    alone = one.systems[1] + one.systems[3] - one.whole
    assert far.without[1] == pytest.approx([*alone, *other.far.without[0]])
    assert not far.own[:, 1, :2].any()


def test_without_both_there_may_be_nothing():
    nothing = dataclasses.replace(made(1), both=lambda: iter(()))
    assert nothing.whole_both().shape == (N, 0, 2)
    assert list(beside([nothing, nothing]).both()) == []
