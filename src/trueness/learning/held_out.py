"""Fits on parts of the outputs, and what they say of the parts that they did not see."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from trueness.errors import DataError
from trueness.learning.labelled import Fold, Labelled
from trueness.learning.learner import Learner
from trueness.parallel.fingerprint import fingerprint
from trueness.parallel.run_tiles import run_tiles
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.engine.resample import random_stream

SHUFFLES = 5
"""Times that a feature is permuted in every held-out part."""


EVERYTHING = -1
"""The fold of a fit that holds nothing out."""


class Fit(NamedTuple):
    """One fit.

    Attributes
    ----------
    data : str
        Which outputs (see `HeldOut`).
    learner : str
    repeat, fold : int
        Which split; fold −1 holds nothing out.
    columns : tuple of int or None
        The features; None for all.
    inputs : int
        So many groups of inputs are learned from; 0 for all.
    permute : int
        So many features, the first ones, are permuted in turn in the held-out part.
    """

    data: str
    learner: str
    repeat: int
    fold: int
    columns: tuple[int, ...] | None = None
    inputs: int = 0
    permute: int = 0


@dataclasses.dataclass(frozen=True)
class HeldOut:
    """Fits, tile by tile; a worker may be given any of them.

    Attributes
    ----------
    data : mapping of str to Labelled
    learners : mapping of str to Learner
    fits : tuple of Fit
    folds, seed : int
    """

    data: Mapping[str, Labelled]
    learners: Mapping[str, Learner]
    fits: tuple[Fit, ...]
    folds: int
    seed: int

    def __call__(self, tiles: Sequence[int]) -> list[dict[str, Any]]:
        """Return, of some fits, what is predicted of the held-out outputs, and how much permuting a feature costs.

        Of a fit that holds nothing out: its form and its arrays.
        """
        return [self._fitted(self.fits[tile]) for tile in tiles]

    def run(self) -> list[dict[str, Any]]:
        """Return it of all fits, where and as the execution says."""
        identity = functools.partial(fingerprint, "learn", self)
        return [one for part in run_tiles(self, len(self.fits), identity=identity) for one in part]

    def test_rows(self, fit: Fit) -> IntArray:
        """Return the rows that a fit holds out."""
        return self._split(fit).test

    @functools.cached_property
    def _splits(self) -> dict[tuple[str, int], list[Fold]]:
        """Folds that were drawn, by outputs and repeat: learners, families and numbers of labels share them."""
        return {}

    def _split(self, fit: Fit) -> Fold:
        key = fit.data, fit.repeat
        if key not in self._splits:
            self._splits[key] = self.data[fit.data].folds(self.folds, self.seed, fit.repeat)
        return self._splits[key][fit.fold]

    def _fitted(self, fit: Fit) -> dict[str, Any]:
        whole = self.data[fit.data]
        if fit.fold == EVERYTHING:
            final = self.learners[fit.learner].fit(whole, self.seed)
            return {"form": final.FORM, **final.arrays()}
        if fit.columns is not None:
            whole = whole.columns(np.array(fit.columns))
        train, test = self._split(fit)
        part, held_out = whole.rows(train), whole.rows(test)
        if fit.inputs:
            part = part.with_inputs(fit.inputs, self.seed, fit.repeat, fit.fold)
        if np.ptp(part.target) == 0:
            if fit.inputs:  # so few labels tell nothing: there is no agreement
                return {"predicted": np.full(len(test), np.nan)}
            raise DataError(_all_alike(self.data[fit.data], float(part.target[0])))
        seed = int(random_stream(self.seed, 84, fit.repeat, fit.fold).integers(2**31))
        predictor = self.learners[fit.learner].fit(part, seed)
        predicted = predictor.predict(held_out.features)
        found = {"predicted": predicted}
        if fit.permute:
            found["drops"] = _drops(predictor, held_out, predicted, fit.permute, random_stream(seed, 85))
        return found


def _all_alike(whole: Labelled, value: float) -> str:
    """Say that a fold holds all scores that differ, and how to hold out less, or something else."""
    groups = {"inputs": whole.input_groups, "systems": whole.system_groups}
    unlike = {name: len(np.unique(of[whole.target != value])) for name, of in groups.items()}
    held = [name for name in groups if whole.over in (name, "both")]
    few = min(held, key=lambda name: unlike[name])
    n = unlike[few]
    said = (
        f"all human scores are {value:g} but those of {n} {few if n > 1 else few.removesuffix('s')}, and a fold holds "
        "all of these."
    )
    other = next((name for name in groups if name != few and unlike[name] > 1), None)
    if whole.over == "both" or n < 2:
        return f"{said} Label more" + (
            "." if other is None else f", or hold out {other} alone (--over {other})."
        )
    return f"{said} Hold one out at a time (--folds {len(np.unique(groups[few]))})."


def _drops(
    predictor: Any, held_out: Labelled, predicted: FloatArray, width: int, drawn: np.random.Generator
) -> FloatArray:
    """Return how much agreement falls when one feature is permuted among the held-out outputs (Breiman 2001).

    The mean over permutations, shape (width,); a feature without any weight has exactly 0.
    """
    before = float(held_out.agreement(predicted[:, None])[0])
    drops = np.zeros((SHUFFLES, width))
    for shuffle in range(SHUFFLES):
        order = drawn.permutation(len(predicted))
        columns = np.empty((len(predicted), width))
        for k in range(width):
            changed = held_out.features.copy()
            changed[:, k] = changed[order, k]
            columns[:, k] = predictor.predict(changed)
        drops[shuffle] = before - held_out.agreement(columns)
    return np.asarray(drops.mean(axis=0))
