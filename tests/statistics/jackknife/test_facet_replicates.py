"""Correlations in several facets, and what units of one identity contribute to them."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.jackknife.facet_replicates import FacetScores, _kinds, facet_replicates
from trueness.statistics.jackknife.shared_strata import contributions
from trueness.statistics.jackknife.two_way_jackknife import of_replicates, two_way_jackknife
from trueness.statistics.jackknife.two_way_replicates import two_way_replicates
from trueness.statistics.score_arrays import ScoreArrays

N, M = 11, 14
COEFFICIENTS = ("pearson", "spearman", "kendall")
LEVELS = ("system", "input")


def scores(rng, n=N, m=M, metrics=2, missing=0.0):
    human = rng.normal(size=(n, 1)) + rng.normal(size=(n, m))
    x = human + rng.normal(size=(metrics, n, m))
    x[:, rng.random((n, m)) < missing] = np.nan
    return x, human


def facet(x, z, systems=None, inputs=None, **given):
    names = [f"m{k}" for k in range(len(x))]
    systems = tuple(f"s{i}" for i in range(z.shape[0])) if systems is None else tuple(systems)
    inputs = tuple(f"i{j}" for j in range(z.shape[1])) if inputs is None else tuple(inputs)
    return FacetScores(ScoreArrays.of(x, z, names, **given), systems, inputs)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("level", LEVELS)
def test_one_facet_is_the_jackknife_of_its_table(level, coefficient):
    x, z = scores(np.random.default_rng(0), missing=0.05)
    found = facet_replicates({"a": facet(x, z)}, ["m0", "m1"], level, coefficient)
    arrays = ScoreArrays.of(x, z)
    ready = two_way_jackknife(arrays, arrays.group([0, 1]), (level,), (coefficient,))[level, coefficient]
    np.testing.assert_allclose(found.whole, ready.whole, atol=1e-12)
    np.testing.assert_allclose(found.systems, contributions(ready.systems), atol=1e-12)
    np.testing.assert_allclose(found.interaction, ready.interaction, atol=1e-12)
    np.testing.assert_allclose(found.paired, ready.paired, atol=1e-12)
    centred = ready.inputs - ready.inputs.mean(axis=0)
    np.testing.assert_allclose(found.of_inputs, ready.input_factor * centred.T @ centred, atol=1e-12)
    assert found.undefined == ("",)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("level", LEVELS)
def test_facets_of_the_same_units_are_metrics_side_by_side_whatever_their_order(level, coefficient):
    """With the same human, two facets of one metric each are two metrics of one table."""
    rng = np.random.default_rng(1)
    x, z = scores(rng)
    rows, columns = rng.permutation(N), rng.permutation(M)
    facets = {
        "a": facet(x[:1], z),
        "b": facet(
            x[1:][:, rows][:, :, columns],
            z[rows][:, columns],
            [f"s{i}" for i in rows],
            [f"i{j}" for j in columns],
        ),
    }
    found = facet_replicates(facets, ["m0"], level, coefficient)
    arrays = ScoreArrays.of(x, z)
    ready = two_way_jackknife(arrays, arrays.group([0, 1]), (level,), (coefficient,))[level, coefficient]
    np.testing.assert_allclose(found.systems, contributions(ready.systems), atol=1e-12)
    np.testing.assert_allclose(found.interaction, ready.interaction, atol=1e-12)
    np.testing.assert_allclose(found.paired, ready.paired, atol=1e-12)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_without_a_unit_contrasts_move_by_what_it_contributes(coefficient):
    """Systems left out everywhere, by removing them from the tables."""
    rng = np.random.default_rng(2)
    facets = {}
    for name, systems in (("a", range(9)), ("b", range(3, 12))):
        x, z = scores(rng, n=9)
        facets[name] = facet(x, z, [f"s{i}" for i in systems], [f"{name}{j}" for j in range(M)])
    found = facet_replicates(facets, ["m0", "m1"], "input", coefficient)
    unit = [f"s{i}" for i in range(12)]
    for k, facet_name in enumerate(("a", "a", "b", "b")):
        one = facets[facet_name]
        each = []
        for name in one.systems:
            kept = [i for i, other in enumerate(one.systems) if other != name]
            arrays = ScoreArrays.of(one.arrays.metrics[:, kept], one.arrays.human[kept])
            replicates = two_way_replicates(arrays, arrays.group([0, 1]), "input", (coefficient,))[
                coefficient
            ]
            # on the scale of all systems
            replicates = type(replicates)(**{**replicates.__dict__, "entries": 9})
            each.append(of_replicates(replicates, "input", coefficient).whole[k % 2])
        expected = np.zeros(12)
        places = [unit.index(name) for name in one.systems]
        expected[places] = contributions(np.array(each)[:, None])[:, 0]
        np.testing.assert_allclose(found.systems[:, k], expected, atol=1e-10)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize("level", LEVELS)
def test_facets_without_a_unit_in_common_have_nothing_in_common(level, coefficient):
    rng = np.random.default_rng(3)
    facets = {
        name: facet(*scores(rng), [f"{name}{i}" for i in range(N)], [f"{name}{j}" for j in range(M)])
        for name in "ab"
    }
    found = facet_replicates(facets, ["m0", "m1"], level, coefficient)
    for matrix in (found.of_inputs, found.interaction, found.paired, found.systems.T @ found.systems):
        assert (matrix[:2, 2:] == 0).all()
        assert (np.diag(matrix) >= 0).all()
    assert found.system_strata.tolist() == found.input_strata.tolist() == [0, 1]


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_shared_systems_with_other_inputs_share_what_systems_do_alone(coefficient):
    rng = np.random.default_rng(4)
    facets = {name: facet(*scores(rng), inputs=[f"{name}{j}" for j in range(M)]) for name in "ab"}
    found = facet_replicates(facets, ["m0", "m1"], "system", coefficient)
    assert (found.of_inputs[:2, 2:] == 0).all()
    assert (found.interaction[:2, 2:] == 0).all()
    assert found.has.all()
    # each facet is halved as if it were alone
    alone = facet_replicates({"b": facets["b"]}, ["m0", "m1"], "system", coefficient)
    np.testing.assert_allclose(found.of_inputs[2:, 2:], alone.of_inputs, atol=1e-12)


def test_clusters_are_units():
    rng = np.random.default_rng(5)
    x, z = scores(rng)
    clusters = np.arange(N) // 2
    names = [f"family{c}" for c in clusters]
    found = facet_replicates({"a": facet(x, z, names, system_clusters=clusters)}, ["m0"], "input", "pearson")
    assert len(found.systems) == 6
    assert found.n_systems.tolist() == [6]


def test_what_is_undefined_says_why():
    rng = np.random.default_rng(6)
    x, z = scores(rng)
    few = facet_replicates({"a": facet(x[:, :3], z[:3])}, ["m0"], "input", "pearson")
    assert few.undefined == ("it has 3 systems with scores, and needs 4",)
    one = facet_replicates({"a": facet(x[:, :, :1], z[:, :1])}, ["m0"], "system", "kendall")
    assert "1 inputs" in one.undefined[0]
    same = facet_replicates({"a": facet(np.zeros_like(x), z)}, ["m0"], "system", "pearson")
    assert "all alike" in same.undefined[0]
    x[0, 1:] = 0
    lone = facet_replicates({"a": facet(x, z)}, ["m0"], "system", "kendall")
    assert "without system 's0'" in lone.undefined[0]
    # one of the systems has its only score in one of the inputs
    z[1:] = np.nan
    z[1:, 0] = rng.normal(size=N - 1)
    half = facet_replicates(
        {"a": facet(*scores(rng)), "b": facet(rng.normal(size=x.shape), z)}, ["m0"], "system", "kendall"
    )
    assert half.undefined[0] == ""
    assert "with half of its inputs" in half.undefined[1]


def test_refused_is_what_was_not_studied():
    x, z = scores(np.random.default_rng(7))
    one = {"a": facet(x, z)}
    with pytest.raises(UnsupportedMethodError, match="acc_eq"):
        facet_replicates(one, ["m0"], "system", "acc_eq")
    with pytest.raises(UnsupportedMethodError, match="global level"):
        facet_replicates(one, ["m0"], "global", "pearson")
    with pytest.raises(ArgumentError, match="lacks the scores of 'other'"):
        facet_replicates(one, ["other"], "system", "pearson")
    with pytest.raises(ArgumentError, match="at least one"):
        facet_replicates({}, ["m0"], "system", "pearson")
    with pytest.raises(ArgumentError, match="clash with"):
        facet(x, z, systems=["s"])
    with pytest.raises(ArgumentError, match="occur twice"):
        facet(x, z, systems=["s"] * N)


@pytest.mark.parametrize(("coefficient", "rel"), [("pearson", 0.2), ("kendall", 0.2)])
def test_gains_are_what_half_of_the_inputs_lose(coefficient, rel):
    """On average over tables, of what a correlation of means of half as many noisy scores is lower by."""
    rng = np.random.default_rng(8)
    gains, lost = [], []
    for _ in range(60):
        z = rng.normal(size=(40, 1)) + 0.3 * rng.normal(size=(40, 16))
        x = (z + 1.2 * rng.normal(size=z.shape))[None]
        whole = facet_replicates({"a": facet(x, z)}, ["m0"], "system", coefficient)
        half = facet_replicates({"a": facet(x[:, :, :8], z[:, :8])}, ["m0"], "system", coefficient)
        gains.append(whole.gains[0])
        lost.append(whole.correlations[0] - half.correlations[0])
    assert np.mean(lost) > 0.01
    assert np.mean(gains) == pytest.approx(np.mean(lost), rel=rel)


def test_other_systems_judged_on_the_same_inputs_are_strata_of_their_own():
    rng = np.random.default_rng(9)
    facets = {name: facet(*scores(rng), systems=[f"{name}{i}" for i in range(N)]) for name in "ab"}
    found = facet_replicates(facets, ["m0"], "input", "pearson")
    assert found.system_strata.tolist() == [0, 1]
    assert found.input_strata.tolist() == [0, 0]


def test_a_kind_of_one_input_is_halved_with_the_largest():
    member = np.array([[True, True]] * 4 + [[True, False]] + [[False, True]] * 2)
    found = _kinds(member)
    assert len({*found[:5].tolist()}) == 1
    assert found[5] == found[6] != found[0]
