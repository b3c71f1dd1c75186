"""BLEU with smoothing, as sacreBLEU computes it."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Sequence
from typing import Self

import numpy as np

from trueness.data.scores.corpus_formulas import bleu
from trueness.errors import TruenessWarning
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngrams.bleu_statistics import NumberedWords, bleu_statistics
from trueness.metrics.ngrams.mteval_words import SACREBLEU, mteval_bytes, mteval_words
from trueness.metrics.ngrams.numbered_texts import number_texts
from trueness.metrics.ngrams.unspaced_words import character_words, chinese_words, unlike_blanks


class Bleu(CorpusMetric):
    """BLEU against all references of an output, from 0 to 100, as sacreBLEU computes it.

    Tokenised by ``13a``, or as the name says, case kept, exponential smoothing (each n-gram order without a match
    counts half of the one before). An n-gram counts as often as in the reference that has it most often; the brevity
    penalty compares with the reference closest in length, of two the shorter. An output or a reference without words
    gives 0.

    An output's score leaves out orders longer than the output (effective order); a system's score, from the sums over
    its outputs, does not. Both are the defaults of sacreBLEU: ``sentence_bleu`` and ``corpus_bleu``.

    Parameters
    ----------
    tok : {'13a', 'zh', 'char'}
        What words are: 13a separates by blanks and signs; zh takes every Chinese character for a word, char every
        character, for texts that are written without blanks.

    References
    ----------
    Papineni et al. 2002; Post 2018 (sacreBLEU).
    """

    scheme: str = "bleu[_zh|_char]"
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    corpus_formula: str | None = "bleu"
    joins: str = "pooled"
    citation: Citation = Citation(
        "papineni-etal-2002-bleu",
        "Papineni, Roukos, Ward and Zhu (2002): BLEU: a Method for Automatic Evaluation of Machine "
        "Translation. ACL, 311–318.",
        """@inproceedings{papineni-etal-2002-bleu,
  title = {{BLEU}: a Method for Automatic Evaluation of Machine Translation},
  author = {Papineni, Kishore and Roukos, Salim and Ward, Todd and Zhu, Wei-Jing},
  booktitle = {Proceedings of the 40th Annual Meeting of the Association for Computational Linguistics},
  year = {2002},
  pages = {311--318},
  doi = {10.3115/1073083.1073135}
}""",
    )

    def __init__(self, *, tok: str = "13a") -> None:
        self.tok = tok
        self.name = "bleu" if tok == "13a" else f"bleu_{tok}"

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names for each way to cut words (see `Metric.names`)."""
        return tuple(cls(tok=tok).name for tok in _WORDS)

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the name of the words that are usual."""
        return ("bleu",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        return next((cls(tok=tok) for tok in _WORDS if cls(tok=tok).name == name), None)

    def description(self) -> str:
        """Return what is computed, and what words are (see `Metric.description`)."""
        words = {"13a": "", "zh": " of words, each Chinese character one,", "char": " of characters"}
        return f"BLEU{words[self.tok]} against all references of an output, from 0 to 100, as sacreBLEU computes it."

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Return what BLEU is computed from (see `bleu_statistics`).

        Raises
        ------
        DataError
            If an output has no list of references.

        Warns
        -----
        TruenessWarning
            If words are separated by blanks, and texts are written without, or in Korean.
        """
        numbered = number_texts(outputs, references, self.name)
        if self.tok == "13a":
            _warn_of_unlike_texts(numbered.texts)
            return bleu_statistics(numbered, mteval_words, _number_words)
        cut = _WORDS[self.tok]
        return bleu_statistics(numbered, cut, functools.partial(NumberedWords.cut, cut))

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of outputs, with effective order (see `Metric.scores_from_statistics`)."""
        return bleu(statistics, effective_order=True)

    def signature(self) -> str:
        """Return sacreBLEU's signature for outputs, and what is different for systems."""
        settings = f"nrefs:var|case:mixed|eff:yes|tok:{self.tok}|smooth:exp|version:{SACREBLEU}"
        return (
            f"sacreBLEU {settings}, all references of an output; for systems from summed counts with eff:no"
        )


_WORDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "13a": mteval_words,
    "zh": chinese_words,
    "char": character_words,
}


_UNSPACED = (
    "some texts are written without blanks, and BLEU by 13a takes what stands between blanks for one word: most "
    "outputs share no words with their references and score 0. `bleu_{}` fits such texts"
)
_ANALYSED = (
    "sacreBLEU's own choice for {}, {}, takes a morphological analyser, whose words are to be given as texts"
)
_UNLIKE = {
    "zh": f"{_UNSPACED.format('zh')}; sacreBLEU chooses it for Chinese.",
    "ja": f"{_UNSPACED.format('char')}; {_ANALYSED.format('Japanese', 'ja-mecab')}.",
    "ko": "some texts are Korean, and BLEU by 13a takes words with their particles for words of their own: fewer "
    f"match. `bleu_char` compares characters; {_ANALYSED.format('Korean', 'ko-mecab')}.",
    "other": f"{_UNSPACED.format('char')}.",
}
"""What to know where sacreBLEU would not cut by 13a, or blanks do not separate words."""


def _warn_of_unlike_texts(texts: Sequence[str]) -> None:
    found = unlike_blanks(texts)
    if found is not None:
        warnings.warn(_UNLIKE[found], TruenessWarning, stacklevel=3)


def _number_words(texts: Sequence[str]) -> NumberedWords:
    from trueness.metrics.ngrams.code_points import text_bytes
    from trueness.metrics.ngrams.cut_code_points import cut_mteval
    from trueness.metrics.ngrams.number_slices import number_slices, room_for_bytes

    cut = text_bytes([mteval_bytes(text) for text in texts])
    bounds, starts = cut_mteval(cut)
    eights = room_for_bytes(len(cut.values))
    eights.view(np.uint8)[: len(cut.values)] = cut.values
    numbered = number_slices(eights, bounds)
    return NumberedWords(numbered.ids, starts, len(numbered.first))
