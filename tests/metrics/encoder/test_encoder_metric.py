"""What metrics of pretrained models share before any model is there; with one see tests/neural."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.bertscore.bertscore import BertScore
from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.estime.estime import Estime
from trueness.metrics.likelihood.bartscore import BartScore
from trueness.metrics.likelihood.lite_pyramid import LitePyramid
from trueness.metrics.moverscore.moverscore import MoverScore
from trueness.metrics.scoring.registry import get_metric

FAMILIES = [BertScore, MoverScore, Estime, BartScore, LitePyramid]


@pytest.mark.parametrize("kind", FAMILIES)
def test_every_part_has_its_name_and_no_other(kind):
    for part in kind.parts:
        name = f"{kind.family}_{part}:model=/nowhere/roberta-large"
        metric = get_metric(name)
        assert (type(metric), metric.name, metric.names()) == (kind, name, ())
        assert metric.slow
        assert metric.shared_model
        assert "model:/nowhere/roberta-large (" in metric.signature()
    assert kind.from_name(f"{kind.family}s") is None
    for wrong in (kind.family, f"{kind.family}_"):
        with pytest.raises(
            ArgumentError, match=f"no metric is called '{kind.family}': there are '{kind.family}_"
        ):
            kind.from_name(wrong)
    with pytest.raises(ArgumentError, match=f"no metric is called '{kind.family}_nothing': there are"):
        kind("nothing", model="/nowhere/roberta-large")


def test_an_error_of_the_metric_names_it():
    with pytest.raises(ArgumentError, match="metric 'bertscore_f': say which layer of the model 'mine'"):
        get_metric("bertscore_f:model=mine")


def test_a_model_is_taken_as_it_is():
    model = PretrainedModel.of("nobody/has-this")
    assert PretrainedModel.of(model) is model
    assert BartScore(model=model).model is model


@pytest.mark.parametrize(("kind", "where"), [(BertScore, "references"), (MoverScore, "texts")])
def test_frequencies_of_the_scored_texts_need_all_of_them(kind, where):
    metric = kind(idf=where)
    with pytest.raises(ArgumentError, match="has seen none"):
        metric.weights([1], output=True)
    assert f"|idf:{where}|" in metric.signature()
    assert metric.weighing() == where
    assert kind().weighing() == "none"
