"""The encoder with a real model: the states of transformers, the same bits in any company, and errors that say why."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys

import numpy as np
import pytest
import safetensors.torch
import torch
import transformers

from trueness.errors import ArgumentError, DataError
from trueness.metrics.encoder.encoder import Encoder, shared_encoder
from trueness.metrics.encoder.encoding_cache import EncodingCache, keeping_encodings
from trueness.parallel import Execution, executing

TEXTS = (
    "The cat sat on the mat.",
    "",
    "A dog barked, and the cat sat up.",
    "Hello 😀 мир こんにちは",
    "\u200b",
    "one",
    "word " * 60,
)


@pytest.fixture(scope="module")
def encoder(minilm):
    return shared_encoder(minilm)


@pytest.fixture(scope="module")
def whole(minilm):
    """What transformers itself gives for each text alone, all layers."""
    model = transformers.AutoModel.from_pretrained(minilm).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)

    def states(text):
        with torch.inference_mode():
            given = tokenizer(text.strip(), return_tensors="pt")
            return given["input_ids"][0].tolist(), [
                one[0].numpy() for one in model(**given, output_hidden_states=True).hidden_states
            ]

    return states


@pytest.fixture(autouse=True)
def _forgotten(encoder):
    encoder.forget()


def same(one, other):
    return one.layers.keys() == other.layers.keys() and all(
        np.array_equal(one.layers[layer], other.layers[layer]) for layer in one.layers
    )


def test_states_are_those_of_transformers(encoder, whole):
    for text, found in zip(TEXTS, encoder.encode(TEXTS, [0, 3, 5, 6]), strict=True):
        ids, states = whole(text)
        assert found.ids.tolist() == ids
        for layer in (0, 3, 5, 6):
            np.testing.assert_allclose(found.layers[layer], states[layer], rtol=0, atol=2e-5)
    assert encoder._blocks.stops


def test_bits_do_not_depend_on_company_order_workers_layers_or_the_cache(encoder, tmp_path):
    with keeping_encodings(None):
        together = encoder.encode(TEXTS, [5])
        for k, text in enumerate(TEXTS):
            encoder.forget()
            (alone,) = encoder.encode([text], [5])
            assert same(alone, together[k])
        for workers in (1, 3):
            encoder.forget()
            with executing(Execution(workers=workers)):
                backwards = encoder.encode([*TEXTS[::-1], *TEXTS], [5])
            assert all(map(same, backwards, [*together[::-1], *together]))
        encoder.forget()
        with encoder.expecting([2, 6]):
            assert all(map(same, encoder.encode(TEXTS, [5]), together))
    with keeping_encodings(tmp_path):
        for _ in range(2):  # computed and kept, then found
            encoder.forget()
            assert all(map(same, encoder.encode(TEXTS, [5]), together))


def test_each_distinct_text_runs_once_for_all_layers_that_are_expected(encoder, monkeypatch, tmp_path):
    seen = []
    forward = encoder._blocks.states

    def watched(ids, layers):
        seen.append((tuple(ids[0].tolist()), tuple(layers)))
        return forward(ids, layers)

    monkeypatch.setattr(encoder._blocks, "states", watched)
    with keeping_encodings(tmp_path):
        with encoder.expecting([4]):
            encoder.encode([*TEXTS, *TEXTS], [5])
        encoder.encode(TEXTS, [4, 5])
        encoder.forget()
        encoder.encode(TEXTS, [4])
    assert len(seen) == len({ids for ids, _ in seen}) == len(TEXTS) - 1  # two have special tokens only
    assert {layers for _, layers in seen} == {(4, 5)}


def test_the_forward_pass_ends_after_the_highest_layer(encoder):
    ran = []
    model = encoder._blocks._model
    hooks = [
        block.register_forward_pre_hook(lambda *_, k=k: ran.append(k))
        for k, block in enumerate(model.encoder.layer, 1)
    ]
    encoder.encode(["a text"], [2])
    for hook in hooks:
        hook.remove()
    assert ran == [1, 2]


def test_special_tokens_are_known_and_a_text_of_nothing_else_is_empty(encoder):
    found = encoder.encode(["", "\u200b", " a ", "a"], [0])
    assert [one.empty for one in found] == [True, True, False, False]
    assert found[2].special.tolist() == [True, False, True]
    assert same(found[2], found[3])


def test_texts_beyond_the_limit_are_cut_or_read_in_windows(encoder, minilm):
    long = "many words about one cat " * 20_000  # 100,000 tokens
    assert encoder.n_beyond_limit([long, "a", "word " * 510, "word " * 511]) == 2
    (cut,) = encoder.encode([long], [2])
    assert cut.cut
    assert len(cut.ids) == encoder.limit == 512
    assert cut.ids[-1] == encoder.tokenizer.sep_token_id
    (same_text,) = encoder.encode(["many words about one cat " * 102], [2])
    assert not same_text.cut
    assert same(cut, same_text)
    inner = Encoder(minilm, long="windows")
    text = " ".join(f"word{k}" for k in range(400))
    (whole,) = inner.encode([text], [2])
    assert not whole.cut
    assert len(whole.ids) == len(whole.layers[2]) == len(inner.ids([text])[0])
    (first,) = inner.hidden_states([[*whole.ids[:511], whole.ids[-1]]], [2])
    np.testing.assert_array_equal(whole.layers[2][:300], first[0][:300])


def test_a_batch_on_equal_lengths_gives_the_same_numbers(minilm):
    texts = [f"the {word} sat" for word in ("cat", "dog", "man", "girl", "bird")]
    with keeping_encodings(None):
        alone = Encoder(minilm).encode(texts, [6])
        together = Encoder(minilm, batch=4).encode(texts, [6])
    for one, other in zip(alone, together, strict=True):
        np.testing.assert_allclose(one.layers[6], other.layers[6], rtol=0, atol=1e-5)


def test_a_model_as_it_is_gives_what_its_folder_gives(encoder, minilm):
    model = transformers.AutoModel.from_pretrained(minilm)
    given = Encoder(model, tokenizer=encoder.tokenizer)
    assert all(map(same, given.encode(TEXTS[:3], [5]), encoder.encode(TEXTS[:3], [5])))
    with torch.no_grad():
        model.embeddings.word_embeddings.weight[1000] += 1
    assert Encoder(model, tokenizer=encoder.tokenizer).identity() != given.identity()


def test_a_lower_precision_is_another_encoder(encoder, minilm):
    low = Encoder(minilm, dtype="bfloat16")
    assert low.identity() != encoder.identity()
    (one,), (other,) = low.encode(["a cat"], [3]), encoder.encode(["a cat"], [3])
    assert 0 < np.abs(one.layers[3] - other.layers[3]).max() < 0.1


@pytest.mark.parametrize("layer", [7, -1])
def test_a_layer_that_is_not_there_is_said(encoder, layer):
    with pytest.raises(ArgumentError, match="`layer` must be from 0 to 6"):
        encoder.encode(["a"], [layer])


@pytest.mark.parametrize("ids", [[], [1] * 513])
def test_sequences_have_to_fit(encoder, ids):
    with pytest.raises(ArgumentError, match="takes 1 to 512 tokens at once"):
        encoder.hidden_states([ids], [1])


@pytest.fixture
def copied(minilm, tmp_path):
    return shutil.copytree(minilm, tmp_path / "copy")


def change(folder, change):
    weights = safetensors.torch.load_file(folder / "model.safetensors")
    change(weights)
    safetensors.torch.save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def test_the_same_files_elsewhere_are_the_same_model(encoder, copied):
    assert Encoder(copied).identity().partition("@")[2] == encoder.identity().partition("@")[2]
    change(copied, lambda weights: weights["encoder.layer.0.output.dense.bias"].add_(1))
    assert Encoder(copied).identity().partition("@")[2] != encoder.identity().partition("@")[2]


def test_weights_that_are_not_finite_are_an_error(copied):
    change(copied, lambda weights: weights["encoder.layer.1.output.dense.bias"].fill_(np.nan))
    with pytest.raises(DataError, match=r"infinite weights, the first in 'encoder\.layer\.1\.output"):
        Encoder(copied).encode(["a"], [1])


def test_weights_that_are_missing_are_an_error(copied):
    change(copied, lambda weights: weights.pop("encoder.layer.5.output.dense.bias"))
    with pytest.raises(DataError, match=r"lack weights that fit for 1 parts of it, .*layer\.5"):
        Encoder(copied).encode(["a"], [1])


def test_a_damaged_file_of_weights_is_said(copied):
    path = copied / "model.safetensors"
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(DataError, match=r"reading the model '.*copy' failed"):
        Encoder(copied).encode(["a"], [1])


def test_a_model_without_head_has_none(encoder):
    with pytest.raises(DataError, match="must be a model with a masked-LM head"):
        _ = encoder.masked_lm


def test_a_damaged_cache_is_said_once_and_done_without(encoder, tmp_path):
    (alone,) = encoder.encode(["a cat"], [5])
    encoder.forget()
    with keeping_encodings(tmp_path):
        encoder.encode(["a cat"], [5])
        with sqlite3.connect(tmp_path / EncodingCache.file_name) as file:
            file.execute("UPDATE encodings SET states = zeroblob(length(states))")
        file.close()
        encoder.forget()
        with pytest.warns(UserWarning, match="cache of encodings is damaged") as warned:
            found = [encoder.encode([text], [5])[0] for text in ("a cat", "a dog")]
    assert len(warned) == 1
    assert same(found[0], alone)


def test_scores_that_are_kept_need_no_package_of_models(minilm, tmp_path):
    """A text beyond the limit, too, is counted from what is kept; both runs say the same."""
    code = f"""
import sys
from pathlib import Path
from trueness import score
from trueness.data.texts.texts import TextRow, Texts
from trueness.metrics.scoring.keeping_scores import keeping_scores
rows = (TextRow("s", "1", "A cat sat.", ("The cat sat.",)), TextRow("s", "2", "word " * 600, ("Words.",)))
with keeping_scores(Path({str(tmp_path / "kept")!r})):
    table = score(Texts(rows), ["bertscore_f:model={minilm},layer=5", "moverscore_v2:model={minilm}"])
print(table.values.tolist(), table.notes)
print(*(name for name in ("torch", "transformers", "tokenizers", "ot") if name in sys.modules))
"""
    first, again = (
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
        for _ in range(2)
    )
    assert "a text is longer than the 512 tokens" in first
    assert first.splitlines()[0] == again.splitlines()[0]
    assert "torch" in first.splitlines()[1]
    assert again.splitlines()[1:] == [""]
