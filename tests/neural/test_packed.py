"""Sequences that stand below each other have the states that each has alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import transformers

from trueness.metrics.encoder import packed
from trueness.metrics.encoder.packed import is_packable, packed_states, plain_states

SIZES = {
    "vocab_size": 60,
    "hidden_size": 16,
    "num_hidden_layers": 3,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
    "initializer_range": 0.5,
}
KINDS = {
    "bert": (transformers.BertModel, transformers.BertConfig(**SIZES), True),
    "roberta": (transformers.RobertaModel, transformers.RobertaConfig(**SIZES), True),
    "electra": (transformers.ElectraModel, transformers.ElectraConfig(**SIZES, embedding_size=16), True),
    # what its embeddings give is projected before the first block
    "narrow electra": (
        transformers.ElectraModel,
        transformers.ElectraConfig(**SIZES, embedding_size=8),
        False,
    ),
    "albert": (transformers.AlbertModel, transformers.AlbertConfig(**SIZES, embedding_size=8), False),
    "distilbert": (
        transformers.DistilBertModel,
        transformers.DistilBertConfig(vocab_size=60, dim=16, n_layers=3, n_heads=2, hidden_dim=24),
        False,
    ),
}
GROUPS = [
    torch.tensor([[2, 5, 9, 30, 7, 3], [2, 9, 9, 31, 7, 3]]),
    torch.tensor([[2, 8, 3]]),
    torch.tensor([[2, 5, 9, 9, 9, 9, 9, 42, 3]] * 3),
]


def made(kind: str):
    make, config, _ = KINDS[kind]
    torch.manual_seed(5)
    return make(config).eval()


def alone(model) -> torch.Tensor:
    with torch.inference_mode():
        rows = [model(input_ids=row[None]).last_hidden_state[0] for ids in GROUPS for row in ids]
    return torch.cat(rows)


@pytest.mark.parametrize("kind", KINDS)
def test_which_models_are_packable_is_found_by_trying(kind):
    assert is_packable(made(kind), 3, torch) == KINDS[kind][2]


@pytest.mark.parametrize("rows", [4, 512])
@pytest.mark.parametrize("kind", [kind for kind, (_, _, fits) in KINDS.items() if fits])
def test_packed_states_are_those_of_each_sequence_alone(kind, rows, monkeypatch):
    monkeypatch.setattr(packed, "ROWS", rows)
    model = made(kind)
    expected = alone(model)
    for places in ([0], [1, 4, 9, 13, 20, 41], [16, 17], list(range(42))):
        with torch.inference_mode():
            found = packed_states(model, 3, GROUPS, torch.tensor(places), torch)
        np.testing.assert_allclose(found, expected[places], rtol=0, atol=2e-5)


@pytest.mark.parametrize("kind", KINDS)
def test_plain_states_are_those_of_each_sequence_alone(kind):
    model = made(kind)
    places = [1, 4, 9, 13, 20, 41]
    with torch.inference_mode():
        found = plain_states(model, GROUPS, torch.tensor(places), torch)
    np.testing.assert_allclose(found, alone(model)[places], rtol=0, atol=2e-5)


def test_a_model_whose_positions_depend_on_tokens_before_is_not_taken_for_another():
    """A padding token moves all positions behind it in RoBERTa, so equal tokens at equal places differ."""
    model = made("roberta")
    pad = model.config.pad_token_id
    groups = [torch.tensor([[2, pad, 9, 30, 3], [2, 7, 9, 30, 3]])]
    with torch.inference_mode():
        whole = model(input_ids=groups[0], attention_mask=torch.ones_like(groups[0])).last_hidden_state
        found = packed_states(model, 3, groups, torch.arange(10), torch)
    assert not torch.allclose(
        model.embeddings(input_ids=groups[0])[0, 2], model.embeddings(input_ids=groups[0])[1, 2]
    )
    np.testing.assert_allclose(found, whole.flatten(0, 1), rtol=0, atol=2e-5)


def test_a_broken_order_would_be_seen(monkeypatch):
    """Trying finds a model whose blocks do something else than BERT's."""
    model = made("bert")
    inner = model.encoder.layer[1].forward
    model.encoder.layer[1].forward = lambda states, *given, **named: inner(states, *given, **named) * 1.01
    assert not is_packable(model, 3, torch)


def test_equal_rows_are_projected_once():
    model = made("bert")
    rows = []
    model.encoder.layer[0].attention.self.key.register_forward_hook(
        lambda _, given, __: rows.append(given[0].shape[0])
    )
    with torch.inference_mode():
        packed_states(model, 3, GROUPS, torch.tensor([1]), torch)
    distinct = {(k, int(token)) for ids in GROUPS for row in ids for k, token in enumerate(row)}
    assert rows == [len(distinct)]
    assert len(distinct) < sum(ids.numel() for ids in GROUPS)
