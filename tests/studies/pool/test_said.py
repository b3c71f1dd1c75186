"""What is said of a pool and of its tables: cautions, and what was found."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.pool.study import pool
from trueness.study.lights import LIGHTS

NAN = np.nan
QUICK = {"rng": 1, "resamples": 99, "level": "system", "coefficient": "pearson"}


def table(n=12, seed=1, names=("x", "y"), m=4):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, m))
    metrics = human + rng.normal(size=(len(names), n, m))
    scorers = (Scorer("human", "human"), *(Scorer(name, "metric") for name in names))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


def said(found, code):
    return [caution for caution in found.cautions if caution.code == code]


def test_what_is_not_pooled_is_a_warning():
    tables = {"a": table(), "b": table(names=("x",)), "c": table(names=("x", "y", "z"))}
    tables["d"] = dataclasses.replace(tables["a"], scorers=(Scorer("other"), *tables["a"].scorers[1:]))
    found = pool(tables, **QUICK)
    (lacking,) = said(found, "metrics_not_pooled")
    assert lacking.severity == "warning"
    assert "2 metrics" in lacking.message
    assert "'y' in 'b'; 'z' in 'a', 'b'" in lacking.message
    (left_out,) = said(found, "tables_left_out")
    assert left_out.message == "1 of 4 tables is left out: 'd': no scorer declared human."
    assert [caution.severity for caution in found.cautions] == sorted(
        (caution.severity for caution in found.cautions), reverse=True
    )


def test_tables_are_fixed_if_there_are_several():
    assert len(said(pool({"a": table(), "b": table(seed=2)}, **QUICK), "tables_are_fixed")) == 1
    assert said(pool({"a": table()}, **QUICK), "tables_are_fixed") == []


def test_systems_of_several_tables_are_named():
    tables = {"a": table(), "b": table(seed=2)}
    (note,) = said(pool(tables, **QUICK), "shared_systems")
    assert note.severity == "note"
    assert note.message.startswith("12 systems are in several tables: 's0', ")
    for options in ({"interval": "percentile"}, {"test": "permutation"}):
        (warning,) = said(pool(tables, **{**QUICK, **options}), "shared_systems_ignored")
        assert warning.severity == "warning"
        assert f"These {'tests' if 'test' in options else 'intervals'} draw every table" in warning.message
        assert "--interval two_way_jackknife --test two_way_jackknife" in warning.message
    (note,) = said(
        pool(tables, **QUICK, interval="two_way_jackknife", test="two_way_jackknife"),
        "shared_systems",
    )
    assert note.severity == "note"
    tables["b"] = dataclasses.replace(tables["b"], systems=tuple(f"o{k}" for k in range(12)))
    assert said(pool(tables, **QUICK), "shared_systems") == []


def test_what_is_said_of_single_tables_is_gathered():
    tables = {"a": table(n=6), "b": table(n=7, seed=2), "c": table(n=12, seed=3)}
    (few,) = said(pool(tables, **QUICK), "few_systems")
    assert few.message.startswith("In 'a', 'b'; of 'a': There are 6 systems.")
    (few,) = said(pool({"a": table(n=6)}, **QUICK), "few_systems")
    assert few.message.startswith("There are 6 systems.")
    (few,) = said(pool({"a": table(n=6), "b": table(n=6, seed=2)}, **QUICK), "few_systems")
    assert few.message.startswith("In all tables: There are 6 systems.")


def test_declared_orientations_that_differ():
    tables = {"a": table(), "b": table(seed=2).with_orientation(lower_is_better=["y"])}
    (caution,) = said(pool(tables, **QUICK), "orientation_differs")
    assert "'y'. Is one wrong?" in caution.message


def test_too_few_resamples_for_the_correction():
    tables = {"a": table(names="uvwxyz", seed=3), "b": table(names="uvwxyz", seed=4)}
    few = pool(tables, **{**QUICK, "resamples": 20}, test="permutation")
    assert len(said(few, "too_few_resamples")) == 1
    assert said(pool(tables, **{**QUICK, "resamples": 999}, test="permutation"), "too_few_resamples") == []
    assert said(pool(tables, **{**QUICK, "resamples": 20}), "too_few_resamples") == []


def test_resamples_without_a_value():
    """Two distinct scores among four systems: many draws of systems hold one of them only."""
    small = table(n=4, m=1)
    values = small.values.copy()
    values[1, :, 0] = [0, 0, 0, 1]
    tables = {"a": dataclasses.replace(small, values=values), "b": table(seed=2)}
    found = pool(tables, **QUICK, interval="percentile", test="bootstrap", over="systems")
    row = found.estimate("x", "system", "pearson")
    assert row.n_undefined_resamples > 0.05 * row.resamples
    assert len(said(found, "undefined_resamples")) >= 2  # of the metric, and of its difference


def noisy(n, m, seed, noise=(0.1, 0.2, 3.0)):
    rng = np.random.default_rng(seed)
    human = rng.normal(size=(n, 1)) + 0.3 * rng.normal(size=(n, m))
    metrics = human + np.array(noise)[:, None, None] * rng.normal(size=(len(noise), n, m))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{k}", "metric") for k in range(len(noise))))
    systems, inputs = (tuple(f"{kind}{k}" for k in range(size)) for kind, size in (("s", n), ("d", m)))
    return ScoreTable(scorers, systems, inputs, np.concatenate([human[None], metrics]))


@pytest.fixture(scope="module")
def tables():
    return {name: noisy(12, 4, seed) for name, seed in (("a", 1), ("b", 2))}


def test_a_sentence_for_every_level_and_coefficient(tables):
    chosen = {"rng": 1, "resamples": 499, "overall": True, "coefficient": ["pearson", "pairwise_accuracy"]}
    found = pool(tables, **chosen)
    text = found.conclusions
    assert len(found.keys) == 4
    answers, details, (intervals,) = text[:4], text[4:8], text[8:]
    best = found.matrix([("system", "pearson")])[0]
    assert (
        answers[0]
        .partition(" ")[2]
        .startswith(
            f"Over 2 tables, for ranking systems, '{best['metric']}' agrees most with 'human' "
            f"(Pearson's r {best['estimate']:.2f} ["
        )
    )
    places = (
        ("for ranking systems", "Pearson's r"),
        ("for the order of 132 pairs of systems", "pairwise accuracy of systems"),
        ("for ranking the outputs of one input", "Pearson's r"),
        ("on the mean of all values", "all coefficients"),
    )
    for answer, detail, (place, by) in zip(answers, details, places, strict=True):
        assert answer[0] in LIGHTS.values()
        assert answer[1:].startswith(f" Over 2 tables, {place}, ")
        assert detail.startswith(f"Over 2 tables, {place} (by {by}): the test separates ")
    assert "(pairwise accuracy of systems 0." in answers[1]
    assert "(mean of all pooled values 1.00 [0." in answers[3]
    apart = sum(
        row.verdict in ("better", "worse")
        for row in found.tests
        if (row.level, row.coefficient) == ("system", "pearson")
    )
    assert f"the test separates {apart} of 3 pairs after Shaffer correction" in details[0]
    assert intervals == "The 95% intervals apply to other systems and other inputs, in each of these tables."


def test_what_is_not_there_is_not_said(tables):
    found = pool(tables, rng=1, interval="none", tests=False, level="system", coefficient="kendall")
    (sentence,) = found.conclusions
    row = max(found.estimates, key=lambda row: row.estimate)
    assert sentence == (
        f"Over 2 tables, for ranking systems, '{row.metric}' agrees most with 'human' (Kendall's "
        f"tau-b {row.estimate:.2f})."
    )
    assert "separates" not in sentence
    assert "[" not in sentence


def test_one_input_varies_nothing():
    found = pool({"a": noisy(12, 1, 1)}, rng=1, resamples=49, level="system", coefficient="kendall")
    assert found.conclusions[-1] == "The 95% intervals apply to other systems on these inputs, in this table."


def test_no_value_at_all():
    flat = noisy(5, 3, 1)
    values = flat.values.copy()
    values[1:] = 0.5
    flat = ScoreTable(flat.scorers, flat.systems, flat.inputs, values)
    found = pool({"a": flat}, rng=1, interval="none", level="system", coefficient="pearson")
    assert found.conclusions == ("In one table, for ranking systems, no metric has a value by Pearson's r.",)
