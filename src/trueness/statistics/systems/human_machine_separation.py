"""How well scores tell outputs that people wrote from those of machines."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from trueness.errors import ArgumentError
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed
from trueness.statistics.systems.system_bootstrap import system_bootstrap
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.statistics.systems.system_permutation import system_permutation
from trueness.statistics.ties import RELATIVE_TOLERANCE


class HumanMachineSeparation(NamedTuple):
    """How well one scorer separates people from machines.

    Attributes
    ----------
    auc : float
        Probability that an output by a person scores higher than one by a machine for the same input, ties counting one
        half; mean over inputs. One half is chance; NaN where no input has outputs of both.
    low, high : float
        Percentile bootstrap interval over inputs.
    pvalue : float
        Two-sided, by swapping people and machines, input by input.
    auc_systems : float
        The same probability for scores of whole systems, each pair on the inputs both have.
    n_people, n_machines, n_inputs : int
        Systems of both kinds, and inputs with outputs of both.
    resamples : int
    exact : bool
        Whether all arrangements of the test were enumerated.
    """

    auc: float
    low: float
    high: float
    pvalue: float
    auc_systems: float
    n_people: int
    n_machines: int
    n_inputs: int
    resamples: int
    exact: bool


def human_machine_separation(
    pairs: SystemPairs,
    people: ArrayLike,
    *,
    resamples: int = DEFAULT_RESAMPLES,
    confidence: float = 0.95,
    rng: Rng = None,
) -> HumanMachineSeparation:
    """Return how well scores separate outputs by people from outputs by machines.

    Parameters
    ----------
    pairs : SystemPairs
        Scores of both.
    people : array_like of bool, shape (N,)
        Which systems are people.
    resamples : int
        Of the test and of the interval.
    confidence : float
        Of the interval, strictly between 0 and 1.
    rng : int or numpy.random.Generator, optional

    Returns
    -------
    HumanMachineSeparation

    Raises
    ------
    ArgumentError
        If `people` does not name at least one system and leave at least one, or as `system_permutation`.

    Notes
    -----
    If outputs for an input are exchangeable between people and machines, the area of an input is distributed
    symmetrically about one half: hence the test. A high area is a low bar: machines differ from people by more than
    from each other, and once they write as well as people a good metric has an area of one half (Graham 2015, section
    2). Scores against references that the same people wrote say nothing here.

    References
    ----------
    Rankel, Conroy, Slud and O'Leary (2011), Ranking human and machine summarization systems, EMNLP, who ask how many
    machines a test tells from people. The area is that of Bamber (1975): U / (n m), here within inputs.
    """
    chosen = np.asarray(people)
    if chosen.dtype != np.bool_ or chosen.shape != (len(pairs.scores),):
        raise ArgumentError(f"`people` must hold one true or false for each of {len(pairs.scores)} systems.")
    if chosen.all() or not chosen.any():
        raise ArgumentError(
            "`people` must name at least one system and leave at least one that is a machine."
        )
    seed = resolve_seed(rng)
    areas = _areas(pairs.scores, chosen)
    # the advantage of people is swapped and drawn as a difference of two systems would be
    both = SystemPairs(np.stack([areas, 1 - areas]), clusters=pairs.clusters)
    options: dict[str, Any] = {"resamples": resamples, "rng": seed}
    test = system_permutation(both, **options)
    interval = system_bootstrap(both, confidence=confidence, **options)
    low, high = 0.5 + interval.low[0] / 2, 0.5 + interval.high[0] / 2
    return HumanMachineSeparation(
        auc=0.5 + float(test.estimate[0]) / 2,
        low=float(low),
        high=float(high),
        pvalue=float(test.two_sided[0]),
        auc_systems=_area_of_systems(pairs, chosen),
        n_people=int(chosen.sum()),
        n_machines=int(np.sum(~chosen)),
        n_inputs=int(test.n_inputs[0]),
        resamples=test.resamples,
        exact=bool(test.exact[0]),
    )


def _areas(scores: FloatArray, people: BoolArray) -> FloatArray:
    """Return the area of every input, shape (M,), NaN where it has no output of people or none of machines."""
    machines = scores[~people]
    wins, count = np.zeros(scores.shape[1]), np.zeros(scores.shape[1])
    for person in scores[people]:
        both = ~np.isnan(machines) & ~np.isnan(person)
        count += both.sum(axis=0)
        wins += np.where(both, (person > machines) + 0.5 * (person == machines), 0.0).sum(axis=0)
    result: FloatArray = np.divide(wins, count, out=np.full(wins.shape, np.nan), where=count > 0)
    return result


def _area_of_systems(pairs: SystemPairs, people: BoolArray) -> float:
    first, second, _ = pairs.pair_scores()
    mixed = people[pairs.first] != people[pairs.second]
    difference = np.where(people[pairs.first], first - second, second - first)[mixed]
    size = np.maximum(np.abs(first), np.abs(second))[mixed]
    known = ~np.isnan(difference)
    if not known.any():
        return float("nan")
    difference, size = difference[known], size[known]
    tied = np.abs(difference) <= RELATIVE_TOLERANCE * size
    return float(np.mean(np.where(tied, 0.5, difference > 0)))
