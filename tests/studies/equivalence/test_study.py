from __future__ import annotations

import dataclasses
import json
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.parallel import checkpoint
from trueness.studies.equivalence.resolved_pairs import resolved_pairs
from trueness.studies.equivalence.study import equivalence

FAST = {"coefficient": "pearson", "level": "system", "resamples": 199, "rng": 1}


def test_all_pairs_of_a_table(judged_table):
    found = equivalence(judged_table(), margin=0.1, **FAST)
    pairs = [(row.metric, row.rival) for row in found.tests]
    assert pairs == [
        ("good", "twin"),
        ("good", "poor"),
        ("good", "errors"),
        ("twin", "poor"),
        ("twin", "errors"),
        ("poor", "errors"),
    ]
    assert all((row.margin_low, row.margin_high) == (-0.1, 0.1) for row in found.tests)
    assert {row.family_size for row in found.tests} == {6}
    assert found.margins == ()


def test_corrections_are_those_of_statsmodels(judged_table):
    found = equivalence(
        judged_table(),
        margin=0.3,
        level=["system", "input"],
        coefficient=["pearson", "kendall"],
        resamples=99,
        rng=1,
    )
    for level in ("system", "input"):
        for coefficient in ("pearson", "kendall"):
            mine = [row for row in found.tests if (row.level, row.coefficient) == (level, coefficient)]
            for raw, adjusted in (
                ("pvalue", "pvalue_adjusted"),
                ("pvalue_difference", "pvalue_difference_adjusted"),
            ):
                wanted = multipletests([getattr(row, raw) for row in mine], method="fdr_by")[1]
                np.testing.assert_allclose([getattr(row, adjusted) for row in mine], wanted)


def test_a_baseline(judged_table):
    found = equivalence(judged_table(), margin=0.1, baseline="poor", **FAST)
    assert [(row.metric, row.rival) for row in found.tests] == [
        ("good", "poor"),
        ("twin", "poor"),
        ("errors", "poor"),
    ]


def test_verdicts(judged_table):
    table = judged_table(systems=60, inputs=20)
    found = equivalence(
        table, margin=0.1, over="systems", metrics=["good", "twin", "poor"], **{**FAST, "resamples": 1999}
    )
    said = {(row.metric, row.rival): row.verdict for row in found.tests}
    assert said == {("good", "twin"): "equivalent", ("good", "poor"): "better", ("twin", "poor"): "better"}
    turned = equivalence(
        table,
        margin=0.1,
        over="systems",
        metrics=["good", "poor"],
        baseline="good",
        **{**FAST, "resamples": 1999},
    )
    assert turned.tests[0].verdict == "worse"


def test_margins_from_annotators(judged_table):
    found = equivalence(judged_table(), margin="sd", **FAST)
    known = {row.metric: row.margin for row in found.margins}
    assert set(known) == {"good", "twin", "poor", "errors"}
    for row in found.tests:  # the smaller of the two: no order of the pair
        assert row.margin_high == min(known[row.metric], known[row.rival])
    based = equivalence(judged_table(), margin="sd", baseline="twin", **FAST)
    assert {row.margin_high for row in based.tests} == {known["twin"]}


def test_conditions(judged_table):
    table, other = judged_table(), judged_table(3, noise=0.8)
    found = equivalence(table, margin="range", against={"de": other}, **FAST)
    assert [(row.metric, row.rival, row.condition) for row in found.tests] == [
        (name, name, "de") for name in ("good", "twin", "poor", "errors")
    ]
    row = found.tests[3]
    human = table.matrix("relevance").mean(axis=1)
    wanted = [stats.pearsonr(-scores.matrix("errors").mean(axis=1), human)[0] for scores in (table, other)]
    assert (row.estimate_metric, row.estimate_rival) == pytest.approx(wanted)
    # margins come from the reference alone
    alone = {row.metric: row.margin for row in equivalence(table, margin="range", **FAST).margins}
    assert {row.metric: row.margin_high for row in found.tests} == pytest.approx(alone)
    assert len(found.margins) == 4


def test_a_table_as_condition_is_called_by_its_name(judged_table):
    found = equivalence(judged_table(), margin=0.1, against=judged_table(1, name="v2"), **FAST)
    assert found.conditions == ("v2",)


def test_the_same_scores_are_equivalent(judged_table):
    found = equivalence(
        judged_table(), margin=0.01, against={"again": judged_table()}, **{**FAST, "resamples": 999}
    )
    assert {row.verdict for row in found.tests} == {"equivalent"}
    assert {row.smallest_margin for row in found.tests} == {0}


def test_several_humans_and_conditions_are_one_family(judged_table):
    table = judged_table()
    second = dataclasses.replace(table.scorers[0], name="fluency")
    table = table.with_scores(second, table.matrix("relevance")[::-1])
    found = equivalence(
        table,
        margin=0.1,
        human=["relevance", "fluency"],
        metrics=["good", "poor"],
        against={"de": judged_table(1, noise=1), "hi": judged_table(2, noise=3)},
        **FAST,
    )
    assert [(row.human, row.condition, row.metric) for row in found.tests] == [
        (human, condition, metric)
        for human in ("relevance", "fluency")
        for condition in ("de", "hi")
        for metric in ("good", "poor")
    ]
    assert {row.family_size for row in found.tests} == {8}


def test_unmatched_conditions(judged_table):
    other = judged_table(systems=30)
    renamed = dataclasses.replace(other, systems=tuple(f"x{k}" for k in range(30)))
    found = equivalence(judged_table(), margin=0.3, against={"new": renamed}, matched=False, **FAST)
    assert len(found.tests) == 4
    assert "unmatched_conditions" in {caution.code for caution in found.cautions}
    closed = equivalence(
        judged_table(),
        margin=0.3,
        against={"new": renamed},
        matched=False,
        method="williams",
        test="none",
        **FAST,
    )
    assert closed.tests[0].resamples == 0
    with pytest.raises(UnsupportedMethodError, match="cannot change places"):
        equivalence(
            judged_table(), margin=0.3, against={"new": renamed}, matched=False, test="permutation", **FAST
        )
    with pytest.raises(DataError, match="lacks scores of 'relevance' of its own"):
        equivalence(
            judged_table(),
            margin=0.3,
            against={"new": renamed.select(scorers=["good"])},
            matched=False,
            **FAST,
        )


def test_workers_do_not_change_the_numbers(judged_table):
    one, two = (
        equivalence(judged_table(), margin=0.1, **{**FAST, "resamples": 1100}, workers=n) for n in (1, 2)
    )
    assert one.rows() == two.rows()
    assert str(one.signature) == str(two.signature)


def test_the_signature_tells_studies_apart(judged_table):
    table = judged_table()
    given = [
        {"margin": 0.1},
        {"margin": 0.2},
        {"margin": "sd"},
        {"low": -0.1, "high": 0.2},
        {"margin": 0.1, "method": "williams"},
        {"margin": 0.1, "over": "systems"},
        {"margin": 0.1, "test": "permutation"},
        {"margin": 0.1, "baseline": "good"},
        {"margin": 0.1, "alpha": 0.1},
        {"margin": 0.1, "against": {"de": judged_table(1, noise=1)}},
        {"margin": 0.1, "against": {"de": judged_table(1, noise=1)}, "matched": False},
    ]
    signatures = [str(equivalence(table, **one, **FAST).signature) for one in given]
    assert len(set(signatures)) == len(given)
    assert "margin:-0.1..0.1|equivalence:two_way_jackknife-both|test:two_way_jackknife|" in signatures[0]


def test_the_curve_counts_what_the_rows_say(judged_table):
    found = equivalence(judged_table(), margin=0.15, **FAST)
    zero, mine, large = found.curve([0, 0.15, 5])
    assert (zero.n_tests, zero.n_equivalent) == (6, 0)
    assert mine.n_equivalent == sum(row.pvalue <= 0.05 for row in found.tests)
    assert mine.n_equivalent_adjusted == sum(row.equivalent for row in found.tests)
    assert (large.n_equivalent, large.n_equivalent_adjusted) == (6, 6)
    closed = equivalence(judged_table(), margin=0.15, method="williams", test="none", **FAST)
    assert closed.curve([0.1])[0].n_tests == 0


def test_json(judged_table):
    values = equivalence(judged_table(), margin="sd", **FAST).to_dict()
    assert json.loads(json.dumps(values, allow_nan=False)) == values
    assert len(values["tests"]) == 6


def test_an_undefined_metric_is_no_test(judged_table):
    table = judged_table()
    values = table.values.copy()
    values[3] = 1.0
    found = equivalence(dataclasses.replace(table, values=values), margin="sd", **FAST)
    undefined = [row for row in found.tests if "poor" in (row.metric, row.rival)]
    assert {row.verdict for row in undefined} == {"undefined"}
    assert {row.family_size for row in found.tests} == {3}
    assert all(math.isnan(row.pvalue_adjusted) for row in undefined)
    assert "undefined_margins" in {caution.code for caution in found.cautions}


def test_items_without_systems():
    rng = np.random.default_rng(0)
    human = rng.normal(size=(1, 80))
    from trueness.data.scores.score_table import Scorer

    table = ScoreTable(
        (Scorer("human", "human"), Scorer("a"), Scorer("b")),
        ("(no system)",),
        tuple(f"d{k}" for k in range(80)),
        np.stack([human, human + rng.normal(size=human.shape), human + rng.normal(size=human.shape)]),
        has_systems=False,
    )
    found = equivalence(table, margin=0.5, coefficient="pearson", resamples=199, rng=1)
    assert [(row.level, row.over) for row in found.tests] == [("global", "inputs")]


def test_what_is_refused(judged_table):
    table = judged_table()
    with pytest.raises(ArgumentError, match="margin"):
        equivalence(table)
    with pytest.raises(ArgumentError, match="conditions are compared metric by metric"):
        equivalence(table, margin=0.1, baseline="good", against=judged_table(1))
    with pytest.raises(ArgumentError, match="must name a condition"):
        equivalence(table, margin=0.1, against={})
    with pytest.raises(ArgumentError, match="at least one scorer"):
        equivalence(table, margin=0.1, human=[])
    with pytest.raises(DataError, match="comparing 'good' takes another metric"):
        equivalence(table, margin=0.1, metrics="good")
    with pytest.raises(UnknownNameError, match="relevence"):
        equivalence(table, margin=0.1, human="relevence")
    with pytest.raises(UnknownNameError, match="bad"):
        equivalence(table, margin=0.1, baseline="bad")


def test_bertscore_and_qaeval_on_summeval(test_data):
    """Neither different nor equivalent within .05 at the system level: 16 systems do not tell."""
    from trueness.data.reading.read import read_scores

    folder = test_data / "data" / "deutsch2021" / "fabbri2020"
    table = read_scores(*(folder / f"{name}.jsonl.gz" for name in ("relevance", "bertscore", "qaeval")))
    found = equivalence(
        table,
        margin=0.05,
        human="expert_relevance",
        metrics=["bertscore_recall", "qa-eval_f1"],
        level="system",
        coefficient=["pearson", "kendall"],
        method="bootstrap",
        test="permutation",
        rng=1,
        resamples=1999,
    )
    assert {row.verdict for row in found.tests} == {"undecided"}
    pearson = found.tests[0]
    assert pearson.estimate == pytest.approx(0.0200, abs=5e-5)
    assert pearson.smallest_margin == pytest.approx(0.15, abs=0.02)
    assert pearson.too_wide


def test_the_arguments_of_a_result_repeat_the_study(judged_table):
    found = equivalence(judged_table(), margin=0.1, metrics="[gt]*", **FAST)
    assert found.selection.human == ("relevance",)
    assert found.selection.metrics == ("good", "twin") == found.metrics
    again = equivalence(judged_table(), **found.arguments)
    assert again.to_dict() == found.to_dict()
    with pytest.raises(TypeError, match="unexpected keyword argument 'margins'"):
        equivalence(judged_table(), margins=0.1)


def test_a_baseline_that_is_chosen_by_no_pattern_is_among_the_metrics(judged_table):
    found = equivalence(judged_table(), margin=0.1, metrics="good", baseline="poor", **FAST)
    assert found.metrics == ("good", "poor")
    again = equivalence(judged_table(), **found.arguments)
    assert again.to_dict() == found.to_dict()
    with pytest.raises(ArgumentError, match="`baseline` must be a metric"):
        equivalence(judged_table(), margin=0.1, baseline="relevance", **FAST)


def test_data_are_named_by_condition(judged_table):
    table, other = judged_table(), judged_table(1, noise=0.5)
    found = equivalence(table, margin=0.1, against={"de": other}, **FAST)
    assert found.data == {"scores": table, "de": other}
    assert (found.humans, found.conditions) == (("relevance",), ("de",))
    assert (found.scorer_map is None, found.resolved_pairs is None) == (False, False)
    drawn = resolved_pairs(
        table, human="relevance", against={"de": other}, metrics=list(found.metrics), **FAST
    )
    assert found.resolved_pairs.to_dict() == drawn.to_dict()
    alone = equivalence(table, margin=0.1, **FAST)
    assert (alone.scorer_map, alone.resolved_pairs) == (None, None)


def test_an_interrupted_run_goes_on_with_equal_numbers(judged_table, tmp_path, monkeypatch):
    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    asked = {
        "margin": 0.1,
        "method": "bootstrap",
        "against": {"de": judged_table(1)},
        **FAST,
        "resamples": 3000,
        "chunk": 1,
    }
    whole = equivalence(judged_table(), **asked)
    done = []

    def interrupt(count, total):
        del total
        done.append(count)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        equivalence(judged_table(), **asked, checkpoint=tmp_path, workers=1, watch=lambda name: interrupt)
    assert list(tmp_path.iterdir())
    resumed = equivalence(judged_table(), **asked, checkpoint=tmp_path)
    assert resumed.to_dict() == whole.to_dict()
    assert not list(tmp_path.iterdir())


def _with_languages(table):
    """Five inputs each of two languages, and two of one that is too small."""
    return dataclasses.replace(table, input_groups={"language": ("de",) * 5 + ("fr",) * 5 + ("is",) * 2})


def test_groups_are_tables_of_their_own_corrected_together(judged_table):
    table = _with_languages(judged_table(inputs=12))
    options = {**FAST, "level": ["system", "input"], "margin": 0.2}
    found = equivalence(table, by="language", smallest_group=5, **options)
    assert found.groups == ("de", "fr")
    parts = {
        "all": table,
        "de": table.select(inputs=[f"d{k}" for k in range(5)]),
        "fr": table.select(inputs=[f"d{k}" for k in range(5, 10)]),
    }
    alone = {group: equivalence(part, **options) for group, part in parts.items()}
    same = ("metric", "rival", "level", "estimate", "low", "high", "pvalue", "pvalue_difference")
    for group, one in alone.items():
        mine = [row for row in found.tests if row.group == group]
        assert [[getattr(row, key) for key in same] for row in mine] == [
            [getattr(row, key) for key in same] for row in one.tests
        ]
    assert [dataclasses.replace(row, group="") for row in found.tests if row.group == "all"] == list(
        alone["all"].tests
    )
    for level in ("system", "input"):
        mine = [row for row in found.tests if row.level == level and row.group != "all"]
        assert {row.family_size for row in mine} == {12}
        for raw in ("pvalue", "pvalue_difference"):
            wanted = multipletests([getattr(row, raw) for row in mine], method="fdr_by")[1]
            np.testing.assert_allclose([getattr(row, f"{raw}_adjusted") for row in mine], wanted)
    (small,) = [caution for caution in found.cautions if caution.code == "small_facets"]
    assert "‘is’ (2)" in small.message
    assert "groups:de+fr" in str(found.signature)


def test_margins_of_groups_are_those_of_their_annotators(judged_table):
    table = _with_languages(judged_table(inputs=12))
    found = equivalence(table, by="language", smallest_group=5, margin="sd", **FAST)
    alone = equivalence(table.select(inputs=[f"d{k}" for k in range(5)]), margin="sd", **FAST)
    assert [row.margin for row in found.margins if row.group == "de"] == [row.margin for row in alone.margins]


@pytest.mark.parametrize("matched", [True, False])
def test_conditions_by_groups(judged_table, matched):
    table, other = (_with_languages(judged_table(seed, inputs=12, noise=seed)) for seed in (0, 1))
    options = {**FAST, "margin": 0.2, "matched": matched, "metrics": ["good", "poor"]}
    found = equivalence(table, against={"b": other}, by="language", smallest_group=5, **options)
    inputs = [f"d{k}" for k in range(5, 10)]
    alone = equivalence(table.select(inputs=inputs), against={"b": other.select(inputs=inputs)}, **options)
    mine = [row for row in found.tests if row.group == "fr"]
    assert [(row.metric, row.estimate, row.pvalue) for row in mine] == [
        (row.metric, row.estimate, row.pvalue) for row in alone.tests
    ]
    assert not [caution for caution in found.cautions if caution.code == "unmatched"]


def test_groups_that_cannot_be(judged_table):
    table = _with_languages(judged_table(inputs=12))
    with pytest.raises(UnknownNameError, match="grouping column"):
        equivalence(table, by="topic", margin=0.2, **FAST)
    with pytest.raises(DataError, match="results by groups need two"):
        equivalence(table, by="language", margin=0.2, **FAST)
    lacking = table.select(inputs=[f"d{k}" for k in (*range(5), 10, 11)])
    with pytest.raises(DataError, match="condition 'b' lacks the group 'fr' by 'language'"):
        equivalence(
            table, against={"b": lacking}, matched=False, by="language", smallest_group=5, margin=0.2, **FAST
        )
