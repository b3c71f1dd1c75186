"""What a paper has to say of how much a difference of scores is worth."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import JACKKNIFE, Reported, StudyMethods
from trueness.studies.worth.rows import WorthResult

TIES = {"exclude": "are left out", "half": "count as half agreed"}


class WorthMethods(StudyMethods[WorthResult]):
    """How curves of agreement by difference came about."""

    def sentences(self, result: WorthResult) -> Iterator[Sentence]:
        """Yield what was fitted to what, and what varies."""
        settings = result.settings
        yield (
            "The chance that people prefer the system with the higher score was fitted to pairs of systems",
            cite("kocmi-etal-2024-navigating"),
            ".",
        )
        yield (
            (
                "The logistic curve of a difference d is 1 / (1 + exp(−b d)); the isotonic one is the closest that "
                "never "
                "falls."
            ),
        )
        yield (
            f"Pairs that people tie {TIES[settings.human_ties]}; pairs that the metric ties are left out.",
        )
        if settings.separated:
            yield ("Of systems only pairs count that people separate, by a paired t test at .05.",)
        level = f"{100 * settings.confidence:.6g}%"
        yield (f"Intervals ({level}) of logistic curves leave out whole systems, not pairs", JACKKNIFE, ".")
        yield (
            f"Those of isotonic curves are percentiles of {settings.resamples:,} resamples of systems and inputs",
            cite("efron-tibshirani-1993-bootstrap"),
            ".",
        )

    def reported(self, result: WorthResult) -> Reported:
        """Return what was fitted."""
        return Reported(
            level="pairs of systems",
            coefficient="share of pairs that people order alike",
            interval="jackknife over systems",
            ties=f"pairs that people tie {TIES[result.settings.human_ties]}; those that the metric ties are left out",
        )
