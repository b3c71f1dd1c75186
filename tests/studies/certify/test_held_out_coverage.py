import dataclasses

import numpy as np
import pytest
from scipy import stats

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, UnsupportedMethodError
from trueness.methods.studied import studied_interval
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify import held_out_coverage as module
from trueness.studies.certify.held_out_coverage import REPLICATE_COVERAGE, halves, held_out_coverage


def table_of(seed=1, n=12, m=10, groups=None):
    rng = np.random.default_rng(seed)
    quality = rng.normal(0, 1, (n, 1))
    x = rng.normal(size=(2, n, m)) + quality
    people = rng.normal(size=(1, n, m)) + quality
    return ScoreTable(
        (Scorer("one", "metric"), Scorer("two", "metric"), Scorer("people", "human")),
        tuple(f"s{i:02}" for i in range(n)),
        tuple(f"d{j:02}" for j in range(m)),
        np.concatenate([x, people]),
        input_groups={} if groups is None else {"topic": tuple(groups)},
    )


def arrays_of(table=None, **given):
    table = table_of() if table is None else table
    return ScoreArrays.of(table.values[:2], table.values[2], ("one", "two"), **given)


def study(table, **given):
    settings = {"intervals": ("fisher", "bootstrap_both"), "splits": 24, "resamples": 99, "rng": 4}
    return held_out_coverage(table, **(settings | given), workers=1)


def run(table, **given):
    return study(table, **given).coverages


def test_the_target_of_a_replicate():
    assert pytest.approx(2 * stats.norm.cdf(1.959964 / np.sqrt(2)) - 1, abs=1e-6) == REPLICATE_COVERAGE


def test_halves_share_nothing():
    arrays = arrays_of(table_of(n=13, m=11))
    arrays = dataclasses.replace(arrays, human=np.arange(13.0 * 11).reshape(13, 11))
    one, other = halves(arrays, np.random.default_rng(1))
    assert one.human.shape == other.human.shape == (6, 5)
    for axis in (0, 1):
        places = [
            set(np.ravel(part.human) // (11 if axis == 0 else 1) % (13 if axis == 0 else 11))
            for part in (one, other)
        ]
        assert not places[0] & places[1]


def test_clusters_stay_together():
    arrays = arrays_of(clusters=[0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    one, other = halves(arrays, np.random.default_rng(2))
    assert np.unique(one.clusters, return_counts=True)[1].tolist() == [2, 2]
    assert other.clusters.shape == (4,)


def test_clusters_are_a_column_of_the_table():
    grouped = table_of(groups="aabbccddee")
    together, apart = (run(grouped, clusters=column, metrics="two") for column in ("topic", None))
    assert [row.metric for row in together] == ["two"] * 4
    assert [row.coverage for row in apart] == [row.coverage for row in run(table_of(), metrics=["two"])]
    assert [row.width for row in together] != [row.width for row in apart]


def test_the_order_of_systems_and_inputs_moves_nothing():
    table = table_of()
    turned = dataclasses.replace(
        table, systems=table.systems[::-1], inputs=table.inputs[::-1], values=table.values[:, ::-1, ::-1]
    )
    assert run(turned) == run(table)


def test_counts_what_the_intervals_hold():
    arrays = arrays_of()
    rows = {(row.metric, row.interval, row.level): row for row in run(table_of())}
    covered, width = 0, 0.0
    single = ScoreArrays.of(arrays.metrics[[1]], arrays.human, ("two",))
    for number in range(24):
        rng = np.random.default_rng(np.random.SeedSequence(4, spawn_key=(number,)))
        ours, others = halves(single, rng)
        seed = int(rng.integers(2**53))
        found = studied_interval("bootstrap_both").of_table(ours, ("input",), ("pearson",), 99, seed)[
            "input", "pearson"
        ]
        r = correlate(others.metrics[0], others.human, "input", "pearson").estimate
        covered += found.low <= r <= found.high
        width += (found.high - found.low) / 24
    row = rows["two", "bootstrap_both", "input"]
    assert (row.covered, row.splits, row.n_undefined) == (covered, 24, 0)
    assert row.width == pytest.approx(width)
    assert row.low <= row.coverage == covered / 24 <= row.high


def test_blocks_do_not_show(monkeypatch):
    plain = run(table_of())
    monkeypatch.setattr(module.Splits, "BLOCK", 7)
    assert run(table_of()) == plain


def test_marks_among_some_intervals():
    found = study(table_of(), intervals=("fisher", "bootstrap_systems", "bootstrap_inputs"))
    alone = found.among(["bootstrap_inputs"])
    assert {row.interval for row in alone.coverages} == {"bootstrap_inputs"}
    assert all(row.closest_to_replicate == (row.coverage < 1) for row in alone.coverages)
    assert {(r.metric, r.level, r.coverage) for r in alone.coverages} == {
        (r.metric, r.level, r.coverage) for r in found.coverages if r.interval == "bootstrap_inputs"
    }


def test_marks():
    def row(covered, splits=1000):
        return module.HeldOutCoverage(
            "m",
            str(covered),
            "system",
            "pearson",
            covered / splits,
            0,
            1,
            covered,
            splits,
            0,
            1,
            False,
            False,
        )

    marked = module.mark_closest([row(1000), row(940), row(900), row(830)])
    assert [one.closest for one in marked] == [False, True, False, False]
    assert [one.closest_to_replicate for one in marked] == [False, False, False, True]
    assert not any(one.closest for one in module.mark_closest([row(940), row(935)]))  # they do not differ


def test_refusals():
    with pytest.raises(UnsupportedMethodError, match="6 in all"):
        run(table_of(n=5))
    with pytest.raises(UnsupportedMethodError, match="no studied interval"):
        run(table_of(), intervals=("other",))
    with pytest.raises(ArgumentError, match="splits"):
        run(table_of(), splits=0)
    with pytest.raises(UnknownNameError, match="'three'"):
        run(table_of(), metrics="three")


@pytest.mark.slow
def test_the_published_table(test_data):
    """Deutsch, Dror and Roth (2021), Table 1, SummEval: within Monte-Carlo error of 400 splits."""
    from trueness.data.reading.read import read_scores

    table = read_scores(*sorted((test_data / "data" / "deutsch2021" / "fabbri2020").glob("*.jsonl.gz")))
    published = {
        "fisher": (0.87, 1.00),
        "bootstrap_systems": (0.81, 0.73),
        "bootstrap_inputs": (0.70, 0.73),
        "bootstrap_both": (0.98, 0.93),
    }
    rows = held_out_coverage(
        table,
        human="expert_relevance",
        metrics="qa-eval_f1",
        intervals=tuple(published),
        splits=400,
        resamples=499,
        rng=1,
    ).coverages
    for row in rows:
        assert row.coverage == pytest.approx(published[row.interval][row.level == "input"], abs=0.06), row
