"""The beam is that of sacreBLEU's tables."""

import pytest

from trueness.metrics.ter_limits import BEAM, beam


@pytest.mark.parametrize(("n", "m"), [(1, 200), (3, 160), (60, 60), (109, 42), (160, 2), (1, 1)])
def test_rows_overlap_and_the_last_reaches_the_end(n, m):
    first, end = beam(n, m)
    assert (first[0], end[0], end[n]) == (0, m + 1, m + 1)
    assert (first[1:] >= first[:-1]).all()
    assert (end[2:-1] >= end[1:-2]).all()
    assert (first[1:] < end[:-1]).all()  # a way leads on from every row
    assert ((end - first)[1:-1] <= 2 * max(BEAM, m / n / 2 + 1 + BEAM)).all()


def test_texts_as_long_as_each_other_are_cut_beside_the_diagonal():
    first, end = beam(60, 60)
    assert (first[30], end[30]) == (30 - BEAM, 30 + BEAM)
