"""Closed-form tests of two metrics, from three correlations and a number of units."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from trueness.errors import ArgumentError
from trueness.methods.correlations import point_values
from trueness.methods.differences import UNDEFINED, Differences, Findings, Pair, PairFinding
from trueness.methods.pair_test import Form, PairTest
from trueness.statistics import dependent_correlations
from trueness.statistics.array_types import FloatArray, Key
from trueness.statistics.engine.fixed_columns import fixed_column_coefficients
from trueness.statistics.fisher import FISHER_COEFFICIENTS
from trueness.statistics.interval import Interval
from trueness.statistics.level_units import CellCounts, level_units
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.statistics.zou import zou_interval

Formula = Callable[..., dependent_correlations.DependentTest]

_SIDES = ("greater", "less", "two-sided")


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
            for level, coefficients in at.items():
                n = level_units(level, counts)
                between = _among_metrics(differences.arrays, group, members, level, coefficients)
                for name in coefficients:
                    sides = [differences.points[(level, name), pair] for pair in members]
                    triples = np.array([(*side, r) for side, r in zip(sides, between[name], strict=True)])
                    tested = self._of_triples(triples, n, name, differences.confidence)
                    found |= {((level, name), pair): one for pair, one in zip(members, tested, strict=True)}
        return found

    def _of_triples(
        self, triples: FloatArray, n: int, coefficient: str, confidence: float
    ) -> list[PairFinding]:
        """Test pairs together, or one by one where three correlations among them are those of no three variables."""
        try:
            r12, r13, r23 = triples.T
            sides = [self.formula(r12, r13, r23, n, alternative=side) for side in _SIDES]
            limits = None
            if coefficient in FISHER_COEFFICIENTS:
                limits = zou_interval(r12, r13, r23, n, confidence, coefficient)
        except ArgumentError:
            return [self.of_triple(a, b, c, n, coefficient, confidence) for a, b, c in triples.tolist()]
        numbers = np.stack([sides[0].statistic, *(side.pvalue for side in sides)], axis=1).tolist()
        if limits is None:
            return [
                PairFinding(t, greater, less, both, interval=UNDEFINED) for t, greater, less, both in numbers
            ]
        edges = np.stack([limits.low, limits.high], axis=1).tolist()
        return [
            PairFinding(t, greater, less, both, interval=Interval(low, high))
            for (t, greater, less, both), (low, high) in zip(numbers, edges, strict=True)
        ]

    def of_triple(
        self, r12: float, r13: float, r23: float, n: int, coefficient: str, confidence: float
    ) -> PairFinding:
        """Test one pair; undefined where three averages are not the correlations of any three variables."""
        interval = UNDEFINED
        try:
            sides = [self.formula(r12, r13, r23, n, alternative=side) for side in _SIDES]
            if coefficient in FISHER_COEFFICIENTS:
                limits = zou_interval(r12, r13, r23, n, confidence, coefficient)
                interval = Interval(float(limits.low), float(limits.high))
        except ArgumentError:
            nothing = float("nan")
            return PairFinding(nothing, nothing, nothing, nothing, interval=UNDEFINED)
        greater, less, two_sided = (float(side.pvalue) for side in sides)
        return PairFinding(float(sides[0].statistic), greater, less, two_sided, interval=interval)


def _among_metrics(
    arrays: ScoreArrays, group: CellGroup, pairs: Sequence[Pair], level: str, coefficients: tuple[str, ...]
) -> dict[str, list[float]]:
    """Return the correlations of the two metrics of every pair with each other.

    The rival stands in for the human, in turn for all metrics that it is compared with.
    """
    of_rival: dict[int, list[int]] = {}
    for a, b in pairs:
        of_rival.setdefault(b, []).append(a)
    scores = system_scores(arrays, group.metrics, group.metric_cells, None)[0] if level == "system" else None
    place = {metric: k for k, metric in enumerate(group.metrics)}
    there = np.asarray(group.metric_cells.any(axis=1))[:, None]
    known: dict[str, dict[Pair, float]] = {name: {} for name in coefficients}
    for b, metrics in of_rival.items():
        if scores is not None:
            columns = scores[[place[a] for a in metrics], :, None], scores[place[b], :, None]
            found = fixed_column_coefficients(*columns, there, np.ones((1, len(there))), coefficients)
            values = {name: value[0, :, 0] for name, value in found.items()}
        else:
            rival = np.where(group.metric_cells, arrays.metrics[b], np.nan)
            everyone = tuple(range(len(metrics)))
            shared = CellGroup(everyone, group.cells, group.metric_cells, group.metric_cells)
            between = ScoreArrays(arrays.metrics[metrics], rival, ("",) * len(metrics))
            averaged = point_values(between, shared, level, coefficients).values
            values = {name: value[0] for name, value in averaged.items()}
        for name in coefficients:
            known[name] |= {(a, b): r for a, r in zip(metrics, values[name].tolist(), strict=True)}
    return {name: [known[name][pair] for pair in pairs] for name in coefficients}


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
