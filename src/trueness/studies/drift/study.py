"""Whether a judge moved between two batches, or the systems did."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision, decision_of
from trueness.decisions.moved_between_batches import JUDGE_MOVED, JUDGE_STAYED
from trueness.result import Signature
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.panel import Panel, agreement_gain, panel_agreement
from trueness.studies.drift.batches import Batches, two_batches
from trueness.studies.drift.changes import anchor_sample, judge_change, people_panels, systems_change
from trueness.studies.drift.decided import drift_decisions
from trueness.studies.drift.rows import (
    ALL_OUTPUTS,
    AnchorRow,
    ChangeRow,
    DriftResult,
    DriftRow,
    Movement,
    PeopleRow,
)
from trueness.studies.drift.said import drift_cautions, drift_conclusions
from trueness.studies.drift.settings import DriftSelection, DriftSettings
from trueness.study.study import Study, entry


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


class DriftStudy(Study[TwoTables, DriftSelection, DriftSettings, DriftResult]):
    """One judge beside itself on the same outputs, and what that leaves for the systems."""

    def assembled(self, parts: Mapping[str, Any]) -> TwoTables:
        """Return the batches from their parts by name."""
        return TwoTables(parts["scores"], parts.get("later"))

    def identity(self, data: TwoTables) -> Any:
        """Return what tells batches from others."""
        return data.table.fingerprint, None if data.later is None else data.later.fingerprint

    def answer(self, data: TwoTables, selection: DriftSelection, settings: DriftSettings) -> DriftResult:
        """Compare every judge with itself on anchors, then the other outputs beyond that."""
        batches = two_batches(data.table, data.later, selection)
        margins = {name: _margin(batches, name, settings) for name in batches.judges}
        decisions = drift_decisions(batches, margins, settings)
        found = DriftResult(
            signature=_signature(data, batches, selection, settings),
            selection=dataclasses.replace(
                selection, judges=batches.judges, batches=batches.names if data.later is None else None
            ),
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data.table,
            later=data.later,
            drift=tuple(
                _decided(_moved(batches, name, margins[name], settings), decisions) for name in batches.judges
            ),
            changes=tuple(_changes(batches, settings)),
            people=tuple(row for name in batches.judges for row in _people(batches, name, settings)),
            anchors=tuple(_anchors(batches, name) for name in batches.judges),
            decisions=decisions,
        )
        return dataclasses.replace(
            found,
            cautions=drift_cautions(found, declared=batches.declared is not None),
            conclusions=drift_conclusions(found, batches.names),
        )


@entry(DriftStudy)
def drift(
    table: Scores,
    later: Scores | None = None,
    **options: Any,
) -> DriftResult:
    """Say whether a judge moved between two batches, or the systems did.

    Anchors are outputs that were judged in both batches. On them the judge is compared with itself: how far its mean
    moved, with a test of no difference and one of a difference below the margin, corrected over judges. What other
    outputs moved beyond that, at the same mix of systems, is the systems'. Nothing is said where the anchors are no
    random sample of the earlier batch: those that it failed are better when they are judged again.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        The earlier batch, or both in columns such as ``judge@march`` and ``judge@june``.
    later : ScoreTable, path, dataframe or list of these, optional
        The later batch.

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
    return DriftStudy().run(tables, **options)


def _moved(batches: Batches, name: str, margin: float, settings: DriftSettings) -> DriftRow:
    anchor = batches.anchors(name)
    one, other = batches.before[name][anchor], batches.after[name][anchor]
    found = judge_change(batches, name, settings.confidence)
    numbers = np.unique(batches.clusters[anchor], return_inverse=True)[1]
    itself = Panel(other[None], one, np.asarray(numbers, dtype=np.intp), batches.labels[name])
    agreement = panel_agreement(itself, settings.confidence)
    return DriftRow(
        metric=name,
        verdict="undefined",
        before=float(one.mean()),
        after=float(other.mean()),
        **found.change.shown(),
        pvalue=found.change.pvalue,
        margin=margin,
        changed=float(np.mean(one != other)),
        measure=itself.measure,
        agreement=agreement.value,
        agreement_low=agreement.low,
        agreement_high=agreement.high,
        n_outputs=found.n_outputs,
        n_clusters=found.n_clusters,
    )


def _anchors(batches: Batches, name: str) -> AnchorRow:
    found = anchor_sample(batches, name)
    covered = float("nan") if found.covered is None else found.covered
    pvalue = float("nan") if found.pvalue is None else found.pvalue
    difference = found.difference or Certain.unknown()
    return AnchorRow(
        metric=name,
        mean_anchors=found.anchors,
        mean_others=found.others,
        **difference.shown(),
        pvalue=pvalue,
        covered=covered,
        n_clusters=found.n_clusters,
    )


def _margin(batches: Batches, name: str, settings: DriftSettings) -> float:
    anchor, size = batches.anchors(name), batches.labels[name]
    one, other = batches.before[name][anchor], batches.after[name][anchor]
    reach = max(one.max(), other.max()) - min(one.min(), other.min())
    return settings.margin * float(max(1, size - 1) if size else reach)


def _decided(row: DriftRow, decisions: Sequence[Decision]) -> DriftRow:
    """Return the row with what the rules say of the judge."""
    same = decision_of(decisions, JUDGE_STAYED, row.metric)
    other = decision_of(decisions, JUDGE_MOVED, row.metric)
    verdict: Movement = "undecided"
    if same is not None and same.answer == "yes":
        verdict = "same"
    elif other is not None and other.answer == "yes":
        verdict = "moved"
    elif math.isnan(row.low):
        verdict = "undefined"
    return dataclasses.replace(row, verdict=verdict)


def _changes(batches: Batches, settings: DriftSettings) -> Iterator[ChangeRow]:
    """Yield what all other outputs, and those of every system in both batches, moved beyond the judges."""
    rows = [row for name in batches.judges for row in _changes_by(batches, name, settings)]
    for whole in (True, False):
        family = [k for k, row in enumerate(rows) if (row.system == ALL_OUTPUTS) == whole]
        adjusted = adjust([rows[k].pvalue for k in family], "holm").tolist()
        for k, pvalue in zip(family, adjusted, strict=True):
            rows[k] = dataclasses.replace(rows[k], pvalue_adjusted=float(pvalue))
    yield from rows


def _changes_by(batches: Batches, name: str, settings: DriftSettings) -> Iterator[ChangeRow]:
    anchor = batches.anchors(name)
    one, other = batches.before[name], batches.after[name]
    earlier, later = ~anchor & ~np.isnan(one), ~anchor & ~np.isnan(other)
    judge = float(np.mean(other[anchor] - one[anchor]))
    systems = sorted(set(batches.systems))
    for system in (ALL_OUTPUTS, *(systems if len(systems) > 1 else ())):
        chosen = None if system == ALL_OUTPUTS else batches.systems == system
        first, second = (part if chosen is None else part & chosen for part in (earlier, later))
        if first.any() and second.any():
            found = systems_change(batches, name, settings.confidence, chosen).difference
            yield ChangeRow(
                metric=name,
                system=system,
                before=float(one[first].mean()),
                after=float(other[second].mean()),
                judge_part=judge,
                **found.shown(),
                pvalue=found.pvalue,
                pvalue_adjusted=found.pvalue,
                n_before=int(first.sum()),
                n_after=int(second.sum()),
            )
        elif chosen is None:
            return


def _people(batches: Batches, name: str, settings: DriftSettings) -> Iterator[PeopleRow]:
    """Yield whether the judge agrees with people as it did, where there are some."""
    panels = people_panels(batches, name)
    if panels is None:
        return
    one, other = panels
    gain = agreement_gain(other, one, settings.confidence)
    yield PeopleRow(
        metric=name,
        measure=one.measure,
        before=panel_agreement(one, settings.confidence).value,
        after=panel_agreement(other, settings.confidence).value,
        **gain.shown(),
        pvalue=gain.pvalue,
        n_outputs=len(one.human),
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
        mix=selection.mix,
        margin=settings.margin,
        conf=settings.confidence,
        clusters=selection.clusters or "input",
    )
