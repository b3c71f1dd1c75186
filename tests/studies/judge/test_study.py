"""The study of judges on simulated tables whose truth is known, and on DialSummEval."""

from __future__ import annotations

import dataclasses
import gzip
import json

import numpy as np
import pytest

from trueness.data.layouts.dialsummeval import read_dialsummeval
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnknownNameError, UnsupportedMethodError
from trueness.methods.correlations import Correlations
from trueness.methods.two_way_jackknife import INTERVAL
from trueness.statistics.judging.prediction_powered import ppi_difference, ppi_mean
from trueness.statistics.judging.rogan_gladen import rogan_gladen
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.annotators.study import annotators
from trueness.studies.judge.rows import ALL_SYSTEMS, JudgeResult
from trueness.studies.judge.settings import JudgeSelection, JudgeSettings
from trueness.studies.judge.study import judge, judge_annotators

SMALL = {"rng": 1, "resamples": 100, "coefficient": "pearson"}


def judged_table(*, labelled=0.4, binary=False, seed=0, systems=4, inputs=60):
    """People rate 1 to 5; 'llm' rates half a point above them and likes length, 'score' is on a scale of its own."""
    rng = np.random.default_rng(seed)
    quality = 3 + 0.6 * rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    length = rng.integers(10, 200, quality.shape).astype(float)
    human = np.clip(np.rint(quality), 1, 5)
    llm = np.clip(np.rint(quality + 0.5 + 0.01 * (length - 105)), 1, 5)
    score = 0.02 * quality - 7 + 0.01 * rng.normal(size=quality.shape)
    if binary:
        human, llm = (
            (human >= 3).astype(float),
            np.where(rng.random(human.shape) < 0.1, human < 3, human >= 3),
        )
    human[rng.random(human.shape) >= labelled] = np.nan
    return ScoreTable(
        (
            Scorer("human", "human"),
            Scorer("llm", "metric"),
            Scorer("score", "metric"),
            Scorer("length", "metric"),
        ),
        tuple(f"s{k}" for k in range(systems)),
        tuple(f"d{k}" for k in range(inputs)),
        np.stack([human, llm, score, length]),
        input_groups={
            "topic": tuple(f"g{k // 3}" for k in range(inputs)),
            "place": tuple(str(k % 7) for k in range(inputs)),
        },
        name="simulated",
    )


@pytest.fixture(scope="module")
def found():
    return judge(judged_table(), **SMALL)


def test_what_is_taken_for_what(found):
    assert (found.human, found.judges) == ("human", ("llm", "score"))
    assert found.same_scale == {"llm": True, "score": False}
    assert found.n_labelled + found.n_unlabelled == 240
    assert not found.demonstrated
    assert found.rows()[0]["metric"] == "llm"
    assert {row.measure for row in found.measures if row.metric == "score"} == {
        "calibration_intercept",
        "calibration_slope",
        "calibration_error",
    }
    assert set(JudgeResult.TABLES) <= found.to_dict().keys()
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["annotators"] is None


def test_agreement_has_the_intervals_of_compare(found):
    """Without asking for any: those of the two-way jackknife, for what people judged enough of."""
    assert {(row.interval, row.over) for row in found.comparison.estimates} == {("two_way_jackknife", "both")}
    table = judged_table()
    arrays = ScoreArrays.of(table.matrix("llm"), table.matrix("human"))
    (expected,) = INTERVAL.limits(Correlations(arrays, [("input", "pearson")]), "both")["input", "pearson"]
    row = next(row for row in found.comparison.estimates if (row.metric, row.level) == ("llm", "input"))
    assert (row.low, row.high) == pytest.approx((expected.low, expected.high))
    assert judge(table, **SMALL, clusters="topic").comparison.selection.clusters == "topic"
    few = judge(table.select(systems=["s0", "s1", "s2"]), **SMALL)
    assert {row.over for row in few.comparison.estimates} == {"inputs"}


def test_the_simulated_faults_are_found(found):
    error = next(row for row in found.measures if (row.metric, row.measure) == ("llm", "mean_error"))
    assert error.low < 0.4 < error.high + 0.15
    assert error.low > 0
    bias = {row.metric: row for row in found.bias}
    assert bias["llm"].low > 0
    assert bias["llm"].slope == pytest.approx(
        1, abs=0.35
    )  # .01 per word, less what the ends of the scale cut off
    assert bias["score"].low < 0 < bias["score"].high
    text = " ".join(found.conclusions)
    assert "'llm' favours longer outputs" in text
    assert "it is generous" in text


def test_means_are_those_of_the_statistic(found):
    table = judged_table().sorted_by_name()  # the order in which sums are made and inputs are drawn
    human, llm = table.matrix("human"), table.matrix("llm")
    rows = {(row.metric, row.system): row for row in found.means}
    for k, system in enumerate(table.systems):
        one, row = ppi_mean(human[k], llm[k]), rows["llm", system]
        assert (row.estimate, row.low, row.high, row.lam) == (one.estimate, one.low, one.high, one.lam)
        assert row.labels_worth == one.labels_worth > row.n_labelled
        assert np.isnan(row.estimate_all)
    whole = ppi_mean(human.ravel(), llm.ravel(), clusters=np.tile(np.arange(60), 4))
    assert rows["llm", ALL_SYSTEMS].estimate == whole.estimate
    first = next(row for row in found.differences if row.metric == "llm")
    pair = ppi_difference(human[:2], llm[:2])
    assert (first.system, first.other, first.estimate, first.low) == ("s0", "s1", pair.estimate, pair.low)
    assert len(found.differences) == 2 * 6


def test_the_unit_and_orientation_of_a_judge_do_not_matter(found):
    table = judged_table()
    values = table.values.copy()
    values[2] = 5 - 3 * values[2]
    turned = dataclasses.replace(
        table,
        values=values,
        scorers=(*table.scorers[:2], Scorer("score", "metric", higher_is_better=False), table.scorers[3]),
    )
    again = judge(turned, **SMALL)
    for one, other in (
        (found.means, again.means),
        (found.differences, again.differences),
        (found.reliability, again.reliability),
        (found.bias, again.bias),
    ):
        for a, b in zip(one, other, strict=True):
            for key in ("estimate", "low", "high", "mean_human", "estimate_judge", "mean_judge"):
                if hasattr(a, key):
                    assert getattr(a, key) == pytest.approx(getattr(b, key), abs=1e-8)


def test_the_order_of_systems_and_inputs_does_not_matter(found):
    table = judged_table()
    order = np.random.default_rng(1).permutation(60)
    moved = dataclasses.replace(
        table,
        systems=table.systems[::-1],
        inputs=tuple(table.inputs[k] for k in order),
        values=table.values[:, ::-1][:, :, order],
        input_groups={},
    )
    rows = {(row.metric, row.system): row for row in judge(moved, **SMALL).means}
    for row in found.means:
        other = rows[row.metric, row.system]
        assert (row.estimate, row.low, row.high) == pytest.approx((other.estimate, other.low, other.high))


def test_same_seed_same_numbers_and_another_seed_others(found):
    again = judge(judged_table(), **SMALL, workers=1)
    assert again.to_dict() == found.to_dict()
    other = judge(judged_table(), **{**SMALL, "rng": 2})
    assert other.measures != found.measures
    assert other.to_dict()["means"] == found.to_dict()["means"]  # closed form
    drawn = judge(judged_table(), **SMALL, interval="bootstrap")
    assert drawn.means[0].estimate == found.means[0].estimate
    assert drawn.means[0].low == pytest.approx(found.means[0].low, abs=0.15)


def test_all_labelled_is_said_and_shown_with_a_part_of_the_labels():
    table = judged_table(labelled=1.1)
    found = judge(table, **SMALL, demonstration=0.25)
    assert found.demonstrated
    assert "all_labelled" in {caution.code for caution in found.cautions}
    for row in found.means:
        if row.system != ALL_SYSTEMS:
            assert (row.n_labelled, row.n_unlabelled) == (15, 45)
            k = table.systems.index(row.system)
            assert row.estimate_all == pytest.approx(table.matrix("human")[k].mean())
    assert "demonstration:0.25" in str(found.signature)
    assert "Had only 60 of 240 outputs been labelled" in " ".join(found.conclusions)
    # agreement and calibration use every label
    assert {row.n_outputs for row in found.measures} == {240}


def test_clusters_lengths_and_places():
    table = judged_table()
    rows = [
        TextRow(system, name, "w " * int(table.matrix("length")[i, j]))
        for i, system in enumerate(table.systems)
        for j, name in enumerate(table.inputs)
    ]
    bare = table.select(scorers=["human", "llm", "score"])
    plain = judge(bare, **SMALL, texts=Texts(tuple(rows)), position="place")
    assert [row.covariate for row in plain.bias] == ["length", "place"] * 2
    # of a scorer called 'length' nothing says what it counts
    of_scorer = judge(table, **SMALL).bias[0]
    assert (plain.bias[0].per, of_scorer.per) == ("100 words", "100 of 'length'")
    assert plain.bias[0] == dataclasses.replace(of_scorer, per="100 words")
    assert abs(plain.bias[1].estimate) < 0.2
    grouped = judge(table, **SMALL, clusters="topic")
    assert grouped.means[0].estimate == pytest.approx(plain.means[0].estimate, abs=0.05)
    assert grouped.means[0].low != plain.means[0].low
    assert "clusters:topic" in str(grouped.signature)
    assert "no_lengths" in {caution.code for caution in judge(bare, **SMALL).cautions}


def test_binary_labels_get_a_corrected_share():
    table = judged_table(binary=True)
    found = judge(table, **SMALL, judges="llm")
    human, llm = (table.sorted_by_name().matrix(name) for name in ("human", "llm"))
    whole = rogan_gladen(human.ravel(), llm.ravel(), clusters=np.tile(np.arange(60), 4))
    row = found.prevalence[-1]
    assert (row.system, row.estimate, row.low, row.high) == (
        ALL_SYSTEMS,
        whole.estimate,
        whole.low,
        whole.high,
    )
    assert len(found.prevalence) == 5
    assert "corrected for its errors" in found.conclusions[-1]
    by_threshold = judge(table, **SMALL, judges="score", threshold=-6.94)
    assert by_threshold.prevalence
    assert judge(table, **SMALL, judges="score").prevalence == ()
    useless = judge(table, **SMALL, judges="length", threshold=105)
    refused = [row for row in useless.prevalence if row.reason]
    for row in refused:
        assert np.isnan(row.estimate)
    if refused:
        assert "no_correction" in {caution.code for caution in useless.cautions}


def test_labels_that_are_no_random_sample_are_noticed():
    table = judged_table(labelled=1.1)
    values = table.values.copy()
    values[0][values[1] < 4] = np.nan  # people looked at what the judge liked
    found = judge(dataclasses.replace(table, values=values), **SMALL)
    assert "labels_not_random" in {caution.code for caution in found.cautions}
    assert "labels_not_random" not in {caution.code for caution in judge(judged_table(), **SMALL).cautions}


def test_few_and_no_labels():
    table = judged_table()
    values = table.values.copy()
    values[0, 0] = np.nan
    values[0, 1, 5:] = np.nan
    found = judge(dataclasses.replace(table, values=values), **SMALL)
    codes = {caution.code for caution in found.cautions}
    assert {"unlabelled_systems", "few_labels"} <= codes
    assert np.isnan(next(row.estimate for row in found.means if row.system == "s0"))


def test_pairs_judged_in_both_orders():
    rng = np.random.default_rng(3)
    first = rng.choice([0, 1.0], (1, 80))
    second = np.where(rng.random((1, 80)) < 0.3, 0.0, first)
    human = np.where(rng.random((1, 80)) < 0.8, first, 1 - first)
    table = ScoreTable(
        (Scorer("human", "human"), Scorer("llm"), Scorer("llm_swapped")),
        ("pairs",),
        tuple(f"p{k}" for k in range(80)),
        np.stack([human, first, second]),
        has_systems=False,
    )
    found = judge(table, judges="llm", swapped="llm_swapped", **SMALL)
    (row,) = found.order
    assert row.n_pairs == 80
    assert row.n_second == 0
    assert row.low > 0
    assert "same verdict in both orders" in " ".join(found.conclusions)


def test_refusals():
    table = judged_table()
    with pytest.raises(UnknownNameError, match="no scorer is called 'nobody'"):
        judge(table, judges="nobody", **SMALL)
    with pytest.raises(UnsupportedMethodError, match="belongs to one judge"):
        judge(table, swapped="length", **SMALL)
    with pytest.raises(UnknownNameError, match="grouping column"):
        judge(table, clusters="nothing", **SMALL)
    with pytest.raises(ArgumentError, match="`scale`"):
        judge(table, scale="log", **SMALL)
    with pytest.raises(DataError, match=r"name the judge \(`judges`\): all that is left"):
        judge(table.select(scorers=["human", "length"]), **SMALL)


def dialsummeval(test_data):
    folder = test_data / "data" / "dialsummeval"
    rows = []
    with gzip.open(folder / "human_judgment.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            record = json.loads(line)
            if record["model_id"] != "A":
                rows.append(TextRow(record["model_id"], record["id"], record["summary"]))
    return read_dialsummeval(folder), Texts(tuple(rows), name="DialSummEval")


HUMAN = ("consistency", "relevance", "fluency", "coherence")


def test_dialsummeval(test_data):
    table, texts = dialsummeval(test_data)
    found = judge(
        table,
        human="relevance",
        judges=["rouge-l", "blanc_help", "bartscore_s_h", "questeval"],
        texts=texts,
        **SMALL,
    )
    assert (found.n_labelled, found.n_unlabelled, found.demonstrated) == (1300, 0, True)
    bias = {row.metric: row for row in found.bias}
    assert bias["blanc_help"].low > 1  # standard deviations per 100 words
    assert bias["rouge-l"].high < -1.5
    assert bias["questeval"].low < 0 < bias["questeval"].high


def test_dialsummeval_annotator_as_judge(test_data):
    """One annotator in place of a judge, the mean of the other two as people: on one scale, hardly biased."""
    table, texts = dialsummeval(test_data)
    people, given = table.annotations["relevance"].annotators, table.annotations["relevance"].values
    made = table.select(scorers=["rouge-1"]).with_scores(
        Scorer("others", "human"), Annotations(people[1:], given[1:]).mean()
    )
    made = made.with_scores(Scorer("first", "metric"), given[0])
    found = judge(made, human="others", judges="first", texts=texts, **SMALL)
    assert found.same_scale == {"first": True}
    measures = {row.measure: row for row in found.measures}
    one, other = made.matrix("first"), made.matrix("others")
    assert measures["mean_error"].estimate == pytest.approx((one - other).mean())
    assert measures["quadratic_kappa"].estimate > 0.5


def test_dialsummeval_with_a_tenth_of_the_ratings_removed(test_data):
    table, _ = dialsummeval(test_data)
    values = table.values.copy()
    where = table.index("relevance")
    gone = np.random.default_rng(7).random(table.shape[1:]) < 0.1
    values[where][gone] = np.nan
    part = dataclasses.replace(table, values=values, annotations={})
    found = judge(part, human="relevance", judges=["bartscore_s_h", "blanc_tune"], **SMALL)
    assert (found.n_labelled, found.n_unlabelled) == (1300 - gone.sum(), gone.sum())
    assert not found.demonstrated
    truth = table.matrix("relevance")
    rows = [row for row in found.means if row.metric == "bartscore_s_h"]
    for row in rows:
        whole = truth.mean() if row.system == ALL_SYSTEMS else truth[table.systems.index(row.system)].mean()
        assert row.low <= whole <= row.high
        assert row.high - row.low <= row.high_human - row.low_human + 1e-12


@pytest.mark.slow
def test_a_tenth_of_the_labels_covers_the_mean_of_all(test_data):
    """Over many random tenths, intervals hold the mean of all labels about as often as they say, with a judge or not.

    They apply to more outputs than these 100, and so hold the mean of these a little more often than 95%.
    """
    table, _ = dialsummeval(test_data)
    small = table.select(scorers=["relevance", "bartscore_s_h"])
    hits, runs = [], 60
    gain = []
    for seed in range(runs):
        found = judge(small, human="relevance", rng=seed, resamples=1, coefficient="pearson", level="system")
        rows = [row for row in found.means if row.system != ALL_SYSTEMS]
        hits += [row.low <= row.estimate_all <= row.high for row in rows]
        gain += [(row.high - row.low) / (row.high_human - row.low_human) for row in rows]
    assert 0.92 < np.mean(hits) < 0.985
    assert np.mean(gain) < 0.97


SETTINGS = JudgeSettings(resamples=30, seed=1, levels=("system",), coefficients=("pearson",))


def annotated_table(people=3):
    rng = np.random.default_rng(0)
    quality = rng.normal(size=(5, 40))
    ratings = np.clip(np.rint(3 + quality + 0.7 * rng.normal(size=(people, 5, 40))), 1, 5)
    llm = np.clip(np.rint(3 + quality), 1, 5)
    return ScoreTable(
        (Scorer("human", "human"), Scorer("llm [a]", "metric"), Scorer("other", "metric")),
        tuple("abcde"),
        tuple(map(str, range(40))),
        np.stack([ratings.mean(axis=0), llm, rng.normal(size=llm.shape)]),
        annotations={"human": Annotations(tuple("xyz")[:people], ratings)},
    )


def beside_annotators(table, *judges, same=False):
    return judge_annotators(table, JudgeSelection("human", judges), SETTINGS, same=same)


def test_the_study_beside_is_that_of_annotators():
    found = beside_annotators(annotated_table(), "llm [a]", "other")
    assert found.reason == ""
    plain = annotators(
        annotated_table(), human="human", rng=1, resamples=30, level="system", coefficient="pearson"
    )
    assert found.study.to_dict() == plain.to_dict()


@pytest.mark.parametrize("people", [2, 3])
def test_who_may_stand_in_is_no_sentence_of_judges_and_one_decision(people):
    """What a judge may be used for is said by its own rules: another test beside them contradicts or repeats them."""
    found = judge(annotated_table(people), rng=1, resamples=30, coefficient="pearson")
    said = " ".join((*found.conclusions, *(caution.message for caution in found.cautions)))
    assert "stand in" not in said
    assert "alternative annotator test" not in said
    replaced = {one.about: one for one in found.decisions if one.rule == "may_replace_annotator"}
    assert {row.metric: row.verdict for row in found.annotators.alt_tests} == {
        name: one.answer for name, one in replaced.items()
    }
    assert len([one for one in found.decisions if one.rule == "may_be_best"]) == 1
    if people == 2:
        assert {(one.answer, one.reason, one.bar) for one in replaced.values()} == {
            ("cannot_tell", "people", 3)
        }
    else:
        assert replaced["llm [a]"].answer == "yes"


def test_annotators_take_judges_on_the_humans_scale_as_they_are():
    for same, calibration in ((True, "none"), (False, "quantile")):
        found = beside_annotators(annotated_table(), "llm [a]", same=same)
        assert found.study.settings.calibration == calibration
        assert found.study.metrics == ("llm [a]",)


def test_without_two_annotators_nothing_is_said_of_them():
    bare = dataclasses.replace(annotated_table(), annotations={})
    assert beside_annotators(bare, "other") == (None, "")
    assert beside_annotators(annotated_table(1), "other") == (None, "")


def test_why_annotators_could_not_be_studied_becomes_a_caution(monkeypatch):
    def refuse(*_, **__):
        raise UnsupportedMethodError("it makes no sense.")

    monkeypatch.setattr("trueness.studies.annotators.study.annotators", refuse)
    assert beside_annotators(annotated_table(), "other") == (None, "it makes no sense.")
    whole = judge(
        annotated_table(), human="human", rng=1, resamples=20, coefficient="pearson", level="system"
    )
    said = next(caution for caution in whole.cautions if caution.code == "no_annotators")
    assert said.message.endswith("behind 'human': it makes no sense.")
    assert whole.annotators is None


def test_an_argument_is_a_setting(found):
    once = judge(judged_table(), **SMALL, bins=4)
    assert once.settings == JudgeSettings.of(**{**SMALL, "bins": 4})
    assert once.to_dict() != found.to_dict()


def test_the_arguments_of_a_result_repeat_it(found):
    selection = found.selection
    assert selection == JudgeSelection("human", ("llm", "score"))
    again = judge(found.table, **found.arguments)
    assert again.to_dict() == found.to_dict()
    assert list(found.data) == ["scores"]
    texts = Texts((TextRow("s0", "d0", "a b"), TextRow("s1", "d1", "c")))
    assert judge(found.table, texts=texts, **SMALL).data["texts"] is texts
