"""What a paper has to say of agreement by ranges of scores."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import JACKKNIFE, Reported, StudyMethods, corrected
from trueness.studies.ranges.rows import RangesResult
from trueness.study.words import OVER_WORDS

BHANDARI = "bhandari-etal-2020-metrics"


class RangesMethods(StudyMethods[RangesResult]):
    """How agreement by ranges came about."""

    def sentences(self, result: RangesResult) -> Iterator[Sentence]:
        """Yield ranges, agreement, what width explains, ratios and properties."""
        settings = result.settings
        to = "the range from 0 to 1" if settings.normalise == "minmax" else "mean 0 and standard deviation 1"
        yield (f"The scores of every metric for one input were brought to {to}.",)
        yield (f"The level of an output is their mean over {len(result.metrics)} metrics.",)
        how = "parts of equal width" if settings.by == "width" else "bins with equally many outputs"
        yield (f"The range of levels of an input was divided into {settings.bins} {how}", cite(BHANDARI), ".")
        yield (
            "Agreement is Kendall's tau-b",
            cite("kendall-1945-treatment"),
            f" among the outputs of a range, over inputs with {settings.minimum_outputs} outputs in it or more.",
        )
        units = _units(result)
        level = f"{100 * settings.confidence:.6g}%"
        yield (
            f"Intervals ({level}) are Student's t, with the variance of a jackknife over {units}",
            JACKKNIFE,
            ".",
        )
        yield from _width(result)
        if result.ratios:
            yield (
                "F counts the outputs of an input that all metrics find better, N those that at least one does",
                cite("peyrard-2019-studying", BHANDARI),
                ".",
            )
        if result.properties:
            yield (
                "Coverage, density and compression of references are Newsroom's",
                cite("grusky-etal-2018-newsroom"),
                f"; their rank correlations were tested by {settings.resamples:,} permutations of inputs.",
            )

    def reported(self, result: RangesResult) -> Reported:
        """Return how agreement was measured."""
        settings = result.settings
        return Reported(
            level="outputs of one input",
            coefficient="Kendall's tau-b",
            interval=f"jackknife over {_units(result)}",
            applies_to=OVER_WORDS["both" if settings.leaves_systems_out else "inputs"],
            test="ranges against the first, by permutations"
            if settings.leaves_systems_out
            else "Student's t over inputs",
            ties="pairs that tie count for neither side, and are corrected for",
        )


def _width(result: RangesResult) -> Iterator[Sentence]:
    """Yield how it was computed what the width of a range explains, and how differences were tested."""
    settings = result.settings
    permuted = (
        "systems, in the same way for all inputs,"
        if settings.leaves_systems_out
        else "the outputs of an input"
    )
    yield (
        (
            "What the width of a range explains was computed in two ways. Residuals on the levels were permuted over "
            f"{permuted} {settings.permutations:,} times."
        ),
    )
    yield (
        "And tau was integrated for normally distributed scores, restricted to the range",
        cite("plackett-1954-reduction"),
        ".",
    )
    if settings.leaves_systems_out:
        yield ("The p-value of a difference from the first is the share of permutations with one as large.",)
    else:
        yield ("The difference from the first was tested by Student's t over inputs.",)
    yield corrected(settings.correction, "over the ranges")


def _units(result: RangesResult) -> str:
    return "systems and inputs" if result.settings.leaves_systems_out else "inputs"
