"""Matches and totals of pairs of texts, for every type of ROUGE and every treatment of words that is asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trueness.errors import DataError
from trueness.metrics.metric import FloatArray
from trueness.metrics.plain_work import counts_plainly
from trueness.metrics.rouge.encode import EncodedTexts, TokenArrays
from trueness.metrics.rouge.pairs import IntArray, TextPairs
from trueness.metrics.rouge.plain_counts import (
    plain_ngram_hits,
    plain_skip_hits,
    plain_union_lcs_hits,
)
from trueness.metrics.rouge.skip_bigrams import n_skip_bigrams
from trueness.metrics.rouge.variant import RougeVariant

MOST_CELLS = 2**31
"""Largest table of two sentences for L and W, in cells of one bit: 256 MiB."""

MOST_REFERENCE_BIGRAMS = 2**23
"""Most skip bigrams of a reference: a table of up to 400 MiB."""

MOST_CANDIDATE_BIGRAMS = 2**31
"""Most skip bigrams of a candidate: they are looked up one by one, some ten seconds."""

MOST_PLAIN = 4_000_000
"""Tokens met, over all pairs and counts, up to which nothing is compiled: about a second."""

_UNLIMITED = 2**40  # a skip distance that no text reaches

CountKey = tuple[str, int | None, float | None, bool, bool]
"""Type, order or skip distance, weight (of W only), stem, stop: what the counts of a variant depend on."""


@dataclasses.dataclass(frozen=True)
class Counts:
    """What P and R of pairs are computed from: (hits / total) ** root.

    Attributes
    ----------
    recall_hits, recall_totals, precision_hits, precision_totals : array of shape (pairs,)
    root : float
        1 over the exponent for W, 1 for the others.
    choice_totals : array of shape (pairs,) or None
        The totals of the recall by which ROUGE-1.5.5 chooses the best reference, where `recall_totals` are not these.
    """

    recall_hits: FloatArray
    recall_totals: FloatArray
    precision_hits: FloatArray
    precision_totals: FloatArray
    root: float = 1.0
    choice_totals: FloatArray | None = None


@dataclasses.dataclass(frozen=True)
class _Words:
    """Texts with their words treated in one way, and the pairs of them."""

    counted: TokenArrays
    in_sentences: TokenArrays
    vocabulary: int
    pairs: TextPairs

    def few(self, times: int) -> bool:
        """Return whether to count without compiled loops, where every token of every pair is met so many times."""
        lengths = self.counted.lengths
        met = int(lengths[self.pairs.candidate].sum() + lengths[self.pairs.reference].sum())
        return counts_plainly("rouge", times * met, MOST_PLAIN)

    def counts(self, hits: NDArray[Any], totals: IntArray) -> Counts:
        """Return counts of which P and R have the same hits, given the total of each text."""
        shared = hits.astype(np.float64)
        recall_totals = totals[self.pairs.reference].astype(np.float64)
        return Counts(shared, recall_totals, shared, totals[self.pairs.candidate].astype(np.float64))


def count_key(variant: RougeVariant) -> CountKey:
    """Return what the counts of a variant depend on, the texts aside."""
    weight = variant.weight if variant.kind == "W" else None
    return variant.kind, variant.order, weight, variant.stem, variant.stop


def count_pairs(
    encoded: EncodedTexts, pairs: TextPairs, variants: Iterable[RougeVariant]
) -> dict[CountKey, Counts]:
    """Count what variants need.

    Parameters
    ----------
    encoded : EncodedTexts
    pairs : TextPairs
        Of its texts.
    variants : iterable of RougeVariant
        All of the mode, the sentences and the limits with which the texts were encoded.

    Raises
    ------
    DataError
        If texts are too long for the tables: see `MOST_CELLS`, `MOST_REFERENCE_BIGRAMS`, `MOST_CANDIDATE_BIGRAMS`.
    """
    asked: dict[tuple[bool, bool], dict[CountKey, RougeVariant]] = {}
    for variant in variants:
        asked.setdefault((variant.stem, variant.stop), {}).setdefault(count_key(variant), variant)
    found: dict[CountKey, Counts] = {}
    for (stem, stop), members in asked.items():
        counted, in_sentences = encoded.configured(stem=stem, stop=stop)
        words = _Words(counted, in_sentences, encoded.vocabulary.size, pairs)
        found |= _count_ngrams(words, [one for one in members.values() if one.kind == "N"])
        found |= _count_skip_bigrams(words, [one for one in members.values() if one.kind in {"S", "SU"}])
        for key, variant in members.items():
            if variant.kind == "L":
                found[key] = _count_union_lcs(words, variant)
            elif variant.kind == "W":
                found[key] = _count_weighted_lcs(
                    words, variant, as_original=encoded.vocabulary.mode == "exact"
                )
            elif variant.kind == "Lsent":
                found[key] = _count_lcs(words)
    return found


def _count_ngrams(words: _Words, variants: list[RougeVariant]) -> dict[CountKey, Counts]:
    if not variants:
        return {}
    by_order = {variant.order or 0: variant for variant in variants}
    orders = sorted(by_order)
    if words.few(len(orders)):
        hits = plain_ngram_hits(words.counted, words.pairs, orders)
    else:
        from trueness.metrics.rouge.ngram_hits import ngram_hits
        from trueness.metrics.rouge.ngram_places import LONGEST, ngram_places

        longest = words.counted.lengths[words.pairs.reference].max(initial=0)
        count = ngram_places if longest <= LONGEST else ngram_hits
        hits = count(words.counted, words.vocabulary, words.pairs, np.array(orders, dtype=np.int64))
    return {
        count_key(by_order[order]): words.counts(found, np.maximum(words.counted.lengths - order + 1, 0))
        for order, found in zip(orders, hits, strict=True)
    }


def _count_skip_bigrams(words: _Words, variants: list[RougeVariant]) -> dict[CountKey, Counts]:
    if not variants:
        return {}
    found: dict[CountKey, Counts] = {}
    lengths = words.counted.lengths
    for distance in dict.fromkeys(variant.order for variant in variants):
        members = [variant for variant in variants if variant.order == distance]
        skip = _UNLIMITED if distance is None else min(distance, _UNLIMITED)
        totals = n_skip_bigrams(lengths, skip)
        _check_bigrams(words, totals, members[0])
        if words.few(1 + min(skip, int(lengths.max(initial=0)))):
            bigrams, unigrams = plain_skip_hits(words.counted, words.pairs, skip)
        else:
            from trueness.metrics.rouge.skip_hits import skip_hits

            bigrams, unigrams = skip_hits(words.counted, words.vocabulary, words.pairs, skip)
        for variant in members:
            if variant.kind == "S":
                found[count_key(variant)] = words.counts(bigrams, totals)
            else:  # every word but the last counts too
                with_words = totals + np.maximum(lengths - 1, 0)
                found[count_key(variant)] = words.counts(bigrams + unigrams, with_words)
    return found


def _count_union_lcs(words: _Words, variant: RougeVariant) -> Counts:
    _check_table(words, variant)
    most_sentences = int(np.diff(words.in_sentences.texts).max(initial=0))
    if words.few(1 + most_sentences):
        hits = plain_union_lcs_hits(words.counted, words.in_sentences, words.pairs)
    else:
        from trueness.metrics.rouge.union_lcs_hits import union_lcs_hits

        hits = union_lcs_hits(words.counted, words.in_sentences, words.vocabulary, words.pairs)
    found = words.counts(hits, words.counted.lengths)
    recall_totals = words.in_sentences.lengths[words.pairs.reference].astype(np.float64)
    return dataclasses.replace(found, recall_totals=recall_totals)


def _count_weighted_lcs(words: _Words, variant: RougeVariant, *, as_original: bool) -> Counts:
    """Count W.

    ROUGE-1.5.5 weighs the total of a reference twice, (sum over sentences of n^w)^w, and that of a candidate as if it
    were one sentence, so that a text does not score 1 against itself. In modern mode the total of a reference is the
    sum over its sentences of n^w, what its hits are if all its tokens match, and precision is the recall of the
    candidate by the reference: all the same with the roles exchanged.
    """
    from trueness.metrics.rouge.weighted_lcs_hits import weighted_lcs_hits

    _check_table(words, variant)
    pairs = words.pairs
    sentences = np.diff(words.in_sentences.sentences)
    n_texts = len(words.in_sentences.lengths)
    longest = max(int(sentences.max(initial=0)), int(words.counted.lengths.max(initial=0)))
    weights = power(np.arange(longest + 2, dtype=np.float64), variant.weight)
    text = np.repeat(np.arange(n_texts), np.diff(words.in_sentences.texts))
    of_text = np.bincount(text, weights[sentences], n_texts).astype(np.float64)  # not so for no texts
    arguments = (words.counted, words.in_sentences, words.vocabulary)
    recall_hits = weighted_lcs_hits(*arguments, pairs, weights, as_original=as_original)
    of_reference, of_candidate = of_text[pairs.reference], of_text[pairs.candidate]
    root = 1 / variant.weight
    if as_original:
        return Counts(
            recall_hits=recall_hits,
            recall_totals=power(of_reference, variant.weight),
            precision_hits=recall_hits,
            precision_totals=weights[words.counted.lengths[pairs.candidate]],
            root=root,
            choice_totals=of_reference,
        )
    precision_hits = weighted_lcs_hits(*arguments, pairs.swapped(), weights, as_original=as_original)
    return Counts(
        recall_hits=recall_hits,
        recall_totals=of_reference,
        precision_hits=precision_hits,
        precision_totals=of_candidate,
        root=root,
    )


def power(values: FloatArray, exponent: float) -> FloatArray:
    """Return powers by the C library, as Perl computes them to the last bit; NumPy's differ by processor."""
    return np.array([value**exponent for value in values.tolist()], dtype=np.float64)


def _count_lcs(words: _Words) -> Counts:
    from trueness.metrics.rouge.lcs_columns import lcs_length

    return words.counts(lcs_length(words.counted, words.vocabulary, words.pairs), words.counted.lengths)


def _check_table(words: _Words, variant: RougeVariant) -> None:
    longest = words.in_sentences.longest_sentences
    mine, theirs = longest[words.pairs.candidate], longest[words.pairs.reference]
    cells = mine * theirs
    if cells.max(initial=0) > MOST_CELLS:
        worst = int(cells.argmax())
        raise DataError(
            f"metric '{variant.name}': a sentence of {mine[worst]} words in an output and one of {theirs[worst]} words "
            f"in its reference need a table of {cells[worst]} cells, more than {MOST_CELLS}. Give one sentence per "
            "line, or let them be found with `sentences=split`."
        )


def _check_bigrams(words: _Words, totals: IntArray, variant: RougeVariant) -> None:
    for role, texts, most in (
        ("a reference", words.pairs.reference, MOST_REFERENCE_BIGRAMS),
        ("an output", words.pairs.candidate, MOST_CANDIDATE_BIGRAMS),
    ):
        if totals[texts].max(initial=0) > most:
            worst = texts[totals[texts].argmax()]
            raise DataError(
                f"metric '{variant.name}': {role} of {words.counted.lengths[worst]} words has {totals[worst]} skip "
                f"bigrams, more than {most}. Use a smaller skip distance, or score shorter texts."
            )
