"""What is known of a comparison before it starts: that its tests cannot separate anything, whatever the scores."""

from __future__ import annotations

from trueness.methods.clustered_systems import units_of_systems
from trueness.methods.registry import pair_test
from trueness.statistics.corrections import by_pvalues_alone, resamples_needed, smallest_attainable
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.pair_test_cautions import can_reject, smallest_of_arrangements
from trueness.studies.compare.settings import Settings
from trueness.study.number_words import significant
from trueness.study.words import after_any_correction


def foreseen(arrays: ScoreArrays, settings: Settings) -> str:
    """Return that no test of the comparison can reject, and what would help; empty where one might.

    It is foreseen for tests that draw, from how many resamples are asked for or how few ways there are to swap systems.
    Pairs without scores in common, which make families smaller, are not known yet.
    """
    size = family_size(arrays.n_metrics, settings)
    if not size:
        return ""
    ways: list[int] = []
    for key in settings.keys:
        decision = settings.main_test(*key)
        test = pair_test(decision.test)
        if not (test.permutes or test.resamples):
            return ""
        smallest = smallest_attainable(settings.resamples)
        if test.permutes and decision.over == "systems":
            arrangements = 2 ** units_of_systems(arrays)[0]
            enumerated = smallest_of_arrangements(arrangements, settings.alternative)
            if not can_reject(enumerated, size, settings.correction, settings.alpha, together=True):
                ways.append(arrangements)
                continue
            smallest = max(smallest, enumerated) if arrangements > settings.resamples else enumerated
        if can_reject(smallest, size, settings.correction, settings.alpha, together=True):
            return ""
    family = after_any_correction(settings.correction)
    tests = "the one test" if size == 1 else f"any of {size} tests"
    if ways:
        return (
            f"these tests cannot separate anything: there are only {min(ways)} ways to swap so few systems, too few "
            f"for {tests} to be significant{family}. Collect more systems, or compare fewer metrics (--metrics)."
        )
    needed = resamples_needed(size, by_pvalues_alone(settings.correction), settings.alpha)
    return (
        f"these tests cannot separate anything: with {settings.resamples} resamples no p-value is smaller than "
        f"{significant(smallest_attainable(settings.resamples), 2)}, too large for {tests}{family}. Draw at least "
        f"{needed} (--resamples)."
    )


def family_size(n_metrics: int, settings: Settings) -> int:
    """Return how many tests are corrected together at one level and coefficient, if all are defined."""
    if settings.baseline is not None:
        return n_metrics - 1
    if settings.family == "per_metric":
        return n_metrics - 1
    pairs = n_metrics * (n_metrics - 1) // 2
    both_ways = settings.alternative != "two-sided" and settings.family != "pairs"
    return 2 * pairs if both_ways else pairs
