"""Score texts: texts in, score table out."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Iterable

import numpy as np

from trueness.data.score_table import Scorer, ScoreTable
from trueness.data.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, listing
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.registry import get_metric
from trueness.parallel import run_each

ROWS_PER_CHUNK = 256
SLOW_ROWS_PER_CHUNK = 16


def score(
    texts: Texts,
    metrics: str | Metric | Iterable[str | Metric],
    progress: Callable[[str, int, int], None] | None = None,
) -> ScoreTable:
    """Score every output with every metric.

    Parameters
    ----------
    texts : Texts
        What systems wrote.
    metrics : str, Metric or several of them
        The metrics, by name or as they are.
    progress : callable, optional
        Called with the metric's name, the number of outputs it has scored and their total, after each chunk.

    Returns
    -------
    ScoreTable
        Human dimensions first, then the metrics with role 'metric' and their declared orientation, in the
        order asked for. The notes say how many outputs are empty and what each metric makes of them, where
        scores are undefined, and with which settings a metric was computed.

    Raises
    ------
    ArgumentError
        If no metric is asked for, or one twice.
    UnknownNameError
        If there is no metric of a name.
    DataError
        If a metric needs references or a source and a row has none, or if a human dimension has a metric's
        name.
    """
    asked = [metrics] if isinstance(metrics, (str, Metric)) else list(metrics)
    chosen = [get_metric(metric) if isinstance(metric, str) else metric for metric in asked]
    names = [metric.name for metric in chosen]
    if not names:
        raise ArgumentError("`metrics` must name at least one metric.")
    if len(set(names)) < len(names):
        repeated = sorted({name for name in names if names.count(name) > 1})
        raise ArgumentError(f"`metrics` names {listing(repeated)} more than once.")
    for metric in chosen:  # before any work is done
        _check_needs(metric, texts)
    n_empty = sum(not row.output.split() for row in texts.rows)
    scores: dict[Scorer, FloatArray] = {}
    notes: list[str] = []
    for metric in chosen:
        values = _scores(metric, texts.rows, progress)
        scores[Scorer(metric.name, "metric", metric.higher_is_better)] = values
        notes += _notes(metric, values, n_empty, len(texts))
    table = texts.with_scores(scores)
    return dataclasses.replace(table, notes=(*table.notes, *notes))


def _check_needs(metric: Metric, texts: Texts) -> None:
    for need in sorted(metric.needs):
        lacking = [
            row for row in texts.rows if (not row.references if need == "references" else row.source is None)
        ]
        if lacking:
            what = "references" if need == "references" else "the source"
            raise DataError(
                f"{texts.name}: metric '{metric.name}' needs {what}, but {len(lacking)} of {len(texts)} rows "
                f"have none, the first for system '{lacking[0].system}', input '{lacking[0].input}'. "
                f"Add the field '{need}' to these rows, or leave the metric out."
            )


def _scores(
    metric: Metric, rows: tuple[TextRow, ...], progress: Callable[[str, int, int], None] | None
) -> FloatArray:
    size = SLOW_ROWS_PER_CHUNK if metric.slow else ROWS_PER_CHUNK
    chunks = [rows[start : start + size] for start in range(0, len(rows), size)]

    def report(done: int, _: int) -> None:
        if progress is not None:
            progress(metric.name, min(done * size, len(rows)), len(rows))

    found = run_each(
        functools.partial(_score_chunk, metric),
        chunks,
        workers=None if metric.slow else 1,
        processes=metric.slow and len(chunks) > 1,
        progress=report,
    )
    return np.concatenate(found) if found else np.empty(0)


def _score_chunk(metric: Metric, chunk: tuple[TextRow, ...]) -> FloatArray:
    found = np.asarray(
        metric.score(
            [row.output for row in chunk],
            [row.references for row in chunk],
            [row.source for row in chunk],
        ),
        dtype=np.float64,
    )
    if found.shape != (len(chunk),):
        raise DataError(
            f"metric '{metric.name}' gave scores of shape {found.shape} for {len(chunk)} outputs."
        )
    return found


def _notes(metric: Metric, values: FloatArray, n_empty: int, total: int) -> list[str]:
    notes = [f"{metric.name}: {metric.signature()}"] if metric.signature() else []
    n_undefined = int(np.isnan(values).sum())
    if n_empty:
        given = "undefined (NaN)" if np.isnan(metric.empty_output) else f"{metric.empty_output:g}"
        notes.append(
            f"{metric.name}: {n_empty} of {total} outputs are empty; the score of an empty output is {given}"
        )
    if n_undefined:
        notes.append(f"{metric.name}: undefined (NaN) for {n_undefined} of {total} outputs")
    return notes
