"""The study of a multiverse: every analysis is what `compare` says, and the sums are of these."""

from __future__ import annotations

import dataclasses
import itertools
import math

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.statistics.multiverse.input_halves import input_halves
from trueness.studies.compare.study import compare
from trueness.studies.multiverse.rows import INTERACTIONS
from trueness.studies.multiverse.said import NO_PROBABILITY, share_words
from trueness.studies.multiverse.settings import MultiverseSettings
from trueness.studies.multiverse.study import multiverse

METRICS = ("good", "fair", "poor")
HUMANS = ("relevance", "fluency")
QUICK = {"coefficient": ["pearson", "kendall"], "rng": 1}


def table(*, systems=10, inputs=12, metrics=METRICS, humans=HUMANS, change=None):
    """Return scores in which metrics see one quality with more and more noise, and the second human another one."""
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    scores = [quality + (0.4 + 0.5 * k) * rng.normal(size=quality.shape) for k in range(len(metrics))]
    scores += [np.round(quality + 2 * k * rng.normal(size=quality.shape)) for k in range(len(humans))]
    values = np.stack(scores)
    if change is not None:
        change(values)
    scorers = [Scorer(name, "metric") for name in metrics] + [Scorer(name, "human") for name in humans]
    return ScoreTable(
        tuple(scorers),
        tuple(f"s{k:02d}" for k in range(systems)),
        tuple(f"d{k:02d}" for k in range(inputs)),
        values,
        input_groups={"topic": tuple(f"doc{k // 2}" for k in range(inputs))},
        system_groups={"family": tuple(f"f{k // 2}" for k in range(systems))},
        name="toy",
    )


@pytest.fixture(scope="module")
def found():
    return multiverse(table(), **QUICK)


def row(rows, **wanted):
    return next(one for one in rows if all(getattr(one, key) == value for key, value in wanted.items()))


def test_the_analyses_are_the_product_with_the_aggregate_at_the_system_level_alone(found):
    # two humans, two sets of systems, three of inputs; two coefficients, of means and of medians, and of outputs
    assert len(found.analyses) == 2 * 2 * 3 * (2 * 2 + 2)
    assert {one.aggregate for one in found.analyses if one.level == "input"} == {""}
    assert {one.aggregate for one in found.analyses if one.level == "system"} == {"mean", "median"}
    assert [one.analysis for one in found.analyses] == list(range(1, 73))
    assert {axis.name: axis.values for axis in found.axes}["inputs"] == ("all", "half a", "half b")


def best_of(part, human, count):
    means = part.matrix(human).mean(axis=1)
    last = sorted(means)[-count]
    return [name for name, mean in zip(part.systems, means, strict=True) if mean > last - 1e-9]


def kept_of(given, analysis, seed=1):
    """Return the part of a table that an analysis is of, found in another way."""
    half = {"all": None, "half a": 0, "half b": 1}[analysis.inputs]
    inputs = given.inputs
    if half is not None:
        inputs = tuple(np.array(inputs)[input_halves(len(inputs), 1, seed)[half]])
    part = given.select(inputs=inputs)
    if analysis.systems == "all":
        return part
    return part.select(systems=best_of(part, analysis.human, len(part.systems) // 2))


@pytest.mark.parametrize("number", range(0, 72, 7))
def test_an_analysis_is_what_compare_says_of_the_same_scores(found, number):
    one = found.analyses[number]
    assert one.analysis == number + 1
    same = compare(
        kept_of(found.table, one),
        human=one.human,
        metrics=list(METRICS),
        level=one.level,
        coefficient=one.coefficient,
        aggregate=one.aggregate or "mean",
        rng=1,
    )
    for estimate in same.estimates:
        mine = row(found.estimates, analysis=one.analysis, metric=estimate.metric)
        assert mine.estimate == pytest.approx(estimate.estimate, abs=1e-12)
        assert mine.n_undefined == estimate.n_undefined
    for test in same.tests:
        try:
            mine, sign = row(found.outcomes, analysis=one.analysis, metric=test.metric, rival=test.rival), 1
        except StopIteration:
            continue  # about neither of the claims
        assert mine.estimate == pytest.approx(sign * test.estimate, abs=1e-12)
        assert mine.pvalue == pytest.approx(test.pvalue, abs=1e-12)
        assert mine.pvalue_adjusted == pytest.approx(test.pvalue_adjusted, abs=1e-12)
        assert mine.verdict == test.verdict


def test_a_claim_is_summed_up_from_its_analyses(found):
    assert found.best == "good"
    assert [(one.metric, one.rival) for one in found.claims] == [("good", "fair"), ("good", "poor")]
    for claim in found.claims:
        mine = [one for one in found.outcomes if one.rival == claim.rival]
        assert claim.n_analyses == len(mine) == 72
        assert claim.share_better == np.mean([one.estimate > 0 for one in mine])
        assert claim.share_significant == np.mean([one.verdict == "better" for one in mine])
        assert claim.share_significantly_worse == np.mean([one.verdict == "worse" for one in mine])
        differences = [one.estimate for one in mine]
        assert claim.estimate == pytest.approx(np.median(differences))
        assert (claim.smallest, claim.largest) == (min(differences), max(differences))
        for one in mine:
            assert one.estimate == pytest.approx(one.estimate_metric - one.estimate_rival)


def test_shares_of_variance_are_those_of_regressions_and_add_up(found):
    for claim in found.claims:
        mine = [one for one in found.outcomes if one.rival == claim.rival]
        d = np.array([one.estimate for one in mine])
        shares = {one.choice: one.share for one in found.choices if one.rival == claim.rival}
        assert sum(shares.values()) == pytest.approx(1)
        # all but the aggregate, which differs at one level alone, are balanced: sums of squares between means
        analyses = [found.analyses[one.analysis - 1] for one in mine]
        for choice in ("human", "coefficient", "systems", "inputs", "level"):
            given = [getattr(one, choice) for one in analyses]
            between = sum(
                len(here) * (np.mean(here) - d.mean()) ** 2
                for value in set(given)
                for here in [[x for x, other in zip(d, given, strict=True) if other == value]]
            )
            assert shares[choice] == pytest.approx(between / np.sum((d - d.mean()) ** 2))
        decision = next(one for one in found.decisions if one.about == f"{claim.metric} > {claim.rival}")
        assert INTERACTIONS not in decision.names
        best = max(decision.names, key=shares.get, default=None)
        assert claim.choice == best
        assert best is None or claim.share == shares[best]


def test_values_and_choices_are_means_of_the_same_differences(found):
    value = row(found.values, rival="poor", choice="human", value="fluency")
    mine = [
        one.estimate
        for one in found.outcomes
        if one.rival == "poor" and found.analyses[one.analysis - 1].human == "fluency"
    ]
    assert value.n_analyses == len(mine) == 36
    assert value.estimate == pytest.approx(np.mean(mine))
    choice = row(found.choices, rival="poor", choice="human")
    means = {one.value: one.estimate for one in found.values if (one.rival, one.choice) == ("poor", "human")}
    assert choice.smallest == min(means.values())
    assert means[choice.highest] == choice.largest
    assert choice.n_values == 2


def test_ranks_are_counted_by_hand(found):
    ranks = {name: [] for name in METRICS}
    for number in range(1, 73):
        values = {one.metric: one.estimate for one in found.estimates if one.analysis == number}
        for name, value in values.items():
            above = sum(other > value + 1e-12 for other in values.values())
            equal = sum(abs(other - value) <= 1e-12 for other in values.values())
            ranks[name].append(1 + above + (equal - 1) / 2)
    for one in found.ranks:
        mine = ranks[one.metric]
        assert one.mean_rank == pytest.approx(np.mean(mine))
        assert (one.best_rank, one.worst_rank) == (min(mine), max(mine))
    assert [one.metric for one in found.ranks] == sorted(METRICS, key=lambda name: np.mean(ranks[name]))
    by_choice = row(found.ranks_by_choice, metric="poor", choice="level", value="input")
    at_input = [one.analysis - 1 for one in found.analyses if one.level == "input"]
    assert by_choice.mean_rank == pytest.approx(np.mean([ranks["poor"][k] for k in at_input]))


def test_all_pairs_are_there_the_better_one_first(found):
    assert [(one.metric, one.rival) for one in found.pairs] == list(
        itertools.combinations([one.metric for one in found.ranks], 2)
    )
    assert found.pairs[0] == found.claims[0]


def test_a_declared_claim_is_a_family_of_its_own(found):
    declared = multiverse(table(), claim=["fair > good"], **QUICK)
    (claim,) = declared.claims
    assert (claim.metric, claim.rival) == ("fair", "good")
    for one in declared.outcomes:
        assert one.pvalue_adjusted == one.pvalue
        assert one.estimate == pytest.approx(one.estimate_metric - one.estimate_rival)
    assert declared.conclusions[0].startswith("'fair' beats 'good' in ")
    # the table of all pairs is corrected for all pairs
    assert declared.pairs == found.pairs
    assert row(found.claims, rival="fair").share_significant <= claim.share_significantly_worse


def test_systems_are_left_out_one_by_one_or_by_family_and_the_best_are_taken():
    given = {
        "level": "system",
        "coefficient": "pearson",
        "aggregate": "mean",
        "inputs": "all",
        "human": "relevance",
    }
    each = multiverse(table(), systems=["each"], rng=1, **given)
    assert [one.systems for one in each.analyses] == [f"without s{k:02d}" for k in range(10)]
    assert {one.n_systems for one in each.analyses} == {9}
    families = multiverse(table(), systems=["each"], system_clusters="family", rng=1, **given)
    assert [(one.systems, one.n_systems) for one in families.analyses] == [
        (f"without f{k}", 8) for k in range(5)
    ]
    best = multiverse(table(), systems=["top 4", "top100%", "all"], rng=1, **given)
    assert [(one.systems, one.n_systems) for one in best.analyses] == [
        ("top4", len(best_of(table(), "relevance", 4))),
        ("top100%", 10),
    ]
    (same,) = best.absent
    assert "systems all" in same.choices
    assert "'top100%', and counted there" in same.reason


def test_systems_that_tie_with_the_last_are_among_the_best():
    def tie(values):
        values[-2] = 0.0
        values[-2, :3], values[-2, 3:6] = 5.0, 3.0

    given = {
        "level": "system",
        "coefficient": "pearson",
        "aggregate": "mean",
        "inputs": "all",
        "human": "relevance",
    }
    assert multiverse(table(change=tie), systems="top4", rng=1, **given).analyses[0].n_systems == 6


def test_halves_are_of_whole_clusters_and_more_splits_leave_the_first_as_it_is():
    given = {
        "level": "system",
        "coefficient": "pearson",
        "aggregate": "mean",
        "systems": "all",
        "human": "relevance",
    }
    found = multiverse(table(), inputs="halves", clusters="topic", splits=2, rng=4, **given)
    assert [one.inputs for one in found.analyses] == ["half 1a", "half 1b", "half 2a", "half 2b"]
    assert {one.n_inputs for one in found.analyses} == {6}
    once = multiverse(table(), inputs="halves", clusters="topic", rng=4, **given)
    assert [one.estimate for one in found.outcomes[:2]] == [one.estimate for one in once.outcomes[:2]]


def test_coefficients_that_do_not_exist_at_a_level_are_counted_and_named():
    found = multiverse(table(), coefficient=["pearson", "spa"], systems="all", inputs="all", rng=1)
    (absent,) = found.absent
    assert (absent.choices, absent.n_analyses) == ("level input, coefficient spa", 2)
    assert "system" in absent.reason
    # how systems get their scores makes no difference to one that is of outputs
    assert [one.aggregate for one in found.analyses if one.coefficient == "spa"] == ["", ""]
    assert "absent_analyses" in {caution.code for caution in found.cautions}


def test_too_few_systems_are_counted_and_named_and_nothing_takes_their_place():
    found = multiverse(table(), systems=["all", "top3"], inputs="all", human="relevance", **QUICK)
    (absent,) = found.absent
    assert absent.choices == "human relevance, systems top3, inputs all"
    assert absent.n_analyses == 6
    assert "at least 4 of them" in absent.reason
    assert {one.systems for one in found.analyses} == {"all"}
    with pytest.raises(DataError, match=r"no analysis of those asked for exists.*at least 4 of them"):
        multiverse(table(), systems="top3", inputs="all", **QUICK)


def test_an_undefined_correlation_is_counted_and_left_out_of_shares():
    def flat(values):
        values[1, 5:] = 0.5  # fair, of half of the systems
        values[3, :5] += 20  # by people these are the worst

    found = multiverse(
        table(change=flat), human="relevance", systems=["all", "top50%"], inputs="all", **QUICK
    )
    claims = [one for one in found.pairs if "fair" in (one.metric, one.rival)]
    assert all(one.n_undefined == 0 for one in claims)

    def flatter(values):
        values[1, :5] = 0.5
        values[3, :5] += 20

    found = multiverse(
        table(change=flatter), human="relevance", systems=["all", "top50%"], inputs="all", **QUICK
    )
    for one in found.pairs:
        lost = 6 if "fair" in (one.metric, one.rival) else 0
        assert (one.n_analyses, one.n_undefined) == (12 - lost, lost)
        if lost:  # shares are of those that are left, in which systems no longer vary
            assert one.choice != "systems"
    assert row(found.ranks, metric="fair").n_undefined == 6
    caution = row(found.cautions, code="undefined_analyses")
    assert "6 of 12" in caution.message
    assert caution.severity == "warning"


def test_variants_of_a_metric_are_a_choice_of_the_claims_about_it_alone():
    given = table(metrics=("x_f", "x_r", "y_f", "y_r", "z"))
    found = multiverse(
        given, variants=["part: f=*_f | r=*_r"], systems="all", inputs="all", human="relevance", **QUICK
    )
    assert {one.metric for one in found.ranks} == {"x", "y", "z"}
    assert len(found.analyses) == 12
    assert {one.variants for one in found.analyses} == {"f", "r"}
    of = {frozenset((one.metric, one.rival)): one for one in found.pairs}
    assert {one.n_analyses for one in of.values()} == {12}
    own = multiverse(
        given, variants=["x = x_f | x_r"], systems="all", inputs="all", human="relevance", **QUICK
    )
    counts = {frozenset((one.metric, one.rival)): one.n_analyses for one in own.pairs}
    assert counts[frozenset("xz")] == 12
    assert counts[frozenset(("y_f", "z"))] == 6  # the choice makes no difference to these, and is no choice
    # a column that lacks is counted, and the claim is about the others
    lacking = given.select(scorers=["x_f", "x_r", "y_f", "z", "relevance"])
    few = multiverse(lacking, variants=["part: f=*_f | r=*_r"], systems="all", inputs="all", **QUICK)
    (absent,) = few.absent
    assert (absent.choices, absent.n_analyses) == ("metric y, part r", 6)
    counts = {frozenset((one.metric, one.rival)): (one.n_analyses, one.n_undefined) for one in few.pairs}
    assert counts[frozenset("xy")] == (6, 0)
    assert counts[frozenset("xz")] == (12, 0)


def test_the_same_computation_is_counted_once():
    found = multiverse(
        table(), aggregate=["corpus", "mean"], systems="all", inputs="all", human="relevance", **QUICK
    )
    assert {one.aggregate for one in found.analyses} == {"corpus", ""}
    (absent,) = found.absent
    assert absent.n_analyses == 2
    assert row(found.claims, rival="poor").n_analyses == 4


def test_a_column_with_its_own_scores_of_systems_keeps_them_whatever_is_chosen():
    given = {
        "level": "system",
        "coefficient": "pearson",
        "systems": "all",
        "inputs": "all",
        "human": "relevance",
    }
    found = multiverse(
        table(), metrics=["good", "good:median", "poor"], claim="good > good:median", rng=1, **given
    )
    of = {found.analyses[one.analysis - 1].aggregate: one for one in found.outcomes}
    assert of["median"].estimate == 0
    assert of["mean"].estimate != 0
    assert of["median"].estimate_rival == of["mean"].estimate_rival
    assert found.claims[0].share_better + found.claims[0].share_worse == 0.5


def test_one_system_or_one_input_leave_the_choices_that_there_are():
    lone = multiverse(table(inputs=1, humans=("relevance",)), coefficient=["pearson", "kendall"], rng=1)
    assert {one.level for one in lone.analyses} == {"system"}
    assert lone.settings.applies_to == "systems"
    halves = multiverse(
        table(inputs=1, humans=("relevance",)), coefficient="pearson", inputs=["all", "halves"], rng=1
    )
    assert "has no halves" in halves.absent[0].reason
    one = multiverse(table(systems=1, humans=("relevance",)), coefficient=["pearson", "kendall"], rng=1)
    assert {row.level for row in one.analyses} == {"global"}
    single = multiverse(
        table(humans=("relevance",)), coefficient="pearson", level="input", systems="all", inputs="all", rng=1
    )
    assert "single_analysis" in {caution.code for caution in single.cautions}
    assert single.choices == ()
    assert single.claims[0].choice is None
    assert math.isnan(single.claims[0].share)


@pytest.mark.parametrize("workers", [1, 2])
def test_the_order_of_rows_and_the_number_of_workers_change_nothing(found, workers):
    given = table()
    turned = dataclasses.replace(
        given,
        systems=given.systems[::-1],
        inputs=given.inputs[::-1],
        values=given.values[:, ::-1, ::-1],
        input_groups={},
        system_groups={},
    )
    again = multiverse(turned, workers=workers, **QUICK)
    for name in ("claims", "choices", "values", "ranks", "pairs", "outcomes"):
        assert repr(again.rows_of(name)) == repr(found.rows_of(name))  # nan is not equal to itself


def constant(values):
    values[-1] = 3.0


def alike(values):
    values[-2:] = values[-2:, :1]


@pytest.mark.parametrize(
    ("change", "given", "error", "words"),
    [
        (None, {"metrics": "good"}, DataError, "a claim is about two metrics.*--metrics"),
        (constant, {}, DataError, "'fluency' gives every output the same score, 3.*Leave it out"),
        (constant, {"human": "fluency"}, DataError, r"Leave it out \(--human \w+\)"),
        (alike, {}, DataError, "different inputs only: --level global"),
        (None, {"human": "fluent"}, UnknownNameError, "Did you mean 'fluency'"),
        (None, {"coefficient": "pearsn"}, ArgumentError, "pearson"),
        (None, {"level": "input", "coefficient": "spa"}, UnsupportedMethodError, "--level"),
        (None, {"aggregate": "max"}, ArgumentError, "aggregate"),
        (None, {"systems": "best"}, ArgumentError, "systems"),
        (None, {"systems": "top0"}, ArgumentError, "top8 or top50%"),
        (None, {"systems": "top101%"}, ArgumentError, "leaves systems|at most"),
        (None, {"systems": "top11"}, ArgumentError, "more systems than there are \\(10\\)"),
        (None, {"inputs": "thirds"}, ArgumentError, "halves"),
        (None, {"splits": 0}, ArgumentError, "splits"),
        (None, {"splits": 900}, ArgumentError, "more than 20,000 analyses"),
        (None, {"claim": "good"}, ArgumentError, "METRIC > RIVAL"),
        (None, {"claim": "good > bad"}, UnknownNameError, "'bad'"),
        (None, {"claim": "good > good"}, ArgumentError, "two metrics that differ"),
        (None, {"claim": ["good > fair", "fair > good"]}, ArgumentError, "each two once"),
        (None, {"clusters": "tropic"}, UnknownNameError, "topic"),
        (None, {"variants": "part"}, ArgumentError, "part: f="),
    ],
)
def test_what_cannot_be_is_refused_with_a_remedy(change, given, error, words):
    with pytest.raises(error, match=words):
        multiverse(table(change=change), **{"rng": 1, **given})


def test_sentences_say_the_numbers_of_the_rows_and_once_that_a_percentage_is_no_probability(found):
    best, weakest, *_ = found.conclusions
    assert f"ranks best in {share_words(found.ranks[0].share_first)} of 72 analyses" in best
    assert "2 others in every analysis" in best
    claim = min(found.claims, key=lambda one: one.share_better)
    assert f"beats '{claim.rival}' in {claim.share_better:.0%} of 72 analyses" in weakest
    assert f"significantly in {share_words(claim.share_significant)}" in weakest
    moved = [
        one
        for one in found.conclusions
        if one.startswith(f"✓ Whether '{claim.metric}' beats '{claim.rival}'")
    ]
    assert (claim.choice is not None) == bool(moved)
    assert found.conclusions.count(NO_PROBABILITY) == 1
    assert sum("probability" in text for text in found.conclusions) == 1


def test_a_share_is_all_or_nothing_only_where_it_is():
    assert [share_words(one) for one in (0.0, 0.001, 0.5, 0.999, 1.0)] == [
        "0%",
        "under 1%",
        "50%",
        "over 99%",
        "100%",
    ]


def test_settings_can_be_given_as_a_whole_and_are_checked():
    settings = MultiverseSettings.of(systems=["all", "top 3 %"], rng=1)
    assert settings.systems == ("all", "top3%")
    assert MultiverseSettings.from_dict(settings.to_dict()) == settings
    with pytest.raises(ArgumentError, match="at least one"):
        MultiverseSettings.of(systems=[], rng=1)


def test_an_interrupted_run_goes_on_where_it_was(found, tmp_path, monkeypatch):
    from trueness.parallel import checkpoint
    from trueness.studies.multiverse.analysed import Analyses

    monkeypatch.setattr(checkpoint, "PATIENCE", 0.0)
    monkeypatch.setattr(checkpoint, "SECONDS_BETWEEN_WRITES", 0.0)
    plain, calls = Analyses.found, []

    def interrupted(self, setup):
        calls.append(setup)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return plain(self, setup)

    monkeypatch.setattr(Analyses, "found", interrupted)
    given = {**QUICK, "checkpoint": tmp_path / "kept", "workers": 1}
    with pytest.raises(KeyboardInterrupt):
        multiverse(table(), **given)
    again = multiverse(table(), **given)
    assert len(calls) == 6 + 24 - 5  # of 24 setups five were kept
    assert again.outcomes == found.outcomes
    assert not list((tmp_path / "kept").iterdir())
