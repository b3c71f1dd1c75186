"""`trueness metrics verify`: whether metrics give here the scores that were recorded."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.failures import DIFFERENT
from trueness.cli.options import ASK, JSON, PRINT, argument, option, takes
from trueness.cli.running import prints_aside
from trueness.cli.showing import say, write, write_json
from trueness.errors import ArgumentError
from trueness.result import jsonable

if TYPE_CHECKING:
    from trueness.metrics.verification.verify import VerifiedMetric, VerifyResult

VERIFY = {
    "metrics": argument(list[str] | None, "Names and shell patterns; default all that the record has.", None),
    "recorded": option(
        Path | None,
        "--recorded",
        "A record written by --record; default what comes with the package.",
        ASK,
        becomes="record",
    ),
    "tolerance": option(
        float | None,
        "--tolerance",
        "Largest difference that passes; default 1e-9, and 1e-4 for metrics of a model.",
        ASK,
    ),
    "record": option(
        Path | None, "--record", "Write the scores found here to this file, and compare nothing.", PRINT
    ),
}
"""What is verified against what."""

SHOWN = 20
"""Metrics that differ of which a line is printed."""


@takes(VERIFY, JSON)
def verify(**given: Any) -> None:
    """Verify that metrics give here, on stored probe texts, the scores that were recorded elsewhere.

    With --record the scores found here become a record, which another machine can verify.
    """
    from trueness.data.scores.patterns import split_patterns
    from trueness.metrics.verification.verify import record_probes
    from trueness.metrics.verification.verify import verify as run

    asked = split_patterns(given["metrics"]) or None
    if given["record"] is not None:
        if given["recorded"] is not None or given["tolerance"] is not None:
            raise ArgumentError(
                "--record writes what is found here: --recorded and --tolerance have no part in that."
            )
        with prints_aside():
            record = record_probes(given["record"], asked)
        if given["json"]:
            write_json({"record": str(given["record"]), "metrics": list(record.metrics)})
        else:
            say(f"{len(record.metrics)} metrics recorded in {given['record']}")
        return
    with prints_aside():
        found = run(asked, record=given["recorded"], tolerance=given["tolerance"])
    show_verification(found, as_json=given["json"])
    if not found.reproduced:
        raise typer.Exit(DIFFERENT)


def show_verification(found: VerifyResult, *, as_json: bool) -> None:
    """Say whether metrics are reproduced, and to which difference."""
    if as_json:
        software = [{"name": name, "recorded": before, "here": now} for name, before, now in found.software]
        rows = [jsonable(row) for row in found.rows()]
        write_json(
            {
                "reproduced": found.reproduced,
                "metrics": rows,
                "software": software,
                "signature": str(found.signature),
            }
        )
        return
    wrong = [metric for metric in found.metrics if not metric.reproduced]
    for metric in wrong[:SHOWN]:
        say(_said(metric))
    if len(wrong) > SHOWN:
        say(f"… and {len(wrong) - SHOWN} more (--json)")
    if len(found.metrics) == 1 and (signature := found.metrics[0].signature):
        say(f"settings: {signature}")
    if wrong and found.software:
        others = ", ".join(
            f"{name} {before or 'none'} (here {now or 'none'})" for name, before, now in found.software
        )
        say(f"recorded with {others}")
    largest = max((metric.difference for metric in found.metrics), default=0.0)
    total = len(found.metrics)
    write(
        f"no: {len(wrong)} of {total} metrics give other scores than recorded"
        if wrong
        else f"yes: {total} of {total} metrics give the recorded scores (largest difference {largest:.3g})"
    )


def _said(metric: VerifiedMetric) -> str:
    values = [
        f"{value:.12g}" if not math.isnan(value) else "undefined" for value in (metric.recorded, metric.found)
    ]
    text = (
        f"{metric.metric}: recorded {values[0]}, found {values[1]} on '{metric.probe}' (difference "
        f"{metric.difference:.3g}, {metric.tolerance:g} passes)"
    )
    if metric.signature != metric.recorded_signature:
        text += f"; recorded as '{metric.recorded_signature}', here '{metric.signature}'"
    return text
