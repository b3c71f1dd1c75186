"""What a paper has to say of how its design was planned."""

from __future__ import annotations

import math
from collections.abc import Iterator

from trueness.errors import counted
from trueness.methods.studied import studied_interval, studied_test
from trueness.reporting.citation import Sentence
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.studies.plan.rows import PlanResult
from trueness.study.words import OVER_WORDS, coefficient_words


class PlanMethods(StudyMethods[PlanResult]):
    """How designs were simulated."""

    def sentences(self, result: PlanResult) -> Iterator[Sentence]:
        """Yield what was drawn, and what was computed of each table."""
        settings = result.settings
        drawn = "with given variances of systems, inputs and outputs"
        if result.table is not None:
            drawn = "from a two-way model of systems and inputs, fitted to the pilot"
        yield (f"For each design {counted(settings.runs, 'table')} of scores were drawn {drawn}.",)
        yield (
            (
                f"In each the {_interval(result)} interval of the metric's {settings.level.replace('_', '-')}-level "
                f"{coefficient_words(settings.coefficient)} was computed."
            ),
        )
        if _tried(result):
            rival = "a rival that" if result.table is None else "the pilot's rival, made so that it"
            yield (
                (
                    f"The {_noun(result)} at {settings.alpha:g} was tried on {rival} agrees less by "
                    f"{settings.difference:g}."
                ),
            )
        resampled = [
            studied_interval(settings.interval).interval.resampled,
            _tried(result) and studied_test(settings.test).test.random,
        ]
        if any(resampled):
            yield (f"Methods that resample draw {settings.resamples:,} resamples.",)
        yield ("All designs share their random numbers.",)

    def reported(self, result: PlanResult) -> Reported:
        """Return what is planned for."""
        settings = result.settings
        return Reported(
            interval=_interval(result),
            applies_to=OVER_WORDS["both"],
            test=f"{_noun(result)}, at α = {settings.alpha:g}" if _tried(result) else "",
            correction="none: one test is planned for",
        )


def _tried(result: PlanResult) -> bool:
    return not all(math.isnan(design.power) for design in result.designs)


def _interval(result: PlanResult) -> str:
    return studied_interval(result.settings.interval).interval.words


def _noun(result: PlanResult) -> str:
    return studied_test(result.settings.test).test.noun
