"""Which of two judges agrees better with single people: against other functions, and in tables whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from trueness.errors import ArgumentError
from trueness.statistics.judging.judges_apart import better_judge, judges_apart
from trueness.statistics.judging.label_agreement import label_agreement


def labels(rng, n=200, errors=(0.1, 0.1, 0.2, 0.2)):
    truth = (rng.random(n) < 0.6).astype(float)
    found = [np.where(rng.random(n) < error, 1 - truth, truth) for error in errors]
    return np.stack(found[:2]), found[2], found[3]


def test_turned_round_it_is_the_other_tail():
    rng = np.random.default_rng(1)
    people, one, other = labels(rng, errors=(0.1, 0.1, 0.1, 0.3))
    asked = {"measure": "kappa", "n_labels": 2}
    p = better_judge(people, one, other, **asked)
    assert p < 0.01
    assert better_judge(people, other, one, **asked) == pytest.approx(1 - p)
    assert better_judge(people, one, one, **asked) == 0.5
    scored = better_judge(people, one, other, measure="pearson")
    assert scored < 0.01
    assert better_judge(people, other, one, measure="pearson") == pytest.approx(1 - scored)
    assert better_judge(people, one, one, measure="pearson") == 0.5


def test_of_accuracy_it_is_nearly_the_paired_z_test():
    rng = np.random.default_rng(2)
    people, one, other = labels(rng, n=2000, errors=(0.1, 0.1, 0.2, 0.22))
    gain = (people == one).mean(axis=0) - (people == other).mean(axis=0)
    z = gain.mean() / (gain.std(ddof=1) / np.sqrt(len(gain)))
    assert better_judge(people, one, other, measure="accuracy", n_labels=2) == pytest.approx(
        norm.sf(z), abs=0.01
    )


@pytest.mark.parametrize("measure", ["kappa", "pearson"])
def test_of_equal_judges_one_is_called_better_as_often_as_promised(measure):
    rng = np.random.default_rng(3)
    found = np.array(
        [
            better_judge(*labels(rng, n=80), measure=measure, n_labels=2 * (measure == "kappa"))
            for _ in range(400)
        ]
    )
    assert (found < 0.05).mean() < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 400)
    assert (found > 0.95).mean() < 0.05 + 2.5 * np.sqrt(0.05 * 0.95 / 400)
    assert (found < 0.05).mean() > 0.01


def test_what_is_undefined_and_what_is_refused():
    people = np.array([[0, 1, np.nan, 1.0], [1, 1, np.nan, 0]])
    one, nothing = np.array([0.0, 1, 1, 1]), np.full(4, np.nan)
    assert np.isnan(better_judge(people, one, nothing, measure="kappa", n_labels=2))
    assert np.isnan(better_judge(people, one, np.ones(4), measure="pearson"))
    with pytest.raises(ArgumentError, match="annotators"):
        better_judge(people, one, one[:2], measure="kappa", n_labels=2)


@pytest.mark.parametrize("n_labels", [0, 2])
def test_a_judge_that_is_better_on_these_systems_may_not_be_on_others(n_labels):
    rng = np.random.default_rng(4)
    truth = (rng.random((6, 60)) < 0.5).astype(float)
    errors = np.where(np.arange(6)[:, None] == 0, 0.02, 0.3)  # all that is better comes from one system

    def seen(chance):
        return np.where(rng.random(truth.shape) < chance, 1 - truth, truth).ravel()

    people, one, other = np.stack([seen(0.1), seen(0.1)]), seen(errors), seen(0.3)
    asked = {"measure": "kappa" if n_labels else "pearson", "n_labels": n_labels}
    here = better_judge(people, one, other, **asked)
    others = better_judge(people, one, other, systems=np.repeat(np.arange(6), 60), **asked)
    assert here < others
    assert others > 0.05


def test_of_the_same_judge_twice_nothing_is_shown_however_few_outputs_there_are():
    people, one = np.array([[0.0, 1, 1, 0], [1, 1, 1, 2]]), np.array([2.0, 1, 2, 2])
    assert better_judge(people, one, one, measure="pearson") == 0.5
    assert (
        better_judge(np.zeros((1, 2)), np.array([0.0, 1]), np.array([0.0, 1]), measure="kappa", n_labels=2)
        == 0.5
    )


@pytest.mark.parametrize("measure", ["kappa", "pearson"])
def test_the_interval_of_the_difference_goes_with_the_p_value(measure):
    rng = np.random.default_rng(9)
    people, one, other = labels(rng, errors=(0.1, 0.1, 0.1, 0.17))
    asked = {"measure": measure, "n_labels": 2 * (measure == "kappa")}
    p = better_judge(people, one, other, **asked)
    found = judges_apart(people, one, other, confidence=1 - 2 * p, **asked)
    assert found.low == pytest.approx(0, abs=1e-9)
    assert found.value > 0
    alone = judges_apart(people[:1], one, other, measure="kappa", n_labels=2)
    kappas = [label_agreement(people[0], judge, n_labels=2).estimates["kappa"] for judge in (one, other)]
    assert alone.value == pytest.approx(kappas[0] - kappas[1], abs=0.01)
