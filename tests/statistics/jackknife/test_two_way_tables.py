import dataclasses

import numpy as np
import pytest

from trueness.statistics.engine.resample import Weights
from trueness.statistics.jackknife import two_way_tables as module
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.jackknife.two_way_tables import (
    correlations_of_tables,
    go_together,
    two_way_jackknife_of_tables,
)
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays

KINDS = ("plain", "likert", "judged", "families", "clusters", "all", "far", "far, judged")


def tables(number=5, n_metrics=3, n_systems=8, n_inputs=9, kind="plain"):
    rng = np.random.default_rng(1)
    found = []
    for _ in range(number):
        quality = rng.normal(size=(n_systems, 1))
        if kind.startswith("far"):
            quality[:2] -= 9
        human = quality + rng.normal(size=(n_systems, n_inputs))
        units = {}
        if kind == "likert":
            human = np.clip(np.round(human), -1, 1)
            human[:, 0] = 1.0  # an input without a correlation
        if kind in ("judged", "all"):
            gone = rng.random(human.shape) < 0.4
            gone[-1], gone[:, -1] = False, False
            human[gone] = np.nan
            human[0, :-1] = np.nan  # without the last input nothing of this system is left
            human[:5, 0] = np.nan  # too few for a correlation
        if kind in ("families", "all"):
            units["system_clusters"] = np.arange(n_systems) % 5
        if kind in ("clusters", "all"):
            units["clusters"] = np.arange(n_inputs) // 2
        metrics = quality + rng.normal(size=(n_metrics, n_systems, n_inputs))
        if kind.startswith("far"):
            metrics[0, :2] -= 9 * rng.random((2, 1))
        if kind == "far, judged":
            human[2, 1:3] = np.nan
        found.append(ScoreArrays.of(metrics, human, **units))
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["system", "input"])
@pytest.mark.parametrize("together", [64, 6])
def test_each_table_is_as_it_is_alone(level, kind, together, monkeypatch):
    monkeypatch.setattr(module, "TOGETHER", together)
    given = tables(kind=kind)
    assert go_together(given, level, "pearson")
    first, second = np.array([0, 2, 1]), np.array([1, 0, 2])
    found = list(two_way_jackknife_of_tables(given, level))
    assert [place for places, _ in found for place in places] == [0, 1, 2, 3, 4]
    assert len(found) == (1 if together == 64 else 3)
    for places, many in found:
        for at, place in enumerate(places):
            arrays = given[place]
            one = two_way_jackknife(arrays, arrays.group(range(3)), (level,), ("pearson",))[level, "pearson"]
            for over in ("both", "systems", "inputs", "these"):
                for alone, beside in (
                    (one.of_pairs(first, second, over), many.of_pairs(first + 3 * at, second + 3 * at, over)),
                    (one.of_metrics(over), many.of_metrics(over)),
                ):
                    for name in ("estimates", "variances", "degrees"):
                        values = getattr(beside, name)
                        if len(values) > 3:
                            values = values[3 * at : 3 * at + 3]
                        np.testing.assert_allclose(values, getattr(alone, name), rtol=1e-11, atol=1e-14)
    assert not np.isnan(one.of_metrics("both").variances).all()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", ["system", "input"])
def test_correlations_are_those_of_each_table(level, kind, monkeypatch):
    monkeypatch.setattr(module, "TOGETHER", 6)
    given = tables(kind=kind)
    found = correlations_of_tables(given, level, "pearson")
    for values, arrays in zip(found, given, strict=True):
        alone = level_correlations(
            arrays, arrays.group(range(3)), Weights(None, None), level, ("pearson",)
        ).values
        np.testing.assert_allclose(values, alone["pearson"][0], rtol=0, atol=1e-13)
    assert correlations_of_tables(given, level, "kendall") is None


def test_metrics_of_different_tables_have_nothing_to_do_with_each_other():
    ((_, found),) = two_way_jackknife_of_tables(tables(2), "input")
    assert np.isnan(found.interaction[:3, 3:]).all()
    assert not np.isnan(found.interaction[3:, 3:]).any()


def test_what_does_not_go_together():
    given = tables()
    assert go_together(given, "system", "pearson")
    assert not go_together(given, "global", "pearson")
    assert not go_together(given, "system", "kendall")
    unjudged, unscored = np.array(given[1].human), np.array(given[1].metrics)
    unjudged[0] = np.nan
    unscored[0, 0, 0] = np.nan
    for other in (
        dataclasses.replace(given[1], clusters=np.arange(9) // 2),
        dataclasses.replace(given[1], system_clusters=np.arange(8) // 2),
        dataclasses.replace(given[1], aggregate="median"),
        dataclasses.replace(given[1], means="all"),
        dataclasses.replace(given[1], human=unjudged),
        dataclasses.replace(given[1], metrics=unscored),
        tables(1, n_inputs=8)[0],
    ):
        assert not go_together([given[0], other], "input", "pearson")
