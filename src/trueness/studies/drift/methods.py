"""What a paper has to say of how a judge changed between two batches."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.studies.drift.rows import DriftResult

HOLM = cite("holm-1979-simple")


class DriftMethods(StudyMethods[DriftResult]):
    """How a study of drift came about."""

    def sentences(self, result: DriftResult) -> Iterator[Sentence]:
        """Yield both tests, what they assume, and their correction."""
        settings = result.settings
        alpha = f"{1 - settings.confidence:.3g}"
        yield (
            (
                "On outputs judged in both batches the mean difference of the judge's scores was tested against 0 "
                "(two-sided, "
                f"at {alpha})."
            ),
        )
        yield (
            f"It was also tested against ±{settings.margin:g} of their range, by two one-sided tests",
            cite("schuirmann-1987-comparison"),
            ".",
        )
        yield ("This assumes that these outputs are a random sample of the earlier batch.",)
        if result.changes:
            yield (
                "What other outputs changed beyond it was computed at the same mix of systems",
                cite("cochran-1954-methods"),
                ", leaving out one input or group of inputs at a time.",
            )
        yield (
            "All tests are corrected over judges by Holm's method",
            HOLM,
            ", those of single systems over systems, too.",
        )

    def reported(self, result: DriftResult) -> Reported:
        """Return both tests and their correction."""
        settings = result.settings
        alpha = f"{1 - settings.confidence:.3g}"
        return Reported(
            level="outputs judged in both batches",
            coefficient="mean difference of a judge's scores",
            interval="Student's t, leaving out inputs",
            test=f"mean change against 0, and against ±{settings.margin:g} of the range, at {alpha}",
            correction="Holm's correction over judges, and over systems",
            ties="no rule is needed",
        )
