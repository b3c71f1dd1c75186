import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.statistics.system_effects import standard_effects
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.scenario import Scenario, metrics_of_quality

MODEL = metrics_of_quality((0.2, 0.6))


def effects(n=12, seed=3, outlier=0.0):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(3, n, 1)) + rng.normal(size=(3, 1, 30)) + 0.3 * rng.normal(size=(3, n, 30))
    scores[:, 0] += outlier
    return standard_effects(scores)


def test_covariances_of_systems_are_those_of_the_model():
    """Over very many systems and inputs, systems covary as the model says, wherever they are drawn from."""
    scenario = PilotScenario("x", 6000, 40, MODEL, systems=effects(outlier=4.0))
    arrays = scenario.draw(np.random.default_rng(2))
    means = np.stack([arrays.human.mean(axis=1), *(x.mean(axis=1) for x in arrays.metrics)])
    np.testing.assert_allclose(np.cov(means), MODEL.systems + MODEL.outputs / 40, atol=0.06)


def test_outliers_come_again():
    plain = Scenario("x", 3000, 20, MODEL).draw(np.random.default_rng(2)).human.mean(axis=1)
    pilot = PilotScenario("x", 3000, 20, MODEL, systems=effects(outlier=8.0)).draw(np.random.default_rng(2))
    of_systems = pilot.human.mean(axis=1)

    def kurtosis(values):
        z = (values - values.mean()) / values.std()
        return np.mean(z**4)

    assert kurtosis(plain) < 3.5
    assert kurtosis(of_systems) > 4.5


def test_exchanged_metrics_are_alike_in_every_table():
    """Also what covariances do not see: the mean cubes of two metrics, of which one has an outlier among systems."""
    alike = MODEL.exchangeable(1, 2)
    odd = np.array(effects())
    odd[1, 0] += 4
    apart = PilotScenario("x", 4000, 5, alike, systems=odd).draw(np.random.default_rng(1))
    cubes = [np.mean(scores.mean(axis=1) ** 3) for scores in apart.metrics]
    assert cubes[0] > 2 * abs(cubes[1])
    large = PilotScenario("x", 4000, 5, alike, systems=odd, exchanged=True).draw(np.random.default_rng(1))
    cubes = [np.mean(scores.mean(axis=1) ** 3) for scores in large.metrics]
    assert cubes[0] == pytest.approx(cubes[1], rel=0.3)
    scenario = PilotScenario("x", 12, 5, alike, systems=odd, exchanged=True)
    third = []
    for seed in range(400):
        one, other = (x.mean(axis=1) for x in scenario.draw(np.random.default_rng(seed)).metrics)
        third.append(np.mean(one**3) - np.mean(other**3))
    assert abs(np.mean(third)) < 4 * np.std(third) / 20


def test_refusals():
    with pytest.raises(ArgumentError, match="effects of every scorer"):
        PilotScenario("x", 5, 5, MODEL, systems=effects()[:2])
    with pytest.raises(ArgumentError, match="effects of every scorer"):
        PilotScenario("x", 5, 5, MODEL)
