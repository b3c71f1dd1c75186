"""What repeated runs of a judge and panels of judges are worth."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.decisions.decision import Decision, decision_of
from trueness.decisions.judges_together import JUDGE_HELPS
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.statistics.certain import Certain
from trueness.statistics.corrections import adjust
from trueness.statistics.judging.panel import (
    Panel,
    agreement_gain,
    effective_judges,
    panel_agreement,
)
from trueness.statistics.judging.repeated_runs import RepeatedRuns, repeated_runs, stepped_up
from trueness.studies.panel.decided import panel_decisions
from trueness.studies.panel.members import Judges, chosen, judges_of, on_one_scale, standardized
from trueness.studies.panel.rows import (
    ALL_JUDGES,
    CurveRow,
    MemberPair,
    MemberRow,
    MemberVerdict,
    PanelResult,
    PanelRow,
    RunRow,
)
from trueness.studies.panel.said import panel_cautions, panel_conclusions
from trueness.studies.panel.settings import PanelSelection, PanelSettings
from trueness.study.selection import input_clusters, leave_out_silent
from trueness.study.study import Study, entry

STEPPED = (1, 2, 3, 5, 10, 20)
"""Numbers of runs whose reliability is foretold beyond those there are."""

MOST_ON_THE_CURVE = 12
"""Of more members, the curve goes up in larger steps."""


class PanelOfJudges(Study[ScoreTable, PanelSelection, PanelSettings, PanelResult]):
    """Runs and panels: how often they differ, what they are worth together, and who adds what."""

    scores_texts: ClassVar[bool] = False

    def answer(self, data: ScoreTable, selection: PanelSelection, settings: PanelSettings) -> PanelResult:
        """Study the runs of every judge, and all judges as one panel."""
        human, names = chosen(data, selection)
        if selection.judges is None:
            noted, kept = leave_out_silent(data, names)
            data, names = (noted, kept) if len(kept) > 1 else (data, names)  # one alone is no panel
        drawn = data.sorted_by_name()
        judges = judges_of(drawn, human, names, input_clusters(drawn, selection.clusters))
        raw = bool(judges.label_names) or on_one_scale(judges.scores, settings.scale)
        together = judges.scores if raw else standardized(judges.scores)
        found = {
            name: repeated_runs(
                runs, clusters=judges.clusters, systems=judges.systems, confidence=settings.confidence
            )
            for name, runs in judges.runs.items()
        }
        panels = {name: judges.panel(runs) for name, runs in judges.runs.items()}
        if len(names) > 1:
            panels[ALL_JUDGES] = judges.panel(together)
        decisions = panel_decisions(names, panels, judges.applies_to, settings.confidence)
        study = PanelResult(
            signature=_signature(data, human, names, selection, settings, standardized=not raw),
            selection=dataclasses.replace(selection, human=human, judges=names),
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data,
            label_names=judges.label_names,
            standardized=not raw,
            panels=tuple(_panel_row(name, one, settings) for name, one in panels.items() if one is not None),
            runs=tuple(_run_row(name, one) for name, one in found.items()),
            curve=tuple(
                row for name, one in panels.items() for row in _curve(name, one, found.get(name), settings)
            ),
            members=tuple(_members(names, panels.get(ALL_JUDGES), decisions, settings)),
            pairs=tuple(_pairs(judges, together, settings)),
            applies_to=judges.applies_to,
            decisions=decisions,
        )
        return dataclasses.replace(
            study, cautions=panel_cautions(study, judges), conclusions=panel_conclusions(study)
        )


@entry(PanelOfJudges)
def panel(table: Scores, **options: Any) -> PanelResult:
    """Study repeated runs of judges, and several judges as one panel.

    Of runs, columns such as ``judge@run1``: how often two differ, which share of the variance lies between outputs
    (one-way random ICC), what the label of most runs or their mean is worth beside one run, and how many are worth it.
    Of several judges: how well most of them, or their mean, agree with people beside one; how many judges with
    independent errors they are worth; what each adds. Without human scores only what judges say of each other.

    Labels are compared by Cohen's kappa, scores by Pearson's r over outputs. Intervals take outputs of one input, or of
    one cluster, as one unit, and with three systems or more are of other systems, too; nothing is drawn at random.
    Which way to use the judges may be best is found by multiple comparisons with the best.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or column does not exist.
    DataError
        If several scorers are declared human, one has a name as if it were, no judge is left or one judged nothing, or
        scores are too large or too small to be computed with.
    UnsupportedMethodError
        If there is one judge, and it judged once.

    References
    ----------
    Shrout and Fleiss (1979), Intraclass correlations, Psychological Bulletin 86. Spearman (1910) and Brown (1910),
    British Journal of Psychology 3. Kish (1965), Survey Sampling: the design effect.
    """
    return PanelOfJudges().run(read_table(table), **options)


def _run_row(name: str, found: RepeatedRuns) -> RunRow:
    return RunRow(
        metric=name,
        n_runs=found.n_runs,
        flip_rate=found.flip_rate.value,
        flip_low=found.flip_rate.low,
        flip_high=found.flip_rate.high,
        within_sd=found.within_sd,
        between_sd=found.between_sd,
        icc=found.icc.value,
        icc_low=found.icc.low,
        icc_high=found.icc.high,
        reliability=stepped_up(found.icc.value, found.n_runs),
        n_outputs=found.n_outputs,
        n_clusters=found.n_clusters,
    )


def _panel_row(name: str, one: Panel, settings: PanelSettings) -> PanelRow:
    confidence = settings.confidence
    whole = panel_agreement(one, confidence)
    single = panel_agreement(one, confidence, 1)
    gain = agreement_gain(one, one, confidence, None, 1)
    worth = effective_judges(one, confidence)
    return PanelRow(
        panel=name,
        n_members=len(one.members),
        measure=one.measure,
        single=single.value,
        **whole.shown(),
        difference=gain.value,
        difference_low=gain.low,
        difference_high=gain.high,
        pvalue=gain.pvalue,
        n_effective=worth.number.value,
        effective_low=worth.number.low,
        effective_high=worth.number.high,
        error_correlation=worth.correlation.value,
        correlation_low=worth.correlation.low,
        correlation_high=worth.correlation.high,
        n_outputs=len(one.human),
        n_clusters=int(one.clusters.max()) + 1,
    )


def _curve(
    name: str, one: Panel | None, runs: RepeatedRuns | None, settings: PanelSettings
) -> Iterator[CurveRow]:
    """Yield what one, two, … members bring, and by formula what more runs would."""
    k = 0 if one is None else len(one.members)
    step = max(1, math.ceil(k / MOST_ON_THE_CURVE))
    sizes = {size for size in range(1, k + 1) if (size - 1) % step == 0 or size == k}
    if runs is not None:
        sizes |= {size for size in STEPPED if size not in range(2, k)}
    for size in sorted(sizes):
        value = gain = Certain.unknown()
        if one is not None and size <= k:
            value = panel_agreement(one, settings.confidence, size)
            if size > 1:
                gain = agreement_gain(one, one, settings.confidence, size, 1)
        reliability = float("nan") if runs is None else stepped_up(runs.icc.value, size)
        yield CurveRow(
            panel=name,
            n_members=size,
            **value.shown(),
            difference=gain.value,
            difference_low=gain.low,
            difference_high=gain.high,
            reliability=reliability,
        )


def _members(
    names: tuple[str, ...], one: Panel | None, decisions: Sequence[Decision], settings: PanelSettings
) -> Iterator[MemberRow]:
    """Yield what each judge adds to the panel of the others."""
    if one is None:
        return
    gains = [agreement_gain(one, one.without(k), settings.confidence) for k in range(len(names))]
    adjusted = adjust([gain.pvalue for gain in gains], "holm").tolist()
    for k, (name, gain, pvalue) in enumerate(zip(names, gains, adjusted, strict=True)):
        known = decision_of(decisions, JUDGE_HELPS, name)
        verdict: MemberVerdict = "not separated"
        if known is None or math.isnan(pvalue):
            verdict = "undefined"
        elif known.answer != "cannot_tell":
            verdict = "helps" if known.answer == "yes" else "hurts"
        alone = panel_agreement(one.alone(k), settings.confidence)
        without = panel_agreement(one.without(k), settings.confidence)
        yield MemberRow(
            metric=name,
            measure=one.measure,
            **alone.shown(),
            without=without.value,
            difference=gain.value,
            difference_low=gain.low,
            difference_high=gain.high,
            pvalue=gain.pvalue,
            pvalue_adjusted=float(pvalue),
            verdict=verdict,
        )


def _pairs(judges: Judges, scores: FloatArray, settings: PanelSettings) -> Iterator[MemberPair]:
    """Yield how any two judges go together, with or without people."""
    for a, b in itertools.combinations(range(len(judges.names)), 2):
        known = ~np.isnan(scores[[a, b]]).any(axis=0)
        numbers = np.unique(judges.clusters[known], return_inverse=True)[1]
        # an interval knows of the labels that people give: who gives more of them, and not whose column is the first,
        # stands in their place
        member, instead = sorted((a, b), key=lambda k: (len(np.unique(scores[k, known])), judges.names[k]))
        both = Panel(
            members=scores[[member], :][:, known],
            human=scores[instead, known],
            clusters=numbers,
            n_labels=len(judges.label_names),
            systems=judges.systems[known],
        )
        value = panel_agreement(both, settings.confidence) if known.any() else Certain.unknown()
        beside = judges.panel(scores[[a, b]])
        correlation = float("nan") if beside is None else effective_judges(beside).correlation.value
        yield MemberPair(
            metric=judges.names[a],
            rival=judges.names[b],
            measure=both.measure,
            **value.shown(),
            error_correlation=correlation,
            n_outputs=int(known.sum()),
        )


def _signature(
    table: ScoreTable,
    human: str | None,
    names: tuple[str, ...],
    selection: PanelSelection,
    settings: PanelSettings,
    *,
    standardized: bool,
) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        human=human or "-",
        judges=len(names),
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        scale="standardized" if standardized else "same",
        conf=settings.confidence,
        clusters=selection.clusters or "input",
    )
