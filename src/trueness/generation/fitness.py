"""How good summaries of a document are by a metric: from counts of their sentences, or by scoring their texts."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from trueness.data.texts.texts import TextRow
from trueness.generation.documents import Document
from trueness.generation.possible_summaries import BoolArray
from trueness.generation.sentence_ngrams import SentenceNgrams, count_matrix
from trueness.metrics.divergence.counts import counted_ngrams, counted_words, ngram_counts
from trueness.metrics.divergence.divergence import Divergence
from trueness.metrics.metric import Metric
from trueness.metrics.rouge.combine import combine
from trueness.metrics.rouge.counts import Counts
from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.scoring.score_rows import score_rows

FloatArray = NDArray[np.float64]
Fitness = Callable[[BoolArray], FloatArray]
"""Takes summaries as flags of sentences, shape (p, n), and returns the metric's scores, shape (p,)."""


def summary_text(document: Document, chosen: BoolArray) -> str:
    """Return the text of a summary: its sentences in the order of the document, one a line."""
    return "\n".join(document.sentences[k] for k in np.flatnonzero(chosen).tolist())


def fitness_of(metric: Metric, document: Document) -> Fitness:
    """Return what scores summaries of a document by a metric.

    ROUGE of n-grams that reads whole texts line by line, and the Jensen–Shannon divergence without smoothing, are added
    up from counts of sentences; any other metric scores the texts. Both give the scores of `score_rows`, the divergence
    up to the last bits.

    Parameters
    ----------
    metric : Metric
    document : Document
        With what the metric needs.
    """
    if isinstance(metric, Rouge):
        one = metric.variant
        if one.kind == "N" and one.sentences == "newline" and one.words is None and one.bytes is None:
            return _ngram_fitness(metric, document)
    if isinstance(metric, Divergence) and metric.variant.kind == "js" and not metric.variant.delta:
        return _divergence_fitness(metric, document)
    return _text_fitness(metric, document)


def _text_fitness(metric: Metric, document: Document) -> Fitness:
    def scores(chosen: BoolArray) -> FloatArray:
        rows = [
            TextRow(
                system=f"summary {k}",
                input=document.input,
                output=summary_text(document, summary),
                references=document.references,
                source=document.source,
            )
            for k, summary in enumerate(chosen, start=1)
        ]
        found: FloatArray = score_rows([metric], rows).values[:, 0]
        return found

    return scores


def _ngram_fitness(metric: Rouge, document: Document) -> Fitness:
    variant, order = metric.variant, metric.variant.order or 1

    def ngrams(words: Sequence[Hashable]) -> list[Hashable]:
        return [*zip(*(words[k:] for k in range(order)), strict=False)]

    encoded = encode_texts(
        [*document.sentences, *document.references], variant.mode, segmenter=metric.segmenter
    )
    tokens, _ = encoded.configured(stem=variant.stem, stop=variant.stop)
    ids, starts = tokens.ids.tolist(), tokens.starts.tolist()
    texts = [ids[first:stop] for first, stop in itertools.pairwise(starts)]
    n = len(document.sentences)
    counted = [Counter(ngrams(text)) for text in texts[n:]]
    known = list(dict.fromkeys(ngram for counts in counted for ngram in counts))
    sentences = SentenceNgrams(texts[:n], order, ngrams, known)
    limits = count_matrix(counted, known)
    totals = np.array([sum(counts.values()) for counts in counted], dtype=np.float64)

    def scores(chosen: BoolArray) -> FloatArray:
        counts, lengths = sentences.count(chosen)
        p, r = len(chosen), len(limits)
        hits = np.column_stack([np.minimum(counts, limit).sum(axis=1) for limit in limits]).ravel()
        pairs = pair_texts(range(p), [range(p, p + r)] * p)
        found = combine(Counts(hits, np.tile(totals, p), hits, np.repeat(lengths, r)), pairs, variant)
        part: FloatArray = getattr(found, variant.part)
        return part

    return scores


def _divergence_fitness(metric: Divergence, document: Document) -> Fitness:
    variant = metric.variant
    given = [document.source] if variant.against == "source" else document.references
    others = [counts for text in given if (counts := ngram_counts(text, variant.order, variant.words))]
    if variant.refs == "pooled" and others:
        others = [sum(others, Counter())]
    known = list(dict.fromkeys(ngram for counts in others for ngram in counts))
    sentences = SentenceNgrams(
        [counted_words(sentence, variant.words) for sentence in document.sentences],
        variant.order,
        lambda words: counted_ngrams([*map(str, words)], variant.order, variant.words),
        known,
    )
    limits = count_matrix(others, known)

    def scores(chosen: BoolArray) -> FloatArray:
        counts, lengths = sentences.count(chosen)
        if not len(limits):
            return np.full(len(chosen), np.nan)
        found = np.column_stack([_jensen_shannon(counts, lengths, other) for other in limits])
        combined = found.min(axis=1) if variant.refs == "best" else found.mean(axis=1)
        nats: FloatArray = combined / math.log(variant.base)
        return nats

    return scores


def _jensen_shannon(counts: FloatArray, lengths: FloatArray, other: FloatArray) -> FloatArray:
    """Return the divergence of every summary from another text, in nats (see `jensen_shannon`); NaN for no n-grams.

    Parameters
    ----------
    counts : array of shape (p, g)
        How often each summary has the n-grams known.
    lengths : array of shape (p,)
        How many n-grams each summary has.
    other : array of shape (g,)
        How often the other text has them; it has no others.
    """
    theirs = other.sum()
    p, q = counts / np.where(lengths > 0, lengths, np.nan)[:, None], other / theirs
    shared = (counts > 0) & (other > 0)
    middle = np.where(shared, p + q, 1.0)
    parts = np.where(shared, p * np.log(2 * np.where(shared, p, 0.5) / middle), 0.0)
    parts += np.where(shared, q * np.log(2 * np.where(shared, q, 0.5) / middle), 0.0)
    alone = 2.0 - np.where(shared, p + q, 0.0).sum(axis=1)
    divergence: FloatArray = np.maximum((parts.sum(axis=1) + alone * math.log(2.0)) / 2.0, 0.0)
    return np.where(lengths > 0, divergence, np.nan)
