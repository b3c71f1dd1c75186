"""Verify metrics: score the probe texts here and compare with what was recorded."""

from __future__ import annotations

import dataclasses
import math
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.errors import ArgumentError, DataError, TruenessWarning, listing
from trueness.metrics.metric import Metric
from trueness.metrics.probe_texts import PROBES, SYSTEM, probe_texts
from trueness.metrics.scoring.registry import BUILT_IN, get_metrics
from trueness.metrics.scoring.score import score
from trueness.metrics.verification.probe_record import (
    MetricRecord,
    ProbeRecord,
    built_in_record,
    installed_software,
    new_record,
    read_record,
    write_record,
)
from trueness.result import Result, Signature

TOLERANCE = 1e-9
"""How far a score may be from what was recorded, relative to its size where that is above 1."""

MODEL_TOLERANCE = 1e-4
"""The same where a model computes: its sums differ from processor to processor."""

ALL_TOGETHER = "all probes as one system"


@dataclasses.dataclass(frozen=True)
class VerifiedMetric:
    """What became of one metric.

    Attributes
    ----------
    metric : str
    reproduced : bool
        Whether every score is within the tolerance.
    difference : float
        The largest difference, relative to the recorded score where that is above 1; infinite where one of the two is
        undefined.
    tolerance : float
    probe : str
        On which probe it is; empty where all scores are equal.
    recorded, found : float
        The two scores there, NaN where undefined.
    n : int
        How many scores were compared.
    signature : str
        The metric's settings here, with its model and versions.
    recorded_signature : str
        Those of the record.
    """

    metric: str
    reproduced: bool
    difference: float
    tolerance: float
    probe: str
    recorded: float
    found: float
    n: int
    signature: str
    recorded_signature: str


@dataclasses.dataclass(frozen=True)
class VerifyResult(Result):
    """Whether metrics give here what was recorded.

    Attributes
    ----------
    software : tuple of (str, str, str)
        What has another version than in the record: name, recorded, here; empty where it is not installed.
    """

    metrics: tuple[VerifiedMetric, ...]
    software: tuple[tuple[str, str, str], ...]

    @property
    def reproduced(self) -> bool:
        """Whether every metric is reproduced."""
        return all(metric.reproduced for metric in self.metrics)


def verify(
    metrics: str | Metric | Iterable[str | Metric] | None = None,
    *,
    record: str | Path | None = None,
    tolerance: float | None = None,
) -> VerifyResult:
    """Score the probe texts with metrics and compare with recorded scores.

    Parameters
    ----------
    metrics : str, Metric or several of them, optional
        As in `score`; by default all that the record has.
    record : str or Path, optional
        A file that `record_probes` wrote; by default what comes with the package: the built-in metrics that need
        neither a model nor a program.
    tolerance : float, optional
        The largest difference that passes, relative to the recorded score where that is above 1; by default 1e-9, and
        1e-4 for metrics of a model.

    Returns
    -------
    VerifyResult

    Raises
    ------
    ArgumentError
        If the tolerance is no number of at least 0.
    UnknownNameError
        If a name or pattern fits no metric.
    DataError
        If nothing is recorded for a metric, the record is of other texts, or a metric fails.
    FormatError
        If the file is no record, or has been changed since it was written.
    MissingExtraError
        If a metric needs something that is not installed.
    """
    if tolerance is not None and not (math.isfinite(tolerance) and tolerance >= 0):
        raise ArgumentError(f"`tolerance` must be a number of at least 0; it is {tolerance!r}.")
    known = built_in_record() if record is None else read_record(record)
    chosen = get_metrics(known.metrics if metrics is None else metrics)
    lacking = [metric.name for metric in chosen if metric.name not in known.metrics]
    if lacking:
        raise DataError(
            f"no scores are recorded for {listing(lacking)}{'' if record is None else f' in {record}'}. Record them "
            f"where you trust them (trueness metrics verify {lacking[0]} --record FILE) and compare elsewhere "
            f"(trueness metrics verify {lacking[0]} --recorded FILE)."
        )
    here = scored_probes(chosen)
    found = tuple(
        _verified(metric, known.metrics[metric.name], here[metric.name], tolerance) for metric in chosen
    )
    signature = Signature.of(
        study="verify",
        record="built-in" if record is None else str(record),
        tolerance=tolerance,
        **installed_software(),
    )
    return VerifyResult(signature, found, _changed_software(known))


def record_probes(
    path: str | Path, metrics: str | Metric | Iterable[str | Metric] | None = None
) -> ProbeRecord:
    """Score the probe texts with metrics and write down what comes out, to be verified elsewhere or later.

    Parameters
    ----------
    path : str or Path
        The file to write.
    metrics : str, Metric or several of them, optional
        As in `score`; by default the built-in metrics that need neither a model nor a program.

    Returns
    -------
    ProbeRecord

    Raises
    ------
    UnknownNameError
        If a name or pattern fits no metric.
    DataError
        If a metric fails, or gives other scores from call to call.
    MissingExtraError
        If a metric needs something that is not installed.
    """
    chosen = get_metrics(self_contained_names() if metrics is None else metrics)
    chance = [metric.name for metric in chosen if not metric.deterministic]
    if chance:
        raise DataError(f"{listing(chance)} may give other scores each time; verifying takes the same.")
    record = new_record(scored_probes(chosen))
    write_record(record, path)
    return record


def self_contained_names() -> list[str]:
    """Return the names of built-in metrics that need no model, file or program besides this package."""
    return [
        metric.name
        for kind in BUILT_IN
        if not kind.required
        for metric in map(kind.from_name, kind.names())
        if metric is not None and metric.deterministic and not getattr(metric, "shared_model", False)
    ]


def scored_probes(metrics: Sequence[Metric]) -> dict[str, MetricRecord]:
    """Return what metrics give on the probe texts, by name."""
    texts = probe_texts()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TruenessWarning)  # what texts should be like is not asked here
        table = score(texts, metrics)
    place = table.systems.index(SYSTEM)
    columns = [table.inputs.index(name) for name in PROBES]
    found = {}
    for metric in metrics:
        values = table.matrix(metric.name)[place, columns]
        system = None
        if metric.corpus_formula is not None:
            sums = table.corpus[metric.name].values[place].sum(axis=0)
            system = _plain(float(corpus_score(metric.corpus_formula, sums)))
        found[metric.name] = MetricRecord(
            tuple(_plain(float(value)) for value in values), system, metric.signature()
        )
    return found


def _plain(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _verified(
    metric: Metric, recorded: MetricRecord, here: MetricRecord, tolerance: float | None
) -> VerifiedMetric:
    names = [*PROBES, ALL_TOGETHER]
    pairs = list(zip(names, (*recorded.values, recorded.system), (*here.values, here.system), strict=True))
    if metric.corpus_formula is None:
        pairs.pop()
    differences = [_difference(before, now) for _, before, now in pairs]
    worst = max(range(len(pairs)), key=differences.__getitem__)
    allowed = (
        tolerance
        if tolerance is not None
        else MODEL_TOLERANCE
        if getattr(metric, "shared_model", False)
        else TOLERANCE
    )
    name, before, now = pairs[worst]
    return VerifiedMetric(
        metric=metric.name,
        reproduced=differences[worst] <= allowed,
        difference=differences[worst],
        tolerance=allowed,
        probe=name if differences[worst] else "",
        recorded=math.nan if before is None else before,
        found=math.nan if now is None else now,
        n=len(pairs),
        signature=here.signature,
        recorded_signature=recorded.signature,
    )


def _difference(before: float | None, now: float | None) -> float:
    if before is None or now is None:
        return 0.0 if before is now else math.inf
    return abs(now - before) / max(1.0, abs(before))


def _changed_software(record: ProbeRecord) -> tuple[tuple[str, str, str], ...]:
    here = installed_software()
    names = dict.fromkeys([*record.software, *here])
    return tuple(
        (name, record.software.get(name, ""), here.get(name, ""))
        for name in names
        if record.software.get(name, "") != here.get(name, "")
    )
