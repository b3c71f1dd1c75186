"""How much of an output is new: n-grams that its source does not have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Self

import numpy as np

from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.ngram_name import ngram_name
from trueness.metrics.tokens import ngrams_of, tokens

ORDERS = range(1, 5)


class Novelty(FamilyMetric):
    """``novel1`` to ``novel4``: the share of an output's different n-grams that its source does not have.

    An n-gram that an output repeats counts once, as in the statistics of SummEval. Tokens are the lower-cased words and
    punctuation marks of `trueness.metrics.tokens`; SummEval's program takes spaCy's tokens and keeps their case.
    Undefined (NaN) for an output with fewer than n tokens; 1 where the source is shorter than that. More counts as
    better: a convention, so that the correlation with people keeps its sign.

    Parameters
    ----------
    order : {1, 2, 3, 4}
        The length n of the n-grams.

    References
    ----------
    See et al. 2017, figure 6; Fabbri et al. 2021 (SummEval), whose program counts different n-grams.
    """

    scheme: str = "novel<n>"
    needs: frozenset[Need] = frozenset({"source"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = math.nan
    citation: Citation = Citation(
        "see-etal-2017-get",
        "See, Liu and Manning (2017): Get To The Point: Summarization with Pointer-Generator Networks. ACL, "
        "1073–1083.",
        """@inproceedings{see-etal-2017-get,
  title = {Get To The Point: Summarization with Pointer-Generator Networks},
  author = {See, Abigail and Liu, Peter J. and Manning, Christopher D.},
  booktitle = {Proceedings of the 55th Annual Meeting of the Association for Computational Linguistics (Volume 1: Long
               Papers)},
  year = {2017},
  pages = {1073--1083},
  doi = {10.18653/v1/P17-1099}
}""",
    )

    def __init__(self, order: int) -> None:
        self.order = order
        self.name = f"novel{order}"

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names of all orders (see `Metric.names`)."""
        return tuple(f"novel{order}" for order in ORDERS)

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return pairs only, one of the four being enough for a first look (see `Metric.defaults`)."""
        return ("novel2",)

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the metric of a name (see `Metric.from_name`)."""
        return cls(cls.names().index(name) + 1) if name in cls.names() else None

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],  # noqa: ARG003 - the same for every metric
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs with several orders, cutting texts once (see `Metric.score_together`)."""
        found = np.full((len(outputs), len(metrics)), np.nan)
        known: str | None = None
        given: list[str] = []
        for row, (output, source) in enumerate(zip(outputs, sources, strict=True)):
            if source != known:  # outputs for one input stand together and share their source
                known, given = source, tokens(source or "")
            written = tokens(output)
            for column, metric in enumerate(metrics):
                ngrams = set(ngrams_of(written, metric.order))
                if ngrams:
                    found[row, column] = len(ngrams.difference(ngrams_of(given, metric.order))) / len(ngrams)
        return found

    def description(self) -> str:
        """Return what is new, for this order (see `Metric.description`)."""
        return f"The share of an output's different {ngram_name(self.order)} that its source does not have."

    def signature(self) -> str:
        """Return what tokens are."""
        return "tok:words and punctuation|case:lc|count:different n-grams"
