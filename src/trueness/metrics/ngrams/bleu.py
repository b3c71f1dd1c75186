"""BLEU with smoothing, as sacreBLEU computes it."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Self

import numpy as np

from trueness.data.scores.corpus_formulas import SMOOTHINGS, bleu
from trueness.errors import ArgumentError, TruenessWarning, check_choice, check_integer
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.named_options import Reader, canonical_name, number, one_of, read_options, whole
from trueness.metrics.ngrams.bleu_statistics import ORDER, NumberedWords, bleu_statistics
from trueness.metrics.ngrams.international_words import international_words
from trueness.metrics.ngrams.mteval_words import SACREBLEU, mteval_bytes, mteval_words
from trueness.metrics.ngrams.numbered_texts import number_texts
from trueness.metrics.ngrams.unspaced_words import character_words, chinese_words, unlike_blanks

CASES = ("mixed", "lower")
"""Whether case counts, or all is lower case first."""

_READERS: Mapping[str, Reader] = {
    "order": whole(minimum=1),
    "smooth": one_of(*SMOOTHINGS),
    "value": number(),
    "case": one_of(*CASES),
}
_USUAL = {"order": ORDER, "smooth": "exp", "value": None, "case": "mixed"}


class Bleu(CorpusMetric):
    """BLEU against all references of an output, from 0 to 100, as sacreBLEU computes it.

    Tokenised by ``13a``, or as the name says; case kept, n-grams of up to four words, exponential smoothing (each
    n-gram order without a match counts half of the one before), where no option says otherwise. An n-gram counts as
    often as in the reference that has it most often; the brevity penalty compares with the reference closest in
    length, of two the shorter. An output or a reference without words gives 0.

    An output's score leaves out orders longer than the output (effective order); a system's score, from the sums over
    its outputs, does not. Both are the defaults of sacreBLEU: ``sentence_bleu`` and ``corpus_bleu``.

    Parameters
    ----------
    tok : {'13a', 'zh', 'char', 'intl', 'none'}
        What words are: 13a separates by blanks and signs of ASCII, intl by blanks and signs of all scripts; zh takes
        every Chinese character for a word, char every character, for texts that are written without blanks; none
        takes what stands between blanks, for texts that are tokenised already.
    order : int
        Words of the longest n-grams.
    smooth : {'exp', 'floor', 'add-k', 'none'}
        What becomes of orders without a match (see `corpus_formulas.bleu`).
    value : float, optional
        The number of ``floor`` (by default .1) and of ``add-k`` (1).
    case : {'mixed', 'lower'}

    Raises
    ------
    ArgumentError
        If one is none of these, or a smoothing takes no number.

    References
    ----------
    Papineni et al. 2002; Chen and Cherry 2014; Post 2018 (sacreBLEU).
    """

    scheme: str = "bleu[_zh|_char|_intl|_none]"
    options: str = (
        ":order=2: n-grams of up to so many words, by default 4\n"
        ":smooth=floor|add-k|none: what becomes of orders without a match, by default exp\n"
        ":value=0.5: the number of floor, by default 0.1, and of add-k, by default 1\n"
        ":case=lower: all in lower case"
    )
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    corpus_formula: str | None = "bleu"
    unspaced_variant: str = "bleu_zh (Chinese) or bleu_char"
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

    def __init__(
        self,
        *,
        tok: str = "13a",
        order: int = ORDER,
        smooth: str = "exp",
        value: float | None = None,
        case: str = "mixed",
    ) -> None:
        self.tok = check_choice("tok", tok, _WORDS)
        self.order = check_integer("order", order, minimum=1)
        self.smooth = check_choice("smooth", smooth, SMOOTHINGS)
        self.case = check_choice("case", case, CASES)
        if value is not None and not SMOOTHINGS[smooth]:
            raise ArgumentError(f"`smooth`={smooth!r} takes no `value`: 'floor' and 'add-k' do.")
        usual = value is None or value == SMOOTHINGS[smooth]
        self.value = SMOOTHINGS[smooth] if value is None else float(value)
        given = {"order": order, "smooth": smooth, "value": None if usual else self.value, "case": case}
        self.name = canonical_name("bleu" if tok == "13a" else f"bleu_{tok}", given, _USUAL)
        self.words_between_blanks = tok == "none"
        if smooth != "exp":
            self.corpus_formula = f"bleu:smooth={smooth}" + ("" if usual else f",value={self.value}")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names for each way to cut words (see `Metric.names`)."""
        return tuple(_NAMED)

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return the name of the words that are usual."""
        return ("bleu",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        base, _, _ = name.partition(":")
        return cls(tok=_NAMED[base], **read_options(name, _READERS)) if base in _NAMED else None

    def description(self) -> str:
        """Return what is computed, and what words are (see `Metric.description`)."""
        words = _DESCRIBED[self.tok]
        return f"BLEU{words} against all references of an output, from 0 to 100, as sacreBLEU computes it."

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
        if self.case == "lower":
            numbered = numbered._replace(texts=[text.lower() for text in numbered.texts])
        if self.tok == "13a":
            _warn_of_unlike_texts(numbered.texts)
            return bleu_statistics(numbered, mteval_words, _number_words, self.order)
        cut = _WORDS[self.tok]
        return bleu_statistics(numbered, cut, functools.partial(NumberedWords.cut, cut), self.order)

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of outputs, with effective order (see `Metric.scores_from_statistics`)."""
        return bleu(statistics, smooth=self.smooth, value=self.value, effective_order=True)

    def signature(self) -> str:
        """Return sacreBLEU's signature for outputs, and what is different for systems."""
        case = "lc" if self.case == "lower" else "mixed"
        smooth = f"{self.smooth}[{self.value:.2f}]" if SMOOTHINGS[self.smooth] else self.smooth
        order = "" if self.order == ORDER else f"|order:{self.order}"
        settings = f"nrefs:var|case:{case}|eff:yes|tok:{self.tok}|smooth:{smooth}{order}|version:{SACREBLEU}"
        return (
            f"sacreBLEU {settings}, all references of an output; for systems from summed counts with eff:no"
        )


_WORDS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "13a": mteval_words,
    "zh": chinese_words,
    "char": character_words,
    "intl": international_words,
    "none": lambda text: tuple(text.split()),
}

_NAMED = {"bleu" if tok == "13a" else f"bleu_{tok}": tok for tok in _WORDS}

_DESCRIBED = {
    "13a": "",
    "zh": " of words, each Chinese character one,",
    "char": " of characters",
    "intl": " of words, which signs of all scripts separate,",
    "none": " of what stands between blanks",
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
