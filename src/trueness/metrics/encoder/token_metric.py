"""What BERTScore and MoverScore have in common: tokens of outputs and references, weighed by their rarity on demand."""

from __future__ import annotations

import copy
import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Self, get_args

import numpy as np
from numpy.typing import NDArray

from trueness.errors import ArgumentError, check_choice
from trueness.metrics.encoder.encoder import Long, shared_encoder
from trueness.metrics.encoder.encoder_metric import EncoderMetric, EncoderSurvey
from trueness.metrics.encoder.pretrained_model import DType
from trueness.metrics.encoder.token_idf import TokenIdf, idf_from_file
from trueness.metrics.metric import FloatArray, Metric, Need, Survey
from trueness.metrics.named_options import Reader, one_of

READERS: Mapping[str, Reader] = {
    "model": str,
    "idf": str,
    "dtype": one_of(*get_args(DType)),
    "long": one_of(*get_args(Long)),
}
"""The options that both have, besides `refs`."""


class TokenMetric(EncoderMetric):
    """Base of metrics that compare the tokens of an output with those of its references.

    Parameters
    ----------
    part : str
        One of `parts`.
    model : str, path or Encoder
    refs : str
        One of `refs_ways`.
    idf : str or path, optional
        Weigh tokens by their rarity: in a file of texts, one on each line, or with `scored_texts` in the texts that are
        scored, which are counted before any of them is scored.
    dtype, long
        As for `Encoder`.
    **own
        The options that one metric alone has.

    Attributes
    ----------
    scored_texts : str
        The value of `idf` for the texts that are scored.
    counts_outputs : bool
        Whether tokens of outputs are weighed by their rarity in outputs; otherwise in references, like those of these.
    refs_ways : tuple of str
        What becomes of several references.
    """

    scored_texts: ClassVar[str]
    counts_outputs: ClassVar[bool]
    refs_ways: ClassVar[tuple[str, ...]]
    needs: frozenset[Need] = frozenset({"references"})
    note: str = "Needs the extra 'neural' and the files of a model."

    def __init__(
        self, part: str, model: Any, refs: str, idf: str | Path | None, dtype: DType, long: Long, **own: Any
    ) -> None:
        self.refs = self.joins = check_choice("refs", refs, self.refs_ways)
        self.encoder = shared_encoder(model, dtype=dtype, long=long)
        self.idf = None if idf is None else str(idf)
        self.counted: tuple[TokenIdf, TokenIdf] | None = None
        given = {"model": self.encoder.name, "idf": self.idf, "refs": refs, **own}
        given |= {"dtype": self.encoder.dtype, "long": self.encoder.long}
        self.name = self.name_of(part, given)

    def survey(self) -> Survey:
        """Count tokens of texts where they are weighed by that, and long texts (see `Metric.survey`)."""
        return _TokenSurvey(self)

    def with_frequencies(self, outputs: TokenIdf, references: TokenIdf) -> Self:
        """Return this metric with frequencies that were counted in the texts that are scored."""
        found = copy.copy(self)
        found.counted = outputs, references
        return found

    def weights(self, ids: NDArray[np.int64], *, output: bool) -> FloatArray:
        """Return the weights of tokens by their rarity, those of an output or a reference.

        Raises
        ------
        ArgumentError
            If these are those of the texts that are scored, and none were shown.
        """
        return self._frequencies[0 if output else 1].weights(ids)

    @property
    def _frequencies(self) -> tuple[TokenIdf, TokenIdf]:
        if self.idf != self.scored_texts:
            return self._from_file, self._from_file
        if self.counted is None:
            raise ArgumentError(
                f"'{self.name}' weighs tokens by their rarity in all texts, and has seen none: score texts as a whole "
                "(`trueness.score`, `score_file`), or name a file of texts with idf=FILE."
            )
        return self.counted

    @functools.cached_property
    def _from_file(self) -> TokenIdf:
        return idf_from_file(str(self.idf), self.encoder)

    def weighing(self) -> str:
        """Return what weighs tokens, in words for a signature."""
        if self.idf is None:
            return "none"
        if self.idf != self.scored_texts:
            return f"{Path(self.idf).name}, {self._from_file.identity()}"
        return ", ".join(dict.fromkeys([self.idf, *(one.identity() for one in self.counted or ())]))


class _TokenSurvey(EncoderSurvey):
    """Counts long texts, and tokens where the metric wants that."""

    def __init__(self, metric: TokenMetric) -> None:
        super().__init__(metric)
        self._weighed = metric
        self._idf: tuple[TokenIdf, TokenIdf] | None = None
        if metric.idf == metric.scored_texts:
            references = TokenIdf(metric.encoder)
            self._idf = (TokenIdf(metric.encoder) if metric.counts_outputs else references), references

    def add(
        self,
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],
    ) -> None:
        """Look at some rows (see `Survey.add`)."""
        super().add(outputs, references, sources)
        if self._idf is not None:
            self._idf[1].add(reference for some in references for reference in some)
            if self._weighed.counts_outputs:
                self._idf[0].add(outputs)

    def result(self) -> tuple[Metric, Sequence[str]]:
        """Return the metric with what was counted (see `Survey.result`)."""
        metric, notes = super().result()
        return (metric if self._idf is None else self._weighed.with_frequencies(*self._idf)), notes
