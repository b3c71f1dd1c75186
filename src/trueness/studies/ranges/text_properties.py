"""Properties of the references and documents of inputs, and how easy an input is to summarise."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import DataError
from trueness.metrics.compression import Compression
from trueness.metrics.extractive_fragments import ExtractiveFragments
from trueness.metrics.length import Length
from trueness.metrics.novelty import Novelty
from trueness.metrics.tokens import tokens
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.ranges.output_levels import extremes

DIVERSITY_WINDOW = 25
"""Tokens over which lexical diversity is measured, so that long texts do not count as poor."""

Of = Callable[[str, str], float]
"""Of a reference and its document."""


def text_properties(table: ScoreTable, texts: Texts) -> dict[str, FloatArray]:
    """Return the properties of every input's references and document, NaN where a text is not known or is empty.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts
        References and sources by the names of inputs; of one input all rows must say the same.

    Returns
    -------
    dict of str to array of shape (M,)
        Abstractiveness is the share of the different tokens of the reference that are not in the document. Novelty is
        that of different pairs of tokens. Coverage, density and compression are those of Grusky et al. 2018. Lengths
        are in words between blanks. Lexical diversity is the mean share of different tokens in windows of 25 (Covington
        and McFall 2010). With several references the mean over them.

    Raises
    ------
    DataError
        If texts and table share no input, or two rows of one input have other references or another source.
    """
    known = _by_input(texts)
    if not set(known) & set(table.inputs):
        raise DataError(
            f"{texts.name}: texts and scores must have the same names of inputs. The texts' first is "
            f"'{texts.rows[0].input}', the scores' first is '{table.inputs[0]}'."
        )
    found = {name: np.full(len(table.inputs), np.nan) for name in (*_OF_BOTH, *_OF_REFERENCE, *_OF_DOCUMENT)}
    for place, name in enumerate(table.inputs):
        references, source = known.get(name, ((), None))
        references = tuple(reference for reference in references if reference.strip())
        for key, of in _OF_REFERENCE.items():
            found[key][place] = _mean([of(reference) for reference in references])
        if source is None or not source.strip():
            continue
        for key, of in _OF_DOCUMENT.items():
            found[key][place] = of(source)
        for key, of_both in _OF_BOTH.items():
            found[key][place] = _mean([of_both(reference, source) for reference in references])
    return found


def ease_of_summarization(scores: FloatArray, placed: BoolArray) -> FloatArray:
    """Return how high the outputs of each input reach: the mean over metrics of the highest score, shape (M,).

    Metrics are brought to the range from 0 to 1 over all outputs of all inputs, since within an input the highest score
    would always be 1 (Bhandari et al. 2020, section 4).

    Parameters
    ----------
    scores : array of shape (K, N, M)
    placed : array of shape (N, M)
        Outputs that count.
    """
    used = np.where(placed, scores, np.nan)
    low, high = extremes(used.reshape(len(used), -1), axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        scaled = (used - low[:, None, None]) / (high - low)[:, None, None]
    return np.asarray(extremes(scaled, axis=1)[1].mean(axis=0))


def lexical_diversity(text: str) -> float:
    """Return the mean share of different tokens in windows of `DIVERSITY_WINDOW`; of all tokens of a shorter text."""
    words = tokens(text)
    if not words:
        return math.nan
    width = min(DIVERSITY_WINDOW, len(words))
    starts = range(len(words) - width + 1)
    return float(np.mean([len(set(words[k : k + width])) for k in starts])) / width


def abstractiveness(reference: str, document: str) -> float:
    """Return the share of the different tokens of a reference that its document does not have."""
    mine = set(tokens(reference))
    return len(mine.difference(tokens(document))) / len(mine) if mine else math.nan


def _by_metric(name: str) -> Of:
    def of(reference: str, document: str) -> float:
        metric = {
            "coverage": ExtractiveFragments("coverage"),
            "density": ExtractiveFragments("density"),
            "novelty": Novelty(2),
            "compression": Compression(),
        }[name]
        return float(metric.score([reference], [()], [document])[0])

    return of


def _length(text: str) -> float:
    return float(Length().score([text], [()], [None])[0])


_OF_BOTH: Mapping[str, Of] = {
    "abstractiveness": abstractiveness,
    "novelty": _by_metric("novelty"),
    "coverage": _by_metric("coverage"),
    "density": _by_metric("density"),
    "compression": _by_metric("compression"),
}
_OF_REFERENCE: Mapping[str, Callable[[str], float]] = {
    "reference_length": _length,
    "reference_diversity": lexical_diversity,
}
_OF_DOCUMENT: Mapping[str, Callable[[str], float]] = {
    "document_length": _length,
    "document_diversity": lexical_diversity,
}


def _by_input(texts: Texts) -> dict[str, tuple[tuple[str, ...], str | None]]:
    found: dict[str, tuple[tuple[str, ...], str | None]] = {}
    for row in texts.rows:
        said = found.setdefault(row.input, (row.references, row.source))
        if said != (row.references, row.source):
            raise DataError(
                f"{texts.name}: input '{row.input}' has other references, or another source, in another row. Give "
                "every row of an input the same."
            )
    return found


def _mean(values: list[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return float(np.mean(known)) if known else math.nan
