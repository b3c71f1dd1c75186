"""What is said of variants: findings, and what a reader has to know."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from trueness.decisions.decision import Decision
from trueness.decisions.quote_best import QUOTE_BEST
from trueness.errors import listing
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.same_metrics import same_metrics
from trueness.studies.variants.rows import BestRow, OptionRow, VariantsResult
from trueness.study.number_words import bracketed, counted, decimal, percent
from trueness.study.rows import Caution
from trueness.study.words import CORRECTION_WORDS, coefficient_words

OVER_PHRASES = {
    "inputs": "other inputs",
    "systems": "other systems",
    "both": "other systems and inputs",
}
_OPTION_WORDS = {"stop": "stop words {}", "aggregate": "{} of outputs' scores", "type": "ROUGE-{}"}

FEW_UNITS = 20
"""Of fewer systems a half says little about the other."""


def variants_conclusions(result: VariantsResult) -> tuple[str, ...]:
    """Return what was found, one sentence each."""
    first = result.settings.coefficients[0]
    rows = result.of(first)
    best = rows[0]
    metrics = counted(len(rows), "metric")
    agrees = f"{coefficient_words(first)} {decimal(best.estimate)}{bracketed(best.low, best.high)}"
    found = [
        f"Of {metrics} '{best.metric}' agrees best with '{result.human}' over systems: {agrees}.",
        _optimal(result),
    ]
    if sentence := _options([row for row in result.options if row.coefficient == first]):
        found.append(sentence)
    found += [_luck(row, decision) for row, decision in quoted(result, first)]
    return tuple(found)


def _optimal(result: VariantsResult) -> str:
    first, settings = result.settings.coefficients[0], result.settings
    rows = result.of(first)
    plain, corrected, default, default_corrected = (
        sum(getattr(row, name) for row in rows)
        for name in ("optimal", "optimal_adjusted", "optimal_default", "optimal_default_adjusted")
    )
    after = ""
    if settings.correction != "none":
        after = (
            f" After {CORRECTION_WORDS[settings.correction]} they are {corrected} and {default_corrected}."
        )
    return (
        f"{plain} of {len(rows)} are not significantly outperformed by any other by Williams' test without correction, "
        f"{default} by the two-way jackknife.{after}"
    )


def _options(rows: list[OptionRow]) -> str:
    leading: dict[str, OptionRow] = {}
    for row in rows:
        leading.setdefault(row.option, row)
    said = [
        f"{_OPTION_WORDS.get(row.option, '{}').format(row.value)} ({percent(row.share)})"
        for row in leading.values()
        if not math.isnan(row.share)
    ]
    return f"Most frequent among the optimal variants: {', '.join(said)}." if said else ""


def quoted(result: VariantsResult, coefficient: str) -> list[tuple[BestRow, Decision]]:
    """Return what the best owes to luck, with what is decided of quoting it.

    Parameters
    ----------
    result : VariantsResult
    coefficient : str
    """
    decided = {(one.coefficient, one.facet): one for one in result.decisions if one.rule == QUOTE_BEST.name}
    rows = [row for row in result.luck if row.coefficient == coefficient and not math.isnan(row.drop)]
    return [(row, decided[row.coefficient, row.over]) for row in rows if (coefficient, row.over) in decided]


def elsewhere_words(row: BestRow) -> str:
    """Return what the best reaches elsewhere: ``about 0.71 [0.40, 0.88] with other systems``."""
    limits = bracketed(row.estimate - row.drop_high, row.estimate - row.drop_low)
    return f"about {decimal(row.honest)}{limits} with {OVER_PHRASES[row.over]}"


def _luck(row: BestRow, decision: Decision) -> str:
    start = {
        "yes": f"Chosen among {row.n_metrics}, '{row.metric}' may be quoted with its {decimal(row.estimate)}",
        "no": f"Do not quote the {decimal(row.estimate)} of '{row.metric}', chosen among {row.n_metrics}",
        "cannot_tell": f"We cannot tell whether '{row.metric}', chosen among {row.n_metrics}, owes its "
        f"{decimal(row.estimate)} to luck",
    }[decision.answer]
    return f"{start}: it reaches {elsewhere_words(row)}. {percent(1 - row.share_same)} of other samples pick another."


def variants_cautions(
    result: VariantsResult, arrays: ScoreArrays, reasons: Mapping[str, str]
) -> tuple[Caution, ...]:
    """Return what a reader has to know, warnings first.

    Parameters
    ----------
    result : VariantsResult
    arrays : ScoreArrays
        The columns that were compared.
    reasons : mapping of str to str
        Of what no halves could be made, and why.
    """
    found = [*_of_luck(result, reasons), *_of_tests(result), *_of_columns(result, arrays)]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


def _of_luck(result: VariantsResult, reasons: Mapping[str, str]) -> Iterable[Caution]:
    first = result.settings.coefficients[0]
    for over, reason in reasons.items():
        yield Caution("no_halves", "note", f"Nothing is said of luck over {over}: {reason}")
    large = [row for row, decision in quoted(result, first) if decision.answer == "no"]
    if large:
        worst = max(large, key=lambda row: row.drop)
        yield Caution(
            "lucky_best",
            "warning",
            f"The best of {worst.n_metrics} owes {decimal(worst.drop)} of its {decimal(worst.estimate)} to having been "
            f"chosen. Quote what it reaches elsewhere: {elsewhere_words(worst)}.",
        )
    few = [row for row in result.luck if row.over == "systems" and row.n_units < FEW_UNITS]
    if few:
        yield Caution(
            "few_systems_in_halves",
            "note",
            f"Halves of {few[0].n_units} systems are {few[0].n_units // 2}: what the best loses with other systems is "
            "known roughly.",
        )


def _of_tests(result: VariantsResult) -> Iterable[Caution]:
    first = result.settings.coefficients[0]
    rows = result.of(first)
    known = [row for row in rows if not math.isnan(row.estimate)]
    tests = len(known) * (len(known) - 1)
    if tests:
        yield Caution(
            "uncorrected_tests",
            "warning",
            f"Without correction, {tests:,} one-sided tests at {result.settings.alpha:g} of metrics that agree equally "
            f"well would call {result.settings.alpha * tests:,.0f} significant by chance alone, and a metric that "
            "correlates strongly with the others is found outperformed more easily. The columns after correction do "
            "not have this fault.",
        )
    if all(row.optimal_adjusted for row in known) and result.settings.correction != "none":
        yield Caution(
            "all_optimal",
            "note",
            f"After correction no metric is outperformed by Williams' test: of {len(known)} metrics none can be called "
            "better than another on these data.",
        )


def _of_columns(result: VariantsResult, arrays: ScoreArrays) -> Iterable[Caution]:
    lost = [row.metric for row in result.of(result.settings.coefficients[0]) if math.isnan(row.estimate)]
    if lost:
        give = "gives" if len(lost) == 1 else "give"
        yield Caution(
            "undefined_variants",
            "warning",
            f"{counted(len(lost), 'metric')} {give} all systems the same score, so that no correlation follows: "
            f"{listing(lost)}. That is neither optimal nor outperformed.",
        )
    same = same_metrics(arrays, by_aggregation=True)
    if same:
        groups = "; ".join(listing([arrays.names[k] for k in group], 4) for group in same[:3])
        more = f"; and {len(same) - 3} more" if len(same) > 3 else ""
        yield Caution(
            "same_variants",
            "note",
            f"Metrics that are one and the same up to scale: {groups}{more}. Which of them is called the best is their "
            "order.",
        )
    kinds = [arrays.aggregation(k) for k in range(arrays.n_metrics)]
    corpus = [name for name, kind in zip(arrays.names, kinds, strict=True) if kind == "corpus"]
    medians = int(np.sum([kind == "median" for kind in kinds]))
    if corpus or medians:
        parts = [f"medians for {counted(medians, 'column')} named :median"] if medians else []
        parts += [f"corpus scores for {listing(corpus, 4)}"] if corpus else []
        yield Caution("system_scores", "note", f"Scores of systems are means, {' and '.join(parts)}.")
