"""ROUGE-WE: ROUGE in which words that are close as vectors match to some degree."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Self

import numpy as np

from trueness.metrics.metric import Citation, FloatArray
from trueness.metrics.named_options import Reader, one_of
from trueness.metrics.vectors.distances import check_cells
from trueness.metrics.vectors.ngram_vectors import Ngram, composed, counted_ngrams, counted_skip_bigrams
from trueness.metrics.vectors.vector_metric import READERS, VectorMetric
from trueness.metrics.vectors.word_vectors import WordVectors

THRESHOLD = 0.8
"""From which cosine on n-grams match in the programs of S3 and SummEval."""

_TYPES = ("1", "2", "3", "SU4")
_PARTS = ("precision", "recall", "f")
_REFS = ("pooled", "best", "mean")
_BASE = re.compile(
    r"rouge_we(?P<type>[1-9]|SU[0-9])_(?P<part>precision|recall|f)(?:_(?P<ending>stop|summeval))?"
)


class Hits(NamedTuple):
    """What an output and a reference have in common.

    Attributes
    ----------
    hits : float
    output, reference : float
        How many n-grams either has.
    """

    hits: float
    output: float
    reference: float


class RougeWE(VectorMetric):
    """ROUGE with n-grams that match as far as their word vectors are similar, from 0 to 1.

    Where ROUGE counts 1 for equal n-grams and 0 for others, the similarity of two is the cosine of their vectors, the
    vector of an n-gram being the product, number by number, of those of its words (Ng and Abrecht, equations 2 to 4);
    it is 0 if a word has no vector, even for equal n-grams, and where the cosine is negative.

    - ``rouge_we1_recall``, ``rouge_we2_f``, …: n-grams. ``rouge_weSU4_recall``: words, and pairs of words with at most
      4 others in between.
    - ``_stop`` at the end: stop words left out.
    - ``_summeval`` at the end, for n-grams: what the programs of S3 (Peyrard et al. 2017) and SummEval compute. The
      vector of an n-gram is the sum of those of its words; each n-gram of the output, in its order, takes the most
      similar of the reference that is left and hits, wholly, if the cosine is at least 0.8; equal n-grams without
      vectors match; references are pooled. SummEval's ROUGE-WE is ``rouge_we3_f_summeval``.

    Each occurrence matches at most one of the other text, so that hits are clipped as in ROUGE, and of all ways to
    match them the best is taken: with a vector of its own for every word the numbers are ROUGE's. The authors' program
    takes hits in the order of a hash table of Perl, which differs from run to run, and adds those of ROUGE, both with
    a weight of one half; its numbers cannot be repeated.

    A text without n-grams has nothing in common with any: 0.

    References
    ----------
    Ng and Abrecht 2015; Peyrard et al. 2017.
    """

    scheme: str = "rouge_we<n|SU4>_<part>…"
    keys: ClassVar = ("vectors", "refs", "tokens", "case")
    usual: ClassVar = {"refs": "pooled"}
    note: str = "Needs word vectors: rouge_we1_recall:vectors=PATH."
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    citation: Citation = Citation(
        "ng-abrecht-2015-better",
        "Ng and Abrecht (2015): Better Summarization Evaluation with Word Embeddings for ROUGE. EMNLP, 1925–1930.",
        """@inproceedings{ng-abrecht-2015-better,
  title = {Better Summarization Evaluation with Word Embeddings for {ROUGE}},
  author = {Ng, Jun-Ping and Abrecht, Viktoria},
  booktitle = {Proceedings of the 2015 Conference on Empirical Methods in Natural Language Processing},
  year = {2015},
  pages = {1925--1930},
  doi = {10.18653/v1/D15-1222}
}""",
    )

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        super().__init__(base, given)
        found = _BASE.fullmatch(base)
        self.type = found["type"] if found else "1"
        self.part = found["part"] if found else "recall"
        self.ending = (found["ending"] if found else None) or ""

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without options (see `Metric.names`)."""
        return tuple(
            f"rouge_we{kind}_{part}{ending}"
            for kind in _TYPES
            for part in _PARTS
            for ending in ("", "_stop", *(("_summeval",) if kind.isdigit() else ()))
        )

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the recall of words (see `Metric.defaults`)."""
        return ("rouge_we1_recall",)

    @classmethod
    def line_of(cls, key: str) -> str:
        """Return the line of an option for lists (see `VectorMetric.line_of`)."""
        if key == "refs":
            return "refs=pooled, best or mean: of several references, all together, the best, or the mean"
        return super().line_of(key)

    @classmethod
    def readers(cls, base: str) -> Mapping[str, Reader] | None:
        """Return what reads the options of a base, of which there are any number (see `VectorMetric.readers`)."""
        found = _BASE.fullmatch(base)
        if found is None or (found["ending"] == "summeval" and not found["type"].isdigit()):
            return None
        if found["ending"] == "summeval":
            return {"vectors": str}
        return {**{key: READERS[key] for key in cls.keys}, "refs": one_of(*_REFS)}

    @classmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score outputs; hits are counted once for precision, recall and F."""
        found = np.zeros((len(outputs), len(metrics)))
        alike: dict[tuple[str | None, ...], list[int]] = {}
        for k, metric in enumerate(metrics):
            settings = {**metric.values, "refs": None}
            alike.setdefault((metric.type, metric.ending, *settings.values()), []).append(k)
        for columns in alike.values():
            one = metrics[columns[0]]
            theirs = [one.ngrams(text) for text in references]
            for row, output in enumerate(outputs):
                ours = one.ngrams(output)
                hits = [one.hits(ours, their, one.vectors) for their in theirs]
                for k in columns:
                    found[row, k] = _combined(hits, metrics[k].part, metrics[k]["refs"])
        return found

    def ngrams(self, text: str) -> Counter[Ngram]:
        """Return what of a text is matched, with counts."""
        if self.ending == "summeval":
            return counted_ngrams([word.lower() for word in re.findall(r"\w+", text)], int(self.type))
        words = self.words(text)
        if self.type.isdigit():
            return counted_ngrams(words, int(self.type))
        return counted_skip_bigrams(words, int(self.type.removeprefix("SU")))

    def hits(self, ours: Counter[Ngram], theirs: Counter[Ngram], vectors: WordVectors) -> Hits:
        """Return what two texts have in common."""
        counts = float(ours.total()), float(theirs.total())
        if not ours or not theirs:
            return Hits(0.0, *counts)
        check_cells(len(ours), len(theirs), "different n-grams")
        count = greedy_hits if self.ending == "summeval" else matched_hits
        return Hits(count(ours, theirs, vectors), *counts)

    def description(self) -> str:
        """Return what matches, and which part is reported (see `Metric.description`)."""
        how = {"": "", "stop": ", stop words removed", "summeval": ", as S3 and SummEval compute it"}[
            self.ending
        ]
        return f"ROUGE-WE-{self.type}: n-grams that match as far as their word vectors are similar; {self.part}{how}."

    def signature(self) -> str:
        """Return the vectors and how words are looked up."""
        if self.ending == "summeval":
            return rf"{self.vectors.signature()}|words:\w+, lower case|threshold:{THRESHOLD}|refs:pooled"
        return f"{self.looked_up('tokens', 'case', 'refs')}|matching:best"


def matched_hits(ours: Counter[Ngram], theirs: Counter[Ngram], vectors: WordVectors) -> float:
    """Return the largest sum of similarities over matchings in which each occurrence has one partner at most."""
    from scipy.optimize import linear_sum_assignment

    left, right = list(ours.elements()), list(theirs.elements())
    check_cells(len(left), len(right), "n-grams")
    different = [list(ours), list(theirs)]
    unit, _ = composed([*different[0], *different[1]], vectors, "product")
    similar = np.maximum(unit[: len(different[0])] @ unit[len(different[0]) :].T, 0.0)
    equal = [(k, different[1].index(ngram)) for k, ngram in enumerate(different[0]) if ngram in theirs]
    for k, n in equal:
        similar[k, n] = round(similar[k, n])  # 1, or 0 without a vector: no rounding of a product is left
    rows = np.repeat(np.arange(len(different[0])), list(ours.values()))
    columns = np.repeat(np.arange(len(different[1])), list(theirs.values()))
    each = similar[np.ix_(rows, columns)]
    return float(each[linear_sum_assignment(each, maximize=True)].sum())


def greedy_hits(ours: Counter[Ngram], theirs: Counter[Ngram], vectors: WordVectors) -> float:
    """Return how many occurrences hit, in the way of S3's program (see `RougeWE`)."""
    left, right = list(ours), list(theirs)
    unit, known = composed([*left, *right], vectors, "sum")
    similar = np.minimum(unit[: len(left)] @ unit[len(left) :].T, 1.0)  # as SciPy clips its distances
    place = {ngram: k for k, ngram in enumerate(right)}
    for row, ngram in enumerate(left):
        if not known[row]:
            similar[row] = 0.0
        if ngram in place:
            similar[row, place[ngram]] = 1.0
    similar[np.abs(similar - 1) < 1e-12] = (
        1.0  # the same words in another order: SciPy's rounding decides there
    )
    left_over = np.array([theirs[ngram] for ngram in right], dtype=float)
    hits = 0.0
    for row, ngram in enumerate(left):
        open_ones = np.where(left_over > 0, similar[row], -math.inf)
        best = int(open_ones.argmax())
        if open_ones[best] >= THRESHOLD:
            taken = min(left_over[best], float(ours[ngram]))
            left_over[best] -= taken
            hits += taken
    return hits


def _combined(hits: Sequence[Hits], part: str, refs: str) -> float:
    """Return precision, recall or F over references."""
    if refs == "pooled":
        return _part(Hits(*(sum(numbers) for numbers in zip(*hits, strict=True))), part)
    if refs == "mean":
        return sum(_part(one, part) for one in hits) / len(hits)
    best = max(hits, key=lambda one: (_part(one, "recall"), _part(one, "precision")))
    return _part(best, part)


def _part(hits: Hits, part: str) -> float:
    precision = hits.hits / hits.output if hits.output else 0.0
    recall = hits.hits / hits.reference if hits.reference else 0.0
    if part == "f":
        return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return precision if part == "precision" else recall
