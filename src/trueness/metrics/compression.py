"""How much shorter an output is than its source."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from trueness.metrics.metric import Citation, FloatArray, Metric, Need


class Compression(Metric):
    """Tokens of the source per token of the output, |A| / |S|, tokens being what stands between blanks.

    Undefined (NaN) for an empty output, 0 for an empty source. A larger ratio counts as better: a convention, so that
    the correlation with people keeps its sign.

    References
    ----------
    Grusky et al. 2018: COMPRESSION.
    """

    name: str = "compression"
    needs: frozenset[Need] = frozenset({"source"})
    lower: float = 0.0
    upper: float = math.inf
    empty_output: float = math.nan
    words_between_blanks: bool = True
    citation: Citation = Citation(
        "grusky-etal-2018-newsroom",
        "Grusky, Naaman and Artzi (2018): Newsroom: A Dataset of 1.3 Million Summaries with Diverse "
        "Extractive Strategies. NAACL, 708–719.",
        """@inproceedings{grusky-etal-2018-newsroom,
  title = {{N}ewsroom: A Dataset of 1.3 Million Summaries with Diverse Extractive Strategies},
  author = {Grusky, Max and Naaman, Mor and Artzi, Yoav},
  booktitle = {Proceedings of the 2018 Conference of the North American Chapter of the Association for Computational
               Linguistics: Human Language Technologies, Volume 1 (Long Papers)},
  year = {2018},
  pages = {708--719},
  doi = {10.18653/v1/N18-1065}
}""",
    )

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG002 - the same for every metric
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs (see `Metric.score`)."""
        written = np.array([len(output.split()) for output in outputs], dtype=np.float64)
        given = np.array([len((source or "").split()) for source in sources], dtype=np.float64)
        ratio: FloatArray = np.divide(given, written, out=np.full(len(written), np.nan), where=written > 0)
        return ratio
