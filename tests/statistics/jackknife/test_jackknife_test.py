import numpy as np
import pytest
from scipy import stats

from trueness.statistics.jackknife.jackknife_test import jackknife_test
from trueness.statistics.jackknife.pseudo_values import pair_pseudo_values
from trueness.statistics.score_arrays import ScoreArrays


@pytest.mark.parametrize("over", ["systems", "inputs"])
def test_is_a_t_test_of_pseudo_values(over):
    rng = np.random.default_rng(1)
    z = rng.normal(size=(9, 8))
    arrays = ScoreArrays.of(rng.normal(size=(3, 9, 8)) + z, z)
    pairs = [(0, 1), (2, 0)]
    found = jackknife_test(arrays, pairs, over, ["input"], ["spearman"])["input", "spearman"]
    (pseudo,) = pair_pseudo_values(arrays, pairs, over, ["input"], ["spearman"])["input", "spearman"]
    for p in range(2):
        for name, side in (("two_sided", "two-sided"), ("greater", "greater"), ("less", "less")):
            expected = stats.ttest_1samp(pseudo.values[:, p], 0, alternative=side)
            assert getattr(found, name)[p] == pytest.approx(expected.pvalue, rel=1e-9)
            assert found.statistic[p] == pytest.approx(expected.statistic, rel=1e-9)


def test_a_metric_against_itself_is_undefined():
    rng = np.random.default_rng(2)
    arrays = ScoreArrays.of(rng.normal(size=(2, 6, 5)), rng.normal(size=(6, 5)))
    found = jackknife_test(arrays, [(0, 0)], "systems", ["system"], ["pearson"])["system", "pearson"]
    assert np.isnan(found.two_sided[0])
    assert found.observed[0] == 0
