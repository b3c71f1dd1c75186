"""`trueness.learn`: what is found, what is kept, and what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness import Scorer, ScoreTable, get_metric, learn, load_dataset_texts, score
from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.learning.linear import Ridge
from trueness.learning.network import Network
from trueness.studies.learn.learning_data import MEAN, family_of
from trueness.studies.learn.settings import LearnSettings
from trueness.studies.learn.study import sized


def made(n_systems=12, n_inputs=30, width=5, noise=0.5, seed=0):
    """Return a table in which people say the sum of two metrics' scores, of which only one is larger where better."""
    rng = np.random.default_rng(seed)
    values = rng.standard_normal((width, n_systems, n_inputs))
    human = values[0] - values[1] + noise * rng.standard_normal((n_systems, n_inputs))
    other = values[0] + rng.standard_normal((n_systems, n_inputs))
    scorers = (
        Scorer("quality", "human"),
        Scorer("fluency", "human"),
        *(Scorer(f"{'abcdefgh'[k]}_metric", "metric", higher_is_better=k != 1) for k in range(width)),
    )
    return ScoreTable(
        scorers,
        tuple(f"s{i:02}" for i in range(n_systems)),
        tuple(f"d{j:02}" for j in range(n_inputs)),
        np.concatenate([human[None], other[None], values]),
        input_groups={"topic": tuple(f"t{j // 2}" for j in range(n_inputs))},
        name="made",
    )


def some_texts():
    """Return all systems' texts of a quarter of the inputs of a bundled dataset."""
    texts = load_dataset_texts("pocket")
    inputs = sorted({row.input for row in texts.rows})[::4]
    return dataclasses.replace(texts, rows=tuple(row for row in texts.rows if row.input in inputs))


@pytest.fixture(scope="module")
def result():
    return learn(made(), human="quality", learner=["ridge", "mean"], repeats=1, rng=1)


def test_a_sum_of_two_metrics_is_learned_and_beats_both(result):
    rows = {(row.over, row.scorer): row for row in result.scores}
    for over in ("inputs", "systems", "both"):
        assert rows[over, "ridge"].estimate > 0.85
        assert rows[over, "best_single"].kind == "chosen"
        assert rows[over, "best_single"].estimate < 0.75
        assert rows[over, "ridge"].low < rows[over, "ridge"].estimate < rows[over, "ridge"].high
    tests = {(test.over, test.metric, test.rival): test for test in result.tests}
    assert len(tests) == 3 * 2 * 6
    assert tests["inputs", "ridge", "best_single"].verdict == "better"
    difference = tests["both", "ridge", "a_metric"].estimate
    assert difference == pytest.approx(rows["both", "ridge"].estimate - rows["both", "a_metric"].estimate)
    assert result.conclusions[0].startswith(
        "✓ Learning helps with 'quality'. 'ridge' agrees more than the best single"
    )


def test_what_explains_it(result):
    assert {row.feature for row in result.importance[:2]} == {"a_metric", "b_metric"}
    families = {row.family: row for row in result.families}
    assert families["a"].estimate > 0.1 > abs(families["d"].estimate)
    assert families["a"].alone == pytest.approx(0.65, abs=0.1)
    sizes = [row.n_inputs for row in result.labels if row.scorer == "ridge"]
    assert sizes == [5, 10, 20, 24]
    bins = [row.mean_human for row in result.calibration]
    assert bins == sorted(bins)
    assert sum(row.n_outputs for row in result.calibration) == 360
    worth = {row.scorer: row.worth for row in result.worth}
    assert worth["ridge"] > 2 > worth["best_single"]


def test_what_a_rare_label_is_worth_says_the_draws_that_are_left_out():
    table = made(width=2)
    values = table.values.copy()
    values[0] = 0.0
    values[0, :6, :9] = 1.0
    found = learn(
        dataclasses.replace(table, values=values),
        human="quality",
        learner=["ridge"],
        over="inputs",
        repeats=1,
        rng=3,
    )
    (row,) = [row for row in found.worth if row.scorer == "ridge"]
    assert 0 < row.n_undefined < 20
    (said,) = [
        one.message for one in found.cautions if one.code == "undefined_draws" and "'ridge'" in one.message
    ]
    assert f"is undefined in {row.n_undefined} of 20 draws of 6 inputs: " in said
    assert said.endswith(": all labels drawn are equal. The others alone are in the table.")
    few = learn(
        made(n_inputs=7, width=2), human="quality", learner=["ridge"], over="inputs", repeats=1, rng=1
    )
    assert not few.worth
    assert "takes 8 inputs" in {one.code: one.message for one in few.cautions}["too_few_for_worth"]


def test_the_metric_and_its_card(result, tmp_path):
    (folder,) = result.save(tmp_path / "model")
    card, predictor = result.predictors["quality"]
    assert folder == tmp_path / "model"
    assert predictor.weights[:2] * [1, 1] == pytest.approx([1, 1], abs=0.15)  # b goes in turned round
    assert card.facts["data"]["fingerprint"] == made().fingerprint
    assert [row["over"] for row in card.facts["scores"]] == ["inputs"] * 2 + ["systems"] * 2 + ["both"] * 2
    assert "other systems of these kinds on other inputs" in card.facts["intended_use"]
    assert [caution.code for caution in result.cautions] == [
        "features_from_file",
        "independent_systems",
        "lower_is_better",
        "unused_clusters",
    ]


def test_the_order_of_rows_and_the_workers_move_no_number():
    table = made(n_systems=8, n_inputs=12, width=2)
    asked = {"human": "quality", "learner": ["ridge", "mean"], "repeats": 1, "rng": 1}
    result = learn(table, **asked)
    assert result.importance
    assert result.worth
    turned = dataclasses.replace(
        table,
        systems=table.systems[::-1],
        inputs=table.inputs[::-1],
        values=table.values[:, ::-1, ::-1],
        input_groups={name: labels[::-1] for name, labels in table.input_groups.items()},
    )
    more = learn(turned, **asked, workers=2, chunk=3)
    assert more.scores == result.scores
    assert more.importance == result.importance
    assert more.worth == result.worth


def test_several_human_scorers_and_their_mean(tmp_path):
    found = learn(made(), over="inputs", mean=True, brief=True, repeats=1, rng=1)
    assert list(found.predictors) == ["quality", "fluency", MEAN]
    assert [path.name for path in found.save(tmp_path)] == ["quality", "fluency", "mean_of_all"]
    assert not found.importance + found.labels + found.worth


def test_inputs_that_stand_there_twice_are_found():
    table = made()
    values = table.values.copy()
    values[2:, :, 7] = values[2:, :, 6]
    twice = dataclasses.replace(table, values=values)
    with pytest.raises(
        DataError, match=r"inputs 'd06' and 'd07' have the same scores by all features.*--clusters"
    ):
        learn(twice, human="quality")
    learn(twice, human="quality", clusters="topic", brief=True, repeats=1, rng=1)  # of one topic
    values = table.values.copy()
    values[:, 3] = values[:, 8]
    with pytest.raises(DataError, match="systems 's03' and 's08' have the same scores"):
        learn(dataclasses.replace(table, values=values), human="quality")


def test_bad_input_is_one_clear_error():
    table = made()
    values = table.values.copy()
    values[0] = 3.0
    with pytest.raises(
        DataError, match=r"made, 'quality': all human scores are 3\. Name another human scorer"
    ):
        learn(dataclasses.replace(table, values=values), human="quality")
    with pytest.raises(DataError, match="holding some inputs out takes 4 at least; there are 3"):
        learn(table.select(inputs=table.inputs[:3]), human="quality")
    with pytest.raises(UnknownNameError, match="'rouge1'"):
        learn(table, human="quality", metrics="rouge1")
    values = table.values.copy()
    values[0, :, 15:], values[2:, :, :15] = np.nan, np.nan
    with pytest.raises(DataError, match="'a_metric' lacks a score for every output that people judged"):
        learn(dataclasses.replace(table, values=values), human="quality")
    with pytest.raises(DataError, match=r"learn from \(--features\): beside"):
        learn(table.select(scorers=["quality"]))
    with pytest.raises(ArgumentError, match="`vectors` needs the texts"):
        learn(table, human="quality", vectors="cent_e:vectors=x")
    with pytest.raises(ArgumentError, match="`learner` must be one of"):
        learn(table, human="quality", learner="forest")


def test_noise_is_not_called_a_gain():
    rng = np.random.default_rng(8)
    wins = 0
    for run in range(8):
        table = made(n_systems=8, n_inputs=15, seed=run)
        values = table.values.copy()
        values[0] = rng.standard_normal(values[0].shape)
        noise = dataclasses.replace(table, values=values)
        found = learn(noise, human="quality", repeats=1, brief=True, rng=run)
        wins += any(test.verdict == "better" for test in found.tests if test.rival == "best_single")
    assert wins <= 1


def test_texts_by_the_learned_metric_get_what_the_table_would_give(tmp_path):
    texts = some_texts()
    names = ["rouge1_f", "bleu", "ter"]
    table = score(texts, names)
    found = learn(table, texts=texts, human="coverage", over="inputs", repeats=1, brief=True, rng=2)
    assert not [caution for caution in found.cautions if caution.code.startswith("features")]
    (folder,) = found.save(tmp_path / "model")
    predictor = found.predictors["coverage"][1]
    part = dataclasses.replace(texts, rows=texts.rows[:12])
    again = score(part, f"learned:{folder}")
    features = np.stack([table.oriented(name) for name in names], axis=-1)
    for row in part.rows:
        at = table.systems.index(row.system), table.inputs.index(row.input)
        given = again.values[-1, again.systems.index(row.system), again.inputs.index(row.input)]
        assert given == pytest.approx(predictor.predict(features[at][None])[0])
    assert get_metric(f"learned:{folder}").description().startswith("Predicts 'coverage' from 3 features")
    values = table.values.copy()
    values[table.index("rouge1_f")] += 0.1
    with pytest.raises(DataError, match=r"'rouge1_f' of system .* that column is another metric"):
        learn(dataclasses.replace(table, values=values), texts=texts, human="coverage")


def test_vectors_alone_and_beside_metrics(tmp_path):
    texts = some_texts()
    words = sorted({word.lower() for row in texts.rows for text in row.references for word in text.split()})
    rng = np.random.default_rng(1)
    lines = [f"{word} {' '.join(f'{x:.3f}' for x in rng.standard_normal(6))}" for word in words]
    (tmp_path / "v.txt").write_text("\n".join([*lines, ""]))
    name = f"cent_e:vectors={tmp_path / 'v.txt'}"
    table = score(texts, ["rouge1_f"])
    options = {"texts": texts, "vectors": name, "human": "coverage", "over": "inputs", "repeats": 1, "rng": 1}
    alone = learn(table, brief=True, **options)
    assert len(alone.predictors["coverage"][1].means) == 6
    beside = learn(table, metrics="rouge1_f", **options)
    assert [row.family for row in beside.families] == ["rouge", "vectors"]
    (folder,) = beside.save(tmp_path / "model")
    part = dataclasses.replace(texts, rows=texts.rows[:3])
    assert np.isfinite(score(part, f"learned:{folder},allow=files").values[-1]).sum() == 3


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("rougeSU4_stem_f", "rouge"),
        ("bertscore_f:model=x", "bertscore"),
        ("BLEU-4", "BLEU"),
        ("1-gram", "1-gram"),
    ],
)
def test_families(name, family):
    assert family_of(name) == family


def test_a_search_is_as_large_as_asked_for():
    settings = LearnSettings(network_units=256, network_draws=5)
    network = sized(Network(), settings)
    assert (network.widths, network.trials) == ((128, 256), 5)
    assert sized(Network(), LearnSettings()) == Network()
    assert sized(Ridge(), settings) == Ridge()
    with pytest.raises(ArgumentError, match="`network_units` must be 128, 256 or 512; it is 300"):
        LearnSettings.of(network_units=300, rng=1)


def test_the_signature_names_the_search_of_networks_alone(result):
    assert "network_" not in str(result.signature)


def test_scores_that_were_computed_in_this_run_need_no_check():
    table = score(load_dataset_texts("pocket"), ["rouge1_f", "bleu"])
    found = learn(table, human="coverage", over="inputs", repeats=1, brief=True, rng=1)
    of_data = {"no_evidence", "data_note"}
    assert {one.code for one in found.cautions} == of_data
    assert found.predictors["coverage"][0].facts["features_checked_on_texts"] is True
    read = dataclasses.replace(
        table, scorers=tuple(dataclasses.replace(one, computed=False) for one in table.scorers)
    )
    assert read.scorers == table.scorers
    again = learn(read, human="coverage", over="inputs", repeats=1, brief=True, rng=1)
    assert {one.code for one in again.cautions} - of_data == {"features_unchecked"}
    assert again.scores == found.scores


def test_people_for_whom_less_is_better_are_learned_turned_round():
    table = made(n_systems=8, n_inputs=15, width=3)
    values = table.values.copy()
    values[0] = -values[0]
    errors = dataclasses.replace(table.scorers[0], higher_is_better=False)
    turned = ScoreTable(
        (errors, *table.scorers[1:]), table.systems, table.inputs, values, input_groups=table.input_groups
    )
    one, other = (
        learn(given, human=["quality", "fluency"], learner="ridge", mean=True, brief=True, repeats=1, rng=1)
        for given in (table, turned)
    )
    for row, again in zip(one.scores, other.scores, strict=True):
        assert (again.human, again.over, again.scorer) == (row.human, row.over, row.scorer)
        assert again.estimate == pytest.approx(row.estimate)
    card, predictor = other.predictors["quality"]
    assert "with the sign turned round" in card.facts["intended_use"]
    assert "turned round" not in one.predictors["quality"][0].facts["intended_use"]
    features = np.random.default_rng(1).standard_normal((5, len(card.features)))
    np.testing.assert_allclose(predictor.predict(features), one.predictors["quality"][1].predict(features))
