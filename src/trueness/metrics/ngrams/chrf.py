"""chrF, as sacreBLEU computes it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.corpus_formulas import chrf
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngrams.groups import NgramGroups, group_rows
from trueness.metrics.ngrams.mteval_words import SACREBLEU
from trueness.metrics.ngrams.numbered_texts import number_texts
from trueness.metrics.ngrams.plain_shared_ngrams import plain_shared_ngrams
from trueness.metrics.plain_work import counts_plainly

ORDER = 6
BETA = 2

MOST_PLAIN = 1_000_000
"""Characters met, over different texts and all pairs, up to which nothing is compiled: about a second."""


class Chrf(CorpusMetric):
    """chrF2 against the reference with the highest score, from 0 to 100, as sacreBLEU computes it.

    Character n-grams up to 6 without blanks, no word n-grams, recall weighs twice as much as precision (beta
    2): the defaults of ``sacrebleu.sentence_chrf`` and, from the sums over a system's outputs, of
    ``sacrebleu.corpus_chrf``, for which every output counts with that same reference. An output or a reference
    without characters gives 0.

    References
    ----------
    Popović 2015; Post 2018 (sacreBLEU).
    """

    name: str = "chrf"
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    corpus_formula: str | None = "chrf"
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

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Return what chrF is computed from, for the reference with the highest score, of equals the first.

        Returns
        -------
        array of shape (n, 18)
            For each order the n-grams of the output (0 if the reference has none), those of the reference, and the
            matches.

        Raises
        ------
        DataError
            If an output has no list of references.
        """
        texts, candidates, reference, counts = number_texts(outputs, references, self.name)
        # each output with each of its references, those of an output next to each other
        row = np.repeat(np.arange(len(counts)), counts)
        candidate = candidates[row]
        groups = group_rows(candidate, reference, np.ones_like(reference))
        lengths, hits = _count(texts, groups, candidate)
        sizes = np.maximum(lengths[:, None] - np.arange(ORDER), 0)
        theirs = sizes[reference]
        mine = np.where(theirs > 0, sizes[candidate], 0)
        found = np.stack((mine, theirs, hits), axis=-1)
        return found[_best(found, row)].reshape(len(counts), 3 * ORDER).astype(np.float64)

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of outputs (see `Metric.scores_from_statistics`)."""
        return chrf(statistics)

    def signature(self) -> str:
        """Return sacreBLEU's signature, and which reference counts."""
        settings = f"nrefs:var|case:mixed|eff:yes|nc:{ORDER}|nw:0|space:no|version:{SACREBLEU}"
        return f"sacreBLEU {settings}, all references of an output, of which the one with the highest score counts"


def _count(
    texts: Sequence[str], groups: NgramGroups, candidate: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the characters of each text, blanks left out, and the matches of each pair by order."""
    characters = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    met = int(characters.sum() + characters[candidate].sum())
    if counts_plainly("chrf", met, MOST_PLAIN):
        dense = ["".join(text.split()) for text in texts]
        lengths = np.fromiter(map(len, dense), dtype=np.int64, count=len(dense))
        return lengths, plain_shared_ngrams(dense, groups, ORDER)
    from trueness.metrics.ngrams.code_points import code_points
    from trueness.metrics.ngrams.cut_code_points import without_blanks
    from trueness.metrics.ngrams.shared_ngrams import shared_ngrams

    points = without_blanks(code_points(texts))
    alphabet = int(points.values.max(initial=0)) + 1
    return np.diff(points.starts), shared_ngrams(*points, alphabet, groups, ORDER)


def _best(found: NDArray[np.int64], row: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the pair of each row with the highest score, of equals the first.

    References may differ in the last bit of their scores alone, so these are computed in sacreBLEU's order of
    operations.
    """
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
    score = (1 + BETA**2) * precision * recall
    weighted = BETA**2 * precision + recall
    score = 100 * np.divide(score, weighted, out=np.zeros(len(found)), where=weighted > 0)
    # the pairs of a row are next to each other, and so the first one of its highest score comes first here
    order = np.lexsort((-score, row))
    return order[np.flatnonzero(np.diff(row, prepend=-1))]
