"""The sentences that captions of a comparison are made of, each from the rows that are drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from trueness.methods.registry import pair_test
from trueness.reporting.figures.wording import levels_phrase, percent, quoted
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.rows import CompareResult, Estimate, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import generalises_to
from trueness.study.number_words import counted
from trueness.study.words import CORRECTION_NAMES, RESAMPLED_WORDS, SWAPPED_WORDS

FAMILY_WORDS = {
    "all": "all tests of one level and coefficient",
    "pairs": "the smaller p-value of each pair at one level and coefficient",
    "per_metric": "the tests of one row metric",
    "baseline": "the tests against the baseline",
}


def size_sentence(estimates: Sequence[Estimate], *, has_systems: bool = True) -> str:
    """Return how many systems and inputs (without systems: items) are behind the estimates."""
    inputs = [row.n_inputs for row in estimates]
    if not has_systems:
        return f"Behind each estimate: {_range(inputs, 'item')}."
    systems = _range([row.n_systems for row in estimates], "system")
    return f"Behind each estimate: {systems} and {_range(inputs, 'input')}."


def _range(counts: Sequence[int], word: str) -> str:
    low, high = min(counts), max(counts)
    return counted(low, word) if low == high else f"{low:,} to {high:,} {word}s"


def interval_sentence(comparison: CompareResult, estimates: Sequence[Estimate]) -> str:
    """Return how the intervals were made and what they apply to."""
    settings, has_systems = comparison.settings, comparison.table.has_systems
    if not settings.interval_method.words:
        return "No intervals were computed."
    text = f"Intervals: {percent(settings.confidence)} {settings.interval_method.words}"
    resamples = max(row.resamples for row in estimates)
    about = generalises_to(settings, has_systems=has_systems)
    if not settings.interval_method.resampled:
        return f"{text}; they apply to {about}." if len(settings.interval_method.overs) > 1 else f"{text}."
    what = RESAMPLED_WORDS[settings.over] if has_systems else "items"
    return f"{text}, from {resamples:,} resamples of {what}; they apply to {about}."


def undefined_sentences(estimates: Sequence[Estimate]) -> list[str]:
    """Return which estimates do not exist, and how many units the averages leave out."""
    found = []
    undefined = [f"{row.metric} ({row.level})" for row in estimates if math.isnan(row.estimate)]
    if undefined:
        found.append(f"Undefined: {quoted(undefined)}.")
    left_out = max((row.n_undefined for row in estimates if not math.isnan(row.estimate)), default=0)
    if left_out:
        found.append(
            f"Up to {left_out:,} inputs or systems without a correlation are left out of an average."
        )
    return found


def phrase_of_test(test: PairTest, *, has_systems: bool = True) -> str:
    """Return which test it was, such as ``permutation test swapping whole systems, 9,999 resamples``."""
    known = pair_test(test.test)
    swapped = ""
    if known.permutes:
        swapped = SWAPPED_WORDS[test.over] if has_systems or test.over != "inputs" else "items"
    if coefficient_facts(test.coefficient).swaps_outcomes:
        swapped = f"what becomes of the pairs of {swapped}"
    resampled = RESAMPLED_WORDS.get(test.over, test.over) if has_systems else "items"
    words = known.singular.format(swapped=swapped, resampled=resampled)
    size = f"{test.resamples:,} {'arrangements, all there are' if test.exact else 'resamples'}"
    return f"{words}, {size}" if test.resamples else words


def phrase_of_tests(tests: Sequence[PairTest], *, has_systems: bool = True) -> str:
    """Return which tests they were; those of several kinds with the levels at which each decides."""
    levels: dict[str, list[str]] = {}
    for test in tests:
        places = levels.setdefault(phrase_of_test(test, has_systems=has_systems), [])
        if test.level not in places:
            places.append(test.level)
    if len(levels) == 1:
        return next(iter(levels))
    return "; ".join(f"{phrase} ({levels_phrase(places)})" for phrase, places in levels.items())


def correction_phrase(settings: Settings) -> str:
    """Return the correction and what it is over, such as ``Holm correction over all pairs …``."""
    if settings.correction == "none":
        return "no correction for several tests"
    return f"{CORRECTION_NAMES[settings.correction]} correction over {FAMILY_WORDS[settings.family]}"
