"""What metrics of pairs of texts have in common."""

from __future__ import annotations

from trueness.metrics.likelihood.bartscore import BartScore
from trueness.metrics.likelihood.pretrained_metric import as_model, distinct


def test_a_model_that_is_not_here_has_its_name_in_the_signature():
    assert BartScore(model="nobody/has-this").model_identity().startswith("model:nobody/has-this (")


def test_a_model_is_taken_as_it_is():
    model = as_model("nobody/has-this")
    assert as_model(model) is model


def test_pairs_are_asked_once():
    assert distinct([("a", "b"), ("b", "a"), ("a", "b")]) == [("a", "b"), ("b", "a")]
