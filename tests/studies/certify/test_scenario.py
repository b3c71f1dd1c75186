import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.agreement.correlation import correlate
from trueness.studies.certify.scenario import SCORE_TYPES, Scenario, metrics_of_quality, noisier_rival
from trueness.studies.certify.score_type import score_type


def draw(scenario, seed=1):
    return scenario.draw(np.random.default_rng(seed))


def test_scores_are_what_the_formula_says():
    arrays = draw(Scenario("large", 400, 400, metrics_of_quality((0.2, 0.6))))
    human, x, y = arrays.human, *arrays.metrics
    assert np.var(human.mean(axis=1)) == pytest.approx(0.25, rel=0.2)
    assert np.var(human.mean(axis=0)) == pytest.approx(1.0, rel=0.2)
    for metric, bias in ((x, 0.2), (y, 0.6)):
        of_systems = metric.mean(axis=1)
        slope = np.cov(of_systems, human.mean(axis=1))[0, 1] / 0.25
        assert slope == pytest.approx(0.7, abs=0.15)
        assert np.var(of_systems) == pytest.approx(0.49 * 0.25 + bias**2, rel=0.25)


@pytest.mark.parametrize("level", ["system", "input"])
def test_a_noisier_rival_agrees_equally_well(level):
    n_inputs = 20
    found = []
    for seed in range(60):
        arrays = draw(Scenario("", 60, n_inputs, noisier_rival(level, n_inputs)), seed)
        found.append([correlate(x, arrays.human, level, "pearson").estimate for x in arrays.metrics])
    first, second = np.array(found).T
    error = np.std(first - second) / np.sqrt(len(first))
    assert abs(np.mean(first - second)) < 4 * error
    assert np.mean(first) > 0.05


@pytest.mark.parametrize("scores", SCORE_TYPES)
def test_kinds_of_scores(scores):
    observed = tuple(np.sort(np.random.default_rng(2).integers(0, 4, 50).astype(float)) for _ in range(3))
    arrays = draw(Scenario("", 30, 40, metrics_of_quality((0.2, 0.2)), scores, observed=observed))
    values = arrays.human
    if scores == "likert":
        assert set(np.unique(values)) <= {1, 2, 3, 4, 5}
        assert len(np.unique(arrays.metrics[0])) > 1000
    elif scores == "observed":
        assert set(np.unique(values)) <= {0, 1, 2, 3}
    elif scores == "skewed":
        assert np.mean(values) > np.median(values) * 1.1
    assert arrays.metrics.shape == (2, 30, 40)
    assert correlate(arrays.metrics[0], values, "global", "spearman").estimate > 0.1


def test_clusters():
    arrays = draw(Scenario("", 5, 7, metrics_of_quality((0, 0)), cluster_size=3))
    assert arrays.clusters.tolist() == [0, 0, 0, 1, 1, 1, 2]


def test_refusals():
    with pytest.raises(ArgumentError, match="scores"):
        Scenario("", 5, 5, metrics_of_quality((0, 0)), "other")
    with pytest.raises(ArgumentError, match="level"):
        noisier_rival("global", 5)


@pytest.mark.parametrize("kind", ["normal", "likert", "skewed", "heavy_tailed"])
def test_drawn_scores_are_of_their_kind(kind):
    scenario = Scenario("x", 25, 100, metrics_of_quality((0.2, 0.2)), kind)
    found = [score_type(scenario.draw(np.random.default_rng(seed)).human) for seed in range(20)]
    # outliers on one side only make some tables with heavy tails skewed
    assert found.count(kind) >= (20 if kind != "heavy_tailed" else 12)
