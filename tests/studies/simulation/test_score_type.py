import numpy as np
import pytest

from trueness.studies.simulation.scenario import Scenario, metrics_of_quality
from trueness.studies.simulation.score_type import score_type


@pytest.mark.parametrize("kind", ["normal", "likert", "skewed", "heavy_tailed"])
def test_drawn_scores_are_of_their_kind(kind):
    scenario = Scenario("x", 25, 100, metrics_of_quality((0.2, 0.2)), kind)
    found = [score_type(scenario.draw(np.random.default_rng(seed)).human) for seed in range(20)]
    # outliers on one side only make some tables with heavy tails skewed
    assert found.count(kind) >= (20 if kind != "heavy_tailed" else 12)


def test_values_are_counted_without_missing_ones():
    seven = np.arange(70.0).reshape(7, 10) % 7
    seven[0, 0] = np.nan
    assert score_type(seven) == "likert"
    assert score_type(np.arange(80) % 8) == "normal"
    assert score_type(np.full((3, 3), np.nan)) == "likert"
