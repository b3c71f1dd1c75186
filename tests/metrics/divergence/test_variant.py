"""Names and options."""

from __future__ import annotations

import math

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.divergence.divergence import Divergence
from trueness.metrics.divergence.variant import DELTA, DivergenceVariant


@pytest.mark.parametrize("name", Divergence.names())
def test_names_are_read_as_they_are_written(name):
    variant = DivergenceVariant.parse(name)
    assert variant.name == name
    assert DivergenceVariant.parse(variant.name) == variant


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("js1:refs=mean", "js1:refs=mean"),
        ("js1:refs=pooled", "js1"),
        ("js1_summeval:refs=mean", "js1_summeval"),
        ("js1_summeval:refs=pooled", "js1_summeval:refs=pooled"),
        ("js2_source_stem:base=2,delta=0.005", "js2_source_stem:delta=0.005,base=2"),
        ("kl1_source_output:delta=5e-4", "kl1_source_output"),
        (
            "kl3_output_reference_stem_stop:refs=best,base=10",
            "kl3_output_reference_stem_stop:refs=best,base=10",
        ),
        ("js4:", "js4"),
    ],
)
def test_options_have_one_spelling(name, canonical):
    variant = DivergenceVariant.parse(name)
    assert variant.name == canonical
    assert DivergenceVariant.parse(canonical) == variant


def test_what_names_mean():
    variant = DivergenceVariant.parse("kl2_source_output_stop:base=2")
    assert (variant.kind, variant.order, variant.against, variant.output_first) == ("kl", 2, "source", False)
    assert (variant.words, variant.delta, variant.base) == ("stop", DELTA, 2)
    variant = DivergenceVariant.parse("kl1_output_reference")
    assert (variant.against, variant.output_first, variant.refs) == ("reference", True, "pooled")
    variant = DivergenceVariant.parse("js1_source_summeval")
    assert (variant.against, variant.words, variant.delta, variant.base) == ("source", "summeval", 0, math.e)


@pytest.mark.parametrize(
    "name",
    [
        "js",
        "js0",
        "js5",
        "js1_reference",
        "kl1",
        "kl1_source",
        "js1_output_source",
        "js1_stop_stem",
        "kl1_summeval",
        "kl1_source_output_summeval",
        "js1_stem_summeval",
        "js12",
        "rouge1_f",
        "js1_",
    ],
)
def test_other_names_are_not_divergences(name):
    assert DivergenceVariant.parse(name) is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("js1:refs=all", "`refs` in 'js1:refs=all' must be 'pooled', 'mean' or 'best'; it is 'all'"),
        ("js1:base=e", "`base` in .* must be 2 or 10; it is 'e'"),
        ("js1:delta=0", "`delta` in .* must be a number above 0; it is '0'"),
        ("kl1_source_output:delta=-1", "above 0; it is '-1'"),
        ("kl1_source_output:delta=inf", "above 0; it is 'inf'"),
        ("js1:delta=nan", "above 0; it is 'nan'"),
        ("js1:delta=few", "above 0; it is 'few'"),
        ("js1:smooth=1", "has an option 'smooth'; those of 'js1' are 'refs', 'delta', 'base'"),
        ("js1_source:refs=mean", "has an option 'refs'; those of 'js1_source' are 'delta', 'base'"),
    ],
)
def test_senseless_options_are_refused(name, message):
    with pytest.raises(ArgumentError, match=message):
        DivergenceVariant.parse(name)
