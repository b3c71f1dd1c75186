"""`trueness check`: what a file of scores holds."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import JSON, SOURCES, takes


@takes(SOURCES, JSON)
def check(**given: Any) -> None:
    """Read scores and say what is there: systems, inputs, scorers, missing cells, duplicates."""
    from trueness.cli.reading import read_given
    from trueness.cli.showing import show_coverage
    from trueness.reporting.terminal import shown_progress

    as_json = given.pop("json")
    with shown_progress(quiet=as_json) as (_, progress):
        table, *_ = read_given(given, progress)
    show_coverage(table, as_json=as_json)
