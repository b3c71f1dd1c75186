"""What a masked-LM head says of gaps is what the whole model says of them, whatever its make."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch
import transformers

from trueness.errors import ArgumentError
from trueness.metrics.encoder import gap_filling, packed
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.encoder.gap_filling import GapFilling, Gapped

SIZES = {
    "vocab_size": 60,
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 24,
    "max_position_embeddings": 40,
    "initializer_range": 0.5,
}
KINDS = {
    "bert": (transformers.BertForMaskedLM, transformers.BertConfig(**SIZES)),
    "roberta": (transformers.RobertaForMaskedLM, transformers.RobertaConfig(**SIZES)),
    "electra": (transformers.ElectraForMaskedLM, transformers.ElectraConfig(**SIZES, embedding_size=8)),
    "albert": (transformers.AlbertForMaskedLM, transformers.AlbertConfig(**SIZES, embedding_size=8)),
    "distilbert": (
        transformers.DistilBertForMaskedLM,
        transformers.DistilBertConfig(
            vocab_size=60, dim=16, n_layers=2, n_heads=2, hidden_dim=24, max_position_embeddings=40
        ),
    ),
    # its head has two matrices for the vocabulary
    "mobilebert": (
        transformers.MobileBertForMaskedLM,
        transformers.MobileBertConfig(**SIZES, embedding_size=8, intra_bottleneck_size=16),
    ),
}
PLACES = [(1, 4), (3,), (0, 1, 2), (2,), (1, 3), (1,), (2, 4, 5)]
IDS = [
    (2, 5, 9, 30, 7, 3),
    (2, 9, 9, 31, 7, 3),
    (2, 8, 3),
    (2, 40, 41, 42, 3),
    (2, 40, 59, 42, 3),
    (2, 4, 41, 42, 3),
    (2, 9, 9, 31, 7, 3),
]


def made(kind: str):
    make, config = KINDS[kind]
    torch.manual_seed(3)
    model = make(copy.deepcopy(config)).eval()
    torch.nn.init.normal_(model.get_output_embeddings().bias)
    return model


def logits(model) -> list[np.ndarray]:
    """What the whole model gives at the places of each sequence, alone."""
    with torch.inference_mode():
        return [
            model(input_ids=torch.tensor([ids])).logits[0].numpy()[list(places)]
            for ids, places in zip(IDS, PLACES, strict=True)
        ]


def asked(answers: list[np.ndarray]) -> list[Gapped]:
    return [
        Gapped(ids, places, tuple(own.tolist()))
        for ids, places, own in zip(IDS, PLACES, answers, strict=True)
    ]


@pytest.mark.parametrize("vocabulary", [7, 4096])
@pytest.mark.parametrize("kind", KINDS)
def test_the_token_with_the_largest_logit_is_right_and_the_next_is_not(kind, vocabulary, monkeypatch):
    monkeypatch.setattr(gap_filling, "VOCABULARY", vocabulary)
    model = made(kind)
    order = [np.argsort(-one, axis=1) for one in logits(model)]
    filling = GapFilling(model, 2, torch)
    assert filling.right(asked([one[:, 0] for one in order])).tolist() == [True] * 13
    for rank in (1, 2, 30, 59):
        assert filling.right(asked([one[:, rank] for one in order])).tolist() == [False] * 13
    mixed = [one[np.arange(len(one)), np.arange(len(one)) % 2] for one in order]
    expected = [k % 2 == 0 for one in order for k in range(len(one))]
    assert filling.right(asked(mixed)).tolist() == expected


@pytest.mark.parametrize("kind", KINDS)
def test_a_model_is_left_as_it_is(kind):
    model = made(kind)
    before = logits(model)
    weights = {name: one.clone() for name, one in model.state_dict().items()}
    modules = list(model.modules())
    GapFilling(model, 2, torch).right(asked([one.argmax(axis=1) for one in before]))
    assert all(one is other for one, other in zip(modules, model.modules(), strict=True))
    assert all(torch.equal(one, weights[name]) for name, one in model.state_dict().items())
    for one, other in zip(before, logits(model), strict=True):
        np.testing.assert_array_equal(one, other)


def test_of_equal_logits_the_first_is_the_guess(monkeypatch):
    monkeypatch.setattr(gap_filling, "VOCABULARY", 7)
    model = made("bert")
    with torch.no_grad():  # every token is every other one
        model.get_output_embeddings().weight.zero_()
        model.get_output_embeddings().bias.zero_()
    filling = GapFilling(model, 2, torch)
    for token in (0, 1, 59):
        given = [Gapped(ids, places, (token,) * len(places)) for ids, places in zip(IDS, PLACES, strict=True)]
        assert filling.right(given).tolist() == [token == 0] * 13


@pytest.mark.parametrize("kind", ["bert", "roberta"])
def test_the_last_block_has_the_places_alone(kind):
    rows = []
    model = made(kind)
    for one in model.modules():
        if isinstance(one, torch.nn.Linear) and one.out_features == 24:
            one.register_forward_hook(lambda _, given, __: rows.append(given[0].shape[:-1].numel()))
    filling = GapFilling(model, 2, torch)
    rows.clear()
    filling.right(asked([one.argmax(axis=1) for one in logits(model)]))
    assert rows[-2:] == [36, 13]


@pytest.mark.parametrize("kind", KINDS)
def test_no_more_tokens_than_fit_go_through_a_model_together(kind, monkeypatch):
    model = made(kind)
    filling = GapFilling(model, 2, torch)
    given = asked([one.argmax(axis=1) for one in logits(model)])
    together: list[int] = []
    inner = filling.packed.states

    def states(ids, places):
        together.append(sum(map(len, ids)))
        return inner(ids, places)

    monkeypatch.setattr(filling.packed, "states", states)
    monkeypatch.setattr(packed, "TOKENS", 12)
    assert filling.right(given).all()
    assert together == [12, 8, 10, 6]
    monkeypatch.setattr(packed, "TOKENS", 1)  # a sequence is never cut
    together.clear()
    assert filling.right(given).all()
    assert together == [len(ids) for ids in IDS]


def test_a_text_has_the_same_bits_in_any_company(monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    encoder = Encoder(made("bert"), tokenizer=object())
    seen: dict[tuple[tuple[int, ...], ...], bytes] = {}
    inner = encoder._filling.packed.states

    def states(ids, places):
        found = inner(ids, places)
        seen[tuple(ids)] = found.numpy().tobytes()
        return found

    monkeypatch.setattr(encoder._filling.packed, "states", states)
    given = asked([one.argmax(axis=1) for one in logits(encoder.masked_lm)])
    texts = [given[:3], given[3:5], given[5:]]
    encoder.filled_rightly(texts)
    together = seen.copy()
    assert len(together) == 3
    for text in texts:
        seen.clear()
        encoder.filled_rightly([text])
        ids = tuple(one.ids for one in text)
        assert seen == {ids: together[ids]}


def test_without_sequences_there_are_no_gaps(monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 38)
    encoder = Encoder(made("bert"), tokenizer=object())
    assert [one.shape for one in encoder.filled_rightly([(), ()])] == [(0,), (0,)]


def test_sequences_beyond_the_limit_are_refused(monkeypatch):
    monkeypatch.setattr(Encoder, "limit", 5)
    encoder = Encoder(made("bert"), tokenizer=object())
    with pytest.raises(ArgumentError, match="takes 1 to 5 tokens at once; it is given 6"):
        encoder.filled_rightly([[Gapped((2, 5, 9, 30, 7, 3), (1,), (5,))]])
