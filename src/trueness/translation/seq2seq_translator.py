"""A translator that is a sequence-to-sequence model: MarianMT (opus-mt) or any other that transformers can load."""

from __future__ import annotations

import contextlib
import copy
import functools
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trueness.errors import ArgumentError, check_integer, import_extra, listing
from trueness.metrics.encoder.pretrained import folder_hash, on_device, quiet, reading, software
from trueness.metrics.encoder.tokenizer_rules import check_tokenizer
from trueness.translation.translator import Translation, Translator

LINES = 32
"""Lines that a model is given at once unless told otherwise."""

_TOKENS = 512
"""The longest line where neither the model nor its tokenizer says what it takes."""

_NO_LIMIT = 1_000_000
"""Tokenizers without a limit give a number far above this."""

_PACKAGES = ("transformers", "torch", "tokenizers", "sentencepiece")


class Seq2SeqTranslator(Translator):
    """A sequence-to-sequence model of transformers, by beam search and so without chance.

    The model is read when the first line has to be translated: not at all where all translations are known.

    Parameters
    ----------
    model : str
        The name of a model on the hub, such as ``Helsinki-NLP/opus-mt-en-es``, or a folder. Only a name is looked up in
        the network, by transformers, which keeps what it has fetched.
    source, target : str
        The languages as the model calls them. They are told to models of several languages (``>>spa<<`` of opus-mt, the
        codes of NLLB, M2M100 and mBART), and without effect on others.
    batch : int
        Lines at once.
    longest : int, optional
        Tokens of the longest line, those that stand for its ends included; by default, and at most, what the model
        takes. Longer lines are split.
    beams : int, optional
        The width of the beam search; by default what the model's own settings say.
    device : str, optional
        Where the model runs, as torch calls it; by default a GPU if there is one. It is no part of the signature.
    prefix : str
        What is put before every line, such as the task for T5.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    MissingExtraError
        If transformers or torch is not installed.
    DataError
        If there is no such model, or it does not turn texts into texts, or cannot be read.
    """

    def __init__(
        self,
        model: str | os.PathLike[str],
        *,
        source: str,
        target: str,
        batch: int = LINES,
        longest: int | None = None,
        beams: int | None = None,
        device: str | None = None,
        prefix: str = "",
    ) -> None:
        self.name = os.fspath(model)
        self.source, self.target, self.prefix, self.device = source, target, prefix, device
        self.batch = check_integer("batch", batch, minimum=1)
        self.beams = None if beams is None else check_integer("beams", beams, minimum=1)
        self._transformers = import_extra("transformers", extra="neural", feature="translating with a model")
        self._torch = import_extra("torch", extra="neural", feature="translating with a model")
        with self._reading():
            self._config = self._transformers.AutoConfig.from_pretrained(self.name, trust_remote_code=False)
            self._tokenizer = self._transformers.AutoTokenizer.from_pretrained(
                self.name, trust_remote_code=False
            )
            check_tokenizer(self._tokenizer, self.name)
        self._before, self._first = self._told_languages()
        self.limit = self._limit()
        asked = self.limit if longest is None else check_integer("longest", longest, minimum=8)
        self.longest = min(asked, self.limit)

    def signature(self) -> str:
        """Return the model and its version, the languages, the settings of the search and the software."""
        name = Path(self.name).name if Path(self.name).is_dir() else self.name
        return (
            f"model:{name}@{self._revision}|{self.source}-{self.target}|prefix:{self.prefix}|beams:{self.beams}|"
            f"longest:{self.longest}|{software(_PACKAGES)}"
        )

    def sizes(self, lines: Sequence[str]) -> list[int]:
        """Return how many tokens lines have, those that stand for their ends included."""
        if not lines:
            return []
        found = self._tokenizer([self._before + line for line in lines], verbose=False)
        return [len(tokens) for tokens in found["input_ids"]]

    def translate(self, lines: Sequence[str]) -> list[Translation]:
        """Translate lines.

        A translation is cut where the line is longer than the model takes, which only a line of one letter is once long
        ones are split, or where the model has not come to an end within its limit.

        Raises
        ------
        DataError
            If the model cannot be read.
        """
        model = self._model
        given = [self._before + line for line in lines]
        tokens = self._tokenizer(
            given, return_tensors="pt", padding=True, truncation=True, max_length=self.limit
        )
        settings: dict[str, Any] = {} if self._first is None else {"forced_bos_token_id": self._first}
        with quiet(self._transformers), self._torch.inference_mode():
            found = model.generate(
                **tokens.to(model.device), generation_config=self._generation(model), **settings
            )
        texts = self._tokenizer.batch_decode(found, skip_special_tokens=True)
        ends = model.generation_config.eos_token_id
        ends = set(ends if isinstance(ends, list) else [ends])
        return [
            Translation(text, size > self.limit or not ends & set(row[1:]))
            for text, row, size in zip(texts, found.tolist(), self.sizes(lines), strict=True)
        ]

    @functools.cached_property
    def _model(self) -> Any:
        with self._reading():
            model = self._transformers.AutoModelForSeq2SeqLM.from_pretrained(
                self.name, trust_remote_code=False, weights_only=True
            )
        return on_device(model, self.device or ("cuda" if self._torch.cuda.is_available() else "cpu"))

    def _generation(self, model: Any) -> Any:
        settings = copy.deepcopy(model.generation_config)
        settings.do_sample = False
        settings.max_length = None
        settings.max_new_tokens = self.limit - 1  # besides the token that it starts from
        if self.beams is not None:
            settings.num_beams = self.beams
        return settings

    def _limit(self) -> int:
        said = (
            getattr(self._config, "max_position_embeddings", None),
            getattr(self._tokenizer, "model_max_length", None),
        )
        return min((int(one) for one in said if one and one < _NO_LIMIT), default=_TOKENS)

    def _told_languages(self) -> tuple[str, int | None]:
        """Return what is put before every line, and the first token of every translation, that say the languages."""
        tokenizer = self._tokenizer
        known = list(getattr(tokenizer, "supported_language_codes", None) or ())
        if known and known[0].startswith(">>"):
            mark = f">>{self.target}<<"
            if mark not in known:
                raise self._other_language(self.target, [one.strip("<>") for one in known])
            return f"{mark} {self.prefix}", None
        if not hasattr(tokenizer, "src_lang"):
            return self.prefix, None
        first = {language: self._language_token(language) for language in (self.source, self.target)}
        tokenizer.src_lang = self.source
        return self.prefix, first[self.target]

    def _language_token(self, language: str) -> int:
        """Return the token of a language of NLLB, M2M100 or mBART."""
        tokens = getattr(self._tokenizer, "lang_code_to_token", None) or {}
        found = self._tokenizer.convert_tokens_to_ids(tokens.get(language, language))
        if found is None or found == self._tokenizer.unk_token_id:
            raise self._other_language(language, sorted(tokens))
        return int(found)

    def _other_language(self, language: str, known: Sequence[str]) -> ArgumentError:
        listed = f" It knows {listing(known, 40)}." if known else ""
        return ArgumentError(f"the model '{self.name}' lacks the language '{language}'.{listed}")

    @functools.cached_property
    def _revision(self) -> str:
        """What stands for the contents of the model: a hash of its files, or the commit on the hub."""
        folder = Path(self.name)
        if not folder.is_dir():  # what is fetched lies in a folder that is called after the commit
            with self._reading():
                return Path(self._transformers.utils.cached_file(self.name, "config.json")).parent.name
        return folder_hash(folder)

    def _reading(self) -> contextlib.AbstractContextManager[None]:
        wanted = "a folder, or the name on the hub, of a model that turns texts into texts"
        return reading(self._transformers, self.name, wanted)
