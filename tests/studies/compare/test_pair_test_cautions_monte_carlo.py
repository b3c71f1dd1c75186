"""Decisions within Monte Carlo error: counted by hand, and those that another seed changes are among them."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.pair_test_cautions import about_monte_carlo, uncertain_decisions
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare


def table(n=14, m=10):
    rng = np.random.default_rng(8)
    human = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
    metrics = [
        human + s * rng.normal(size=(n, m)) + s / 2 * rng.normal(size=(n, 1)) for s in np.linspace(0.5, 4, 7)
    ]
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}", "metric") for i in range(len(metrics))))
    names = tuple(f"s{i}" for i in range(n)), tuple(f"d{j}" for j in range(m))
    return ScoreTable(scorers, *names, np.array([human, *metrics]))


def compared(**options):
    given = {
        "level": "system",
        "coefficient": "pearson",
        "test": "studentized_permutation",
        "rng": 1,
        "resamples": 199,
    }
    return compare(table(), **{**given, **options})


TEMPLATE = compared().tests[0]


def rows(pvalues, **changes):
    return [
        dataclasses.replace(TEMPLATE, rival=f"rival{i}", pvalue=p, resamples=9999, **changes)
        for i, p in enumerate(pvalues)
    ]


def test_intervals_around_the_threshold_by_hand():
    # 1.96 sqrt(0.05 0.95 / 9999) = 0.00427
    plain = Settings(correction="none")
    near = [0.05 - 0.0040, 0.05 + 0.0040]
    far = [0.05 - 0.0046, 0.05 + 0.0046]
    assert uncertain_decisions(rows(near), plain) == (2, 2)
    assert uncertain_decisions(rows(far), plain) == (0, 2)
    assert uncertain_decisions(rows([*near, *far]), plain) == (2, 4)
    few = rows(far)
    few[1] = dataclasses.replace(few[1], n_undefined_resamples=5000)
    assert uncertain_decisions(few, plain) == (1, 2)


def test_holm_compares_with_the_threshold_of_the_step():
    # steps 0.05 / 3, 0.05 / 2, 0.05: the middle one alone is near its step; without the correction none is
    pvalues = [0.001, 0.0255, 0.3]
    assert uncertain_decisions(rows(pvalues), Settings(correction="holm")) == (1, 3)
    assert uncertain_decisions(rows(pvalues), Settings(correction="none")) == (0, 3)


def test_pvalues_that_cannot_be_smaller_are_not_moved_below():
    hopeless = rows([1 / 10_000] + [0.9] * 702)
    assert uncertain_decisions(hopeless, Settings(correction="bonferroni")) == (0, 703)


def test_families_are_corrected_apart():
    pvalues = [0.0255, 0.9]
    both = [*rows(pvalues), *rows(pvalues, level="input")]
    assert uncertain_decisions(both, Settings()) == (2, 4)
    per_metric = [*rows(pvalues), *rows(pvalues, metric="other")]
    assert uncertain_decisions(per_metric, Settings(family="per_metric")) == (2, 4)
    turned = [
        dataclasses.replace(row, metric=row.rival, rival=row.metric, pvalue=1 - row.pvalue)
        for row in rows(pvalues)
    ]
    pairs = Settings(family="pairs", alternative="greater")
    assert uncertain_decisions([*rows(pvalues), *turned], pairs)[1] == 2


@pytest.mark.parametrize(
    ("resamples", "advice"),
    [(199, "--resamples 99999"), (99_999, "--resamples 999999"), (10_000_000, None)],
)
def test_the_note_counts_and_advises(resamples, advice):
    near = [dataclasses.replace(row, resamples=resamples) for row in rows([0.05, 0.9])]
    (note,) = about_monte_carlo(near, Settings(correction="none"))
    assert (note.code, note.severity) == ("monte_carlo", "note")
    assert f"rest on {resamples} random resamples" in note.message
    assert "up to 1 of 2 decisions" in note.message
    assert ("--resamples" in note.message) == (advice is not None)
    assert advice is None or f"({advice}) settle" in note.message
    assert note.message[-1] == "."


def test_silent_for_exact_tests_closed_forms_and_clear_decisions():
    near = rows([0.05, 0.9])
    plain = Settings(correction="none")
    assert not list(about_monte_carlo([dataclasses.replace(row, exact=True) for row in near], plain))
    assert not list(about_monte_carlo([dataclasses.replace(row, resamples=0) for row in near], plain))
    assert not list(about_monte_carlo(rows([0.0001, 0.9, np.nan]), plain))
    assert not list(about_monte_carlo([], plain))


def test_decisions_that_other_seeds_change_are_counted():
    found = [compared(rng=seed, correction="none") for seed in range(6)]
    decided = np.array([[row.significant_adjusted for row in one.tests] for one in found])
    changing = int(np.sum(decided.any(axis=0) & ~decided.all(axis=0)))
    assert changing > 0
    counts = [uncertain_decisions(one.tests, one.settings)[0] for one in found]
    assert max(counts) >= changing
    assert "monte_carlo" in {caution.code for caution in found[int(np.argmax(counts))].cautions}
