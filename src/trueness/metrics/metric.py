"""What a metric is: facts that reports and checks read, and a function from texts to scores."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Need = Literal["references", "source"]
FloatArray = NDArray[np.float64]


class Citation(NamedTuple):
    """Where a metric comes from.

    Attributes
    ----------
    key : str
        The BibTeX key.
    text : str
        The reference in words, on one line.
    bibtex : str
        The BibTeX entry.
    """

    key: str
    text: str
    bibtex: str


class Metric(abc.ABC):
    """A metric: class attributes say what it is, `score` computes it.

    Attributes
    ----------
    name : str
        The name used in columns, flags and reports.
    needs : frozenset of {'references', 'source'}
        What a row must have besides its output.
    higher_is_better : bool
        The declared orientation. It is never guessed from a sign.
    lower, upper : float
        Bounds of the scores, up to rounding in the last bits; infinite where there is none.
    empty_output : float
        The score of an output without any words, NaN where it is undefined.
    slow : bool
        Whether thousands of outputs take minutes; such a metric is computed for them only when it is named.
    citation : Citation
        Where it comes from.
    """

    name: ClassVar[str]
    needs: ClassVar[frozenset[Need]] = frozenset()
    higher_is_better: ClassVar[bool] = True
    lower: ClassVar[float]
    upper: ClassVar[float]
    empty_output: ClassVar[float]
    slow: ClassVar[bool] = False
    citation: ClassVar[Citation]

    @abc.abstractmethod
    def score(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> FloatArray:
        """Score outputs.

        Parameters
        ----------
        outputs : sequence of str
            n texts.
        references : sequence of sequences of str
            The references of each output, not empty where the metric needs them.
        sources : sequence of str or None
            The source of each output, not None where the metric needs it.

        Returns
        -------
        array of shape (n,)
            The scores, NaN where undefined.
        """

    def signature(self) -> str:
        """Return the settings needed to redo the scores, on one line; empty where the name says it all."""
        return ""
