"""Tests of equivalence and of difference of pairs: of one set of arrays or of two, and corrected together."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.methods.correlations import Correlations, point_values
from trueness.methods.differences import Differences, Pair, Place, Samples
from trueness.methods.paired_bootstrap import bootstrapped
from trueness.methods.registry import pair_test
from trueness.parallel import step
from trueness.statistics.array_types import FloatArray, IntArray, Key
from trueness.statistics.corrections import adjust_families
from trueness.statistics.equivalence.bootstrap_equivalence import EquivalenceTest
from trueness.statistics.equivalence.corrected_margins import (
    MarginsAlone,
    bootstrap_margins,
    corrected_margins,
)
from trueness.statistics.equivalence.equivalence_bounds import Bounds
from trueness.statistics.equivalence.jackknife_equivalence import jackknife_margins
from trueness.statistics.equivalence.pooled_units import pooled_units
from trueness.statistics.equivalence.scaled_equivalence import ScaledDifference
from trueness.statistics.jackknife.apart_differences import ApartDifferences
from trueness.statistics.level_units import CellCounts, level_units
from trueness.statistics.score_arrays import CellGroup, ScoreArrays
from trueness.statistics.system_scores import system_scores
from trueness.studies.compare.margin_verdicts import (
    margin_side,
    one_sided_verdict,
    side_samples,
    verdict,
)
from trueness.studies.compare.pair_tests import (
    check_main_test,
    compared_pairs,
    pair_differences,
    pairwise_tests,
)
from trueness.studies.equivalence.margins import BoundsOf
from trueness.studies.equivalence.rows import TOGETHER, EquivalenceRow
from trueness.studies.equivalence.settings import EquivalenceSettings

NOTHING = np.empty(0)


@dataclasses.dataclass(frozen=True)
class PairEquivalence:
    """What is found of one pair at one level by one coefficient.

    Attributes
    ----------
    pair : tuple of int
    key : (level, coefficient)
    first, second : float
        The two correlations.
    bounds : Bounds
    test : EquivalenceTest
    pvalue_difference : float
        Two-sided; NaN where not tested.
    shape : CellCounts
        Numbers of systems, inputs and outputs behind the correlations.
    samples : array of shape (B,)
        Empty where nothing was resampled.
    scaled : ScaledDifference or None
        The difference on the scale of a closed form.
    apart : ApartDifferences or None
        What the two-way jackknife knows of the difference, one pair.
    between : float
        The two metrics' correlation with each other, where a closed form needs it; NaN for others.
    units : int
        Independent units of a closed form; 0 for others.
    """

    pair: Pair
    key: Key
    first: float
    second: float
    bounds: Bounds
    test: EquivalenceTest
    pvalue_difference: float
    shape: CellCounts
    samples: FloatArray
    scaled: ScaledDifference | None = None
    apart: ApartDifferences | None = None
    between: float = math.nan
    units: int = 0


def pair_equivalence(
    arrays: ScoreArrays,
    pairs: Sequence[Pair],
    bounds_of: BoundsOf,
    settings: EquivalenceSettings,
) -> list[PairEquivalence]:
    """Test every pair at every level and coefficient; all pairs on the same cells share their resamples.

    Parameters
    ----------
    arrays : ScoreArrays
    pairs : sequence of (int, int)
        Positions of metric and rival.
    bounds_of : callable
        Given a pair and a (level, coefficient), returns its bounds.
    settings : EquivalenceSettings

    Raises
    ------
    UnsupportedMethodError
        If a permutation test swaps what system scores are not made of, or too few systems should vary.
    """
    rules = settings.of_differences()
    used = pooled_units(arrays) if settings.over == "outputs" else arrays
    given = pair_differences(used, pairs, rules)
    points = given.points
    samples: Samples = {}
    if settings.drawn:
        with step("resampling"):
            samples = given.samples(settings.resampled)
    method = settings.equivalence
    apart: Mapping[Place, ApartDifferences] = {}
    told: Mapping[Place, EquivalenceTest] = {}
    if method.leaves_out:
        with step("leaving out"):
            apart = method.apart(given, settings.resampled)
            told = _of_apart(apart, bounds_of, settings)
    differences = _differences(given, settings)
    shapes = {pair: CellCounts.of(arrays.group(pair)) for pair in pairs}
    found = []
    for group, members in given.groups:
        for pair in members:
            needed = correlation_between(used, group, pair, settings.keys) if method.closed_form else {}
            for key in settings.keys:
                first, second = points[key, pair]
                bounds = bounds_of(pair, key)
                scaled, between, units = None, needed.get(key, math.nan), 0
                if method.closed_form:
                    units = level_units(key[0], shapes[pair])
                    test = method.of_triple(first, second, between, units, bounds, settings.alpha)
                    scaled = method.scaled_triple(first, second, between, units)
                elif method.leaves_out:
                    test = told[key, pair]
                else:
                    test = method.of_samples(samples[key, pair], first - second, bounds, settings.alpha)
                found.append(
                    PairEquivalence(
                        pair=pair,
                        key=key,
                        first=first,
                        second=second,
                        bounds=bounds,
                        test=test,
                        pvalue_difference=differences[key, pair],
                        shape=shapes[pair],
                        samples=samples.get((key, pair), NOTHING),
                        scaled=scaled,
                        apart=apart.get((key, pair)),
                        between=between,
                        units=units,
                    )
                )
    place = {pair: k for k, pair in enumerate(pairs)}
    return sorted(found, key=lambda item: place[item.pair])


def _of_apart(
    apart: Mapping[Place, ApartDifferences], bounds_of: BoundsOf, settings: EquivalenceSettings
) -> dict[Place, EquivalenceTest]:
    """Return the tests of the pairs of each coefficient at a level, all at once."""
    found: dict[Place, EquivalenceTest] = {}
    for key in dict.fromkeys(key for key, _ in apart):
        pairs = [pair for place, pair in apart if place == key]
        together = ApartDifferences.together([apart[key, pair] for pair in pairs])
        bounds = [bounds_of(pair, key) for pair in pairs]
        told = settings.equivalence.of_apart(together, bounds, settings.alpha)
        found |= {(key, pair): test for pair, test in zip(pairs, told, strict=True)}
    return found


def _differences(given: Differences, settings: EquivalenceSettings) -> Mapping[Place, float]:
    """Return two-sided p-values of the differences, NaN where none is tested."""
    arrays, pairs = given.arrays, given.pairs
    if not settings.tested:
        return dict.fromkeys(given.points, math.nan)
    if settings.tested_by_resamples:
        findings = pair_test(settings.test).findings(given, settings.resampled, given.keys)
        return {place: found.two_sided for place, found in findings.items()}
    rules = dataclasses.replace(settings.of_differences(), correction="none")
    parts: list[tuple[ScoreArrays, dict[str, int]]] = []
    if pairs == compared_pairs(arrays.names, rules):
        parts.append((arrays, {name: k for k, name in enumerate(arrays.names)}))
    else:
        rules = dataclasses.replace(rules, baseline=None)
        parts += [(_pair_of(arrays, pair), {arrays.names[k]: k for k in pair}) for pair in pairs]
    found = dict.fromkeys(given.points, math.nan)
    for part, place in parts:
        check_main_test(part, rules)
        for row in pairwise_tests(part, rules):
            found[(row.level, row.coefficient), (place[row.metric], place[row.rival])] = row.pvalue
    return found


def _pair_of(arrays: ScoreArrays, pair: Pair) -> ScoreArrays:
    """Return the arrays of two metrics, on the cells that a comparison of them uses."""
    shared = arrays.group(pair)
    metrics = np.where(shared.metric_cells, arrays.metrics[list(pair)], np.nan)
    return dataclasses.replace(
        arrays,
        metrics=metrics,
        names=tuple(arrays.names[k] for k in pair),
        corpus={place: arrays.corpus[k] for place, k in enumerate(pair) if k in arrays.corpus},
        negated=frozenset(place for place, k in enumerate(pair) if k in arrays.negated),
        aggregates={place: arrays.aggregates[k] for place, k in enumerate(pair) if k in arrays.aggregates},
    )


def correlation_between(
    arrays: ScoreArrays, group: CellGroup, pair: Pair, keys: Iterable[Key]
) -> dict[Key, float]:
    """Return the correlation of two metrics with each other, on the cells that both and the human have.

    At the system level that of the scores of systems, whichever `ScoreArrays.aggregate` asks for.

    Parameters
    ----------
    arrays : ScoreArrays
    group : CellGroup
        Of the pair.
    pair : (int, int)
    keys : iterable of (level, coefficient)

    Returns
    -------
    dict of (level, coefficient) to float
        NaN where undefined.
    """
    found: dict[Key, float] = {}
    wanted = tuple(keys)
    for level in dict.fromkeys(level for level, _ in wanted):
        if level == "system":
            first, second = system_scores(arrays, pair, group.metric_cells, None)[0]
            two = ScoreArrays.of(first[None, :, None], second[:, None])  # a single score is its own mean
        else:
            first, second = (np.where(group.cells, arrays.metrics[k], np.nan) for k in pair)
            two = ScoreArrays.of(first[None], second)
        names = tuple(name for at, name in wanted if at == level)
        values = point_values(two, two.group((0,)), level, names).values
        found |= {(level, name): float(value[0, 0]) for name, value in values.items()}
    return found


def within_other_bounds(
    items: Sequence[PairEquivalence], bounds_of: BoundsOf, settings: EquivalenceSettings
) -> list[PairEquivalence]:
    """Return tests again, within other bounds: nothing is resampled or left out anew.

    Parameters
    ----------
    items : sequence of PairEquivalence
        From `pair_equivalence` under the same settings but for the margin.
    bounds_of : callable
        As there.
    settings : EquivalenceSettings
    """
    method = settings.equivalence
    told: Mapping[Place, EquivalenceTest] = {}
    if method.leaves_out:
        apart = {(item.key, item.pair): item.apart for item in items if item.apart is not None}
        told = _of_apart(apart, bounds_of, settings)
    found = []
    for item in items:
        bounds = bounds_of(item.pair, item.key)
        if method.leaves_out:
            test = told[item.key, item.pair]
        elif method.closed_form:
            test = method.of_triple(item.first, item.second, item.between, item.units, bounds, settings.alpha)
        else:
            test = method.of_samples(item.samples, item.first - item.second, bounds, settings.alpha)
        found.append(dataclasses.replace(item, bounds=bounds, test=test))
    return found


def unmatched_equivalence(
    reference: ScoreArrays,
    other: ScoreArrays,
    bounds_of: BoundsOf,
    settings: EquivalenceSettings,
) -> list[PairEquivalence]:
    """Test every metric that both arrays hold, in the same order, each with its own human scores.

    The two are resampled independently of each other. A difference can be tested by the same bootstrap only, and
    equivalence by that or a closed form.

    Parameters
    ----------
    reference, other : ScoreArrays
    bounds_of : callable
        Given (k, K + k) for metric k of K and a (level, coefficient), returns its bounds.
    settings : EquivalenceSettings
    """
    sides = [pooled_units(arrays) if settings.over == "outputs" else arrays for arrays in (reference, other)]
    seeds = settings.seed, _another(settings.seed)
    given = [
        Correlations(arrays, settings.keys, resamples=settings.resamples, seed=seed)
        for arrays, seed in zip(sides, seeds, strict=True)
    ]
    drawn: list[dict[Key, FloatArray]] = []
    if settings.drawn:
        for one in given:
            with step("resampling"):
                drawn.append(one.samples(settings.resampled))
    points = [one.points for one in given]
    method = settings.equivalence
    found = []
    for k in range(reference.n_metrics):
        pair = (k, reference.n_metrics + k)
        shapes = [CellCounts.of(arrays.group((k,))) for arrays in (reference, other)]
        for key in points[0]:
            first, second = float(points[0][key][k]), float(points[1][key][k])
            bounds = bounds_of(pair, key)
            samples = drawn[0][key][:, k] - drawn[1][key][:, k] if drawn else NOTHING
            scaled = None
            if method.closed_form:
                units = [level_units(key[0], shape) for shape in shapes]
                test = method.of_two(first, second, (units[0], units[1]), bounds, settings.alpha)
                scaled = method.scaled_two(first, second, (units[0], units[1]))
            else:
                test = method.of_samples(samples, first - second, bounds, settings.alpha)
            pvalue = math.nan
            if settings.tested_by_resamples:
                pvalue = bootstrapped(samples, first - second).two_sided
            found.append(
                PairEquivalence(
                    pair=pair,
                    key=key,
                    first=first,
                    second=second,
                    bounds=bounds,
                    test=test,
                    pvalue_difference=pvalue,
                    shape=shapes[0],
                    samples=samples,
                    scaled=scaled,
                )
            )
    return found


def _another(seed: int) -> int:
    """Return a seed whose resamples have nothing to do with those of `seed`."""
    return int(np.random.SeedSequence(seed, spawn_key=(2,)).generate_state(1, np.uint64)[0] >> np.uint64(11))


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
    group : str
        As in `EquivalenceRow`.
    """

    metric: str
    rival: str
    condition: str
    human: str
    item: PairEquivalence
    group: str = ""

    @property
    def family(self) -> tuple[str, str, bool]:
        """What is corrected together: a level and coefficient, of all together and of all groups each."""
        return (*self.item.key, self.group in TOGETHER)


def by_level(found: Sequence[Compared]) -> list[Compared]:
    """Return tests by level and coefficient, in the order they were made within each."""
    keys = list(dict.fromkeys(entry.item.key for entry in found))
    return [entry for key in keys for entry in found if entry.item.key == key]


def corrected_rows(entries: Sequence[Compared], settings: EquivalenceSettings) -> tuple[EquivalenceRow, ...]:
    """Return the rows of tests, corrected within each family, in the order given."""
    items = [entry.item for entry in entries]
    families = [entry.family for entry in entries]
    raw = [item.test.pvalue for item in items]
    differences = [item.pvalue_difference for item in items]
    adjusted = adjust_families(raw, families, settings.correction)
    adjusted_differences = adjust_families(differences, families, settings.correction)
    sizes = {
        key: sum(f == key and not math.isnan(p) for f, p in zip(families, raw, strict=True))
        for key in families
    }
    rows = []
    for entry, corrected, other, margin in zip(
        entries, adjusted, adjusted_differences, _smallest_margins(items, families, settings), strict=True
    ):
        item = entry.item
        test, (level, coefficient) = item.test, item.key
        nothing_shown = test.too_wide and settings.equivalence.rejects_if_wide
        said = (
            item.first - item.second,
            float(other),
            float(corrected),
            settings.alpha,
        )
        side = margin_side(item.bounds)
        rows.append(
            EquivalenceRow(
                metric=entry.metric,
                rival=entry.rival,
                condition=entry.condition,
                group=entry.group,
                human=entry.human,
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
                over=_units(level, settings),
                pvalue=test.pvalue,
                pvalue_adjusted=float(corrected),
                equivalent=bool(corrected <= settings.alpha) and not nothing_shown,
                smallest_margin=margin,
                too_wide=test.too_wide,
                test=settings.test,
                pvalue_difference=item.pvalue_difference,
                pvalue_difference_adjusted=float(other),
                verdict=verdict(*said, too_wide=nothing_shown)
                if side is None
                else one_sided_verdict(*said, side=side),
                family_size=sizes[entry.family],
                n_systems=item.shape.systems,
                n_inputs=item.shape.inputs,
                n_cells=item.shape.outputs,
                n_undefined_resamples=test.n_undefined_resamples,
                resamples=test.resamples,
            )
        )
    return tuple(rows)


def _smallest_margins(
    items: Sequence[PairEquivalence], families: Sequence[tuple[str, str, bool]], settings: EquivalenceSettings
) -> list[float]:
    """Return the margin beyond which each test would show what it is of, if all of its family had that margin."""
    found = [math.nan] * len(items)
    method = settings.equivalence
    for key in dict.fromkeys(families):
        places = [place for place, family in enumerate(families) if family == key]
        mine = [items[place] for place in places]
        alone = _margins_alone(mine, settings)
        for place, margin in zip(
            places, corrected_margins(alone, len(mine), settings.correction), strict=True
        ):
            found[place] = float(margin)
            test = items[place].test
            if method.rejects_if_wide:  # nothing is shown where the interval is as wide as the region
                found[place] = max(found[place], (test.high - test.low) / 2)
    return found


def _margins_alone(items: Sequence[PairEquivalence], settings: EquivalenceSettings) -> MarginsAlone:
    if settings.equivalence.closed_form:
        return _closed_margins(items, settings)
    if settings.equivalence.leaves_out:
        sides = [margin_side(item.bounds) for item in items]
        return jackknife_margins([item.apart for item in items if item.apart], settings.alpha, sides)
    return _drawn_margins(items, settings)


def _drawn_margins(items: Sequence[PairEquivalence], settings: EquivalenceSettings) -> MarginsAlone:
    values = [
        side_samples(item.samples, item.bounds) if not math.isnan(item.first - item.second) else NOTHING
        for item in items
    ]
    return bootstrap_margins(values, settings.alpha)


def _closed_margins(items: Sequence[PairEquivalence], settings: EquivalenceSettings) -> MarginsAlone:
    method = settings.equivalence

    def alone(factor: float, tests: IntArray) -> FloatArray:
        chosen = [items[test] for test in tests]
        return np.array(
            [
                math.nan
                if item.scaled is None
                else method.margin(item.scaled, settings.alpha / factor, margin_side(item.bounds))
                for item in chosen
            ]
        )

    return alone


def _units(level: str, settings: EquivalenceSettings) -> str:
    """Return what was resampled; for closed forms, what counts as a unit."""
    if not settings.equivalence.closed_form:
        return settings.over
    return "outputs" if level == "global" else "systems"
