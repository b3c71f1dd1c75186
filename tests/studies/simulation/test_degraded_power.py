import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.agreement.significance import permutation_test
from trueness.studies.simulation import degraded_power as module
from trueness.studies.simulation.degraded_power import Noisy, degraded_power


def scores(seed=1):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(8, 10)) + rng.normal(size=(8, 1))
    return human + rng.normal(size=(8, 10)), human


def run(**given):
    x, z = scores()
    settings = {"tests": ("permute_cells", "sign_flip"), "trials": 12, "resamples": 99, "rng": 2}
    return degraded_power(x, z, Noisy(x), (20, 100), **(settings | given), workers=1).points


def test_counts_what_the_tests_say():
    x, z = scores()
    rejected, gap = 0, 0.0
    for trial in range(12):
        worse = Noisy(x)(20, 2, trial)
        seed = int(np.random.SeedSequence(2, spawn_key=(trial, 1)).generate_state(1)[0])
        found = permutation_test(
            x, worse, z, "input", swap="cells", resamples=99, alternative="greater", rng=seed
        )
        rejected += found.pvalue <= 0.05
        gap += found.estimate / 12
    (point,) = (p for p in run() if (p.percent, p.test, p.level) == (20, "permute_cells", "input"))
    assert (point.rejected, point.trials) == (rejected, 12)
    assert point.difference == pytest.approx(gap)
    assert point.low <= point.power == rejected / 12 <= point.high


def test_nothing_to_find_at_100_per_cent():
    assert all(point.rejected == 0 for point in run() if point.percent == 100)
    assert all(point.difference == 0 for point in run() if point.percent == 100)


def test_blocks_do_not_show(monkeypatch):
    plain = run()
    monkeypatch.setattr(module, "BLOCK", 5)
    assert run() == plain


def test_noise():
    x, _ = scores()
    spread = np.std(Noisy(x)(50, 1, 0) - x)
    assert spread == pytest.approx(np.std(x), rel=0.3)
    np.testing.assert_array_equal(Noisy(x)(50, 1, 3), Noisy(x)(50, 1, 3))
    with pytest.raises(ArgumentError, match="percent"):
        Noisy(x)(0, 1, 0)
