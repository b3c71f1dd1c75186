"""Every caution can be provoked, and is silent where there is nothing to say."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.studies.compare.study import compare

NAN = np.nan


def table(n=12, m=20, *, k=2, noise=0.3, **options):
    """A clean table: continuous judgements, metrics that agree with them."""
    rng = np.random.default_rng(3)
    human = rng.normal(size=(n, m)) + rng.normal(size=(n, 1))
    metrics = human + noise * rng.normal(size=(k, n, m))
    scorers = (Scorer("human", "human"), *(Scorer(f"m{i}", "metric") for i in range(k)))
    names = [tuple(f"{kind}{i}" for i in range(size)) for kind, size in (("s", n), ("d", m))]
    return ScoreTable(scorers, names[0], names[1], np.concatenate([human[None], metrics]), **options)


def changed(change, **options):
    """Return a clean table with its values changed in place by a function of (human, metrics)."""
    clean = table(**options)
    values = clean.values.copy()
    change(values[0], values[1:])
    return dataclasses.replace(clean, values=values)


def codes(scores, **options):
    # simulations apply to 95% intervals only; what they say of these has a test of its own
    given = {
        "rng": 1,
        "resamples": 399,
        "beside": (),
        "coefficient": ["pearson", "kendall"],
        "confidence": 0.9,
    }
    options = {**given, **options}
    return {caution.code for caution in compare(scores, **options).cautions}


def fill(where, value):
    def change(human, metrics):
        target = human if where == "human" else metrics
        target[value[0]] = value[1]

    return change


def test_clean_data_raise_nothing():
    assert codes(table(n=40)) == set()


def test_few_systems_are_told_what_simulations_say():
    assert codes(table(n=12), test="permutation") == {"certified_size"}
    assert codes(table(n=12), confidence=0.95, interval="percentile") == {"certified_coverage"}


def scattered(human, metrics):
    rng = np.random.default_rng(1)
    metrics[:] = rng.normal(size=metrics.shape)


def nothing_but_noise(human, metrics):
    rng = np.random.default_rng(1)
    human[:] += 1.5 * np.arange(12)[:, None]
    metrics[:] = rng.normal(size=metrics.shape)
    metrics[0] -= metrics[0].mean(axis=1, keepdims=True)
    metrics[1] = human + 3 * rng.normal(size=human.shape) * (np.arange(12) % 2)[:, None]


UNLIMITED = {"level": "system", "coefficient": "unlimited_pearson"}


def coarse(human, metrics):
    human[:] = (human > 0) * 1.0


PROVOKED = {
    "few_systems": (table(n=9), {}),
    "no_systems": (table(n=1, m=40), {}),
    "duplicate_systems": (
        dataclasses.replace(table(), values=table().values[:, [0, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]]),
        {},
    ),
    "same_metrics": (changed(lambda _, metrics: np.copyto(metrics[1], 2 * metrics[0])), {}),
    "many_ties": (changed(coarse), {}),
    "metric_ties": (changed(lambda _, metrics: np.round(metrics[0] / 2, 0, out=metrics[0])), {}),
    "constant_scorer": (changed(fill("metrics", (0, 0.1 + 0.2))), {}),
    "no_common_cells": (changed(fill("metrics", (0, NAN))), {}),
    "missing_scores": (changed(fill("metrics", ((0, 3, 4), NAN))), {}),
    "missing_human": (changed(fill("human", ((3, 4), NAN))), {}),
    "undefined_columns": (changed(fill("human", ((slice(None), 0), 1.5))), {}),
    "undefined_resamples": (table(n=3), {"interval": "percentile", "over": "both"}),
    "mostly_noise": (changed(nothing_but_noise), UNLIMITED),
    "cut_estimate": (changed(lambda human, metrics: np.copyto(metrics[0], human)), UNLIMITED),
    "interval_covers_zero": (changed(scattered), {}),
    "wide_interval": (table(noise=4.0), {"level": "system", "interval": "percentile"}),
    "outside_assumptions": (table(), {"level": "system", "test": "williams", "coefficient": "kendall"}),
    "as_published": (table(), {"test": "williams", "coefficient": "pearson", "as_published": True}),
    "too_few_resamples": (table(), {"resamples": 15, "test": "permutation"}),
    "too_few_arrangements": (table(n=5), {"alpha": 0.06, "test": "permutation", "test_over": "systems"}),
    "permutes_inputs": (table(), {"test": "permutation", "test_over": "both"}),
    "tied_means": (changed(lambda human, _: np.copyto(human, np.tile([[1, 2], [2, 1]], (6, 10)))), {}),
    "lower_is_better": (table().with_orientation(lower_is_better=["m1"]), {}),
    "negative_agreement": (changed(lambda human, metrics: np.copyto(metrics[0], -human)), {}),
    "unused_clusters": (table(input_groups={"topic": tuple("aabb" * 5)}), {}),
    "data_note": (table(notes=("one line was skipped",)), {}),
}


@pytest.mark.parametrize("code", PROVOKED)
def test_each_can_be_provoked(code):
    scores, options = PROVOKED[code]
    assert code in codes(scores, **options)


@pytest.mark.parametrize(
    ("scores", "options", "silent"),
    [
        (table(n=10), {}, "few_systems"),
        (changed(nothing_but_noise), {"level": "system"}, "mostly_noise"),
        (table(), UNLIMITED, "mostly_noise"),
        (table(n=1, m=40), {}, "few_systems"),
        (table(n=2), {}, "no_systems"),
        (table(), {"level": "system", "test": "williams", "coefficient": "pearson"}, "outside_assumptions"),
        (
            table(),
            {"level": "system", "test": "williams", "coefficient": "pearson", "as_published": True},
            "as_published",
        ),
        (table(), {"resamples": 39}, "too_few_resamples"),
        (
            table(n=4, m=30),
            {"resamples": 16, "test": "permutation", "test_over": "systems"},
            "too_few_resamples",
        ),  # enumerated
        (
            table(n=6),
            {"alpha": 0.06, "test": "permutation", "test_over": "systems"},
            "too_few_arrangements",
        ),  # 2 of 64 arrangements suffice
        (changed(fill("metrics", (0, 0.5))), {}, "no_common_cells"),
        (changed(fill("metrics", (0, NAN))), {}, "constant_scorer"),
        (changed(fill("human", ((slice(None), 0), NAN))), {}, "undefined_columns"),
        (changed(fill("human", ((3, 4), NAN))), {}, "missing_scores"),
        (table(), {"test": "bootstrap", "test_over": "inputs"}, "permutes_inputs"),
        (table(n=1, m=40), {}, "permutes_inputs"),
        (changed(coarse), {"level": "system"}, "many_ties"),
        (changed(coarse), {"coefficient": "pearson"}, "many_ties"),
        (table(input_groups={"topic": tuple("aabb" * 5)}), {"clusters": "topic"}, "unused_clusters"),
    ],
)
def test_and_is_silent_otherwise(scores, options, silent):
    assert silent not in codes(scores, **options)


@pytest.mark.parametrize("over", ["inputs", "both", "rows_then_columns"])
def test_every_swap_that_touches_inputs_says_so(over):
    assert "permutes_inputs" in codes(table(), test_over=over)


def test_fisher_says_what_it_assumes():
    assert "as_published" in codes(table(), interval="fisher", as_published=True)
    assert "as_published" not in codes(table(), interval="fisher", level="system")
    assert "outside_assumptions" in codes(table(n=4), interval="fisher", level="system")


def test_fisher_counts_the_units_of_a_level():
    """It is validated for 25 units and more: 12 systems are too few, their 240 outputs are not."""
    options = {"interval": "fisher", "coefficient": "spearman"}
    assert "outside_assumptions" in codes(table(noise=2.0), **options, level="system")
    assert "outside_assumptions" not in codes(table(noise=2.0), **options, level="global", as_published=True)


@pytest.mark.parametrize("method", [{"interval": "fisher"}, {"test": "williams"}])
def test_cautions_say_what_closed_forms_take_at_a_level(method):
    found = compare(
        table(), **method, resamples=49, rng=1, as_published=True, level=["system", "input", "global"]
    )
    (said,) = [caution.message for caution in found.cautions if caution.code == "as_published"]
    assert "averaged correlations and n = systems at the input level; n = outputs, as though" in said
    assert "per-system" not in said


def test_messages_name_what_they_are_about():
    scores = changed(fill("metrics", ((1, 3, 4), NAN)))
    found = {c.code: c for c in compare(scores, rng=1, resamples=99).cautions}
    assert "'m1' 1 (of 240)" in found["missing_scores"].message
    duplicate = compare(PROVOKED["duplicate_systems"][0], rng=1, resamples=99).cautions
    assert "'s0', 's1'" in next(c.message for c in duplicate if c.code == "duplicate_systems")
    undefined = compare(PROVOKED["undefined_columns"][0], rng=1, resamples=99).cautions
    message = next(c.message for c in undefined if c.code == "undefined_columns")
    assert message.startswith("In 1 of 20 inputs (input level) a scorer is constant")
    assert "'m0', 'm1'" in message


def test_undefined_inputs_are_explained_by_what_the_coefficient_needs():
    def thin(human, metrics):
        human[:, 0] = 3  # no order, but pairs, which tie
        human[1:, 1] = NAN  # no pair

    given = {"rng": 1, "resamples": 99, "level": "input"}
    for coefficient in ("acc_eq", "tau_eq"):
        found = compare(changed(thin), coefficient=coefficient, **given)
        (message,) = [c.message for c in found.cautions if c.code == "undefined_columns"]
        assert message.startswith(
            "In 1 of 20 inputs (input level) there is no pair of outputs to compare. The average"
        )
        assert "constant" not in message
        assert "correlation" not in message
    both = compare(changed(thin), coefficient=["kendall", "acc_eq"], **given).cautions
    messages = [c.message for c in both if c.code == "undefined_columns"]
    assert ["In 2 of 20" in messages[0], "a scorer is constant" in messages[0]] == [True, True]
    assert "no pair of outputs" in messages[1]


def test_two_systems_are_told_what_has_a_value():
    found = compare(table(n=2), coefficient="kendall", level="input", rng=1, resamples=99).cautions
    (message,) = [c.message for c in found if c.code == "undefined_columns"]
    assert message.endswith("For two systems take --coefficient acc_eq or tau_eq.")
    found = compare(table(n=2), coefficient="acc_eq", level="input", rng=1, resamples=99)
    assert not np.isnan([row.estimate for row in found.estimates]).any()


def test_warnings_come_first_and_messages_are_sentences():
    for scores, options in PROVOKED.values():
        found = compare(scores, **{"rng": 1, "resamples": 19, **options}).cautions
        severities = [caution.severity for caution in found]
        assert severities == sorted(severities, reverse=True)
        for caution in found:
            assert not caution.message[0].islower() or caution.code == "data_note"
            assert caution.message.endswith(".") or caution.code == "data_note"
            assert "  " not in caution.message


def test_dropping_duplicates_ends_the_warning():
    scores = PROVOKED["duplicate_systems"][0]
    assert "duplicate_systems" not in codes(scores, drop_duplicates=True)
    assert compare(scores, drop_duplicates=True, rng=1, resamples=9).table.systems[:2] == ("s0", "s2")


def test_roles_nobody_declared_are_noted_unless_the_metrics_are_named():
    plain = dataclasses.replace(table(), scorers=tuple(Scorer(s.name) for s in table().scorers))
    assert "data_note" in codes(plain, human="human")
    assert "data_note" not in codes(plain, human="human", metrics="m*")
