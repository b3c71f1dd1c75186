"""Whether a judge moved between two batches, or the systems did."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

import trueness
from trueness.data.read import read_table
from trueness.data.score_table import ScoreTable
from trueness.result import Signature
from trueness.statistics.array_types import BoolArray
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.judge_drift import JudgeDrift, change_beyond, judge_drift
from trueness.statistics.judging.panel import Panel, agreement_gain, panel_agreement
from trueness.studies.drift.batches import Batches, two_batches
from trueness.studies.drift.rows import ALL_OUTPUTS, ChangeRow, Drift, DriftRow, Movement, PeopleRow
from trueness.studies.drift.said import drift_cautions, drift_conclusions
from trueness.studies.drift.settings import DriftSelection, DriftSettings
from trueness.studies.study import Study, entry


@dataclasses.dataclass(frozen=True)
class TwoTables:
    """Two batches.

    Attributes
    ----------
    table : ScoreTable
        The earlier, or both.
    later : ScoreTable or None
    """

    table: ScoreTable
    later: ScoreTable | None = None


class DriftStudy(Study[TwoTables, DriftSelection, DriftSettings, Drift]):
    """One judge beside itself on the same outputs, and what that leaves for the systems."""

    name: ClassVar[str] = "drift"
    selection_type: ClassVar[type] = DriftSelection
    settings_type: ClassVar[type] = DriftSettings
    usual_seed: ClassVar[int | None] = 0

    def assembled(self, parts: Mapping[str, Any]) -> TwoTables:
        """Return the batches from their parts by name."""
        return TwoTables(parts["scores"], parts.get("later"))

    def identity(self, data: TwoTables) -> Any:
        """Return what tells batches from others."""
        return data.table.fingerprint, None if data.later is None else data.later.fingerprint

    def answer(self, data: TwoTables, selection: DriftSelection, settings: DriftSettings) -> Drift:
        """Compare every judge with itself on anchors, then the other outputs beyond that."""
        batches = two_batches(data.table, data.later, selection)
        found = Drift(
            signature=_signature(data, batches, selection, settings),
            selection=dataclasses.replace(
                selection, judges=batches.judges, batches=batches.names if data.later is None else None
            ),
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            later=data.later,
            drift=tuple(_moved(batches, name, settings) for name in batches.judges),
            changes=tuple(row for name in batches.judges for row in _changes(batches, name, settings)),
            people=tuple(row for name in batches.judges for row in _people(batches, name, settings)),
        )
        return dataclasses.replace(
            found,
            cautions=drift_cautions(found, declared=batches.declared is not None),
            conclusions=drift_conclusions(found, batches.names),
        )


@entry(DriftStudy)
def drift(
    table: ScoreTable | str | Path,
    later: ScoreTable | str | Path | None = None,
    *,
    settings: DriftSettings | None = None,
    **options: Any,
) -> Drift:
    """Say whether a judge moved between two batches, or the systems did.

    Anchors are outputs that were judged in both batches. On them the judge is compared with itself: how far its mean
    moved, with a test of no difference and one of a difference below the margin. What other outputs moved beyond that
    is the systems'.

    Parameters
    ----------
    table : ScoreTable, str or Path
        The earlier batch, or both in columns such as ``judge@march`` and ``judge@june``.
    later : ScoreTable, str or Path, optional
        The later batch.
    settings : DriftSettings, optional
        All settings at once, in place of single ones.
    {options}
    {run}

    Returns
    -------
    Drift

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer, batch or column does not exist.
    DataError
        If there are no two batches, no judge is in both, nothing was judged in both, or scores are too large or too
        small to be computed with.
    UnsupportedMethodError
        If a judge gives other labels in one batch than in the other, or more is better in one only.
    """
    tables = TwoTables(read_table(table), None if later is None else read_table(later))
    return DriftStudy().run(tables, settings, **options)


def _moved(batches: Batches, name: str, settings: DriftSettings) -> DriftRow:
    anchor = batches.anchors(name)
    one, other = batches.before[name][anchor], batches.after[name][anchor]
    clusters, size = batches.clusters[anchor], batches.labels[name]
    found = judge_drift(one, other, binary=size == 2, clusters=clusters, confidence=settings.confidence)
    reach = max(one.max(), other.max()) - min(one.min(), other.min())
    margin = settings.margin * float(max(1, size - 1) if size else reach)
    numbers = np.unique(clusters, return_inverse=True)[1]
    itself = Panel(other[None], one, np.asarray(numbers, dtype=np.intp), size)
    agreement = panel_agreement(itself, settings.confidence)
    return DriftRow(
        name,
        _verdict(found, margin, settings),
        float(one.mean()),
        float(other.mean()),
        found.estimate,
        float(found.interval.low),
        float(found.interval.high),
        found.pvalue,
        margin,
        float(np.mean(one != other)),
        itself.measure,
        *agreement[:3],
        found.n_outputs,
        found.n_clusters,
    )


def _verdict(found: JudgeDrift, margin: float, settings: DriftSettings) -> Movement:
    low, high = (float(end) for end in found.equivalence_interval)
    if np.isnan(low):
        return "undefined"
    if -margin < low and high < margin:
        return "same"
    return "moved" if found.pvalue <= 1 - settings.confidence else "undecided"


def _changes(batches: Batches, name: str, settings: DriftSettings) -> Iterator[ChangeRow]:
    """Yield what all other outputs, and those of every system in both batches, moved beyond the judge."""
    anchor = batches.anchors(name)
    one, other = batches.before[name], batches.after[name]
    earlier, later = ~anchor & ~np.isnan(one), ~anchor & ~np.isnan(other)
    judge = float(np.mean(other[anchor] - one[anchor]))

    def row(system: str, chosen: BoolArray) -> ChangeRow | None:
        if not (chosen & earlier).any() or not (chosen & later).any():
            return None
        found = change_beyond(
            one, other, anchor, chosen=chosen, clusters=batches.clusters, confidence=settings.confidence
        )
        return ChangeRow(
            name,
            system,
            float(one[chosen & earlier].mean()),
            float(other[chosen & later].mean()),
            judge,
            *found,
            found.pvalue,
            int(np.sum(chosen & earlier)),
            int(np.sum(chosen & later)),
        )

    whole = row(ALL_OUTPUTS, np.ones(len(one), dtype=bool))
    if whole is None:
        return
    yield whole
    systems = sorted(set(batches.systems))
    rows = [found for system in systems if (found := row(system, batches.systems == system)) is not None]
    if len(systems) > 1:
        adjusted = adjust([one.pvalue for one in rows], "holm").tolist()
        for found, pvalue in zip(rows, adjusted, strict=True):
            yield dataclasses.replace(found, pvalue_adjusted=float(pvalue))


def _people(batches: Batches, name: str, settings: DriftSettings) -> Iterator[PeopleRow]:
    """Yield whether the judge agrees with people as it did, where there are some."""
    if batches.human is None:
        return
    known = batches.anchors(name) & ~np.isnan(batches.human)
    if not known.any():
        return
    size = batches.labels[name] if batches.labels[name] == batches.human_labels else 0
    numbers = np.asarray(np.unique(batches.clusters[known], return_inverse=True)[1], dtype=np.intp)
    one, other = (
        Panel(part[name][None, known], batches.human[known], numbers, size)
        for part in (batches.before, batches.after)
    )
    gain = agreement_gain(other, one, settings.confidence)
    yield PeopleRow(
        name,
        one.measure,
        panel_agreement(one, settings.confidence).estimate,
        panel_agreement(other, settings.confidence).estimate,
        *gain,
        int(known.sum()),
    )


def _signature(
    data: TwoTables, batches: Batches, selection: DriftSelection, settings: DriftSettings
) -> Signature:
    return Signature.of(
        data=data.table.fingerprint[:12],
        later=None if data.later is None else data.later.fingerprint[:12],
        batches=batches.names,
        judges=len(batches.judges),
        human=selection.human,
        anchors=selection.anchors or "judged in both",
        margin=settings.margin,
        conf=settings.confidence,
        clusters=selection.clusters or "input",
        version=trueness.__version__,
    )
