"""`trueness certify`: how the tests and intervals on offer behave where the truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.options import (
    ASK,
    JSON,
    PRINT,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCE,
    SOURCES,
    TEST,
    option,
    takes,
)

_Words = list[str] | None

CERTIFY = {
    "grid": option(
        str | None,
        "--grid",
        "quick (default without --fit), standard or full: which sizes, kinds of scores and truths.",
        TEST,
    ),
    "tests": option(
        _Words, "--tests", "Tests (repeat or separate by commas); default all; none for no test.", TEST
    ),
    "intervals": option(
        _Words,
        "--intervals",
        "Intervals (repeat or separate by commas); default all; none for no interval.",
        TEST,
    ),
    "level": option(_Words, "--level", "system, input; default both.", TEST),
    "coefficient": option(_Words, "--coefficient", "pearson, spearman, kendall; default all.", TEST),
    "settle": option(
        bool,
        "--settle",
        "Run sizes outside .05 ± .015 that are in doubt again, with 20,000 tables.",
        TEST,
        default=False,
    ),
    "runs": option(int, "--runs", "Tables per scenario.", TEST, 2000),
    "resamples": option(int, "--resamples", "Of every method.", TEST, 499),
    "folder": option(
        Path | None,
        "--folder",
        "Where results are kept: a stopped run goes on, and what is asked for later adds to them.",
        PRINT,
    ),
    "kept": option(
        bool,
        "--kept",
        "Show what --folder holds, what is missing and how long it would take; compute nothing.",
        PRINT,
        default=False,
    ),
    "out": option(Path | None, "--out -o", "Write the page there in place of printing it.", PRINT),
    "rates": option(
        Path | None,
        "--rates",
        "Write size and power of tests there as CSV, one row per kind and size of data.",
        PRINT,
    ),
    "coverages": option(
        Path | None,
        "--coverages",
        "Write the coverage of intervals there as CSV, one row per kind and size of data.",
        PRINT,
    ),
}
"""What is studied, and where it goes."""

FITTED = {
    "fit": option(
        _Words,
        "--fit",
        "File or data set of scores: study data like these, in which pairs of its metrics are alike.",
        SOURCE,
    ),
    "human": QUESTION["human"],
    "metrics": option(
        _Words,
        "--metrics",
        "Metrics of --fit, shell patterns; default all. Five pairs of them are studied.",
        ASK,
    ),
    **{key: group for key, group in SOURCES.items() if key != "scores"},
}
"""Whose data are imitated."""


@takes(CERTIFY, FITTED, {key: RESAMPLING[key] for key in ("seed", "workers")}, RUNNING, JSON)
def certify(**given: Any) -> None:
    """Certify: size and power of every test, coverage of every interval, on simulated tables with a known truth."""
    from trueness.cli.certifying import check_certifying, scenarios_given, settings_given, show_certified
    from trueness.cli.running import running
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.simulation.certify import certify as run

    check_certifying(given)
    settings = settings_given(given)
    with running(given), shown_progress(quiet=given["json"]) as (watch, progress):
        scenarios, cautions = scenarios_given(given, progress)
        how = {key: given[key] for key in ("folder", "settle", "workers")}
        found = run(scenarios, settings, compute=not given["kept"], watch=watch, **how)
    show_certified(found, cautions, given)
