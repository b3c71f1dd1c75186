"""Closed-form tests of two metrics, from three correlations and a number of units."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.methods.correlations import point_values
from trueness.methods.differences import UNDEFINED, Differences, Findings, PairFinding
from trueness.methods.pair_test import Form, PairTest
from trueness.statistics import dependent_correlations
from trueness.statistics.array_types import Key
from trueness.statistics.fisher import FISHER_COEFFICIENTS
from trueness.statistics.interval import Interval
from trueness.statistics.level_units import CellCounts, level_units
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.statistics.zou import zou_interval

Formula = Callable[..., dependent_correlations.DependentTest]


class ClosedFormTest(PairTest):
    """A formula of `dependent_correlations`.

    Parameters
    ----------
    formula : callable
        Whose name is the test's.
    noun : str
    source : str
        The work to cite.
    studied : bool
        Whether simulations study it.
    """

    closed_form = True
    random = False
    single_systems = True
    if_intervals = "; intervals of differences are Zou's [@zou-2007-toward]"

    def __init__(self, formula: Formula, noun: str, source: str, *, studied: bool = False) -> None:
        self.formula = formula
        self.name = formula.__name__
        self.noun = self.plural = self.singular = noun
        self.sentence = f"{{start}}{noun} [@{source}], {{sides}}{{off}}{{if_intervals}}."
        self.studied = (Form(self.name),) if studied else ()

    def derived_for(self, level: str, coefficient: str) -> bool:
        """Return whether it is for Pearson's r of systems' scores, for which the formulas are derived."""
        return (level, coefficient) == ("system", "pearson")

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:  # noqa: ARG002 - systems
        """Return what the formula says of every pair, with Zou's interval.

        The number of units is that of the level (see `level_units`): off the system level outputs as though they were
        independent, or averaged correlations with the n of each, as papers have done.
        """
        found: Findings = {}
        levels = dict.fromkeys(level for level, _ in keys)
        at = {level: tuple(name for where, name in keys if where == level) for level in levels}
        for group, members in differences.groups:
            counts = CellCounts.of(group)
            for a, b in members:
                for level, coefficients in at.items():
                    between, shared = _rival_as_human(differences.arrays, group, a, b, level)
                    values = point_values(between, shared, level, coefficients).values
                    for name in coefficients:
                        first, second = differences.points[(level, name), (a, b)]
                        triple = first, second, float(values[name][0, 0])
                        found[(level, name), (a, b)] = self.of_triple(
                            *triple, level_units(level, counts), name, differences.confidence
                        )
        return found

    def of_triple(
        self, r12: float, r13: float, r23: float, n: int, coefficient: str, confidence: float
    ) -> PairFinding:
        """Test one pair; undefined where three averages are not the correlations of any three variables."""
        interval = UNDEFINED
        try:
            sides = [
                self.formula(r12, r13, r23, n, alternative=side) for side in ("greater", "less", "two-sided")
            ]
            if coefficient in FISHER_COEFFICIENTS:
                limits = zou_interval(r12, r13, r23, n, confidence, coefficient)
                interval = Interval(float(limits.low), float(limits.high))
        except ArgumentError:
            nothing = float("nan")
            return PairFinding(nothing, nothing, nothing, nothing, interval=UNDEFINED)
        greater, less, two_sided = (float(side.pvalue) for side in sides)
        return PairFinding(float(sides[0].statistic), greater, less, two_sided, interval=interval)


def _rival_as_human(
    arrays: ScoreArrays, group: CellGroup, a: int, b: int, level: str
) -> tuple[ScoreArrays, CellGroup]:
    """Return arrays in which the rival stands in for the human, for the correlation between the two metrics."""
    if level == "system" and {arrays.aggregation(a), arrays.aggregation(b)} != {"mean"}:
        first, second = system_scores(arrays, (a, b), group.metric_cells, None)[0]
        between = ScoreArrays.of(first[None, :, None], second[:, None])  # a single score is its own mean
        return between, between.group((0,))
    rival = np.where(group.metric_cells, arrays.metrics[b], np.nan)
    shared = CellGroup((0,), group.cells, group.metric_cells, group.metric_cells)
    return ScoreArrays(arrays.metrics[[a]], rival, ("",)), shared


WILLIAMS = ClosedFormTest(
    dependent_correlations.williams, "Williams' test", "williams-1959-comparison", studied=True
)
STEIGER = ClosedFormTest(dependent_correlations.steiger, "Steiger's test", "steiger-1980-tests")
MENG_ROSENTHAL_RUBIN = ClosedFormTest(
    dependent_correlations.meng_rosenthal_rubin,
    "the test of Meng, Rosenthal and Rubin",
    "meng-etal-1992-comparing",
)
HITTNER_MAY_SILVER = ClosedFormTest(
    dependent_correlations.hittner_may_silver,
    "the test of Hittner, May and Silver",
    "hittner-etal-2003-monte",
)
DUNN_CLARK = ClosedFormTest(
    dependent_correlations.dunn_clark, "the test of Dunn and Clark", "dunn-clark-1969-correlation"
)
