"""Values of the data, and what they are without each system, each input, both, and every two systems.

A function of values that is the same whatever is left out makes replicates of replicates: those of a mean are the
means of them, and those on another scale are they on that scale. So values that are pooled, averaged over annotators
or put on Fisher's scale need no jackknife of their own.

Efron (1982), The Jackknife, the Bootstrap and Other Resampling Plans, chapter 3.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import BoolArray, FloatArray, IntArray
from trueness.statistics.jackknife.far_units import FarUnits, of_pairs

Blocks = Callable[[], Iterator[FloatArray]]


@dataclasses.dataclass(frozen=True)
class Replicates:
    """K values with and without units, mostly correlations of as many metrics.

    Attributes
    ----------
    entries : int
        How many scores a correlation is of: systems, inputs or outputs. For one with unlimited inputs, how many times
        the variance of the noise in the human's means that of the means without it is.
    n_systems, n_inputs : int
        Units: clusters where there are some.
    whole : array of shape (K,)
    systems : array of shape (N, K)
        Without each system.
    inputs : array of shape (R, K)
        Without each input, or of each half of them.
    input_factor : float
        What their squares about their mean, summed, are multiplied with to be a variance over inputs.
    both : callable
        Returns blocks of shape (N, r, K), r of the R at a time: without each system, too.
    noise_factor : float
        The same for the squares of `both`, centred over systems and over inputs.
    two : array of shape (N (N - 1) / 2, K)
        Without each two systems, in the order of `numpy.triu_indices`; of shape (0, K) where that is not needed.
    rarer : int
        Outputs with the rarer one of two labels; 0 where people's scores are no labels.
    evenness : float
        How alike the sizes m of the U units of systems are, 1 where they are the same: 2 (sum m)^2 / (U sum m^2) - 1,
        or 0 where that is negative, or `uncertain_excess` says that what two do together is too uncertain to use.
    far : FarUnits or None
        Without two systems that lie far from the others; None where that is not looked for.
    """

    entries: int
    n_systems: int
    n_inputs: int
    whole: FloatArray
    systems: FloatArray
    inputs: FloatArray
    input_factor: float
    both: Blocks
    noise_factor: float
    two: FloatArray
    rarer: int = 0
    evenness: float = 1.0
    far: FarUnits | None = None

    def mapped(
        self,
        change: Callable[[FloatArray], FloatArray],
        far: Callable[[BoolArray], BoolArray] | None = None,
    ) -> Replicates:
        """Return what is made of the values, whatever is left out.

        Parameters
        ----------
        change : callable
            From arrays of shape (..., K) to arrays of shape (..., C).
        far : callable, optional
            From what is far for the K to what is far for the C; by default these are as many, each made of one.
        """
        found = self.far
        if found is not None:
            own = found.own if far is None else far(found.own)
            found = FarUnits(change(found.without), own, found.pairs)
        return dataclasses.replace(
            self,
            whole=change(self.whole),
            systems=change(self.systems),
            inputs=change(self.inputs),
            both=lambda: (change(block) for block in self.both()),
            two=change(self.two),
            far=found,
        )

    def at(self, places: IntArray) -> Replicates:
        """Return some of the values, by their places."""
        return self.mapped(lambda values: values[..., places], lambda own: own[..., places])

    def whole_both(self) -> FloatArray:
        """Return all blocks of `both` in one, of shape (N, R, K)."""
        nothing = np.empty((self.n_systems, 0, len(self.whole)))
        return np.concatenate([nothing, *self.both()], axis=1)


def beside(parts: Sequence[Replicates]) -> Replicates:
    """Return the values of several in one, those of the first before those of the next.

    Two systems are far if they are for any. What depends on outputs, `entries`, the factor of the noise, outputs of the
    rarer label and evenness, is the least of all: it takes least away.

    Parameters
    ----------
    parts : sequence of Replicates
        One or more, of the same units.
    """

    def joined(arrays: Sequence[FloatArray]) -> FloatArray:
        return np.concatenate(arrays, axis=-1)

    both = joined([part.whole_both() for part in parts])
    return dataclasses.replace(
        parts[0],
        entries=min(part.entries for part in parts),
        whole=joined([part.whole for part in parts]),
        systems=joined([part.systems for part in parts]),
        inputs=joined([part.inputs for part in parts]),
        both=lambda: iter([both.copy()] if both.shape[1] else []),
        noise_factor=min(part.noise_factor for part in parts),
        two=joined([part.two for part in parts]),
        rarer=min((part.rarer for part in parts if part.rarer), default=0),
        evenness=min(part.evenness for part in parts),
        far=_far_beside(parts),
    )


def _far_beside(parts: Sequence[Replicates]) -> FarUnits | None:
    found = [(part, part.far) for part in parts if part.far is not None]
    if len(found) < len(parts):
        return None
    pairs = np.unique(np.concatenate([far.pairs for _, far in found], axis=1), axis=1)
    every = [of_pairs(far, pairs, part.systems, part.whole) for part, far in found]
    without = np.concatenate([far.without for far in every], axis=-1)
    return FarUnits(without, np.concatenate([far.own for far in every], axis=-1), pairs)
