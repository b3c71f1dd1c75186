"""What a paper has to say of tests of equivalence."""

from __future__ import annotations

from collections.abc import Iterator

from trueness.methods.equivalence_methods import EquivalenceMethod
from trueness.reporting.citation import Sentence, cite
from trueness.reporting.study_methods import (
    CORRECTION_SOURCES,
    Reported,
    StudyMethods,
    coefficients_cited,
    humans_of,
    names_of,
)
from trueness.reporting.writing.tables import count
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.studies.compare.margin_verdicts import margin_side
from trueness.studies.equivalence.rows import EquivalenceResult
from trueness.studies.equivalence.settings import EquivalenceSettings
from trueness.studies.equivalence.view import RESAMPLED
from trueness.study.words import CORRECTION_WORDS, OVER_WORDS, tost_confidence


class EquivalenceMethods(StudyMethods[EquivalenceResult]):
    """How tests of equivalence came about."""

    def sentences(self, result: EquivalenceResult) -> Iterator[Sentence]:
        """Yield what was compared, by which test, within which margin."""
        yield from equivalence_sentences(result)

    def reported(self, result: EquivalenceResult) -> Reported:
        """Return the test, and the interval that belongs to it."""
        return equivalence_reported(result.settings)

    def draws(self, result: EquivalenceResult) -> bool:
        """Whether differences, or pairs of metrics, were resampled."""
        return result.settings.equivalence.resampled or result.resolved_pairs is not None


def equivalence_sentences(found: EquivalenceResult) -> Iterator[Sentence]:
    """Yield what was compared, by which test, within which margin."""
    settings = found.settings
    humans = names_of(humans_of(found))
    agreement = ("correlation with ", humans, ", by ", *coefficients_cited(settings.coefficients))
    if found.conditions:
        yield ("Each metric's ", *agreement, ", was compared with its own under another condition.")
    else:
        yield ("Two metrics' ", *agreement, ", were compared.")
    if found.groups:
        yield (
            f"This was done in all together and in each of {len(found.groups)} groups by ‘{found.selection.by}’.",
        )
    if found.conditions and found.selection.matched:
        yield ("Outputs under both conditions were matched by system and input.",)
    yield (f"Equivalence was tested by {_test(settings)}", cite(*settings.equivalence.sources), ".")
    if settings.equivalence.leaves_out:
        yield ("Both tests are by Student's t on Fisher's scale, to which the margin is brought.",)
    elif settings.equivalence.closed_form and found.conditions and not found.selection.matched:
        yield ("The two correlations count as independent.",)
    yield from margin_sentences(settings)
    if settings.correction == "none":
        yield (f"The level is {settings.alpha:g}; p-values were not corrected for the number of tests.",)
    else:
        yield (
            f"The level is {settings.alpha:g}, after {CORRECTION_WORDS[settings.correction]}",
            cite(CORRECTION_SOURCES[settings.correction]),
            ".",
        )


def margin_sentences(settings: EquivalenceSettings) -> Iterator[Sentence]:
    """Yield what the margin is, and which intervals belong to the tests."""
    if isinstance(settings.margin, str):
        kind = "standard deviation" if settings.margin == "sd" else "largest difference"
        yield (
            f"The margin is the {kind} of the single annotators' correlations with the metric",
            cite("braun-etal-2022-summary"),
            ".",
        )
    elif settings.bounds is not None:
        yield (f"The margin is {_margin(settings.bounds)}.",)
    yield (
        f"Intervals have confidence {tost_confidence(settings.alpha)}, as two one-sided tests at this level.",
    )


def equivalence_reported(settings: EquivalenceSettings) -> Reported:
    """Return what a reviewer asks of tests of equivalence."""
    return Reported(
        interval=f"{tost_confidence(settings.alpha)}, as the two one-sided tests",
        applies_to=OVER_WORDS.get(settings.over, "other outputs"),
        test=f"{_test(settings)}, at α = {settings.alpha:g}",
    )


def _test(settings: EquivalenceSettings) -> str:
    method: EquivalenceMethod = settings.equivalence
    one_sided = settings.bounds is not None and margin_side(settings.bounds) is not None
    words = method.words.replace("two one-sided", "one-sided") if one_sided else method.words
    if method.resampled:
        return f"{words} with {count(settings.resamples)} resamples of {RESAMPLED[settings.over]}"
    return f"{words}, leaving out {RESAMPLED[settings.over]}" if method.leaves_out else words


def _margin(bounds: Bounds) -> str:
    side = margin_side(bounds)
    if side is not None:
        return f"{-bounds.low:g} worse" if side == "low" else f"{bounds.high:g} better"
    if bounds.low == -bounds.high:
        return f"±{bounds.high:g}"
    return f"from {bounds.low:g} to {bounds.high:g}"
