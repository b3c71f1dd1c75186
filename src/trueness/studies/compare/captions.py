"""Captions with which a table can stand alone: what was computed on which data, and how."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Any

from trueness.errors import listing
from trueness.methods.registry import pair_test
from trueness.reporting.writing.orientation import LOWER, lower_is_better
from trueness.reporting.writing.tables import count, smallest_pvalue
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.cluster_words import clusters_that_vary, in_brackets
from trueness.studies.compare.marks import legend
from trueness.studies.compare.places_tested import places_tested
from trueness.studies.compare.rows import CompareResult, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import generalises_to
from trueness.study.number_words import counted, percent
from trueness.study.words import (
    CALIBRATION_WORDS,
    CALLED,
    CORRECTION_WORDS,
    RESAMPLED_WORDS,
    SWAPPED_WORDS,
    agreement_noun,
    coefficient_words,
    tost_confidence,
)

APART = "Each level, and each coefficient, is corrected by itself"
"""What a reader of several has to know."""

_FAMILY_WORDS = {
    "all": "the {n} tests of one level and coefficient",
    "pairs": "the smaller p-value of each pair, {n} of one level and coefficient",
    "per_metric": "the {n} tests of one metric at one level and coefficient",
    "baseline": "the {n} tests against the baseline at one level and coefficient",
}


def data_sentence(comparison: CompareResult, rows: Sequence[Any]) -> str:
    """Return what every table of a comparison rests on: data, scorers, sizes, the level if rows share it."""
    table = comparison.table
    _, systems, inputs = table.shape
    human = f"‘{comparison.human}’" + LOWER * (comparison.human in lower_is_better(table))
    sizes = counted(inputs, "item")
    if table.has_systems:
        sizes = f"{counted(systems, 'system')} and {counted(inputs, 'input')}"
    shared = []
    levels = {row.level for row in rows if hasattr(row, "level")}
    coefficients = {row.coefficient for row in rows if hasattr(row, "coefficient")}
    if len(levels) == 1:
        shared.append(f"{levels.pop().replace('_', '-')} level")
    if len(coefficients) == 1:
        shared.append(coefficient_words(coefficients.pop()))
    where = f"; {', '.join(shared)}" if shared else ""
    metrics = counted(len(comparison.metrics), "metric")
    return f"{table.name}: {metrics} against the human scores {human}, on {sizes}{where}."


def label(name: str, human: str) -> str:
    """Return a label for cross-references, ``tests-relevance``: letters, digits and hyphens only.

    Names with further characters get the beginning of their hash, so that different ones stay different.
    """
    plain = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in human)
    if not human.replace("_", "").isalnum() or not human.isascii():
        digest = hashlib.sha256(human.encode("utf-8", "replace")).hexdigest()[:6]
        plain = f"{plain.strip('-')[:40] or 'human'}-{digest}"
    return f"{name}-{plain}"


def estimates_caption(comparison: CompareResult) -> str:
    """Return what the table of estimates holds, and how its intervals were made."""
    settings = comparison.settings
    noun = agreement_noun(settings.coefficients)
    text = f"{noun.capitalize()} of each metric with ‘{comparison.human}’"
    if settings.interval_method.words:
        text += f", with its {interval_words(comparison)}"
        if len(settings.interval_method.overs) > 1:
            text += f", for {generalises_to(settings, has_systems=comparison.table.has_systems)}"
            if (
                comparison.table.has_systems
                and settings.over == "both"
                and "system" in settings.computed_levels
            ):
                unlimited = [
                    name for name in settings.coefficients if coefficient_facts(name).unlimited_inputs
                ]
                if len(unlimited) < len(settings.coefficients_at("system")):
                    text += ", as many inputs as here"
                text += "".join(
                    f"; {coefficient_facts(name).symbol}: for unlimited inputs" for name in unlimited
                )
    for chosen, names in settings.other_intervals.items():
        text += f". The interval of {listing(names)} is of {chosen.method.words} resamples"
    if {"input", "per_system"}.intersection(settings.levels):
        text += ". Undefined counts inputs without a correlation"
    if any(coefficient_facts(name).calibrated for name in settings.coefficients):
        text += f". ε: scores of the metric tie within this much, {CALIBRATION_WORDS.get(*_calibration(settings))}"
    if any(coefficient_facts(name).called for name in settings.coefficients):
        text += f". Threshold: of a metric’s scores, for balanced accuracy, {CALLED}"
    return with_legend(f"{text}.", comparison)


def tests_caption(comparison: CompareResult, rows: Sequence[PairTest]) -> str:
    """Return what a table of tests holds: the interval, the test, its correction, and that they may disagree."""
    settings = comparison.settings
    noun = agreement_noun(settings.coefficients)
    text = f"Difference: {noun} of the metric minus that of its rival"
    if not rows:
        return f"{text}. Nothing was tested."
    closed = pair_test(rows[0].test).closed_form
    has_intervals = any(not math.isnan(row.low) for row in rows)
    if has_intervals:
        kind = f"two-sided {_percent(settings)} interval (Zou's)" if closed else interval_words(comparison)
        text += f", with its {kind}"
    adjusted = ", not adjusted for the number of tests"
    if settings.correction != "none":
        adjusted = f", adjusted by {CORRECTION_WORDS[settings.correction]} over {_family(rows, settings)}"
    after = "" if settings.correction == "none" else " after it"
    text += f". {_sides(rows[0])} p-values of {tests_words(comparison, rows)}{adjusted}"
    text += f"; verdicts at α = {settings.alpha:g}{after}."
    if (
        settings.correction != "none"
        and len({(test.level, test.coefficient) for test in comparison.tests}) > 1
    ):
        text += (
            f" {APART}: over all of them, some difference may be found by chance in more than "
            f"{percent(settings.alpha)} of studies."
        )
    if settings.margin is not None:
        by = "tests of the same kind" if pair_test(rows[0].test).has_errors else "bootstrap tests"
        text += (
            f" Equivalent: shown to lie within {settings.margin:g} by two one-sided {by} at "
            f"α = {settings.alpha:g}, with intervals of confidence {tost_confidence(settings.alpha)}; margin needed: "
            f"with any larger one for all pairs, this pair would have been{after.replace(' it', ' correction')}."
        )
    if has_intervals:
        text += f" {_disagreement(comparison, rows)}"
    drawn = [settings.resamples for test in rows if test.resamples and not test.exact]
    if drawn:
        text += (
            f" The smallest p-value that {count(drawn[0])} resamples can give is {smallest_pvalue(drawn[0])}."
        )
    return with_legend(text, comparison)


def ranks_caption(comparison: CompareResult) -> str:
    """Return what the table of ranks holds."""
    settings = comparison.settings
    words = CORRECTION_WORDS[settings.correction]
    test = f", {tests_words(comparison, comparison.tests)}," if comparison.tests else ""
    return with_legend(
        "Which may be the best (multiple comparisons with the best, Hsu 1996), limits of ranks for all at once "
        "(Mogstad et al. 2024), clusters as the WMT metrics task prints them, 1 is best, and differences: all from the "
        f"{'two-sided' if settings.alternative == 'two-sided' else 'one-sided'} "
        f"tests{test} at {settings.alpha:g} "
        f"{'with' if settings.correction == 'none' else 'after'} {words}.",
        comparison,
    )


def with_legend(text: str, comparison: CompareResult) -> str:
    """Return a caption, and after it what explains the marks of scorers and their system scores."""
    return " ".join(filter(None, (text, legend(comparison, comparison.table.scorer_names))))


def interval_words(comparison: CompareResult) -> str:
    """Return an interval's confidence and kind, and what it resamples."""
    settings = comparison.settings
    words = f"two-sided {_percent(settings)} {settings.interval_method.words} interval"
    if not settings.interval_method.resampled:
        inputs = "inputs " if comparison.table.has_systems else "items "
        groups = clusters_that_vary(comparison, settings.over, whole="whole groups", named=inputs)
        return words + in_brackets(groups)
    return f"{words} from {count(settings.resamples)} resamples of {_resampled(comparison, settings.over)}"


def _percent(settings: Settings) -> str:
    return f"{100 * settings.confidence:.6g}%"


def _resampled(comparison: CompareResult, over: str) -> str:
    words = RESAMPLED_WORDS.get(over, over)
    words = words if comparison.table.has_systems else "items"
    named = "inputs " if over == "both" else ""
    return words + in_brackets(clusters_that_vary(comparison, over, whole="whole groups", named=named))


def _sides(row: PairTest) -> str:
    return {
        "two-sided": "Two-sided",
        "greater": "One-sided (metric better)",
        "less": "One-sided (metric worse)",
    }[row.alternative]


def _calibration(settings: Settings) -> tuple[str, str]:
    """Return where thresholds come from, and what to say of a number."""
    return settings.tie_calibration, "as given"


def tests_words(comparison: CompareResult, rows: Sequence[PairTest]) -> str:
    """Return which tests they were, and what these swap or resample."""
    kinds: dict[tuple[str, bool], list[PairTest]] = {}
    for row in rows:
        kinds.setdefault((row.test, coefficient_facts(row.coefficient).swaps_outcomes), []).append(row)
    return ", and ".join(
        _tests_of_kind(comparison, found) + (f" ({places_tested(found, rows)})" if len(kinds) > 1 else "")
        for found in kinds.values()
    )


def _tests_of_kind(comparison: CompareResult, rows: Sequence[PairTest]) -> str:
    test = pair_test(rows[0].test)
    overs = list(dict.fromkeys(row.over for row in rows))
    settings = comparison.settings
    early = settings.stop_after if test.stops_early else None
    sizes = sorted({(row.resamples, row.exact) for row in rows if row.resamples})
    if early is not None:
        sizes = sorted({(n if exact else settings.resamples, exact) for n, exact in sizes})
    until = f", until {early} on each side reach the difference" if early is not None else ""
    drawn = " or ".join(
        f"all {count(n)} {test.draws}"
        if exact
        else f"{'up to ' if until else ''}{count(n)} random {test.draws}{until}"
        for n, exact in sizes
    )
    swapped = [_swapped(comparison, over) for over in overs] if test.permutes else []
    if coefficient_facts(rows[0].coefficient).swaps_outcomes:
        swapped = [f"what becomes of the pairs of {words}" for words in swapped]
    words = test.plural.format(
        swapped=" or ".join(swapped), resampled=" or ".join(_resampled(comparison, over) for over in overs)
    )
    return f"{words} ({drawn})" if drawn else words


def _swapped(comparison: CompareResult, over: str) -> str:
    if over == "inputs" and not comparison.table.has_systems:
        return "items"
    words = SWAPPED_WORDS[over]
    return words + in_brackets(clusters_that_vary(comparison, over, inputs=("inputs", "rows_then_columns")))


def _family(rows: Sequence[PairTest], settings: Settings) -> str:
    sizes = sorted({row.family_size for row in rows})
    n = count(sizes[0]) if len(sizes) == 1 else f"{count(sizes[0])} to {count(sizes[-1])}"
    return _FAMILY_WORDS[settings.family].format(n=n)


def _disagreement(comparison: CompareResult, rows: Sequence[PairTest]) -> str:
    """Say once why an interval may exclude zero where the test separates nothing, and the reverse."""
    settings, row = comparison.settings, rows[0]
    reasons = []
    test, resampled = pair_test(row.test), _resampled(comparison, settings.over)
    contrast = test.disagreement(row.over, settings.over)
    if contrast:
        swapped = ""
        if test.permutes:
            overs = dict.fromkeys(one.over for one in rows if pair_test(one.test).permutes)
            swapped = " or ".join(_swapped(comparison, over) for over in overs)
        if swapped in (resampled, f"whole {resampled}"):
            swapped = "them"
        what = contrast.format(swapped=swapped, resampled=_resampled(comparison, row.over))
        reasons.append(f"the interval resamples {resampled}, the test {what}")
    if row.alternative != "two-sided":
        reasons.append("the interval is two-sided, the test one-sided")
    if settings.correction != "none":
        reasons.append("the interval is not adjusted for the number of tests")
    if not reasons:
        return ""
    return f"Interval and verdict can disagree: {'; '.join(reasons)}."
