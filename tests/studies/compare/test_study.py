"""The comparison as a whole: what must not change it, its ranks, its dictionary, its errors and its edges."""

from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest
import sacrebleu
import scipy.stats

from trueness.data.datasets.load import load_dataset_texts
from trueness.data.scores.corpus_statistics import CorpusStatistics
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.metrics.scoring.score import score
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.intervals import bootstrap_interval
from trueness.statistics.jackknife.jackknife import jackknife
from trueness.statistics.rank_clusters import rank_clusters
from trueness.statistics.resampling.bootstrap import bootstrap, bootstrap_plan
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.study import compare

NAN = np.nan
QUICK = {"rng": 3, "resamples": 99}
LEVELS = ["system", "input", "global", "per_system"]


def table(n=11, m=9, *, k=3, gaps=False, seed=1, **options):
    rng = np.random.default_rng(seed)
    human = rng.integers(1, 6, (n, m)) / 3
    metrics = human + (0.2 + np.arange(k))[:, None, None] * rng.normal(size=(k, n, m))
    if gaps:
        metrics[rng.random((k, n, m)) < 0.1] = NAN
        human[rng.random((n, m)) < 0.1] = NAN
    scorers = (Scorer("human", "human"), *(Scorer(f"m{i}", "metric") for i in range(k)))
    names = [tuple(f"{kind}{i}" for i in range(size)) for kind, size in (("s", n), ("d", m))]
    return ScoreTable(scorers, names[0], names[1], np.concatenate([human[None], metrics]), **options)


def replaced(scores, name, values):
    new = scores.values.copy()
    new[scores.index(name)] = values
    return dataclasses.replace(scores, values=new)


def numbers(found):
    """Return the results as text: NaN is not equal to itself, its text is."""
    return repr(
        (found.estimates, found.tests, found.beside, found.ranks, found.sensitivity, found.conclusions)
    )


def test_same_seed_same_numbers_for_any_workers_and_chunks():
    scores = table(gaps=True)
    options = {
        "rng": 3,
        "resamples": 1100,
        "level": LEVELS,
        "interval": "bca",
        "coefficient": "kendall",
        "beside": (),
    }
    runs = [compare(scores, **options, workers=w, chunk=c) for w, c in ((1, None), (2, 1), (4, 2))]
    assert len({numbers(run) for run in runs}) == 1
    for key, samples in runs[0].samples.items():
        assert samples.tobytes() == runs[1].samples[key].tobytes() == runs[2].samples[key].tobytes()
    other = compare(scores, **{**options, "rng": 4})
    assert [row.low for row in other.estimates] != [row.low for row in runs[0].estimates]
    assert [row.estimate for row in other.estimates] == [row.estimate for row in runs[0].estimates]


def test_the_seed_is_recorded():
    first = compare(table(), interval="percentile", resamples=19)
    again = compare(table(), interval="percentile", resamples=19, rng=first.settings.seed)
    assert numbers(first) == numbers(again)
    assert f"seed:{first.settings.seed}" in str(first.signature)
    assert str(first.signature) == str(again.signature)


def test_lower_is_better_gives_what_its_negation_gives():
    scores = table(gaps=True)
    declared = replaced(scores, "m1", -scores.matrix("m1")).with_orientation(lower_is_better=["m1"])
    assert numbers(compare(declared, **QUICK, level=LEVELS)) == numbers(
        compare(scores, **QUICK, level=LEVELS)
    )
    undeclared = compare(replaced(scores, "m0", -scores.matrix("m0")), **QUICK)
    assert undeclared.estimate("m0", "system", "pearson").estimate < 0  # never guessed


def test_order_of_everything_does_not_move_estimates():
    scores = table(gaps=True)
    rng = np.random.default_rng(9)
    s, i, j = (rng.permutation(size) for size in scores.shape)
    turned = ScoreTable(
        tuple(scores.scorers[k] for k in s),
        tuple(scores.systems[k] for k in i),
        tuple(scores.inputs[k] for k in j),
        scores.values[np.ix_(s, i, j)],
    )
    one, other = (compare(item, **QUICK, level=LEVELS) for item in (scores, turned))
    for row in one.estimates:
        same = other.estimate(row.metric, row.level, row.coefficient)
        assert row.estimate == pytest.approx(same.estimate, abs=1e-12)
        assert (row.n_undefined, row.n_cells) == (same.n_undefined, same.n_cells)
    differences = {(row.metric, row.rival, row.level, row.coefficient): row.estimate for row in other.tests}
    for row in one.tests:
        key = (row.metric, row.rival, row.level, row.coefficient)
        back = (row.rival, row.metric, row.level, row.coefficient)
        expected = differences[key] if key in differences else -differences[back]
        assert row.estimate == pytest.approx(expected, abs=1e-12)
    assert {c.code for c in one.cautions} == {c.code for c in other.cautions}


def test_ranks_follow_the_tests():
    found = compare(table(n=14, m=30, k=4), rng=3, resamples=999, coefficient="pearson", level="input")
    assert [rank.metric for rank in found.ranks] == list(found.metrics)
    better = np.ones((4, 4))  # 0 where a verdict says so, as everything else that is said of a ranking
    for row in found.tests:
        a, b = found.metrics.index(row.metric), found.metrics.index(row.rival)
        better[a, b], better[b, a] = row.verdict != "better", row.verdict != "worse"
    clusters = rank_clusters([rank.estimate for rank in found.ranks], better, 0.05)
    assert tuple(rank.cluster for rank in found.ranks) == clusters
    for rank in found.ranks:
        beaten = [
            r
            for r in found.tests
            if (r.metric, r.verdict) == (rank.metric, "worse")
            or (r.rival, r.verdict) == (rank.metric, "better")
        ]
        beats = [
            r
            for r in found.tests
            if (r.metric, r.verdict) == (rank.metric, "better")
            or (r.rival, r.verdict) == (rank.metric, "worse")
        ]
        assert (rank.n_beaten, rank.n_beaten_by) == (len(beats), len(beaten))
        assert rank.not_outperformed == (not beaten)
    assert any(rank.n_beaten for rank in found.ranks)


@pytest.mark.parametrize("alternative", ["greater", "less"])
def test_ranks_of_one_sided_tests(alternative):
    found = compare(
        table(n=14, m=30, k=4),
        rng=3,
        resamples=999,
        coefficient="pearson",
        level="input",
        alternative=alternative,
    )
    best, worst = found.ranks[0], found.ranks[-1]
    assert best.cluster == 1 < worst.cluster
    assert best.not_outperformed
    assert not worst.not_outperformed


def test_main_and_beside():
    found = compare(table(), **QUICK)
    assert {(row.test, row.over) for row in found.tests} == {("two_way_jackknife", "both")}
    assert found.beside == ()
    fisher = compare(table(), **QUICK, test="fisher_permutation")
    assert {(row.test, row.over) for row in fisher.tests} == {("fisher_permutation", "systems")}
    beside = compare(table(), **QUICK, beside="both")
    assert {(row.test, row.over) for row in beside.beside} == {("permutation", "both")}
    assert len(beside.tests) == len(beside.beside) == 3 * 2 * 3
    closed = compare(table(), **QUICK, test="williams", level="system", beside=["inputs", "systems"])
    assert {row.test for row in closed.tests} == {"williams"}
    assert {row.over for row in closed.beside} == {"inputs", "systems"}
    assert compare(table(), **QUICK, tests=False).tests == ()
    assert compare(table(), **QUICK, tests=False).ranks == ()


def test_baseline():
    found = compare(table(), **QUICK, baseline="m1")
    assert {row.rival for row in found.tests} == {"m1"}
    assert {row.metric for row in found.tests} == {"m0", "m2"}
    assert found.ranks == ()


def test_sensitivity_equals_comparing_without_the_system():
    scores = table(gaps=True)
    found = compare(scores, **QUICK, tests=False)
    without = {
        system: compare(
            scores.select(systems=[s for s in scores.systems if s != system]),
            interval="none",
            tests=False,
            rng=1,
        )
        for system in scores.systems
    }
    for row in found.sensitivity:
        values = {s: c.estimate(row.metric, row.level, row.coefficient).estimate for s, c in without.items()}
        assert (row.low, row.high) == pytest.approx((min(values.values()), max(values.values())), abs=1e-12)
        moved = {s: abs(value - row.estimate) for s, value in values.items()}
        assert moved[row.most_influential] == pytest.approx(max(moved.values()), abs=1e-12)


def test_dictionary_is_json_without_nan():
    scores = replaced(table(), "m2", NAN)
    found = compare(scores, **QUICK)
    text = json.dumps(found.to_dict(), allow_nan=False)
    back = json.loads(text)
    assert back["human"] == "human"
    assert back["fingerprint"] == found.table.fingerprint
    assert len(back["tests"]) == len(found.tests)
    assert back["estimates"][0]["estimate"] == found.estimates[0].estimate  # full precision
    assert any(row["estimate"] is None for row in back["estimates"])
    assert found.rows() == [dataclasses.asdict(row) for row in found.tests] or any(
        math.isnan(row["statistic"]) for row in found.rows()
    )
    assert compare(scores, **QUICK, tests=False).rows()[0].keys() == back["estimates"][0].keys()


def test_system_means_are_oriented_and_on_shared_cells():
    scores = table(gaps=True).with_orientation(lower_is_better=["m1"])
    found = compare(scores, **QUICK, tests=False)
    shared = ~np.isnan(scores.matrix("m1")) & ~np.isnan(scores.matrix("human"))
    expected = [-scores.matrix("m1")[i, shared[i]].mean() for i in range(11)]
    assert found.system_scores["m1"] == pytest.approx(np.array(expected))
    assert set(found.system_scores) == {"human", "m0", "m1", "m2"}


@pytest.mark.parametrize("has_systems", [True, False])
def test_one_system_has_the_global_level_alone(has_systems):
    scores = table(n=1, m=40, has_systems=has_systems)
    found = compare(scores, **QUICK)
    assert {row.level for row in found.estimates} == {"global"}
    assert found.settings.over == found.settings.test_over == "inputs"
    assert {row.over for row in found.tests} == {"inputs"}
    assert found.beside == found.sensitivity == found.normality == ()
    for row in found.estimates:
        assert row.low < row.estimate < row.high
        assert row.estimate == pytest.approx(
            correlate(scores.matrix(row.metric), scores.matrix("human"), "global", row.coefficient).estimate
        )
    with pytest.raises(UnsupportedMethodError, match="at least 4 of them; there is 1"):
        compare(scores, **QUICK, over="both")
    with pytest.raises(UnsupportedMethodError, match="at least two"):
        compare(scores, **QUICK, interval="percentile", test="permutation", over="both")
    with pytest.raises(UnsupportedMethodError, match="so the system level is empty"):
        compare(scores, **QUICK, level="system")


def test_a_system_without_cells_changes_no_estimate():
    scores = table()
    values = np.concatenate([scores.values, np.full((4, 1, 9), NAN)], axis=1)
    values[1:, -1] = 1.0  # scored, not judged
    wider = ScoreTable(scores.scorers, (*scores.systems, "reference"), scores.inputs, values)
    one, other = (compare(item, **QUICK, level=LEVELS, tests=False) for item in (scores, wider))
    for row, same in zip(one.estimates, other.estimates, strict=True):
        assert row.estimate == pytest.approx(same.estimate, abs=1e-12)
        assert (row.n_systems, row.n_undefined) == (same.n_systems, same.n_undefined)


@pytest.mark.parametrize(
    "scores",
    [
        table(k=1),
        table(n=2),
        table(n=3),
        table(m=1),
        table(n=200, m=3, k=2),
        replaced(table(), "m1", NAN),
        replaced(replaced(table(), "m1", NAN), "m2", NAN),
        replaced(table(), "m1", 0.1 + 0.2),
        replaced(table(), "m1", table().matrix("human")),
        replaced(table(), "m1", table().matrix("m0")),
        dataclasses.replace(table(), values=np.where(np.arange(9) == 4, NAN, table().values)),
        dataclasses.replace(table(), values=np.where(np.arange(11)[:, None] == 4, NAN, table().values)),
    ],
    ids=[
        "one metric",
        "two systems",
        "three systems",
        "one input",
        "200 systems",
        "a metric without scores",
        "one metric with scores",
        "a constant metric",
        "a metric equal to the human",
        "twins",
        "an empty input",
        "an empty system",
    ],
)
def test_edges(scores):
    found = compare(
        scores,
        rng=3,
        resamples=49,
        level=LEVELS,
        coefficient=["pearson", "spearman", "kendall", "tau_c", "gamma"],
    )
    json.dumps(found.to_dict(), allow_nan=False)
    for row in found.estimates:
        if (
            row.metric == "m1"
            and np.array_equal(scores.matrix("m1"), scores.matrix("human"))
            and row.coefficient != "tau_c"
        ):
            assert row.estimate == 1.0
            assert row.high == 1.0
        assert math.isnan(row.estimate) or -1 <= row.estimate <= 1
        assert 0 <= row.n_undefined <= max(row.n_inputs, row.n_systems)
    for row in (*found.tests, *found.beside):
        assert (row.verdict == "undefined") == math.isnan(row.pvalue)
        assert math.isnan(row.pvalue) or 0 < row.pvalue <= 1
        # three inputs leave two, which are no correlation of a system
        unknown = row.level == "per_system" and len(scores.inputs) == 3
        assert math.isnan(row.pvalue) == (math.isnan(row.estimate) or unknown)
        if {row.metric, row.rival} == {"m0", "m1"} and np.array_equal(
            scores.matrix("m0"), scores.matrix("m1")
        ):
            assert (row.estimate, row.pvalue) == (0.0, 1.0)


def test_clusters_reach_the_draws():
    scores = table(input_groups={"document": ("a", "a", "b", "b", "b", "c", "c", "d", "d")})
    plain, clustered = (
        compare(scores, **QUICK, clusters=c, over="inputs", tests=False) for c in ("none", "document")
    )
    assert plain.estimates[0].estimate == clustered.estimates[0].estimate
    assert plain.estimates[0].low != clustered.estimates[0].low
    assert "clusters:document" in str(clustered.signature)


def test_names_that_do_not_exist():
    scores = table(input_groups={"document": tuple("aabbbccdd")})
    for wrong, near in (
        ({"human": "humans"}, "human"),
        ({"metrics": ["m0", "m11"]}, "m1"),
        ({"baseline": "mm0"}, "m0"),
        ({"clusters": "documents"}, "document"),
    ):
        with pytest.raises(UnknownNameError, match=rf"Did you mean '{near}'\?"):
            compare(scores, **QUICK, **wrong)
    for wrong, near in (
        ({"level": "sistem"}, "system"),
        ({"coefficient": "kendal"}, "kendall"),
        ({"over": "input"}, "inputs"),
    ):
        with pytest.raises(ArgumentError, match=rf"Did you mean '{near}'\?"):
            compare(scores, **QUICK, **wrong)
    with pytest.raises(UnknownNameError, match="no estimate is called 'm0 global pearson'"):
        compare(scores, **QUICK, tests=False).estimate("m0", "global", "pearson")
    with pytest.raises(ArgumentError, match="at least one level"):
        compare(scores, **QUICK, level=[])
    with pytest.raises(DataError, match="no metric to compare"):
        compare(scores, **QUICK, metrics="human")


def test_closed_forms_at_the_input_level():
    with pytest.raises(
        UnsupportedMethodError, match="williams test takes independent outputs; at the input level"
    ):
        compare(table(), **QUICK, test="williams")
    found = compare(table(), **QUICK, test="williams", as_published=True)
    assert "as_published" in {caution.code for caution in found.cautions}
    assert "aspublished:yes" in str(found.signature)


def test_signature_says_what_was_done():
    parts = dict(compare(table(), **QUICK).signature.parts)
    assert parts["interval"] == "two_way_jackknife-both"
    assert parts["test"] == "two_way_jackknife-both"
    assert parts["corr"] == "shaffer-all"
    assert not {"resamples", "seed"} & set(parts)
    assert parts["shape"] == "11x9"
    assert parts["k"] == "3/-*3"
    assert parts["missing"] == "pairwise"
    assert "resamples" not in dict(
        compare(table(), rng=1, level="system", test="williams", interval="none", beside=()).signature.parts
    )


@pytest.mark.parametrize(
    ("asked", "interval", "test", "drawn"),
    [
        ({"applies_to": "systems"}, "two_way_jackknife-systems", "two_way_jackknife-systems", False),
        ({"applies_to": "these"}, "two_way_jackknife-these", "two_way_jackknife-these", False),
        ({"interval": "none", "test": "jackknife"}, "none", "jackknife-systems", False),
        ({"interval": "jackknife", "test": "permutation"}, "jackknife", "permutation-systems", True),
        ({"interval": "percentile"}, "percentile-both", "two_way_jackknife-both", True),
        ({"beside": "both"}, "two_way_jackknife-both", "two_way_jackknife-both", True),
    ],
)
def test_a_signature_says_what_is_spoken_of_and_a_seed_where_something_is_drawn(asked, interval, test, drawn):
    parts = dict(compare(table(), **QUICK, **asked).signature.parts)
    assert (parts["interval"], parts["test"]) == (interval, test)
    assert ("seed" in parts) == ("resamples" in parts) == drawn


@pytest.mark.parametrize("applies_to", ["systems,inputs", "systems", "inputs", "these"])
def test_intervals_and_tests_apply_to_the_same(applies_to):
    over = {"systems,inputs": "both"}.get(applies_to, applies_to)
    found = compare(table(), **QUICK, applies_to=applies_to)
    assert {row.over for row in (*found.estimates, *found.tests)} == {over}
    for row in found.tests:
        # the smallest p-value at which the interval leaves zero out is that of the test
        assert (row.low <= 0 <= row.high) == (row.pvalue > 0.05)


@pytest.mark.parametrize(
    ("applies_to", "resampled", "swapped"),
    [
        ("systems,inputs", "both", "systems"),
        ("systems", "systems", "systems"),
        ("inputs", "inputs", "inputs"),
    ],
)
def test_resampling_methods_come_as_near_as_they_can(applies_to, resampled, swapped):
    found = compare(table(), **QUICK, applies_to=applies_to, interval="percentile", test="permutation")
    assert {row.over for row in found.estimates} == {resampled}
    assert {row.over for row in found.tests} == {swapped}
    with pytest.raises(UnsupportedMethodError, match="Use --interval two_way_jackknife"):
        compare(table(), **QUICK, applies_to="these", interval="percentile")


@pytest.mark.parametrize(
    ("n", "m", "spoken"), [(2, 9, "inputs"), (3, 9, "inputs"), (4, 9, "both"), (9, 1, "systems")]
)
def test_what_cannot_vary_is_not_spoken_of(n, m, spoken):
    found = compare(table(n=n, m=m), **QUICK)
    assert {row.over for row in (*found.estimates, *found.tests)} == {spoken}
    assert "seed" not in dict(found.signature.parts)


def test_more_is_spoken_of_than_there_is():
    with pytest.raises(
        UnsupportedMethodError, match=r"at least 4 of them; there are 3.*`applies_to`='inputs'"
    ):
        compare(table(n=3), **QUICK, applies_to="systems,inputs")
    with pytest.raises(
        UnsupportedMethodError, match=r"at least 2 inputs; there is 1.*`applies_to`='systems'"
    ):
        compare(table(m=1), **QUICK, applies_to="inputs")


def test_nothing_judged_is_an_error():
    with pytest.raises(DataError, match="'human' lacks scores of outputs"):
        compare(replaced(table(), "human", NAN), rng=3, resamples=49)


def test_what_was_never_judged_is_left_out_and_said():
    scores = table()
    values = scores.values.copy()
    values[0, 2], values[0, :, 3] = NAN, NAN
    found = compare(dataclasses.replace(scores, values=values), rng=3, resamples=49)
    n, m = len(scores.systems), len(scores.inputs)
    assert (len(found.table.systems), len(found.table.inputs)) == (n - 1, m - 1)
    assert any(
        f"left out, without any 'human' score: 1 of {n} systems and 1 of {m} inputs" in caution.message
        for caution in found.cautions
    )
    kept = compare(dataclasses.replace(scores, values=values), rng=3, resamples=49, means="all")
    assert len(kept.table.inputs) == m


def test_intervals_of_differences_are_of_the_kind_asked_for():
    scores = table().sorted_by_name()  # the order in which is drawn
    percentile, bca = (
        compare(scores, rng=3, resamples=499, interval=kind, beside=()) for kind in ("percentile", "bca")
    )
    assert any(one.low != other.low for one, other in zip(percentile.tests, bca.tests, strict=True))
    row = bca.tests[0]
    arrays = ScoreArrays.of(
        [scores.matrix(row.metric), scores.matrix(row.rival)], scores.matrix("human"), [row.metric, row.rival]
    )
    plan = bootstrap_plan(arrays, "both", 499, 3)
    group = arrays.group((0, 1))
    key = (row.level, row.coefficient)
    (drawn,) = bootstrap(arrays, [group], plan, [row.level], [row.coefficient])
    folds = [
        axis[:, 0] - axis[:, 1]
        for axis in jackknife(arrays, group, plan, [row.level], [row.coefficient])[key]
    ]
    samples = drawn.of(0, key) - drawn.of(1, key)
    expected = bootstrap_interval(samples, row.estimate, method="bca", jackknife=folds)
    assert (row.low, row.high) == pytest.approx(tuple(expected), abs=1e-12)


def counted(n=11, m=9):
    """Return a table with percentages 'p' and their counts, and two metrics without."""
    rng = np.random.default_rng(5)
    plain = table(n, m, k=2)
    whole = rng.integers(5, 30, (n, m)).astype(float)
    part = np.round(whole * rng.random((n, m)))
    counts = np.stack([part, whole], axis=-1)
    scorer = Scorer("p", "metric", higher_is_better=False)
    return plain.with_scores(scorer, 100 * part / whole, CorpusStatistics("percentage", counts)), counts


def test_corpus_scores_are_the_default_where_there_are_statistics():
    scores, counts = counted()
    sums = counts.sum(axis=1)
    expected = -100 * sums[:, 0] / sums[:, 1]
    human = scores.matrix("human").mean(axis=1)
    found = compare(scores, **QUICK)
    assert found.aggregation("p") == "corpus"
    assert found.aggregation("m0") == "mean"
    np.testing.assert_allclose(found.system_scores["p"], expected)
    r = found.estimate("p", "system", "pearson").estimate
    assert r == pytest.approx(np.corrcoef(expected, human)[0, 1], abs=1e-12)
    normal = next(row for row in found.normality if (row.scorer, row.level) == ("p", "system"))
    assert normal.pvalue == pytest.approx(scipy.stats.shapiro(expected).pvalue)
    assert "|agg:corpus|" in str(found.signature)


@pytest.mark.parametrize("aggregate", ["mean", "median"])
def test_the_other_ways_do_not_look_at_statistics(aggregate):
    scores, _ = counted()
    bare = dataclasses.replace(scores, corpus={})
    one, other = (compare(s, **QUICK, level=LEVELS, aggregate=aggregate) for s in (scores, bare))
    assert numbers(one) == numbers(other)
    of = {"mean": np.mean, "median": np.median}[aggregate]
    np.testing.assert_allclose(one.system_scores["p"], of(-scores.matrix("p"), axis=1))
    np.testing.assert_allclose(one.system_scores["human"], scores.matrix("human").mean(axis=1))
    assert f"|agg:{aggregate}|" in str(one.signature)


def test_a_table_without_statistics_is_compared_as_if_there_were_none_anywhere():
    scores = table(gaps=True)
    default, mean = (
        compare(scores, **QUICK, level=LEVELS, beside=()),
        compare(scores, **QUICK, level=LEVELS, beside=(), aggregate="mean"),
    )
    assert numbers(default) == numbers(mean)
    assert "agg:" not in str(default.signature)
    assert "agg:" not in str(compare(counted()[0], **QUICK, level="input").signature)


def test_lower_is_better_corpus_scores_give_what_their_negation_gives():
    scores, _ = counted()
    negated = scores.with_orientation(lower_is_better=[])
    negated = dataclasses.replace(
        negated, scorers=tuple(dataclasses.replace(s, higher_is_better=True) for s in negated.scorers)
    )
    down, up = (compare(s, **QUICK, level="system", beside=()) for s in (scores, negated))
    for one, other in zip(down.estimates, up.estimates, strict=True):
        sign = -1 if one.metric == "p" else 1
        assert one.estimate == pytest.approx(sign * other.estimate, abs=1e-12)


def test_a_main_test_that_does_not_exist_is_refused_before_anything_is_drawn():
    scores, _ = counted()
    watched = []
    with pytest.raises(
        UnsupportedMethodError, match=r"'p'.*--test-over systems.*--test bootstrap.*--aggregate mean"
    ):
        compare(scores, test_over="both", watch=watched.append)
    assert watched == []
    assert compare(scores, **QUICK, test_over="both", tests=False).estimates
    assert compare(scores, **QUICK, test_over="both", aggregate="mean").tests
    assert compare(scores, **QUICK, test_over="both", metrics=["m0", "m1"]).tests


def test_metrics_from_texts_bring_their_statistics():
    """Scores of systems by BLEU are what sacreBLEU gives for all outputs of a system."""
    texts = load_dataset_texts("pocket")
    found = compare(score(texts, ["bleu", "length"]), human="coverage", rng=1, resamples=9, level="system")
    for system in texts.systems[::5]:
        rows = [row for row in texts.rows if row.system == system]
        references = [list(column) for column in zip(*(row.references for row in rows), strict=True)]
        expected = sacrebleu.corpus_bleu([row.output for row in rows], references).score
        place = found.table.systems.index(system)
        assert found.system_scores["bleu"][place] == pytest.approx(expected, abs=1e-9)


def test_two_systems_are_compared_by_their_outputs_unless_something_else_is_asked_for():
    found = compare(table(n=2), **QUICK)
    assert {(row.level, row.over) for row in found.estimates} == {("global", "inputs")}
    assert not any(math.isnan(row.estimate) for row in found.estimates)
    found = compare(table(n=2), **QUICK, coefficient="pairwise_accuracy")
    assert {row.level for row in found.estimates} == {"system"}
    with pytest.raises(
        UnsupportedMethodError, match=r"at the global level \(`applies_to`='inputs', `level`='global'\)"
    ):
        compare(table(n=2), **QUICK, applies_to="systems")


def test_marks_are_on_those_that_may_be_the_best_also_where_none_is_ruled_out():
    found = compare(table(k=3), **QUICK)
    for level, coefficient in found.settings.keys:
        ranks = [row for row in found.ranks if (row.level, row.coefficient) == (level, coefficient)]
        best = {row.metric for row in ranks if row.may_be_best}
        assert best == set(found.decided("may_be_best", level, coefficient).names)
        assert found.marked(level, coefficient) == best
