"""What a paper has to say of metrics under several conditions."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from trueness.errors import series
from trueness.methods.registry import equivalence_method
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import Reported, StudyMethods
from trueness.reporting.writing.tables import count
from trueness.studies.conditions.rows import ConditionsResult
from trueness.studies.conditions.said import kind_words
from trueness.studies.equivalence.methods import equivalence_reported, equivalence_sentences
from trueness.studies.equivalence.view import RESAMPLED

BRAUN = cite("braun-etal-2022-summary")


class ConditionsMethods(StudyMethods[ConditionsResult]):
    """How a study of conditions came about."""

    def sentences(self, result: ConditionsResult) -> Iterator[Sentence]:
        """Yield how equivalence was tested, and what stands beside."""
        settings = result.settings
        yield from equivalence_sentences(result.of(settings.margins[0]))
        if len(settings.margins) > 1:
            kinds = series([kind_words(kind) for kind in settings.margins])
            yield (f"Margins, each with tests of its own: {kinds}.",)
        beside = [equivalence_method(name) for name in settings.methods if name != settings.method]
        if beside:
            sources = dict.fromkeys(itertools.chain.from_iterable(one.sources for one in beside))
            yield (f"Beside stands {series([one.words for one in beside])}", cite(*sources), ".")
        if result.resolved is not None:
            yield (
                (
                    f"Pairs of metrics were compared by {count(settings.resamples)} resamples of "
                    f"{RESAMPLED[settings.over]}, the same under both conditions"
                ),
                BRAUN,
                ".",
            )
        if result.map is not None:
            yield (
                "Scorers are laid on the first two principal components of the ranks of their scores",
                BRAUN,
                ".",
            )

    def reported(self, result: ConditionsResult) -> Reported:
        """Return the test that decides, and the interval that belongs to it."""
        return equivalence_reported(result.of(result.settings.margins[0]).settings)

    def draws(self, result: ConditionsResult) -> bool:
        """Whether differences, or pairs of metrics, were resampled."""
        settings = result.settings
        return result.resolved is not None or any(
            equivalence_method(name).resampled for name in settings.methods
        )
