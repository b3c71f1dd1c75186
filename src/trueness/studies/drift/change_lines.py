"""How far a judge moved between two batches, and the systems beyond that."""

from __future__ import annotations

import math

from trueness.decisions.decision import decision_of
from trueness.decisions.moved_between_batches import SYSTEM_MOVED, SYSTEMS_MOVED
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.figures.value_lines import Band, Line, Reference, Value, by_estimate, value_lines
from trueness.reporting.figures.wording import percent
from trueness.studies.drift.rows import ALL_OUTPUTS, ChangeRow, DriftResult, DriftRow
from trueness.study.number_words import bracketed, counted, decimal, significant
from trueness.study.rows import as_row

JUDGE, OTHERS = "the judge, on outputs judged twice", "other outputs, without the judge's part"


def change_lines(found: DriftResult, judge: DriftRow) -> Figure:
    """Draw the change of a judge's mean, and of systems' means without what the judge did to them.

    Parameters
    ----------
    found : DriftResult
    judge : DriftRow
        The judge, of its rows.

    Returns
    -------
    Figure
        Its data are the judge's row and those of the changes by it.
    """
    changes = [row for row in found.changes if row.metric == judge.metric]
    lines = [
        Line(
            judge.metric,
            {JUDGE: Value(judge.estimate, judge.low, judge.high)},
            [as_row(judge)],
            note=judge.verdict,
        ),
        *(_line(found, row, "all other outputs") for row in changes if row.system == ALL_OUTPUTS),
        *by_estimate(_line(found, row, row.system) for row in changes if row.system != ALL_OUTPUTS),
    ]
    size = f"{decimal(judge.estimate)}{bracketed(judge.low, judge.high)}"
    said = "" if math.isnan(judge.estimate) else f"‘{judge.metric}’ changed by {size} ({judge.verdict}). "
    margin = (
        None
        if math.isnan(judge.margin)
        else Band(-judge.margin, judge.margin, f"the judge's margin, ±{significant(judge.margin)}")
    )
    return value_lines(
        name=figure_name("changes", str(found.drift.index(judge) + 1)),
        title="What changed: the judge, or the systems?",
        subtitle=f"{counted(judge.n_outputs, 'output')} judged twice by ‘{judge.metric}’",
        caption=f"{said}Means of scores, later minus earlier, with {percent(found.settings.confidence)} intervals: of "
        "the judge on the same outputs, and of other outputs without what the judge did to those. Shaded is the margin "
        "of the judge, which is the same where it is shown to have moved by less; systems have none. At the right: "
        "what is shown of the judge, and whether other outputs are shown to have changed, systems after Holm's "
        "correction.",
        items="lines",
        series=(JUDGE, OTHERS),
        lines=lines,
        across="change of the mean score",
        reference=Reference(0.0),
        band=margin,
    )


def _line(found: DriftResult, row: ChangeRow, name: str) -> Line:
    rule = SYSTEMS_MOVED if row.system == ALL_OUTPUTS else SYSTEM_MOVED
    known = decision_of(found.decisions, rule, row.metric)
    shown = (
        known is not None
        and known.answer == "yes"
        and (row.system == ALL_OUTPUTS or row.system in known.names)
    )
    return Line(
        name,
        {OTHERS: Value(row.estimate, row.low, row.high)},
        [as_row(row)],
        note="changed" if shown else "",
    )
