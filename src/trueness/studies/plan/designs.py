"""Designs simulated: tables of each size, the width of the interval and the p-value of the test in every one."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError, check_proportion
from trueness.methods.studied import PAIR, studied_interval, studied_test
from trueness.parallel import Execution, executing, run_each
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import Rng
from trueness.statistics.proportion_interval import proportion_interval
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.scenario import Scenario
from trueness.studies.certify.trials import table_generator
from trueness.studies.plan.planning_model import PlanningModel
from trueness.studies.plan.rows import Design, Size
from trueness.studies.plan.settings import PlanSettings

BLOCK = 25
"""Tables that a worker is given at a time."""

USUAL_POWER, TOLERANCE = 0.8, 0.005
"""How often the smallest difference is found, and how closely it is looked for, where nothing is said."""

STREAM = "plan"
"""All designs draw from streams of this name: what differs between two is the designs, not their luck."""


@dataclasses.dataclass(frozen=True)
class PlannedTables:
    """Some tables of a design, as work that any process can be given.

    Attributes
    ----------
    plain : Scenario or None
        For the interval.
    separated : Scenario or None
        For the test.
    start, stop : int
        Numbers of the tables.
    settings : PlanSettings
    """

    plain: Scenario | None
    separated: Scenario | None
    start: int
    stop: int
    settings: PlanSettings

    def found(self) -> list[tuple[float, float]]:
        """Return the width of the interval and the p-value of the test for each table; NaN for what is not asked."""
        numbers = range(self.start, self.stop)
        return list(zip(map(self._width, numbers), self._pvalues(numbers), strict=True))

    def _width(self, number: int) -> float:
        if self.plain is None:
            return float("nan")
        settings, key = self.settings, (self.settings.level, self.settings.coefficient)
        rng = table_generator(settings.seed, STREAM, number)
        arrays = self.plain.draw(rng)
        single = ScoreArrays.of(arrays.metrics[[0]], arrays.human)
        limits = studied_interval(settings.interval).of_table(
            single, key[:1], key[1:], settings.resamples, int(rng.integers(2**53))
        )[key]
        return float(limits.high - limits.low)

    def _pvalues(self, numbers: range) -> list[float]:
        if self.separated is None:
            return [float("nan")] * len(numbers)
        settings, key = self.settings, (self.settings.level, self.settings.coefficient)
        generators = [table_generator(settings.seed, STREAM, number) for number in numbers]
        tables = [self.separated.draw(rng) for rng in generators]
        seeds = [int(rng.integers(2**53)) for rng in generators]
        # many tables together are many times faster where the test can
        found = studied_test(settings.test).findings_of_tables(
            tables, (PAIR,), key[:1], key[1:], settings.resamples, seeds
        )
        return [one[key, PAIR].pvalue("two-sided") for one in found]


def simulated(
    plain: PlanningModel | None,
    separated: PlanningModel | None,
    sizes: Sequence[Size],
    settings: PlanSettings,
) -> list[FloatArray]:
    """Return the widths and p-values of each design's tables.

    Costs designs x runs tables; all designs share their random numbers.

    Parameters
    ----------
    plain : PlanningModel, optional
        What intervals are computed in; none without it.
    separated : PlanningModel, optional
        What tests are tried in; none without it.
    sizes : sequence of (systems, inputs, annotators)
    settings : PlanSettings

    Returns
    -------
    list of arrays of shape (runs, 2)
        NaN where undefined or not asked for.
    """
    work = []
    for size in sizes:
        scenarios = tuple(None if one is None else one.scenario(STREAM, *size) for one in (plain, separated))
        work += [
            PlannedTables(
                plain=scenarios[0],
                separated=scenarios[1],
                start=start,
                stop=min(start + BLOCK, settings.runs),
                settings=settings,
            )
            for start in range(0, settings.runs, BLOCK)
        ]
    identity = functools.partial(fingerprint, "designs", work)
    done = run_each(PlannedTables.found, work, processes=True, identity=identity)
    per_design = len(work) // max(1, len(sizes))
    return [
        np.array([row for part in done[k * per_design : (k + 1) * per_design] for row in part])
        for k in range(len(sizes))
    ]


def design_of(size: Size, found: FloatArray, settings: PlanSettings, *, tested: bool) -> Design:
    """Return what a design achieves, from the widths and p-values of its tables (see `simulated`).

    Parameters
    ----------
    size : (systems, inputs, annotators)
    found : array of shape (runs, 2)
    settings : PlanSettings
    tested : bool
        Whether there are p-values.
    """
    widths, pvalues = found.T
    undefined = np.isnan(widths) | (np.isnan(pvalues) if tested else False)
    widths, pvalues = widths[~np.isnan(widths)], pvalues[~np.isnan(pvalues)]
    width = float(widths.mean()) if widths.size else float("nan")
    rejected = int(np.sum(pvalues <= settings.alpha))
    power = rejected / len(pvalues) if len(pvalues) else float("nan")
    power_low, power_high = proportion_interval(rejected, len(pvalues))
    n_systems, n_inputs, n_annotators = size
    judgements = int(np.prod(size))
    return Design(
        n_systems=n_systems,
        n_inputs=n_inputs,
        n_annotators=n_annotators,
        judgements=judgements,
        cost=judgements * settings.cost,
        width=width,
        width_error=float(widths.std(ddof=1) / np.sqrt(widths.size)) if widths.size > 1 else float("nan"),
        power=power,
        power_low=power_low,
        power_high=power_high,
        detectable=float("nan"),
        enough=None,
        n_undefined=int(undefined.sum()),
    )


MOST = 0.999
"""Of the metric's correlation: a rival cannot agree less than not at all."""


def detectable_difference(
    model: PlanningModel,
    size: Size,
    *,
    power: float = USUAL_POWER,
    tolerance: float = TOLERANCE,
    level: str | None = None,
    coefficient: str | None = None,
    test: str | None = None,
    alpha: float | None = None,
    runs: int | None = None,
    resamples: int | None = None,
    rng: Rng = None,
    workers: int | None = None,
) -> float:
    """Return the smallest difference that a design finds with a power, by bisection on the same random numbers.

    Takes about log2(r / tolerance) times `runs` tables.

    Parameters
    ----------
    model : PlanningModel
        With a rival.
    size : (systems, inputs, annotators)
    power : float
        How often it is found.
    tolerance : float
        How closely the difference is found; what chance leaves open is more, with few runs.
    level, coefficient, test : str, optional
    alpha : float, optional
    runs, resamples : int, optional
    rng : int or numpy.random.Generator, optional
        As in `plan`, with its defaults.
    workers : int, optional

    Returns
    -------
    float
        NaN if even the difference to no correlation at all is found less often.

    Raises
    ------
    ArgumentError
        If the model has no rival or a number is out of range.
    """
    check_proportion("power", power)
    if not tolerance > 0:
        raise ArgumentError(f"`tolerance` must be more than 0; it is {tolerance!r}.")
    if not model.has_rival:
        raise ArgumentError("a difference needs two metrics; the plan knows one.")
    settings = PlanSettings.of(
        level=level,
        coefficient=coefficient,
        test=test,
        alpha=alpha,
        runs=runs,
        resamples=resamples,
        detect=power,
        rng=rng,
    )
    with executing(Execution.of(workers=workers)):
        return smallest_difference(model, size, settings, tolerance)


def smallest_difference(
    model: PlanningModel, size: Size, settings: PlanSettings, tolerance: float = TOLERANCE
) -> float:
    """Return the smallest difference that a design finds (see `detectable_difference`).

    Parameters
    ----------
    model : PlanningModel
        With a rival.
    size : (systems, inputs, annotators)
    settings : PlanSettings
        Whose `detect` is the power, by default `USUAL_POWER`; their difference is not used.
    tolerance : float

    Returns
    -------
    float
    """
    power = settings.detect or USUAL_POWER
    low, high = 0.0, model.correlation(settings.level, size[1]) * MOST
    if not high > 0:
        return float("nan")

    def reached(difference: float) -> bool:
        separated = model.separated(difference, settings.level, size[1])
        (found,) = simulated(None, separated, [size], settings)
        pvalues = found[:, 1][~np.isnan(found[:, 1])]
        return bool(pvalues.size and np.mean(pvalues <= settings.alpha) >= power)

    if not reached(high):
        return float("nan")
    while high - low > tolerance:
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high
