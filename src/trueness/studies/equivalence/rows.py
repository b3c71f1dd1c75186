"""The rows and the result of an equivalence study."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from trueness.columns.explained import explained
from trueness.columns.meaning import Meaning
from trueness.columns.results import DIFFERENCE
from trueness.data.scores.score_table import ScoreTable
from trueness.result import Pvalue
from trueness.statistics.array_types import FloatArray
from trueness.statistics.corrections import adjust_families
from trueness.statistics.equivalence.bootstrap_equivalence import equivalence_pvalues
from trueness.statistics.equivalence.equivalence import EQUIVALENCE_OVER
from trueness.statistics.equivalence.jackknife_equivalence import jackknife_pvalues
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.studies.compare.margin_verdicts import OneSided, ThreeWay
from trueness.studies.equivalence.conditions import Conditions
from trueness.studies.equivalence.resolved_pairs import ResolvedPairsResult, resolved_pairs
from trueness.studies.equivalence.scorer_map import ScorerMapResult, scorer_map
from trueness.study.facets.facet_kind import ALL
from trueness.study.study import StudyResult

TOGETHER = ("", ALL)
"""The groups of a row that is of all outputs."""


@explained(
    rival=Meaning("The metric that it is compared with; the same where conditions are compared."),
    condition=Meaning("The condition of the rival's scores; empty where both are of one table."),
    estimate=DIFFERENCE,
    low=Meaning("The interval with confidence 1 - 2 alpha."),
    pvalue=Meaning("Of equivalence."),
    verdict=Meaning(
        "The metric against the rival, both tests corrected; ``not worse`` and ``not better`` where only one side has "
        "a bound (see `margin_verdicts.one_sided_verdict`)."
    ),
)
@dataclasses.dataclass(frozen=True)
class EquivalenceRow:
    """Whether a metric agrees as well with the human as its rival, or as itself under another condition."""

    metric: str
    rival: str
    condition: str
    group: str
    human: str
    level: str
    coefficient: str
    estimate: float
    low: float
    high: float
    estimate_metric: float
    estimate_rival: float
    margin_low: float
    margin_high: float
    method: str
    over: str
    pvalue: Pvalue
    pvalue_adjusted: Pvalue
    equivalent: bool
    smallest_margin: float
    too_wide: bool
    test: str
    pvalue_difference: Pvalue
    pvalue_difference_adjusted: Pvalue
    verdict: ThreeWay | OneSided
    family_size: int
    n_systems: int
    n_inputs: int
    n_cells: int
    n_undefined_resamples: int
    resamples: int


@explained(
    margin=Meaning("NaN where a correlation is undefined."),
)
@dataclasses.dataclass(frozen=True)
class MarginRow:
    """A margin taken from single annotators."""

    metric: str
    human: str
    level: str
    coefficient: str
    margin: float
    correlations: tuple[float, ...]
    group: str = ""


RowT = TypeVar("RowT", EquivalenceRow, MarginRow)


def together(rows: Iterable[RowT], level: str, coefficient: str) -> list[RowT]:
    """Return the rows of all groups together at a level by a coefficient."""
    return [
        row for row in rows if (row.level, row.coefficient) == (level, coefficient) and row.group in TOGETHER
    ]


@dataclasses.dataclass(frozen=True)
class CurvePoint:
    """How many tests find equivalence at a margin.

    Attributes
    ----------
    margin : float
    level, coefficient : str
    n_tests, n_equivalent, n_equivalent_adjusted : int
        Defined tests; those that reject alone, and after correction.
    """

    margin: float
    level: str
    coefficient: str
    n_tests: int
    n_equivalent: int
    n_equivalent_adjusted: int


@dataclasses.dataclass(frozen=True)
class EquivalenceResult(StudyResult):
    """Which correlations are equivalent.

    Attributes
    ----------
    table : ScoreTable
        The reference condition.
    against : dict of str to ScoreTable
        The other conditions; empty where metrics of one table are compared.
    margins : tuple of MarginRow
        Empty for a margin that was given.
    samples : tuple of arrays of shape (B,)
        Bootstrap values of the difference behind each row; empty arrays where nothing was resampled.
    apart : tuple of ApartDifferences or None
        What is known of the difference behind each row; None where the two-way jackknife was not asked for.
    """

    table: ScoreTable
    against: Mapping[str, ScoreTable]
    tests: tuple[EquivalenceRow, ...]
    margins: tuple[MarginRow, ...]
    samples: tuple[FloatArray, ...] = dataclasses.field(repr=False)
    apart: tuple[ApartDifferences | None, ...] = dataclasses.field(repr=False, default=())

    @property
    def humans(self) -> tuple[str, ...]:
        """The human scorers."""
        return tuple(self.selection.human)

    @property
    def metrics(self) -> tuple[str, ...]:
        """The compared metrics."""
        return tuple(self.selection.metrics)

    @property
    def conditions(self) -> tuple[str, ...]:
        """The other conditions; empty where metrics of one table are compared."""
        return tuple(self.against)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups, without all together; empty where there are none."""
        return tuple(dict.fromkeys(row.group for row in self.tests if row.group not in TOGETHER))

    @property
    def data(self) -> dict[str, ScoreTable]:
        """The scores behind the numbers, by condition; those of the reference are ``scores``."""
        return Conditions(self.table, self.against).parts

    def compared(self) -> dict[str, Any]:
        """Return with whom metrics were compared, under which conditions."""
        return {"humans": self.humans, "conditions": self.conditions}

    @functools.cached_property
    def scorer_map(self) -> ScorerMapResult | None:
        """The map of scorers under matched conditions (see `scorer_map`); None without such conditions."""
        if not (self.against and self.selection.matched):
            return None
        return scorer_map(self.table, human=self.humans, metrics=self._tested, against=self.against)

    @functools.cached_property
    def resolved_pairs(self) -> ResolvedPairsResult | None:
        """What becomes of pairs of metrics under matched conditions (see `resolved_pairs`), drawn when first asked for.

        None without such conditions, where a single metric makes no pair, and where nothing is to vary that could be
        resampled.
        """
        if not (self.against and self.selection.matched) or len(self._tested) < 2:
            return None
        if self.settings.over not in EQUIVALENCE_OVER:
            return None
        return resolved_pairs(
            self.table,
            human=self.humans,
            metrics=self._tested,
            against=self.against,
            level=self.settings.levels,
            coefficient=self.settings.coefficients,
            over=self.settings.over,
            resamples=self.settings.resamples,
            aggregate=self.settings.aggregate,
            clusters=self.selection.clusters,
            system_clusters=self.selection.system_clusters,
            rng=self.settings.seed,
        )

    @property
    def _tested(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.metric for row in self.tests))

    def curve(
        self, margins: Sequence[float], *, level: str | None = None, coefficient: str | None = None
    ) -> tuple[CurvePoint, ...]:
        """Return how many tests find equivalence as a constant margin grows (Braun et al. 2022, Figure 4a).

        The margin is symmetric, also where that of the study has one side. Of groups, tests of all together count.

        Rows of closed forms, and undefined ones, are no tests here.

        Parameters
        ----------
        margins : sequence of float
            At least 0.
        level, coefficient : str, optional
            The only one whose tests are counted; by default each.

        Raises
        ------
        ArgumentError
            If a margin is negative.
        """
        settings = self.settings
        points = []
        for key in settings.keys:
            if level not in (None, key[0]) or coefficient not in (None, key[1]):
                continue
            mine = [
                place
                for place, row in enumerate(self.tests)
                if (row.level, row.coefficient) == key and row.group in TOGETHER
            ]
            pvalues = self._pvalues(mine, np.asarray(margins, dtype=np.float64))
            for place, margin in enumerate(margins):
                alone = pvalues[:, place]
                adjusted = adjust_families(alone, [0] * len(alone), settings.correction)
                points.append(
                    CurvePoint(
                        margin=float(margin),
                        level=key[0],
                        coefficient=key[1],
                        n_tests=int(np.sum(~np.isnan(alone))),
                        n_equivalent=int(np.sum(alone <= settings.alpha)),
                        n_equivalent_adjusted=int(np.sum(adjusted <= settings.alpha)),
                    )
                )
        return tuple(points)

    def _pvalues(self, places: Sequence[int], margins: FloatArray) -> FloatArray:
        """Return p-values of some tests of one coefficient, one row each, as functions of the margin."""
        found = np.empty((len(places), len(margins)))
        apart = {
            k: one for k, place in enumerate(places) if self.apart and (one := self.apart[place]) is not None
        }
        if apart:
            found[list(apart)] = jackknife_pvalues(ApartDifferences.together(list(apart.values())), margins)
        for k, place in enumerate(places):
            if k not in apart:
                known = not np.isnan(self.tests[place].estimate)
                found[k] = equivalence_pvalues(self.samples[place] if known else np.empty(0), margins)
        return found
