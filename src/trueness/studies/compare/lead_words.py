"""What is said of the lead of one metric over another in several facets."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from trueness.decisions.decision import Decision, Ground
from trueness.decisions.lead_depends import INPUTS, PVALUE, REACH, SHIFT, SYSTEMS
from trueness.studies.compare.lead_contrasts import POWER, LeadContrast, LeadContrasts
from trueness.study.number_words import bracketed, decimal, percent, significant
from trueness.study.words import capital, coefficient_words

MOST_NAMED = 3
"""Pairs of facets that are named."""


def lead_words(found: LeadContrasts) -> tuple[str, ...]:
    """Return, for every level by its first coefficient, whether the lead depends on the facet, and by how much."""
    first = {decision.level: decision for decision in reversed(found.decisions)}
    return tuple(
        _said(
            decision,
            [
                row
                for row in found.rows
                if (row.level, row.coefficient) == (decision.level, decision.coefficient)
            ],
            found.of,
        )
        for decision in reversed(first.values())
    )


def _said(decision: Decision, rows: Sequence[LeadContrast], of: str) -> str:
    metric, rival = rows[0].metric, rows[0].rival
    lead = f"the lead of '{metric}' over '{rival}'"
    where = f"({decision.level.replace('_', '-')} level, {coefficient_words(decision.coefficient)})"
    between = sorted(
        (row for row in rows if row.other_facet and not row.unknown),
        key=lambda row: (row.pvalue_adjusted, row.pvalue),
    )
    if decision.answer == "yes":
        shown = between[: min(MOST_NAMED, len(decision.names))]
        more = len(decision.names) - len(shown)
        rest = f" {more} more pairs differ." if more > 1 else " 1 more pair differs." if more else ""
        return (
            f"{capital(lead)} depends on {of} {where}: {'; '.join(_pair(row, rows) for row in shown)}.{rest}"
        )
    if decision.answer == "no":
        return (
            f"{capital(lead)} does not depend on {of} by {decimal(decision.bar)} or more {where}: the largest "
            f"difference these data leave is {decimal(decision.estimate)}."
        )
    unsure = f"We cannot tell whether {lead} depends on {of} {where}"
    if decision.reason != PVALUE and decision.ground.need:
        return f"{unsure}: {_need(decision.ground)}."
    if not between:
        return f"{unsure}: in fewer than two is it known."
    return f"{unsure}: {_pair(between[0], rows)}. {' '.join(_next(decision, between[0]))}"


def _next(decision: Decision, row: LeadContrast) -> Iterator[str]:
    """Yield how large the difference may be, and from what size on these data would show one."""
    yield f"The difference is {decimal(row.estimate)}{bracketed(row.low, row.high)}."
    found = row.detectable
    if math.isfinite(found):
        yield f"These data would find one of about {decimal(found)} ({percent(POWER)} power)."
    reach = decision.of(REACH)
    if reach is not None:
        yield f"It may be as large as {decimal(reach.estimate)}, more than the margin of {decimal(reach.bar)}."


def _need(ground: Ground) -> str:
    if ground.measure == SHIFT:
        return (
            "there are many more inputs in one than in another, which alone changes leads of systems' scores; at the "
            "input level it does not (--level input)"
        )
    what = {SYSTEMS: "systems", INPUTS: "inputs"}[ground.measure]
    return f"every facet needs at least {ground.bar:g} {what}, and one has {ground.estimate:g}"


def _pair(row: LeadContrast, rows: Sequence[LeadContrast]) -> str:
    """Return the leads in two facets, and the p-value of their difference."""
    lead = {one.facet: one for one in rows if not one.other_facet}
    both = " and ".join(
        f"{decimal(lead[name].estimate)}{bracketed(lead[name].low, lead[name].high)} in '{name}'"
        for name in (row.facet, row.other_facet)
    )
    n_pairs = sum(bool(one.other_facet) for one in rows)
    after = f" after correction for {n_pairs} pairs" if n_pairs > 1 else ""
    return f"it is {both} (p {significant(row.pvalue_adjusted, 2)}{after})"
