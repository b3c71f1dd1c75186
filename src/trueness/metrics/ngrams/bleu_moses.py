"""BLEU without smoothing, as ``multi-bleu.perl`` of Moses computes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.ngrams.bleu_statistics import NumberedWords, bleu_statistics
from trueness.metrics.ngrams.numbered_texts import number_texts


class BleuMoses(CorpusMetric):
    """BLEU against all references of an output, from 0 to 100, without smoothing; with ``_lc``, A-Z lower-cased.

    Words are what stands between blanks: tokenise the texts first. An n-gram counts as often as in the reference that
    has it most often; the brevity penalty compares with the reference closest in length, of two the shorter. An order
    without a match gives 0, so most short outputs have 0: the score is meant for whole systems, from the sums over
    their outputs.

    As the Perl script, this sees bytes: only ASCII blanks separate, and only A-Z has a lower case. Where references
    differ from an output by 9999 words or more, the script takes 9999 for their length; here it is their length.

    Parameters
    ----------
    lower_case : bool, default: False
        Whether A-Z is lower-cased first, the script's option ``-lc``.

    References
    ----------
    Papineni et al. 2002; Koehn et al. 2007 (Moses).
    """

    scheme: str = "bleu_moses[_lc]"
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    corpus_formula: str | None = "bleu_moses"
    words_between_blanks: bool = True
    unspaced_variant: str = Bleu.unspaced_variant
    joins: str = "pooled"
    citation: Citation = Bleu.citation

    def __init__(self, *, lower_case: bool = False) -> None:
        self.lower_case = lower_case
        self.name = "bleu_moses_lc" if lower_case else "bleu_moses"

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of both (see `Metric.names`)."""
        return ("bleu_moses", "bleu_moses_lc")

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return no name: without tokenised texts the score says little."""
        return ()

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        return cls(lower_case=name.endswith("_lc")) if name in cls.names() else None

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Return lengths, matches and n-grams of every output (see `Metric.statistics` and `bleu_moses`)."""
        return bleu_statistics(number_texts(outputs, references, self.name), self._cut, self._number)

    def _cut(self, text: str) -> tuple[bytes, ...]:
        content = text.encode("utf-8", "surrogatepass")
        return tuple((content.lower() if self.lower_case else content).split())

    def _number(self, texts: Sequence[str]) -> NumberedWords:
        return NumberedWords.cut(self._cut, texts)

    def description(self) -> str:
        """Return what is computed, and whether case counts (see `Metric.description`)."""
        case = "A-Z lower-cased" if self.lower_case else "case kept"
        return f"BLEU as multi-bleu.perl of Moses computes it: words between blanks, {case}, no smoothing."

    def signature(self) -> str:
        """Return the settings in the form of sacreBLEU's signature; the lower case is that of A-Z alone."""
        case = "lc" if self.lower_case else "mixed"
        return f"tok:blanks|case:{case}|smooth:none|refs:all, closest length"
