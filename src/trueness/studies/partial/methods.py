"""What a paper has to say of agreement where something is given."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import JACKKNIFE, Reported, StudyMethods
from trueness.studies.partial.rows import PartialResult


class PartialMethods(StudyMethods[PartialResult]):
    """How what is given was taken out."""

    def sentences(self, result: PartialResult) -> Iterator[Sentence]:
        """Yield what was correlated, what was taken out, and how sure it is."""
        given = ", ".join(result.selection.given or ())
        yield (
            f"Agreement is Pearson's r over outputs, before and after {given} were taken out of both scores.",
        )
        yield (
            "Of a number that is the partial correlation",
            cite("yule-1907-theory"),
            "; of groups the correlation of scores less the means of their group.",
        )
        yield ("Intervals and tests leave out systems, inputs and both", JACKKNIFE, ".")

    def reported(self, result: PartialResult) -> Reported:
        """Return what was measured."""
        return Reported(
            level="all outputs",
            coefficient="Pearson's r, partial",
            interval="jackknife over systems and inputs",
            test="jackknife, of the difference",
            correction=result.settings.correction,
        )
