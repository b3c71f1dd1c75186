"""What a human label is worth where a metric learned from the few labels there are stands beside it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.errors import DataError
from trueness.learning.labelled import FEWEST, Labelled
from trueness.learning.learner import INNER_FOLDS, Learner
from trueness.parallel.fingerprint import fingerprint
from trueness.parallel.run_tiles import run_tiles
from trueness.statistics.array_types import FloatArray
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.judging.prediction_powered import ppi_mean

SHARE = 0.2
"""Share of the inputs that count as labelled."""

DRAWS = 20


class Drawn(NamedTuple):
    """What one learner makes of some draws of labelled inputs.

    Attributes
    ----------
    worth : array of shape (draws,)
        Of a label; NaN where it is undefined.
    n_labelled : int
        Labelled outputs.
    reasons : tuple of str
        Why it is undefined, without repeats.
    """

    worth: FloatArray
    n_labelled: int
    reasons: tuple[str, ...]


@dataclasses.dataclass(frozen=True)
class LabelWorth:
    """Draws of labelled inputs, tile by tile; learners by learners, each with all draws.

    A metric is learned from a random share of the inputs and predicts all outputs; those that it learned from by
    cross-fitting, so that no output's prediction has seen its own label (Zrnic and Candès 2024, cross-prediction).
    With these, prediction-powered inference says how many labels alone would be as precise (see `ppi_mean`).

    Attributes
    ----------
    outputs : Labelled
    learners : mapping of str to Learner
    seed : int
    """

    outputs: Labelled
    learners: Mapping[str, Learner]
    seed: int

    @property
    def n_inputs(self) -> int:
        """Inputs that count as labelled."""
        return max(FEWEST, round(SHARE * len(np.unique(self.outputs.input_groups))))

    def __call__(self, tiles: Sequence[int]) -> list[tuple[float, int, str]]:
        """Return of some draws the worth of a label, the number of labelled outputs, and why it is undefined."""
        learners = list(self.learners.values())
        return [self._drawn(learners[tile // DRAWS], tile % DRAWS) for tile in tiles]

    def run(self) -> dict[str, Drawn]:
        """Return, by learner, what a label is worth in every draw."""
        work = functools.partial(fingerprint, "worth of labels", self)
        parts = run_tiles(self, len(self.learners) * DRAWS, identity=work)
        found = [one for part in parts for one in part]
        drawn = {}
        for k, name in enumerate(self.learners):
            worth, counts, reasons = zip(*found[k * DRAWS : (k + 1) * DRAWS], strict=True)
            known = tuple(dict.fromkeys(reason for reason in reasons if reason))
            drawn[name] = Drawn(np.array(worth), counts[0], known)
        return drawn

    def _drawn(self, learner: Learner, draw: int) -> tuple[float, int, str]:
        whole = self.outputs
        groups = np.unique(whole.input_groups)
        drawn = random_stream(self.seed, 86, draw).permutation(groups)[: self.n_inputs]
        known = np.isin(whole.input_groups, drawn)
        part = dataclasses.replace(whole.rows(np.flatnonzero(known)), over="inputs")
        judge = np.zeros(len(known))
        here = np.flatnonzero(known)
        folds = part.folds(INNER_FOLDS, self.seed, draw)
        seed = int(random_stream(self.seed, 87, draw).integers(2**31))
        try:
            for train, test in folds:
                predictor = learner.fit(part.rows(train), seed)
                judge[here[test]] = predictor.predict(part.features[test])
                judge[~known] += predictor.predict(whole.features[~known]) / len(folds)
        except DataError as error:  # so few labels may all be equal
            return np.nan, len(here), str(error)
        human = np.where(known, whole.target, np.nan)
        shares = bool(np.isin(whole.target, (0.0, 1.0)).all())
        found = ppi_mean(human, judge, clusters=whole.input_groups, shares=shares, rng=0)
        worth = found.labels_worth / found.n_labelled
        if not np.isnan(worth):
            return worth, len(here), ""
        equal = not found.standard_error_human > 0
        return worth, len(here), "all labels drawn are equal" if equal else "what is learned makes no error"
