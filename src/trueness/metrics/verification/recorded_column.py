"""Which metric, and which way with several references, gives the scores that stand in a file beside its texts."""

from __future__ import annotations

import dataclasses
import decimal
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.data.reading.read_texts import as_texts
from trueness.data.texts.texts import TextRow
from trueness.errors import (
    ArgumentError,
    DataError,
    TruenessError,
    TruenessWarning,
    UnknownNameError,
    unknown_name,
)
from trueness.metrics.metric import FloatArray, Metric
from trueness.metrics.scoring.registry import get_metrics
from trueness.result import Result, Row, Signature

SCALES = (1.0, 100.0, 0.01)
"""What a score may have been multiplied by: shares are written as percents, and percents as shares."""

MOST_ROWS = 2000
"""Outputs of which a column is looked at: enough to tell ways apart."""

AS_IT_IS = "as the metric joins them"

_OPTIONS = {
    "the best of single references": "refs=best",
    "the mean over single references": "refs=mean",
}
"""What asks a metric for a way of joining references, where it has the option."""

_WAYS: Mapping[str, Callable[[FloatArray], FloatArray]] = {
    "the best of single references": lambda scores: np.nanmax(scores, axis=1),
    "the worst of single references": lambda scores: np.nanmin(scores, axis=1),
    "the mean over single references": lambda scores: np.nanmean(scores, axis=1),
    "the first reference": lambda scores: scores[:, 0],
}


@dataclasses.dataclass(frozen=True)
class ColumnMatch:
    """How near a metric comes to recorded scores, with references joined in one way.

    Attributes
    ----------
    metric : str
    references : str
        How several references of an output become one score.
    scale : float
        What the metric's scores are multiplied by.
    n : int
        Outputs with a recorded score and one of the metric's.
    equal : float
        The share of them whose scores are equal to the digits that are recorded.
    difference : float
        The largest difference.
    name : str
        What to score by to get these scores, empty where no name says it.
    """

    metric: str
    references: str
    scale: float
    n: int
    equal: float
    difference: float
    name: str


@dataclasses.dataclass(frozen=True)
class RecordedColumnResult(Result):
    """What gives the scores of a column, the nearest first."""

    column: str
    matches: tuple[ColumnMatch, ...]

    def rows(self) -> list[Row]:
        """Return the matches."""
        return [dataclasses.asdict(match) for match in self.matches]

    @property
    def reproduced(self) -> bool:
        """Whether a metric gives all scores of the column."""
        return bool(self.matches) and self.matches[0].equal == 1


def recorded_column(
    texts: Any, column: str, metrics: str | Metric | Iterable[str | Metric]
) -> RecordedColumnResult:
    """Score texts with metrics in every way with several references, and compare with a column of recorded scores.

    Parameters
    ----------
    texts : Texts, path, dataframe or rows
        With the column among the fields that hold numbers.
    column : str
    metrics : str, Metric or several of them
        As in `score`: those that the column may be of, with their options.

    Raises
    ------
    UnknownNameError
        If there is no such column, or a name or pattern fits no metric.
    DataError
        If no output has a recorded score.
    TruenessError
        As `score`, if no metric at all can be computed.
    """
    table = as_texts(texts)
    if column not in table.dimensions:
        raise unknown_name("column of recorded scores", column, table.dimensions)
    rows = [row for row in table.rows if column in row.human][:MOST_ROWS]
    if not rows:
        raise DataError(f"every output lacks a score in '{column}'.")
    recorded = np.array([row.human[column] for row in rows])
    chosen = get_metrics(metrics)
    found: list[ColumnMatch] = []
    failed: TruenessError | None = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TruenessWarning)  # what texts should be like is not asked here
        warnings.simplefilter("ignore", RuntimeWarning)  # outputs without any defined score
        for metric in chosen:
            try:
                ways = _ways(metric, rows)
            except TruenessError as error:  # it needs what these texts, or this machine, lack
                failed = failed or error
                continue
            found += [_match(metric.name, way, scores, recorded) for way, scores in ways.items()]
    if not found and failed is not None:
        raise failed
    found.sort(key=lambda match: (-match.equal, match.difference, match.references != AS_IT_IS))
    signature = Signature.of(study="verify", texts=table.fingerprint[:12], column=column)
    return RecordedColumnResult(signature, column, tuple(found))


def _ways(metric: Metric, rows: Sequence[TextRow]) -> dict[str, FloatArray]:
    """Return the scores of outputs by how their references are joined."""
    outputs = [row.output for row in rows]
    sources = [row.source for row in rows]
    references = [row.references for row in rows]
    if "references" in metric.needs and not all(references):
        raise DataError(f"'{metric.name}' needs references, and an output lacks them.")
    if "source" in metric.needs and None in sources:
        raise DataError(f"'{metric.name}' needs sources, and an output lacks its own.")
    found = {AS_IT_IS: np.asarray(metric.score(outputs, references, sources), dtype=np.float64)}
    most = max(map(len, references), default=0)
    if "references" in metric.needs and most > 1:
        single = np.full((len(rows), most), np.nan)
        for k in range(most):
            there = [j for j, given in enumerate(references) if len(given) > k]
            single[there, k] = metric.score(
                [outputs[j] for j in there], [[references[j][k]] for j in there], [sources[j] for j in there]
            )
        found |= {way: joined(single) for way, joined in _WAYS.items()}
    return found


def _match(metric: str, way: str, scores: FloatArray, recorded: FloatArray) -> ColumnMatch:
    """Return the match at the scale at which it is nearest."""
    both = ~np.isnan(scores)
    half = np.array([_half_a_digit(value) for value in recorded.tolist()])
    matches = []
    for scale in SCALES:
        away = np.abs(scores[both] * scale - recorded[both])
        equal = float(np.mean(away <= half[both])) if both.any() else 0.0
        matches.append(
            ColumnMatch(
                metric=metric,
                references=way,
                scale=scale,
                n=int(both.sum()),
                equal=equal,
                difference=float(away.max(initial=0.0)) if both.any() else np.inf,
                name=_spelt(metric, way),
            )
        )
    return min(matches, key=lambda match: (-match.equal, match.difference))


def _spelt(metric: str, way: str) -> str:
    """Return the name of a metric that joins references in a way; empty where there is none."""
    if way == AS_IT_IS:
        return metric
    if way not in _OPTIONS:
        return ""
    name = f"{metric}{',' if ':' in metric else ':'}{_OPTIONS[way]}"
    try:
        return get_metrics(name)[0].name
    except (ArgumentError, UnknownNameError):  # it has no such option
        return ""


def _half_a_digit(value: float) -> float:
    """Return half of the last digit that a number is written with, and a little for what its sums may differ by."""
    exponent = decimal.Decimal(repr(value)).as_tuple().exponent
    digits = -exponent if isinstance(exponent, int) else 0
    return 0.5 * 10.0 ** -min(max(digits, 0), 12) + 1e-9 * max(1.0, abs(value))
