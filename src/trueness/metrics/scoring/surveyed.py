"""Metrics as they are for given texts: some look at all of them before any is scored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from trueness.data.texts.texts import TextRow
from trueness.metrics.metric import Metric
from trueness.parallel import TextProgress


def surveyed(
    metrics: Sequence[Metric],
    partitions: Callable[[], Iterable[Sequence[TextRow]]],
    progress: TextProgress | None = None,
) -> tuple[list[Metric], Mapping[str, list[str]]]:
    """Return metrics as they are for these texts, and what a reader of their scores has to know of them.

    Parameters
    ----------
    metrics : sequence of Metric
    partitions : callable
        Returns the rows, part by part; called once, and not at all where no metric wants to see them.
    progress : callable, optional
        Called with what is done, the outputs that were looked at, and 0 for their unknown total.

    Returns
    -------
    list of Metric
        In the same order, of the same names.
    mapping of str to list of str
        Sentence to the names of the metrics that it is about.
    """
    surveys = {metric.name: survey for metric in metrics if (survey := metric.survey()) is not None}
    told: dict[str, list[str]] = {}
    if not surveys:
        return list(metrics), told
    done = 0
    for rows in partitions():
        for survey in surveys.values():
            survey.add(
                [row.output for row in rows], [row.references for row in rows], [row.source for row in rows]
            )
        done += len(rows)
        if progress is not None:
            progress("looking at texts", done, 0)
    found = []
    for metric in metrics:
        if metric.name in surveys:
            changed, notes = surveys[metric.name].result()
            found.append(changed)
            for note in notes:
                told.setdefault(note, []).append(metric.name)
        else:
            found.append(metric)
    return found, told
