"""What lists of metrics show is what the metrics say."""

from __future__ import annotations

import math

import pytest

from trueness.errors import UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.scoring import registry
from trueness.metrics.scoring.metric_facts import metric_facts, metric_families
from trueness.metrics.scoring.registry import (
    BUILT_IN,
    default_names,
    get_metric,
    metric_names,
    names_with_options,
)


def test_facts_are_those_of_the_metric():
    for facts in metric_facts(metric_names()):
        metric = get_metric(facts.metric)
        assert facts.needs == tuple(sorted(metric.needs))
        assert (facts.lower, facts.upper) == (metric.lower, metric.upper)
        assert facts.default == (metric.name in default_names())
        assert facts.bibtex == metric.citation.bibtex
        assert facts.origin == "built-in"
        assert facts.summary == metric.description()
        assert facts.summary.endswith(".")
        assert facts.options == metric.options
    (length,) = metric_facts("length")
    assert length.upper == math.inf
    with pytest.raises(UnknownNameError, match="Did you mean 'length'"):
        metric_facts("lenght")


def test_every_class_is_one_line():
    families = metric_families()
    assert len(families) == len(BUILT_IN)
    for family, kind in zip(families, BUILT_IN, strict=True):
        assert family.note == kind.note
        assert family.count == len(kind.names())
        assert family.count > 1 or family.scheme == (*kind.names(), kind.scheme)[0]
        assert len(family.scheme) <= 40  # a table of them fits into a terminal
        listed = {*kind.names(), kind.scheme}
        assert all(one in listed or kind.from_name(one) is not None for one in family.examples)
    of_models = {name for kind in BUILT_IN if not kind.names() for name in kind.named_with()}
    listed = {*metric_names(), *names_with_options()} - of_models
    assert sum(family.count for family in families) == len(listed)
    assert {"bertscore_f", "moverscore_v2", "estime_alarms"} <= of_models


class Family(Length):
    """A family of two."""

    def __init__(self, name="count_up"):
        self.name = name
        self.higher_is_better = name == "count_up"

    @classmethod
    def names(cls):
        return ("count_up", "count_down")

    @classmethod
    def defaults(cls):
        return ("count_down",)

    @classmethod
    def from_name(cls, name):
        return cls(name) if name in cls.names() else None


@pytest.fixture
def plugin(monkeypatch):
    monkeypatch.setattr(registry, "plugin_classes", lambda: (Family,))
    registry.metric_classes.cache_clear()
    yield
    registry.metric_classes.cache_clear()


@pytest.mark.usefixtures("plugin")
def test_a_family_of_a_plugin(monkeypatch):
    family = metric_families()[-1]
    assert (family.scheme, family.count, family.examples) == (
        "count_up, count_down",
        2,
        ("count_down", "count_up"),
    )
    assert family.higher_is_better is None
    assert family.summary == "A family of two."
    assert family.origin.startswith("plug-in ")
    assert family.origin.endswith(f"({Family.__module__}.Family)")
    assert [facts.default for facts in metric_facts("count_*")] == [False, True]
