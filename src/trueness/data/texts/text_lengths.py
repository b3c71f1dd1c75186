"""How long texts are: outputs, references and sources, in words and characters."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from trueness.data.texts.texts import TextRow

PARTS = ("outputs", "references", "sources")
"""What is measured; references and sources once for each input."""


@dataclasses.dataclass(frozen=True)
class TextLength:
    """How many texts of one kind there are, and how long they are.

    Attributes
    ----------
    part : str
        Of `PARTS`.
    n_texts, n_inputs : int
        How many there are, and for how many inputs.
    per_input_low, per_input_high : int
        The fewest and the most for an input that has some.
    per_input : float
        On average.
    words, characters : float
        Of a text, on average; words are what stands between blanks.
    words_low, words_high : int
        Of the shortest and the longest.
    """

    part: str
    n_texts: int
    n_inputs: int
    per_input_low: int
    per_input: float
    per_input_high: int
    words_low: int
    words: float
    words_high: int
    characters: float


def text_lengths(partitions: Iterable[Iterable[TextRow]]) -> tuple[TextLength, ...]:
    """Return how long outputs, references and sources are, without those that there are none of.

    Parameters
    ----------
    partitions : iterable of iterables of TextRow
        The rows, piece by piece, each looked at once.
    """
    tallies = {part: _Tally() for part in PARTS}
    seen: set[tuple[str, str]] = set()
    for rows in partitions:
        for row in rows:
            tallies["outputs"].add(row.input, [row.output])
            sources = [] if row.source is None else [row.source]
            for part, texts in (("references", row.references), ("sources", sources)):
                if texts and (part, row.input) not in seen:
                    seen.add((part, row.input))
                    tallies[part].add(row.input, texts)
    return tuple(tally.length(part) for part, tally in tallies.items() if tally.n_texts)


class _Tally:
    """Sums over texts of one kind."""

    def __init__(self) -> None:
        self.per_input: dict[str, int] = {}
        self.n_texts = self.words = self.characters = self.high = 0
        self.low = -1

    def add(self, name: str, texts: Iterable[str]) -> None:
        for text in texts:
            words = len(text.split())
            self.n_texts += 1
            self.words += words
            self.characters += len(text)
            self.high = max(self.high, words)
            self.low = words if self.low < 0 else min(self.low, words)
            self.per_input[name] = self.per_input.get(name, 0) + 1

    def length(self, part: str) -> TextLength:
        counts = self.per_input.values()
        return TextLength(
            part=part,
            n_texts=self.n_texts,
            n_inputs=len(counts),
            per_input_low=min(counts),
            per_input=self.n_texts / len(counts),
            per_input_high=max(counts),
            words_low=self.low,
            words=self.words / self.n_texts,
            words_high=self.high,
            characters=self.characters / self.n_texts,
        )
