"""The length of an output: a baseline that a metric has to beat."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from trueness.metrics.metric import Citation, FloatArray, Metric


class Length(Metric):
    """The number of tokens between blanks, 0 for an empty output.

    Longer counts as better: a convention, so that the correlation with people keeps its sign.

    References
    ----------
    Sun et al. 2019, on how much ROUGE depends on length.
    """

    name: str = "length"
    lower: float = 0.0
    upper: float = math.inf
    empty_output: float = 0.0
    words_between_blanks: bool = True
    citation: Citation = Citation(
        "sun-etal-2019-compare",
        "Sun, Shapira, Dagan and Nenkova (2019): How to Compare Summarizers without Target Length? Pitfalls, "
        "Solutions and Re-Examination of the Neural Summarization Literature. NeuralGen, 21–29.",
        """@inproceedings{sun-etal-2019-compare,
  title = {How to Compare Summarizers without Target Length? Pitfalls, Solutions and Re-Examination of the Neural
           Summarization Literature},
  author = {Sun, Simeng and Shapira, Ori and Dagan, Ido and Nenkova, Ani},
  booktitle = {Proceedings of the Workshop on Methods for Optimizing and Evaluating Neural Language Generation},
  year = {2019},
  pages = {21--29},
  doi = {10.18653/v1/W19-2303}
}""",
    )

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG002 - the same for every metric
        sources: Sequence[str | None],  # noqa: ARG002
    ) -> FloatArray:
        """Score outputs (see `Metric.score`)."""
        return np.array([len(output.split()) for output in outputs], dtype=np.float64)
