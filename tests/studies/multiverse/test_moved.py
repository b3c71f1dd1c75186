"""Which choices are shown to move a claim: those that do, and not those that do not."""

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.multiverse.moved import shown
from trueness.studies.multiverse.study import multiverse


def table(second, seed=5, systems=40, inputs=12):
    """Return two metrics of one kind, and humans of which the second sees what the first metric sees, or does not."""
    rng = np.random.default_rng(seed)
    one, two = (rng.normal(size=(systems, 1)) + 0.3 * rng.normal(size=(systems, inputs)) for _ in range(2))
    noise = 0.5 * rng.normal(size=(4, systems, inputs))
    humans = [one + two, one + two] if not second else [one + two, 0.2 * one + 2 * two]
    scorers = (Scorer("m1"), Scorer("m2"), Scorer("h1", "human"), Scorer("h2", "human"))
    names = tuple(f"s{k:02}" for k in range(systems)), tuple(f"i{k:02}" for k in range(inputs))
    groups = {"doc": tuple(f"d{k // 2}" for k in range(inputs))}
    values = np.stack([one, two, *humans]) + noise
    return ScoreTable(scorers, *names, values, input_groups=groups)


GIVEN = {
    "systems": "all",
    "coefficient": "pearson",
    "level": ["system", "input"],
    "aggregate": "mean",
    "rng": 1,
    "workers": 1,
}


@pytest.mark.parametrize("more", [{}, {"clusters": "doc"}, {"applies_to": "inputs"}])
def test_a_human_who_sees_something_else_moves_the_claim(more):
    found = multiverse(table(second=True), claim=["m2 > m1"], **GIVEN, **more)
    (decision,) = found.decisions
    assert (decision.answer, decision.about) == ("yes", "m2 > m1")
    assert "human" in decision.names
    assert found.claims[0].choice == "human"
    assert any(
        text.startswith("✓ Whether 'm2' beats 'm1' depends on the human scorer") for text in found.conclusions
    )


def test_where_nothing_moves_it_none_is_named():
    found = multiverse(table(second=False), **GIVEN)
    (decision,) = found.decisions
    assert (decision.answer, decision.names) == ("cannot_tell", ())
    assert found.claims[0].choice is None
    assert any(said.startswith("? We cannot tell which choices matter for") for said in found.conclusions)


def test_where_nothing_varies_nothing_is_decided():
    assert multiverse(table(second=True), applies_to="these", **GIVEN).decisions == ()


def test_a_claim_that_nobody_decided_stays_as_it_is():
    found = multiverse(table(second=False), **GIVEN)
    assert shown(found.claims[0], (), {}) == found.claims[0]
