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
    "texts": option(
        str | None, "--texts", "Texts with recorded scores beside them: say what gives these (--column).", ASK
    ),
    "column": option(str | None, "--column", "The field of --texts that holds recorded scores.", ASK),
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
    if given["texts"] is not None or given["column"] is not None:
        _verify_column(given, asked)
        return
    if given["record"] is not None:
        if given["recorded"] is not None or given["tolerance"] is not None:
            raise ArgumentError("--record writes what is found here: leave out --recorded and --tolerance.")
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


def _verify_column(given: dict[str, Any], asked: list[str] | None) -> None:
    """Say which metric, and which way with references, gives the scores of a column."""
    from trueness.metrics.verification.recorded_column import recorded_column

    if given["texts"] is None or given["column"] is None or asked is None:
        raise ArgumentError(
            "--texts and --column go together, with the metrics that the column may be of: trueness metrics verify "
            "'meteor*' --texts FILE --column METEOR."
        )
    if given["record"] is not None or given["recorded"] is not None or given["tolerance"] is not None:
        raise ArgumentError(
            "--texts has its own record, the column: leave out --record, --recorded and --tolerance."
        )
    with prints_aside():
        found = recorded_column(given["texts"], given["column"], asked)
    if given["json"]:
        write_json({"reproduced": found.reproduced, "matches": [jsonable(row) for row in found.rows()]})
    else:
        for match in found.matches[:SHOWN_MATCHES]:
            times = "" if match.scale == 1 else f", times {match.scale:g}"
            say(
                f"{match.metric}, {match.references}{times}: {match.equal:.1%} of {match.n} scores are equal "
                f"(largest difference {match.difference:.3g})"
            )
        best = found.matches[0]
        by = f": score by '{best.name}'" if best.name not in ("", best.metric) else ""
        write(
            f"yes: '{found.column}' is {best.metric}, {best.references}{by}"
            if found.reproduced
            else f"no: none of {len(found.matches)} ways gives all scores of '{found.column}'"
        )
    if not found.reproduced:
        raise typer.Exit(DIFFERENT)


SHOWN_MATCHES = 5
"""Ways of which a line is printed, the nearest first."""


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
