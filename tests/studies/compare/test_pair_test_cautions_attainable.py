"""The smallest p-value against the correction, counted by hand and against tests that are run."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.statistics.agreement.significance import permutation_test
from trueness.studies.compare.pair_test_cautions import asked_resamples, limit
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare


def table(n_systems, n_metrics=2):
    rng = np.random.default_rng(4)
    human = rng.normal(size=(n_systems, 8)) + rng.normal(size=(n_systems, 1))
    metrics = [human + 0.1 * rng.normal(size=human.shape) for _ in range(n_metrics)]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(n_metrics)))
    names = tuple(f"s{i}" for i in range(n_systems)), tuple(f"d{j}" for j in range(8))
    return ScoreTable(scorers, *names, np.array([human, *metrics]))


def row(n_systems=6, **changes):
    given = {
        "level": "system",
        "coefficient": "pearson",
        "test": "permutation",
        "resamples": 9999,
        "rng": 1,
    }
    return dataclasses.replace(compare(table(n_systems), **given).tests[0], **changes)


@pytest.mark.parametrize(("alternative", "alpha"), [("two-sided", 2 / 64), ("greater", 1 / 64)])
def test_the_bound_of_enumerated_arrangements_is_reached_and_never_passed(alternative, alpha):
    human = np.arange(6.0)[:, None]
    better, worse = human + 0.01, np.array([0.1, -0.1, 0.6, 0.1, -0.5, 0.4])[:, None]
    found = permutation_test(better, worse, human, alternative=alternative)
    assert found.exact
    assert found.pvalue == alpha
    one = row(exact=True, resamples=64, alternative=alternative)
    assert limit(one, Settings(alpha=alpha), n_systems=6) is None
    bound = limit(one, Settings(alpha=alpha * 0.999), n_systems=6)
    assert (bound.smallest, bound.arrangements, bound.rejects_none) == (alpha, 64, True)


def test_a_family_multiplies_the_bound():
    assert limit(row(family_size=1), Settings(), n_systems=6) is None  # 2/64 <= 0.05
    assert limit(row(family_size=2), Settings(), n_systems=6).arrangements == 64
    assert limit(row(family_size=703), Settings(correction="none"), n_systems=6) is None
    together = limit(row(family_size=2), Settings(correction="bh"), n_systems=6)
    assert not together.rejects_none  # two tests at 2/64 are rejected together


def test_random_resamples_help_while_arrangements_are_left():
    drawn = row(exact=False, resamples=99, family_size=10)
    helped = limit(drawn, Settings(), n_systems=20)
    assert (helped.smallest, helped.arrangements, helped.rejects_none) == (0.01, None, True)
    assert limit(drawn, Settings(), n_systems=8).arrangements == 256  # 10 * 2/256 > 0.05
    assert limit(drawn, Settings(), n_systems=9).arrangements is None  # 10 * 2/512 <= 0.05
    assert limit(dataclasses.replace(drawn, over="both"), Settings(), n_systems=8).arrangements is None


def test_closed_forms_and_undefined_families_have_none():
    assert limit(row(resamples=0, family_size=703), Settings(), n_systems=6) is None
    assert limit(row(family_size=0), Settings(), n_systems=6) is None


def test_a_test_that_ended_early_could_have_drawn_more():
    settings = Settings(resamples=9999, stop_after=20)
    one = row(test="permutation", resamples=46, exact=False)
    assert asked_resamples(one, settings) == 9999
    assert asked_resamples(dataclasses.replace(one, exact=True), settings) == 46
    assert asked_resamples(one, Settings(resamples=9999)) == 46
