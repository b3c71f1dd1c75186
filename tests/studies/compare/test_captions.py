from __future__ import annotations

import pytest
from tests.small_comparisons import HUMAN, RESAMPLED, hostile_table, systemless_comparison

from trueness.reporting.view import select
from trueness.studies.compare import captions
from trueness.studies.compare.captions import data_sentence, estimates_caption, label, ranks_caption
from trueness.studies.compare.study import compare


def caption_of(**settings):
    given = RESAMPLED | {"rng": 1, "level": "system", "coefficient": "pearson"} | settings
    comparison = compare(hostile_table(), **given)
    return captions.tests_caption(comparison, comparison.tests)


def test_the_data_are_named(plain_comparison):
    assert data_sentence(plain_comparison, plain_comparison.tests) == (
        "plain: 4 metrics against the human scores ‘relevance’, on 9 systems and 12 inputs."
    )
    rows = select(plain_comparison.tests, "input", "kendall")
    assert data_sentence(plain_comparison, rows).endswith("12 inputs; input level, Kendall's tau-b.")


def test_with_unlimited_inputs_an_interval_is_not_for_as_many_as_here():
    asked = {"rng": 1, "resamples": 19, "level": "system", "tests": False}
    both = compare(hostile_table(), coefficient=["pearson", "unlimited_pearson"], **asked)
    assert "other inputs, as many inputs as here; r∞: for unlimited inputs." in estimates_caption(both)
    alone = compare(hostile_table(), coefficient="unlimited_pearson", **asked)
    assert "other inputs; r∞: for unlimited inputs." in estimates_caption(alone)


def test_a_human_whose_lower_scores_are_better_is_marked():
    table = hostile_table().with_orientation(lower_is_better=[HUMAN])
    comparison = compare(table, rng=1, resamples=19, level="system", coefficient="pearson", tests=False)
    assert f"‘{HUMAN}’ ↓" in data_sentence(comparison, comparison.estimates)


def test_by_default_nothing_is_drawn_and_interval_and_test_apply_to_the_same(comparison):
    caption = estimates_caption(comparison)
    assert (
        "with its two-sided 95% two-way jackknife interval, for other systems and other inputs, as "
        "many inputs as here. Undefined" in caption
    )
    caption = captions.tests_caption(comparison, comparison.tests)
    for said in (
        "with its two-sided 95% two-way jackknife interval. Two-sided p-values of two-way jackknife t tests",
        "(leaving out systems and inputs), adjusted by Shaffer's correction over the 6 tests",
        "Interval and verdict can disagree: the interval is not adjusted for the number of tests.",
    ):
        assert said in caption
    assert "resample" not in caption


@pytest.mark.parametrize(
    ("applies_to", "spoken", "left"),
    [
        ("systems", "for other systems on these inputs.", "(leaving out systems)"),
        ("inputs", "for these systems on other inputs.", "(leaving out inputs)"),
        ("these", "for these systems and inputs.", "(leaving out a system and an input at once)"),
    ],
)
def test_captions_say_what_is_spoken_of(applies_to, spoken, left):
    given = {"level": "system", "coefficient": "pearson", "applies_to": applies_to}
    comparison = compare(hostile_table(), rng=1, **given)
    assert spoken in estimates_caption(comparison)
    assert left in captions.tests_caption(comparison, comparison.tests)


def test_items_are_left_out_where_there_are_no_systems(systemless):
    assert "two-way jackknife interval, for other items." in estimates_caption(systemless)
    caption = captions.tests_caption(systemless, systemless.tests)
    assert "(leaving out items)" in caption
    assert "system" not in caption


def test_estimates_say_how_their_intervals_were_made(resampled):
    caption = estimates_caption(resampled)
    assert HUMAN in caption
    assert (
        "two-sided 95% percentile bootstrap interval from 99 resamples of systems and inputs, for other "
        "systems and other inputs"
    ) in caption
    assert caption.endswith("↓ lower is better: negated before correlating.")


def test_tests_say_everything_a_reader_needs(resampled):
    caption = captions.tests_caption(resampled, resampled.tests)
    for said in (
        "95% percentile bootstrap interval from 99 resamples of systems and inputs",
        "Two-sided p-values of studentised permutation tests that swap whole systems between the two metrics",
        "(99 random arrangements)",
        "adjusted by Holm's correction over the 6 tests of one level and coefficient",
        "verdicts at α = 0.05 after it",
        "Interval and verdict can disagree: the interval resamples systems and inputs, the test permutes whole systems",
        "the interval is not adjusted",
        "99 resamples can give is 1/100 = .01",
    ):
        assert said in caption
    beside = captions.tests_caption(resampled, resampled.beside)
    assert "the test permutes single outputs (Perm-Both)" in beside


def test_that_levels_are_corrected_apart_is_said_where_there_are_several():
    said = f"{captions.APART}: over all of them, some difference may be found by chance in more than 5% of studies."
    assert said in caption_of(level=("system", "input"))
    assert captions.APART not in caption_of(level="system", coefficient="pearson")
    assert captions.APART not in caption_of(level=("system", "input"), correction="none")


@pytest.mark.parametrize(
    ("settings", "said", "not_said"),
    [
        ({"correction": "none"}, "not adjusted for the number of tests; verdicts at α = 0.05.", "Holm"),
        ({"alternative": "greater"}, "One-sided (metric better) p-values", "Two-sided p"),
        ({"alternative": "less"}, "the interval is two-sided, the test one-sided", "metric better"),
        ({"test": "williams"}, "(Zou's)", "permut"),
        ({"test": "fisher_permutation"}, "Fisher-z permutation tests that swap whole systems", "studentised"),
        (
            {"test": "bootstrap", "test_over": "both"},
            "bootstrap tests that resample systems and inputs",
            "the test ",
        ),
        ({"test": "bootstrap", "over": "inputs"}, "resamples inputs, the test systems", "permut"),
        ({"interval": "bca"}, "accelerated (BCa) bootstrap interval", "percentile"),
        ({"interval": "none"}, "Two-sided p-values", "disagree"),
        ({"resamples": 9999}, "(all 512 arrangements)", "smallest"),
        ({"clusters": "dom<ain>"}, "(inputs by whole groups of ‘dom<ain>’)", "items"),
        (
            {"family": "pairs", "alternative": "greater"},
            "the smaller p-value of each pair, 6 of one level",
            "12",
        ),
        (
            {"family": "baseline", "baseline": "=cmd|' /C calc'!A0"},
            "the 3 tests against the baseline",
            "over the 6",
        ),
    ],
)
def test_what_was_not_done_is_not_said(settings, said, not_said):
    caption = caption_of(**settings)
    assert said in caption
    assert not_said not in caption


def test_nothing_tested(systemless):
    assert captions.tests_caption(systemless, systemless.beside).endswith("Nothing was tested.")


def test_items_are_permuted_where_there_are_no_systems():
    systemless = systemless_comparison(test="permutation", interval="percentile")
    caption = captions.tests_caption(systemless, systemless.tests)
    assert "tests that swap items" in caption
    assert "the interval resamples items, the test permutes them" in caption
    assert "swap items" in ranks_caption(systemless)


def test_labels_are_safe_and_differ():
    names = ["relevance", "a_b", "a b", "a.b", "a-b", "质量", "品質", "A_b", "\\end{x}"]
    labels = [label("tests", name) for name in names]
    assert labels[:2] == ["tests-relevance", "tests-a-b"]
    assert len(set(labels)) == len(names)
    for text in labels:
        assert text.isascii()
        assert text.replace("-", "").isalnum()


@pytest.mark.parametrize(("alpha", "confidence"), [(0.05, "90%"), (0.01, "98%")])
def test_a_margin_brings_the_confidence_of_its_intervals(alpha, confidence):
    for kind, given in (("bootstrap tests", {}), ("tests of the same kind", {"test": "two_way_jackknife"})):
        text = caption_of(margin=0.1, alpha=alpha, **given)
        assert (
            f"within 0.1 by two one-sided {kind} at α = {alpha:g}, with intervals of confidence {confidence}"
            in text
        )
    assert "this pair would have been after correction." in text
    assert "margin" not in caption_of()
