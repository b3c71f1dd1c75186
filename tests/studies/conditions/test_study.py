"""The study of conditions: against statsmodels, SciPy, formulas and simulation, and what it refuses."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import (
    ArgumentError,
    DataError,
    KeyMismatchError,
    UnknownNameError,
    UnsupportedMethodError,
)
from trueness.studies.conditions.study import conditions
from trueness.studies.equivalence.study import equivalence

QUICK = {"resamples": 99, "rng": 1}


@pytest.fixture(scope="module")
def tables(judged_table):
    return {
        "table": judged_table(),
        "against": {"spa": judged_table(1, noise=0.2), "cat": judged_table(2, noise=1.0)},
        "back": {"spa": judged_table(3, noise=0.3)},
    }


@pytest.fixture(scope="module")
def found(tables):
    table, others = tables["table"], tables["against"]
    return conditions(table, against=others, back=tables["back"], level=["system", "global"], **QUICK)


def ask(tables, **options):
    return conditions(tables["table"], against=tables["against"], **{**QUICK, **options})


def test_each_margin_and_method_has_a_family_of_its_own(found):
    assert found.settings.margins == ("0.05", "sd", "range")
    assert found.settings.methods == ("two_way_jackknife", "anderson_hauck")
    families = {}
    for row in found.tests:
        families.setdefault((row.margin_kind, row.method, row.level), []).append(row)
    assert {key[1:] for key in families} == {
        ("two_way_jackknife", "system"),
        ("two_way_jackknife", "global"),
        ("anderson_hauck", "system"),
    }
    for rows in families.values():
        assert len(rows) == 4 * 2  # metrics, conditions; the way back is in no family
        wanted = multipletests([row.pvalue for row in rows], method="fdr_by")[1]
        np.testing.assert_allclose([row.pvalue_adjusted for row in rows], wanted)


@pytest.mark.parametrize("method", ["two_way_jackknife", "bootstrap", "anderson_hauck"])
def test_other_margins_are_tested_as_if_they_were_the_only_one(tables, method):
    options = {"level": "system", "coefficient": "pearson", "method": method, "rng": 1, "resamples": 499}
    found = ask(tables, margin=[0.05, "sd", 0.3], beside=(), **options)
    for kind in (0.05, "sd", 0.3):
        alone = equivalence(tables["table"], against=tables["against"], margin=kind, **options)
        here = found.of(str(kind)).tests
        for name in ("pvalue", "low", "margin_high", "pvalue_adjusted", "smallest_margin", "equivalent"):
            wanted = [getattr(row, name) for row in alone.tests]
            np.testing.assert_allclose([getattr(row, name) for row in here], wanted, err_msg=name)


def test_margins_are_those_of_scipys_tau(tables, found):
    table = tables["table"]
    ratings = table.annotations["relevance"].values
    (row,) = [r for r in found.margins if (r.metric, r.level) == ("twin", "global")]
    taus = [stats.kendalltau(table.matrix("twin").ravel(), one.ravel()).statistic for one in ratings]
    np.testing.assert_allclose(row.correlations, taus)
    assert row.sd == pytest.approx(np.std(taus, ddof=1))
    assert row.range == pytest.approx(max(taus) - min(taus))
    (test,) = [
        r for r in found.of("range").tests if (r.metric, r.level, r.condition) == ("twin", "global", "cat")
    ]
    assert test.margin_high == pytest.approx(row.range)


def test_correlations_within_and_across_are_those_of_scipy(tables, found):
    human = tables["table"].matrix("relevance")
    every = {"": tables["table"], **tables["against"], "spa and back": tables["back"]["spa"]}
    assert list(dict.fromkeys(row.condition for row in found.within)) == ["", "spa", "spa and back", "cat"]
    for row in found.within:
        scores = every[row.condition].oriented(row.metric)
        pair = (scores, human) if row.level == "global" else (scores.mean(axis=1), human.mean(axis=1))
        assert row.estimate == pytest.approx(stats.kendalltau(*(one.ravel() for one in pair)).statistic)
    for row in found.across:
        both = [one.oriented(row.metric) for one in (tables["table"], every[row.condition])]
        if row.level == "system":
            both = [one.mean(axis=1) for one in both]
        assert row.estimate == pytest.approx(stats.kendalltau(*(one.ravel() for one in both)).statistic)


def test_tau_c_is_another_family(tables):
    found = ask(tables, level="global", coefficient=["kendall", "tau_c"], margin=0.05)
    assert {(row.coefficient, row.family_size) for row in found.tests} == {("kendall", 8), ("tau_c", 8)}
    human = tables["table"].matrix("relevance").ravel()
    (row,) = [r for r in found.within if (r.metric, r.condition, r.coefficient) == ("good", "cat", "tau_c")]
    scores = tables["against"]["cat"].matrix("good").ravel()
    assert row.estimate == pytest.approx(stats.kendalltau(scores, human, variant="c").statistic)


def test_anderson_hauck_stands_beside_by_its_formula(found):
    for row in found.of("0.05", "anderson_hauck").tests:
        (between,) = [
            r.estimate
            for r in found.across
            if (r.metric, r.condition, r.level) == (row.metric, row.condition, "system")
        ]
        first, second, n = row.estimate_metric, row.estimate_rival, 12
        if between > 1 - 1e-9:
            continue  # no error at all
        det = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
        mean = (first + second) / 2
        scale = math.sqrt(
            (n - 1) * (1 + between) / (2 * det * (n - 1) / (n - 3) + mean**2 * (1 - between) ** 3)
        )
        size = abs(first - second)
        wanted = stats.norm.cdf((size - 0.05) * scale) - stats.norm.cdf((-size - 0.05) * scale)
        assert row.pvalue == pytest.approx(wanted)


def test_shares_count_the_tests(found):
    for row in found.shares:
        mine = [
            r
            for r in found.tests
            if (r.margin_kind, r.method, r.level, r.coefficient)
            == (row.margin_kind, row.method, row.level, row.coefficient)
        ]
        assert row.n_tests == len(mine) == 8
        assert row.n_equivalent_adjusted == sum(r.equivalent for r in mine)
        assert row.share_equivalent == row.n_equivalent / 8 >= row.share_equivalent_adjusted


def test_bootstrap_draws_as_many_resamples_as_a_lone_rejection_needs(tables):
    found = conditions(tables["table"], against=tables["against"], method="bootstrap", level="system", rng=1)
    assert found.settings.resamples == 9999
    harmonic = sum(1 / k for k in range(1, 9))
    needed = math.ceil(8 * harmonic / 0.05) - 1  # 1 / (1 + B) times 8 c(8) is at most .05
    enough = ask(tables, method="bootstrap", level="system", margin=0.5, resamples=needed)
    assert enough.settings.resamples == needed
    with pytest.raises(ArgumentError, match=rf"8 tests .* need {needed} resamples at least"):
        ask(tables, method="bootstrap", level="system", margin=0.5, resamples=needed - 1)


def test_a_large_family_raises_the_number_of_resamples(tables):
    many = {f"c{k}": table for k in range(16) for table in tables["against"].values()}
    found = conditions(
        tables["table"], against=many, method="bootstrap", metrics="good", level="system", rng=1, alpha=0.005
    )
    assert found.settings.resamples == math.ceil(16 * sum(1 / k for k in range(1, 17)) / 0.005) - 1


def _found_share(drop, *, metrics, side, repeats, between):
    """Return the share of metrics called equivalent within .1 that correlate .5 and .5 - drop with people."""
    rng = np.random.default_rng(20)
    found = []
    for _ in range(repeats):
        human = rng.normal(size=(side, side))
        wanted = np.linalg.cholesky(
            np.array([[1, 0.5, 0.5 - drop], [0.5, 1, between], [0.5 - drop, between, 1]])
        )
        noise = rng.normal(size=(metrics, 2, side, side))
        first = wanted[1, 0] * human + wanted[1, 1] * noise[:, 0]
        second = wanted[2, 0] * human + wanted[2, 1] * noise[:, 0] + wanted[2, 2] * noise[:, 1]
        one, other = (_of(human, scores) for scores in (first, second))
        options = {"level": "global", "coefficient": "pearson", "over": "outputs", "resamples": 9, "rng": 1}
        found += conditions(one, against={"other": other}, margin=0.1, **options).tests
    return float(np.mean([row.pvalue <= 0.05 for row in found]))


def test_a_difference_as_large_as_the_margin_is_rarely_called_none():
    few = {"metrics": 50, "side": 12, "repeats": 1, "between": 0.9}
    assert _found_share(0.1, **few) < 0.14  # .05, of 50 tests: three standard errors
    assert _found_share(0.0, **few) > 0.6


@pytest.mark.slow
def test_size_at_the_margin_between_correlated_conditions():
    many = {"metrics": 60, "side": 20, "repeats": 10, "between": 0.7}
    assert 0.023 < _found_share(0.1, **many) < 0.077  # .05, of 600 tests: three standard errors


def _of(human, scores):
    names = tuple(f"m{k}" for k in range(len(scores)))
    return ScoreTable(
        (Scorer("human", "human"), *(Scorer(name, "metric") for name in names)),
        tuple(f"s{k}" for k in range(human.shape[0])),
        tuple(f"d{k}" for k in range(human.shape[1])),
        np.stack([human, *scores]),
    )


def test_names_match_outputs_and_order_does_not_matter(tables, found):
    def turned(table):
        return table.select(systems=table.systems[::-1], inputs=table.inputs[3:] + table.inputs[:3])

    others = {name: turned(table) for name, table in tables["against"].items()}
    again = conditions(tables["table"], against=others, level="system", margin="sd", beside=(), **QUICK)
    wanted = [row for row in found.of("sd").tests if row.level == "system"]
    for name in ("estimate", "low", "margin_high", "pvalue_adjusted"):
        values = [getattr(row, name) for row in again.tests]
        np.testing.assert_allclose(values, [getattr(row, name) for row in wanted])


def test_what_a_condition_lacks_is_counted_and_left_out(tables, judged_table):
    part = judged_table(1, noise=0.2).select(scorers=["relevance", "good", "poor", "twin"])
    values = part.values.copy()
    values[part.scorer_names.index("poor"), :2, 0] = np.nan
    part = dataclasses.replace(part, values=values)
    part = part.select(systems=part.systems[:-1])
    found = conditions(tables["table"], against={"part": part}, level="system", **QUICK)
    said = {caution.code: caution.message for caution in found.cautions}
    assert "lacks 1 metric" in said["metric_lacking"]
    assert "'errors'" in said["metric_lacking"]
    assert said["scores_lacking"].startswith("2 scores of judged outputs")
    assert "11 systems are matched" in said["unmatched"]
    assert [row.metric for row in found.of("0.05").tests] == ["good", "twin", "poor"]
    assert [row.n_cells for row in found.of("0.05").tests] == [110, 110, 108]


def test_constant_scores_have_no_answer_and_are_counted(tables, judged_table):
    flat = judged_table(1)
    values = flat.values.copy()
    values[flat.scorer_names.index("good")] = 0.0
    found = conditions(
        tables["table"], against={"flat": dataclasses.replace(flat, values=values)}, level="system", **QUICK
    )
    said = {caution.code: caution.message for caution in found.cautions}
    assert "'good'" in said["constant_scores"]
    assert said["undefined_tests"].startswith("1 of 4 tests of 'flat'")
    (row,) = [r for r in found.of("0.05").tests if r.metric == "good"]
    assert math.isnan(row.estimate)
    assert row.verdict == "undefined"
    assert {share.n_undefined for share in found.shares} == {1}


def test_the_very_same_scores_are_said_to_be_so(tables):
    found = conditions(tables["table"], against={"copy": tables["table"]}, level="global", **QUICK)
    assert "same_scores" in {caution.code for caution in found.cautions}
    assert all(row.estimate == 0 for row in found.tests)


def test_metrics_that_are_all_equal_are_resolved_nowhere(tables):
    table = tables["table"]
    scores = table.matrix("good")
    same = _of(table.matrix("relevance"), [scores, scores])
    found = conditions(same, against={"other": same}, level="global", **QUICK)
    assert not any(row.resolved for row in found.pairs)
    assert all(row.n_pairs == 0 for row in found.shifts)


def test_without_annotators_there_is_a_number_and_a_note(tables):
    bare = dataclasses.replace(tables["table"], annotations={})
    found = conditions(bare, against=tables["against"], level="system", **QUICK)
    assert found.settings.margins == ("0.05",)
    assert found.margins == ()
    assert "no_annotators" in {caution.code for caution in found.cautions}
    with pytest.raises(DataError, match="Give a number as margin"):
        conditions(bare, against=tables["against"], level="system", margin="sd", **QUICK)


def test_closed_forms_beside_are_left_out_where_systems_go_in_families(tables):
    table = dataclasses.replace(
        tables["table"], system_groups={"family": tuple(f"f{k // 2}" for k in range(12))}
    )
    found = conditions(table, against=tables["against"], level="system", system_clusters="family", **QUICK)
    assert found.settings.beside == ()
    assert "closed_form_left_out" in {caution.code for caution in found.cautions}
    with pytest.raises(UnsupportedMethodError, match="takes every system for independent"):
        conditions(table, against=tables["against"], system_clusters="family", method="williams", **QUICK)


def test_these_systems_and_inputs_alone_have_no_resamples(tables):
    found = ask(tables, applies_to="these", level="global", margin=0.05)
    assert found.pairs == ()
    assert "no_resolved_pairs" in {caution.code for caution in found.cautions}


def test_bad_input_is_one_clear_error(tables, judged_table):
    table, other = tables["table"], tables["against"]["spa"]
    with pytest.raises(ArgumentError, match="must name a condition"):
        conditions(table, against={}, **QUICK)
    with pytest.raises(
        UnknownNameError, match=r"leads from 'sap', which is no condition\. Did you mean 'spa'"
    ):
        conditions(table, against={"spa": other}, back={"sap": other}, **QUICK)
    with pytest.raises(DataError, match="lacks all of the metrics"):
        conditions(table, against={"bare": other.select(scorers=["relevance"])}, **QUICK)
    stranger = dataclasses.replace(other, systems=tuple(f"x{k}" for k in range(12)))
    with pytest.raises(KeyMismatchError, match="must share a system"):
        conditions(table, against={"spa": stranger}, **QUICK)
    with pytest.raises(DataError, match="only human scorers are named"):
        conditions(table, against={"spa": other}, metrics="good", human=["relevance", "good"], **QUICK)


def test_an_interrupted_study_goes_on_and_says_the_same(tables, tmp_path):
    class StoppedError(Exception):
        pass

    def watch(name):
        def told(done, of_all):
            if name == "resampling" and done > 1:
                raise StoppedError

        return told

    options = {"method": "bootstrap", "level": "system", "margin": 0.3, "beside": (), "resamples": 2000}
    given = {"table": tables["table"], "against": {"spa": tables["against"]["spa"]}, **options}
    with pytest.raises(StoppedError):
        conditions(**given, checkpoint=tmp_path, watch=watch, workers=1)
    assert list(tmp_path.iterdir())
    again = conditions(**given, checkpoint=tmp_path)
    assert not list(tmp_path.iterdir())
    anew = conditions(**given, rng=again.settings.seed, workers=2, chunk=3)
    assert again.to_dict() == anew.to_dict()


def test_several_humans_are_one_family(tables):
    table = tables["table"]
    ratings = table.annotations["relevance"].values[::-1, ::-1]
    second = table.with_scores(Scorer("coherence", "human", True), ratings.mean(axis=0))
    second = dataclasses.replace(
        second,
        annotations={**table.annotations, "coherence": Annotations(("1", "2", "3"), ratings)},
    )
    found = conditions(second, against=tables["against"], level="global", beside=(), **QUICK)
    assert found.humans == ("relevance", "coherence")
    assert {row.family_size for row in found.tests} == {16}
    assert {row.human for row in found.margins} == {"relevance", "coherence"}
    assert len({row.human for row in found.shifts}) == 2
