"""Print what is known about judges in the wanted form, and write their page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from trueness.cli.showing_study import Table, show_study

if TYPE_CHECKING:
    from trueness.sources.source import Source
    from trueness.studies.judge.judge_validation import JudgeValidation

DEFAULT_TABLES = ("agreement", "means", "bias", "measures", "prevalence")
"""Tables on a terminal where none is named; means of all systems together, and of single ones for a few judges."""

FEW_JUDGES = 3
"""So many judges have their means of single systems printed."""


def show_judge(validation: JudgeValidation, given: Mapping[str, Any], sources: Sequence[Source]) -> None:
    """Write the page, if one is wanted, and print a validation as the output options say.

    Parameters
    ----------
    validation : JudgeValidation
    given : mapping
        Holds ``json``, ``to``, ``table``, ``strict``, ``out`` and ``title``.
    sources : sequence of Source
        What the page says was read.
    """
    from trueness.reporting.judge_report import write_judge_report
    from trueness.reporting.judge_tables import judge_tables
    from trueness.studies.judge.judge_rows import ALL_SYSTEMS

    written = {}
    if given["out"] is not None:
        page = write_judge_report(validation, given["out"], title=given["title"], sources=sources)
        written["report"] = page
    found = {spec.name: (spec, rows) for spec, rows in judge_tables(validation)}

    def printed(name: str, width: int) -> list[Table]:
        del width
        spec, rows = found[name]
        if name == "means" and given["table"] is None and len(validation.judges) > FEW_JUDGES:
            rows = [row for row in rows if row.system == ALL_SYSTEMS] or rows
        return [(spec, rows)]

    show_study(
        validation, found, given, shown=DEFAULT_TABLES, alone="means", printed=printed, written=written
    )
