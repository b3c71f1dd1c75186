import numpy as np
import pytest

from trueness.errors import ArgumentError, UnsupportedMethodError
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.jackknife.jackknife_interval import jackknife_interval
from trueness.statistics.jackknife.prediction_interval import prediction_interval
from trueness.statistics.score_arrays import ScoreArrays


def scores(n=9, m=12):
    rng = np.random.default_rng(1)
    quality = rng.normal(size=(n, 1))
    return quality + rng.normal(size=(n, m)), quality + rng.normal(size=(n, m))


@pytest.mark.parametrize("level", ["system", "input"])
def test_is_the_jackknifes(level):
    x, z = scores()
    found = prediction_interval(x, z, level, "kendall", new_systems=5)
    arrays = ScoreArrays.of(x, z)
    (expected,) = jackknife_interval(arrays, arrays.group((0,)), [level], ["kendall"], new_systems=5)[
        level, "kendall"
    ]
    assert (found.low, found.high) == (expected.low, expected.high)
    assert found.estimate == pytest.approx(correlate(x, z, level, "kendall").estimate)


def test_fewer_new_systems_are_less_certain():
    x, z = scores()
    few, same, many = (prediction_interval(x, z, new_systems=n) for n in (4, None, 1000))
    assert same.new_systems == 9
    assert few.low < same.low < many.low < many.high < same.high < few.high


def test_refusals():
    x, z = scores()
    with pytest.raises(ArgumentError, match="new_systems"):
        prediction_interval(x, z, new_systems=0)
    with pytest.raises(UnsupportedMethodError, match="at least 4"):
        prediction_interval(x[:3], z[:3])
