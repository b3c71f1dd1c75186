"""Scores of rows of texts by several metrics, each class of metrics in one pass."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from trueness.data.texts.texts import TextRow
from trueness.errors import DataError, Terminated, TruenessError
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.score_array import score_array
from trueness.parallel import TextProgress, current_execution, executing, one_watch, run_each, step

ROWS_PER_CHUNK = 512
SLOW_ROWS_PER_CHUNK = 16
MODEL_ROWS_PER_CHUNK = 32
"""Rows whose texts all metrics of a shared model see before the next: what the model makes of them stays in memory."""


@dataclasses.dataclass(frozen=True)
class RowScores:
    """Scores of rows.

    Attributes
    ----------
    values : array of shape (n, k)
        Row by metric, NaN where undefined.
    statistics : mapping of str to array of shape (n, s)
        Metric to the sufficient statistics of every output, for metrics with a `corpus_formula`.
    """

    values: FloatArray
    statistics: Mapping[str, FloatArray]


def score_rows(
    metrics: Sequence[Metric], rows: Sequence[TextRow], progress: TextProgress | None = None
) -> RowScores:
    """Score rows with metrics.

    Metrics of one class are computed together; rows of one input go together, since they share references and source.
    Those of a shared model are computed in this process, a few rows by all of them and then the next.

    Parameters
    ----------
    metrics : sequence of Metric
        k of them, with different names.
    rows : sequence of TextRow
        n of them, with what the metrics need.
    progress : callable, optional
        Called after each chunk with the metrics of a pass in words, the outputs done, and their total (see `passes`).

    Raises
    ------
    DataError
        If a metric fails with an error of its own, or gives something else than numbers or an array of another shape
        than its outputs ask for.
    """
    place = {metric.name: k for k, metric in enumerate(metrics)}
    values = np.full((len(rows), len(metrics)), np.nan)
    statistics: dict[str, FloatArray] = {}
    order = by_input(rows)
    ordered = [rows[k] for k in order]
    with contextlib.ExitStack() as stack:
        for metric in metrics if rows else ():
            stack.enter_context(metric.working())
        for classes in passes(metrics):
            members = [metric for some in classes for metric in some]
            found = _score_pass(classes, ordered, progress)
            values[np.ix_(order, [place[metric.name] for metric in members])] = found.values
            for name, given in found.statistics.items():
                statistics[name] = np.empty_like(given)
                statistics[name][order] = given
    return RowScores(values, statistics)


def passes(metrics: Sequence[Metric]) -> list[list[list[Metric]]]:
    """Return the classes that go through the rows together: those of shared models, and every other one alone."""
    groups = by_class(metrics)
    alone = [[members] for members in groups if not members[0].shared_model]
    together = [members for members in groups if members[0].shared_model]
    return [*alone, together] if together else alone


def by_class(metrics: Sequence[Metric]) -> list[list[Metric]]:
    """Return the metrics grouped by class, in the order of each class's first."""
    groups: dict[type[Metric], list[Metric]] = {}
    for metric in metrics:
        groups.setdefault(type(metric), []).append(metric)
    return list(groups.values())


def by_input(rows: Sequence[TextRow]) -> list[int]:
    """Return the order of rows in which those of one input stand together, inputs in the order of their first."""
    first: dict[str, int] = {}
    for row in rows:
        first.setdefault(row.input, len(first))
    return sorted(range(len(rows)), key=lambda k: first[rows[k].input])


def _score_pass(
    classes: Sequence[Sequence[Metric]], rows: Sequence[TextRow], progress: TextProgress | None
) -> RowScores:
    members = [metric for some in classes for metric in some]
    shared = any(metric.shared_model for metric in members)
    slow = any(metric.slow for metric in members)
    size = MODEL_ROWS_PER_CHUNK if shared else SLOW_ROWS_PER_CHUNK if slow else ROWS_PER_CHUNK
    chunks = [rows[start : start + size] for start in range(0, len(rows), size)]
    label = members[0].name if len(members) == 1 else f"{members[0].name} and {len(members) - 1} more"

    def report(done: int, _: int) -> None:
        if progress is not None:
            progress(label, min(done * size, len(rows)), len(rows))

    score = functools.partial(_score_chunk, classes)
    if shared:
        found = []
        for done, chunk in enumerate(chunks, 1):
            found.append(score(chunk))
            report(done, len(chunks))
    else:
        execution = current_execution() if slow else current_execution().within_a_worker()
        with executing(execution, one_watch(report)), step(label):
            found = run_each(score, chunks, processes=slow and len(chunks) > 1)
    if not found:
        return RowScores(np.empty((0, len(members))), {})
    return RowScores(
        np.concatenate([part.values for part in found]),
        {name: np.concatenate([part.statistics[name] for part in found]) for name in found[0].statistics},
    )


class _RefusedError(DataError):
    """What a metric says of texts that it cannot score, without knowing whose they are."""


def _score_chunk(classes: Sequence[Sequence[Metric]], chunk: Sequence[TextRow]) -> RowScores:
    found = [_score_members(members, chunk) for members in classes]
    statistics = {name: given for part in found for name, given in part.statistics.items()}
    return RowScores(np.hstack([part.values for part in found]), statistics)


def _score_members(members: Sequence[Metric], chunk: Sequence[TextRow]) -> RowScores:
    try:
        return _score_alike(members, chunk)
    except _RefusedError as error:
        for row in chunk:  # which of them it was
            try:
                _score_alike(members, [row])
            except _RefusedError as own:
                raise DataError(f"system '{row.system}', input '{row.input}': {own}") from own
        raise DataError(str(error)) from error


def _score_alike(members: Sequence[Metric], chunk: Sequence[TextRow]) -> RowScores:
    outputs = [row.output for row in chunk]
    references = [row.references for row in chunk]
    sources = [row.source for row in chunk]
    values = np.empty((len(chunk), len(members)))
    statistics: dict[str, FloatArray] = {}
    together = [k for k, metric in enumerate(members) if metric.corpus_formula is None]
    if together:
        kind = type(members[0])
        asked = [members[k] for k in together]
        with _failing(asked, chunk):
            found = kind.score_together(asked, outputs, references, sources)
        values[:, together] = _checked(found, (len(chunk), len(together)), members[together[0]], "scores")
    for k, metric in enumerate(members):
        if metric.corpus_formula is not None:
            with _failing([metric], chunk):
                given = score_array(
                    metric.statistics(outputs, references, sources), metric.name, "statistics"
                )
            wanted = (len(chunk), given.shape[1] if given.ndim == 2 else 1)
            statistics[metric.name] = _checked(given, wanted, metric, "statistics")
            with _failing([metric], chunk):
                scores = metric.scores_from_statistics(given)
            values[:, k] = _checked(scores, (len(chunk),), metric, "scores")
    return RowScores(values, statistics)


@contextlib.contextmanager
def _failing(metrics: Sequence[Metric], chunk: Sequence[TextRow]) -> Iterator[None]:
    """Say which metric failed on which rows; what it raises on purpose passes, and what no metric can help."""
    try:
        yield
    except (TruenessError, MemoryError) as error:
        if type(error) is DataError:  # others name a file or a package
            raise _RefusedError(str(error)) from error
        raise
    except (KeyboardInterrupt, Terminated):
        raise
    except BaseException as error:  # a metric that leaves the program fails, too
        kind = type(metrics[0])
        more = f" and {len(metrics) - 1} more" if len(metrics) > 1 else ""
        first, last = chunk[0], chunk[-1]
        rows = f"system '{first.system}', input '{first.input}'"
        if len(chunk) > 1:
            rows += f" to system '{last.system}', input '{last.input}'"
        raise DataError(
            f"metric '{metrics[0].name}'{more} ({kind.__module__}.{kind.__qualname__}) failed on "
            f"{'rows' if len(chunk) > 1 else 'the row'} for {rows}: {type(error).__name__}: {error}"
        ) from error


def _checked(found: ArrayLike, wanted: tuple[int, ...], metric: Metric, what: str) -> FloatArray:
    array = score_array(found, metric.name, what)
    if array.shape != wanted:
        raise DataError(
            f"metric '{metric.name}' gave {what} of shape {array.shape} in place of {wanted}, for {wanted[0]} outputs."
        )
    return array
