"""Tokenizers whose rules multiply text: without a bound they end the program, in reading or at the first text."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import transformers
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models

from trueness.errors import FormatError
from trueness.metrics.encoder.encoder import Encoder
from trueness.metrics.encoder.tokenizer_rules import growth_of, read_tokenizer
from trueness.metrics.vectors.word_vectors import open_vector_file

TEN = {"type": "Replace", "pattern": {"Regex": "."}, "content": "aaaaaaaaaa"}
BYTES = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": False}
TEXT, END = {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[CLS]", "type_id": 0}}
MANY = {"[CLS]": {"id": "[CLS]", "ids": [1] * 2000, "tokens": ["a"] * 2000}}
HOSTILE = {
    "normalizer": {"type": "Sequence", "normalizers": [TEN] * 9},
    "pre_tokenizer": {"type": "Sequence", "pretokenizers": [BYTES] * 40},
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [TEXT] * 5000,
        "pair": [],
        "special_tokens": {},
    },
    "special": {
        "type": "TemplateProcessing",
        "single": [END] * 2000 + [TEXT],
        "pair": [],
        "special_tokens": MANY,
    },
}


@pytest.fixture
def folder(tiny_bert, tmp_path):
    """A small BERT whose tokenizer is what tokenizer.json says."""
    made = Path(shutil.copytree(tiny_bert, tmp_path / "model"))
    settings = json.loads((made / "tokenizer_config.json").read_text())
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    (made / "tokenizer_config.json").write_text(json.dumps(settings))
    return made


def change(folder, part, rules, name="tokenizer.json"):
    held = json.loads((folder / "tokenizer.json").read_text())
    held[part] = rules
    word = {"id": len(held["model"]["vocab"]), "content": "hello", "single_word": False, "lstrip": False}
    held["added_tokens"].append({**word, "rstrip": False, "normalized": True, "special": False})  # in reading
    (folder / name).write_text(json.dumps(held))


@pytest.mark.parametrize("which", HOSTILE)
def test_a_tokenizer_that_multiplies_text_is_refused_before_it_is_read(folder, which):
    change(folder, "post_processor" if which == "special" else which, HOSTILE[which])
    said = r"^the tokenizer of the model '.*model' has rules that may make a text .* times as long, and .* longer"
    with pytest.raises(FormatError, match=said):
        Encoder(folder).encode(["a cat"], [1])
    with pytest.raises(FormatError, match=said):
        open_vector_file(str(folder))


def test_rules_of_another_version_are_looked_at_too(folder):
    change(folder, "normalizer", HOSTILE["normalizer"], "tokenizer.4.0.0.json")
    settings = json.loads((folder / "tokenizer_config.json").read_text())
    settings["fast_tokenizer_files"] = ["tokenizer.4.0.0.json"]
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    with pytest.raises(FormatError, match="may make a text"):
        read_tokenizer(transformers, folder, "model")


def test_real_tokenizers_are_read(folder, minilm):
    (found,) = Encoder(folder).encode(["a cat"], [1])
    assert len(found.ids) == 4
    assert len(read_tokenizer(transformers, Path(minilm), "minilm")) > 30_000


RULES = st.one_of(
    st.builds(
        lambda old, new: {"type": "Replace", "pattern": {"String": old}, "content": new},
        *[st.text("ab é", max_size=3)] * 2,
    ),
    st.builds(
        lambda old, new: {"type": "Replace", "pattern": {"Regex": old}, "content": new},
        st.sampled_from(["a", "a*", "b?", ".", " {2,}", "^", "$", "(?=a)"]),
        st.text("ab é", max_size=3),
    ),
    st.builds(lambda new: {"type": "Prepend", "prepend": new}, st.text("ab", min_size=1, max_size=3)),
    st.sampled_from(
        [
            {"type": kind}
            for kind in ("NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "ByteLevel", "Nmt")
        ]
    ),
    st.just(
        {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": False,
            "lowercase": True,
        }
    ),
)


@given(st.lists(RULES, max_size=4), st.text("ab é文ﷺİ\u0390", max_size=12))
def test_what_rules_write_is_within_the_bound(rules, text):
    """The package itself writes no more characters than is said."""
    empty = json.loads(Tokenizer(models.WordLevel({"a": 0}, "a")).to_str())
    normalizer = {"type": "Sequence", "normalizers": rules}
    made = Tokenizer.from_str(json.dumps({**empty, "normalizer": normalizer}))
    growth = growth_of({"normalizer": normalizer})
    try:
        written = made.normalizer.normalize_str(text)
    except (
        BaseException
    ) as error:  # at some that match nothing the package fails, as whoever asks is told then
        assume(type(error).__name__ != "PanicException")
        raise
    assert len(written) <= growth.times * len(text) + growth.more


@pytest.mark.parametrize("kind", ["ByteLevel", "Metaspace"])
def test_what_splits_text_writes_no_more_than_its_bound(kind):
    empty = json.loads(Tokenizer(models.WordLevel({"a": 0}, "a")).to_str())
    rule = (
        BYTES
        if kind == "ByteLevel"
        else {"type": "Metaspace", "replacement": "_", "prepend_scheme": "always", "split": True}
    )
    rules = {
        "type": "Sequence",
        "pretokenizers": [
            {"type": "Split", "pattern": {"Regex": "."}, "behavior": "Isolated", "invert": False},
            rule,
        ],
    }
    made = Tokenizer.from_str(json.dumps({**empty, "pre_tokenizer": rules}))
    text = "aé文𝄞"
    pieces = "".join(piece for piece, _ in made.pre_tokenizer.pre_tokenize_str(text))
    growth = growth_of({"pre_tokenizer": rules})
    assert len(text) < len(pieces) <= growth.times * len(text) + growth.more
