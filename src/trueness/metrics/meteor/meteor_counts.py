"""Scores that follow from METEOR's counts, whoever counts: against the best reference, or the mean over references."""

from __future__ import annotations

import abc
from collections.abc import Sequence

import numpy as np

from trueness.data.scores.corpus_formulas import meteor_score
from trueness.errors import check_choice
from trueness.metrics.corpus_metric import CorpusMetric
from trueness.metrics.metric import FloatArray, Metric, Need
from trueness.metrics.single_references import mean_over_references

REFS = ("best", "mean")
"""Ways with several references, the default first."""


class MeteorCounts(CorpusMetric):
    """Base of both METEORs: a subclass counts words and matches.

    With the mean over references the score of an output is the mean of its scores against each alone, as where METEOR
    was called with one reference at a time; the score of a system is then the mean over outputs.
    """

    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    corpus_formula: str | None = "meteor"
    joins: str = "best"

    def join_by(self, refs: str) -> None:
        """Take one of the ways of `REFS`; raises ArgumentError if it is none."""
        self.joins = check_choice("refs", refs, REFS)
        self.corpus_formula = "meteor" if refs == "best" else None

    @abc.abstractmethod
    def counts(self, outputs: Sequence[str], references: Sequence[Sequence[str]]) -> FloatArray:
        """Return the counts of outputs and their best references, as `meteor_score` wants them."""

    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs (see `Metric.score`)."""
        if self.joins == "best":
            return super().score(outputs, references, sources)
        if not outputs:
            return np.empty(0)
        return mean_over_references(
            lambda some, single: meteor_score(self.counts(some, single)), outputs, references
        )

    def statistics(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Return the counts, from which the score of a system follows.

        Raises
        ------
        UnsupportedMethodError
            With the mean over references, which has none.
        """
        if self.corpus_formula is None:
            return Metric.statistics(self, outputs, references, sources)
        return self.counts(outputs, references)
