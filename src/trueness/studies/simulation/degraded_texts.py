"""A ROUGE metric that sees only some of each output's tokens: worse than itself by construction."""

from __future__ import annotations

import dataclasses

import numpy as np

from trueness.data.texts import Texts
from trueness.errors import DataError
from trueness.metrics.rouge.degrade import degrade
from trueness.metrics.rouge.rouge import Rouge
from trueness.statistics.array_types import FloatArray


@dataclasses.dataclass(frozen=True)
class DegradedTexts:
    """A metric of some per cent of each output's tokens, for `degraded_power`.

    Attributes
    ----------
    metric : Rouge
    outputs : tuple of str
        Of N systems for M inputs, system by system.
    references : tuple of tuple of str
        Of each output.
    systems, inputs : tuple of str
    """

    metric: Rouge
    outputs: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    systems: tuple[str, ...]
    inputs: tuple[str, ...]

    @classmethod
    def of(cls, metric: Rouge, texts: Texts, n_references: int | None = None) -> DegradedTexts:
        """Take the outputs and references of texts, every system by every input.

        Parameters
        ----------
        metric : Rouge
        texts : Texts
        n_references : int, optional
            Use only the first so many of each input's references.

        Raises
        ------
        DataError
            If a system has no output for some input.
        """
        by_key = {(row.system, row.input): row for row in texts.rows}
        systems, inputs = texts.systems, texts.inputs
        rows = []
        for system in systems:
            for name in inputs:
                if (system, name) not in by_key:
                    raise DataError(
                        f"system '{system}' has no output for input '{name}'; every system needs one for every input."
                    )
                rows.append(by_key[system, name])
        references = tuple(row.references[:n_references] for row in rows)
        return cls(metric, tuple(row.output for row in rows), references, systems, inputs)

    def __call__(self, percent: float, seed: int, trial: int) -> FloatArray:
        """Return the scores of one trial, shape (N, M) (raises as `degrade`)."""
        scores = degrade(self.metric, self.outputs, self.references, percent, rng=seed, first_trial=trial)
        return np.asarray(scores[0].reshape(len(self.systems), len(self.inputs)))
