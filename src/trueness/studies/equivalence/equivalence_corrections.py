"""From tests of pairs to the rows of an equivalence study: corrections and verdicts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from trueness.statistics.corrections import adjust_families
from trueness.studies.equivalence.equivalence_rows import EquivalenceRow
from trueness.studies.equivalence.equivalence_settings import EquivalenceSettings
from trueness.studies.equivalence.equivalence_tests import PairEquivalence
from trueness.studies.equivalence.margin_side import margin_side, smallest_side_margin
from trueness.studies.equivalence.verdict import one_sided_verdict, verdict


class Compared(NamedTuple):
    """One test and what it is of.

    Attributes
    ----------
    metric, rival : str
        Equal where conditions are compared.
    condition : str
        Of the rival's scores; empty where both are of one table.
    human : str
    item : PairEquivalence
    """

    metric: str
    rival: str
    condition: str
    human: str
    item: PairEquivalence


def by_level(found: Sequence[Compared]) -> list[Compared]:
    """Return tests by level and coefficient, in the order they were made within each."""
    keys = list(dict.fromkeys(entry.item.key for entry in found))
    return [entry for key in keys for entry in found if entry.item.key == key]


def corrected_rows(entries: Sequence[Compared], settings: EquivalenceSettings) -> tuple[EquivalenceRow, ...]:
    """Return the rows of tests, corrected within each level and coefficient, in the order given."""
    items = [entry.item for entry in entries]
    families = [item.key for item in items]
    raw = [item.test.pvalue for item in items]
    differences = [item.pvalue_difference for item in items]
    adjusted = adjust_families(raw, families, settings.correction)
    adjusted_differences = adjust_families(differences, families, settings.correction)
    sizes = {
        key: sum(f == key and not math.isnan(p) for f, p in zip(families, raw, strict=True))
        for key in families
    }
    rows = []
    for (metric, rival, condition, human, item), corrected, other in zip(
        entries, adjusted, adjusted_differences, strict=True
    ):
        test, (level, coefficient) = item.test, item.key
        nothing_shown = test.too_wide and settings.equivalence.rejects_if_wide
        said = (item.first - item.second, float(other), float(corrected), settings.alpha)
        side = margin_side(item.bounds)
        rows.append(
            EquivalenceRow(
                metric=metric,
                rival=rival,
                condition=condition,
                human=human,
                level=level,
                coefficient=coefficient,
                estimate=item.first - item.second,
                low=test.low,
                high=test.high,
                estimate_metric=item.first,
                estimate_rival=item.second,
                margin_low=item.bounds.low,
                margin_high=item.bounds.high,
                method=settings.method,
                over=_resampled(level, settings),
                pvalue=test.pvalue,
                pvalue_adjusted=float(corrected),
                equivalent=bool(corrected <= settings.alpha) and not nothing_shown,
                smallest_margin=smallest_side_margin(test, item.samples, item.bounds, settings.alpha),
                too_wide=test.too_wide,
                test=settings.test,
                pvalue_difference=item.pvalue_difference,
                pvalue_difference_adjusted=float(other),
                verdict=verdict(*said, too_wide=nothing_shown)
                if side is None
                else one_sided_verdict(*said, side=side),
                family_size=sizes[item.key],
                n_systems=item.shape[0],
                n_inputs=item.shape[1],
                n_cells=item.shape[2],
                n_undefined_resamples=test.n_undefined_resamples,
                resamples=test.resamples,
            )
        )
    return tuple(rows)


def _resampled(level: str, settings: EquivalenceSettings) -> str:
    """Return what was resampled; for closed forms, what counts as a unit."""
    if not settings.equivalence.closed_form:
        return settings.over
    return "outputs" if level == "global" else "systems"
