"""What is decided of equivalence follows from the rows: one decision per group, human score, level and coefficient."""

from __future__ import annotations

import numpy as np

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.equivalence.decided import compared_words
from trueness.studies.equivalence.study import equivalence


def made(n=14, m=40):
    rng = np.random.default_rng(4)
    human = rng.normal(size=(n, 1)) + 0.5 * rng.normal(size=(n, m))
    near = human + 0.2 * rng.normal(size=(n, m))
    far = rng.normal(size=(n, m))
    scorers = (Scorer("one", "human"), Scorer("two", "human"), Scorer("a"), Scorer("b"), Scorer("c"))
    names = tuple(f"s{i}" for i in range(n)), tuple(f"d{j}" for j in range(m))
    values = np.stack(
        [human, human + rng.normal(size=(n, m)), near, near + 0.01 * rng.normal(size=(n, m)), far]
    )
    return ScoreTable(scorers, *names, values)


def test_those_shown_are_named_by_each_human_score():
    found = equivalence(
        made(), human=["one", "two"], metrics=["a", "b", "c"], margin=0.1, coefficient="pearson", rng=1
    )
    keys = dict.fromkeys((row.human, row.level, row.coefficient) for row in found.tests)
    assert [(one.facet, one.level, one.coefficient) for one in found.decisions] == list(keys)
    for decision in found.decisions:
        shown = [
            compared_words(row)
            for row in found.tests
            if (row.human, row.level, row.coefficient)
            == (decision.facet, decision.level, decision.coefficient)
            and row.equivalent
        ]
        assert decision.names == tuple(shown)
        assert decision.answer == ("yes" if shown else "cannot_tell")
    assert any(one.names == ("a, b",) for one in found.decisions)


def test_conditions_are_named():
    table = made()
    found = equivalence(table, human="one", metrics=["a"], against={"back": table}, margin=0.1, rng=1)
    assert {name for one in found.decisions for name in one.names} <= {"a under back"}
    assert {one.facet for one in found.decisions} == {""}
