"""Scores of outputs from which random tokens are missing: a metric known to be worse, for studies of power."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trueness.errors import ArgumentError, UnsupportedMethodError, check_integer
from trueness.metrics.metric import FloatArray
from trueness.metrics.ngrams.numbered_texts import check_references
from trueness.metrics.rouge.combine import combine
from trueness.metrics.rouge.counts import count_key, count_pairs
from trueness.metrics.rouge.encode import EncodedTexts, encode_texts
from trueness.metrics.rouge.pairs import IntArray, pair_texts
from trueness.metrics.rouge.rouge import Rouge

Rng = int | np.random.Generator


def degrade(
    metric: Rouge,
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
    percent: float,
    *,
    rng: Rng,
    trials: int = 1,
    first_trial: int = 0,
    rows: Sequence[int] | None = None,
) -> FloatArray:
    """Score random tokens of each output in place of all.

    Of an output of L tokens the whole part of percent · L / 100 are drawn without replacement, anew in every trial,
    and kept in their order and sentences; references stay whole. Precision divides by what was kept. Tokens are those
    of the metric's mode before stop words are removed and stems are taken.

    Parameters
    ----------
    metric : Rouge
    outputs, references
        As in `Metric.score`.
    percent : float
        From 0 to 100; 100 gives the metric's own scores.
    rng : int or numpy.random.Generator
        A seed, or a generator to draw one from. The same seed gives the same scores for a row and a trial, whatever
        rows and trials are computed with them.
    trials : int
        How many.
    first_trial : int
        The number of the first, for trials computed in several calls.
    rows : sequence of int, optional
        The rows' numbers, 0, 1, … by default, for rows computed in several calls with one seed.

    Returns
    -------
    array of shape (trials, n)

    Raises
    ------
    ArgumentError
        If `percent` is not from 0 to 100, `rng` neither a seed nor a generator, `rows` not one number per output, or
        `trials` or `first_trial` no such number.
    UnsupportedMethodError
        If the metric is limited to so many bytes in exact mode, where sentences hold other tokens than are counted.
    DataError
        As in `Rouge.score_together`.

    References
    ----------
    Deutsch, Dror and Roth 2021, section 5 (the metric R_k).
    """
    share = _checked_percent(percent)
    trials = check_integer("trials", trials, minimum=1)
    first_trial = check_integer("first_trial", first_trial, minimum=0)
    seed = _checked_seed(rng)
    numbers = _checked_rows(rows, len(outputs))
    variant = metric.variant
    if variant.mode == "exact" and variant.bytes is not None:
        raise UnsupportedMethodError(
            f"metric '{metric.name}' cannot be degraded: under a limit of bytes ROUGE-1.5.5 counts other tokens than "
            "it compares in sentences. Use `words`, or `mode=modern`."
        )
    from trueness.metrics.rouge.token_draws import draw_tokens

    places: dict[str, int] = {}
    check_references(metric.name, references)
    rows_given = zip(outputs, references, strict=True)
    given = [[places.setdefault(text, len(places)) for text in one] for _, one in rows_given]
    first = len(places)  # every output is a text of its own, since equal ones lose different tokens
    pairs = pair_texts(range(first, first + len(outputs)), given)
    texts = [*places, *outputs]
    limits = {"words": variant.words, "bytes": variant.bytes}
    whole = encode_texts(texts, variant.mode, variant.sentences, **limits, segmenter=metric.segmenter)
    starts = whole.counted.starts[first:]
    n_kept = np.floor(np.diff(starts) * share / 100).astype(np.int64)
    kept = np.ones(len(whole.counted.ids), dtype=np.bool_)
    scores = np.empty((trials, len(outputs)))
    for trial in range(trials):
        draw_tokens(starts, n_kept, numbers, seed, first_trial + trial, kept)
        tokens = whole.counted.keep(kept)
        counts = count_pairs(EncodedTexts(tokens, tokens, whole.vocabulary), pairs, [variant])
        scores[trial] = getattr(combine(counts[count_key(variant)], pairs, variant), variant.part)
    return scores


def _checked_percent(percent: float) -> float:
    try:
        number = float(percent)
    except (TypeError, ValueError):
        number = -1.0
    if isinstance(percent, bool) or not 0 <= number <= 100:
        raise ArgumentError(f"`percent` must be a number from 0 to 100; it is {percent!r}.")
    return number


def _checked_seed(rng: Rng) -> np.uint64:
    if isinstance(rng, np.random.Generator):
        rng = int(rng.integers(2**53))
    try:
        seed = check_integer("rng", rng, minimum=0)
    except ArgumentError:
        raise ArgumentError(
            f"`rng` must be a whole number of at least 0 or a numpy.random.Generator; it is {rng!r}."
        ) from None
    # spreads neighbouring seeds, and takes those of more than 64 bits
    return np.uint64(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _checked_rows(rows: Sequence[int] | None, n: int) -> IntArray:
    if rows is None:
        return np.arange(n, dtype=np.int64)
    numbers = np.array([check_integer("rows", row, minimum=0) for row in rows], dtype=np.int64)
    if len(numbers) != n:
        raise ArgumentError(
            f"`rows` must give a number for each of the {n} outputs; it gives {len(numbers)}."
        )
    return numbers
