"""Columns that are one metric: what patterns fit, what is missing, what is refused."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError, UnknownNameError
from trueness.studies.multiverse.variants import parsed_variants, varied_metrics


def varied(columns, *choices):
    return varied_metrics(tuple(columns.split()), parsed_variants(choices))


def test_without_choices_every_column_is_a_metric():
    found = varied("a b")
    assert found.names == ("a", "b")
    assert dict(found.columns) == {(): ("a", "b")}


def test_a_shared_choice_takes_columns_of_all_metrics_together():
    found = varied("rouge1_f rouge1_recall rouge2_f rouge2_recall bleu", "part: f=*_f | r = *_recall")
    assert found.names == ("rouge1", "rouge2", "bleu")
    assert found.columns["f",] == ("rouge1_f", "rouge2_f", "bleu")
    assert found.columns["r",] == ("rouge1_recall", "rouge2_recall", "bleu")


def test_a_choice_of_one_metric_leaves_the_others_alone():
    found = varied("x_one x_two y", "x = x_one|x_two")
    assert dict(found.columns) == {("x_one",): ("x_one", "y"), ("x_two",): ("x_two", "y")}


def test_a_metric_without_one_of_its_columns_lacks_it_and_no_other_takes_its_place():
    found = varied("a_f a_r b_f c", "part: f=*_f | r=*_r")
    assert found.names == ("a", "b", "c")
    assert found.columns["r",] == ("a_r", None, "c")


def test_the_pattern_that_says_most_counts_and_a_star_alone_gives_no_options():
    found = varied("rouge bleu rouge:refs=best", "references: pooled=* | best=*:refs=best")
    assert found.names == ("rouge", "bleu")
    assert found.columns["best",] == ("rouge:refs=best", "bleu")
    assert found.columns["pooled",] == ("rouge", "bleu")


def test_choices_are_taken_one_after_the_other():
    found = varied("a_f@1 a_r@1 a_f a_r b", "references: one=*@1 | all=*", "part: f=*_f | r=*_r")
    assert found.names == ("a", "b")
    assert found.columns["one", "r"] == ("a_r@1", "b")
    assert found.columns["all", "f"] == ("a_f", "b")
    assert len(found.columns) == 4


@pytest.mark.parametrize(
    "text",
    [
        *("part", "part: f=*_f", "part: f=_f | r=*_r", "part: f=*_f | f=*_r", "part: f=*_f | =*_r"),
        *("a = b", "a = b | b", "a = b |", " = a | b", "human: f=*_f | r=*_r"),
    ],
)
def test_what_is_no_choice_is_refused_with_both_forms_or_another_name(text):
    with pytest.raises(ArgumentError, match=r"part: f=|Call it otherwise"):
        parsed_variants([text])


def test_a_choice_is_made_once():
    with pytest.raises(ArgumentError, match="twice"):
        parsed_variants(["a = b | c", "a = d | e"])


@pytest.mark.parametrize(
    ("choice", "error", "words"),
    [
        ("part: f=*_f | r=*_recal", UnknownNameError, "no metric is called '\\*_recal'"),
        ("a = a_f | a_g", UnknownNameError, "'a_g'"),
        ("b = a_f | a_r", ArgumentError, "are both 'b'"),
    ],
)
def test_columns_that_do_not_exist_or_are_one_are_refused(choice, error, words):
    with pytest.raises(error, match=words):
        varied("a_f a_r b", choice)
