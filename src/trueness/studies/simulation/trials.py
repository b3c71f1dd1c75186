"""Numbered trials of methods, in blocks that any process can be given: what all simulated studies are made of."""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Iterable, Sequence

import numpy as np

from trueness.parallel import run_each
from trueness.statistics.array_types import FloatArray

Cell = tuple[str, str, str]
"""(test or interval, level, coefficient)."""

Outcome = dict[Cell, tuple[float, ...]]
"""What one trial found, as many numbers for each cell."""


@dataclasses.dataclass(frozen=True)
class Wanted:
    """Methods to try at the same levels and coefficients.

    Attributes
    ----------
    methods, levels, coefficients : tuple of str
    """

    methods: tuple[str, ...]
    levels: tuple[str, ...]
    coefficients: tuple[str, ...]

    @classmethod
    def of_cells(cls, cells: Iterable[Cell]) -> tuple[Wanted, ...]:
        """Return cells of any choice as few groups of which every combination is wanted."""
        by_method: dict[str, dict[str, list[str]]] = {}
        for method, level, coefficient in cells:
            by_method.setdefault(method, {}).setdefault(level, []).append(coefficient)
        groups: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
        for method, by_level in by_method.items():
            levels: dict[tuple[str, ...], list[str]] = {}
            for level, coefficients in by_level.items():
                levels.setdefault(tuple(coefficients), []).append(level)
            for names, at in levels.items():
                groups.setdefault((tuple(at), names), []).append(method)
        return tuple(cls(tuple(methods), *where) for where, methods in groups.items())


@dataclasses.dataclass(frozen=True)
class Trials(abc.ABC):
    """A study of numbered trials, each with random numbers of its own.

    Attributes
    ----------
    wanted : tuple of Wanted
    resamples : int
        Of every method.
    seed : int
        From which the random numbers of every trial follow.
    """

    wanted: tuple[Wanted, ...]
    resamples: int
    seed: int

    @abc.abstractmethod
    def trial(self, number: int) -> Outcome:
        """Return what one trial finds, for the same cells each time."""


@dataclasses.dataclass(frozen=True)
class TrialBlock:
    """Some trials of a study, as work that any process can be given.

    Attributes
    ----------
    trials : Trials
    start, stop : int
    """

    trials: Trials
    start: int
    stop: int

    def found(self) -> dict[Cell, FloatArray]:
        """Return what was found for each cell, shape (trials, numbers)."""
        outcomes = [self.trials.trial(number) for number in range(self.start, self.stop)]
        return {cell: np.array([one[cell] for one in outcomes], dtype=np.float64) for cell in outcomes[0]}


def run_trials(studies: Sequence[Trials], number: int, *, block: int) -> list[dict[Cell, FloatArray]]:
    """Return what each study found for each cell, shape (number, numbers): the same for any block and any workers.

    Parameters
    ----------
    studies : sequence of Trials
    number : int
        Trials of each study.
    block : int
        Trials that a worker is given at a time.
    """
    starts = range(0, number, block)
    work = [TrialBlock(study, start, min(start + block, number)) for study in studies for start in starts]
    done = run_each(TrialBlock.found, work, processes=True)
    found = []
    for place in range(len(studies)):
        mine = done[place * len(starts) : (place + 1) * len(starts)]
        found.append({cell: np.concatenate([part[cell] for part in mine]) for cell in mine[0]})
    return found
