"""What is decided over several tables, and its words."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from tests.decided_metrics import row_of

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.decision import Ground
from trueness.decisions.may_be_best import may_be_best
from trueness.studies.compare.settings import Settings
from trueness.studies.pool.decided import SHARED_KNOWN, decided, left_as_best, none_differ, uncertain
from trueness.studies.pool.rows import PooledEstimate
from trueness.studies.pool.study import pool

KEY = ("system", "pearson")
QUICK = {"level": "system", "coefficient": "pearson", "rng": 1, "resamples": 99}


def table(noises, *, prefix="", n=14, m=6, seed=1):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 1)) + 0.2 * rng.normal(size=(n, m))
    taste = np.array(noises)[:, None, None] * rng.normal(size=(len(noises), n, 1))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}") for k in range(len(noises))))
    names = tuple(f"{prefix or seed}-{k:02}" for k in range(n)), tuple(f"d{k}" for k in range(m))
    return ScoreTable(scorers, *names, np.concatenate([human[None], human + taste]))


def test_the_best_over_all_tables_is_decided_by_its_rule():
    tables = {name: table((0.1, 1.5, 2.0), seed=seed) for seed, name in enumerate("abc", 1)}
    found = pool(tables, **QUICK)
    best, ranked = found.decisions
    assert (best.rule, best.answer, best.names) == ("may_be_best", "yes", ("m0",))
    assert best.applies_to == "other systems and other inputs, in these tables"
    assert (ranked.rule, ranked.answer) == ("may_be_ranked", "yes")
    row = found.estimate("m0", "system", "pearson")
    assert found.conclusions[0] == (
        "✓ Over 3 tables, for ranking systems, use 'm0': it agrees most with 'human' (Pearson's r "
        f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]), and the other 2 are ruled out."
    )
    assert {row.metric for row in found.ranks if row.may_be_best} == {"m0"}
    assert left_as_best(found.decisions, KEY) == ("m0",)
    assert next((row.rank_low, row.rank_high) for row in found.ranks) == (1, 1)


def test_equal_metrics_are_not_ruled_out():
    found = pool({name: table((1, 1), seed=seed) for seed, name in enumerate("ab", 1)}, **QUICK)
    best, ranked = found.decisions
    assert (best.answer, set(best.names), ranked.answer) == ("cannot_tell", {"m0", "m1"}, "cannot_tell")
    top = max(found.estimates, key=lambda row: row.estimate)
    (other,) = {"m0", "m1"} - {top.metric}
    (test,) = found.tests
    limits = (test.low, test.high) if test.metric == top.metric else (-test.high, -test.low)
    answer, differ, _ = found.conclusions
    assert answer == (
        f"? Over 2 tables, for ranking systems, '{top.metric}' agrees most with 'human' (Pearson's r "
        f"{top.estimate:.2f} [{top.low:.2f}, {top.high:.2f}]), but one other may be the best (95% confidence): "
        f"'{other}'. '{top.metric}' leads by {top.estimate - found.estimate(other, *KEY).estimate:.2f} "
        f"[{'−' * (limits[0] < 0)}{abs(limits[0]):.2f}, {limits[1]:.2f}]."
    )
    assert differ == (
        "Over 2 tables, for ranking systems (by Pearson's r): no two metrics are shown to differ after Shaffer "
        "correction: do not rank them."
    )


def pooled(metric, value):
    blank = dict.fromkeys(PooledEstimate.__dataclass_fields__, 0)
    given = {"metric": metric, "level": KEY[0], "coefficient": KEY[1], "estimate": value}
    return PooledEstimate(**(blank | given | {"low": value - 0.1, "high": value + 0.1}))


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        ((), "takes less evidence than showing a difference, and the two are not shown to differ."),
        (
            (Ground.counted(SHARED_KNOWN, 0, 1),),
            "No two metrics are shown to differ after Shaffer correction: do not rank them.",
        ),
    ],
)
def test_where_no_two_differ_what_was_said_of_the_best_is_not_taken_back(needs, said):
    known = [pooled("a", 0.9), pooled("b", 0.8)]
    pvalues = [[np.nan, 0.03], [0.97, np.nan]]
    level, coefficient = KEY
    best = may_be_best(
        "ab",
        [0.9, 0.8],
        pvalues,
        applies_to="other systems",
        needs=needs,
        level=level,
        coefficient=coefficient,
    )
    assert best.names == ("a",)
    assert none_differ([best], KEY, known, [row_of("a", "b", 0.03)], Settings.of(rng=1)).endswith(said)
    apart = [row_of("a", "b", 0.03, "better")]
    assert none_differ([best], KEY, known, apart, Settings.of(rng=1)) == ""


def test_tests_that_take_a_shared_system_for_several_decide_nothing():
    tables = {name: table((0.1, 2.0), seed=seed, prefix="s") for seed, name in enumerate("abc", 1)}
    for options in ({"test": "permutation"}, {"test": "bootstrap"}):
        found = pool(tables, **QUICK, **options)
        (best, _) = found.decisions
        assert (best.answer, best.reason) == ("cannot_tell", SHARED_KNOWN)
        row = found.estimate("m0", "system", "pearson")
        assert found.conclusions[0] == (
            "? Over 3 tables, for ranking systems, 'm0' agrees most with 'human' (Pearson's r "
            f"{row.estimate:.2f} [{row.low:.2f}, {row.high:.2f}]), but we cannot tell whether it is the best: the "
            "tests draw every table by itself."
        )
        assert left_as_best(found.decisions, KEY) == ()
    assert pool(tables, **QUICK).decisions[0].answer == "yes"
    apart = {name: table((0.1, 2.0), seed=seed) for seed, name in enumerate("abc", 1)}
    assert pool(apart, **QUICK, test="bootstrap").decisions[0].reason != SHARED_KNOWN


def test_the_mean_of_all_is_decided_too_and_has_no_chance_level():
    tables = {name: table((0.1, 2.0), seed=seed) for seed, name in enumerate("ab", 1)}
    found = pool(tables, **{**QUICK, "coefficient": ["pearson", "kendall"]}, overall=True)
    best = next(one for one in found.decisions if one.level == "all")
    assert (best.rule, best.names[0]) == ("may_be_best", "m0")
    assert len(found.decisions) == 6


@pytest.mark.parametrize("options", [{"baseline": "m0"}, {"tests": False}])
def test_without_tests_of_all_pairs_nothing_is_decided(options):
    found = pool({"a": table((1, 1))}, **QUICK, **options)
    assert found.decisions == ()
    asked = {"human": "human", "place": "In one table"}
    assert decided(found.decisions, KEY, found.estimates, found.settings, **asked) == ""
    assert uncertain(found.decisions, KEY, found.estimates, found.settings) == []
    best = max(found.estimates, key=lambda row: row.estimate)
    assert found.conclusions[0].startswith(
        f"In one table, for ranking systems, '{best.metric}' agrees most with 'human' (Pearson's r "
    )
    assert dataclasses.asdict(found.estimates[0])["level"] == "system"
