"""Human scorers that are named as means of others: which scorers, which numbers, by hand; what is refused."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError
from trueness.study.human_means import with_human_means, with_means_in

RNG = np.random.default_rng(3)
VALUES = RNG.integers(1, 6, size=(4, 6, 5)).astype(float)
VALUES[1] *= 2  # of another scale, and not too far
VALUES[0, 2, 3] = np.nan


@pytest.fixture
def table():
    names = ("clear", "complete", "errors", "rouge")
    roles = ("human", "human", "human", None)
    return ScoreTable(
        tuple(Scorer(name, role, name != "errors") for name, role in zip(names, roles, strict=True)),
        tuple(f"s{k}" for k in range(6)),
        tuple(f"d{k}" for k in range(5)),
        VALUES,
    )


def test_the_mean_is_of_outputs_and_missing_where_one_is(table):
    found, names = with_human_means(table, ["mean(complete,clear)", "clear"])
    assert names == ("mean(complete,clear)", "clear")
    np.testing.assert_allclose(found.matrix(names[0]), (VALUES[0] + VALUES[1]) / 2)
    assert np.isnan(found.matrix(names[0])[2, 3])
    assert found.scorer(names[0]).role == "human"
    # a pattern finds human scorers alone, and the name says which; a second time nothing is made
    again, names = with_human_means(found, ["harmonic_mean(c*)", "mean(complete, clear)"])
    assert names == ("harmonic_mean(clear,complete)", "mean(complete,clear)")
    np.testing.assert_allclose(again.matrix(names[0]), 2 / (1 / VALUES[0] + 1 / VALUES[1]))


def test_standardized_scores_weigh_alike_and_turn_errors_round(table):
    found, (name,) = with_human_means(table, ["standardized_mean(complete,errors)"])
    z = [(VALUES[k] - VALUES[k].mean()) / VALUES[k].std() for k in (1, 2)]
    np.testing.assert_allclose(found.matrix(name), (z[0] - z[1]) / 2)
    assert found.scorer(name).higher_is_better
    assert not found.scorer("errors").higher_is_better
    np.testing.assert_array_equal(found.matrix("errors"), VALUES[2])


def test_annotators_stay_behind_a_mean(table):
    ratings = RNG.integers(1, 6, size=(2, 2, 6, 5)).astype(float)
    values = table.values.copy()
    values[:2] = ratings.mean(axis=1)
    parts = {
        name: Annotations(("ann", "bob"), part)
        for name, part in zip(("clear", "complete"), ratings, strict=True)
    }
    rated = dataclasses.replace(table, values=values, annotations=parts)
    plain, (name,) = with_human_means(rated, ["mean(clear,complete)"])
    np.testing.assert_allclose(plain.annotations[name].values, ratings.mean(axis=0))
    scaled, (name,) = with_human_means(rated, ["standardized_mean(clear,complete)"])
    np.testing.assert_allclose(scaled.annotations[name].mean(), scaled.matrix(name), atol=1e-12)


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        ("mean(clear)", DataError, "name two human scorers at least, such as mean(clear,complete)"),
        ("mean()", DataError, "a mean of nothing"),
        ("mean(clear,clean)", UnknownNameError, "no scorer is called 'clean'. Did you mean 'clear'"),
        ("mean(clear,errors)", DataError, "lower is better for 'errors'"),
    ],
)
def test_what_is_no_mean_is_refused(table, name, error, words):
    with pytest.raises(error) as caught:
        with_human_means(table, [name])
    assert words in str(caught.value)


def test_a_constant_dimension_cannot_be_standardized(table):
    values = table.values.copy()
    values[0] = 3.0
    with pytest.raises(DataError, match="takes scores of 'clear' that differ"):
        with_human_means(dataclasses.replace(table, values=values), ["standardized_mean(clear,complete)"])


def test_a_scorer_that_is_called_so_is_itself(table):
    named = dataclasses.replace(table, scorers=(*table.scorers[:3], Scorer("mean(clear,complete)", "human")))
    found, names = with_human_means(named, ["mean(clear,complete)"])
    assert found is named
    assert names == ("mean(clear,complete)",)
    assert with_human_means(table, None) == (table, None)


@pytest.mark.parametrize("kind", ["mean", "harmonic_mean"])
def test_scales_that_are_too_far_apart_are_refused(table, kind):
    values = VALUES.copy()
    values[1] *= 10
    far = dataclasses.replace(table, values=values)
    message = (
        r"'complete' are on other scales \(up to 5, up to 100\), and the mean would be little but 'complete'. "
        r"Let each count alike: standardized_mean\(clear,complete\)"
    )
    with pytest.raises(DataError, match=message):
        with_human_means(far, [f"{kind}(clear,complete)"])
    values[1] = VALUES[1] / 2 * 3  # three times the other is the limit
    with_human_means(dataclasses.replace(table, values=values), [f"{kind}(clear,complete)"])


def test_standardized_and_geometric_means_are_of_any_scales(table):
    values = VALUES.copy()
    values[1] *= 10
    far = dataclasses.replace(table, values=values)
    for kind, factor in (("standardized_mean", 1.0), ("geometric_mean", np.sqrt(10))):
        near, (name,) = with_human_means(table, [f"{kind}(clear,complete)"])
        wide, _ = with_human_means(far, [name])
        np.testing.assert_allclose(wide.matrix(name), factor * near.matrix(name))


def test_every_study_takes_a_mean(table):
    """The scorers it is of are no metrics by it, and mappings of tables get it each."""
    mean = trueness.stats.mean_of_dimensions([VALUES[0], VALUES[1]])
    undeclared = dataclasses.replace(
        table, scorers=tuple(dataclasses.replace(scorer, role=None) for scorer in table.scorers)
    )
    found = trueness.compare(
        undeclared,
        human="mean(clear,complete)",
        level="system",
        coefficient="pearson",
        tests=False,
        interval="none",
    )
    assert found.human == "mean(clear,complete)"
    assert found.metrics == ("errors", "rouge")
    wanted = trueness.stats.correlate(VALUES[3], mean, "system", "pearson").estimate
    assert found.estimate("rouge", "system", "pearson").estimate == pytest.approx(wanted, abs=1e-12)
    selection = dataclasses.replace(found.selection, human="mean(cl*,complete)")
    both, resolved = with_means_in({"one": table, "two": table}, selection)
    assert all("mean(clear,complete)" in part.scorer_names for part in both.values())
    assert resolved.human == "mean(clear,complete)"
    assert with_means_in(table, found.settings)[0] is table
    ranked = trueness.systems(table, scorers=["mean(cl*,complete)", "rouge"], rng=1)
    assert set(ranked.selection.scorers) == {"mean(clear,complete)", "rouge"}


def test_an_annotator_is_a_human_scorer_by_the_name_that_files_give_it(table):
    people = np.array([VALUES[0], np.where(np.arange(5) < 2, VALUES[0] + 1, np.nan)])
    table = dataclasses.replace(table, annotations={"clear": Annotations(("ann", "bo b"), people)})
    found, names = with_human_means(table, ["clear@bo b", "clear"])
    assert names == ("clear@bo b", "clear")
    np.testing.assert_array_equal(found.matrix("clear@bo b"), people[1])
    assert found.scorer("clear@bo b") == dataclasses.replace(table.scorer("clear"), name="clear@bo b")
    assert "clear@bo b" not in found.annotations
    assert with_human_means(found, ["clear@bo b"])[0] is found
    same, names = with_human_means(table, ["clear@eve", "rouge@ann"])
    assert same is table
    with pytest.raises(UnknownNameError, match="clear@eve"):
        trueness.compare(table, human="clear@eve", level="global", resamples=10, rng=1)
    assert trueness.compare(
        table, human="clear@ann", metrics="rouge", level="global", resamples=10, rng=1
    ).estimates
