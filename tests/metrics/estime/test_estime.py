"""ESTIME's names and settings; what it computes is in tests/neural."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.metrics.estime.estime import PARTS, Estime
from trueness.metrics.scoring.registry import get_metric


@pytest.mark.parametrize("part", PARTS)
def test_every_part_has_a_name_and_an_orientation(part):
    metric = get_metric(f"estime_{part}:layer=5,model=/some/folder")
    assert (type(metric), metric.part) == (Estime, part)
    assert metric.name == f"estime_{part}:model=/some/folder,layer=5"
    assert metric.higher_is_better == (part in {"soft", "coherence"})
    assert metric.description().endswith(".")
    assert metric.shared_model


def test_the_default_is_the_authors_model():
    metric = get_metric("estime_alarms")
    assert metric.name == "estime_alarms"
    assert metric.encoder.name == "bert-large-uncased-whole-word-masking"
    assert "layer:21 of 24" in metric.signature()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("estime_soft:layer=x", "'layer' must be a whole number of at least 0"),
        (
            "estime_soft:layr=5",
            "no option is called 'layr'; there are 'model', 'layer', 'sentences'. Did you mean",
        ),
        ("estime_soft:sentences=dots", "`sentences` must be one of"),
        ("estime_soft:model", "must be an option key=value"),
    ],
)
def test_options_are_checked(name, said):
    with pytest.raises(ArgumentError, match=said):
        get_metric(name)
    with pytest.raises(ArgumentError, match="no metric is called 'estime_hard': there are 'estime_alarms'"):
        Estime("hard")
