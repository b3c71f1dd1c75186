"""Texts in another language, and what there is to know of how they came about."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from trueness.data.texts.texts import Texts
from trueness.result import jsonable


@dataclasses.dataclass(frozen=True)
class TranslatedField:
    """What became of the outputs, the references or the sources.

    Attributes
    ----------
    field : {'output', 'references', 'source'}
    texts : int
        How many texts there are, those that occur again each time.
    wordless : int
        How many of them have nothing to translate, and are what they were.
    sentences : int
        How many sentences the others have.
    split : int
        How many sentences were longer than the translator takes, and were translated in pieces.
    cut : int
        Of how many sentences something was lost at a limit of the translator.
    empty : int
        To how many sentences the translator has answered with nothing.
    same : int
        How many sentences are what they were.
    """

    field: str
    texts: int = 0
    wordless: int = 0
    sentences: int = 0
    split: int = 0
    cut: int = 0
    empty: int = 0
    same: int = 0

    def __add__(self, other: TranslatedField) -> TranslatedField:
        """Return the counts of both together."""
        names = [one.name for one in dataclasses.fields(self)][1:]
        both = {name: getattr(self, name) + getattr(other, name) for name in names}
        return TranslatedField(field=self.field, **both)


@dataclasses.dataclass(frozen=True)
class Translated:
    """What was translated, and how.

    Attributes
    ----------
    fields : tuple of TranslatedField
        Outputs, references and sources, as far as there are any.
    left_out : tuple of str
        Fields that were not to be translated, and are not in the result.
    translator : str
        The signature of the translator.
    back : str or None
        That of the one that has translated back; None for translations one way.
    sentences : str
        How sentences were found.
    n_made, n_known : int
        How many translations were made, and how many were known; each different sentence of a part of the texts counts
        once for each way.
    warned : tuple of str
        What the translators warned of, each sentence once.
    """

    fields: tuple[TranslatedField, ...]
    left_out: tuple[str, ...]
    translator: str
    back: str | None
    sentences: str
    n_made: int
    n_known: int
    warned: tuple[str, ...]

    @property
    def signature(self) -> str:
        """What it takes to make the same again, on one line."""
        back = "" if self.back is None else f"|back:{self.back}"
        return f"translate:{self.translator}{back}|sentences:{self.sentences}"

    @property
    def cautions(self) -> tuple[str, ...]:
        """What a reader has to know, each with a count."""
        said = []
        for one in self.fields:
            of = f"of {one.sentences:,} sentences in {_PLURAL[one.field]}"
            if one.cut:
                said.append(
                    f"{one.cut:,} {of} were cut: a part was longer than the translator takes or gives."
                )
            if one.empty:
                said.append(f"{one.empty:,} {of} have no translation: the translator answered with nothing.")
            if self.back is None and 2 * one.same > one.sentences:
                said.append(f"{one.same:,} {of} are what they were: the translator has not changed them.")
        return tuple(said)

    @property
    def notes(self) -> tuple[str, ...]:
        """What may be of interest, each with a count."""
        said = []
        for one in self.fields:
            if one.split:
                said.append(
                    f"{one.split:,} of {one.sentences:,} sentences in {_PLURAL[one.field]} were longer than the "
                    "translator takes, and were translated in pieces"
                )
            if one.wordless:
                said.append(
                    f"{one.wordless:,} of {one.texts:,} {_PLURAL[one.field]} have nothing to translate"
                )
        said += [f"{_PLURAL[field]} were not translated, and are left out" for field in self.left_out]
        return (*said, *self.warned)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the texts as JSON-ready values."""
        found: dict[str, Any] = jsonable(
            {
                "translator": self.translator,
                "back": self.back,
                "sentences": self.sentences,
                "signature": self.signature,
                "fields": [dataclasses.asdict(one) for one in self.fields],
                "left_out": list(self.left_out),
                "n_made": self.n_made,
                "n_known": self.n_known,
                "cautions": list(self.cautions),
                "notes": list(self.notes),
            }
        )
        return found


@dataclasses.dataclass(frozen=True)
class TranslatedTexts(Translated):
    """Texts in another language.

    Attributes
    ----------
    fields, left_out, translator, back, sentences, n_made, n_known, warned
        As in `Translated`.
    texts : Texts
        The rows as they were given, with other texts.
    """

    texts: Texts


@dataclasses.dataclass(frozen=True)
class TranslatedFile(Translated):
    """A file of texts in another language.

    Attributes
    ----------
    fields, left_out, translator, back, sentences, n_made, n_known, warned
        As in `Translated`.
    path : Path
        The file.
    rows, systems, inputs : int
        How many outputs it has, of how many systems, for how many inputs.
    replaced : bool
        Whether there was a file of this name before.
    """

    path: Path
    rows: int
    systems: int
    inputs: int
    replaced: bool


_PLURAL = {"output": "outputs", "references": "references", "source": "sources"}
