"""The two-way jackknife: tests of differences, and intervals, from what single systems and single inputs contribute."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from trueness.errors import UnsupportedMethodError
from trueness.methods.applies_to import MINIMUM_INPUTS, MINIMUM_SYSTEMS, OVERS
from trueness.methods.correlations import Correlations
from trueness.methods.differences import (
    UNDEFINED,
    Differences,
    Findings,
    Intervals,
    Pair,
    PairFinding,
    Place,
)
from trueness.methods.interval import IntervalMethod
from trueness.methods.pair_test import Form, PairTest
from trueness.parallel import memory_budget
from trueness.statistics.array_types import IntArray, Key
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.statistics.fisher_scale import slope_of_inverse
from trueness.statistics.interval import Interval
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.jackknife.replicates import Replicates
from trueness.statistics.jackknife.two_way_jackknife import (
    FEWEST_SYSTEMS,
    FEWEST_UNITS,
    Precision,
    TwoWayJackknife,
    of_replicates,
    two_way_jackknife,
)
from trueness.statistics.jackknife.two_way_tables import go_together, two_way_jackknife_of_tables
from trueness.statistics.score_arrays import CellGroup, ScoreArrays

NAME = "two_way_jackknife"
COPIES = 4
"""Of the differences without each unit, while variances are made of them."""

LARGEST_WIDTH = 250
"""Numbers of a pair, while the largest difference on an ellipse is looked for in `ApartDifferences.largest`."""


class TwoWayJackknifeTest(PairTest):
    """Student's t of a difference on Fisher's scale over its two-way jackknife standard error."""

    name = NAME
    noun = "two-way jackknife t test"
    plural = "two-way jackknife t tests (leaving out {resampled})"
    has_errors = True
    pools = True
    singular = "two-way jackknife t test"
    overs = OVERS
    random = False
    step = "testing"
    sentence = (
        "{start}two-way jackknife t tests [@owen-2007-pigeonhole; @cameron-etal-2011-robust; "
        "@efron-stein-1981-jackknife], {sides}. They are on Fisher's scale for correlations, with variances from "
        "leaving out {left}."
    )
    studied = (
        Form(NAME, "both"),
        Form("two_way_jackknife_systems", "systems"),
        Form("two_way_jackknife_inputs", "inputs", liberal=True),
    )

    def exists(self, level: str, coefficient: str, over: str) -> bool:
        """Return whether a coefficient at a level changes little where a unit is left out."""
        return super().exists(level, coefficient, over) and coefficient_facts(coefficient).smooth

    def check_units(self, arrays: ScoreArrays, over: str) -> None:
        """Check that there are enough systems and clusters (see `check_enough`)."""
        check_enough(arrays, over)

    def findings(self, differences: Differences, over: str, keys: Sequence[Key]) -> Findings:
        """Return what t says of every pair."""
        found: Findings = {}
        for group, members in differences.groups:
            for key in keys:
                ready = jackknifed(differences.arrays, group, key)
                for part in _tiles(ready, members):
                    tested = _tested(ready.of_pairs(*_places(group, part), over))
                    found |= {(key, pair): one for pair, one in zip(part, tested, strict=True)}
        return found

    def of_precision(self, precision: Precision) -> list[PairFinding]:
        """Return what t says of differences whose standard errors are known."""
        return _tested(precision)

    def apart(
        self, differences: Differences, over: str, keys: Sequence[Key]
    ) -> dict[Place, ApartDifferences]:
        """Return what is known of every difference on Fisher's scale."""
        found: dict[Place, ApartDifferences] = {}
        for group, members in differences.groups:
            for key in keys:
                ready = jackknifed(differences.arrays, group, key)
                for part in _tiles(ready, members):
                    apart = apart_differences(ready, *_places(group, part), over)
                    found |= {
                        (key, pair): apart.at(np.array([p], dtype=np.intp)) for p, pair in enumerate(part)
                    }
        return found

    def findings_of_tables(
        self, tables: Sequence[ScoreArrays], pairs: Sequence[Pair], over: str, key: Key
    ) -> list[dict[Pair, PairFinding]] | None:
        """Return what t says of pairs in every table, for many tables together where that can be."""
        if not go_together(tables, *key):
            return None
        n_metrics = tables[0].n_metrics
        first, second = (np.array(side, dtype=np.intp) for side in zip(*pairs, strict=True))
        found = []
        for places, ready in two_way_jackknife_of_tables(tables, key[0]):
            shift = n_metrics * np.arange(len(places))[:, None]
            precision = ready.of_pairs((first + shift).ravel(), (second + shift).ravel(), over)
            tested = iter(_tested(precision))
            found += [{pair: next(tested) for pair in pairs} for _ in places]
        return found


def _tested(precision: Precision) -> list[PairFinding]:
    greater, less = precision.greater(), precision.less()
    statistics, errors = precision.statistics(), precision.errors
    return [
        PairFinding(
            float(statistics[p]),
            float(greater[p]),
            float(less[p]),
            float(2 * min(greater[p], less[p])),
            standard_error=float(errors[p]),
            degrees=float(precision.degrees[p]),
        )
        for p in range(len(precision.estimates))
    ]


class TwoWayJackknifeInterval(IntervalMethod):
    """Student's t about a correlation, or about a difference, on Fisher's scale.

    The interval of a difference holds zero exactly where the test over the same does not reject.
    """

    name = NAME
    words = "two-way jackknife"
    noun = "the two-way jackknife interval"
    sentence = (
        "Confidence intervals ({confidence}) are two-way jackknife intervals [@owen-2007-pigeonhole; "
        "@cameron-etal-2011-robust; @efron-stein-1981-jackknife], from Student's t on Fisher's scale for correlations, "
        "so that they apply to {applies_to}."
    )
    overs = OVERS
    leaves_out = True
    pools = True
    studied: Mapping[str, str] = MappingProxyType({NAME: "both", "two_way_jackknife_systems": "systems"})
    proposed = True

    def check_units(self, arrays: ScoreArrays, over: str) -> None:
        """Check that there are enough systems and clusters (see `check_enough`)."""
        check_enough(arrays, over)

    def studied_as(self, over: str) -> str | None:
        """Return the name under which simulations know the interval; None where it has not been studied."""
        return next((name for name, varied in self.studied.items() if varied == over), None)

    def limits(self, correlations: Correlations, over: str) -> dict[Key, list[Interval]]:
        """Return the interval of every metric."""
        found = {key: [UNDEFINED] * correlations.arrays.n_metrics for key in correlations.keys}
        for group in correlations.groups:
            for key in correlations.keys:
                ready = jackknifed(correlations.arrays, group, key)
                for metric, interval in zip(
                    group.metrics, _limits(ready, over, correlations.confidence), strict=True
                ):
                    found[key][metric] = interval
        return found

    def errors(self, correlations: Correlations, over: str) -> dict[Key, list[float]]:
        """Return the standard error of every metric, brought from Fisher's scale to that of the correlation."""
        found = super().errors(correlations, over)
        for group in correlations.groups:
            for key in correlations.keys:
                ready = jackknifed(correlations.arrays, group, key)
                slope = slope_of_inverse(ready.correlations, ready.coefficient, ready.entries)
                for metric, error in zip(group.metrics, ready.of_metrics(over).errors * slope, strict=True):
                    found[key][metric] = float(error)
        return found

    def limits_of_tables(
        self, tables: Sequence[ScoreArrays], over: str, key: Key, confidence: float
    ) -> list[list[Interval]] | None:
        """Return the intervals of all metrics of every table, for many tables together where that can be."""
        if not go_together(tables, *key):
            return None
        n_metrics = tables[0].n_metrics
        found = []
        for places, ready in two_way_jackknife_of_tables(tables, key[0]):
            limits = iter(_limits(ready, over, confidence))
            found += [[next(limits) for _ in range(n_metrics)] for _ in places]
        return found

    def of_differences(self, differences: Differences, over: str) -> Intervals:
        """Return the interval of every difference."""
        found: Intervals = {}
        for group, members in differences.groups:
            for key in differences.keys:
                ready = jackknifed(differences.arrays, group, key)
                for part in _tiles(ready, members):
                    apart = apart_differences(ready, *_places(group, part), over)
                    lows, highs = (side.tolist() for side in apart.limits(differences.confidence))
                    for pair, low, high in zip(part, lows, highs, strict=True):
                        found[key, pair] = Interval(low, high)
        return found


def _limits(ready: TwoWayJackknife, over: str, confidence: float) -> list[Interval]:
    """Return the interval of every metric of a jackknife."""
    low, high = ready.of_metrics(over).limits_off_the_scale(
        ready.correlations, ready.coefficient, ready.entries, confidence
    )
    return list(map(Interval, low.tolist(), high.tolist()))


def jackknifed(arrays: ScoreArrays, group: CellGroup, key: Key) -> TwoWayJackknife:
    """Return the jackknife of a group's metrics at a level for a coefficient, computed once for all who ask."""
    kept, place = arrays.found_jackknives, _place(group, key)
    if place not in kept:
        kept[place] = two_way_jackknife(arrays, group, (key[0],), (key[1],))[key]
    found: TwoWayJackknife = kept[place]
    return found


def keep_jackknife(arrays: ScoreArrays, group: CellGroup, key: Key, replicates: Replicates) -> None:
    """Keep the jackknife for `jackknifed`, where correlations without units have been found already."""
    arrays.found_jackknives.setdefault(_place(group, key), of_replicates(replicates, *key))


def _place(group: CellGroup, key: Key) -> tuple[Hashable, ...]:
    # a digest, since what tells tables of millions of outputs apart is kept for every coefficient
    cells = hashlib.sha256()
    for one in (group.cells, group.metric_cells, group.human_cells):
        cells.update(np.ascontiguousarray(one).data)
    return (key, group.metrics, cells.digest())


def apart_differences(
    ready: TwoWayJackknife, first: IntArray, second: IntArray, over: str
) -> ApartDifferences:
    """Return differences of coefficients with what is known of them on Fisher's scale.

    Parameters
    ----------
    ready : TwoWayJackknife
    first, second : arrays of shape (P,)
        Positions of the metrics compared.
    over : {'both', 'systems', 'inputs', 'these'}
        What varies.
    """
    precision, single = ready.of_pairs(first, second, over), ready.of_metrics(over).variances
    return ApartDifferences.of(
        (ready.whole[first], ready.whole[second]),
        (single[first], single[second], precision.variances),
        precision.degrees,
        ready.coefficient,
        ready.entries[first],
    )


def check_enough(arrays: ScoreArrays, over: str) -> None:
    """Check that there are enough units of what is spoken of: four systems in three clusters, two of inputs.

    Raises
    ------
    UnsupportedMethodError
        If there are fewer.
    """
    if over in ("both", "systems") and arrays.n_systems < MINIMUM_SYSTEMS:
        there = f"there {'is' if arrays.n_systems == 1 else 'are'} {arrays.n_systems}"
        needed = f"what holds for other systems shows with at least {MINIMUM_SYSTEMS} of them; {there}."
        if arrays.n_inputs < MINIMUM_INPUTS:
            raise UnsupportedMethodError(
                f"{needed} Of inputs there is {arrays.n_inputs}: have more outputs judged."
            )
        raise UnsupportedMethodError(
            f"{needed} Collect more systems.",
            remedy=(
                "Or ask about other inputs alone (`applies_to`='inputs')."
                if arrays.n_systems > 2
                else "Or ask about other inputs alone, at the global level (`applies_to`='inputs', `level`='global')."
            ),
            argument="applies_to" if arrays.n_systems > 2 else "level",
        )
    if over != "systems" and arrays.n_inputs < MINIMUM_INPUTS:
        enough = arrays.n_systems >= MINIMUM_SYSTEMS
        raise UnsupportedMethodError(
            f"what holds for other inputs, or other outputs, shows with at least {MINIMUM_INPUTS} inputs; there is "
            f"{arrays.n_inputs}. Have more outputs judged.",
            remedy="Or ask about other systems alone (`applies_to`='systems')." if enough else "",
            argument="applies_to" if enough else "",
        )
    for kind, clusters, fewest in (
        ("systems", arrays.system_clusters, FEWEST_SYSTEMS),
        ("inputs", arrays.clusters, FEWEST_UNITS),
    ):
        if over in ("both", kind) and clusters is not None and (n := len(np.unique(clusters))) < fewest:
            other = "inputs" if kind == "systems" else "systems"
            raise UnsupportedMethodError(
                f"what holds for other clusters of {kind} shows with at least {fewest} of them; there "
                f"{'is' if n == 1 else 'are'} {n}. Name another grouping column.",
                remedy=f"Or ask about other {other} alone (`applies_to`='{other}').",
                argument="applies_to",
            )


def _tiles(ready: TwoWayJackknife, members: Sequence[Pair]) -> Iterator[Sequence[Pair]]:
    """Yield pairs, as many at a time as fit into the budget of memory."""
    each = 8 * (COPIES * (len(ready.systems) + len(ready.inputs)) + LARGEST_WIDTH)
    size = max(1, memory_budget() // each)
    for start in range(0, len(members), size):
        yield members[start : start + size]


def _places(group: CellGroup, members: Sequence[Pair]) -> tuple[IntArray, IntArray]:
    place = {metric: k for k, metric in enumerate(group.metrics)}
    first, second = np.array([[place[a], place[b]] for a, b in members], dtype=np.intp).T
    return first, second


TEST = TwoWayJackknifeTest()
INTERVAL = TwoWayJackknifeInterval()
