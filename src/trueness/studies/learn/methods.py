"""What a paper has to say of metrics that were learned."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.errors import series
from trueness.learning.registry import find_learner
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods, corrected
from trueness.studies.learn.presets import PRESETS
from trueness.studies.learn.rows import LearnResult
from trueness.studies.learn.said import GENERALISES
from trueness.study.words import coefficient_words


class LearnMethods(StudyMethods[LearnResult]):
    """How learned metrics came about, and how they were tried."""

    def sentences(self, result: LearnResult) -> Iterator[Sentence]:
        """Yield what was learned by whom, what was held out, and the test."""
        settings = result.settings
        preset = PRESETS.get(settings.preset or "")
        if preset is not None:
            yield (f"All options are those of {preset.title}. {preset.differs}".strip(),)
        yield ("Metrics were learned from human scores.",)
        for one in map(find_learner, settings.learners):
            source = f" ({one.source})" if one.source else ""
            yield (f"Learner ‘{one.name}’: {one.words}{source}.",)
        yield (
            "Features were scaled, and missing ones set to the mean, by the part that is learned from alone.",
        )
        yield ("Other choices were made on folds within that part.",)
        held = series([f"by {over}" for over in settings.over])
        yield (
            f"Outputs were held out {held}, in {settings.folds} random parts and {settings.repeats} repeats.",
        )
        for over in settings.over:
            yield (f"What is held out by {over} stands {GENERALISES[over]}.",)
        yield (
            f"Agreement is {coefficient_words(settings.coefficient)} at the {settings.level.replace('_', '-')} level.",
        )
        yield (
            "Intervals and p-values are those of the corrected resampled t",
            cite("nadeau-bengio-2003-inference", "bouckaert-frank-2004-evaluating"),
            ".",
        )
        if result.tests:
            yield corrected(
                settings.correction, "over those against the best single metric, and over the others"
            )

    def reported(self, result: LearnResult) -> Reported:
        """Return the test of a learned metric."""
        return Reported(
            interval="corrected resampled t",
            applies_to=series([GENERALISES[over].removeprefix("for ") for over in result.settings.over]),
            test=f"corrected resampled t, at α = {result.settings.alpha:g}" if result.tests else "",
        )
