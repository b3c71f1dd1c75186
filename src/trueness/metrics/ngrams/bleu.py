"""BLEU with smoothing, as sacreBLEU computes it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.data.corpus_formulas import bleu
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngrams.bleu_statistics import NumberedWords, bleu_statistics
from trueness.metrics.ngrams.mteval_words import SACREBLEU, mteval_bytes, mteval_words
from trueness.metrics.ngrams.numbered_texts import number_texts


class Bleu(CorpusMetric):
    """BLEU against all references of an output, from 0 to 100, as sacreBLEU computes it.

    Tokenised by ``13a``, case kept, exponential smoothing (each n-gram order without a match counts half of the one
    before). An n-gram counts as often as in the reference that has it most often; the brevity penalty compares with
    the reference closest in length, of two the shorter. An output or a reference without words gives 0.

    An output's score leaves out orders longer than the output (effective order); a system's score, from the sums over
    its outputs, does not. Both are the defaults of sacreBLEU: ``sentence_bleu`` and ``corpus_bleu``.

    References
    ----------
    Papineni et al. 2002; Post 2018 (sacreBLEU).
    """

    name: str = "bleu"
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 100.0
    empty_output: float = 0.0
    corpus_formula: str | None = "bleu"
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
        """
        return bleu_statistics(number_texts(outputs, references, self.name), mteval_words, _number_words)

    def scores_from_statistics(self, statistics: FloatArray) -> FloatArray:
        """Return the scores of outputs, with effective order (see `Metric.scores_from_statistics`)."""
        return bleu(statistics, effective_order=True)

    def signature(self) -> str:
        """Return sacreBLEU's signature for outputs, and what is different for systems."""
        settings = f"nrefs:var|case:mixed|eff:yes|tok:13a|smooth:exp|version:{SACREBLEU}"
        return (
            f"sacreBLEU {settings}, all references of an output; for systems from summed counts with eff:no"
        )


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
