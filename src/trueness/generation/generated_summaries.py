"""Summaries that were made, where each lies in the range of its document, and what there is to know of them."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from trueness.data.texts.texts import Texts
from trueness.generation.fitness import FloatArray
from trueness.result import jsonable


@dataclasses.dataclass(frozen=True)
class SearchedDocument:
    """What was found of one document.

    Attributes
    ----------
    input : str
        What it is called.
    sentences : int
        Its different sentences within the limit.
    too_long : int
        Its sentences with more words than the limit: in no summary.
    possible : int
        How many summaries it has within the limit; 2^53 stands for that or more.
    tried : int
        How many of them were scored.
    undefined : int
        For how many of these the metric is undefined.
    random : float
        The mean score of random summaries: sentences in random order, each as long as it fits.
    worst, best : float
        The worst and the best score that was met; `best` is the smaller where lower is better.
    count : int
        How many summaries were chosen.
    all_tried : bool
        Whether all that are possible were scored, so that `worst` and `best` are true.
    largest_gap : float
        The largest distance between neighbouring scores of those chosen, as a share of the range; NaN without a range.
    """

    input: str
    sentences: int
    too_long: int
    possible: int
    tried: int
    undefined: int
    random: float
    worst: float
    best: float
    count: int
    all_tried: bool
    largest_gap: float


@dataclasses.dataclass(frozen=True, eq=False)
class GeneratedSummaries:
    """Summaries of documents, spread over the range of a metric.

    Attributes
    ----------
    texts : Texts
        The summaries, those of a document by rising quality, with source and references. System ``rouge2_f-001`` has
        the worst of every document and the one with the highest number the best; numbers are left out, evenly, where
        a document has fewer summaries than were asked for.
    scores : array of shape (number of texts,)
        Of the metric.
    documents : tuple of SearchedDocument
    left_out : tuple of str
        Inputs of which no summary could be made, `empty` ones among them.
    empty : tuple of str
        Inputs whose document has no words.
    metric, settings : str
        The metric and what is to be known of it besides.
    warned : tuple of str
        What the metric warned of, each sentence once.
    count, words, tries, seed : int
        What was asked for.
    sentences : str
        How sentences were found.
    """

    texts: Texts
    scores: FloatArray
    documents: tuple[SearchedDocument, ...]
    left_out: tuple[str, ...]
    empty: tuple[str, ...]
    metric: str
    settings: str
    warned: tuple[str, ...]
    count: int
    words: int
    sentences: str
    tries: int
    seed: int

    @property
    def positions(self) -> FloatArray:
        """Where each summary lies in the range of its document, from 0, the worst, to 1; NaN without a range."""
        ranges = [(one.worst, one.best) for one in self.documents for _ in range(one.count)]
        worst, best = np.array(ranges).T
        width = np.where(best == worst, np.nan, best - worst)
        positions: FloatArray = (self.scores - worst) / width + 0.0  # no negative zero
        return positions

    def position_texts(self) -> list[str]:
        """Return the positions in words, such as ``72.50% of the range``, and an empty text where there is no range.

        As words they can stand in a file of texts: a number there would be taken for what people judged.
        """
        return ["" if np.isnan(one) else f"{100 * one:.2f}% of the range" for one in self.positions.tolist()]

    @property
    def signature(self) -> str:
        """What it takes to make the same again, on one line."""
        return (
            f"generate:{self.metric}|words:{self.words}|count:{self.count}|sentences:{self.sentences}|"
            f"tries:{self.tries}|seed:{self.seed}"
        )

    @property
    def cautions(self) -> tuple[str, ...]:
        """What a reader has to know, each with a count."""
        made = self.documents
        total = len(made) + len(self.left_out)
        said = []
        if self.empty:
            said.append(
                f"empty, and left out: {len(self.empty)} of {total} documents ({_first(self.empty)})."
            )
        unusable = [name for name in self.left_out if name not in self.empty]
        if unusable:
            said.append(
                f"without a sentence of at most {self.words} words, and left out: {len(unusable)} of {total} documents "
                f"({_first(unusable)}). More words, or other `sentences`, may help."
            )
        long = [one for one in made if one.too_long]
        if long:
            said.append(
                f"sentences of more than {self.words} words are in no summary: {sum(one.too_long for one in long)}, in "
                f"{len(long)} of {len(made)} documents."
            )
        few = [one for one in made if one.possible < self.count]
        if few:
            least = min(few, key=lambda one: one.possible)
            said.append(
                f"fewer than {self.count} summaries of at most {self.words} words exist for {len(few)} of {len(made)} "
                f"documents, the fewest for '{least.input}', {least.possible}. Those with a score were all taken; more "
                "words allow more."
            )
        short = [one for one in made if one.count < self.count <= one.possible]
        if short:
            least = min(short, key=lambda one: one.count)
            said.append(
                f"fewer than {self.count} summaries were found that have a score for {len(short)} of {len(made)} "
                f"documents, the fewest for '{least.input}', {least.count}. More tries may find more."
            )
        undefined = [one for one in made if one.undefined]
        if undefined:
            said.append(
                f"{self.metric} is undefined for {sum(one.undefined for one in undefined)} of "
                f"{sum(one.tried for one in made)} summaries tried, in {len(undefined)} of {len(made)} documents; none "
                "of them was taken."
            )
        flat = [one.input for one in made if one.worst == one.best]
        if flat:
            said.append(
                f"no range, since all summaries tried have one score by {self.metric}: {len(flat)} of {len(made)} "
                f"documents ({_first(flat)}). Their positions are undefined."
            )
        return tuple(said)

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the texts as JSON-ready values; undefined numbers are None."""
        found: dict[str, Any] = jsonable(
            {
                "metric": self.metric,
                "settings": self.settings,
                "signature": self.signature,
                "count": self.count,
                "words": self.words,
                "sentences": self.sentences,
                "tries": self.tries,
                "seed": self.seed,
                "summaries": len(self.texts),
                "documents": [dataclasses.asdict(one) for one in self.documents],
                "left_out": list(self.left_out),
                "warned": list(self.warned),
                "cautions": list(self.cautions),
            }
        )
        return found


def _first(names: tuple[str, ...] | list[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:3])
    return shown if len(names) <= 3 else f"{shown} and {len(names) - 3} more"
