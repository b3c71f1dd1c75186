"""The parts of a certification's page on the tail: other levels of significance, one-sided tests, families of tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from trueness.statistics.proportion_interval import proportion_interval
from trueness.studies.certify.certified_table import ALPHA, BAND
from trueness.studies.certify.elements import (
    Grid,
    Heading,
    Paragraph,
    Part,
    mean_proportion,
    proportion,
)
from trueness.studies.certify.rejection_rates import (
    MAIN_SIDE,
    TAIL_FACTOR,
    RejectionRate,
    is_alternative,
    size_verdict,
)

VERDICTS = ("inside", "above", "below", "open")

FAMILY_ALPHAS = (0.05, 0.01)


def parts_of_tails(rates: Sequence[RejectionRate]) -> list[Part]:
    """Return a table of rates at other levels of significance, and of one-sided tests, over all null truths."""
    rows = []
    for (test, level, coefficient, alternative, alpha), here in _by_side(rates).items():
        null = [rate for rate in here if rate.null]
        if not null or (alternative, alpha) == MAIN_SIDE:
            continue
        verdicts = Counter(size_verdict(rate, len(null)) for rate in null)
        worst = max(null, key=lambda rate: rate.rate)
        powers = [rate.rate for rate in here if is_alternative(rate)]
        rows.append(
            (
                test,
                f"{level}, {coefficient}",
                alternative,
                f"{alpha:g}",
                _pooled(null),
                f"{worst.rate:.2g}",
                f"{worst.runs - worst.n_undefined:,}",
                *(str(verdicts[verdict]) for verdict in VERDICTS),
                mean_proportion(powers),
                worst.scenario,
            )
        )
    if not rows:
        return []
    said = (
        "The rate over all tables in which there is nothing to find, with its exact 95% interval, and the largest one "
        "of a scenario, with its tables; by their intervals, simultaneous over the scenarios, scenarios lie within "
        f"{proportion(ALPHA)} ± {proportion(BAND)}, or a factor of {TAIL_FACTOR:g} of smaller levels of significance, "
        "above, below, or across a border (*open*: most need more tables; `--tails` runs some with 200,000)."
    )
    header = (
        *("test", "level, coefficient", "alternative", "alpha", "rate", "largest", "tables"),
        *VERDICTS,
        *("power", "largest where"),
    )
    words = ("test", "level, coefficient", "alternative", "largest where")
    return [Heading("Other levels of significance"), Paragraph(said), Grid(header, rows, words=words)]


def parts_of_families(rates: Sequence[RejectionRate]) -> list[Part]:
    """Return a table of families of tests of metrics that are alike: how often Holm's procedure rejects any."""
    rows = [
        (
            rate.test,
            f"{rate.level}, {rate.coefficient}",
            str(rate.family_size),
            f"{rate.alpha:g}",
            f"{proportion(rate.rate)} ({proportion(rate.low)} to {proportion(rate.high)})",
            f"{rate.runs - rate.n_undefined:,}",
            rate.scenario,
        )
        for rate in rates
        if rate.alternative == "two-sided" and rate.alpha in FAMILY_ALPHAS and not np.isnan(rate.rate)
    ]
    if not rows:
        return []
    said = (
        "Where all metrics of a family are alike: the share of tables in which Holm's correction of all pairs, "
        "two-sided, finds any difference, which should be at most alpha."
    )
    header = ("test", "level, coefficient", "pairs", "alpha", "any found", "tables", "where")
    words = ("test", "level, coefficient", "where")
    return [Heading("Families of tests"), Paragraph(said), Grid(header, rows, words=words)]


def _by_side(
    rates: Sequence[RejectionRate],
) -> dict[tuple[str, str, str, str, float], list[RejectionRate]]:
    groups: dict[tuple[str, str, str, str, float], list[RejectionRate]] = {}
    for rate in rates:
        if not np.isnan(rate.rate):
            groups.setdefault((rate.test, rate.level, rate.coefficient, *rate.side), []).append(rate)
    return groups


def _pooled(rates: Sequence[RejectionRate]) -> str:
    """Return the share of rejections in the tables of all scenarios, with its interval."""
    hits, of = sum(rate.rejected for rate in rates), sum(rate.runs - rate.n_undefined for rate in rates)
    low, high = proportion_interval(hits, of)
    return f"{hits / of:.2g} ({low:.2g} to {high:.2g})"
