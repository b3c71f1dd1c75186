"""A masked-LM head at some places gives what it gives there when it is computed everywhere."""

from __future__ import annotations

import numpy as np
import pytest
import torch
import transformers

from trueness.errors import ArgumentError
from trueness.metrics.encoder.asked_places import Gapped
from trueness.metrics.encoder.encoder import Encoder

SIZES = {
    "vocab_size": 60,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
}
KINDS = {
    "bert": (transformers.BertForMaskedLM, transformers.BertConfig(**SIZES), True),
    "roberta": (transformers.RobertaForMaskedLM, transformers.RobertaConfig(**SIZES), True),
    "electra": (
        transformers.ElectraForMaskedLM,
        transformers.ElectraConfig(**SIZES, embedding_size=16),
        True,
    ),
    "albert": (transformers.AlbertForMaskedLM, transformers.AlbertConfig(**SIZES, embedding_size=16), False),
    "distilbert": (
        transformers.DistilBertForMaskedLM,
        transformers.DistilBertConfig(
            vocab_size=60, dim=16, n_layers=2, n_heads=2, hidden_dim=24, max_position_embeddings=40
        ),
        False,
    ),
}
BATCHES = [
    [Gapped((2, 5, 9, 30, 7, 3), (1, 4)), Gapped((2, 9, 9, 31, 7, 3), (3,))],
    [Gapped((2, 8, 3), (0, 1, 2))],
    [Gapped((2, 40, 41, 42, 3), (2,)), Gapped((2, 40, 59, 42, 3), (1, 3)), Gapped((2, 4, 41, 42, 3), (1,))],
]


def made(kind: str) -> Encoder:
    make, config, _ = KINDS[kind]
    torch.manual_seed(3)
    return Encoder(make(config).eval(), tokenizer=object())


@pytest.mark.parametrize("kind", KINDS)
def test_logits_are_those_of_the_whole_model_whatever_its_kind(kind, monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    encoder = made(kind)
    found = encoder.masked_logits(BATCHES)
    for batch, given in zip(BATCHES, found, strict=True):
        for one, logits in zip(batch, given, strict=True):
            with torch.inference_mode():  # the module itself is as it was
                whole = encoder.masked_lm(input_ids=torch.tensor([one.ids])).logits[0].numpy()
            assert whole.shape == (len(one.ids), 60)
            np.testing.assert_allclose(logits, whole[list(one.places)], rtol=0, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_block_has_the_places_alone_where_it_can(kind, monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    encoder = made(kind)
    rows = []
    blocks = [one for one in encoder.masked_lm.modules() if isinstance(one, torch.nn.Linear)]
    widest = [one for one in blocks if one.out_features == 24]
    for one in widest:
        one.register_forward_hook(lambda _, given, __: rows.append(given[0].shape[:-1].numel()))
    encoder.masked_logits(BATCHES[:1])
    assert rows[0] == 12
    assert rows[-1] == (3 if KINDS[kind][2] else 12)


def test_a_batch_has_the_same_bits_in_any_company(monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    encoder = made("bert")
    together = encoder.masked_logits(BATCHES)
    for batch, given in zip(BATCHES, together, strict=True):
        (alone,) = encoder.masked_logits([batch])
        for one, other in zip(alone, given, strict=True):
            np.testing.assert_array_equal(one, other)


def test_sequences_of_a_batch_are_equally_long(monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    with pytest.raises(ArgumentError, match="equally long"):
        made("bert").masked_logits([[BATCHES[0][0], BATCHES[1][0]]])
