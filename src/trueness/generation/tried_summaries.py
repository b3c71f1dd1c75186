"""The summaries of a document that have been scored so far, each once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.generation.fitness import Fitness, FloatArray
from trueness.generation.possible_summaries import BoolArray


class TriedSummaries:
    """Summaries and how good they are; one that was scored before is not scored again.

    Parameters
    ----------
    fitness : callable
        Scores summaries (see `fitness.Fitness`).
    n : int
        How many sentences there are.
    higher_is_better : bool
        Whether larger scores are better ones.
    """

    def __init__(self, fitness: Fitness, n: int, *, higher_is_better: bool) -> None:
        self._fitness = fitness
        self._sign = 1.0 if higher_is_better else -1.0
        self._place: dict[bytes, int] = {}
        self._chosen = np.zeros((256, n), dtype=np.bool_)
        self._quality = np.empty(256)

    def __len__(self) -> int:
        return len(self._place)

    def __contains__(self, summary: BoolArray) -> bool:
        return summary.tobytes() in self._place

    @property
    def chosen(self) -> BoolArray:
        """Which sentences each summary has, shape (m, n), in the order in which they were tried."""
        return self._chosen[: len(self)]

    @property
    def quality(self) -> FloatArray:
        """How good each summary is, shape (m,): the metric's score, negated where lower is better; NaN if undefined."""
        return self._quality[: len(self)]

    @property
    def scores(self) -> FloatArray:
        """The metric's scores, shape (m,)."""
        return self._sign * self.quality

    def try_all(self, summaries: Sequence[BoolArray]) -> list[int]:
        """Score those that are new, together, and return where each of all stands."""
        before = len(self)
        places = [self._place.setdefault(one.tobytes(), len(self._place)) for one in summaries]
        if len(self) > before:
            self._make_room()
            for place, one in zip(places, summaries, strict=True):
                self._chosen[place] = one
            self._quality[before : len(self)] = self._sign * self._fitness(self._chosen[before : len(self)])
        return places

    def _make_room(self) -> None:
        size = len(self._quality)
        while size < len(self):
            size *= 2
        if size > len(self._quality):
            chosen, quality = self._chosen, self._quality
            self._chosen = np.zeros((size, chosen.shape[1]), dtype=np.bool_)
            self._quality = np.empty(size)
            self._chosen[: len(chosen)], self._quality[: len(quality)] = chosen, quality
