"""Whether a test of systems can reject at all: bounds against the p-values of systems as far apart as can be."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.score_table import Scorer, ScoreTable
from trueness.studies.systems.system_reach import out_of_reach, smallest_system_pvalue
from trueness.studies.systems.systems import systems


def far_apart(n_inputs, n_systems=2, human=True):
    """Return systems each of which beats the next one on every input, by scores without ties."""
    rng = np.random.default_rng(1)
    scores = 100.0 * np.arange(n_systems)[:, None] + rng.uniform(size=(2, n_systems, n_inputs))
    scorers = (Scorer("human", "human" if human else "metric"), Scorer("metric", "metric"))
    names = (tuple(f"s{k}" for k in range(n_systems)), tuple(f"i{k}" for k in range(n_inputs)))
    return ScoreTable(scorers, *names, scores)


@pytest.mark.parametrize("test", ["permutation", "wilcoxon", "rank_sum"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
@pytest.mark.parametrize("n_inputs", [3, 6])
def test_the_bound_is_reached_by_systems_that_never_meet(test, alternative, n_inputs):
    found = systems(far_apart(n_inputs), test=test, alternative=alternative, rng=1)
    reached = min(row.pvalue for row in found.pairs)
    assert smallest_system_pvalue(found.pairs[0], found.settings) == pytest.approx(reached, rel=1e-12)


def test_the_bound_of_resamples_and_of_none():
    few = systems(far_apart(30), resamples=19, rng=1)
    assert smallest_system_pvalue(few.pairs[0], few.settings) == 1 / 20 == few.pairs[0].pvalue
    t = systems(far_apart(3), test="t", rng=1)
    assert smallest_system_pvalue(t.pairs[0], t.settings) == 0


@pytest.mark.parametrize(
    ("n_inputs", "n_systems", "correction", "reachable"),
    [
        (4, 2, "holm", False),  # 2 / 16
        (6, 2, "holm", True),  # 2 / 64
        (6, 3, "holm", False),  # three times that
        (6, 3, "bh", True),  # all of them together
        (6, 3, "none", True),
    ],
)
def test_what_no_systems_could_reach_is_said_in_place_of_a_finding(
    n_inputs, n_systems, correction, reachable
):
    found = systems(far_apart(n_inputs, n_systems), correction=correction, rng=1)
    assert any(row.significant_adjusted for row in found.pairs) == reachable
    tests = {name: [row for row in found.pairs if row.scorer == name] for name in found.scorers}
    assert bool(out_of_reach(tests, found.settings)) != reachable
    said = " ".join(found.conclusions)
    assert ("no test can be significant" in said) != reachable
    assert ("outperformed" in said) == reachable
    assert ("comes to the same decision" in said) == reachable
    if not reachable:
        assert f"with {n_inputs} inputs no p-value is below {2 / 2**n_inputs:.3g}" in said
        assert "Collect more inputs." in said


def test_too_few_resamples():
    found = systems(far_apart(30, 3), resamples=30, rng=1)
    assert "with 30 resamples no p-value is below 0.0323" in found.conclusions[0]
    assert "Draw more resamples." in found.conclusions[0]
