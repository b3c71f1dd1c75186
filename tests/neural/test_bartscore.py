"""BARTScore against a plain loop over tokens, and against the formula of the authors' repository."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
import transformers
from torch import nn

from trueness.metrics.encoder.pretrained_model import PretrainedModel
from trueness.metrics.likelihood.bartscore import PARTS, BartScore

SOURCE = "The harbour master closed the northern gate."
TEXTS = ["The gate is closed.", "Two barges drifted against the gate in the storm."]


@pytest.fixture(scope="module")
def tiny(minilm):
    """A random BART of one layer that reads WordPiece."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    torch.manual_seed(3)
    config = transformers.BartConfig(
        vocab_size=len(tokenizer),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_position_embeddings=128,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.cls_token_id,
        eos_token_id=tokenizer.sep_token_id,
        decoder_start_token_id=tokenizer.sep_token_id,
        init_std=0.5,
    )
    return PretrainedModel(transformers.BartForConditionalGeneration(config).eval(), tokenizer=tokenizer)


def loop(model, given, wanted):
    """Log-likelihoods of tokens, one after the other."""
    ids = model.tokenizer(given, return_tensors="pt")["input_ids"]
    target = model.tokenizer(wanted)["input_ids"]
    before, total = [model.given.config.decoder_start_token_id], 0.0
    for token in target:
        with torch.no_grad():
            logits = model.given(input_ids=ids, decoder_input_ids=torch.tensor([before])).logits[0, -1]
        total += float(torch.log_softmax(logits, -1)[token])
        before.append(token)
    return total / len(target)


def as_published(model, given, wanted):
    """`BARTScorer.score` of the authors' repository: a padded batch, summed losses without padding."""
    loss_fct = nn.NLLLoss(reduction="none", ignore_index=model.given.config.pad_token_id)
    src = model.tokenizer(given, max_length=1024, truncation=True, padding=True, return_tensors="pt")
    tgt = model.tokenizer(wanted, max_length=1024, truncation=True, padding=True, return_tensors="pt")
    with torch.no_grad():
        output = model.given(
            input_ids=src["input_ids"], attention_mask=src["attention_mask"], labels=tgt["input_ids"]
        )
    logits = output.logits.view(-1, model.given.config.vocab_size)
    loss = loss_fct(nn.LogSoftmax(dim=1)(logits), tgt["input_ids"].view(-1))
    loss = loss.view(tgt["input_ids"].shape[0], -1).sum(dim=1) / tgt["attention_mask"].sum(dim=1)
    return [-x.item() for x in loss]


def test_every_part(tiny):
    metrics = [BartScore(part, tiny) for part in PARTS]
    found = BartScore.score_together(metrics, TEXTS, [TEXTS, TEXTS[:1]], [SOURCE] * 2)
    assert found[0, 0] == pytest.approx(loop(tiny, SOURCE, TEXTS[0]), rel=1e-5)
    there = [loop(tiny, reference, TEXTS[0]) for reference in TEXTS]
    back = [loop(tiny, TEXTS[0], reference) for reference in TEXTS]
    np.testing.assert_allclose(
        found[0, 1:], [np.mean(there), np.mean(back), np.mean([there, back])], rtol=1e-5
    )
    best = BartScore("precision", tiny, refs="best").score(TEXTS[:1], [TEXTS], [None])
    np.testing.assert_allclose(best, max(there), rtol=1e-5)
    assert (found < 0).all()


def test_the_formula_of_the_authors(tiny):
    expected = as_published(tiny, [SOURCE, SOURCE + " A storm came."], TEXTS)
    found = BartScore("source", tiny).score(TEXTS, [()] * 2, [SOURCE, SOURCE + " A storm came."])
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_a_score_does_not_depend_on_the_batch(tiny):
    metric = BartScore("source", tiny)
    outputs = [*TEXTS, "👍🏽 港口", TEXTS[0], "", " "]
    together = metric.score(outputs, [()] * 6, [SOURCE] * 6)
    assert together[:4].tolist() == [metric.score([one], [()], [SOURCE])[0] for one in outputs[:4]]
    assert all(math.isnan(value) for value in together[4:])


def test_long_texts_are_cut(tiny):
    assert math.isfinite(BartScore("source", tiny).score(["gate " * 300], [()], ["harbour " * 100_000])[0])
