import itertools

import numpy as np
import pytest

from trueness import read_scores
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError
from trueness.methods.two_way_jackknife import jackknifed
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.certified_scenarios import (
    INPUTS,
    SYSTEMS,
    certified_scenarios,
    fitted_scenario,
    fitted_scenarios,
    standardised,
    tail_scenarios,
)
from trueness.studies.certify.quality_model import QualityModel
from trueness.studies.certify.scenario import metrics_of_quality
from trueness.studies.certify.truths import TRUTHS, TWO_WAY_TRUTHS


def test_grids_hold_every_truth():
    quick, standard, full = (certified_scenarios(grid) for grid in ("quick", "standard", "full"))
    for scenarios in (quick, standard, full):
        assert len({scenario.name for scenario in scenarios}) == len(scenarios)
    assert len(quick) == 2 * (len(TWO_WAY_TRUTHS) + 2)
    names = {truth.name for truth in TRUTHS}
    assert {scenario.name.partition(";")[0] for scenario in standard} == names
    # the standard scenarios come first, so that a run that is stopped has them
    assert [one.name for one in full[: len(standard)]] == [one.name for one in standard]
    for truth in TRUTHS:
        here = [one for one in full if one.name.partition(";")[0] == truth.name]
        sizes = [(n, m) for n in SYSTEMS for m in INPUTS if truth.fits(n, m)]
        assert {(one.n_systems, one.n_inputs) for one in here} == set(sizes)
        assert len(here) == len(sizes) * len(truth.scores)
    with pytest.raises(ArgumentError, match="grid"):
        certified_scenarios("other")


def test_tails_are_studied_in_scenarios_of_the_grid():
    names = {scenario.name for scenario in certified_scenarios("full")}
    assert tail_scenarios() <= names
    assert len(tail_scenarios()) == 12


def table(seed=1):
    rng = np.random.default_rng(seed)
    quality, difficulty = rng.normal(size=(12, 1)), rng.normal(size=(1, 40))
    human = np.clip(np.round(3 + 0.5 * (quality + difficulty + rng.normal(size=(12, 40)))), 1, 5)
    metrics = [quality * w + difficulty + rng.normal(size=(12, 40)) for w in (1.0, 0.2)]
    scorers = (Scorer("people", "human"), Scorer("good"), Scorer("bad", higher_is_better=False))
    names = tuple(f"s{i}" for i in range(12)), tuple(f"i{j}" for j in range(40))
    return ScoreTable(scorers, *names, np.stack([human, metrics[0], -metrics[1]]))


def test_a_fitted_scenario_looks_like_its_table():
    given = table()
    found = fitted_scenario(given, "people", ("good", "bad"), alike=False, n_systems=200)
    arrays = found.scenario.draw(np.random.default_rng(2))
    assert set(np.unique(arrays.human)) <= {1, 2, 3, 4, 5}
    good, bad = (correlate(x, arrays.human, "system", "pearson").estimate for x in arrays.metrics)
    assert good > bad + 0.2
    assert found.scenario.null_levels == ()
    assert 0 <= found.clipped < 0.2


def test_made_alike_both_agree_equally_well():
    scenario = fitted_scenario(table(), "people", ("good", "bad"), n_systems=100).scenario
    gaps = []
    for seed in range(60):
        arrays = scenario.draw(np.random.default_rng(seed))
        one, other = (correlate(x, arrays.human, "system", "pearson").estimate for x in arrays.metrics)
        gaps.append(one - other)
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / np.sqrt(60)


def test_standardised():
    model = standardised(metrics_of_quality((0.2, 0.6)))
    variance = np.diag(model.systems) + np.diag(model.inputs) + np.diag(model.outputs)
    np.testing.assert_allclose(variance, 1)


def test_pairs_from_least_to_most_correlated():
    rng = np.random.default_rng(4)
    quality = rng.normal(size=(10, 30))
    metrics = [quality + scale * rng.normal(size=quality.shape) for scale in (0.1, 0.5, 1.0, 4.0)]
    names = ("a", "b", "c", "d")
    given = ScoreTable(
        (Scorer("people", "human"), *(Scorer(name) for name in names)),
        tuple(f"s{i}" for i in range(10)),
        tuple(f"i{j}" for j in range(30)),
        np.stack([quality, *metrics]),
    )
    found = [one.scenario for one in fitted_scenarios(given, "people", names, most=3)]
    agreement = np.corrcoef(np.reshape(metrics, (4, -1)))
    pairs = sorted(itertools.combinations(range(4), 2), key=lambda pair: agreement[pair])
    wanted = [f"{names[i]} and {names[j]}" for i, j in (pairs[0], pairs[-1])]
    assert [scenario.name.split(" of ")[0] for scenario in found][::2] == wanted
    assert len(found) == 3
    assert all(scenario.null_levels == ("system", "input") for scenario in found)
    assert len(fitted_scenarios(given, "people", names[:2])) == 1
    with pytest.raises(ArgumentError, match="at least two"):
        fitted_scenarios(given, "people", names[:1])


def test_an_outlier_among_systems_comes_again():
    given = table()
    values = np.array(given.values)
    values[1:, 0] += 8 * np.array([1, -1])[:, None]
    odd = ScoreTable(given.scorers, given.systems, given.inputs, values)
    scenario = fitted_scenario(odd, "people", ("good", "bad"), n_systems=400).scenario
    means = scenario.draw(np.random.default_rng(3)).metrics[0].mean(axis=1)
    far = np.abs(means - np.median(means)) > 4 * np.median(np.abs(means - np.median(means)))
    assert 0.02 < far.mean() < 0.25


def test_a_scorer_that_does_not_vary_is_named():
    given = table()
    values = np.array(given.values)
    values[1] = 2.0
    with pytest.raises(ArgumentError, match="'good' is constant"):
        fitted_scenario(
            ScoreTable(given.scorers, given.systems, given.inputs, values), "people", ("good", "bad")
        )


def shuffled(given, seed):
    """Return the same table with its systems and inputs in another order."""
    rng = np.random.default_rng(seed)
    rows, columns = (rng.permutation(n) for n in given.shape[1:])
    return ScoreTable(
        given.scorers,
        tuple(given.systems[i] for i in rows),
        tuple(given.inputs[j] for j in columns),
        given.values[:, rows][:, :, columns],
    )


@pytest.mark.parametrize("alike", [True, False])
def test_the_order_of_rows_in_a_file_moves_no_number(alike):
    given = table()
    found, moved = (
        fitted_scenario(one, "people", ("good", "bad"), alike=alike) for one in (given, shuffled(given, 5))
    )
    assert moved.clipped == found.clipped
    arrays, others = (one.scenario.draw(np.random.default_rng(6)) for one in (found, moved))
    np.testing.assert_array_equal(arrays.metrics, others.metrics)
    np.testing.assert_array_equal(arrays.human, others.human)


def test_the_order_of_rows_in_a_file_moves_no_pair():
    # a and b agree equally well with c, so that the last bit of a sum decides which pair comes first
    rng = np.random.default_rng(4)
    quality, noise = rng.normal(size=(10, 30)), rng.normal(size=(10, 30))
    names = ("a", "b", "c")
    given = ScoreTable(
        (Scorer("people", "human"), *(Scorer(name) for name in names)),
        tuple(f"s{i}" for i in range(10)),
        tuple(f"i{j}" for j in range(30)),
        np.stack([quality, quality + noise, 3 * (quality + noise), quality - noise]),
    )
    wanted = [one.scenario.name for one in fitted_scenarios(given, "people", names)]
    for seed in range(7):
        found = fitted_scenarios(shuffled(given, seed), "people", names)
        assert [one.scenario.name for one in found] == wanted


def ratio(arrays):
    """Return the variance of a difference over systems and inputs against that over systems, at the input level."""
    ready = jackknifed(arrays, arrays.group(range(2)), ("input", "pearson"))
    one, other = np.array([0]), np.array([1])
    both, systems = (ready.of_pairs(one, other, over).variances[0] for over in ("both", "systems"))
    return both / systems if systems > 1e-12 else np.nan


def mean_ratio(scenario, count=6):
    return np.mean([ratio(scenario.draw(np.random.default_rng(seed))) for seed in range(count)])


def sloped(slopes, seed):
    """Return a table in which each metric's sensitivity to quality varies over inputs."""
    model = QualityModel(quality=1.0, noises=(0.5, 0.5), human_noise=0.5, slope_spread=slopes)
    values = model.draw(24, 100, np.random.default_rng(seed))[0]
    scorers = (Scorer("people", "human"), Scorer("good"), Scorer("bad"))
    names = tuple(f"s{i:02d}" for i in range(24)), tuple(f"i{j:03d}" for j in range(100))
    return ScoreTable(scorers, *names, values), ratio(ScoreArrays.of(values[1:], values[0]))


@pytest.mark.parametrize("alike", [True, False])
def test_variances_over_inputs_come_again(alike):
    given, wanted, found = [], [], []
    for seed in range(5):
        table_of, its_own = sloped(0.5, seed)
        wanted.append(its_own)
        given.append(fitted_scenario(table_of, "people", ("good", "bad"), alike=alike).scenario)
        found.append(mean_ratio(given[-1], 3))
    assert all(len(one.model.of_inputs) for one in given)
    assert np.median(wanted) > 1.25
    assert np.median(found) - 1 == pytest.approx(np.median(wanted) - 1, rel=0.5)


def test_without_slopes_inputs_add_nothing():
    scenarios = [
        fitted_scenario(sloped(0.0, seed)[0], "people", ("good", "bad")).scenario for seed in range(5)
    ]
    assert np.median([mean_ratio(one, 3) for one in scenarios]) < 1.05


COLUMNS = (
    "AutoSummENG",
    "MeMoG",
    "NPowER",
    "bertscore_recall",
    "BEwTE_{}",
    "METEOR",
    "MoverScore",
    "qa-eval_f1",
    "rouge-1_{}",
    "rouge-2_{}",
    "rouge-l_{}",
    "s3_resp",
)
"""Metrics of Deutsch et al. (2021) that both data sets have; {} is what they report of ROUGE and BEwT-E."""


@pytest.mark.parametrize("step", [6, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("folder", "human", "form", "least", "slack"),
    [
        ("fabbri2020", "expert_relevance", "f1", 1.0, 0.05),
        ("bhandari2020", "litepyramid_recall", "recall", 1.2, 0.12),
    ],
)
def test_fits_to_real_tables_have_their_variance_over_inputs(
    test_data, folder, human, form, least, slack, step
):
    """Median over pairs of metrics, of tables and of fits to them; a model of independent noise in cells has 1."""
    metrics = [column.format(form) for column in COLUMNS]
    files = sorted((test_data / "data" / "deutsch2021" / folder).glob("*.jsonl*"))
    given = read_scores(*files).select(scorers=[human, *metrics])
    wanted, found = [], []
    rng = np.random.default_rng(11)
    for pair in list(itertools.combinations(metrics, 2))[::step]:
        scores = np.stack([given.oriented(name) for name in pair])
        its_own = ratio(ScoreArrays.of(scores, given.oriented(human)))
        if np.isnan(its_own):  # two metrics that are the same
            continue
        wanted.append(its_own)
        scenario = fitted_scenario(given, human, pair, alike=False).scenario
        found += [ratio(scenario.draw(rng)) for _ in range(3)]
    assert np.median(found) == pytest.approx(np.median(wanted), abs=slack)
    assert np.median(found) > least
