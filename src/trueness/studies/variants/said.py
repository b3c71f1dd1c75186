"""What is said of variants: findings, and what a reader has to know."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from trueness.decisions.decision import Decision
from trueness.decisions.quote_best import QUOTE_BEST
from trueness.errors import listing
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.compare.same_metrics import same_metrics
from trueness.studies.variants.rows import BestRow, OptionRow, VariantRow, VariantsResult
from trueness.study.lights import lit
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
    """Return which agrees best and how many are tied with it, whether its correlation may be quoted, and details."""
    first = result.settings.coefficients[0]
    rows = result.of(first)
    if math.isnan(rows[0].estimate):
        return (f"We cannot tell which metric agrees best with '{result.human}': no correlation is defined.",)
    # of the widest first: what holds of other systems and inputs alike
    luck = [_luck(row, decision) for row, decision in reversed(quoted(result, first))]
    options = _options([row for row in result.options if row.coefficient == first])
    return (_best(result, rows), *luck, _optimal(result, rows), *filter(None, [options]))


def not_outperformed(found: VariantsResult, rows: Sequence[VariantRow]) -> tuple[int, int]:
    """Return how many are not outperformed by the two-way jackknife, and by Williams' test, after the correction."""
    corrected = found.settings.correction != "none"
    names = ("optimal_default_adjusted", "optimal_adjusted") if corrected else ("optimal_default", "optimal")
    default, williams = (sum(getattr(row, name) for row in rows) for name in names)
    return default, williams


def _best(result: VariantsResult, rows: Sequence[VariantRow]) -> str:
    best, others = rows[0], rows[1:]
    agrees = f"{coefficient_words(best.coefficient)} {decimal(best.estimate)}{bracketed(best.low, best.high)}"
    if not others:
        return f"'{best.metric}' agrees with '{result.human}' over systems: {agrees}."
    said = (
        f"Of {len(rows)} metrics, '{best.metric}' agrees best with '{result.human}' over systems: {agrees}."
    )
    tied, _ = not_outperformed(result, others)
    left = len(others) - tied
    if not tied:
        return f"{said} {'The other one is' if left == 1 else f'All {left} others are'} outperformed."
    ties = f"We cannot tell it from {'the other one' if len(others) == 1 else counted(tied, 'other')}"
    if not left:
        return f"{said} {ties}."
    return f"{said} {ties}; {left} {'is' if left == 1 else 'are'} outperformed."


def _optimal(result: VariantsResult, rows: Sequence[VariantRow]) -> str:
    n = len(rows)
    williams, default = (sum(getattr(row, name) for row in rows) for name in ("optimal", "optimal_default"))
    said = (
        f"Williams' test without correction leaves {williams} of {n} that no other outperforms, the two-way jackknife "
        f"{default}."
    )
    if result.settings.correction == "none":
        return said
    default, williams = not_outperformed(result, rows)
    return f"{said} After {CORRECTION_WORDS[result.settings.correction]} these are {williams} and {default}."


def _options(rows: list[OptionRow]) -> str:
    leading: dict[str, OptionRow] = {}
    for row in rows:
        leading.setdefault(row.option, row)
    said = [
        f"{_OPTION_WORDS.get(row.option, '{}').format(row.value)} ({percent(row.share)})"
        for row in leading.values()
        if not math.isnan(row.share)
    ]
    return f"Commonest among variants that no other outperforms: {', '.join(said)}." if said else ""


def quoted(result: VariantsResult, coefficient: str) -> list[tuple[BestRow, Decision]]:
    """Return what the best owes to luck, with what is decided of quoting it."""
    decided = {(one.coefficient, one.facet): one for one in result.decisions if one.rule == QUOTE_BEST.name}
    rows = [row for row in result.luck if row.coefficient == coefficient and not math.isnan(row.drop)]
    return [(row, decided[row.coefficient, row.over]) for row in rows if (coefficient, row.over) in decided]


def elsewhere_words(row: BestRow) -> str:
    """Return what the best reaches elsewhere: ``about 0.71 [0.40, 0.88] with other systems``."""
    limits = bracketed(row.estimate - row.drop_high, row.estimate - row.drop_low)
    return f"about {decimal(row.honest)}{limits} with {OVER_PHRASES[row.over]}"


def _luck(row: BestRow, decision: Decision) -> str:
    start = {
        "yes": f"Quote the {decimal(row.estimate)} of '{row.metric}'",
        "no": f"Do not quote the {decimal(row.estimate)} of '{row.metric}'",
        "cannot_tell": f"We cannot tell how much of its {decimal(row.estimate)} '{row.metric}' owes to luck",
    }[decision.answer]
    chosen = f"the best of {row.n_metrics} reaches {elsewhere_words(row)}"
    return lit(
        decision.answer,
        f"{start}: {chosen}. In {percent(1 - row.share_same)} of other samples another metric is the best.",
    )


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
        yield Caution("no_halves", "note", f"We cannot tell what is luck over {over}: {reason}")
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
            f"A half of {few[0].n_units} systems has {few[0].n_units // 2}, so what the best loses with other systems "
            "is a rough estimate.",
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
            f"Without correction, {tests:,} one-sided tests at {result.settings.alpha:g} would find about "
            f"{result.settings.alpha * tests:,.0f} differences by chance alone. They also find metrics outperformed "
            "more easily that correlate strongly with others. Rely on the columns after correction.",
        )
    if all(row.optimal_adjusted for row in known) and result.settings.correction != "none":
        yield Caution(
            "all_optimal",
            "note",
            "After correction Williams' test finds no metric outperformed: these data do not separate the "
            f"{len(known)} metrics.",
        )


def _of_columns(result: VariantsResult, arrays: ScoreArrays) -> Iterable[Caution]:
    lost = [row.metric for row in result.of(result.settings.coefficients[0]) if math.isnan(row.estimate)]
    if lost:
        give = "gives" if len(lost) == 1 else "give"
        yield Caution(
            "undefined_variants",
            "warning",
            f"{counted(len(lost), 'metric')} {give} all systems the same score: {listing(lost)}. Their correlation is "
            "undefined, so they count neither as optimal nor as outperformed.",
        )
    same = same_metrics(arrays, by_aggregation=True)
    if same:
        groups = "; ".join(listing([arrays.names[k] for k in group], 4) for group in same[:3])
        more = f"; and {len(same) - 3} more" if len(same) > 3 else ""
        yield Caution(
            "same_variants",
            "note",
            f"These metrics are the same up to scale: {groups}{more}. Which of them is called the best follows their "
            "order alone.",
        )
    kinds = [arrays.aggregation(k) for k in range(arrays.n_metrics)]
    corpus = [name for name, kind in zip(arrays.names, kinds, strict=True) if kind == "corpus"]
    medians = int(np.sum([kind == "median" for kind in kinds]))
    if corpus or medians:
        parts = [f"medians for {counted(medians, 'column')} named :median"] if medians else []
        parts += [f"corpus scores for {listing(corpus, 4)}"] if corpus else []
        yield Caution("system_scores", "note", f"Scores of systems are means, {' and '.join(parts)}.")
