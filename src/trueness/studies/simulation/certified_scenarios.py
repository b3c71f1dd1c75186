"""The data on which methods are certified: a grid of sizes, kinds of scores, and truths."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Sequence

import numpy as np

from trueness.data.score_table import ScoreTable
from trueness.errors import ArgumentError, check_choice, listing
from trueness.statistics.agreement.correlation import correlate
from trueness.statistics.two_way_model import TwoWayModel, fit_two_way_model
from trueness.studies.simulation.pilot_scenario import PilotScenario, standard_effects
from trueness.studies.simulation.scenario import Scenario, metrics_of_quality, noisier_rival

GRIDS = ("quick", "standard", "full")
"""``quick`` for a look, ``standard`` for the published table, ``full`` with every size."""

_SIZES = {
    "quick": ((10,), (20,)),
    "standard": ((10, 16, 25, 60), (20, 100)),
    "full": ((10, 16, 25, 60), (20, 50, 100, 500)),
}
_SCORES = {
    "quick": ("normal", "likert"),
    "standard": ("normal", "likert", "skewed", "heavy_tailed"),
    "full": ("normal", "likert", "skewed", "heavy_tailed"),
}
LEVELS = ("system", "input")
COEFFICIENTS = ("pearson", "spearman", "kendall")
CLUSTER_SIZE = 5
MOST_PAIRS = 5
"""Pairs of metrics that scenarios are fitted to."""

NULL_TRUTHS = (
    "alike without bias",
    "alike, bias .2",
    "alike, bias .5",
    "unequal noise, equal at system level",
    "unequal noise, equal at input level",
    "alike, bias .2, inputs in clusters",
)
"""Two metrics agree equally well with the human: exchangeable, with per-system biases of three sizes; of unequal noise,
where only one level's correlations are equal; and with inputs in clusters of five."""

OTHER_TRUTHS = ("bias .2 against .6", "no bias against .3")
"""The first metric agrees better."""


def certified_scenarios(grid: str = "standard") -> list[Scenario]:
    """Return the scenarios of a grid.

    Parameters
    ----------
    grid : {'quick', 'standard', 'full'}

    Raises
    ------
    ArgumentError
        If the grid is unknown.
    """
    check_choice("grid", grid, GRIDS)
    systems, inputs = _SIZES[grid]
    return [
        _scenario(truth, scores, n, m)
        for n, m, scores, truth in itertools.product(
            systems, inputs, _SCORES[grid], (*NULL_TRUTHS, *OTHER_TRUTHS)
        )
    ]


def _scenario(truth: str, scores: str, n_systems: int, n_inputs: int) -> Scenario:
    models = {
        "alike without bias": (metrics_of_quality((0.0, 0.0)), LEVELS),
        "alike, bias .2": (metrics_of_quality((0.2, 0.2)), LEVELS),
        "alike, bias .5": (metrics_of_quality((0.5, 0.5)), LEVELS),
        "unequal noise, equal at system level": (noisier_rival("system", n_inputs), ("system",)),
        "unequal noise, equal at input level": (noisier_rival("input", n_inputs), ("input",)),
        "alike, bias .2, inputs in clusters": (metrics_of_quality((0.2, 0.2)), LEVELS),
        "bias .2 against .6": (metrics_of_quality((0.2, 0.6)), ()),
        "no bias against .3": (metrics_of_quality((0.0, 0.3)), ()),
    }
    model, null_levels = models[truth]
    return Scenario(
        f"{truth}; {scores} scores; {n_systems} systems, {n_inputs} inputs",
        n_systems,
        n_inputs,
        model,
        scores,
        CLUSTER_SIZE if "clusters" in truth else 1,
        null_levels,
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
            raise ArgumentError(f"'{name}' does not vary where all of {listing(names)} have scores.")
    fitted = fit_two_way_model(scores)
    observed = [np.sort(one[cells]) for one in scores]
    model: TwoWayModel = fitted.model
    if alike:
        model = standardised(model).exchangeable(1, 2)
        # both take the distribution of the first: only ranks within a metric tell it from the other
        observed[2] = observed[1]
    truth = "alike" if alike else "as they are"
    n, m = n_systems or table.shape[1], n_inputs or table.shape[2]
    scenario = PilotScenario(
        f"{metrics[0]} and {metrics[1]} of {table.name}, {truth}; {n} systems, {m} inputs",
        n,
        m,
        model,
        "observed",
        1,
        LEVELS if alike else (),
        tuple(observed),
        standard_effects(scores / spread[:, None, None]),
        alike,
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
    variance = np.diag(model.systems) + np.diag(model.inputs) + np.diag(model.outputs)
    if np.any(variance <= 0):
        raise ArgumentError("a scorer that does not vary cannot be standardised.")
    scale = np.outer(1 / np.sqrt(variance), 1 / np.sqrt(variance))
    return TwoWayModel(
        np.zeros(len(model.mean)), model.systems * scale, model.inputs * scale, model.outputs * scale
    )
