"""By how much a judge is generous to each system, and whether it is so to some more than to others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.interval import Interval
from trueness.statistics.judging.bias_spread import bias_spread
from trueness.statistics.judging.label_agreement import label_agreement
from trueness.statistics.judging.two_way_totals import crossed_totals, two_way_value
from trueness.studies.judge.judge_labels import JudgeLabels
from trueness.studies.judge.judge_scores import JudgeScores
from trueness.studies.judge.label_rows import JudgeSystem, LabelMeasure
from trueness.studies.judge.rows import ALL_SYSTEMS, JudgeMeasure
from trueness.studies.judge.settings import JudgeSettings


def system_rows(
    systems: Sequence[str],
    listed: Sequence[str],
    parts: Sequence[JudgeScores],
    labels: JudgeLabels | None,
    known: Sequence[LabelMeasure | JudgeMeasure],
    settings: JudgeSettings,
) -> list[JudgeSystem]:
    """Return the bias of every judge on all systems together, with a test of its being the same on each, and on each.

    Of labels the bias is of the share of positives, of ratings on people's scale of the mean; other judges have none.

    Parameters
    ----------
    systems : sequence of str
        In the order of the scores.
    listed : sequence of str
        In the order of the rows.
    parts : sequence of JudgeScores
    labels : JudgeLabels or None
    known : sequence of LabelMeasure or JudgeMeasure
        What is known of all systems together.
    settings : JudgeSettings
    """
    return [row for part in parts for row in _of_judge(systems, listed, part, labels, known, settings)]


def _of_judge(
    systems: Sequence[str],
    listed: Sequence[str],
    part: JudgeScores,
    labels: JudgeLabels | None,
    known: Sequence[LabelMeasure | JudgeMeasure],
    settings: JudgeSettings,
) -> Iterator[JudgeSystem]:
    of_labels = labels is not None and part.name in labels.judges
    measure = "rate_bias" if of_labels else "mean_error"
    whole = next((row for row in known if (row.metric, row.measure) == (part.name, measure)), None)
    if len(systems) < 2 or whole is None:
        return
    if labels is not None and of_labels:
        human, judge = (
            np.where(np.isnan(one), np.nan, one == labels.positive)
            for one in (labels.human, labels.judges[part.name])
        )
        units = labels.clusters
    else:
        human, judge, units = part.human, part.judge, part.clusters
    found = bias_spread((judge - human).ravel(), part.systems.ravel(), units.ravel())
    yield JudgeSystem(
        metric=part.name,
        system=ALL_SYSTEMS,
        measure=measure,
        estimate=whole.estimate,
        low=whole.low,
        high=whole.high,
        spread=found.spread,
        pvalue=found.pvalue,
        n_outputs=whole.n_outputs,
    )
    place = {system: k for k, system in enumerate(systems)}
    for system in listed:
        here = place[system]
        n = int(np.sum(~np.isnan(judge[here] - human[here])))
        if not n:
            continue
        estimate = float(np.nanmean(judge[here] - human[here]))
        low, high = _limits(human[here], judge[here], units[here], settings.confidence, of_labels=of_labels)
        yield JudgeSystem(
            metric=part.name,
            system=system,
            measure=measure,
            estimate=estimate,
            low=low,
            high=high,
            spread=np.nan,
            pvalue=np.nan,
            n_outputs=n,
        )


def _limits(
    human: FloatArray, judge: FloatArray, clusters: IntArray, confidence: float, *, of_labels: bool
) -> tuple[float, float]:
    """Return the interval of one system's bias over other inputs."""
    if of_labels:
        found = label_agreement(
            human, judge, clusters=clusters, confidence=confidence, measures=("rate_bias",)
        ).intervals["rate_bias"]
    else:
        errors = judge - human
        there = ~np.isnan(errors)
        values = np.stack([np.ones(int(there.sum())), errors[there]], axis=1)
        totals = crossed_totals(values, np.zeros(len(values), dtype=np.intp), clusters[there])
        found = two_way_value(totals, lambda sums: sums[:, 1] / sums[:, 0], confidence).limits
    limits: Interval = found
    return float(limits.low), float(limits.high)
