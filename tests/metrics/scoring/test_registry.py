"""Every metric states its facts, and they hold on real text."""

from __future__ import annotations

import functools
import math

import numpy as np
import pytest

from trueness.data.datasets.load import load_dataset_texts
from trueness.errors import ArgumentError, UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.scoring.registry import BUILT_IN, get_metric, get_metrics, metric_names, unknown_metric

ALIKE_FOR_SYSTEMS_THAT_COPY = ("coverage", "novel1")


@functools.cache
def pocket_rows():
    return load_dataset_texts("pocket").rows[::16]


def test_names_give_metrics():
    for kind in BUILT_IN:
        for name in () if kind.required else kind.names():
            assert type(get_metric(name)) is kind
            assert get_metric(name).name == name


def test_an_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match=r"no metric is called 'lenght'. Did you mean 'length'"):
        get_metric("lenght")


def test_patterns_choose_among_the_names_each_once_in_the_order_asked_for():
    assert [metric.name for metric in get_metrics(["c*", "bleu", "{bleu,length}"])] == [
        *(name for name in metric_names() if name.startswith("c")),
        "bleu",
        "length",
    ]


def test_metrics_are_taken_as_they_are():
    mine = Length()
    assert get_metrics([mine]) == [mine]


@pytest.mark.parametrize("wrong", ["nothing*", "{bleu,blue}", "[x]leu"])
def test_a_pattern_that_fits_nothing_is_an_error(wrong):
    with pytest.raises(UnknownNameError, match="no metric is called"):
        get_metrics(wrong)


@pytest.mark.parametrize("wrong", [3, None, [3], ["bleu", None]])
def test_what_is_no_name_is_an_error(wrong):
    with pytest.raises(ArgumentError, match="takes names, patterns and metrics; this is"):
        get_metrics(wrong)


def test_no_metric_at_all_is_an_error():
    with pytest.raises(ArgumentError, match="at least one"):
        get_metrics([])


def failing(holds):
    """Return the names of metrics for which something does not hold: one test of all, not a test for each of them."""
    return [name for name in metric_names() if not holds(get_metric(name))]


def test_facts_hold_on_the_pocket_benchmark():
    rows = pocket_rows()
    texts = [r.output for r in rows], [r.references for r in rows], [r.source for r in rows]

    def hold(metric):
        values = metric.score(*texts)
        return (
            (values.shape, values.dtype) == ((len(rows),), np.float64)
            and np.all(values >= metric.lower)
            and np.all(values <= metric.upper + 1e-9)
            and (np.ptp(values) > 0 or metric.name in ALIKE_FOR_SYSTEMS_THAT_COPY)
        )

    assert not failing(hold)


def test_an_empty_output_gets_what_is_declared():
    def gets(metric):
        found = metric.score(["", " \n"], [("a reference",)] * 2, ["a source"] * 2)
        return np.array_equal(found, [metric.empty_output] * 2, equal_nan=True)

    assert not failing(gets)


def test_scoring_nothing_gives_nothing():
    assert not failing(lambda metric: metric.score([], [], []).shape == (0,))


def test_citations_are_complete():
    def complete(metric):
        citation = metric.citation
        return (
            citation.bibtex.split("{", 1)[1].startswith(citation.key + ",")
            and citation.bibtex.count("{") == citation.bibtex.count("}")
            and "title = " in citation.bibtex
            and "\n" not in citation.text
        )

    assert not failing(complete)


def test_orientation_agrees_with_a_copy_of_the_reference():
    """A copy of the reference is as good as it gets, and another text is worse."""
    for name in ("bleu", "chrf", "ter"):
        metric = get_metric(name)
        same, other = metric.score(
            ["the cat sat on the mat", "no word of it"], [("the cat sat on the mat",)] * 2, [None] * 2
        )
        assert (same > other) == metric.higher_is_better
        assert math.isclose(same, metric.upper if metric.higher_is_better else metric.lower, abs_tol=1e-9)


@pytest.mark.parametrize("name", ["prism", "questeval", "bert*"])
def test_a_metric_that_is_not_here_comes_from_a_file(name):
    with pytest.raises(UnknownNameError) as caught:
        get_metrics(name)
    message = str(caught.value)
    assert (
        "Names are rouge<type>[_stem][_stop]_<part>, bleu[_zh|_char|_intl|_none], bleu_moses[_lc], "
        in message
    )
    assert "`trueness metrics list` shows all; scores of any other metric come from a file." in message
    assert "rouge1" not in message


def test_other_names_are_suggested_too():
    assert "Did you mean 'bertscore'?" in str(unknown_metric("bertscor", ["bertscore"]))


def test_a_metric_without_options_says_so():
    with pytest.raises(UnknownNameError, match="'ter' takes no options"):
        get_metric("ter:refs=best")


def test_a_pattern_finds_metrics_of_models_where_it_names_one():
    found = [metric.name for metric in get_metrics("*_help:model=a")]
    assert found == ["blanc_help:model=a"]
    with pytest.raises(UnknownNameError, match=r"no metric is called 'blanc_\*'"):
        get_metrics("blanc_*")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("rouge{2,W}_f:weight=1.5", ["rouge2_f", "rougeW_f:weight=1.5"]),
        ("rouge1_[pf]*:alpha=0.8", ["rouge1_precision", "rouge1_f:alpha=0.8"]),
        ("rouge{1,W}_f:refs=best,weight=1.5", ["rouge1_f:refs=best", "rougeW_f:refs=best,weight=1.5"]),
        ("{bleu,js1,js1_source}:refs=best", ["bleu", "js1:refs=best", "js1_source"]),
        ("js[12]:base=2", ["js1:base=2", "js2:base=2"]),
        ("bertscore_[pf]*:layer=5,model=a", [f"bertscore_{k}:model=a,layer=5" for k in ("precision", "f")]),
        # BERTScore takes neither option alone: without the layer it has no model, without the model another one
        (
            "{bertscore_f,moverscore_v2,rouge1_f}:model=a,layer=5,refs=best",
            [
                "bertscore_f:model=a,layer=5,refs=best",
                "moverscore_v2:model=a,refs=best",
                "rouge1_f:refs=best",
            ],
        ),
    ],
)
def test_an_option_behind_a_pattern_goes_to_those_that_have_it(pattern, expected):
    assert [metric.name for metric in get_metrics(pattern)] == expected


@pytest.mark.parametrize(
    ("pattern", "error", "message"),
    [
        ("rouge{1,2}_f:weight=1.5", ArgumentError, "'rouge1_f:weight=1.5': 'weight' belongs to W"),
        (
            "rouge{1,W}_f:refs=best,wait=1",
            ArgumentError,
            "'rouge1_f:refs=best,wait=1': no option is called 'wait'",
        ),
        ("{ter,js1}:base=3", ArgumentError, "`base` in 'js1:base=3' must be 2 or 10"),
        ("rouge{1,2}_f:words=5,bytes=9", ArgumentError, "`words` and `bytes` both limit"),
        ("moverscore_*:model=a,layer=5", ArgumentError, "no option is called 'layer'"),
        ("bertscore_*:model=a", ArgumentError, "say which layer of the model 'a' is compared"),
        ("{ter,length}:refs=best", UnknownNameError, "'ter' takes no options"),
    ],
)
def test_an_option_that_none_of_a_pattern_has_is_an_error(pattern, error, message):
    with pytest.raises(error, match=message):
        get_metrics(pattern)
