"""Translation edit rate."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.plain_work import counts_plainly
from trueness.metrics.ter_short_edits import is_short, short_edits
from trueness.metrics.ter_words import asian_words

MOST_PLAIN = 150_000
"""Words of outputs, once for each reference, up to which nothing is compiled."""

Words = NDArray[np.int64]


class Ter(CorpusMetric):
    """Translation edit rate against all references of an output, as sacreBLEU computes it; lower is better.

    Insertions, deletions, substitutions and shifts to the nearest reference per 100 words of the references (their
    mean number), 0 for equal texts and without an upper bound. Words stand between blanks, case is ignored,
    punctuation counts: the defaults of ``sacrebleu.sentence_ter`` and, from the sums over a system's outputs, of
    ``sacrebleu.corpus_ter``, with the same limits to the search for shifts (see `trueness.metrics.ter_edits`).

    An output without words gives 100 where all references have the same number of words (every word is missing), and
    any output gives 100 against references without words; 0 where neither has any.

    Parameters
    ----------
    asian : bool, default: False
        ``ter_asian``: whether each Chinese character and each sign is a word (``normalized`` and ``asian_support`` of
        sacreBLEU), for texts that are written without blanks.

    References
    ----------
    Snover et al. 2006; Post 2018 (sacreBLEU).
    """

    scheme: str = "ter[_asian]"
    needs: frozenset[Need] = frozenset({"references"})
    higher_is_better: bool = False
    lower: float = 0.0
    upper: float = math.inf
    empty_output: float = 100.0
    corpus_formula: str | None = "ter"
    words_between_blanks: bool = True
    unspaced_variant: str = "ter_asian"
    joins: str = "pooled"
    citation: Citation = Citation(
        "snover-etal-2006-study",
        "Snover, Dorr, Schwartz, Micciulla and Makhoul (2006): A Study of Translation Edit Rate with "
        "Targeted Human Annotation. AMTA, 223–231.",
        """@inproceedings{snover-etal-2006-study,
  title = {A Study of Translation Edit Rate with Targeted Human Annotation},
  author = {Snover, Matthew and Dorr, Bonnie and Schwartz, Rich and Micciulla, Linnea and Makhoul, John},
  booktitle = {Proceedings of the 7th Conference of the Association for Machine Translation in the Americas},
  year = {2006},
  pages = {223--231}
}""",
    )

    def __init__(self, *, asian: bool = False) -> None:
        self.asian = asian
        self.name = "ter_asian" if asian else "ter"
        self.words_between_blanks = not asian

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of both (see `Metric.names`)."""
        return ("ter", "ter_asian")

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the name of the usual one."""
        return ("ter",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        return cls(asian=name == "ter_asian") if name in cls.names() else None

    def description(self) -> str:
        """Return what is computed, and what words are (see `Metric.description`)."""
        words = ", each Chinese character and sign a word" if self.asian else ""
        return f"Translation edit rate against all references of an output, as sacreBLEU computes it{words}."

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Return edits to the nearest reference, and the mean number of words of the references."""
        numbers: dict[str, int] = {}

        def numbered(text: str) -> Words:
            words = asian_words(text) if self.asian else text.lower().split()
            found = (numbers.setdefault(word, len(numbers)) for word in words)
            return np.fromiter(found, dtype=np.int64, count=len(words))

        pairs: list[tuple[Words, Words]] = []
        begins, means = [], np.empty(len(outputs))
        known: Sequence[str] | None = None
        others: list[Words] = []
        for row, (output, given) in enumerate(zip(outputs, references, strict=True)):
            if given != known:  # outputs for one input stand together and share their references
                known, others = given, [numbered(text) for text in given]
            words = numbered(output)
            begins.append(len(pairs))
            pairs += [(words, other) for other in others]
            means[row] = sum(len(other) for other in others) / len(others)
        nearest = np.minimum.reduceat(_edits(pairs), begins) if begins else np.empty(0)
        return np.stack([nearest, means], axis=1)

    def signature(self) -> str:
        """Return the settings in the form of sacreBLEU's signature."""
        cut = "norm:yes|punct:yes|asian:yes" if self.asian else "norm:no|punct:yes|asian:no"
        return f"nrefs:var|case:lc|tok:tercom|{cut}, as sacreBLEU, all references of an output"


def _edits(pairs: Sequence[tuple[Words, Words]]) -> Words:
    """Return the edits of each pair of an output and a reference: of few short texts without compiled loops."""
    found = np.array([len(words) + len(other) for words, other in pairs], dtype=np.int64)  # if one is empty
    left = [k for k, (words, other) in enumerate(pairs) if len(words) and len(other)]
    short = [k for k in left if is_short(*pairs[k])]
    if short and counts_plainly("ter", sum(len(pairs[k][0]) for k in short), MOST_PLAIN):
        found[short] = short_edits(*zip(*(pairs[k] for k in short), strict=True))
        left = [k for k in left if not is_short(*pairs[k])]
    if left:
        from trueness.metrics.ter_edits import edits

        found[left] = [edits(*pairs[k]) for k in left]
    return found
