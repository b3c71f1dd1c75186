"""Sentence TER."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.metrics.metric import Citation, FloatArray, Metric, Need


class Ter(Metric):
    """Translation edit rate of each output against its first reference by sacreBLEU; lower is better.

    Insertions, deletions, substitutions and shifts per 100 words of the reference, 0 for equal texts and
    without an upper bound; case is ignored, punctuation counts: the defaults of ``sacrebleu.sentence_ter``.
    An output without words gives 100 (every word of the reference is missing), and so does any output against
    a reference without words; 0 where neither has any. The search for shifts is slow: of the order of 0.1
    seconds for a summary of 60 words.

    References
    ----------
    Snover et al. 2006; Post 2018 (sacreBLEU).
    """

    name: ClassVar[str] = "ter"
    needs: ClassVar[frozenset[Need]] = frozenset({"references"})
    higher_is_better: ClassVar[bool] = False
    lower: ClassVar[float] = 0.0
    upper: ClassVar[float] = math.inf
    empty_output: ClassVar[float] = 100.0
    slow: ClassVar[bool] = True
    citation: ClassVar[Citation] = Citation(
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

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG002 - the same for every metric
    ) -> FloatArray:
        """Score outputs (see `Metric.score`)."""
        ter = _sacrebleu()
        pairs = zip(outputs, references, strict=True)
        return np.array([ter.sentence_score(output, [given[0]]).score for output, given in pairs])

    def signature(self) -> str:
        """Return sacreBLEU's own signature."""
        ter = _sacrebleu()
        ter.sentence_score("a", ["a"])  # the number of references is known after the first call
        return f"sacreBLEU {ter.get_signature()}"


def _sacrebleu() -> Any:
    from sacrebleu.metrics.ter import TER

    return TER(normalized=False, no_punct=False, asian_support=False, case_sensitive=False)
