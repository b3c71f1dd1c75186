"""Score texts: texts in, score table out."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trueness.data.reading.read_texts import as_texts
from trueness.data.reading.stream_texts import ROWS_PER_PARTITION
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.metrics.encoder.encoding_cache import keeping_encodings
from trueness.metrics.metric import FloatArray, Metric, Need
from trueness.metrics.scoring.keeping_scores import KEPT_IN
from trueness.metrics.scoring.registry import get_metrics
from trueness.metrics.scoring.score_rows import RowScores, by_input, score_rows
from trueness.metrics.scoring.surveyed import surveyed
from trueness.metrics.scoring.text_traits import TextTraits
from trueness.parallel import TextProgress

SLOW_ROWS_PER_PARTITION = 256
"""Rows that are scored before anything is saved, where a metric is slow: so much work an interruption may cost."""


def score(
    texts: Texts,
    metrics: str | Metric | Iterable[str | Metric],
    progress: TextProgress | None = None,
    *,
    cache: str | Path | None = None,
) -> ScoreTable:
    """Score every output with every metric.

    Parameters
    ----------
    texts : Texts
        What systems wrote.
    metrics : str, Metric or several of them
        The metrics, by name, by shell pattern (``rouge{1,2,L}_stem_*``) or as they are; one that is asked for twice
        is computed once.
    progress : callable, optional
        Called with what is computed, the number of outputs scored and their total, after each chunk.
    cache : str or Path, optional
        The folder in which scores are kept, so that they are computed once (see `ScoreCache`); by default none are.

    Returns
    -------
    ScoreTable
        Human dimensions first, then the metrics with role 'metric' and their declared orientation, in the
        order asked for. The notes say how many outputs are empty and what each metric makes of them, where
        scores are undefined or outside the bounds that their metric declares, and with which settings a metric was
        computed.

    Raises
    ------
    ArgumentError
        If no metric is asked for, or an option in a name makes no sense.
    UnknownNameError
        If a name or pattern fits no metric.
    DataError
        If a metric needs references or a source and a row has none, if a human dimension has a metric's name, or if
        a metric fails (see `score_rows`).
    """
    texts = as_texts(texts, unnamed_system=True)
    chosen = get_metrics(metrics)
    check_needs(chosen, texts)  # before any work is done
    folder = KEPT_IN.get() if cache is None else Path(cache)
    with contextlib.nullcontext() if folder is None else keeping_encodings(folder):
        chosen, told = surveyed(chosen, lambda: [texts.rows], progress)
    found = (
        score_rows(chosen, texts.rows, progress) if folder is None else _kept(chosen, texts, folder, progress)
    )
    table = texts.with_scores(
        {
            Scorer(metric.name, "metric", metric.higher_is_better, computed=True): found.values[:, k]
            for k, metric in enumerate(chosen)
        },
        corpus={
            metric.name: (metric.corpus_formula, found.statistics[metric.name])
            for metric in chosen
            if metric.corpus_formula is not None
        },
    )
    n_empty = sum(not row.output.split() for row in texts.rows)
    undefined = undefined_scores(chosen, texts.rows, found.values)
    outside = out_of_bounds(chosen, texts.rows, found.values)
    traits = TextTraits()
    traits.add(texts.rows)
    notes = score_notes(chosen, undefined, n_empty, len(texts), outside, {**told, **traits.notes(chosen)})
    return dataclasses.replace(table, notes=(*table.notes, *notes))


def _kept(metrics: Sequence[Metric], texts: Texts, folder: Path, progress: TextProgress | None) -> RowScores:
    """Score rows, as far as a cache does not know them; outputs for one input stand together in a partition."""
    from trueness.metrics.scoring.cached_scores import cached_scores
    from trueness.metrics.scoring.score_cache import ScoreCache

    total = len(texts)
    values = np.empty((total, len(metrics)))
    statistics: dict[str, list[FloatArray]] = {}
    order = by_input(texts.rows)
    size = SLOW_ROWS_PER_PARTITION if any(metric.slow for metric in metrics) else ROWS_PER_PARTITION
    with ScoreCache(folder) as cache:
        for start in range(0, total, size):
            part = order[start : start + size]

            def share(done: float, start: int = start, count: int = len(part)) -> None:
                if progress is not None:
                    progress("scores", start + int(done * count), total)

            found = cached_scores(metrics, [texts.rows[k] for k in part], cache, share)
            values[part] = found.values
            for name, counted in found.statistics.items():
                statistics.setdefault(name, []).append(counted)
    inverse = np.argsort(order)
    return RowScores(values, {name: np.concatenate(parts)[inverse] for name, parts in statistics.items()})


def check_needs(metrics: Sequence[Metric], texts: Texts) -> None:
    """Check that every row has what the metrics need.

    Raises
    ------
    DataError
        If one lacks references or the source; the message counts these rows and names the first.
    """
    needs: tuple[Need, ...] = ("references", "source")
    for need in needs:
        needing = [metric for metric in metrics if need in metric.needs]
        if not needing:
            continue
        lacking = [
            row for row in texts.rows if (not row.references if need == "references" else row.source is None)
        ]
        if lacking:
            first = (lacking[0].system, lacking[0].input)
            raise lacking_texts(texts.name, needing[0], need, len(lacking), len(texts), first)


def lacking_texts(
    name: str, metric: Metric, need: Need, count: int, total: int, first: tuple[str, str]
) -> DataError:
    """Build the error for rows without what a metric needs.

    Parameters
    ----------
    name : str
        What the texts are called.
    metric : Metric
    need : {'references', 'source'}
    count, total : int
        How many of the rows lack it.
    first : tuple of (str, str)
        System and input of the first.
    """
    what = "references" if need == "references" else "the source"
    return DataError(
        f"{name}: metric '{metric.name}' needs {what}, but {count} of {total} rows lack that, the first "
        f"for system '{first[0]}', input '{first[1]}'. Add the field '{need}' to these rows, or leave "
        "the metric out."
    )


@dataclasses.dataclass(frozen=True)
class NotedScores:
    """Scores of a metric that a reader has to know of.

    Attributes
    ----------
    count : int
        How many.
    system, input : str
        Of the first.
    value : float
        The first.
    """

    count: int
    system: str
    input: str
    value: float

    def __add__(self, later: NotedScores) -> NotedScores:
        """Return the scores of earlier and later rows together."""
        return dataclasses.replace(self, count=self.count + later.count)


BOUNDS_SLACK = 1e-9
"""How far, relative to the larger bound (or to 1), rounding may take a score beyond the bounds."""


def undefined_scores(
    metrics: Sequence[Metric], rows: Sequence[TextRow], values: FloatArray
) -> dict[str, NotedScores]:
    """Return the metrics, by name, with undefined scores (see `out_of_bounds`)."""
    return _noted(metrics, rows, values, np.isnan(values))


def out_of_bounds(
    metrics: Sequence[Metric], rows: Sequence[TextRow], values: FloatArray
) -> dict[str, NotedScores]:
    """Return the metrics, by name, with scores outside the bounds that they declare.

    Parameters
    ----------
    metrics : sequence of Metric
        k of them.
    rows : sequence of TextRow
        n of them.
    values : array of shape (n, k)
        Their scores.
    """
    outside = np.zeros(values.shape, dtype=np.bool_)
    for k, metric in enumerate(metrics):
        finite = [abs(bound) for bound in (metric.lower, metric.upper) if np.isfinite(bound)]
        slack = BOUNDS_SLACK * max(1.0, *finite) if finite else 0.0
        outside[:, k] = (values[:, k] < metric.lower - slack) | (values[:, k] > metric.upper + slack)
    return _noted(metrics, rows, values, outside)


def _noted(
    metrics: Sequence[Metric], rows: Sequence[TextRow], values: FloatArray, marked: NDArray[np.bool_]
) -> dict[str, NotedScores]:
    found = {}
    for k in np.flatnonzero(marked.any(axis=0)).tolist():
        first = int(marked[:, k].argmax())
        one = float(values[first, k])
        found[metrics[k].name] = NotedScores(
            int(marked[:, k].sum()), rows[first].system, rows[first].input, one
        )
    return found


def _check_scored(
    metrics: Sequence[Metric], undefined: Mapping[str, NotedScores], n_empty: int, total: int
) -> None:
    for metric in metrics:
        lost = undefined[metric.name].count if metric.name in undefined else 0
        if lost and lost - (n_empty if np.isnan(metric.empty_output) else 0) >= total - n_empty > 0:
            metric.check_scored()


def score_notes(
    metrics: Sequence[Metric],
    undefined: Mapping[str, NotedScores],
    n_empty: int,
    total: int,
    outside: Mapping[str, NotedScores],
    told: Mapping[str, Sequence[str]] | None = None,
) -> list[str]:
    """Return what a reader of the scores has to know, each sentence once with the metrics that it is about.

    Parameters
    ----------
    metrics : sequence of Metric
        k of them.
    undefined : mapping of str to NotedScores
        The metrics with undefined scores.
    n_empty : int
        How many outputs have no words.
    total : int
        The number of outputs.
    outside : mapping of str to NotedScores
        The metrics with scores outside their bounds.
    told : mapping of str to sequence of str, optional
        Sentence to the metrics that it is about (see `surveyed`).

    Raises
    ------
    DataError
        If no output has a score of a metric for which that is a fault, such as a judge none of whose replies could be
        read.
    """
    _check_scored(metrics, undefined, n_empty, total)
    about: dict[str, list[str]] = {}
    for metric, signature in [(metric, metric.signature()) for metric in metrics if metric.signature()]:
        about.setdefault(signature, []).append(metric.name)
    if n_empty:
        for metric in metrics:
            given = "undefined (NaN)" if np.isnan(metric.empty_output) else f"{metric.empty_output:g}"
            note = f"{n_empty} of {total} outputs are empty; the score of an empty output is {given}"
            about.setdefault(note, []).append(metric.name)
    for name, lost in undefined.items():
        note = (
            f"undefined (NaN) for {lost.count} of {total} outputs, the first for system '{lost.system}', "
            f"input '{lost.input}'"
        )
        about.setdefault(note, []).append(name)
    for note, name in [(note, metric.name) for metric in metrics for note in metric.take_notes()]:
        about.setdefault(note, []).append(name)
    for metric in metrics:
        if metric.name in outside:
            found = outside[metric.name]
            note = (
                f"{found.count} of {total} scores lie outside the bounds that the metric declares, {metric.lower:g} to "
                f"{metric.upper:g}; the first is {found.value:.12g}, for system '{found.system}', input '{found.input}'"
            )
            about.setdefault(note, []).append(metric.name)
    for note, names in (told or {}).items():
        about.setdefault(note, []).extend(names)
    return [f"{_names(names)}: {note}" for note, names in about.items()]


def _names(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= 4 else f"{', '.join(names[:3])} and {len(names) - 3} more"
