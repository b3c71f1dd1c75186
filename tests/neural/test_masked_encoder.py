"""Models that do not read masks from both sides are refused by ESTIME and BLANC, and say what they are."""

from __future__ import annotations

import pytest
import torch
import transformers

from trueness.errors import FormatError
from trueness.metrics.blanc.blanc import Blanc
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.encoder.masked_encoder import check_masked_encoder
from trueness.metrics.estime.estime import Estime

SIZE = {"vocab_size": 30522, "hidden_size": 16, "num_hidden_layers": 2, "num_attention_heads": 2}
BERT = {**SIZE, "intermediate_size": 16}

ENCODERS = {
    "bert": lambda: transformers.BertForMaskedLM(transformers.BertConfig(**BERT)),
    "roberta": lambda: transformers.RobertaForMaskedLM(transformers.RobertaConfig(**BERT, pad_token_id=0)),
    "electra": lambda: transformers.ElectraForMaskedLM(transformers.ElectraConfig(**BERT, embedding_size=16)),
    "mpnet": lambda: transformers.MPNetForMaskedLM(transformers.MPNetConfig(**BERT)),
    "albert": lambda: transformers.AlbertForMaskedLM(transformers.AlbertConfig(**BERT, embedding_size=16)),
    "deberta-v2": lambda: transformers.DebertaV2ForMaskedLM(transformers.DebertaV2Config(**BERT)),
    "distilbert": lambda: transformers.DistilBertForMaskedLM(
        transformers.DistilBertConfig(vocab_size=30522, dim=16, n_layers=2, n_heads=2, hidden_dim=16)
    ),
}
OTHERS = {
    "gpt2": (
        lambda: transformers.GPT2LMHeadModel(
            transformers.GPT2Config(vocab_size=30522, n_embd=16, n_layer=1, n_head=2)
        ),
        r"\(gpt2\) is of a kind that is trained in another way than with masks",
    ),
    "t5": (
        lambda: transformers.T5ForConditionalGeneration(
            transformers.T5Config(vocab_size=30522, d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2)
        ),
        r"\(t5\) is of a kind that is trained in another way than with masks",
    ),
    "bert that reads from left to right": (
        lambda: transformers.BertLMHeadModel(transformers.BertConfig(**BERT, is_decoder=True)),
        r"\(bert\) reads from left to right",
    ),
}


@pytest.fixture(scope="module")
def tokenizer(minilm):
    return transformers.AutoTokenizer.from_pretrained(minilm)


@pytest.mark.parametrize("kind", ENCODERS)
def test_masked_encoders_of_every_make_are_accepted(kind, tokenizer):
    torch.manual_seed(1)
    encoder = Encoder(ENCODERS[kind]().eval(), tokenizer=tokenizer)
    check_masked_encoder(encoder, "ESTIME")
    check_masked_encoder(Encoder(encoder.given, tokenizer=tokenizer), "BLANC", head=True)
    (score,) = Estime("all", encoder, 1).score(["A gate."], [()], ["The gate is closed."])
    assert score >= 0


@pytest.mark.parametrize("metric", [Estime, Blanc])
@pytest.mark.parametrize("kind", OTHERS)
def test_others_are_refused_though_their_tokenizer_has_a_mask(kind, metric, tokenizer):
    make, said = OTHERS[kind]
    encoder = Encoder(make().eval(), tokenizer=tokenizer)
    with pytest.raises(FormatError, match=rf"{said}.* needs one of the family of BERT"):
        metric(model=encoder).score(["A gate."], [()], ["The gate is closed."])


@pytest.mark.parametrize(
    ("token", "said"), [("mask", "a mask"), ("cls", r"a token at the beginning \(CLS\)")]
)
def test_a_tokenizer_without_what_is_needed_is_said(token, said, minilm):
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    setattr(tokenizer, f"{token}_token", None)
    encoder = Encoder(ENCODERS["bert"]().eval(), tokenizer=tokenizer)
    with pytest.raises(FormatError, match=rf"the model 'BertForMaskedLM' \(bert\) lacks {said}"):
        Estime("all", encoder, 1).score(["A gate."], [()], ["The gate is closed."])


def test_a_folder_without_a_head_is_said(tiny_bert):
    with pytest.raises(FormatError, match="it must be a model with a masked-LM head, with whole files"):
        Blanc(model=tiny_bert).score(["A gate."], [()], ["The gate is closed."])
    assert Encoder(tiny_bert).reads_both_ways()
