"""Sequences that stand below each other have the states that each has alone."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import transformers

from trueness.metrics.encoder import packed
from trueness.metrics.encoder.packed import Packed, packed_states, pieces

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

IDS = [tuple(row) for ids in GROUPS for row in ids.tolist()]
PLACES = [
    [(0,), (), (), (), (), ()],
    [(1, 4), (3,), (1,), (5,), (), (8,)],
    [(), (), (0, 1, 2), (), (), ()],
    [tuple(range(len(ids))) for ids in IDS],
]


def made(kind: str):
    make, config, _ = KINDS[kind]
    torch.manual_seed(5)
    return make(config).eval()


def alone(model, layer: int) -> torch.Tensor:
    with torch.inference_mode():
        given = [model(input_ids=torch.tensor([ids]), output_hidden_states=True) for ids in IDS]
    return torch.cat([one.hidden_states[layer][0] for one in given])


def of(model) -> Packed:
    return Packed(model, 3, torch)


def rows_of(places) -> list[int]:
    starts = np.cumsum([0, *map(len, IDS)])
    return [int(start) + place for start, some in zip(starts, places, strict=False) for place in some]


@pytest.mark.parametrize("kind", KINDS)
def test_which_models_fit_is_found_by_trying(kind):
    assert of(made(kind)).fits == KINDS[kind][2]


@pytest.mark.parametrize("rows", [4, 512])
@pytest.mark.parametrize("kind", KINDS)
def test_states_are_those_of_each_sequence_alone(kind, rows, monkeypatch):
    monkeypatch.setattr(packed, "ROWS", rows)
    model = made(kind)
    model_packed = of(model)
    for places in PLACES:
        with torch.inference_mode():
            for layer in (None, *(range(4) if KINDS[kind][2] else ())):
                found = model_packed.states(IDS, places, layer)
                expected = alone(model, -1 if layer is None else layer)[rows_of(places)]
                np.testing.assert_allclose(found, expected, rtol=0, atol=2e-5)


def test_layers_of_a_model_that_does_not_fit_are_refused():
    with pytest.raises(ValueError, match="its last layer only"):
        of(made("albert")).states(IDS, PLACES[0], 1)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [([], []), ([3], [(0, 1)]), ([99], [(0, 1)]), ([5, 5, 1, 9, 11, 2], [(0, 2), (2, 4), (4, 5), (5, 6)])],
)
def test_pieces_hold_no_more_tokens_than_fit(lengths, expected, monkeypatch):
    monkeypatch.setattr(packed, "TOKENS", 10)
    assert [(one.start, one.stop) for one in pieces(lengths)] == expected


def test_a_model_whose_positions_depend_on_tokens_before_is_not_taken_for_another():
    """A padding token moves all positions behind it in RoBERTa, so equal tokens at equal places differ."""
    model = made("roberta")
    pad = model.config.pad_token_id
    groups = [torch.tensor([[2, pad, 9, 30, 3], [2, 7, 9, 30, 3]])]
    with torch.inference_mode():
        whole = model(input_ids=groups[0], attention_mask=torch.ones_like(groups[0])).last_hidden_state
        found = packed_states(model, model.encoder.layer, groups, torch.arange(10), torch)
    assert not torch.allclose(
        model.embeddings(input_ids=groups[0])[0, 2], model.embeddings(input_ids=groups[0])[1, 2]
    )
    np.testing.assert_allclose(found, whole.flatten(0, 1), rtol=0, atol=2e-5)


def test_a_broken_order_would_be_seen(monkeypatch):
    """Trying finds a model whose blocks do something else than BERT's."""
    model = made("bert")
    inner = model.encoder.layer[1].forward
    model.encoder.layer[1].forward = lambda states, *given, **named: inner(states, *given, **named) * 1.01
    assert not of(model).fits


def test_equal_rows_are_projected_once():
    model = made("bert")
    rows = []
    model.encoder.layer[0].attention.self.key.register_forward_hook(
        lambda _, given, __: rows.append(given[0].shape[0])
    )
    with torch.inference_mode():
        packed_states(model, model.encoder.layer, GROUPS, torch.tensor([1]), torch)
    distinct = {(k, int(token)) for ids in GROUPS for row in ids for k, token in enumerate(row)}
    assert rows == [len(distinct)]
    assert len(distinct) < sum(ids.numel() for ids in GROUPS)
