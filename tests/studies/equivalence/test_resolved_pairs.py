from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError, UnsupportedMethodError
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.equivalence.resolved_pairs import resolved_pairs

FAST = {"coefficient": "kendall", "level": "system", "resamples": 300, "rng": 1}


def test_shares_from_the_resamples(judged_table):
    table = judged_table()
    found = resolved_pairs(table, metrics=["good", "poor", "errors"], **FAST)
    drawn_from = table.sorted_by_name()
    matrices = [drawn_from.oriented(name) for name in ("good", "poor", "errors")]
    arrays = ScoreArrays.of(np.stack(matrices), drawn_from.oriented("relevance"))
    plan = bootstrap_plan(arrays, "both", 300, 1)
    (drawn,) = bootstrap(arrays, [arrays.group((0, 1, 2))], plan, ("system",), ("kendall",))
    good, poor, errors = drawn.values["system", "kendall"].T
    wanted = {
        ("good", "poor"): (good, poor),
        ("good", "errors"): (good, errors),
        ("errors", "poor"): (errors, poor),
    }
    assert {(row.metric, row.rival) for row in found.pairs} == set(wanted)
    for row in found.pairs:
        a, b = wanted[row.metric, row.rival]
        share = np.mean(a > b + 1e-12) + np.mean(np.abs(a - b) <= 1e-12) / 2
        assert row.share == pytest.approx(share)
        assert row.share >= 0.5
        assert row.resolved == (share >= 0.975)
    assert found.share_resolved("relevance", "system", "kendall") == sum(r.resolved for r in found.pairs) / 3
    assert math.isnan(found.share_resolved("relevance", "input", "kendall"))


def test_shifts_under_conditions(judged_table):
    table = judged_table(systems=40)
    same, worse = judged_table(systems=40), judged_table(5, systems=40, noise=4)
    found = resolved_pairs(table, against={"same": same, "worse": worse}, **FAST)
    first, second = found.shifts
    assert (first.condition, first.shift, first.n_unresolved, first.n_reversed) == ("same", 0, 0, 0)
    assert -second.shift <= second.shift_signed < 0  # the better metrics are better less often
    assert second.n_unresolved > 0
    assert first.share_resolved == found.share_resolved("relevance", "system", "kendall")


def test_outputs_as_published(judged_table):
    found = resolved_pairs(judged_table(), over="outputs", coefficient="kendall", resamples=100, rng=0)
    assert {row.level for row in found.pairs} == {"global"}
    assert "bootstrap:outputs" in str(found.signature)
    with pytest.raises(UnsupportedMethodError, match="global level only"):
        resolved_pairs(judged_table(), over="outputs", level="system")


def test_clusters_are_resampled_as_a_whole(judged_table):
    table = judged_table()
    one = dataclasses.replace(table, input_groups={"document": ("a",) * 10})
    with pytest.raises(UnsupportedMethodError, match="at least two clusters"):
        resolved_pairs(one, over="inputs", clusters="document", **FAST)
    two = dataclasses.replace(table, input_groups={"document": ("a", "b") * 5})
    found = resolved_pairs(two, over="inputs", clusters="document", **FAST)
    assert "clusters:document" in str(found.signature)
    with pytest.raises(UnsupportedMethodError, match="clusters"):
        resolved_pairs(one, over="outputs", clusters="document", resamples=10)


def test_rows_and_json(judged_table):
    found = resolved_pairs(judged_table(), **FAST)
    assert len(found.rows()) == 6
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["pairs"][0]["resamples"] == 300


def test_what_is_refused(judged_table):
    with pytest.raises(DataError, match="comparing 'good'"):
        resolved_pairs(judged_table(), metrics="good")
    with pytest.raises(ArgumentError, match="threshold"):
        resolved_pairs(judged_table(), threshold=0.5)
    with pytest.raises(ArgumentError, match="`over` must be one of"):
        resolved_pairs(judged_table(), over="cells")
