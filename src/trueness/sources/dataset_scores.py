"""All scores of a known data set: recorded ones, or those of the built-in metrics where it holds texts alone."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

from trueness.data.datasets.load import load_dataset, load_dataset_texts
from trueness.data.datasets.registry import get_dataset
from trueness.data.reading.stream_texts import TextStream
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.parallel import TextProgress

MANY = 1000


def dataset_scores(
    name: str,
    *,
    metrics: Iterable[str] | None = None,
    mirror: str | Path | None = None,
    progress: TextProgress | None = None,
) -> ScoreTable:
    """Return the scores of a data set; texts without recorded metric scores are scored.

    Parameters
    ----------
    name : str
        A name of the registry.
    metrics : iterable of str, optional
        What texts without recorded scores are scored with; by default all that `default_metrics` says.
    mirror : str or Path, optional
        Where to fetch files from instead.
    progress : callable, optional
        Called with what is worked on, how much of it is done, and how much there is.

    Raises
    ------
    UnknownNameError, DownloadError, FormatError
        As `load_dataset`.
    """
    dataset = get_dataset(name)
    if dataset.metrics or not dataset.texts:
        return load_dataset(name, mirror=mirror, progress=progress)
    texts = load_dataset_texts(name, mirror=mirror, progress=progress)
    return noted_scores(texts, default_metrics(texts) if metrics is None else metrics, progress)


def noted_scores(texts: Texts, metrics: Iterable[str], progress: TextProgress | None = None) -> ScoreTable:
    """Score texts for a study (see `score`); what metrics warn of becomes a note of the table.

    Raises
    ------
    UnsupportedMethodError
        If a metric asks a service.
    """
    from trueness.metrics.named_by_file import asks_a_service
    from trueness.metrics.scoring.noted_warnings import noted_warnings
    from trueness.metrics.scoring.registry import get_metrics
    from trueness.metrics.scoring.score import score

    chosen = get_metrics(metrics)
    for metric in chosen:
        if metric.remote:
            raise asks_a_service(metric)
    with noted_warnings() as notes:
        table = score(texts, chosen, progress)
    return dataclasses.replace(table, notes=(*table.notes, *notes))


def default_metrics(texts: Texts | TextStream) -> tuple[str, ...]:
    """Return the metrics that texts are scored with when none is named.

    Left out are those that need what some outputs lack, slow ones where there are more than `MANY` outputs, and one
    whose name a human dimension has.
    """
    from trueness.metrics.scoring.registry import default_names, get_metric

    if isinstance(texts, TextStream):
        lacking, count, taken = set(texts.facts.lacking), texts.facts.rows, texts.facts.dimensions
    else:
        lacking, count, taken = _lacking(texts), len(texts), texts.dimensions
    chosen = [get_metric(name) for name in default_names()]
    return tuple(
        metric.name
        for metric in chosen
        if not (metric.needs & lacking or (metric.slow and count > MANY) or metric.name in taken)
    )


def _lacking(texts: Texts) -> set[str]:
    """Return what some outputs lack."""
    return {
        *(("references",) if any(not row.references for row in texts.rows) else ()),
        *(("source",) if any(row.source is None for row in texts.rows) else ()),
    }
