"""A warning about texts becomes a note of their scores."""

from __future__ import annotations

import warnings

import pytest

from trueness.errors import TruenessWarning
from trueness.metrics.scoring.noted_warnings import noted_warnings


def test_warnings_of_metrics_are_noted_once():
    with noted_warnings() as notes:
        for text in ("one", "two", "one"):
            warnings.warn(text, TruenessWarning, stacklevel=1)
    assert notes == ["one", "two"]


def test_other_warnings_go_their_way():
    def warn():
        with noted_warnings():
            warnings.warn("old", DeprecationWarning, stacklevel=1)

    warnings.simplefilter("default")
    with pytest.warns(DeprecationWarning, match="old"):
        warn()
    warnings.simplefilter("error")
    with pytest.raises(DeprecationWarning, match="old"):
        warn()


def test_errors_pass():
    def fail():
        with noted_warnings():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
