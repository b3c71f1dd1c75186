"""What a paper has to say of a comparison: its test, its intervals, and where scores of systems come from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from trueness.errors import counted, listing, series
from trueness.methods.recommended import ChosenInterval
from trueness.methods.registry import pair_test
from trueness.reporting.citation import DEUTSCH, Part, Sentence, cite, cited
from trueness.reporting.study_methods import (
    CORRECTION_SOURCES,
    DRAWN,
    Reported,
    StudyMethods,
    coefficients_cited,
    level_words,
    missing_parts,
    sentence_of,
)
from trueness.reporting.writing.tables import count
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.compare.aggregation import all_means, corpus_sentence, left_out
from trueness.studies.compare.cluster_words import clusters_that_vary, in_brackets
from trueness.studies.compare.places_tested import places_tested
from trueness.studies.compare.presets import PRESETS
from trueness.studies.compare.rows import CompareResult, PairTest
from trueness.studies.compare.settings import Settings
from trueness.studies.compare.words import generalises_to
from trueness.study.words import CALIBRATION_WORDS, CALLED, CORRECTION_WORDS, agreement_noun, plugged_in

_LEVELS = {
    "system": "The system level is one correlation of the systems' mean scores.",
    "input": "The input level is the correlation across systems for every input, averaged over inputs.",
    "global": "The global level is of all outputs pooled.",
    "per_system": "The per-system level is the correlation across inputs for every system, averaged over systems.",
}


class CompareMethods(StudyMethods[CompareResult]):
    """How a comparison of metrics came about."""

    def data(self, result: CompareResult) -> Iterator[Sentence]:
        """Yield whose options these are, and what was compared on what."""
        if result.settings.preset is not None:
            yield from _preset(result.settings)
        yield _data(result)

    def sentences(self, result: CompareResult) -> Iterator[Sentence]:
        """Yield the coefficients, the intervals, and every test there is."""
        yield from _sentences(result)

    def reported(self, result: CompareResult) -> Reported:
        """Return the tests, and what scores of systems without all outputs are of."""
        rows = (*result.tests, *result.beside)
        tests = dict.fromkeys(pair_test(row.test).noun for row in rows)
        sides = result.settings.alternative
        return Reported(
            interval=series(
                [chosen.method.words for chosen in result.settings.intervals if chosen.method.words] or [""]
            ),
            test=f"{series(list(tests))}, {sides}, at α = {result.settings.alpha:g}" if tests else "",
            applies_to=generalises_to(result.settings, has_systems=result.table.has_systems),
            missing="; ".join(_missing(result)),
        )

    def missing(self, result: CompareResult) -> Iterator[Sentence]:
        """Yield how many scores were missing, and what is undefined."""
        yield from map(sentence_of, _missing(result))
        if any(row.n_undefined for row in result.estimates):
            yield (
                "Where a scorer was constant its correlation is undefined and was left out, not set to 0.",
            )

    def draws(self, result: CompareResult) -> bool:
        """Whether an interval or a test drew at random."""
        rows = (*result.tests, *result.beside)
        return result.settings.draws_for_intervals or any(row.resamples and not row.exact for row in rows)


def _sentences(comparison: CompareResult) -> Iterator[Sentence]:
    settings = comparison.settings
    yield from _correlations(comparison)
    for chosen in settings.intervals if settings.interval_method.sentence else ():
        yield _intervals(comparison, chosen)
    # who quotes an interval says how often one like it held what it should
    for caution in comparison.cautions:
        if (caution.code, caution.severity) == ("certified_coverage", "warning"):
            yield (caution.message,)
    if comparison.tests:
        yield from difference_tests(comparison)
        yield _decision(comparison)
    for over in dict.fromkeys(row.over for row in comparison.beside):
        end = "." if settings.correction == "none" else ", corrected in the same way."
        end = f"{left_out(comparison, over)}{end}"
        yield (
            f"Beside it we report the permutation test that exchanges {permuted(comparison, over)}",
            cite(DEUTSCH),
            end,
        )
    if comparison.ranks:
        yield (
            ("Rank clusters follow the rule of the WMT metrics task, from the same decisions of the test"),
            cite("freitag-etal-2022-results"),
            ".",
        )
    if comparison.normality:
        yield ("Normality was examined with Shapiro–Wilk tests", cite("shapiro-wilk-1965-analysis"), ".")


def _preset(settings: Settings) -> Iterator[Sentence]:
    preset = PRESETS[str(settings.preset)]
    more = settings.resamples != preset.settings["resamples"]
    yield (
        f"All options are those of {preset.title}",
        cite(preset.work),
        f", but for {count(settings.resamples)} resamples." if more else ".",
    )
    if preset.differs:
        yield (preset.differs,)


def _data(comparison: CompareResult) -> Sentence:
    _, n_systems, n_inputs = comparison.table.shape
    metrics = "one metric" if len(comparison.metrics) == 1 else f"{len(comparison.metrics)} metrics"
    units = (
        f"{count(n_inputs)} items"
        if not comparison.table.has_systems
        else (
            f"the outputs of {count(n_systems)} system{'s' * (n_systems != 1)} for {count(n_inputs)} "
            f"input{'s' * (n_inputs != 1)}"
        )
    )
    return (f"We compared {metrics} with the human scores ‘{comparison.human}’ on {units}.",)


def _correlations(comparison: CompareResult) -> Iterator[Sentence]:
    settings = comparison.settings
    parts: list[Part] = ["We report "]
    for k, coefficient in enumerate(settings.coefficients):
        parts.append("" if k == 0 else " and " if k == len(settings.coefficients) - 1 else ", ")
        parts += coefficients_cited([coefficient])
        if settings.levels_of(coefficient) != settings.computed_levels:
            only = series([level.replace("_", "-") for level in settings.levels_of(coefficient)])
            parts.append(f" ({only} level only)")
    levels = dict(_LEVELS)
    if not all_means(comparison):
        levels["system"] = levels["system"].replace("mean scores", "scores")
    parts.append(f" at the {level_words(settings.computed_levels)}.")
    yield tuple(parts)
    for level in settings.computed_levels:
        yield (levels[level],)
    if any(coefficient_facts(name).calibrated for name in settings.coefficients):
        how = CALIBRATION_WORDS.get(
            settings.tie_calibration, f"of {settings.tie_calibration} for every metric"
        )
        kept = "" if settings.tie_calibration == "none" else "; resamples and permutations keep it"
        yield (f"Scores of a metric tie within a threshold {how}{kept}.",)
    if any(coefficient_facts(name).called for name in settings.coefficients):
        yield (
            f"Balanced accuracy is of calls from a threshold on, {CALLED}; it is chosen anew in every resample.",
        )
    if "system" in settings.levels:
        yield from _system_scores(comparison)
    flipped = [scorer.name for scorer in comparison.table.scorers if not scorer.higher_is_better]
    if flipped:
        names = series([f"‘{name}’" for name in flipped])
        yield (f"Scores of {names}, where lower is better, were negated.",)


def _system_scores(comparison: CompareResult) -> Iterator[Sentence]:
    """Yield whose scores of systems are no means."""
    medians = [name for name in comparison.metrics if comparison.aggregation(name) == "median"]
    if medians:
        whose = "a metric" if len(medians) == len(comparison.metrics) else listing(medians, 12)
        yield (
            f"A system's score by {whose} is the median of its outputs' scores",
            cite("graham-2015-evaluating"),
            ", by the human their mean.",
        )
    if sentence := corpus_sentence(comparison):
        yield (sentence,)


def _intervals(comparison: CompareResult, chosen: ChosenInterval) -> Sentence:
    settings, method = comparison.settings, chosen.method
    confidence = f"{100 * settings.confidence:g}%"
    drawn = DRAWN[chosen.over]
    has_systems = comparison.table.has_systems
    if not has_systems:
        drawn = "items were resampled with replacement"
    groups = clusters_that_vary(
        comparison, chosen.over, whole="whole groups", named="inputs " if has_systems else "items "
    )
    clusters = "".join(f", {group}" for group in groups)
    names = settings.other_intervals.get(chosen, ())
    sentence = method.sentence
    if names:
        whose = series([coefficient_facts(name).words for name in names])
        sentence = sentence.replace("Confidence intervals ({confidence})", f"Those of {whose}", 1)
    sources = "; ".join(f"@{key}" for key in method.sources(settings.coefficients))
    taken = plugged_in(settings.computed_levels)
    # where nothing is drawn the sentence itself does not say it
    left_whole = f" Left out were {' and '.join(groups)}." if groups and not method.resampled else ""
    return cited(
        sentence.replace("{sources}", f" [{sources}]" if sources else "") + "{left_whole}",
        left_whole=left_whole,
        confidence=confidence,
        resamples=count(settings.resamples),
        drawn=f"{drawn}{clusters}",
        applies_to=generalises_to(settings, has_systems=has_systems),
        off=f", with {taken}, as published" if taken else "",
    )


def _decision(comparison: CompareResult) -> Sentence:
    settings = comparison.settings
    alpha = f"α = {settings.alpha:g}"
    if settings.correction == "none":
        return (
            f"Differences are called significant at {alpha}; p-values were not corrected for multiple tests.",
        )
    family = {
        "all": "over all tests" if settings.alternative != "two-sided" else "over all pairs",
        "pairs": "over the smaller p-value of each pair",
        "per_metric": "over the tests of each metric",
        "baseline": "over the tests against the baseline",
    }[settings.family]
    sizes = sorted({row.family_size for row in comparison.tests})
    size = counted(sizes[0], "test") if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} tests"
    return (
        f"Differences are called significant at {alpha} after {CORRECTION_WORDS[settings.correction]}",
        cite(CORRECTION_SOURCES[settings.correction]),
        f" {family} at one level and coefficient ({size}).",
    )


def _missing(comparison: CompareResult) -> tuple[str, ...]:
    """Return how many scores were missing, and of what a score of a system then is."""
    settings = comparison.settings
    said = missing_parts(comparison)
    if "system" not in settings.levels or not np.isnan(comparison.table.values).any():
        return said
    means = (
        "means of a system are over the judged outputs"
        if settings.means == "judged"
        else "a metric's mean of a system is over all its outputs, judged or not"
    )
    if not all_means(comparison):
        means = means.replace("means of a system", "scores of a system").replace("mean of", "score of")
    return (*said, means)


_PERMUTED = {
    "systems": "the two metrics' scores for whole systems",
    "inputs": "the two metrics' scores for whole inputs",
    "both": "the two metrics' scores for every output independently (Perm-Both)",
    "rows_then_columns": "the two metrics' scores for whole systems and then for whole inputs",
}
_SCALED = {
    "level": "the metrics were z-scored over what is compared at each level",
    "cells": "each metric was z-scored over all its scores",
}


def difference_tests(comparison: CompareResult) -> Iterator[Sentence]:
    """Yield a sentence on the test asked for, and one on every test that stands in for it.

    Parameters
    ----------
    comparison : CompareResult
        With tests.
    """
    rows: dict[tuple[str, str, bool, bool], list[PairTest]] = {}
    for row in comparison.tests:
        facts = coefficient_facts(row.coefficient)
        kind = (row.test, row.over, facts.swaps_outcomes, facts.scale_invariant)
        rows.setdefault(kind, []).append(row)
    for found in rows.values():
        first, *rest = _test(comparison, found[0])
        if len(rows) > 1:
            places = places_tested(found, comparison.tests)
            first = f"{places[0].upper()}{places[1:]}, {str(first)[0].lower()}{str(first)[1:]}"
        yield (first, *rest)


def _test(comparison: CompareResult, row: PairTest) -> Sentence:
    settings = comparison.settings
    sides = {
        "two-sided": "two-sided",
        "greater": "one-sided (the metric better than its rival)",
        "less": "one-sided (the metric worse than its rival)",
    }[row.alternative]
    which = (
        f"every metric and the baseline ‘{settings.baseline}’"
        if settings.baseline is not None
        else "every pair of metrics"
    )
    start = f"Differences in {agreement_noun(settings.coefficients)} between {which} were tested with "
    test = pair_test(row.test)
    template = test.sentence
    template = template.replace("{if_random}", "" if row.exact else test.if_random)
    has_intervals = not np.isnan([one.low for one in comparison.tests]).all()
    template = template.replace("{if_intervals}", test.if_intervals if has_intervals else "")
    taken = plugged_in(settings.computed_levels)
    number = count(row.resamples)
    return cited(
        template,
        start=start,
        sides=sides,
        off=f", with {taken}, as published" if taken else "",
        over=row.over,
        left=_left_out(comparison, row.over),
        resampled=_resampled(comparison, row.over),
        exchanged=_exchanged(comparison, row) if test.permutes else "",
        count=number,
        drawn=f"all {number} {test.draws}" if row.exact else f"{number} random {test.draws}",
    )


def _exchanged(comparison: CompareResult, row: PairTest) -> str:
    """Return what a permutation test exchanges, and on which scale."""
    groups = in_brackets(clusters_that_vary(comparison, row.over, inputs=("inputs", "rows_then_columns")))
    facts = coefficient_facts(row.coefficient)
    if facts.swaps_outcomes:
        unit = {"inputs": "an input", "systems": "a system"}[row.over]
        return f"what becomes of the pairs of {unit}{groups} at a time"
    scale = "as they are given"
    if facts.scale_invariant:
        scale = f"after {_SCALED[comparison.settings.standardize]}"
    return f"{permuted(comparison, row.over)}{groups} {scale}"


def permuted(comparison: CompareResult, over: str) -> str:
    """Return what a permutation test exchanges."""
    items = over == "inputs" and not comparison.table.has_systems
    return "the two metrics' scores for items" if items else _PERMUTED[over]


_LEFT_OUT = {
    "both": "systems, inputs and both at once",
    "systems": "systems",
    "inputs": "inputs",
    "these": "a system and an input at once",
}


def _left_out(comparison: CompareResult, over: str) -> str:
    """Return what a jackknife leaves out."""
    words = _LEFT_OUT[over] if comparison.table.has_systems else "items"
    return words + in_brackets(clusters_that_vary(comparison, over))


def _resampled(comparison: CompareResult, over: str) -> str:
    if not comparison.table.has_systems:
        return "items"
    return "systems and inputs" if over == "both" else over
