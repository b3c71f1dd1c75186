"""Scores of whole systems that are no means of their outputs' scores: from summed statistics to a number."""

from __future__ import annotations

import functools
import math
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
        As `corpus_formula` takes it.
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
    given = np.asarray(sums, dtype=np.float64)
    scores = corpus_formula(formula)(given)
    return np.where(np.isnan(given).any(axis=-1), np.nan, scores)


def corpus_formula(name: str) -> Callable[[FloatArray], FloatArray]:
    """Return the formula of a name.

    Parameters
    ----------
    name : str
        Of `CORPUS_FORMULAS`, with options behind a colon where it has some: ``chrf:beta=3``,
        ``bleu:smooth=floor,value=0.5``.

    Raises
    ------
    UnknownNameError
        If there is no such formula, or no such option of it.
    """
    base, colon, rest = name.partition(":")
    if base not in CORPUS_FORMULAS:
        raise unknown_name("corpus formula", name, CORPUS_FORMULAS)
    options: dict[str, str | float] = {}
    for option in rest.split(",") if colon else ():
        key, _, value = option.partition("=")
        words = _OPTIONS.get(base, {}).get(key)
        if words is None or (words and value not in words) or (not words and _number(value) is None):
            raise unknown_name("corpus formula", name, CORPUS_FORMULAS)
        options[key] = value if words else float(value)
    return functools.partial(CORPUS_FORMULAS[base], **options) if options else CORPUS_FORMULAS[base]


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def percentage(sums: FloatArray) -> FloatArray:
    """Return 100 times the first sum over the second, NaN where the second is 0."""
    part, whole = sums[..., 0], sums[..., 1]
    result: FloatArray = np.divide(100.0 * part, whole, out=np.full(part.shape, np.nan), where=whole > 0)
    return result


SMOOTHINGS: Mapping[str, float] = MappingProxyType({"exp": 0.0, "floor": 0.1, "add-k": 1.0, "none": 0.0})
"""How BLEU makes something of orders without a match, with the usual number for it (Chen and Cherry 2014)."""


def bleu(
    sums: FloatArray, *, smooth: str = "exp", value: float | None = None, effective_order: bool = False
) -> FloatArray:
    """Return BLEU, from 0 to 100.

    Orders that the outputs have no n-gram of make the score 0, or are left out with an effective order, which is
    meant for single outputs. Without any match, and without words, the score is 0.

    Parameters
    ----------
    sums : array of shape (..., 2 + 2 * orders)
        Words of the outputs; words of the references closest in length; matches of 1-grams, 2-grams, …, usually up to
        4; 1-grams, 2-grams, ….
    smooth : {'exp', 'floor', 'add-k', 'none'}
        An order without a match counts half of the one before; it counts as `value` matches; `value` is added to
        matches and n-grams from order 2 on; nothing is done, so that it makes the score 0.
    value : float, optional
        By default what `SMOOTHINGS` says.
    effective_order : bool, default: False
        Whether orders without n-grams are left out.

    Raises
    ------
    DataError
        If the number of statistics fits no number of orders.

    References
    ----------
    Papineni et al. 2002; Chen and Cherry 2014, smoothings 3, 1 and 2; Post 2018: exp is the default of sacreBLEU.
    """
    orders = max(sums.shape[-1] // 2 - 1, 1)
    _check_number(sums, 2 + 2 * orders)
    number = SMOOTHINGS[smooth] if value is None else value
    matches, totals = sums[..., 2 : 2 + orders], sums[..., 2 + orders :]
    found = matches.any(axis=-1)
    if smooth == "add-k":
        more = number * (np.arange(orders) > 0)
        matches, totals = matches + more, totals + more
    missed = (matches == 0) & (totals > 0)
    if smooth == "exp":
        matches = np.where(missed, 0.5 ** np.cumsum(missed, axis=-1), matches)
    elif smooth == "floor":
        matches = np.where(missed, number, matches)
    used = totals > 0 if effective_order else np.ones(totals.shape, dtype=bool)
    return np.where(found, _geometric(sums, matches, totals, used), 0.0)


def bleu_moses(sums: FloatArray) -> FloatArray:
    """Return BLEU, from 0 to 100, without smoothing: 0 if an order has no match.

    Parameters
    ----------
    sums : array of shape (..., 10)
        As for `bleu`.

    Raises
    ------
    DataError
        If the number of statistics fits no number of orders.

    References
    ----------
    Papineni et al. 2002, section 2.3, as ``multi-bleu.perl`` of Moses computes it.
    """
    return bleu(sums, smooth="none")


def _geometric(
    sums: FloatArray, matches: FloatArray, totals: FloatArray, used: NDArray[np.bool_]
) -> FloatArray:
    """Return 100 times the geometric mean of the precisions of the orders used, times the brevity penalty."""
    output, reference = sums[..., 0], sums[..., 1]
    precisions = np.divide(matches, totals, out=np.zeros(matches.shape), where=totals > 0)
    with np.errstate(divide="ignore"):
        logs = np.where(used, np.log(precisions), 0.0).sum(axis=-1)
    ratio = np.divide(reference, output, out=np.full(output.shape, np.inf), where=output > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    result: FloatArray = 100.0 * np.minimum(1.0, np.exp(1.0 - ratio)) * np.exp(logs / orders)
    return result


def chrf(sums: FloatArray, *, beta: float = 2.0, smooth: str = "none") -> FloatArray:
    """Return chrF, from 0 to 100: the F-measure of mean precision and mean recall over orders of n-grams.

    Orders that outputs or references have no n-gram of are left out; without any, or without a match, it is 0. Orders
    are those of characters, then those of words, where there are some (chrF++).

    Parameters
    ----------
    sums : array of shape (..., 3 * orders)
        For each order the n-grams of the outputs, those of the references, and the matches.
    beta : float, default: 2
        How many times as much recall weighs as precision.
    smooth : {'none', 'eps'}
        With ``eps`` the mean of the F-measures of all orders, where precision and recall without an n-gram are 1e-16,
        as the authors' program, NLTK and Moses have it.

    Raises
    ------
    DataError
        If the number of statistics is no multiple of 3.

    References
    ----------
    Popović 2015, 2017; Post 2018: the default of sacreBLEU's corpus score.
    """
    _check_number(sums, 3 * max(sums.shape[-1] // 3, 1))
    outputs, references, matches = sums[..., 0::3], sums[..., 1::3], sums[..., 2::3]
    if smooth == "eps":
        precision, recall = (
            np.divide(matches, whole, out=np.full(matches.shape, _EPSILON), where=whole > 0)
            for whole in (outputs, references)
        )
        mean: FloatArray = _f_measure(precision, recall, beta, _EPSILON).mean(axis=-1)
        return mean
    used = (outputs > 0) & (references > 0)
    orders = np.maximum(used.sum(axis=-1), 1)
    precision, recall = (
        np.divide(matches, whole, out=np.zeros(matches.shape), where=used).sum(axis=-1) / orders
        for whole in (outputs, references)
    )
    return _f_measure(precision, recall, beta, 0.0)


_EPSILON = 1e-16


def _f_measure(precision: FloatArray, recall: FloatArray, beta: float, otherwise: float) -> FloatArray:
    weighted = beta**2 * precision + recall
    score = (1.0 + beta**2) * precision * recall
    result: FloatArray = 100.0 * np.divide(
        score, weighted, out=np.full(score.shape, otherwise), where=weighted > 0
    )
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


CORPUS_FORMULAS: Mapping[str, Callable[..., FloatArray]] = MappingProxyType(
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

_OPTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"bleu": {"smooth": tuple(SMOOTHINGS), "value": ()}, "chrf": {"beta": (), "smooth": ("eps",)}}
)
"""Formula to its options, each with the words it may be; numbers where there are none."""
