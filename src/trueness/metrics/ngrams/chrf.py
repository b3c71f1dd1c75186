"""chrF, as sacreBLEU computes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.corpus_formulas import chrf
from trueness.errors import check_choice, check_integer, counted
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import Reader, canonical_name, number, one_of, read_options, whole
from trueness.metrics.ngrams.bleu import CASES
from trueness.metrics.ngrams.bleu_statistics import NumberedWords
from trueness.metrics.ngrams.chrf_words import chrf_words
from trueness.metrics.ngrams.groups import NgramGroups, group_rows
from trueness.metrics.ngrams.mteval_words import SACREBLEU
from trueness.metrics.ngrams.numbered_texts import number_texts
from trueness.metrics.ngrams.plain_shared_ngrams import plain_shared_ngrams
from trueness.metrics.plain_work import counts_plainly

CHARACTERS = 6
"""Characters of the longest n-grams, where nothing else is said."""

WORDS = {"chrf": 0, "chrf++": 2}
"""Name to the words of the longest n-grams of words, where nothing else is said."""

BETA = 2.0
BLANKS = ("no", "keep")
"""Whether blanks are characters of n-grams."""

SMOOTHINGS = ("none", "eps")

MOST_PLAIN = 1_000_000
"""Characters met, over different texts and all pairs, up to which nothing is compiled: about a second."""

_READERS: Mapping[str, Reader] = {
    "chars": whole(minimum=1),
    "words": whole(),
    "beta": number(),
    "blanks": one_of(*BLANKS),
    "case": one_of(*CASES),
    "smooth": one_of(*SMOOTHINGS),
}


class Chrf(CorpusMetric):
    """chrF2 against the reference with the highest score, from 0 to 100, as sacreBLEU computes it.

    Character n-grams up to 6 without blanks, no word n-grams, recall weighs twice as much as precision (beta
    2): the defaults of ``sacrebleu.sentence_chrf`` and, from the sums over a system's outputs, of
    ``sacrebleu.corpus_chrf``, for which every output counts with that same reference. An output or a reference
    without characters gives 0. ``chrf++`` has n-grams of one and two words besides.

    Parameters
    ----------
    chars : int
        Characters of the longest n-grams.
    words : int
        Words of the longest n-grams of words (see `chrf_words`); 0 for none.
    beta : float
        How many times as much recall weighs as precision.
    blanks : {'no', 'keep'}
        Whether blanks are characters of n-grams.
    case : {'mixed', 'lower'}
    smooth : {'none', 'eps'}
        See `corpus_formulas.chrf`.

    Raises
    ------
    ArgumentError
        If one is none of these.

    References
    ----------
    Popović 2015, 2017; Post 2018 (sacreBLEU).
    """

    scheme: str = "chrf[++]"
    options: str = (
        ":chars=4: n-grams of up to so many characters, by default 6\n"
        ":words=1: n-grams of up to so many words, by default none, and 2 of chrf++\n"
        ":beta=3: how many times as much recall weighs as precision, by default 2\n"
        ":blanks=keep: blanks are characters, too\n"
        ":case=lower: all in lower case\n"
        ":smooth=eps: the mean of F-measures over all orders, as the authors' program"
    )
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    joins: str = "best"
    citation: Citation = Citation(
        "popovic-2015-chrf",
        "Popović (2015): chrF: character n-gram F-score for automatic MT evaluation. WMT, 392–395.",
        """@inproceedings{popovic-2015-chrf,
  title = {chr{F}: character n-gram {F}-score for automatic {MT} evaluation},
  author = {Popovi{\\'c}, Maja},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  year = {2015},
  pages = {392--395},
  doi = {10.18653/v1/W15-3049}
}""",
    )

    def __init__(
        self,
        *,
        chars: int = CHARACTERS,
        words: int = 0,
        beta: float = BETA,
        blanks: str = "no",
        case: str = "mixed",
        smooth: str = "none",
    ) -> None:
        self.chars = check_integer("chars", chars, minimum=1)
        self.words = check_integer("words", words, minimum=0)
        self.beta = beta
        self.blanks = check_choice("blanks", blanks, BLANKS)
        self.case = check_choice("case", case, CASES)
        self.smooth = check_choice("smooth", smooth, SMOOTHINGS)
        base = "chrf++" if words == WORDS["chrf++"] else "chrf"
        usual = {
            "chars": CHARACTERS,
            "words": WORDS[base],
            "beta": BETA,
            "blanks": "no",
            "case": "mixed",
            "smooth": "none",
        }
        given = {
            "chars": chars,
            "words": words,
            "beta": float(beta),
            "blanks": blanks,
            "case": case,
            "smooth": smooth,
        }
        self.name = canonical_name(base, given, usual)
        self.corpus_formula = canonical_name(
            "chrf", {"beta": float(beta), "smooth": smooth}, {"beta": BETA, "smooth": "none"}
        )

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without and with n-grams of words (see `Metric.names`)."""
        return tuple(WORDS)

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the name of the usual one."""
        return ("chrf",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        base, _, _ = name.partition(":")
        if base not in WORDS:
            return None
        return cls(**{"words": WORDS[base], **read_options(name, _READERS)})

    def description(self) -> str:
        """Return what is computed, and whether n-grams of words count (see `Metric.description`)."""
        words = f", with n-grams of up to {counted(self.words, 'word')}" if self.words else ""
        return (
            f"chrF{self.beta:g} against the reference with the highest score{words}, from 0 to 100, as sacreBLEU "
            "computes it."
        )

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Return what chrF is computed from, for the reference with the highest score, of equals the first.

        Returns
        -------
        array of shape (n, 3 * orders)
            For each order, first of characters and then of words, the n-grams of the output (0 if the reference has
            none), those of the reference, and the matches.

        Raises
        ------
        DataError
            If an output has no list of references.
        """
        texts, candidates, reference, counts = number_texts(outputs, references, self.name)
        if self.case == "lower":
            texts = [text.lower() for text in texts]
        # each output with each of its references, those of an output next to each other
        row = np.repeat(np.arange(len(counts)), counts)
        candidate = candidates[row]
        groups = group_rows(candidate, reference, np.ones_like(reference))
        parts = [(*_characters(texts, groups, candidate, self.chars, self.blanks), self.chars)]
        if self.words:
            parts.append((*_words(texts, groups, self.words), self.words))
        sizes = np.concatenate(
            [np.maximum(lengths[:, None] - np.arange(order), 0) for lengths, _, order in parts], axis=1
        )
        theirs = sizes[reference]
        mine = np.where(theirs > 0, sizes[candidate], 0)
        hits = np.concatenate([shared for _, shared, _ in parts], axis=1)
        found = np.stack((mine, theirs, hits), axis=-1)
        return _flat(found[_best(found, row, self.beta, self.smooth)])

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of outputs (see `Metric.scores_from_statistics`)."""
        return chrf(statistics, beta=self.beta, smooth=self.smooth)

    def signature(self) -> str:
        """Return sacreBLEU's signature, and which reference counts."""
        case, space = "lc" if self.case == "lower" else "mixed", "yes" if self.blanks == "keep" else "no"
        orders = f"nc:{self.chars}|nw:{self.words}" + ("" if self.beta == BETA else f"|beta:{self.beta:g}")
        eff = "no" if self.smooth == "eps" else "yes"
        settings = f"nrefs:var|case:{case}|eff:{eff}|{orders}|space:{space}|version:{SACREBLEU}"
        return f"sacreBLEU {settings}, all references of an output, of which the one with the highest score counts"


def _characters(
    texts: Sequence[str], groups: NgramGroups, candidate: NDArray[np.int64], order: int, blanks: str
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the characters of each text, and the matches of each pair by order."""
    characters = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    met = int(characters.sum() + characters[candidate].sum())
    if counts_plainly("chrf", met, MOST_PLAIN):
        dense = texts if blanks == "keep" else ["".join(text.split()) for text in texts]
        lengths = np.fromiter(map(len, dense), dtype=np.int64, count=len(dense))
        return lengths, plain_shared_ngrams(dense, groups, order)
    from trueness.metrics.ngrams.code_points import code_points
    from trueness.metrics.ngrams.cut_code_points import without_blanks
    from trueness.metrics.ngrams.shared_ngrams import shared_ngrams

    points = code_points(texts)
    if blanks != "keep":
        points = without_blanks(points)
    alphabet = int(points.values.max(initial=0)) + 1
    return np.diff(points.starts), shared_ngrams(*points, alphabet, groups, order)


def _words(
    texts: Sequence[str], groups: NgramGroups, order: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the words of each text, and the matches of each pair by order."""
    if counts_plainly("chrf", 0, MOST_PLAIN):
        words = [chrf_words(text) for text in texts]
        lengths = np.fromiter(map(len, words), dtype=np.int64, count=len(words))
        return lengths, plain_shared_ngrams(words, groups, order)
    from trueness.metrics.ngrams.shared_ngrams import shared_ngrams

    ids, starts, different = NumberedWords.cut(chrf_words, texts)
    return np.diff(starts), shared_ngrams(ids, starts, different + 1, groups, order)


def _best(found: NDArray[np.int64], row: NDArray[np.int64], beta: float, smooth: str) -> NDArray[np.int64]:
    """Return the pair of each row with the highest score, of equals the first."""
    score = _in_order(found, beta) if smooth == "none" else chrf(_flat(found), beta=beta, smooth=smooth)
    # the pairs of a row are next to each other, and so the first one of its highest score comes first here
    order = np.lexsort((-score, row))
    return order[np.flatnonzero(np.diff(row, prepend=-1))]


def _flat(found: NDArray[np.int64]) -> FloatArray:
    """Return the statistics of each pair, as formulas take them, shape (n, 3 * orders)."""
    return found.reshape(len(found), found.shape[1] * found.shape[2]).astype(np.float64)


def _in_order(found: NDArray[np.int64], beta: float) -> FloatArray:
    """Return scores in sacreBLEU's order of operations: references may differ in the last bit of theirs alone."""
    precision, recall = np.zeros(len(found)), np.zeros(len(found))
    orders = np.zeros(len(found))
    for mine, theirs, matches in np.moveaxis(found, 1, 0).transpose(0, 2, 1):
        used = (mine > 0) & (theirs > 0)
        precision += np.divide(matches, mine, out=np.zeros(len(found)), where=used)
        recall += np.divide(matches, theirs, out=np.zeros(len(found)), where=used)
        orders += used
    orders = np.maximum(orders, 1)
    precision /= orders
    recall /= orders
    score = (1 + beta**2) * precision * recall
    weighted = beta**2 * precision + recall
    return 100 * np.divide(score, weighted, out=np.zeros(len(found)), where=weighted > 0)
