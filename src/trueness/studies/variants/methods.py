"""What a paper has to say of variants of metrics."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.two_way_jackknife import TEST
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import (
    CORRECTION_SOURCES,
    JACKKNIFE,
    Reported,
    StudyMethods,
    coefficients_cited,
)
from trueness.studies.variants.rows import VariantsResult
from trueness.study.words import CORRECTION_WORDS


class VariantsMethods(StudyMethods[VariantsResult]):
    """How variants of metrics were compared."""

    def sentences(self, result: VariantsResult) -> Iterator[Sentence]:
        """Yield the correlations, both tests, and what the best reaches elsewhere."""
        settings = result.settings
        hows = series(list(settings.aggregates))
        yield (
            f"Variants were compared by how their scores of systems (by {hows} of outputs) go with people's: by ",
            *coefficients_cited(settings.coefficients),
            ".",
        )
        yield (
            "A variant is called optimal if no other metric has a significantly higher correlation by Williams' test",
            cite("williams-1959-comparison", "graham-2015-evaluating"),
            f", one-sided at {settings.alpha:g} and uncorrected.",
        )
        yield ("Beside it stands the two-way jackknife", JACKKNIFE, ".")
        if settings.correction != "none":
            rule = CORRECTION_WORDS[settings.correction]
            source = cite(CORRECTION_SOURCES[settings.correction])
            yield (f"Both tests also stand there after {rule}", source, " over all pairs of metrics.")
        if result.luck:
            yield (
                "What the best reaches elsewhere is by locally simultaneous inference",
                cite("zrnic-fithian-2024-locally"),
                f", with Fisher's z in {settings.resamples:,} bootstrap samples.",
            )
            yield (
                (
                    f"Beside it the data were halved at random {settings.splits:,} times, and the best metric of each "
                    "half "
                    "looked at in the other."
                ),
            )

    def reported(self, result: VariantsResult) -> Reported:
        """Return both tests."""
        return Reported(
            level="system level",
            interval="two-way jackknife",
            test=f"Williams' test, one-sided at {result.settings.alpha:g}; beside it the {TEST.noun}",
        )
