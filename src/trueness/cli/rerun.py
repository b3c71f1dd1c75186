"""`trueness rerun`: repeat a study and compare every number."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import JSON, RERUN, RESAMPLING, RUNNING, takes


@takes(RERUN, {"workers": RESAMPLING["workers"]}, RUNNING, JSON)
def rerun(**given: Any) -> None:
    """Repeat a study from its manifest and compare every number."""
    from trueness.cli.running import running
    from trueness.cli.showing import show_rerun
    from trueness.reporting.manifest import read_manifest
    from trueness.reporting.rerun import differences
    from trueness.reporting.rerun import rerun as run
    from trueness.reporting.terminal import shown_progress

    recorded = read_manifest(given["manifest"])
    with running(given), shown_progress(quiet=given["json"]) as (watch, _):
        result = run(recorded, sources=given["data"], workers=given["workers"], watch=watch)
    show_rerun(recorded, result, differences(recorded, result), as_json=given["json"])
