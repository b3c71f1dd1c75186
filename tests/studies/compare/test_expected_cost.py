"""Too many tests are refused, costly ones announced, before anything is computed."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.parallel import Execution, executing, listening
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare import expected_cost as comparing
from trueness.studies.compare.expected_cost import (
    check_number_of_tests,
    expected_cost,
    expected_seconds,
    number_of_tests,
)
from trueness.studies.compare.pair_tests import compared_pairs
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.study import compare
from trueness.study import cost as module

KEYS = {"level": ["system", "input"], "coefficient": ["pearson", "spearman", "kendall"]}


def settings(**given):
    return Settings.of(rng=1, **(KEYS | given))


def arrays(k=4, n=16, m=50, missing=0.0):
    rng = np.random.default_rng(0)
    metrics = rng.normal(size=(k, n, m))
    metrics[rng.random(metrics.shape) < missing] = np.nan
    return ScoreArrays.of(metrics, rng.normal(size=(n, m)))


def table(k):
    rng = np.random.default_rng(0)
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}") for i in range(k)))
    values = rng.normal(size=(k + 1, 6, 5))
    return ScoreTable(scorers, tuple(f"s{i}" for i in range(6)), tuple(f"d{i}" for i in range(5)), values)


@pytest.mark.parametrize(
    "given",
    [{}, {"alternative": "greater"}, {"family": "per_metric"}, {"baseline": "m0"}],
)
def test_the_number_of_tests_is_that_of_the_rows(given):
    result = compare(table(4), rng=1, **given)
    assert number_of_tests(4, result.settings) == len(result.tests)


def test_the_refusal_says_how_many_pairs_the_limit_and_what_goes_on():
    with pytest.raises(ArgumentError) as caught:
        check_number_of_tests(1000, settings())
    said = str(caught.value)
    for words in ("1,000 metrics", "499,500 pairs", "2,997,000 tests", "500,000", "--baseline", "--metrics"):
        assert words in said


def test_the_limit_is_where_it_is_said_to_be(monkeypatch):
    monkeypatch.setattr(module, "MOST_TESTS", 6 * 6)
    check_number_of_tests(4, settings())
    with pytest.raises(ArgumentError, match="5 metrics are 10 pairs"):
        check_number_of_tests(5, settings())
    with pytest.raises(ArgumentError):
        check_number_of_tests(4, settings(alternative="less"))
    check_number_of_tests(1000, settings(baseline="m0"))


def test_a_comparison_is_refused_before_scores_are_touched(monkeypatch):
    monkeypatch.setattr(module, "MOST_TESTS", 10)
    monkeypatch.setattr(
        "trueness.studies.compare.study.score_arrays", lambda *_: pytest.fail("the scores were touched")
    )
    with pytest.raises(ArgumentError, match="--baseline"):
        compare(table(4), rng=1)


def test_what_has_no_tests_of_all_pairs_goes_on(monkeypatch):
    monkeypatch.setattr(module, "MOST_TESTS", 10)
    assert len(compare(table(4), tests=False).estimates) == 4 * 6
    assert len(compare(table(4), baseline="m1", rng=1).tests) == 3 * 6


def test_pairs_are_not_listed_where_they_are_too_many():
    """Other studies list pairs by this function, too."""
    with pytest.raises(ArgumentError, match="--metrics"):
        compared_pairs([f"m{k}" for k in range(5000)], settings())


def test_little_is_not_announced_and_much_is():
    assert expected_cost(arrays(), settings()).said == ""
    said = expected_cost(arrays(40), settings(test="permutation", test_over="systems", resamples=99_999)).said
    assert "4,680 tests of 40 metrics" in said
    assert "--baseline" in said
    assert "--metrics" in said
    against = expected_cost(
        arrays(40), settings(test="permutation", test_over="systems", baseline="0", resamples=9_999_999)
    ).said
    assert "--metrics" in against
    assert "--baseline" not in against


def test_it_is_announced_by_the_study(monkeypatch):
    monkeypatch.setattr(module, "SAID_FROM", 0.0)
    heard: list[str] = []
    with listening(heard.append):
        compare(table(3), rng=1)
    assert any("18 tests of 3 metrics with" in text for text in heard)


def test_more_of_anything_costs_more():
    def seconds(k=10, n=16, m=50, missing=0.0, **given):
        return expected_seconds(arrays(k, n, m, missing), settings(**given))

    swaps = {"test": "permutation", "test_over": "systems"}
    assert seconds(80) > 3 * seconds(40)
    assert seconds(missing=0.1) > 5 * seconds()
    assert seconds(**swaps) > seconds()
    assert seconds(m=100, **swaps) > 1.5 * seconds(**swaps)
    assert seconds(resamples=19_998, **swaps) > 1.5 * seconds(**swaps)
    assert seconds(beside=["both"]) > seconds()
    assert seconds(test="studentized_permutation") > seconds(**swaps)
    assert seconds(10, baseline="0", **swaps) < seconds(10, **swaps) / 4
    with executing(Execution(workers=1)):
        alone = seconds(**swaps)
    with executing(Execution(workers=4)):
        assert seconds(**swaps) < alone / 2


def test_sets_of_outputs_are_counted_by_what_is_missing():
    some = arrays(6, missing=0.1)
    groups = len(some.pair_groups(list(itertools.combinations(range(6), 2))))
    assert groups <= comparing.tests_at_once(some, settings()) <= groups + 6
    assert comparing.tests_at_once(arrays(6), settings()) == 1


MEASURED = """
import sys
from pathlib import Path
import numpy as np
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare

def held(what):
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) / 1024

def compared(k):
    rng = np.random.default_rng(0)
    human = rng.normal(size=(10, 30))
    scorers = (Scorer("people", "human"), *(Scorer(f"m{i}") for i in range(k)))
    values = np.concatenate([human[None], human + 2 * rng.normal(size=(k, 10, 30))])
    table = ScoreTable(scorers, tuple(f"s{i}" for i in range(10)), tuple(f"d{j}" for j in range(30)), values)
    return compare(
        table, human="people", level="system", test="permutation", interval="percentile", resamples=99, rng=1,
        workers=1, memory=sys.argv[1],
    )

compared(4)
Path("/proc/self/clear_refs").write_text("5")
found = compared(300)
assert len(found.tests) == 3 * 300 * 299 // 2
print(held("VmHWM") - held("VmRSS"))
"""
"""Prints the most MiB held while 300 metrics are compared, beyond what is held when the answer is there."""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the most memory held is read from /proc")
def test_three_hundred_metrics_keep_within_the_memory_they_are_given():
    """They took 3.4 GB. A process has some megabytes of its own (threads, freed memory not given back)."""
    command = [sys.executable, "-c", MEASURED, "64MiB"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert float(found.stdout) < 64 + 40
