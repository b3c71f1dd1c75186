"""Numbered trials of methods, in blocks that any process can be given: what all simulated studies are made of."""

from __future__ import annotations

import abc
import contextlib
import dataclasses
import functools
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from trueness.errors import check_integer
from trueness.methods.studied import studied_interval, studied_test
from trueness.parallel import Execution, Progress, executing, one_watch, run_each, step
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.array_types import BoolArray, FloatArray, Key
from trueness.statistics.engine.resample import Weights, random_stream
from trueness.statistics.proportion_interval import proportion_interval
from trueness.statistics.resampling.level_correlations import level_correlations
from trueness.statistics.score_arrays import ScoreArrays
from trueness.studies.certify.scenario import Scenario

Cell = tuple[str, str, str]
"""(test or interval, level, coefficient)."""

Outcome = dict[Cell, tuple[float, ...]]
"""What one trial found, as many numbers for each cell."""


DRAWN = 4_000_000
"""Scores held at a time, some tens of megabytes."""


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
    def every(
        cls, methods: Iterable[str], levels: Iterable[str], coefficients: Iterable[str]
    ) -> tuple[Wanted, ...]:
        """Return every combination as one group."""
        return (cls(tuple(methods), tuple(levels), tuple(coefficients)),)

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
    BLOCK : int
        Trials that a worker is given at a time.
    wanted : tuple of Wanted
    resamples : int
        Of every method.
    seed : int
        From which the random numbers of every trial follow.
    """

    BLOCK: ClassVar[int] = 25

    wanted: tuple[Wanted, ...]
    resamples: int
    seed: int

    @abc.abstractmethod
    def trial(self, number: int) -> Outcome:
        """Return what one trial finds, for the same cells each time."""

    def outcomes(self, numbers: Sequence[int]) -> list[Outcome]:
        """Return what several trials find: for each the same as alone, but for rounding."""
        return [self.trial(number) for number in numbers]

    def check(self) -> None:  # noqa: B027 - nothing to check is no mistake
        """Raise an error where what is wanted cannot be tried."""

    def _check(self, least_resamples: int, known: Callable[[str], object]) -> None:
        check_integer("resamples", self.resamples, minimum=least_resamples)
        for method in (method for group in self.wanted for method in group.methods):
            known(method)


@dataclasses.dataclass(frozen=True)
class TestTrials(Trials):
    """Trials of tests."""

    __test__: ClassVar[bool] = False

    def check(self) -> None:
        """Raise an error where a test is unknown, or there are too few resamples for its p-value to be small."""
        self._check(19, studied_test)


@dataclasses.dataclass(frozen=True)
class IntervalTrials(Trials):
    """Trials of intervals."""

    def check(self) -> None:
        """Raise an error where an interval is unknown, or there are too few resamples for its limits."""
        self._check(39, studied_interval)


@dataclasses.dataclass(frozen=True)
class TableTrials(Trials):
    """Trials on tables of a scenario, of which small ones go together.

    Attributes
    ----------
    TABLES : int
        How many are drawn for a trial.
    scenario : Scenario
    """

    BLOCK: ClassVar[int] = 100
    TABLES: ClassVar[int] = 1

    scenario: Scenario

    def trial(self, number: int) -> Outcome:
        """Return what one trial finds."""
        (found,) = self.outcomes((number,))
        return found

    def outcomes(self, numbers: Sequence[int]) -> list[Outcome]:
        """Return what several trials find, as many at a time as there is room for."""
        parts = together(numbers, self.TABLES * self.scenario.n_scores)
        return [outcome for part in parts for outcome in self.of_tables(part)]

    @abc.abstractmethod
    def of_tables(self, numbers: Sequence[int]) -> list[Outcome]:
        """Return what trials find whose tables are held at once."""


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
        outcomes = self.trials.outcomes(range(self.start, self.stop))
        return {cell: np.array([one[cell] for one in outcomes], dtype=np.float64) for cell in outcomes[0]}


def run_trials(
    studies: Sequence[Trials], number: int, *, counted: str = "runs"
) -> list[dict[Cell, FloatArray]]:
    """Return what each study found for each cell, shape (number, numbers): the same for any block and any workers.

    Finished blocks are kept while `parallel.checkpoint.keeping` says so.

    Parameters
    ----------
    studies : sequence of Trials
    number : int
        Trials of each study.
    counted : str
        What the argument is called that this number is.

    Raises
    ------
    ArgumentError
        If a number is out of range.
    UnsupportedMethodError
        If a method is unknown.
    """
    check_integer(counted, number, minimum=1)
    for study in studies:
        study.check()
    work, blocks = [], []
    for study in studies:
        starts = range(0, number, study.BLOCK)
        work += [TrialBlock(study, start, min(start + study.BLOCK, number)) for start in starts]
        blocks.append(len(starts))
    identity = functools.partial(fingerprint, "trials", tuple(studies), number)
    done = iter(run_each(TrialBlock.found, work, processes=True, identity=identity))
    found = []
    for count in blocks:
        mine = [next(done) for _ in range(count)]
        found.append({cell: np.concatenate([part[cell] for part in mine]) for cell in mine[0]})
    return found


def together(numbers: Sequence[int], scores: int) -> Iterator[Sequence[int]]:
    """Yield as many trials at a time as draw no more than `DRAWN` scores, at least one.

    Parameters
    ----------
    numbers : sequence of int
    scores : int
        That each draws.
    """
    step = max(1, DRAWN // scores)
    for start in range(0, len(numbers), step):
        yield numbers[start : start + step]


@contextlib.contextmanager
def trying(named: str, workers: int | None, progress: Progress | None) -> Iterator[None]:
    """Let trials within the block run on so many workers, and tell of their progress by a name."""
    with executing(Execution.of(workers=workers), one_watch(progress)), step(named):
        yield


def table_generator(seed: int, scenario: str, number: int) -> np.random.Generator:
    """Return the generator of one table of a scenario; no other table has the same."""
    return random_stream(seed, zlib.crc32(scenario.encode()), number)


def point_correlations(
    arrays: ScoreArrays, levels: Sequence[str], coefficients: Sequence[str]
) -> dict[Key, FloatArray]:
    """Return the correlations of all metrics on a whole table, on the outputs that all of them have: shape (K,)."""
    group = arrays.group(range(arrays.n_metrics))
    found = {
        level: level_correlations(arrays, group, Weights(None, None), level, coefficients).values
        for level in levels
    }
    return {(level, name): found[level][name][0] for level in levels for name in coefficients}


class Proportion(NamedTuple):
    """In how many trials something was so, of those in which it could be told.

    Attributes
    ----------
    share, low, high : float
        With its exact 95% interval; NaN of nothing.
    hits, of : int
    """

    share: float
    low: float
    high: float
    hits: int
    of: int

    @classmethod
    def where(cls, so: BoolArray, defined: BoolArray) -> Proportion:
        """Count where something is so among what is defined."""
        hits, of = int(np.sum(so & defined)), int(np.sum(defined))
        low, high = proportion_interval(hits, of)
        return cls(share=hits / of if of else float("nan"), low=low, high=high, hits=hits, of=of)
