"""What a paper has to say of how much references matter."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods, coefficients_cited
from trueness.studies.equivalence.view import RESAMPLED
from trueness.studies.references.rows import ReferencesResult


class ReferencesMethods(StudyMethods[ReferencesResult]):
    """How intervals with references that vary came about."""

    def sentences(self, result: ReferencesResult) -> Iterator[Sentence]:
        """Yield both intervals, and what the second draws besides."""
        settings = result.settings
        level = f"{100 * settings.confidence:.6g}%"
        yield ("Agreement is ", *coefficients_cited(settings.coefficients), ".")
        yield (
            f"Percentile bootstrap intervals ({level})",
            cite("efron-tibshirani-1993-bootstrap"),
            f" are from {settings.resamples:,} resamples of {RESAMPLED[settings.over]}.",
        )
        yield (f"Of several references the {settings.multiple} score counts.",)
        yield (
            "The second interval draws the references of every input anew with replacement, too",
            cite("braun-etal-2022-summary"),
            ".",
        )
        yield (
            "Such a sample holds fewer different references, so that the second interval may also lie lower.",
        )

    def reported(self, result: ReferencesResult) -> Reported:
        """Return both intervals."""
        del result
        return Reported(interval="percentile bootstrap, with references as they are and drawn anew")
