"""`trueness rerun`: repeat a study and compare every number."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.failures import DIFFERENT
from trueness.cli.options import JSON, RERUN, RUNNING, WORKERS, takes
from trueness.cli.showing import say, write, write_json
from trueness.errors import counted, series
from trueness.reporting.writing.shown_names import showing_names_of, shown
from trueness.result import jsonable

if TYPE_CHECKING:
    from trueness.reporting.manifest import Manifest
    from trueness.reporting.rerun import Difference
    from trueness.study.study import StudyResult


@takes(RERUN, WORKERS, RUNNING, JSON)
def rerun(**given: Any) -> None:
    """Repeat a study from its page or manifest; compare its numbers."""
    from trueness.cli.running import running
    from trueness.cli.targets import check_targets
    from trueness.reporting.allowed import ALLOW
    from trueness.reporting.manifest import manifest_of, read_manifest, write_manifest
    from trueness.reporting.rerun import differences
    from trueness.reporting.rerun import rerun as run
    from trueness.reporting.terminal import shown_progress

    recorded = read_manifest(given["manifest"])
    if given["out"] is not None:
        check_targets({"--manifest": given["out"]}, [str(given["manifest"]), *(given["data"] or ())])
    with running(given), shown_progress(quiet=given["json"]) as (watch, _):
        result = run(
            recorded,
            sources=given["data"],
            allow=[one for one in ALLOW if given[f"allow_{one}"]],
            workers=given["workers"],
            watch=watch,
        )
    if given["out"] is not None:
        write_manifest(manifest_of(result, recorded.data), given["out"])
    show_rerun(recorded, result, differences(recorded, result), as_json=given["json"])


def show_rerun(
    recorded: Manifest, result: StudyResult, found: Sequence[Difference], *, as_json: bool
) -> None:
    """Say what was found, and whether a repeated study has the recorded numbers; leave with status 7 if not."""
    total = sum(len(rows) for rows in recorded.results.values())
    total += sum(table.n_rows for table in recorded.abridged.values())
    if as_json:
        rows = [jsonable(dataclasses.asdict(difference)) for difference in found]
        write_json(
            {
                "conclusions": list(result.conclusions),
                "rows": total,
                "differences": rows,
                "signature": str(result.signature),
            }
        )
    else:
        with showing_names_of(result):
            for text in result.decision_words:
                say(f"{shown(text)}\n")
        for difference in found[:20]:
            place = f"{difference.table}, {difference.row}, {difference.column}"
            say(f"{place}: recorded {difference.recorded!r}, found {difference.found!r}")
        write(f"{total} rows repeated, {_outcome(recorded, found)}")
    if found:
        raise typer.Exit(DIFFERENT)


def _outcome(recorded: Manifest, found: Sequence[Difference]) -> str:
    """Return how many values differ, and whether a page shows what was found; after other versions, from which."""
    from trueness.reporting.manifest import this_software
    from trueness.reporting.rerun import PAGE

    n_shown = sum(one.table == PAGE for one in found)
    n_values = len(found) - n_shown
    values = f"{counted(n_values, 'value')} differ{'s' * (n_values == 1)}" if n_values else "all equal"
    if not recorded.page:
        said = values
    elif n_shown:
        said = f"{values}; the page shows something else in {counted(n_shown, 'place')}"
    else:
        said = f"{values}; the page shows what was found"
    then, now = recorded.software, this_software()
    others = [
        f"{name} {then.get(name, 'unknown')}, here {now[name]}" for name in now if then.get(name) != now[name]
    ]
    if found and others:
        said += f". It was made by other software: {series(others)}"
    return said
