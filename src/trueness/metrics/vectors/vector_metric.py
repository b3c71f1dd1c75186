"""What metrics of word vectors have in common: names with options, words with vectors, references scored once."""

from __future__ import annotations

import abc
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np

from trueness.errors import ArgumentError
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import FloatArray, Need
from trueness.metrics.named_options import Reader, canonical_name, one_of, read_options
from trueness.metrics.vectors.word_bags import Bags, bags_of, words_of
from trueness.metrics.vectors.word_vectors import WordVectors, load_word_vectors

MOST_ROWS = 64
"""Outputs with the same references that are scored together."""

READERS: Mapping[str, Reader] = {
    "vectors": str,
    "refs": one_of("best", "mean"),
    "norm": one_of("unit", "none"),
    "tokens": one_of("words", "blanks"),
    "case": one_of("lower", "kept"),
    "idf": str,
    "documents": one_of("references", "sources", "lines"),
    "sentences": one_of("split", "newline", "marks"),
    "models": str,
}
"""Options in the order of the canonical name, with what reads them."""

DESCRIPTIONS = {
    "vectors": "vectors=PATH: always; a file of word vectors, or a folder, package or name on the hub of an encoder",
    "refs": "refs=best or mean: of several references, the nearest, or the mean",
    "norm": "norm=unit or none: vectors of length 1, or as they are",
    "tokens": "tokens=words (letters and digits, of any script) or blanks (split at blanks)",
    "case": "case=lower or kept: how words are looked up",
    "idf": "idf=references or sources (of all that is scored), or PATH (texts, or a document a line): weights words by "
    "inverse document frequency",
    "documents": "documents=references, sources or lines: what a document of that file is",
    "sentences": "sentences=split, newline or marks: where sentences end",
    "models": "models=FOLDER: the exported regressors of S3",
}
"""Options to a line each, for lists."""

DEFAULTS: Mapping[str, str | None] = {
    "vectors": None,
    "refs": "best",
    "norm": "none",
    "tokens": "words",
    "case": "lower",
    "idf": None,
    "documents": None,
    "sentences": "split",
    "models": None,
}

MISSING = {"vectors": "word vectors", "models": "its regressors"}
"""What an option names that has to be given."""


class VectorMetric(FamilyMetric):
    """Base of metrics of word vectors: ``base:vectors=PATH,key=value,…``.

    Parameters
    ----------
    base : str
        The part of the name before the colon.
    given : mapping of str to str
        Options that were given; others are at their defaults.

    Attributes
    ----------
    keys : tuple of str
        The options that there are.
    usual : mapping of str to str
        Defaults that differ from `DEFAULTS`.
    base : str
    values : mapping of str to str or None
        All options, given or not.
    stop : bool
        Whether stop words are left out: the base ends in ``_stop``.
    """

    keys: ClassVar[tuple[str, ...]]
    usual: ClassVar[Mapping[str, str]] = {}
    required: tuple[str, ...] = ("vectors",)
    needs: frozenset[Need] = frozenset({"references"})

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        defaults = {key: {**DEFAULTS, **self.usual}[key] for key in DEFAULTS if key in self.keys}
        self.base = base
        self.values = {**defaults, **given}
        self.name = canonical_name(base, self.values, defaults)
        self.joins = str(self.values.get("refs", self.joins))
        self.stop = base.endswith("_stop")

    def __init_subclass__(cls, **kwargs: object) -> None:
        """Say in lists which options there are."""
        super().__init_subclass__(**kwargs)
        lines = (cls.line_of(key) for key in cls.keys)
        cls.options = "\n".join(("after a colon, with commas between:", *lines))
        cls.joins = str({**DEFAULTS, **cls.usual}["refs"]) if "refs" in cls.keys else "parts"

    @classmethod
    def line_of(cls, key: str) -> str:
        """Return the line of an option for lists."""
        return DESCRIPTIONS[key]

    @classmethod
    def readers(cls, base: str) -> Mapping[str, Reader] | None:
        """Return what reads the options of a base; None if this class has no such base."""
        return {key: READERS[key] for key in cls.keys} if base in cls.names() else None

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`).

        Raises
        ------
        ArgumentError
            If an option makes no sense, or one is missing that has to be given.
        """
        base = name.partition(":")[0]
        readers = cls.readers(base)
        if readers is None:
            return None
        given = read_options(name, readers)
        for key in cls.required:
            if key not in given:
                raise ArgumentError(
                    f"metric '{base}' needs {MISSING[key]}: name them, as in '{base}:{key}=PATH'."
                )
        return cls(base, given)

    def __getitem__(self, key: str) -> str:
        """Return the value of an option that has one."""
        return str(self.values[key])

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG003 - no metric of word vectors scores by them
    ) -> FloatArray:
        """Score outputs, those that share their references together (see `Metric.score_together`)."""
        found = np.full((len(outputs), len(metrics)), np.nan)
        for block in blocks(references):
            rows = slice(block.start, block.stop)
            found[rows] = cls.score_block(metrics, outputs[rows], references[block.start])
        return found

    @classmethod
    @abc.abstractmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score n outputs that have the same references with k metrics, shape (n, k)."""

    @property
    def vectors(self) -> WordVectors:
        """The word vectors."""
        return load_word_vectors(self["vectors"])

    def words(self, text: str) -> list[str]:
        """Return the words of a text."""
        return words_of(text, tokens=self["tokens"], case=self["case"], stop=self.stop)

    def bags(self, texts: Sequence[Sequence[str]]) -> Bags:
        """Return the bags of texts that are cut into words."""
        return bags_of(texts, self.vectors, unit=self["norm"] == "unit")

    def looked_up(self, *keys: str) -> str:
        """Return the vectors and how words are looked up, with the options of these keys, for a signature."""
        how = "|".join(f"{key}:{self[key]}" for key in keys)
        return f"{self.vectors.signature()}|{how}|stop:{'removed' if self.stop else 'kept'}"


def blocks(references: Sequence[Sequence[str]]) -> list[range]:
    """Return runs of rows with equal references, in order, each of at most `MOST_ROWS`.

    Parameters
    ----------
    references : sequence of sequences of str
        Of each row.
    """
    found: list[range] = []
    start = 0
    for row in range(1, len(references) + 1):
        if (
            row == len(references)
            or row - start == MOST_ROWS
            or list(references[row]) != list(references[start])
        ):
            found.append(range(start, row))
            start = row
    return found
