import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.parallel import Execution, executing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify import trials as module
from trueness.studies.certify.trials import (
    Outcome,
    Trials,
    Wanted,
    point_correlations,
    run_trials,
    together,
)

NAMES = st.sampled_from("abc")


@given(st.lists(st.tuples(NAMES, NAMES, NAMES), unique=True))
def test_groups_are_of_every_cell_once_and_of_no_other(cells):
    groups = Wanted.of_cells(cells)
    found = [
        cell
        for group in groups
        for cell in itertools.product(group.methods, group.levels, group.coefficients)
    ]
    assert sorted(found) == sorted(cells)


def test_what_is_wanted_together_is_one_group():
    cells = list(itertools.product("ab", ("system", "input"), ("pearson", "kendall")))
    assert Wanted.of_cells(cells) == (Wanted(("a", "b"), ("system", "input"), ("pearson", "kendall")),)


@dataclasses.dataclass(frozen=True)
class Counted(Trials):
    name: str

    def trial(self, number: int) -> Outcome:
        return {(self.name, "system", method): (number, self.seed) for method in self.wanted[0].methods}


def test_blocks_and_studies_do_not_show(monkeypatch):
    studies = [Counted((Wanted(("p", "q"), (), ()),), 9, seed, name) for seed, name in ((3, "x"), (4, "y"))]
    for block in (1, 3, 7, 20):
        monkeypatch.setattr(Counted, "BLOCK", block)
        first, second = executing(Execution(workers=1))(run_trials)(studies, 7)
        assert set(first) == {("x", "system", "p"), ("x", "system", "q")}
        np.testing.assert_array_equal(first["x", "system", "q"], [[k, 3] for k in range(7)])
        np.testing.assert_array_equal(second["y", "system", "p"], [[k, 4] for k in range(7)])


def test_as_many_go_together_as_draw_few_scores(monkeypatch):
    monkeypatch.setattr(module, "DRAWN", 100)
    assert [list(part) for part in together(range(5, 10), 40)] == [[5, 6], [7, 8], [9]]
    assert [list(part) for part in together([3, 1], 1000)] == [[3], [1]]
    assert list(together((), 10)) == []


def test_are_the_public_ones():
    rng = np.random.default_rng(1)
    x, z = rng.normal(size=(2, 6, 7)), rng.normal(size=(6, 7))
    found = point_correlations(ScoreArrays.of(x, z), ("system", "input"), ("pearson", "kendall"))
    for (level, coefficient), values in found.items():
        for metric, value in zip(x, values, strict=True):
            assert value == pytest.approx(correlate(metric, z, level, coefficient).estimate)
