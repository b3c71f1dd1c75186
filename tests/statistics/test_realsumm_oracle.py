"""Correlations, bootstrap bounds and permutation p-values of REALSumm against recorded answers of other programs."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import fisher_exact

from trueness.data.reading.read import read_scores
from trueness.statistics.engine.resample import PermutationPlan, Weights
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.resampling.permutation import permutation_exceedances
from trueness.statistics.score_arrays import ScoreArrays

COEFFICIENTS = ("pearson", "spearman", "kendall")
RECORDED = 9_999
"""Resamples behind the record."""

with_resamples = pytest.mark.parametrize("resamples", [3_999, pytest.param(RECORDED, marks=pytest.mark.slow)])


@pytest.fixture(scope="module")
def oracle(test_data: Path) -> dict[str, Any]:
    recorded: dict[str, Any] = json.loads((test_data / "oracles" / "stats" / "oracle.json").read_text())
    return recorded


@pytest.fixture(scope="module")
def arrays(test_data: Path) -> ScoreArrays:
    """REALSumm as recorded: 25 systems, the two identical ones both in."""
    folder = test_data / "data" / "realsumm"
    table = read_scores(folder / "abs.pkl", folder / "ext.pkl")
    human = "litepyramid_recall"
    names = [name for name in table.scorer_names if name != human]
    assert table.shape == (15, 25, 100)
    return ScoreArrays.of(np.stack([table.matrix(name) for name in names]), table.matrix(human), names)


def only(arrays: ScoreArrays, names: set[str]) -> ScoreArrays:
    keep = [k for k, name in enumerate(arrays.names) if name in names]
    return ScoreArrays.of(arrays.metrics[keep], arrays.human, [arrays.names[k] for k in keep])


def test_correlations_equal_the_record(arrays: ScoreArrays, oracle: dict[str, Any]) -> None:
    (group,) = arrays.single_groups()
    checked = 0
    for level in ("system", "input", "global"):
        found = level_correlations(arrays, group, Weights(None, None), level, COEFFICIENTS).values
        for coefficient in COEFFICIENTS:
            recorded = oracle["point_realsumm"][coefficient][level]
            for k, name in enumerate(arrays.names):
                assert found[coefficient][0, k] == pytest.approx(recorded[name], abs=1e-12), (
                    level,
                    coefficient,
                    name,
                )
                checked += 1
    assert checked == 9 * 14


@with_resamples
def test_bootstrap_bounds_agree_within_monte_carlo_error(
    arrays: ScoreArrays, oracle: dict[str, Any], resamples: int
) -> None:
    recorded = {tuple(key.split("|")): value for key, value in oracle["boot_ci_realsumm"].items()}
    arrays = only(arrays, {key[3] for key in recorded})
    checked = 0
    for over in ("systems", "inputs", "both"):
        wanted = {key: value for key, value in recorded.items() if key[2] == over}
        for level in sorted({key[1] for key in wanted}):
            coefficients = sorted({key[0] for key in wanted if key[1] == level})
            (drawn,) = bootstrap(
                arrays,
                arrays.single_groups(),
                bootstrap_plan(arrays, over, resamples, 20_21),
                [level],
                coefficients,
            )
            for (coefficient, at, _, name), value in wanted.items():
                if at != level:
                    continue
                samples = drawn.of(arrays.names.index(name), (level, coefficient))
                for quantile, bound, error in ((0.025, "lo", "mc_se_lo"), (0.975, "hi", "mc_se_hi")):
                    own = float(np.quantile(samples, quantile))
                    # both bounds carry a Monte-Carlo error, the recorded one and that of as many resamples as here
                    assert abs(own - value[bound]) <= 4 * np.sqrt(1 + RECORDED / resamples) * value[error], (
                        level,
                        coefficient,
                        over,
                        name,
                    )
                    checked += 1
    assert checked == 2 * len(recorded)


@pytest.mark.parametrize(
    ("record", "prefix", "resamples"),
    [
        ("perm_nlpstats_semantics", "nlpstats", 3_999),
        # so few tell it from swaps of rows, then columns: their counts would be alike with probability 2e-10
        ("perm_both_cellwise_semantics", "cell", 999),
        *(
            pytest.param(*one, RECORDED, marks=pytest.mark.slow)
            for one in (("perm_nlpstats_semantics", "nlpstats"), ("perm_both_cellwise_semantics", "cell"))
        ),
    ],
)
def test_permutation_pvalues_agree_within_monte_carlo_error(
    arrays: ScoreArrays, oracle: dict[str, Any], record: str, prefix: str, resamples: int
) -> None:
    # key: prefix | coefficient | level | over | metric | rival
    recorded = {tuple(key.split("|")): value for key, value in oracle[record].items()}
    assert {key[0] for key in recorded} == {prefix}
    arrays = only(arrays, {name for key in recorded for name in key[4:]})
    swaps = {
        "systems": "systems",
        "inputs": "inputs",
        "both": "cells" if prefix == "cell" else "rows_then_columns",
    }
    checked = 0
    for over, level in itertools.product(swaps, ("system", "input", "global")):
        wanted = {key: value for key, value in recorded.items() if (key[3], key[2]) == (over, level)}
        if not wanted:
            continue
        pairs = sorted({(arrays.names.index(key[4]), arrays.names.index(key[5])) for key in wanted})
        coefficients = sorted({key[1] for key in wanted})
        plan = PermutationPlan.choose(swaps[over], arrays.n_systems, arrays.n_inputs, resamples, 7)
        found = permutation_exceedances(arrays, pairs, plan, [level], coefficients, standardize="cells")
        for (_, coefficient, _, _, metric, rival), value in wanted.items():
            result = found[level, coefficient]
            p = pairs.index((arrays.names.index(metric), arrays.names.index(rival)))
            # js-2 has scores (multiples of ln 2) that are equal but for the last bit. The record ranks them apart;
            # once metrics are on one scale, values within 1e-12 tie here.
            near_ties = level == "input" and coefficient != "pearson" and "js-2" in (metric, rival)
            bound = 3e-4 if near_ties else 1e-12
            assert abs(result.observed[p] - value["delta"]) <= bound, (
                level,
                coefficient,
                over,
                metric,
                rival,
            )
            for alternative, name in (("two-sided", "p_two_tol"), ("greater", "p_greater_tol")):
                # exceedances of as many resamples, here and there: alike but for chance, of four standard errors
                own, other = result.pvalue(alternative)[p] * (resamples + 1), value[name] * value["B"] + 1
                counts = [[own, resamples + 1 - own], [other, value["B"] + 1 - other]]
                chance = fisher_exact(np.rint(counts).astype(int)).pvalue
                assert chance > 6e-5, (level, coefficient, over, metric, rival, alternative)
                checked += 1
    assert checked == 2 * len(recorded)
