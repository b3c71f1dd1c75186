"""Make summaries of documents whose scores by a metric are spread over the whole range that there is."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from trueness.data.reading.read_texts import as_texts
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, UnsupportedMethodError, check_integer, listing
from trueness.generation.documents import Document, documents_of
from trueness.generation.even_choice import choose_evenly
from trueness.generation.evolution import POPULATION, evolve, random_summary
from trueness.generation.fitness import FloatArray, fitness_of, summary_text
from trueness.generation.generated_summaries import GeneratedSummaries, SearchedDocument
from trueness.generation.possible_summaries import BoolArray, all_summaries, count_summaries
from trueness.generation.tried_summaries import TriedSummaries
from trueness.metrics.metric import Metric
from trueness.metrics.scoring.cached_scores import metric_identity
from trueness.metrics.scoring.noted_warnings import noted_warnings
from trueness.metrics.scoring.registry import get_metrics
from trueness.parallel import Execution, Watch, current_execution, executing, run_each, step
from trueness.parallel.checkpoint import keeping
from trueness.parallel.fingerprint import fingerprint
from trueness.statistics.engine.resample import Rng, random_stream, resolve_seed

TRIES_PER_SUMMARY = 10
LEAST_TRIES = 2000
"""Summaries of a document that are scored unless told otherwise: ten for each that is wanted, no fewer than this."""

_STREAM = 1500
"""The first number of the key of random streams, apart from all others."""

_AT_ONCE = 2000
_WORTH_PROCESSES = 20_000
"""Tries over all documents from which processes are worth their start; fewer are made one after another."""

_Searched = tuple[BoolArray, FloatArray, tuple[float, float, float], int, int, list[str]]
"""Chosen summaries, their scores; the mean of random ones, the worst, the best; how many were tried and are undefined;
what the metric warned of."""


def generate(
    texts: Texts,
    metric: str | Metric,
    *,
    count: int = 200,
    words: int = 100,
    sentences: str = "newline",
    tries: int | None = None,
    rng: Rng = None,
    engine: str | None = None,
    workers: int | None = None,
    checkpoint: str | Path | None = None,
    watch: Watch | None = None,
) -> GeneratedSummaries:
    """Make summaries from sentences of documents, spread evenly over the range of a metric's scores.

    A summary is a set of sentences of the document, in its order, with at most so many words. A genetic algorithm whose
    fitness is the metric looks for the best, then for summaries everywhere below (see `evolve`); of all that were
    scored, those are chosen whose scores come closest to equal steps from the worst to the best (see `choose_evenly`).
    Where a document has no more summaries than may be tried, all of them are scored and nothing is left to chance.

    Parameters
    ----------
    texts : Texts
        The documents, as `source` of the rows of each input, with references where the metric needs them. Outputs and
        systems play no part.
    metric : str or Metric
        One metric, by name or as it is.
    count : int
        How many summaries of each document; they are all different.
    words : int
        The most words of a summary: what stands between blanks.
    sentences : {'newline', 'marks', 'split'}
        How sentences are found in a source (see `split_sentences`). One that occurs again is not used twice.
    tries : int, optional
        How many summaries of each document are scored at most, at least `count`; by default ten times as many, and no
        fewer than 2,000.
    rng : int, numpy.random.Generator or None
        The seed. Each document has a random stream of its own, from the seed and its name.
    engine, workers, checkpoint
        Where work runs, and what is kept of it (see `Execution.of`); they change no summary.
    watch : callable, optional
        Told of the documents that are done.

    Returns
    -------
    GeneratedSummaries
        The texts, as `score` takes them; where each lies in the range; what was found for each document; cautions.

    Raises
    ------
    ArgumentError
        If a number is out of range, `sentences` is none of these, or not exactly one metric is named.
    UnknownNameError
        If there is no such metric.
    UnsupportedMethodError
        If it asks a service.
    DataError
        If an input has no source, or no references though the metric needs them, or rows that differ in these; if no
        document has a sentence within the limit; if the metric fails, or is undefined for all summaries of a document.
    MissingExtraError
        If `sentences` is ``split`` and sentencex is not installed.

    References
    ----------
    Peyrard and Eckle-Kohler 2016, "A General Optimization Framework for Multi-Document Summarization Using Genetic
    Algorithms and Swarm Intelligence", COLING, 247–257; used so by Bhandari et al. 2020.
    """
    texts = as_texts(texts)
    chosen = get_metrics(metric)
    if len(chosen) != 1:
        raise ArgumentError(f"`metric` must name one metric; it is {listing([one.name for one in chosen])}.")
    fitness = chosen[0]
    if fitness.remote:
        raise UnsupportedMethodError(
            f"'{fitness.name}' asks a service, which would be paid for each of thousands of summaries that are tried. "
            "Name a metric that is computed here."
        )
    count = check_integer("count", count, minimum=1)
    words = check_integer("words", words, minimum=1)
    if tries is None:
        tries = max(LEAST_TRIES, TRIES_PER_SUMMARY * count)
    tries = check_integer("tries", tries, minimum=count)
    found = documents_of(texts, fitness, sentences)
    usable = [short for one in found if (short := one.within(words)).sentences]
    if not usable:
        raise _nothing_to_use(texts.name, found, words)
    seed = None if rng is None else resolve_seed(rng)
    settings = (metric_identity(fitness), count, words, tries)
    execution = Execution.of(engine=engine, workers=workers, checkpoint=checkpoint)
    with executing(execution, watch=watch), keeping("generate", settings, usable, seed) as kept:
        if seed is None:
            fresh = functools.partial(resolve_seed, None)
            seed = fresh() if kept is None else kept.recall("seed", fresh)
        few = current_execution().engine == "threads" and len(usable) * tries < _WORTH_PROCESSES
        place = current_execution().within_a_worker() if few else current_execution()
        with executing(place), step(f"summaries by {fitness.name}"):
            searched = run_each(
                functools.partial(_search, metric=fitness, count=count, words=words, tries=tries, seed=seed),
                usable,
                processes=True,
                identity=lambda: fingerprint("generate", settings, usable, seed),
            )
    return _generated(texts.name, fitness, count, words, sentences, tries, seed, found, usable, searched)


def _search(
    document: Document, *, metric: Metric, count: int, words: int, tries: int, seed: int
) -> _Searched:
    """Return the summaries of one document that are spread over its range."""
    number = int.from_bytes(hashlib.blake2b(document.input.encode(), digest_size=8).digest())
    rng = random_stream(seed, _STREAM, number)
    lengths = document.lengths
    tried = TriedSummaries(
        fitness_of(metric, document), len(lengths), higher_is_better=metric.higher_is_better
    )
    with noted_warnings() as notes:
        places = tried.try_all([random_summary(lengths, words, rng) for _ in range(min(POPULATION, tries))])
        if count_summaries(lengths, words) <= tries:
            every = list(all_summaries(lengths, words))
            for first in range(0, len(every), _AT_ONCE):
                tried.try_all(every[first : first + _AT_ONCE])
        else:
            evolve(tried, lengths, words, tries, rng)
    defined = np.flatnonzero(~np.isnan(tried.quality))
    if not len(defined):
        raise DataError(
            f"metric '{metric.name}' is undefined for all {len(tried)} summaries tried of input '{document.input}'. "
            "Leave this input out, or take another metric."
        )
    quality = tried.quality[defined]
    taken = defined[choose_evenly(quality, min(count, len(defined)))]
    random = tried.scores[places]
    defined_random = random[~np.isnan(random)]
    ends = tried.scores[defined[[np.argmin(quality), np.argmax(quality)]]].tolist()
    mean = float(defined_random.mean()) if len(defined_random) else float("nan")
    undefined = len(tried) - len(defined)
    return tried.chosen[taken], tried.scores[taken], (mean, *ends), len(tried), undefined, notes


def _generated(
    name: str,
    metric: Metric,
    count: int,
    words: int,
    sentences: str,
    tries: int,
    seed: int,
    found: Sequence[Document],
    usable: Sequence[Document],
    searched: Sequence[_Searched],
) -> GeneratedSummaries:
    """Put the summaries of all documents together."""
    rows: list[TextRow] = []
    scores: list[FloatArray] = []
    documents = []
    given = {one.input: one for one in found}
    warned: dict[str, None] = {}
    for document, (chosen, values, (random, worst, best), n_tried, n_undefined, notes) in zip(
        usable, searched, strict=True
    ):
        warned |= dict.fromkeys(notes)
        numbers = np.rint(np.linspace(1, count, len(chosen))).astype(int) if len(chosen) > 1 else [count]
        for number, summary in zip(numbers, chosen, strict=True):
            rows.append(
                TextRow(
                    system=f"{metric.name}-{number:0{len(str(count))}d}",
                    input=document.input,
                    output=summary_text(document, summary),
                    references=document.references,
                    source=document.source,
                    document=document.document,
                    groups=document.groups,
                )
            )
        scores.append(values)
        possible = count_summaries(document.lengths, words)
        documents.append(
            SearchedDocument(
                input=document.input,
                sentences=len(document.sentences),
                too_long=len(given[document.input].sentences) - len(document.sentences),
                possible=possible,
                tried=n_tried,
                undefined=n_undefined,
                random=random,
                worst=worst,
                best=best,
                count=len(chosen),
                all_tried=n_tried == possible,
                largest_gap=_largest_gap(values, worst, best),
            )
        )
    return GeneratedSummaries(
        texts=Texts(tuple(rows), name=f"summaries of {name}"),
        scores=np.concatenate(scores),
        documents=tuple(documents),
        left_out=tuple(one.input for one in found if one.input not in {kept.input for kept in usable}),
        empty=tuple(one.input for one in found if not one.sentences),
        metric=metric.name,
        settings=metric.signature(),
        warned=tuple(warned),
        count=count,
        words=words,
        sentences=sentences,
        tries=tries,
        seed=seed,
    )


def _largest_gap(values: FloatArray, worst: float, best: float) -> float:
    """Return the largest distance of neighbouring scores, as a share of the range."""
    if worst == best or len(values) < 2:
        return float("nan")
    return float(np.abs(np.diff(values)).max() / abs(best - worst))


def _nothing_to_use(name: str, found: Sequence[Document], words: int) -> DataError:
    empty = sum(not one.sentences for one in found)
    if empty == len(found):
        return DataError(f"{name}: all {empty} documents are empty: their `source` lacks words.")
    shortest = min(min(one.lengths) for one in found if one.sentences)
    return DataError(
        f"{name}: every sentence of {len(found)} documents is longer than {words} words; the shortest "
        f"has {shortest}. Allow more `words`, or let sentences be found: `sentences` 'split'."
    )
