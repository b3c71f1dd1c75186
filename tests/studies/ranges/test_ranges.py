"""The study of ranges: its rows, its words, what it refuses, and that it can be redone."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from scipy.stats import kendalltau

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError
from trueness.studies.ranges.range_names import range_names
from trueness.studies.ranges.rows import ALL_METRICS, PROPERTY_WORDS
from trueness.studies.ranges.settings import RangesSettings
from trueness.studies.ranges.study import ranges
from trueness.studies.ranges.text_properties import (
    abstractiveness,
    ease_of_summarization,
    lexical_diversity,
    text_properties,
)

QUICK = {"permutations": 99, "resamples": 199, "rng": 1}
METRICS = ("good", "fair", "poor")


def table(*, systems=12, inputs=15, human=True, change=None, metrics=METRICS):
    """Return scores in which metrics see one quality with more and more noise."""
    rng = np.random.default_rng(3)
    quality = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    scores = [quality + (0.4 + 0.3 * k) * rng.normal(size=quality.shape) for k in range(len(metrics))]
    scorers = [Scorer(name, "metric") for name in metrics]
    if human:
        scores.append(np.round(quality))
        scorers.append(Scorer("relevance", "human"))
    values = np.stack(scores)
    if change is not None:
        change(values)
    return ScoreTable(
        tuple(scorers),
        tuple(f"s{k:02d}" for k in range(systems)),
        tuple(f"d{k:02d}" for k in range(inputs)),
        values,
        name="toy",
    )


def texts(inputs=15):
    rng = np.random.default_rng(4)
    words = [f"w{k}" for k in range(80)]
    rows = []
    for k in range(inputs):
        source = " ".join(rng.choice(words, 60))
        reference = " ".join([*source.split()[: 4 + k], *(f"new{j}" for j in range(int(rng.integers(1, 9))))])
        rows.append(TextRow("s00", f"d{k:02d}", "an output", (reference,), source))
    return Texts(tuple(rows), name="articles")


@pytest.fixture(scope="module")
def found():
    return ranges(table(), texts=texts(), **QUICK)


def row(rows, **wanted):
    return next(one for one in rows if all(getattr(one, key) == value for key, value in wanted.items()))


def test_ranges_of_three_bins_have_letters_and_others_numbers():
    assert range_names(3) == (
        *(("LMT", "cumulative"), ("MT", "cumulative"), ("T", "cumulative")),
        *(("L", "single"), ("M", "single"), ("T", "single")),
    )
    assert [name for name, _ in range_names(2)] == ["1–2", "2", "1", "2"]


def test_among_all_outputs_agreement_is_scipys_mean_over_inputs(found):
    scores = found.table
    taus = [kendalltau(scores.matrix("good")[:, j], scores.matrix("poor")[:, j])[0] for j in range(15)]
    pair = row(found.pairs, metric="good", rival="poor", range="LMT")
    assert pair.estimate == pytest.approx(np.mean(taus))
    assert (pair.n_inputs, pair.n_undefined, pair.n_outputs) == (15, 0, 180)
    people = [kendalltau(scores.matrix("fair")[:, j], scores.matrix("relevance")[:, j])[0] for j in range(15)]
    assert row(found.pairs, metric="fair", rival="relevance", range="LMT").estimate == pytest.approx(
        np.mean(people)
    )


def test_a_mean_is_that_of_its_pairs_and_counts_say_what_is_behind(found):
    for mean in found.means:
        human = mean.rival == "relevance"
        pairs = [
            one
            for one in found.pairs
            if (one.range, one.kind) == (mean.range, mean.kind) and (one.rival == "relevance") == human
        ]
        assert len(pairs) == 3
        assert mean.estimate == pytest.approx(np.mean([one.estimate for one in pairs]))
        assert mean.difference == pytest.approx(mean.estimate - mean.expected)
        assert mean.n_inputs + mean.n_undefined == 15
        assert mean.low < mean.estimate < mean.high


def test_the_range_that_expectations_are_fitted_to_has_no_test_and_the_top_is_tested_once(found):
    assert math.isnan(row(found.means, range="LMT").pvalue)
    once, again = (row(found.means, range="T", kind=kind) for kind in ("cumulative", "single"))
    assert dataclasses.replace(once, kind="single") == again


def test_agreement_falls_as_width_leads_to_expect_where_nothing_else_is_at_work(found):
    fall = row(found.contrasts, contrast="fall", rival=ALL_METRICS)
    assert fall.estimate > 0.3
    assert abs(fall.difference) < 0.5 * fall.estimate
    assert fall.estimate == pytest.approx(
        row(found.means, range="LMT").estimate - row(found.means, range="T").estimate
    )


def test_noise_that_grows_with_the_level_is_found():
    rng = np.random.default_rng(5)
    quality = rng.normal(size=(30, 60))
    values = quality + np.exp(0.9 * quality) * 0.6 * rng.normal(size=(3, 30, 60))
    names = tuple(f"s{k}" for k in range(30)), tuple(f"d{k}" for k in range(60))
    made = ScoreTable(tuple(Scorer(name, "metric") for name in METRICS), *names, values)
    result = ranges(made, permutations=199, resamples=9, rng=1)
    top = row(result.means, range="T", kind="cumulative")
    assert top.difference < 0
    assert top.pvalue_adjusted <= 0.05
    assert any("lower in T" in sentence for sentence in result.conclusions)


def test_the_filter_is_the_mean_of_significant_correlations(found):
    scores = found.table
    kept, every = [], []
    for j in range(15):
        tau = kendalltau(scores.matrix("good")[:, j], scores.matrix("fair")[:, j])
        every.append(tau[0])
        if tau[1] <= 0.05:
            kept.append(tau[0])
    only = ranges(table(), metrics=["good", "fair"], only_significant=True, **QUICK)
    filtered = row(only.filtered, range="LMT", rival=ALL_METRICS)
    assert filtered.estimate == pytest.approx(np.mean(every))
    assert filtered.estimate_significant == pytest.approx(np.mean(kept))
    assert filtered.bias == pytest.approx(np.mean(kept) - np.mean(every))
    assert filtered.n_significant == len(kept)
    # and means are of these, without a comparison that would not be one
    mean = row(only.means, range="LMT", rival=ALL_METRICS)
    assert mean.estimate == pytest.approx(np.mean(kept))
    assert math.isnan(mean.expected)
    assert only.settings.applies_to == "inputs"
    assert "only_significant" in {caution.code for caution in only.cautions}


def test_people_are_left_out_where_nobody_says_who():
    alone = ranges(table(human=False), **QUICK)
    assert alone.human is None
    assert {one.rival for one in alone.means} == {ALL_METRICS}


def test_these_systems_are_spoken_of_without_leaving_any_out():
    wide, narrow = (ranges(table(), applies_to=kind, **QUICK) for kind in ("systems,inputs", "inputs"))
    one, other = (row(each.means, range="MT") for each in (wide, narrow))
    assert one.estimate == other.estimate
    assert one.high - one.low > other.high - other.low


@pytest.mark.parametrize("workers", [1, 2])
def test_the_order_of_systems_and_the_number_of_workers_change_nothing(found, workers):
    given = table()
    turned = given.select(systems=given.systems[::-1])
    turned = dataclasses.replace(turned, systems=given.systems[::-1], values=given.values[:, ::-1])
    again = ranges(turned, texts=texts(), workers=workers, **QUICK)
    for name in ("means", "pairs", "contrasts", "disagreement", "ratios"):
        assert again.rows_of(name) == found.rows_of(name) or repr(again.rows_of(name)) == repr(
            found.rows_of(name)
        )


def test_properties_are_correlated_with_agreement(found):
    from scipy.stats import spearmanr

    values = {one.input: one for one in found.inputs}
    assert set(PROPERTY_WORDS) <= set(dataclasses.asdict(found.inputs[0]))
    for name in ("ease", "coverage"):
        expected = spearmanr(
            *(
                np.round(
                    [getattr(one, field) for one in values.values()], 12
                )  # equal but for rounding is equal
                for field in (name, "agreement")
            )
        )
        found_row = row(found.properties, property=name, metric=ALL_METRICS)
        assert found_row.estimate == pytest.approx(expected.statistic)
        assert found_row.low < found_row.estimate < found_row.high
    assert len(found.regression) in (0, len(PROPERTY_WORDS))


def test_properties_of_a_text_are_counted_by_hand():
    assert abstractiveness("The cat sat . the dog", "a cat sat .") == pytest.approx(2 / 5)
    assert lexical_diversity("a b a c") == pytest.approx(3 / 4)
    repeated = " ".join(["x", "y"] * 40)
    assert lexical_diversity(repeated) == pytest.approx(2 / 25)
    assert math.isnan(lexical_diversity(" "))


def test_properties_are_means_over_references_and_unknown_where_texts_are():
    given = table(inputs=3)
    rows = (
        TextRow("s00", "d00", "x", ("a b c d", "a b x y"), "a b c d e"),
        TextRow("s00", "d01", "x", (), "a b"),
        TextRow("s00", "d02", "x", ("a",), None),
    )
    found = text_properties(given, Texts(rows))
    assert found["coverage"].tolist()[0] == pytest.approx((1 + 0.5) / 2)
    assert found["compression"][0] == pytest.approx(5 / 4)
    assert np.isnan(found["coverage"][1:]).all()
    assert found["document_length"][:2].tolist() == [5, 2]
    assert found["reference_length"][2] == 1


def test_texts_that_fit_nothing_or_contradict_each_other_are_refused():
    with pytest.raises(DataError, match="The texts' first is"):
        ranges(table(), texts=Texts((TextRow("a", "elsewhere", "x", ("r",), "s"),)), **QUICK)
    rows = (TextRow("a", "d00", "x", ("r",), "s"), TextRow("b", "d00", "x", ("other",), "s"))
    with pytest.raises(DataError, match="every row of an input the same"):
        ranges(table(), texts=Texts(rows), **QUICK)


def test_ease_is_the_mean_of_the_highest_scores_over_all_outputs_from_0_to_1():
    scores = np.array([[[0.0, 5], [10, 2]], [[1, 1], [2, 3]]])  # two metrics, two systems, two inputs
    placed = np.ones((2, 2), dtype=bool)
    assert ease_of_summarization(scores, placed).tolist() == pytest.approx([(1 + 0.5) / 2, (0.5 + 1) / 2])


def flat_input(values):
    values[0, :, 0] = 0.5


def lone_scores(values):
    values[0, 3:5, 1] = np.nan


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        (flat_input, "flat_metric", "A metric gives all outputs of 1 input one score"),
        (lone_scores, "lacking_scores", "2 outputs lack a score"),
    ],
)
def test_what_is_left_out_is_counted(change, code, words):
    result = ranges(table(change=change), **QUICK)
    caution = next(one for one in result.cautions if one.code == code)
    assert words in caution.message
    assert caution.severity == "warning"


def test_bins_without_outputs_for_a_correlation_are_counted(found):
    thin = next(one for one in found.cautions if one.code == "thin_bins")
    assert "of 45 bins" in thin.message
    assert row(found.means, range="T", kind="single").n_undefined > 0


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"metrics": ["good"]}, "two are needed at least, also for as many random ones"),
        ({"metrics": ["good", "twin"]}, "order all outputs of every input alike"),
        ({"minimum_outputs": 40}, "no input has 40 outputs with a level"),
    ],
)
def test_what_cannot_be_studied_is_refused(given, words):
    def twins(values):
        values[1] = 2 * values[0] + 1

    data = table(metrics=("good", "twin"), change=twins) if "twin" in given.get("metrics", ()) else table()
    with pytest.raises(DataError, match=words):
        ranges(data, **{**QUICK, **given})


def test_a_range_of_zero_everywhere_is_refused_with_its_count():
    def cancel(values):
        values[1] = -values[0]

    with pytest.raises(DataError, match="15 where the levels of all outputs are equal"):
        ranges(table(metrics=("good", "bad"), change=cancel), **QUICK)


def test_fewer_inputs_than_bins_are_said_and_of_one_nothing_is_tested():
    few = ranges(table(inputs=2), **QUICK)
    assert "few_inputs" in {caution.code for caution in few.cautions}
    lone = ranges(table(inputs=1), applies_to="inputs", **QUICK)
    assert all(math.isnan(one.pvalue) for one in lone.means)
    assert "no interval and no test" in next(c.message for c in lone.cautions if c.code == "few_inputs")


def test_fewer_outputs_than_bins_are_said():
    result = ranges(table(systems=4), bins=5, **QUICK)
    assert "fewer_outputs_than_bins" in {caution.code for caution in result.cautions}
    assert math.isnan(row(result.means, range="3", kind="single").estimate)


def test_twins_among_others_are_said():
    def twins(values):
        values[1] = 2 * values[0] + 1

    result = ranges(table(change=twins), **QUICK)
    assert "equal_metrics" in {caution.code for caution in result.cautions}


@pytest.mark.parametrize(
    "wrong",
    [{"bins": 1}, {"by": "rank"}, {"normalise": "none"}, {"minimum_outputs": 2}, {"applies_to": "systems"}],
)
def test_settings_outside_their_values_are_refused(wrong):
    with pytest.raises(ArgumentError, match=next(iter(wrong))):
        RangesSettings.of(rng=1, **wrong)


def test_sentences_say_the_numbers_of_the_rows(found):
    first, *_ = found.conclusions
    whole, top = row(found.means, range="LMT"), row(found.means, range="T")
    assert f"{whole.estimate:.2f}" in first
    assert f"Mean Kendall's tau is {top.estimate:.2f}" in first
    expected = f"{-row(found.contrasts, contrast='fall').expected:.2f}".replace("-", "−")
    assert f"Their narrower range alone would change it by {expected}; the rest, " in first
    assert any("'relevance'" in sentence for sentence in found.conclusions)
    assert any("F/N" in sentence for sentence in found.conclusions)


def test_on_realsumm_it_gives_the_means_of_the_prototype(test_data):
    from trueness.data.reading.read import read_scores
    from trueness.data.scores.duplicate_systems import drop_duplicate_systems

    folder = test_data / "data" / "realsumm"
    scores = drop_duplicate_systems(read_scores(folder / "abs.pkl", folder / "ext.pkl"))
    names = ["bert_recall_score", "mover_score", "js-2", "rouge_1_recall", "rouge_2_recall", "rouge_l_recall"]
    result = ranges(scores, metrics=names, permutations=30, resamples=99, applies_to="inputs", rng=1)
    among = [one for one in result.means if one.rival == ALL_METRICS]
    assert [round(one.estimate, 3) for one in among] == [0.533, 0.377, 0.220, 0.282, 0.133, 0.220]
    ease = row(result.properties, property="ease", metric=ALL_METRICS)
    assert ease.estimate == pytest.approx(0.31, abs=0.005)
    # agreement is within what width explains, bin by bin
    assert max(abs(one.difference) for one in among) < 0.04
