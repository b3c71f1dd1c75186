"""The data on which methods are certified: a grid of sizes, kinds of scores, and truths."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Sequence

import numpy as np

from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, check_choice, listing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.system_effects import standard_effects
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model
from trueness.studies.certify.pilot_scenario import PilotScenario
from trueness.studies.certify.scenario import Scenario
from trueness.studies.certify.truths import LEVELS, OTHER_TRUTHS, TRUTHS, TWO_WAY_TRUTHS, find_truth

GRIDS = ("quick", "standard", "full")
"""``quick`` for a look, ``standard`` with every truth at a few sizes, ``full`` with every size and kind of scores."""

COEFFICIENTS = ("pearson", "spearman", "kendall")
MOST_PAIRS = 5
"""Pairs of metrics that scenarios are fitted to."""

SYSTEMS = (6, 8, 10, 16, 25, 60, 150)
INPUTS = (5, 10, 20, 50, 100, 500)
"""Sizes of the full grid."""

QUICK_SIZE = (10, 20)
QUICK_SCORES = ("normal", "likert")
STANDARD_SIZES = ((8, 50), (16, 100), (25, 20), (60, 100))
STANDARD_SIZE = (16, 100)
"""Where the standard grid has all kinds of scores."""

TAIL_TRUTHS = (
    "alike, bias .2",
    "slopes vary over inputs",
    "quality with outliers",
    "two bad systems",
)
TAIL_SIZES = ((10, 50), (16, 100), (25, 20))
"""Where rates at .001 and .0001 are told by more tables than elsewhere, if that is asked for."""


def certified_scenarios(grid: str = "standard") -> list[Scenario]:
    """Return the scenarios of a grid, the standard ones first and small data before large.

    Parameters
    ----------
    grid : {'quick', 'standard', 'full'}

    Raises
    ------
    ArgumentError
        If the grid is unknown.
    """
    check_choice("grid", grid, GRIDS)
    if grid == "quick":
        plain = (*TWO_WAY_TRUTHS, *(truth for truth in OTHER_TRUTHS if len(truth.scores) > 1))
        return [truth.scenario(scores, *QUICK_SIZE) for scores in QUICK_SCORES for truth in plain]
    found = [
        truth.scenario(scores, *size)
        for size in STANDARD_SIZES
        for truth in TRUTHS
        if truth.fits(*size)
        for scores in (truth.scores if size == STANDARD_SIZE else truth.scores[:1])
    ]
    if grid == "full":
        known = {one.name for one in found}
        sizes = sorted(itertools.product(SYSTEMS, INPUTS), key=math.prod)
        every = (
            truth.scenario(scores, *size)
            for size in sizes
            for truth in TRUTHS
            if truth.fits(*size)
            for scores in truth.scores
        )
        found += [one for one in every if one.name not in known]
    return found


def tail_scenarios() -> frozenset[str]:
    """Return the names of the scenarios whose rates at .001 and .0001 are told by more tables."""
    return frozenset(
        find_truth(name).scenario("normal", *size).name for name in TAIL_TRUTHS for size in TAIL_SIZES
    )


@dataclasses.dataclass(frozen=True)
class FittedScenario:
    """A scenario fitted to a table.

    Attributes
    ----------
    scenario : Scenario
    clipped : float
        See `two_way_model.FittedModel`.
    """

    scenario: Scenario
    clipped: float


def fitted_scenario(
    table: ScoreTable,
    human: str,
    metrics: tuple[str, str],
    *,
    alike: bool = True,
    n_systems: int | None = None,
    n_inputs: int | None = None,
) -> FittedScenario:
    """Return data like a table's: a two-way model fitted to the human and two metrics, with their distributions.

    Systems are drawn from the table's own, so that outliers come again (see `pilot_scenario`). Made alike, the two
    metrics are exchangeable system by system: the null hypothesis of every test holds exactly.

    Parameters
    ----------
    table : ScoreTable
    human : str
    metrics : (str, str)
    alike : bool
        Make the two metrics exchangeable, as the average of both, so that they agree equally well with the human.
    n_systems, n_inputs : int, optional
        Other sizes than the table's.

    Raises
    ------
    ArgumentError
        If the scores do not tell the variances.
    UnknownNameError
        If a scorer does not exist.
    """
    table = table.sorted_by_name()  # the order in a file moves no number
    names = (human, *metrics)
    scores = np.stack([table.oriented(name) for name in names])
    cells = np.isfinite(scores).all(axis=0)
    spread = np.array([one[cells].std() if cells.any() else 0.0 for one in scores])
    for name, one in zip(names, spread, strict=True):
        if not one > 0:
            raise ArgumentError(f"'{name}' is constant where all of {listing(names)} have scores.")
    fitted = fit_two_way_model(scores, interactions=True)
    observed = [np.sort(one[cells]) for one in scores]
    model: TwoWayModel = fitted.model
    if alike:
        model = standardised(model).exchangeable(1, 2)
        # both take the distribution of the first: only ranks within a metric tell it from the other
        observed[2] = observed[1]
    truth = "alike" if alike else "as they are"
    n, m = n_systems or table.shape[1], n_inputs or table.shape[2]
    scenario = PilotScenario(
        name=f"{metrics[0]} and {metrics[1]} of {table.name}, {truth}; {n} systems, {m} inputs",
        n_systems=n,
        n_inputs=m,
        model=model,
        scores="observed",
        cluster_size=1,
        null_levels=LEVELS if alike else (),
        observed=tuple(observed),
        systems=standard_effects(scores / spread[:, None, None], fitted.positions),
        exchanged=alike,
    )
    return FittedScenario(scenario, fitted.clipped)


def fitted_scenarios(
    table: ScoreTable, human: str, metrics: Sequence[str], *, most: int = MOST_PAIRS
) -> list[FittedScenario]:
    """Return scenarios like a table's in which two metrics are alike, for several pairs of its metrics.

    Pairs are chosen from those least to those most correlated with each other, evenly.

    Parameters
    ----------
    table : ScoreTable
    human : str
    metrics : sequence of str
    most : int
        Pairs.

    Raises
    ------
    ArgumentError
        If there are fewer than two metrics, or a scorer does not vary.
    UnknownNameError
        If a scorer does not exist.
    """
    table = read_table(table)
    table = table.sorted_by_name()
    pairs = list(itertools.combinations(metrics, 2))
    if not pairs:
        raise ArgumentError("scenarios are fitted to pairs of metrics; name at least two (--metrics).")
    pairs.sort(key=lambda pair: _agreement(table, pair))
    places = np.unique(np.linspace(0, len(pairs) - 1, min(most, len(pairs))).round().astype(int))
    return [fitted_scenario(table, human, pairs[place]) for place in places]


def _agreement(table: ScoreTable, pair: tuple[str, str]) -> float:
    first, second = (table.oriented(name) for name in pair)
    return correlate(first, second, "global", "pearson").estimate


def standardised(model: TwoWayModel) -> TwoWayModel:
    """Return the model of the same scorers with mean 0 and a total variance of 1.

    Raises
    ------
    ArgumentError
        If a scorer does not vary.
    """
    variance = model.variance
    if np.any(variance <= 0):
        raise ArgumentError("standardising takes a scorer that varies.")
    return model.scaled(1 / np.sqrt(variance))
