"""Scores of whole systems that are no means of their outputs' scores: from summed statistics to a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError, unknown_name

FloatArray = NDArray[np.float64]

METEOR_ALPHA = 0.85
"""How much recall weighs against precision in their harmonic mean."""
METEOR_BETA = 0.2
"""How the penalty grows with fragmentation: an exponent."""
METEOR_GAMMA = 0.6
"""The largest penalty."""
METEOR_DELTA = 0.75
"""How much a content word weighs; a function word weighs 1 - delta."""
STAGE_WEIGHTS = (1.0, 0.6, 0.8)
"""How much a match by the stages exact, stem and synonym counts."""
PARAPHRASE_WEIGHT = 0.6
"""How much a match by the stage paraphrase counts, which only the program's own counts have."""

N_STATISTICS = 5 + 4 * len(STAGE_WEIGHTS)


def meteor_score(sums: FloatArray) -> FloatArray:
    """Return METEOR 1.5 from 0 to 1, with the parameters for English that were tuned to rank translations.

    The counts may be those of one output or summed over outputs: METEOR scores a system by the sums.

    Parameters
    ----------
    sums : array of shape (..., 17), or (..., 21) with paraphrases as a fourth stage
        Words of the output and of the reference; function words of the output and of the reference; matched content
        words of the output by stage, of the reference by stage; matched function words of the output by stage, of the
        reference by stage; chunks.

    Returns
    -------
    array of shape (...)
        F (1 - penalty): F is the harmonic mean of precision and recall with weights 1 - alpha and alpha, the penalty
        gamma (chunks / matches)^beta, or 0 where all words match in one chunk. 0 without a match, NaN where a sum
        is missing.

    References
    ----------
    Denkowski and Lavie 2014, section 2; parameters: METEOR 1.5, English, task ``rank``.
    """
    output, reference = sums[..., 0], sums[..., 1]
    words = np.moveaxis(sums[..., :2], -1, 0)
    function_words = np.moveaxis(sums[..., 2:4], -1, 0)
    weights = STAGE_WEIGHTS if sums.shape[-1] == N_STATISTICS else (*STAGE_WEIGHTS, PARAPHRASE_WEIGHT)
    # axes: content and function words; output and reference; those of `sums` but the last; stages
    matches = np.moveaxis(sums[..., 4:-1].reshape(*sums.shape[:-1], 2, 2, len(weights)), (-3, -2), (0, 1))
    weighted = (matches * weights).sum(axis=-1)  # not `@`, whose last bits depend on how many there are
    part = METEOR_DELTA * weighted[0] + (1.0 - METEOR_DELTA) * weighted[1]
    whole = METEOR_DELTA * (words - function_words) + (1.0 - METEOR_DELTA) * function_words
    precision, recall = np.divide(part, whole, out=np.zeros(part.shape), where=whole > 0)
    matched_output, matched_reference = matches.sum(axis=(0, -1))
    chunks = sums[..., -1]
    found = (precision > 0) & (recall > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = 1.0 / ((1.0 - METEOR_ALPHA) / precision + METEOR_ALPHA / recall)
        fragmentation = chunks / ((matched_output + matched_reference) / 2.0)
    whole_text = (matched_output == output) & (matched_reference == reference) & (chunks == 1)
    penalty = METEOR_GAMMA * np.where(whole_text, 0.0, fragmentation) ** METEOR_BETA
    score = np.where(found, np.maximum(mean * (1.0 - penalty), 0.0), 0.0)
    return np.where(np.isnan(sums).any(axis=-1), np.nan, score)


def corpus_score(formula: str, sums: FloatArray) -> FloatArray:
    """Return the scores of systems whose statistics have been summed.

    Parameters
    ----------
    formula : str
        A name of `CORPUS_FORMULAS`.
    sums : array of shape (..., s)
        Sums over outputs of the statistics the formula wants.

    Returns
    -------
    array of shape (...)
        NaN where the score is undefined or a sum is missing.

    Raises
    ------
    UnknownNameError
        If there is no such formula.
    DataError
        If the formula wants another number of statistics.
    """
    if formula not in CORPUS_FORMULAS:
        raise unknown_name("corpus formula", formula, CORPUS_FORMULAS)
    given = np.asarray(sums, dtype=np.float64)
    scores = CORPUS_FORMULAS[formula](given)
    return np.where(np.isnan(given).any(axis=-1), np.nan, scores)


def percentage(sums: FloatArray) -> FloatArray:
    """Return 100 times the first sum over the second, NaN where the second is 0."""
    part, whole = sums[..., 0], sums[..., 1]
    result: FloatArray = np.divide(100.0 * part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return result


def bleu(sums: FloatArray, *, effective_order: bool = False) -> FloatArray:
    """Return BLEU, from 0 to 100, with exponential smoothing: an order without a match counts half of the one before.

    Orders that the outputs have no n-gram of make the score 0, or are left out with an effective order, which is
    meant for single outputs. Without any match, and without words, the score is 0.

    Parameters
    ----------
    sums : array of shape (..., 10)
        Words of the outputs; words of the references closest in length; matches of 1- to 4-grams; 1- to 4-grams.
    effective_order : bool, default: False
        Whether orders without n-grams are left out.

    Raises
    ------
    DataError
        If there are not 10 statistics.

    References
    ----------
    Papineni et al. 2002; Chen and Cherry 2014, smoothing 3; Post 2018: the default of sacreBLEU's corpus score.
    """
    _check_number(sums, 10)
    matches, totals = sums[..., 2:6], sums[..., 6:10]
    missed = (matches == 0) & (totals > 0)
    smoothed = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
    used = totals > 0 if effective_order else np.ones(totals.shape, dtype=bool)
    return np.where(matches.any(axis=-1), _geometric(sums, smoothed, used), 0.0)


def bleu_moses(sums: FloatArray) -> FloatArray:
    """Return BLEU, from 0 to 100, without smoothing: 0 if an order has no match.

    Parameters
    ----------
    sums : array of shape (..., 10)
        As for `bleu`.

    Raises
    ------
    DataError
        If there are not 10 statistics.

    References
    ----------
    Papineni et al. 2002, section 2.3, as ``multi-bleu.perl`` of Moses computes it.
    """
    _check_number(sums, 10)
    return _geometric(sums, sums[..., 2:6], np.ones(sums[..., 2:6].shape, dtype=bool))


def _geometric(sums: FloatArray, matches: FloatArray, used: NDArray[np.bool_]) -> FloatArray:
    """Return 100 times the geometric mean of the precisions of the orders used, times the brevity penalty."""
    output, reference, totals = sums[..., 0], sums[..., 1], sums[..., 6:10]
    precisions = np.divide(matches, totals, out=np.zeros(matches.shape), where=totals > 0)
    with np.errstate(divide="ignore"):
        logs = np.where(used, np.log(precisions), 0.0).sum(axis=-1)
    ratio = np.divide(reference, output, out=np.full(output.shape, np.inf), where=output > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    result: FloatArray = 100.0 * np.minimum(1.0, np.exp(1.0 - ratio)) * np.exp(logs / orders)
    return result


def chrf(sums: FloatArray, *, beta: float = 2.0) -> FloatArray:
    """Return chrF, from 0 to 100: the F-measure of mean precision and mean recall over orders of character n-grams.

    Orders that outputs or references have no n-gram of are left out; without any, or without a match, it is 0.

    Parameters
    ----------
    sums : array of shape (..., 3 * orders)
        For each order the n-grams of the outputs, those of the references, and the matches.
    beta : float, default: 2
        How many times as much recall weighs as precision.

    Raises
    ------
    DataError
        If the number of statistics is no multiple of 3.

    References
    ----------
    Popović 2015; Post 2018: the default of sacreBLEU's corpus score.
    """
    _check_number(sums, 3 * max(sums.shape[-1] // 3, 1))
    outputs, references, matches = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
    used = (outputs > 0) & (references > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    precision, recall = (
        np.divide(matches, whole, out=np.zeros(matches.shape), where=used).sum(axis=-1) / orders
        for whole in (outputs, references)
    )
    weighted = beta**2 * precision + recall
    score = (1.0 + beta**2) * precision * recall
    result: FloatArray = 100.0 * np.divide(score, weighted, out=np.zeros(score.shape), where=weighted > 0)
    return result


def ter(sums: FloatArray) -> FloatArray:
    """Return the translation edit rate: edits per 100 words of the references.

    Against references without words it is 100, or 0 if there is nothing to edit either.

    Parameters
    ----------
    sums : array of shape (..., 2)
        Edits to the nearest reference; mean number of words of the references.

    Raises
    ------
    DataError
        If there are not 2 statistics.

    References
    ----------
    Snover et al. 2006; Post 2018 (sacreBLEU).
    """
    _check_number(sums, 2)
    edits, words = sums[..., 0], sums[..., 1]
    rate: FloatArray = np.divide(edits, words, out=np.array(edits > 0, dtype=np.float64), where=words > 0)
    return 100.0 * rate


def _check_number(sums: FloatArray, wanted: int) -> None:
    if sums.shape[-1] != wanted:
        raise DataError(f"the formula takes {wanted} statistics of a system; here are {sums.shape[-1]}.")


CORPUS_FORMULAS: Mapping[str, Callable[[FloatArray], FloatArray]] = MappingProxyType(
    {
        "percentage": percentage,
        "bleu": bleu,
        "bleu_moses": bleu_moses,
        "chrf": chrf,
        "meteor": meteor_score,
        "ter": ter,
    }
)
"""Name to formula."""
