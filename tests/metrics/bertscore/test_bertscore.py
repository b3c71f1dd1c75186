"""Names, matching and baselines, which need no model; with one see tests/neural."""

from __future__ import annotations

import math

import numpy as np
import pytest

from trueness.errors import ArgumentError, FormatError, UnknownNameError
from trueness.metrics.bertscore.baseline import read_baseline
from trueness.metrics.bertscore.bertscore import BertScore
from trueness.metrics.bertscore.layers import LAYERS
from trueness.metrics.bertscore.matching import greedy_match, unit_vectors
from trueness.metrics.scoring.registry import get_metric, get_metrics


@pytest.mark.parametrize(
    "name",
    [
        "bertscore_f",
        "bertscore_precision:layer=3",
        "bertscore_recall:model=/a/b:c,layer=5,idf=references,refs=best,dtype=bfloat16,long=windows",
    ],
)
def test_names_are_canonical(name):
    assert get_metric(name).name == name


def test_options_come_in_any_order_and_defaults_are_not_said():
    asked = "bertscore_f:long=cut,layer=4,model=roberta-large,refs=max"
    assert get_metric(asked).name == "bertscore_f:layer=4"
    assert [m.name for m in get_metrics("bertscore_{precision,f}:layer=4")] == [
        "bertscore_precision:layer=4",
        "bertscore_f:layer=4",
    ]


def test_layers_are_those_of_the_table():
    assert BertScore("f").layer == 17
    assert LAYERS["microsoft/deberta-xlarge-mnli"] == 40
    assert BertScore("f", model="/models/bert-base-uncased").layer == 9
    with pytest.raises(ArgumentError, match=r"say which layer of the model 'my-model'"):
        BertScore("f", model="my-model")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bertscore", "no metric is called 'bertscore': there are 'bertscore_precision'"),
        ("bertscore_r", "there are 'bertscore_precision', 'bertscore_recall', 'bertscore_f'"),
        ("bertscore_f:modle=x", "Did you mean 'model'"),
        ("bertscore_f:model=", "must be an option key=value"),
        ("bertscore_f:layer=-1", "'layer' must be a whole number"),
        ("bertscore_f:layer=1,layer=2", "given twice"),
        ("bertscore_f:refs=mean", "'refs' must be one of 'max', 'best'"),
    ],
)
def test_a_name_that_makes_no_sense_says_why(name, message):
    with pytest.raises(ArgumentError, match=message):
        get_metric(name)


def test_another_name_is_another_metric():
    assert BertScore.from_name("bleu") is None
    with pytest.raises(UnknownNameError):
        get_metrics("berts*")  # a pattern finds nothing that needs weights


def test_matching_by_hand():
    # the output has tokens along x and y, the reference one along x and one between them
    output = unit_vectors(np.array([[2.0, 0.0], [0.0, 3.0]], dtype=np.float32))
    reference = unit_vectors(np.array([[1.0, 0.0], [1.0, 1.0]], dtype=np.float32))
    half = math.sqrt(0.5)
    found = greedy_match(output, np.array([1.0, 1.0]), reference, np.array([1.0, 1.0]))
    assert found.precision == pytest.approx((1 + half) / 2)
    assert found.recall == pytest.approx((1 + half) / 2)
    weighed = greedy_match(output, np.array([1.0, 3.0]), reference, np.array([1.0, 0.0]))
    assert weighed.precision == pytest.approx((1 + 3 * half) / 4)
    assert weighed.recall == pytest.approx(1.0)
    assert weighed.f == pytest.approx(2 * weighed.precision / (1 + weighed.precision))
    assert math.isnan(greedy_match(output, np.zeros(2), reference, np.ones(2)).f)


def test_a_baseline_is_that_of_its_layer(tmp_path):
    path = tmp_path / "roberta-large.tsv"
    path.write_text("LAYER,P,R,F\n0,0.3,0.31,0.32\n17,0.83,0.84,0.85\n")
    assert read_baseline(path, 17).tolist() == [0.83, 0.84, 0.85]
    rescaled = BertScore("recall", baseline=path)
    assert rescaled.empty_output == pytest.approx(-0.84 / 0.16)
    assert rescaled.lower == -math.inf
    with pytest.raises(FormatError, match="the line of layer 5"):
        BertScore("f", layer=5, baseline=path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "first line must be"),
        ("P,R\n", "first line must be"),
        ("LAYER,P,R,F\n1,a,2,3\n", "every value must be a number"),
        ("LAYER,P,R,F\n1,0.2\n", "three numbers below 1"),
        ("LAYER,P,R,F\n1,0.2,1,0.3\n", "three numbers below 1"),
    ],
)
def test_a_file_that_holds_no_baselines_is_said(tmp_path, content, message):
    path = tmp_path / "baseline.tsv"
    path.write_text(content)
    with pytest.raises(FormatError, match=message):
        read_baseline(path, 1)
