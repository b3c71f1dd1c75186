"""Models of transformers as translators: a small MarianMT, made and taught here, read from a folder by its kind."""

from __future__ import annotations

import dataclasses
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time

import huggingface_hub
import pytest
import sentencepiece
import torch
import transformers

from trueness.data.reading.stream_texts import stream_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.data.writing.write_texts import write_texts
from trueness.errors import ArgumentError, DataError
from trueness.translation.seq2seq_translator import Seq2SeqTranslator
from trueness.translation.text_lines import split_long
from trueness.translation.translate import translate, translate_file
from trueness.translation.translate_lines import translate_lines
from trueness.translation.translation_cache import TranslationCache

ENGLISH = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
SPANISH = ["uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez"]
WORDS = dict(zip(ENGLISH, SPANISH, strict=True))
LONGEST = 24

torch.set_num_threads(1)  # more would wait for each other


def sentence(rng, most=6):
    return " ".join(rng.choice(ENGLISH) for _ in range(rng.randint(1, most)))


LEARNT = sorted({sentence(random.Random(seed)) for seed in range(24)} | {"one two", "three"})


def in_spanish(text):
    return " ".join(WORDS[word] for word in text.split())


def pieces(words, prefix):
    """Train a vocabulary of whole words."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([" ".join(words)] * 20),
        model_prefix=str(prefix),
        vocab_size=100,
        hard_vocab_limit=False,
        model_type="word",
        minloglevel=2,
    )
    model = prefix.with_suffix(".model")
    model.rename(prefix.with_suffix(".spm"))
    found = sentencepiece.SentencePieceProcessor(model_file=str(prefix.with_suffix(".spm")))
    return [found.id_to_piece(k) for k in range(3, found.get_piece_size())]


def marian(folder, extra=()):
    """Make a MarianMT model in a folder, and return it with its tokenizer."""
    folder.mkdir(parents=True, exist_ok=True)
    known = [*pieces(ENGLISH, folder / "source"), *pieces(SPANISH, folder / "target")]
    vocabulary = {
        piece: k for k, piece in enumerate(["</s>", "<unk>", *dict.fromkeys(known), *extra, "<pad>"])
    }
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    with pytest.warns(UserWarning, match="sacremoses"):
        tokenizer = transformers.MarianTokenizer(
            str(folder / "source.spm"), str(folder / "target.spm"), str(folder / "vocab.json")
        )
    pad = vocabulary["<pad>"]
    config = transformers.MarianConfig(
        vocab_size=len(vocabulary),
        d_model=32,
        encoder_layers=2,
        decoder_layers=2,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=64,
        decoder_ffn_dim=64,
        max_position_embeddings=LONGEST,
        dropout=0.0,
        attention_dropout=0.0,
        eos_token_id=0,
        forced_eos_token_id=None,
        pad_token_id=pad,
        decoder_start_token_id=pad,
        bos_token_id=None,
    )
    torch.manual_seed(0)
    model = transformers.MarianMTModel(config)
    model.generation_config.num_beams = 2
    return model, tokenizer


def save(model, tokenizer, folder):
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def taught(tmp_path_factory):
    """A folder with a model of two layers that has learnt some lines by heart."""
    folder = tmp_path_factory.mktemp("models") / "en-es"
    model, tokenizer = marian(folder)
    for weights in model.parameters():
        if weights.requires_grad and weights.dim() > 1:
            torch.nn.init.xavier_uniform_(weights)
    batch = tokenizer(
        LEARNT, text_target=[in_spanish(one) for one in LEARNT], return_tensors="pt", padding=True
    )
    batch["labels"][batch["labels"] == tokenizer.pad_token_id] = -100
    optimizer = torch.optim.Adam(
        [weights for weights in model.parameters() if weights.requires_grad], lr=5e-3
    )
    for _ in range(300):
        optimizer.zero_grad()
        loss = model(**batch).loss
        loss.backward()
        optimizer.step()
        if loss.item() < 0.01:
            break
    assert loss.item() < 0.01
    return save(model.eval(), tokenizer, folder)


@pytest.fixture(scope="module")
def translator(taught):
    return Seq2SeqTranslator(taught, source="en", target="es", batch=8, device="cpu")


def test_lines_become_what_the_model_has_learnt(translator):
    found = translator.translate(LEARNT)
    assert [one.text for one in found] == [in_spanish(line) for line in LEARNT]
    assert not any(one.cut for one in found)


def test_batches_give_what_the_model_gives_for_one_line(translator, taught, tmp_path):
    model = transformers.MarianMTModel.from_pretrained(taught)
    with pytest.warns(UserWarning, match="sacremoses"):
        tokenizer = transformers.MarianTokenizer.from_pretrained(taught)
    rng = random.Random(3)
    lines = sorted({sentence(rng) for _ in range(30)})
    with TranslationCache(tmp_path) as cache:
        found = translate_lines(lines, translator, cache)
    for line in lines:
        tokens = model.generate(**tokenizer([line], return_tensors="pt"), num_beams=2, max_length=LONGEST)
        assert found.lines[line].text == tokenizer.batch_decode(tokens, skip_special_tokens=True)[0]


def test_the_widths_of_the_search_and_the_files_are_told_apart(taught, translator, tmp_path):
    wide = Seq2SeqTranslator(taught, source="en", target="es", beams=3, device="cpu")
    assert wide.signature() != translator.signature()
    assert wide.translate(["one two"])[0].text == "uno dos"
    copy = tmp_path / "en-es"
    copy.mkdir()
    for path in taught.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    settings = {"source": "en", "target": "es", "device": "cpu"}
    signature = Seq2SeqTranslator(taught, **settings).signature()
    assert Seq2SeqTranslator(copy, **settings).signature() == signature  # wherever it lies
    (copy / "generation_config.json").write_text('{"num_beams": 1}')
    assert Seq2SeqTranslator(copy, **settings).signature() != signature


def test_a_name_on_the_hub_is_known_by_its_commit(taught, tmp_path, monkeypatch):
    commit = "0123456789abcdef" * 2 + "01234567"
    folder = tmp_path / "models--made--en-es"
    (folder / "snapshots" / commit).mkdir(parents=True)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text(commit)
    for path in taught.iterdir():
        (folder / "snapshots" / commit / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    found = Seq2SeqTranslator("made/en-es", source="en", target="es", device="cpu")
    assert found.signature().startswith(f"model:made/en-es@{commit}|en-es|")
    assert found.translate(["one two"])[0].text == "uno dos"
    with pytest.raises(DataError, match="reading the model 'made/es-en' failed"):
        Seq2SeqTranslator("made/es-en", source="es", target="en")


def test_a_long_line_is_translated_in_pieces(translator, tmp_path):
    rng = random.Random(4)
    line = " ".join(sentence(rng) for _ in range(12))
    assert translator.sizes([line])[0] > translator.longest == LONGEST
    short = Seq2SeqTranslator(translator.name, source="en", target="es", longest=8, device="cpu")
    with TranslationCache(tmp_path) as cache:
        found = translate_lines([line], short, cache)
    (made,) = found.lines.values()
    assert made.split
    parts = split_long(line, 8, lambda text: len(text.split()) + 1).lines
    assert len(parts) >= len(line.split()) / 7
    assert " ".join(parts) == line
    assert made.text == " ".join(short.translate([part])[0].text for part in parts)


def test_a_translation_that_does_not_end_is_cut_and_counted(taught, tmp_path):
    model = transformers.MarianMTModel.from_pretrained(taught)
    with pytest.warns(UserWarning, match="sacremoses"):
        tokenizer = transformers.MarianTokenizer.from_pretrained(taught)
    model.final_logits_bias[0, 0] = -1e4  # never the end
    endless = save(model, tokenizer, tmp_path / "endless")
    texts = Texts((TextRow("a", "1", "one two\nthree"), TextRow("a", "2", "")))
    made = translate(
        texts, Seq2SeqTranslator(endless, source="en", target="es", device="cpu"), sentences="newline"
    )
    (output,) = made.fields
    assert (output.texts, output.wordless, output.sentences, output.cut) == (2, 1, 2, 2)
    assert made.cautions[0].startswith("2 of 2 sentences in outputs were cut")


def test_a_model_of_several_targets_is_told_which(tmp_path):
    marks = [">>spa<<", ">>cat<<"]
    model, tokenizer = marian(tmp_path / "many", extra=marks)
    folder = save(model, tokenizer, tmp_path / "many")
    told = Seq2SeqTranslator(folder, source="en", target="cat", device="cpu")
    (tokens,) = told._tokenizer([told._before + "one"])["input_ids"]
    assert told._tokenizer.convert_ids_to_tokens(tokens) == [">>cat<<", "▁one", "</s>"]
    assert told.sizes(["one"]) == [3]
    with pytest.raises(ArgumentError, match=r"the language 'fra'.*'spa', 'cat'"):
        Seq2SeqTranslator(folder, source="en", target="fra")


def test_a_model_of_many_languages_starts_with_the_one_asked_for(tmp_path):
    folder = tmp_path / "m2m"
    folder.mkdir()
    known = pieces([*ENGLISH, *SPANISH], folder / "sentencepiece")
    (folder / "sentencepiece.spm").rename(folder / "sentencepiece.bpe.model")
    vocabulary = {piece: k for k, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *known])}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    tokenizer = transformers.M2M100Tokenizer(
        str(folder / "vocab.json"), str(folder / "sentencepiece.bpe.model")
    )
    config = transformers.M2M100Config(
        vocab_size=1 + max(tokenizer.convert_tokens_to_ids(list(tokenizer.lang_code_to_token.values()))),
        d_model=16,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=2,
        decoder_attention_heads=2,
        encoder_ffn_dim=16,
        decoder_ffn_dim=16,
        max_position_embeddings=20,
    )
    torch.manual_seed(0)
    save(transformers.M2M100ForConditionalGeneration(config), tokenizer, folder)
    told = Seq2SeqTranslator(folder, source="en", target="es", device="cpu")
    (tokens,) = told._tokenizer(["one"])["input_ids"]
    assert told._tokenizer.convert_ids_to_tokens(tokens)[0] == "__en__"
    assert told._tokenizer.convert_ids_to_tokens([told._first]) == ["__es__"]
    assert len(told.translate(["one", "two three"])) == 2
    with pytest.raises(ArgumentError, match="lacks the language 'xx'"):
        Seq2SeqTranslator(folder, source="en", target="xx")


def test_what_is_no_such_model_is_said(tmp_path, taught):
    with pytest.raises(DataError, match="failed"):
        Seq2SeqTranslator(tmp_path / "nowhere", source="en", target="es")
    with pytest.raises(DataError, match="failed"):
        Seq2SeqTranslator(tmp_path, source="en", target="es")
    folder = tmp_path / "bert"
    transformers.BertConfig(
        vocab_size=10, hidden_size=8, num_hidden_layers=1, num_attention_heads=1, intermediate_size=8
    ).save_pretrained(folder)
    for path in taught.iterdir():
        if path.name not in ("config.json", "model.safetensors"):
            (folder / path.name).write_bytes(path.read_bytes())
    with pytest.raises(DataError, match="turns texts into texts"):
        Seq2SeqTranslator(folder, source="en", target="es", device="cpu").translate(["one"])
    with pytest.raises(ArgumentError, match="`device` must be"):
        Seq2SeqTranslator(taught, source="en", target="es", device="nowhere").translate(["one"])
    with pytest.raises(ArgumentError, match="`beams` must be"):
        Seq2SeqTranslator(taught, source="en", target="es", beams=0)


def test_where_all_is_known_the_model_is_not_read(taught, tmp_path):
    texts = Texts((TextRow("a", "1", "one two"), TextRow("b", "1", "one two")))
    found = []
    for _ in range(2):
        one = Seq2SeqTranslator(taught, source="en", target="es", device="cpu")
        with TranslationCache(tmp_path) as cache:
            found.append(translate(texts, one, sentences="newline", cache=cache))
        was_read = "_model" in vars(one)
        assert was_read == (len(found) == 1)
    assert [(one.n_made, one.n_known) for one in found] == [(1, 0), (0, 1)]
    assert found[0].texts == found[1].texts
    assert [row.output for row in found[0].texts.rows] == ["uno dos"] * 2


def test_a_killed_run_goes_on_and_gives_the_same(taught, tmp_path):
    rng = random.Random(5)
    rows = [
        TextRow(f"s{k}", f"i{j}", "\n".join(sentence(rng, 3) for _ in range(3)), (sentence(rng, 3),))
        for k in range(2)
        for j in range(6)
    ]
    rows = [dataclasses.replace(row, human={"quality": 1.0}) for row in rows]
    write_texts(Texts(tuple(rows)), tmp_path / "texts.jsonl")

    def made(name):
        one = Seq2SeqTranslator(taught, source="en", target="es", batch=2, device="cpu")
        with TranslationCache(tmp_path / name) as cache:
            texts = stream_texts(tmp_path / "texts.jsonl")
            return translate_file(texts, one, tmp_path / f"{name}.jsonl", sentences="newline", cache=cache)

    whole = made("whole")
    options = f"--from en --to es --model {taught} --batch 2 --device cpu --sentences newline"
    where = f"--cache {tmp_path / 'killed'} --out {tmp_path / 'killed'}.jsonl"
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "trueness", "generate", "--translate", str(tmp_path / "texts.jsonl")),
            *(*options.split(), *where.split()),
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    kept = tmp_path / "killed" / "translations.sqlite"
    while process.poll() is None and count(kept) < 10:
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = count(kept)
    assert 10 <= before < whole.n_made
    assert not (tmp_path / "killed.jsonl").exists()
    again = made("killed")
    assert (again.n_known, again.n_made) == (before, whole.n_made - before)
    assert (tmp_path / "killed.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


def count(path):
    """Return how many translations a cache holds."""
    if not path.exists():
        return 0
    with sqlite3.connect(path) as file:
        try:
            return file.execute("SELECT count(*) FROM translations").fetchone()[0]
        except sqlite3.OperationalError:  # it is being made
            return 0
