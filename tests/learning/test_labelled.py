"""Splits that share nothing, and agreement of parts, against SciPy."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from scipy import stats

from trueness.errors import ArgumentError, DataError
from trueness.learning.labelled import check_labelled


@pytest.mark.parametrize("over", ["inputs", "systems", "both"])
def test_held_out_groups_are_never_learned_from_and_every_one_is_held_out_once(making, over):
    outputs = making(lambda x: x[:, 0], over=over)
    outputs = dataclasses.replace(
        outputs, input_groups=outputs.inputs // 3, system_groups=outputs.systems // 2
    )
    folds = outputs.folds(4, 7)
    assert len(folds) == 4
    for name in ("inputs", "systems"):
        labels = getattr(outputs, f"{name[:-1]}_groups")
        if over in (name, "both"):
            assert all(not set(labels[one.train]) & set(labels[one.test]) for one in folds)
            held = [group for one in folds for group in np.unique(labels[one.test])]
            assert sorted(held) == np.unique(labels).tolist()
    rows = np.concatenate([one.test for one in folds])
    assert len(set(rows.tolist())) == len(rows)
    if over == "both":  # a row that shares one of the two is in neither part
        assert all(len(one.train) + len(one.test) < len(outputs.target) for one in folds)
    else:
        assert len(rows) == len(outputs.target)


def test_splits_depend_on_seed_and_repeat_alone(making):
    outputs = making(lambda x: x[:, 0])
    first, same, other, repeat = (outputs.folds(5, *key)[0].test for key in ((1, 0), (1, 0), (2, 0), (1, 1)))
    assert first.tolist() == same.tolist()
    assert first.tolist() != other.tolist()
    assert first.tolist() != repeat.tolist()


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall"])
def test_agreement_is_scipys(making, coefficient):
    outputs = making(lambda x: np.round(x[:, 0]), n_systems=5, n_inputs=8, missing=0.1)
    outputs = dataclasses.replace(outputs, coefficient=coefficient)
    known = {"pearson": stats.pearsonr, "spearman": stats.spearmanr, "kendall": stats.kendalltau}[coefficient]

    def of(x, z):
        there = ~np.isnan(x)
        return known(x[there], z[there]).statistic

    columns, z = outputs.features[:, :2], outputs.target
    assert outputs.agreement(columns) == pytest.approx([of(x, z) for x in columns.T])
    at_inputs = dataclasses.replace(outputs, level="input").agreement(columns)
    expected = [
        np.mean([of(x[outputs.inputs == k], z[outputs.inputs == k]) for k in range(8)]) for x in columns.T
    ]
    assert at_inputs == pytest.approx(expected)
    at_systems = dataclasses.replace(outputs, level="system").agreement(columns)
    means = [
        [np.mean(v[(outputs.systems == k) & ~np.isnan(x)]) for k in range(5)]
        for x in columns.T
        for v in (x, z)
    ]
    assert at_systems == pytest.approx(
        [of(np.array(means[2 * k]), np.array(means[2 * k + 1])) for k in range(2)]
    )


def test_too_little_is_one_clear_error(making):
    with pytest.raises(DataError, match=r"inputs out takes 4 at least; there are 3.*\(--over systems\)"):
        check_labelled(making(lambda x: x[:, 0], n_inputs=3))
    with pytest.raises(DataError, match=r"there are 3. Give more, or hold out inputs alone"):
        check_labelled(making(lambda x: x[:, 0], n_systems=3, over="both"))
    with pytest.raises(DataError, match=r"all human scores are 2\. Name another human scorer"):
        check_labelled(making(lambda x: np.full(len(x), 2.0), noise=0.0))
    with pytest.raises(ArgumentError, match=r"`over` must be one of"):
        check_labelled(making(lambda x: x[:, 0], over="cells"))
    with pytest.raises(DataError, match=r"splitting systems takes two or more"):
        making(lambda x: x[:, 0], n_systems=1, over="systems").folds(3, 0)


def test_a_part_of_the_labelled_inputs(making):
    part = making(lambda x: x[:, 0]).with_inputs(5, 3)
    assert len(np.unique(part.inputs)) == 5
    assert len(part.target) == 50
