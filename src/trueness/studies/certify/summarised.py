"""Rows of the published tables from simulated rates and coverages: of the truths of each place the worst."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from trueness.studies.certify.certified_table import CertifiedCoverage, CertifiedRate, Place
from trueness.studies.certify.interval_coverage import IntervalCoverage
from trueness.studies.certify.rejection_rates import RejectionRate, is_alternative

Found = TypeVar("Found", RejectionRate, IntervalCoverage)


def summarised_rates(rates: Iterable[RejectionRate]) -> tuple[CertifiedRate, ...]:
    """Return the rows of the table from the rates of all scenarios.

    Parameters
    ----------
    rates : iterable of RejectionRate
        Of which the two-sided ones of single pairs count.
    """
    counted = [rate for rate in rates if rate.alternative == "two-sided" and rate.family_size == 1]
    found = []
    grouped = _grouped(counted, lambda row: row.test, lambda row: row.alpha)
    for ((test, level, coefficient, scores, n_systems, n_inputs), look, alpha), group in grouped.items():
        null = sorted((rate for rate in group if rate.null), key=lambda rate: rate.rate)
        if not null:
            continue
        worst, middle = null[-1], null[len(null) // 2]
        found.append(
            CertifiedRate(
                test=test,
                level=level,
                coefficient=coefficient,
                scores=scores,
                n_systems=n_systems,
                n_inputs=n_inputs,
                size=worst.rate,
                low=worst.low,
                high=worst.high,
                truth=_truth(worst),
                truths=len(null),
                runs=worst.runs - worst.n_undefined,
                power=_mean([rate.rate for rate in group if is_alternative(rate)]),
                look=look,
                alpha=alpha,
                median=middle.rate,
                median_truth=_truth(middle),
            )
        )
    return tuple(found)


def summarised_coverages(coverages: Iterable[IntervalCoverage]) -> tuple[CertifiedCoverage, ...]:
    """Return the rows of the table from the coverages of all scenarios."""
    found = []
    grouped = _grouped(coverages, lambda row: row.interval, lambda _: 0.0)
    for ((interval, level, coefficient, scores, n_systems, n_inputs), look, _), several in grouped.items():
        group = sorted(several, key=lambda row: row.coverage)
        worst, middle = group[0], group[(len(group) - 1) // 2]
        found.append(
            CertifiedCoverage(
                interval=interval,
                level=level,
                coefficient=coefficient,
                scores=scores,
                n_systems=n_systems,
                n_inputs=n_inputs,
                coverage=worst.coverage,
                low=worst.low,
                high=worst.high,
                truth=_truth(worst),
                truths=len(group),
                mean_coverage=_mean([row.coverage for row in group]),
                replicate=_mean([row.replicate_coverage for row in group]),
                width=_mean([row.width for row in group]),
                runs=worst.runs - worst.n_undefined,
                look=look,
                median=middle.coverage,
                median_truth=_truth(middle),
            )
        )
    return tuple(found)


def _grouped(
    rows: Iterable[Found], method: Callable[[Found], str], alpha: Callable[[Found], float]
) -> dict[tuple[Place, str, float], list[Found]]:
    """Return rows that have numbers, scenario by scenario, by what a row of the table is about."""
    groups: dict[tuple[Place, str, float], list[Found]] = {}
    for row in rows:
        if row.runs > row.n_undefined:
            place = (method(row), row.level, row.coefficient, row.scores, row.n_systems, row.n_inputs)
            groups.setdefault((place, row.look, alpha(row)), []).append(row)
    return groups


def _truth(row: RejectionRate | IntervalCoverage) -> str:
    return row.scenario.partition(";")[0]


def _mean(values: Sequence[float]) -> float:
    known = [value for value in values if not np.isnan(value)]
    return float(np.mean(known)) if known else float("nan")
