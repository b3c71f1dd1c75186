"""Fixtures and settings shared by all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")

DATA_VARIABLE = "TRUENESS_TEST_DATA"


@pytest.fixture(scope="session")
def test_data() -> Path:
    """The folder of real benchmarks and recorded answers; skips where the variable that names it is not set."""
    named = os.environ.get(DATA_VARIABLE)
    if not named:
        pytest.skip(f"{DATA_VARIABLE} is not set: no real benchmark data here")
    folder = Path(named)
    if not (folder / "data").is_dir():
        pytest.fail(f"{DATA_VARIABLE} is set to '{folder}', which has no folder 'data'")
    return folder.resolve()
