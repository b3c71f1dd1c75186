"""BLANC against recorded answers of the program blanc 0.3.4, and what holds for any texts."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
import torch
import transformers
from safetensors.torch import load_file

from trueness.data.datasets.load import summeval_texts
from trueness.errors import DataError
from trueness.metrics.blanc.blanc import Blanc
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.encoder.gap_filling import GapFilling

SOURCE = "The harbour master closed the northern gate. Two barges drifted against it."


@pytest.fixture(scope="module")
def tiny(minilm):
    """A random model of one layer with a masked-LM head."""
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    torch.manual_seed(1)
    config = transformers.BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        max_position_embeddings=64,
    )
    return Encoder(transformers.BertForMaskedLM(config).eval(), tokenizer=tokenizer)


@pytest.fixture(scope="module")
def trained(minilm, tmp_path_factory):
    """MiniLM with the head that recorded answers were made with."""

    def make(test_data):
        head = load_file(test_data / "oracles" / "neural" / "minilm_mlm_head.safetensors")
        config = transformers.AutoConfig.from_pretrained(minilm)
        model = transformers.BertForMaskedLM(config)
        model.bert.load_state_dict(
            transformers.AutoModel.from_pretrained(minilm, add_pooling_layer=False).state_dict()
        )
        assert not model.load_state_dict(head, strict=False).unexpected_keys
        return Encoder(model.eval(), tokenizer=transformers.AutoTokenizer.from_pretrained(minilm))

    return make


@pytest.mark.slow
def test_equals_the_program_on_summeval(trained, test_data):
    encoder = trained(test_data)
    oracle = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text(encoding="utf-8"))
    row_of = {
        (r.input, r.system): r for r in summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows
    }
    rows = [row_of[input_, system] for input_, system in oracle["rows"][:3]]
    outputs, sources = [row.output for row in rows], [row.source for row in rows]
    recorded = oracle["BLANC"]["scores"]
    for metric, key, n in (
        (Blanc("help", encoder), "help_minilm_mlm_gap2_doc0_first16", 3),
        (Blanc("help", encoder, gap=6), "help_minilm_mlm_gap6_doc0_first4", 3),
        (Blanc("tune", encoder), "tune_minilm_mlm_gap2_seed1_lr5e-05_doc0_first3", 1),
    ):
        counts = metric.counts(outputs[:n], sources[:n])
        assert [one.tolist() for one in counts] == [one for _, one in recorded[key][:n]]
        scores = metric.score(outputs[:n], [()] * n, sources[:n])
        np.testing.assert_allclose(scores, [one for one, _ in recorded[key][:n]], atol=1e-12)


def test_help_counts_what_a_plain_loop_counts(tiny):
    output = "Barges hit the gate."
    (found,) = Blanc("help", tiny).counts([output], [SOURCE])
    model, tokenizer = tiny.given, tiny.tokenizer
    help_ids = tokenizer(output, add_special_tokens=False)["input_ids"]
    dots = tokenizer.convert_tokens_to_ids(["."]) * len(help_ids)
    expected = np.zeros((2, 2), dtype=int)
    for sentence in ("The harbour master closed the northern gate.", "Two barges drifted against it."):
        tokens = tokenizer.tokenize(sentence)
        ids = tokenizer.convert_tokens_to_ids(tokens)
        for start in (0, 1):
            places = [
                k
                for k in range(start, len(tokens), 2)
                if not tokens[k].startswith("##")
                and len(tokens[k]) >= (2 if k + 1 < len(tokens) and tokens[k + 1].startswith("##") else 4)
            ]
            masked = [tokenizer.mask_token_id if k in places else one for k, one in enumerate(ids)]
            right = []
            for before in (dots, help_ids):
                given = [tokenizer.cls_token_id, *before, *masked, tokenizer.sep_token_id]
                with torch.no_grad():
                    guesses = model(input_ids=torch.tensor([given])).logits[0].argmax(-1)
                right.append([int(guesses[1 + len(before) + k] == ids[k]) for k in places])
            for without, helped in zip(*right, strict=True):
                expected[without, helped] += 1
    np.testing.assert_array_equal(found, expected)
    assert (
        expected.sum() == 8
    )  # harbour, master, closed, northern, gate; barges or its first piece, drifted, against


def test_tuning_helps_with_the_words_it_has_seen_and_leaves_the_model_alone(tiny):
    before = {name: weights.clone() for name, weights in tiny.given.state_dict().items()}
    state = torch.random.get_rng_state()
    metric = Blanc("tune", tiny)
    first = metric.counts([SOURCE, SOURCE], [SOURCE, "Another text stands here."])
    again = metric.counts([SOURCE], [SOURCE])
    np.testing.assert_array_equal(first[0], again[0])
    assert torch.equal(torch.random.get_rng_state(), state)
    assert all(torch.equal(weights, before[name]) for name, weights in tiny.given.state_dict().items())


@pytest.mark.parametrize("kind", ["help", "tune"])
def test_empty_texts(tiny, kind):
    metric = Blanc(kind, tiny)
    found = metric.score(["", " ", "a gate", "a gate"], [()] * 4, [SOURCE, SOURCE, "", "it is"])
    assert found[:2].tolist() == [0.0, 0.0]
    assert all(math.isnan(value) for value in found[2:])


def test_scores_do_not_depend_on_the_batch(tiny):
    metric = Blanc("help", tiny)
    outputs = ["A gate.", "Barges drifted.", "👍🏽 港口 [MASK]", "A gate."]
    together = metric.score(outputs, [()] * 4, [SOURCE] * 4)
    assert together.tolist() == [metric.score([one], [()], [SOURCE])[0] for one in outputs]


def test_long_texts_are_cut(tiny):
    found = Blanc("help", tiny).score(["gate " * 500], [()], ["harbour " * 5000])
    assert np.isfinite(found).all()


@pytest.mark.parametrize("kind", ["help", "tune"])
def test_long_sources_are_asked_in_parts_that_are_kept(tiny, kind, monkeypatch):
    """The same counts as with nothing kept; what a run has found is not asked again."""
    sources = [f"{SOURCE} {k} of them drifted northward, past the gate. " * 150 for k in range(2)]
    outputs = ["Barges hit the gate."] * 2
    with keeping_encodings(None):
        expected = Blanc(kind, tiny).counts(outputs, sources)
    monkeypatch.setattr("trueness.metrics.encoder.parts.LONG", 3)
    monkeypatch.setattr("trueness.metrics.blanc.blanc.MOST_LETTERS", len(sources[0]))
    asked: list[int] = []
    whole = GapFilling.right
    monkeypatch.setattr(GapFilling, "right", lambda *given: asked.append(0) or whole(*given))
    found = Blanc(kind, tiny).counts(outputs, sources)
    assert len(asked) >= 4 * 3
    asked.clear()
    again = Blanc(kind, tiny).counts(outputs, sources)
    assert asked == []
    for one, other, known in zip(found, again, expected, strict=True):
        np.testing.assert_array_equal(one, known)
        np.testing.assert_array_equal(other, known)


def test_what_is_cut_is_counted(tiny, tmp_path):
    """The model takes 64 tokens: two at the ends, the longest sentence, and with help the output."""
    long, short = "gate " * 40 + ".", "A gate."
    cases = {
        ("help", short, SOURCE): 0,
        ("help", long, SOURCE): 0,  # 41 + 2 + the 8 of the first sentence
        ("help", long, long): 1,
        ("help", "", long * 2): 1,
        ("tune", long, long): 0,
        ("tune", short, long * 2): 1,
    }
    for (kind, output, source), cut in cases.items():
        survey = Blanc(kind, tiny).survey()
        survey.add([output, output], [(), ()], [source, source])
        metric, notes = survey.result()
        assert len(notes) == cut, (kind, output, source)
        assert metric.part == kind
    one = Blanc("help", tiny).survey()
    one.add([long, short, "gate " * 60], [()] * 3, [long, SOURCE, SOURCE])
    (note,) = one.result()[1]
    assert note.startswith(
        "2 different outputs do not fit into the 64 tokens that the model is given beside the"
    )
    assert note.endswith("longest sentence of the source: ends are left out")


def test_a_model_without_a_head_is_refused(minilm):
    encoder = Encoder(
        transformers.AutoModel.from_pretrained(minilm),
        tokenizer=transformers.AutoTokenizer.from_pretrained(minilm),
    )
    with pytest.raises(DataError, match="must be a model with a masked-LM head"):
        Blanc("help", encoder).score(["a gate"], [()], [SOURCE])
