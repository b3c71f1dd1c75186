import dataclasses

import numpy as np
import pytest

from trueness.statistics.jackknife import two_way_tables as module
from trueness.statistics.jackknife.two_way_jackknife import two_way_jackknife
from trueness.statistics.jackknife.two_way_tables import go_together, two_way_jackknife_of_tables
from trueness.statistics.score_arrays import ScoreArrays


def tables(number=5, n_metrics=3, n_systems=7, n_inputs=9, *, likert=False):
    rng = np.random.default_rng(1)
    found = []
    for _ in range(number):
        quality = rng.normal(size=(n_systems, 1))
        human = quality + rng.normal(size=(n_systems, n_inputs))
        if likert:
            human = np.clip(np.round(human), -1, 1)
            human[:, 0] = 1.0  # an input without a correlation
        found.append(ScoreArrays.of(quality + rng.normal(size=(n_metrics, n_systems, n_inputs)), human))
    return found


@pytest.mark.parametrize("likert", [False, True])
@pytest.mark.parametrize("level", ["system", "input"])
@pytest.mark.parametrize("together", [64, 6])
def test_each_table_is_as_it_is_alone(level, likert, together, monkeypatch):
    monkeypatch.setattr(module, "TOGETHER", together)
    given = tables(likert=likert)
    first, second = np.array([0, 2, 1]), np.array([1, 0, 2])
    found = two_way_jackknife_of_tables(given, level)
    assert [place for places, _ in found for place in places] == [0, 1, 2, 3, 4]
    assert len(found) == (1 if together == 64 else 3)
    for places, many in found:
        for at, place in enumerate(places):
            arrays = given[place]
            one = two_way_jackknife(arrays, arrays.group(range(3)), (level,), ("pearson",))[level, "pearson"]
            for over in ("both", "systems", "inputs", "these"):
                alone = one.of_pairs(first, second, over)
                beside = many.of_pairs(first + 3 * at, second + 3 * at, over)
                for name in ("estimates", "variances", "degrees"):
                    np.testing.assert_allclose(
                        getattr(beside, name), getattr(alone, name), rtol=1e-8, atol=1e-14
                    )


def test_what_does_not_go_together():
    given = tables()
    assert go_together(given, "system", "pearson")
    assert not go_together(given, "global", "pearson")
    assert not go_together(given, "system", "kendall")
    holes = np.array(given[1].human)
    holes[0, 0] = np.nan
    for other in (
        dataclasses.replace(given[1], clusters=np.arange(9) // 2),
        dataclasses.replace(given[1], system_clusters=np.arange(7) // 2),
        dataclasses.replace(given[1], aggregate="median"),
        dataclasses.replace(given[1], human=holes),
        tables(1, n_inputs=8)[0],
    ):
        assert not go_together([given[0], other], "input", "pearson")
