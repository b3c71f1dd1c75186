"""That nothing can be separated is said before anything is computed, and only where it is so."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.parallel import listening
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.foreseen import family_size, foreseen
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare


def table(n=12, m=10, k=4):
    rng = np.random.default_rng(1)
    human = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
    metrics = [human + noise * rng.normal(size=(n, m)) for noise in np.linspace(0.2, 3, k)]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}") for i in range(k)))
    systems, inputs = tuple(f"s{i}" for i in range(n)), tuple(f"d{i}" for i in range(m))
    return ScoreTable(scorers, systems, inputs, np.array([human, *metrics]))


def arrays(n=12, k=4):
    scores = table(n, 10, k)
    return ScoreArrays.of(scores.values[1:], scores.values[0])


def settings(**given):
    return Settings.of(
        rng=1, **({"test": "permutation", "test_over": "systems", "correction": "holm"} | given)
    )


def test_too_few_resamples_are_known_before():
    text = foreseen(arrays(), settings(resamples=99))
    assert text == (
        "these tests cannot separate anything: with 99 resamples no p-value is smaller than 0.01, too large for any of "
        "6 tests after Holm correction. Draw at least 119 (--resamples)."
    )
    assert foreseen(arrays(), settings(resamples=119)) == ""
    assert foreseen(arrays(), settings(resamples=99, correction="none")) == ""
    assert foreseen(arrays(), settings(resamples=99, correction="bh")) == ""  # all together may be rejected


def test_too_few_systems_are_known_before():
    text = foreseen(arrays(n=6), settings(resamples=9999))
    assert "there are only 64 ways to swap so few systems" in text
    assert "--resamples" not in text
    assert foreseen(arrays(n=8), settings(resamples=9999)) == ""


def test_tests_that_draw_nothing_have_no_such_limit():
    assert foreseen(arrays(n=6), Settings.of(rng=1, test="two_way_jackknife", resamples=9)) == ""
    assert foreseen(arrays(k=1), settings(resamples=9)) == ""


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"baseline": "m1"},
        {"family": "per_metric"},
        {"alternative": "greater"},
        {"alternative": "greater", "family": "pairs"},
    ],
)
def test_families_are_as_large_as_they_turn_out(given):
    found = compare(
        table(), test="permutation", test_over="systems", resamples=19, rng=1, level="system", **given
    )
    assert {row.family_size for row in found.tests} == {family_size(4, found.settings)}


def test_it_is_announced_before_the_work():
    heard = []
    options = {
        "test": "permutation",
        "test_over": "systems",
        "correction": "holm",
        "rng": 1,
        "level": "system",
    }
    with listening(heard.append):
        compare(table(), resamples=99, **options)
        assert len(heard) == 1
        compare(table(), resamples=199, **options)
        compare(table(), resamples=99, tests=False, level="system", rng=1)
    assert len(heard) == 1
