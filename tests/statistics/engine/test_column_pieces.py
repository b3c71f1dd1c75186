"""Columns in pieces give what they give together, and the same bits on any engine."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.parallel import Execution, executing
from trueness.statistics.engine import column_pieces as module
from trueness.statistics.engine.column_pieces import in_pieces
from trueness.statistics.engine.left_out_columns import COEFFICIENTS
from trueness.statistics.engine.left_out_matrices import left_out_coefficients
from trueness.statistics.engine.whole_columns import whole_columns
from trueness.statistics.jackknife.left_out_sets import left_out_sets

K, N, C = 2, 6, 50


@pytest.fixture
def scores():
    rng = np.random.default_rng(3)
    return np.round(rng.normal(size=(K, N, C)), 1), rng.integers(1, 5, (N, C)) / 3, rng.random((N, C)) < 0.9


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(module, "PIECE", 7 * N)


def test_pieces_are_in_order_and_together_all(scores, small):
    places, found = zip(*in_pieces(lambda *given: given, *scores), strict=True)
    assert [place.start for place in places] == list(range(0, C, 7))
    for k, whole in enumerate(scores):
        np.testing.assert_array_equal(np.concatenate([piece[k] for piece in found], axis=-1), whole)


def test_few_columns_are_one_piece(scores):
    ((place, (x, _, _)),) = in_pieces(lambda *given: given, *scores)
    assert place == slice(0, C)
    assert x is scores[0]


def everything(scores):
    """Return all that is computed in pieces."""
    left_out = left_out_coefficients(*scores, np.arange(N) % 4, 4, COEFFICIENTS, two=("pearson", "kendall"))
    for parts in left_out.values():
        parts.two[:, range(parts.two.shape[1]), range(parts.two.shape[1])] = 0  # which has no meaning
    found = {(name, k): part for name, parts in left_out.items() for k, part in enumerate(parts)}
    found |= {
        ("whole", name): part for name, part in whole_columns(*scores, (*COEFFICIENTS, "tau_c")).items()
    }
    for name in COEFFICIENTS:
        found["sets", name] = left_out_sets(*scores, name).values
    return found


def test_pieces_find_what_all_columns_find(scores, monkeypatch):
    expected = everything(scores)
    monkeypatch.setattr(module, "PIECE", 7 * N)
    for key, values in everything(scores).items():
        np.testing.assert_allclose(values, expected[key], rtol=0, atol=1e-14, err_msg=str(key))


@pytest.mark.parametrize("engine", ["threads", "local"])
@pytest.mark.parametrize("turned", [False, True])
def test_the_same_bits_on_any_engine(scores, small, engine, turned):
    if turned:  # as where columns are systems: axes lie in another order in memory
        scores = tuple(np.ascontiguousarray(one.swapaxes(-1, -2)).swapaxes(-1, -2) for one in scores)
    with executing(Execution(workers=1)):
        expected = everything(scores)
    with executing(Execution(engine, workers=2)):
        found = everything(scores)
    assert [key for key, values in expected.items() if values.tobytes() != found[key].tobytes()] == []
