"""What a paper has to say of simulated tests and intervals."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.studied import studied_interval, studied_test
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import NOT_ASKED, Reported, StudyMethods
from trueness.studies.certify.rows import CertifyResult


class CertifyMethods(StudyMethods[CertifyResult]):
    """How tests and intervals were simulated."""

    def sentences(self, result: CertifyResult) -> Iterator[Sentence]:
        """Yield what was drawn, and which verdicts hold together."""
        settings = result.settings
        yield (
            (
                f"In each scenario {settings.runs:,} tables were drawn whose truth is known, every table from a "
                "random stream "
                "of its own."
            ),
        )
        if _drawn(result):
            yield (f"Methods that resample drew {settings.resamples:,} resamples.",)
        if settings.settle:
            yield ("Cells in doubt were run again with more tables.",)
        yield ("Intervals of shares are exact", cite("clopper-pearson-1934-use"), ".")
        if result.rates:
            yield ("Verdicts on sizes hold together over all cells", cite("dunn-1961-multiple"), ".")

    def reported(self, result: CertifyResult) -> Reported:
        """Return what was tried."""
        settings = result.settings
        return Reported(
            interval=f"tried: {series(settings.intervals)}; of shares exact"
            if settings.intervals
            else "of shares exact",
            applies_to="tables like the scenarios",
            test=f"tried: {series(settings.tests)}" if settings.tests else "",
            correction="Bonferroni's correction over all cells" if result.rates else NOT_ASKED,
        )


def _drawn(result: CertifyResult) -> bool:
    """Whether a method that was tried rests on resamples."""
    settings = result.settings
    return any(studied_test(name).test.random for name in settings.tests) or any(
        studied_interval(name).interval.resampled for name in settings.intervals
    )
