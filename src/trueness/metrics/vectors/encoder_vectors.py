"""The input embeddings of an encoder of transformers as word vectors: words that are one token of its vocabulary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from trueness.errors import FormatError, import_extra
from trueness.metrics.encoder.pretrained import WEIGHTS, find_model, reading
from trueness.metrics.encoder.tokenizer_rules import read_tokenizer
from trueness.metrics.vectors.tensor_vectors import TensorVectors, open_tensors

EMBEDDINGS = (
    "word_embeddings.weight",
    "embed_tokens.weight",
    "tok_embeddings.weight",
    "wte.weight",
    "shared.weight",
    "word_embedding.weight",
)
"""How the matrix of input embeddings is called in checkpoints; names may stand before it."""

_SHARDS = "model.safetensors.index.json"
_BLANKS = ("Ġ", "▁")
"""What stands for the blank before a word in tokens of byte-level BPE and of SentencePiece."""


def encoder_vectors(name: str) -> TensorVectors:
    """Return the input embeddings of an encoder; its layers are not loaded.

    A word has a vector if it is one token: of WordPiece the entry itself, which begins a word; of byte-level BPE and
    SentencePiece the token with the blank before it. Special tokens and unused entries are no words.

    Parameters
    ----------
    name : str
        A folder with a model and its tokenizer, as `save_pretrained` writes them, or a name on the Hugging Face hub
        whose files were fetched before.

    Raises
    ------
    DataError
        If the files of a name were not fetched.
    FormatError
        If there is no tokenizer or no matrix of embeddings in safetensors.
    MissingExtraError
        If transformers is not installed.
    """
    transformers = import_extra("transformers", extra="neural", feature="input embeddings of an encoder")
    folder = find_model(name)
    with reading(
        transformers, name, "a file of word vectors, or the folder or name of a model with its tokenizer"
    ):
        tokenizer = read_tokenizer(transformers, folder, name)
    file, tensor = _find_matrix(folder)
    return TensorVectors(name, file, tensor, _words(tokenizer), form="input embeddings")


def _words(tokenizer: Any) -> dict[str, int]:
    vocabulary: dict[str, int] = tokenizer.get_vocab()
    special = {*tokenizer.all_special_tokens, *(f"[unused{k}]" for k in range(1000))}
    entries = sorted(vocabulary.items(), key=lambda entry: entry[1])
    for blank in _BLANKS:
        if any(token.startswith(blank) for token, _ in entries):
            entries = [(_decoded(token[1:], blank), row) for token, row in entries if token.startswith(blank)]
            break
    words: dict[str, int] = {}
    for word, row in entries:
        if word and word not in special and not (len(word) > 2 and word.startswith("##")):
            words.setdefault(word, row)
    return words


def _decoded(token: str, blank: str) -> str:
    """Return what a token of byte-level BPE stands for; empty where it is no whole characters."""
    if blank != "Ġ":
        return token
    table = _byte_of()
    try:
        return bytes(table[sign] for sign in token).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return ""


def _byte_of() -> dict[str, int]:
    """Return the byte that each sign of byte-level BPE stands for (Radford et al. 2019)."""
    shown = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {chr(byte): byte for byte in shown}
    hidden = [byte for byte in range(256) if byte not in shown]
    return table | {chr(256 + k): byte for k, byte in enumerate(hidden)}


def _find_matrix(folder: Path) -> tuple[str, str]:
    """Return the file that holds the input embeddings, and what they are called in it."""
    file, index = str(folder / WEIGHTS), folder / _SHARDS
    if Path(file).is_file():
        with open_tensors(file) as opened:
            names = list(opened.keys())
        return file, _matrix_among(names, file)
    if not index.is_file():
        raise FormatError(
            f"{WEIGHTS} is missing.",
            path=str(folder),
            remedy="Load the model with transformers and write it with `save_pretrained`.",
        )
    try:
        shard_of = json.loads(index.read_text(encoding="utf-8"))["weight_map"]
        tensor = _matrix_among([*shard_of], str(index))
        shard = folder / Path(shard_of[tensor]).name
    except FormatError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FormatError("this must be an index of a model in several files.", path=str(index)) from error
    return str(shard), tensor


def _matrix_among(names: list[str], path: str) -> str:
    for ending in EMBEDDINGS:
        found = [name for name in names if name == ending or name.endswith("." + ending)]
        if found:
            return min(found, key=len)
    raise FormatError(
        "its tensors lack one that is called as input embeddings are.",
        path=path,
        remedy=f"Known endings of names are {', '.join(EMBEDDINGS)}.",
    )
