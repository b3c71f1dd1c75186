"""What differences are worth: rows beside hand counts, coverage of a known curve, words, refusals."""

from __future__ import annotations

import json

import numpy as np
import pytest

from trueness import Scorer, ScoreTable, worth
from trueness.errors import ArgumentError, DataError


def _table(systems=12, inputs=20, seed=1, metrics=("bleu", "noise")):
    rng = np.random.default_rng(seed)
    quality = rng.normal(size=(systems, 1)) + rng.normal(size=(systems, inputs))
    human = quality + rng.logistic(size=quality.shape) / 2
    values = [human, quality, rng.normal(size=quality.shape)]
    return ScoreTable(
        [Scorer("human", "human"), *(Scorer(name, "metric") for name in metrics)],
        [f"s{i}" for i in range(systems)],
        [f"i{j}" for j in range(inputs)],
        np.array(values[: len(metrics) + 1]),
    )


@pytest.fixture(scope="module")
def found():
    return worth(_table(), difference=1.0, resamples=99, rng=1)


def test_there_is_a_row_per_metric_kind_and_curve(found):
    assert [(row.metric, row.kind, row.curve) for row in found.worth] == [
        (metric, kind, curve)
        for metric in ("bleu", "noise")
        for kind in ("systems", "outputs")
        for curve in ("logistic", "isotonic")
    ]
    assert all(row.difference == 1.0 for row in found.worth)
    assert all(row.low <= row.estimate <= row.high for row in found.worth if row.metric == "bleu")


def test_counts_of_pairs_are_those_of_the_table(found):
    fits = {(row.metric, row.kind): row for row in found.fits}
    assert fits["bleu", "systems"].n_pairs == 12 * 11 // 2
    assert fits["bleu", "outputs"].n_pairs == 20 * 12 * 11 // 2
    human, bleu = (found.table.matrix(name).mean(axis=1) for name in ("human", "bleu"))
    i, k = np.triu_indices(12, 1)
    agreement = np.mean((human[i] - human[k]) * (bleu[i] - bleu[k]) > 0)
    assert fits["bleu", "systems"].agreement == pytest.approx(agreement)


def test_a_metric_of_quality_is_told_from_noise(found):
    fits = {(row.metric, row.kind): row for row in found.fits}
    bleu, noise = fits["bleu", "outputs"], fits["noise", "outputs"]
    assert bleu.loss_logistic < bleu.loss_constant
    assert noise.loss_logistic > noise.loss_constant - 0.01
    needed = {(row.metric, row.kind, row.chance): row for row in found.needed if row.curve == "logistic"}
    assert needed["bleu", "outputs", 0.8].reached == "yes"
    assert needed["bleu", "outputs", 0.6].estimate < needed["bleu", "outputs", 0.9].estimate
    assert needed["noise", "outputs", 0.9].reached in ("beyond", "never")


def test_the_sentence_comes_first(found):
    assert found.conclusions[0].startswith(
        "✓ Rely on 1 point of 'bleu' between two systems. People agree with "
    )
    assert "Agreement of 80% takes about" in found.conclusions[0]


def test_without_a_difference_it_is_that_of_half_of_the_pairs():
    found = worth(_table(metrics=("bleu",)), resamples=19, rng=1)
    scores = found.table.matrix("bleu").mean(axis=1)
    i, k = np.triu_indices(12, 1)
    assert found.worth[0].difference == pytest.approx(np.median(np.abs(scores[i] - scores[k])))
    assert "the typical 0.516 points of 'bleu'" in found.conclusions[0]


def test_only_pairs_that_people_separate():
    all_pairs = worth(_table(metrics=("bleu",)), resamples=19, rng=1).fits[0]
    found = worth(_table(metrics=("bleu",)), resamples=19, rng=1, separated=True)
    assert 0 < found.fits[0].n_pairs < all_pairs.n_pairs
    assert found.fits[0].agreement > all_pairs.agreement
    assert "pairs:separated" in str(found.signature)


def test_ties_of_people_are_left_out_or_half():
    table = _table(metrics=("bleu",))
    values = table.values.copy()
    values[0] = np.round(values[0])
    tied = ScoreTable(table.scorers, table.systems, table.inputs, values)
    left_out, half = (
        worth(tied, resamples=19, rng=1, human_ties=rule).fits[1] for rule in ("exclude", "half")
    )
    assert half.n_pairs == left_out.n_pairs + left_out.n_human_ties
    assert half.agreement * half.n_pairs == pytest.approx(
        left_out.agreement * left_out.n_pairs + left_out.n_human_ties / 2
    )


def test_a_seed_gives_the_same_and_json_is_plain(found):
    again = worth(_table(), difference=1.0, resamples=99, rng=1)
    assert again.worth == found.worth
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["worth"]


def test_the_curve_of_a_known_truth_is_covered():
    """Outputs whose people differ by a logistic number: the chance is 1 / (1 + exp(-b d)), b = 1 here."""
    held = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        # given the metric's difference d, people's is d plus the difference of two Gumbel numbers, a logistic one
        x = rng.normal(size=(12, 20))
        z = x + rng.gumbel(size=x.shape)
        table = ScoreTable(
            [Scorer("human", "human"), Scorer("bleu", "metric")],
            [f"s{i}" for i in range(12)],
            [f"i{j}" for j in range(20)],
            np.array([z, x]),
        )
        row = next(
            row
            for row in worth(table, difference=1.0, resamples=19, rng=seed).worth  # for isotonic curves only
            if (row.kind, row.curve) == ("outputs", "logistic")
        )
        held += row.low <= 1 / (1 + np.exp(-1)) <= row.high
    assert held >= 34


def test_what_cannot_be_is_refused():
    with pytest.raises(ArgumentError, match="positive"):
        worth(_table(), difference=0)
    with pytest.raises(DataError, match="3 are the least"):
        worth(_table(systems=2))
