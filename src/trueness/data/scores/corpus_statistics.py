"""Sufficient statistics of a metric whose score of a whole system is no mean of its outputs' scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.corpus_formulas import corpus_formula, corpus_score
from trueness.errors import DataError, counted

FloatArray = NDArray[np.float64]


@dataclasses.dataclass(frozen=True, eq=False)
class CorpusStatistics:
    """What a metric's score of a whole system is computed from: summed over its outputs, put into a formula.

    Attributes
    ----------
    formula : str
        As `trueness.data.scores.corpus_formulas.corpus_formula` takes it.
    values : array of shape (N, M, s)
        The s statistics of every output, all of them NaN where there is none. Read-only.

    Raises
    ------
    UnknownNameError
        If there is no such formula.
    DataError
        If the values are not of that shape, the formula does not take s statistics, a value is infinite, or only
        some of an output's statistics are missing.
    """

    formula: str
    values: FloatArray

    def __post_init__(self) -> None:
        values = np.array(self.values, dtype=np.float64)
        if values.ndim != 3 or not values.shape[2]:
            raise DataError(
                f"statistics must have shape (systems, inputs, statistics); they have {values.shape}. "
                "Give at least one for every output."
            )
        check_formula(self.formula, values.shape[2])
        if np.isinf(values).any():
            raise DataError("statistics must be finite. Leave missing ones NaN.")
        missing = np.isnan(values)
        partly = missing.any(axis=2) & ~missing.all(axis=2)
        if partly.any():
            raise DataError(
                f"{counted(int(partly.sum()), 'output')} with only some of {values.shape[2]} statistics. Give all, or "
                "none (NaN)."
            )
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def size(self) -> int:
        """The number of statistics of an output, s."""
        return int(self.values.shape[2])

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which outputs have statistics, shape (N, M)."""
        return ~np.isnan(self.values[:, :, 0])

    def part(self, systems: Sequence[int], inputs: Sequence[int]) -> CorpusStatistics:
        """Return the statistics of some systems and inputs, by position, in the order given."""
        return CorpusStatistics(self.formula, self.values[np.ix_(systems, inputs)])


def check_formula(formula: str, size: int) -> None:
    """Check that a formula takes so many statistics.

    Raises
    ------
    UnknownNameError
        If there is no such formula.
    DataError
        If it takes another number.
    """
    corpus_formula(formula)
    try:
        scores = corpus_score(formula, np.ones((1, size)))
    except (IndexError, ValueError) as error:
        raise DataError(
            f"the corpus formula '{formula}' takes another number of statistics than {size}."
        ) from error
    if scores.shape != (1,):
        raise DataError(f"the corpus formula '{formula}' takes another number of statistics than {size}.")
