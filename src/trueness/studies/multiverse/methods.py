"""What a paper has to say of a claim under all choices of the analysis."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.applies_to import APPLIES_TO
from trueness.methods.registry import RECOMMENDED_NAME, pair_test
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import JACKKNIFE, Reported, StudyMethods, corrected
from trueness.studies.multiverse.rows import MultiverseResult
from trueness.study.words import OVER_WORDS

MOST_VALUES = 8
"""Of a choice with more values, so many are named."""


class MultiverseMethods(StudyMethods[MultiverseResult]):
    """How all analyses of a multiverse came about."""

    def sentences(self, result: MultiverseResult) -> Iterator[Sentence]:
        """Yield the choices, the test of each analysis, and how variance was shared out."""
        settings = result.settings
        yield (
            f"Every combination of {series([axis.name for axis in result.axes if axis.values])} was one analysis",
            cite("steegen-etal-2016-increasing", "simonsohn-etal-2020-specification"),
            ".",
        )
        for axis in result.axes:
            if axis.values:
                more = " and more" if len(axis.values) > MOST_VALUES else ""
                yield (f"Values of {axis.name}: {', '.join(axis.values[:MOST_VALUES])}{more}.",)
        yield (
            (
                "Combinations that do not exist were left out, and the same computation counted once: "
                f"{len(result.analyses):,} analyses."
            ),
        )
        if _halved(result):
            times = "once" if settings.splits == 1 else f"{settings.splits} times"
            yield (f"Inputs were halved {times} at random.",)
        yield (
            (
                "In each the correlations of two metrics with people were compared by a "
                f"{pair_test(RECOMMENDED_NAME).noun}"
            ),
            JACKKNIFE,
            ".",
        )
        over = OVER_WORDS[APPLIES_TO[settings.applies_to]]
        yield (f"It applies to {over}; its level is {settings.alpha:g}.",)
        of = "the claims" if result.declared else "all pairs of metrics"
        yield corrected(settings.correction, f"over {of} of an analysis")
        yield (
            (
                "The variance of a difference over the analyses was shared out among the choices by an analysis of "
                "variance "
                "with main effects."
            ),
        )
        yield (
            "Where combinations lack, a choice has the mean over all orders in which choices can be brought in",
            cite("lindeman-etal-1980-introduction"),
            ".",
        )

    def reported(self, result: MultiverseResult) -> Reported:
        """Return the test of each analysis."""
        return Reported(
            applies_to=OVER_WORDS[APPLIES_TO[result.settings.applies_to]],
            test=f"{pair_test(RECOMMENDED_NAME).noun} in every analysis, at α = {result.settings.alpha:g}",
        )

    def draws(self, result: MultiverseResult) -> bool:
        """Whether inputs were halved at random."""
        return _halved(result)


def _halved(result: MultiverseResult) -> bool:
    return any(value.startswith("half ") for axis in result.axes for value in axis.values)
