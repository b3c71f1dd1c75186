"""Fixtures of tests of metrics."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def in_python():
    """Return a compiled function's source as a function of Python; where nothing is compiled it is one already."""
    return lambda function: getattr(function, "py_func", function)
