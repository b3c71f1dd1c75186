"""What is decided about systems, and its words."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.studies.systems.test_said import far_apart

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.systems.study import systems


def table(qualities, n_inputs=40, *, seed=1, documents=0):
    rng = np.random.default_rng(seed)
    scores = np.asarray(qualities, dtype=float)[:, None] + rng.normal(size=(len(qualities), n_inputs))
    names = (tuple(f"s{k}" for k in range(len(qualities))), tuple(f"i{k}" for k in range(n_inputs)))
    groups = {"document": tuple(f"d{k % documents}" for k in range(n_inputs))} if documents else {}
    return ScoreTable((Scorer("human", "human"),), *names, scores[None], input_groups=groups)


def asked(given, **options):
    found = systems(given, **{"rng": 1, "resamples": 999, **options})
    return found, {one.rule: one for one in found.decisions if one.about == "human"}


def test_one_best_among_others():
    found, decided = asked(table([0, 0.1, 3]))
    best, ranked = decided["may_be_best"], decided["may_be_ranked"]
    assert (best.answer, best.names) == ("yes", ("s2",))
    assert best.applies_to == "these systems, other inputs"
    assert (ranked.answer, set(ranked.names)) == ("yes", {"s0", "s1", "s2"})
    assert ranked.of("pairs_that_differ").estimate == 2
    assert found.conclusions[0] == (
        "✓ By 'human' the best system is 's2'; the other 2 are ruled out. 2 of 3 pairs differ."
    )


def of_means(means, n_inputs=40):
    """Return systems of these means whose differences have a standard deviation of 1: t is √inputs times the mean."""
    waves = np.cos(2 * np.pi * np.outer(np.arange(1, len(means) + 1), np.arange(n_inputs)) / n_inputs)
    scores = np.array(means)[:, None] + np.sqrt(1 - 1 / n_inputs) * waves
    names = (tuple(f"s{k}" for k in range(len(means))), tuple(f"i{k}" for k in range(n_inputs)))
    return ScoreTable((Scorer("human", "human"),), *names, scores[None])


def test_the_best_of_two_that_do_not_differ():
    """One-sided p is half of two-sided p: of two the best is found at .10 of what shows a difference."""
    found, decided = asked(of_means([0.29, 0]), test="t")
    (row,) = found.pairs
    assert 0.05 < row.pvalue < 0.1
    best, ranked = decided["may_be_best"], decided["may_be_ranked"]
    assert (best.answer, best.names, ranked.answer) == ("yes", ("s0",), "cannot_tell")
    assert found.conclusions[0] == (
        "✓ By 'human' the best system is 's0'; the other one is ruled out. Finding the best takes less evidence than "
        "showing a difference, and the two are not shown to differ."
    )
    assert {(row.rank_low, row.rank_high) for row in found.standing} == {(1, 2)}


@pytest.mark.parametrize(
    ("means", "best", "rest"),
    [
        ((0.45, *(0,) * 5), "✓ By 'human' the best system is 's0'; the other 5 are ruled out.", "the others"),
        (
            (0.45, 0.3, *(0,) * 4),
            "? By 'human' the best system is one of 2 (95% confidence): 's0', 's1'. The other 4 are ruled out. ",
            "them",
        ),
    ],
)
def test_the_best_of_several_of_which_no_two_differ(means, best, rest):
    found, decided = asked(of_means(means), test="t")
    assert decided["may_be_ranked"].answer == "cannot_tell"
    assert found.conclusions[0].startswith(best)
    assert found.conclusions[0].endswith(
        "Finding the best takes less evidence than showing a difference: no two systems are shown to differ, so do not "
        f"rank {rest}."
    )


def test_several_that_may_be_best():
    found, decided = asked(table([0, 3, 3.1]))
    assert (decided["may_be_best"].answer, set(decided["may_be_best"].names)) == ("cannot_tell", {"s1", "s2"})
    top = list(decided["may_be_best"].names)
    assert found.conclusions[0] == (
        f"? By 'human' the best system is one of 2 (95% confidence): '{top[0]}', '{top[1]}'. The other one is ruled "
        "out. 2 of 3 pairs differ."
    )
    assert {row.system for row in found.standing if row.may_be_best} == {"s1", "s2"}


def test_equal_systems():
    found, decided = asked(table([0, 0, 0]))
    assert (decided["may_be_best"].answer, decided["may_be_ranked"].answer) == ("cannot_tell", "cannot_tell")
    assert found.conclusions[0] == (
        "? By 'human' any of the 3 systems may be the best. No two systems are shown to differ: do not rank them."
    )
    two = systems(table([0, 0]), rng=1).conclusions[0]
    assert two.startswith("? By 'human' either system may be the best. ")


def test_few_documents_are_what_is_short():
    """The unit is named that more of would help, and the remedies help."""
    given = table(3.0 * np.arange(12), 100, documents=5)
    found, decided = asked(given, clusters="document")
    for one, needed in ((decided["may_be_best"], 8), (decided["may_be_ranked"], 12)):
        assert (one.answer, one.reason, one.estimate, one.bar) == ("cannot_tell", "documents", 5, needed)
    assert found.conclusions[0] == (
        "? By 'human' we cannot tell which system is better. With 5 documents no p-value is below 0.062; 66 tests "
        "ask for 0.00076. Collect at least 12 documents; more inputs in these 5 change nothing. If their differences "
        "are about normal, --test t needs no more than there are."
    )
    assert {row.cluster for row in found.standing} == {None}
    assert {(row.rank_low, row.rank_high) for row in found.standing} == {(1, 12)}
    more, _ = asked(table(3.0 * np.arange(12), 240, documents=12), clusters="document")
    assert any(row.significant_adjusted for row in more.pairs)
    t, decided = asked(given, clusters="document", test="t")
    assert all(row.significant_adjusted for row in t.pairs)
    assert (decided["may_be_best"].answer, decided["may_be_ranked"].answer) == ("yes", "yes")


def test_the_best_may_be_found_where_ranks_cannot():
    found, decided = asked(table(5.0 * np.arange(12), 9))
    assert (decided["may_be_best"].answer, decided["may_be_ranked"].answer) == ("yes", "cannot_tell")
    assert found.conclusions[0] == (
        "✓ By 'human' the best system is 's11'; the other 11 are ruled out. With 9 inputs no p-value is below 0.0039; "
        "66 tests ask for 0.00076. Collect at least 12 inputs. If their differences are about normal, --test t needs "
        "no more than there are."
    )


def test_resamples_are_what_is_short():
    found, decided = asked(far_apart(30, 3), resamples=30, aggregate="median")
    assert (decided["may_be_ranked"].reason, decided["may_be_ranked"].bar) == ("resamples", 59)
    assert found.conclusions[0].endswith(
        "With 30 resamples no p-value is below 0.032; 3 tests ask for 0.017. Draw more: --resamples 59."
    )


def test_without_a_correction_ranks_are_promised_nothing():
    _, decided = asked(table([0, 0.1, 3]), correction="none")
    assert (decided["may_be_ranked"].answer, decided["may_be_ranked"].reason) == (
        "cannot_tell",
        "corrected_together",
    )
    assert decided["may_be_best"].answer == "yes"


def test_nothing_tested_decides_nothing():
    given = table([0, 1])
    lost = given.values.copy()
    lost[0, 1] = np.nan
    found = systems(dataclasses.replace(given, values=lost), rng=1)
    assert found.decisions == ()
    assert found.conclusions == ("By 'human' no pair of systems could be tested.",)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_one_sided_tests_decide_the_same_of_the_best(alternative):
    _, one = asked(table([0, 0.1, 3]), alternative=alternative)
    _, two = asked(table([0, 0.1, 3]))
    assert one["may_be_best"].names == two["may_be_best"].names
