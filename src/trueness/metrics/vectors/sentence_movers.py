"""Sentence mover's similarity."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

import numpy as np

from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.rouge.sentences import split_sentences, splitter_signature
from trueness.metrics.transport import solver_signature, transport_cost
from trueness.metrics.vectors.distances import check_cells, euclidean
from trueness.metrics.vectors.vector_metric import VectorMetric

_KEYS = ("vectors", "refs", "norm", "tokens", "case", "sentences")
_BASES = ("wms", "sms", "s_wms")


class Units(NamedTuple):
    """What of a text is moved.

    Attributes
    ----------
    vectors : array of shape (n, dimension)
        Of its different words, of its sentences, or of both.
    weights : array of shape (n,)
        How often a word occurs; how many words a sentence has. Of sum 1.
    """

    vectors: FloatArray
    weights: FloatArray


class SentenceMovers(VectorMetric):
    """Similarity exp(-d), where d is the least cost of moving the sentences of an output to those of a reference.

    - ``sms``: sentences are moved; the vector of one is the mean of the vectors of its words, its weight the number of
      its words.
    - ``wms``: words are moved, with their counts for weights (word mover's similarity).
    - ``s_wms``: both, words and sentences in one problem (S+WMS).
    - ``_stop`` at the end: stop words left out. The authors' program leaves out those of NLTK, and whatever is not
      letters only.

    Distances are Euclidean and exact. Words without a vector are left out, and a sentence without others. Where nothing
    is left in the output, or in all references, the similarity is undefined (NaN). Of several references the nearest
    counts, or the mean.

    References
    ----------
    Clark et al. 2019, section 3, and their program, where the paper leaves something open.
    """

    scheme: str = "sms…, wms…, s_wms…"
    keys: ClassVar = _KEYS
    note: str = "Needs word vectors: sms:vectors=PATH."
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = math.nan
    citation: Citation = Citation(
        "clark-etal-2019-sentence",
        "Clark, Celikyilmaz and Smith (2019): Sentence Mover's Similarity: Automatic Evaluation for Multi-Sentence "
        "Texts. ACL, 2748–2760.",
        """@inproceedings{clark-etal-2019-sentence,
  title = {Sentence Mover's Similarity: Automatic Evaluation for Multi-Sentence Texts},
  author = {Clark, Elizabeth and Celikyilmaz, Asli and Smith, Noah A.},
  booktitle = {Proceedings of the 57th Annual Meeting of the Association for Computational Linguistics},
  year = {2019},
  pages = {2748--2760},
  doi = {10.18653/v1/P19-1264}
}""",
    )

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        super().__init__(base, given)
        self.moved = base.removesuffix("_stop")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without options (see `Metric.names`)."""
        return tuple(f"{base}{stop}" for base in _BASES for stop in ("", "_stop"))

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the similarity of sentences (see `Metric.defaults`)."""
        return ("sms",)

    @classmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score outputs; the units of references are made once for all of them."""
        found = np.full((len(outputs), len(metrics)), np.nan)
        for column, metric in enumerate(metrics):
            units = metric.units([*outputs, *references])
            theirs = [one for one in units[len(outputs) :] if len(one.weights)]
            for row, ours in enumerate(units[: len(outputs)]):
                if len(ours.weights) and theirs:
                    each = [_similarity(ours, one) for one in theirs]
                    found[row, column] = max(each) if metric["refs"] == "best" else float(np.mean(each))
        return found

    def units(self, texts: Sequence[str]) -> list[Units]:
        """Return what of each text is moved."""
        sentences = [
            [self.words(sentence) for sentence in split_sentences(text, self["sentences"])]
            if self.moved != "wms"
            else [self.words(text)]
            for text in texts
        ]
        bags = self.bags([sentence for text in sentences for sentence in text])
        found, at = [], 0
        for text in sentences:
            own = [bag for bag in bags.bags[at : at + len(text)] if len(bag.rows)]
            at += len(text)
            vectors, weights = [bags.vectors[:0]], [np.empty(0)]
            if self.moved != "sms" and own:
                rows, inverse = np.unique(np.concatenate([bag.rows for bag in own]), return_inverse=True)
                vectors.append(bags.vectors[rows])
                counts = np.concatenate([bag.counts for bag in own])
                weights.append(np.bincount(inverse, counts).astype(np.float64))
            if self.moved != "wms":
                vectors += [(bag.weights @ bags.vectors[bag.rows])[None] for bag in own]
                weights += [bag.counts.sum(keepdims=True) for bag in own]
            total = np.concatenate(weights)
            found.append(Units(np.concatenate(vectors), total / total.sum() if len(total) else total))
        return found

    def description(self) -> str:
        """Return what is moved (see `Metric.description`)."""
        moved = {"sms": "sentences", "wms": "words", "s_wms": "words and sentences"}[self.moved]
        name = {"sms": "Sentence mover's", "wms": "Word mover's", "s_wms": "Sentence and word mover's"}[
            self.moved
        ]
        stop = ", stop words removed" if self.stop else ""
        return f"{name} similarity: exp(-cost of moving the {moved} of the output to those of the reference){stop}."

    def signature(self) -> str:
        """Return the vectors, how words are looked up, and where sentences end."""
        ends = splitter_signature() if self["sentences"] == "split" else self["sentences"]
        sentences = "" if self.moved == "wms" else f"|sentences:{ends}"
        how = self.looked_up("norm", "tokens", "case", "refs")
        return f"{how}{sentences}|solver:{solver_signature()}"


def _similarity(ours: Units, theirs: Units) -> float:
    check_cells(len(ours.weights), len(theirs.weights), "words and sentences")
    cost = euclidean(ours.vectors, theirs.vectors)
    same = (ours.vectors[:, None, 0] == theirs.vectors[:, 0]).nonzero()
    for here, there in zip(*same, strict=True):  # of equal vectors, no rounding is left
        if np.array_equal(ours.vectors[here], theirs.vectors[there]):
            cost[here, there] = 0.0
    return math.exp(-transport_cost(ours.weights, theirs.weights, cost))
