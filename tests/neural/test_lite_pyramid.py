"""LitePyramid by entailment against the formula of the authors' repository, on a random model."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import transformers

from trueness.errors import DataError
from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.likelihood.lite_pyramid import PARTS, LitePyramid

OUTPUTS = ["The gate is closed.", "", "Two barges drifted against it in the storm."]
UNITS = [
    ("A gate is closed.", "Barges drifted."),
    ("A gate.",),
    ("There was a storm.", "It was Tuesday.", "Barges."),
]


def tiny(minilm, labels):
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    torch.manual_seed(5)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        initializer_range=1.0,
        id2label=dict(enumerate(labels)),
        label2id={label: k for k, label in enumerate(labels)},
    )
    return PretrainedModel(transformers.BertForSequenceClassification(config).eval(), tokenizer=tokenizer)


@pytest.fixture(scope="module")
def model(minilm):
    return tiny(minilm, ["entailment", "neutral", "contradiction"])


def published(model, output, units):
    """p2c, l2c, p3c and l3c as `metric/score.py` computes them, with entailment as class 0."""
    found = []
    for unit in units:
        given = model.tokenizer(output, unit, max_length=400, truncation=True, return_tensors="pt")
        with torch.no_grad():
            three = model.given(**given).logits
        two = torch.stack([three[:, 0], three[:, 1] + three[:, 2]], dim=1)
        found.append(
            [
                float(torch.softmax(two, dim=1)[0, 0]),
                float(1 - torch.argmax(two, dim=1)[0]),
                float(torch.softmax(three, dim=1)[0, 0]),
                float(torch.argmax(three, dim=1)[0] == 0),
            ]
        )
    return np.mean(found, axis=0)


def test_the_formula_of_the_authors(model):
    found = LitePyramid.score_together([LitePyramid(p, model) for p in PARTS], OUTPUTS, UNITS, [None] * 3)
    np.testing.assert_allclose(found[0], published(model, OUTPUTS[0], UNITS[0]), rtol=1e-5)
    np.testing.assert_allclose(found[2], published(model, OUTPUTS[2], UNITS[2]), rtol=1e-5)
    assert found[1].tolist() == [0, 0, 0, 0]


def test_a_score_does_not_depend_on_the_batch(model):
    metric = LitePyramid("p3c", model)
    together = metric.score(OUTPUTS, UNITS, [None] * 3)
    alone = [metric.score([o], [u], [None])[0] for o, u in zip(OUTPUTS, UNITS, strict=True)]
    assert together.tolist() == alone


def test_the_class_is_found_by_its_name(minilm):
    assert LitePyramid(model=tiny(minilm, ["CONTRADICTION", "NEUTRAL", "ENTAILMENT"])).entailment == 2
    with pytest.raises(DataError, match="lacks a class called entailment; it has 'good', 'bad'"):
        LitePyramid(model=tiny(minilm, ["good", "bad"])).score(["a"], [("b",)], [None])
