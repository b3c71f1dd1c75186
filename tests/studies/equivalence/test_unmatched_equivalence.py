from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from trueness.statistics.equivalence.equivalence_bounds import equivalence_bounds
from trueness.statistics.equivalence.independent_equivalence import (
    independent_anderson_hauck,
    kraatz_equivalence,
)
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.unmatched_equivalence import unmatched_equivalence


def arrays(seed, systems, inputs):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(systems, inputs))
    return ScoreArrays.of(human + rng.normal(size=(2, systems, inputs)), human, ("a", "b"))


def bounds(_, __):
    return equivalence_bounds(0.2)


@pytest.mark.parametrize(
    ("method", "run"), [("williams", kraatz_equivalence), ("anderson_hauck", independent_anderson_hauck)]
)
def test_closed_forms(method, run):
    one, two = arrays(0, 20, 6), arrays(1, 35, 4)
    settings = EquivalenceSettings(margin=0.2, method=method, coefficients="pearson", test="none")
    first, second = unmatched_equivalence(one, two, bounds, settings)
    assert (first.pair, second.pair) == ((0, 2), (1, 3))
    r1, r2 = (stats.pearsonr(side.metrics[1].mean(axis=1), side.human.mean(axis=1))[0] for side in (one, two))
    wanted = run(r1, r2, 20, 35, equivalence_bounds(0.2))
    assert second.test.pvalue == pytest.approx(wanted.pvalue)
    assert second.shape == (20, 6, 120)


def test_the_bootstrap_spreads_as_two_independent_samples_do():
    one, two = arrays(0, 1, 200), arrays(1, 1, 300)
    settings = EquivalenceSettings(
        margin=0.2, levels="global", over="inputs", coefficients="pearson", resamples=3000, seed=2
    )
    found, _ = unmatched_equivalence(one, two, bounds, settings)
    wanted = np.sqrt(sum((1 - r**2) ** 2 / n for r, n in ((found.first, 200), (found.second, 300))))
    assert np.std(found.samples) == pytest.approx(wanted, rel=0.12)
    assert found.test.estimate == pytest.approx(found.first - found.second)
    assert 0 < found.pvalue_difference <= 1


def test_the_same_data_twice_are_not_resampled_alike():
    same = arrays(0, 1, 100)
    settings = EquivalenceSettings(
        margin=0.2, levels="global", over="inputs", coefficients="pearson", resamples=500, seed=2
    )
    found, _ = unmatched_equivalence(same, same, bounds, settings)
    assert found.test.estimate == 0
    assert np.std(found.samples) > 0.05
