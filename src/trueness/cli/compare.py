"""`trueness correlate`, `compare`, `report` and `demo`: how far metrics agree with people, and which agrees better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.idle_options import CORRELATIONS, ESTIMATES, SYSTEM_SCORES, TESTED, check_idle
from trueness.cli.options import QUESTION, REPORT, RESAMPLING, RUNNING, SOURCES, TESTS, output, takes

COMPARISON_TABLES = ("estimates", "tests", "beside", "ranks", "sensitivity", "normality", "cautions")

PRINTING = output(COMPARISON_TABLES)


@takes(SOURCES, QUESTION, RESAMPLING, RUNNING, PRINTING)
def correlate(**given: Any) -> None:
    """Correlate metrics with a human scorer, with intervals."""
    from trueness.cli.reading import question, read_given
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_comparison
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.compare import compare as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, COMPARISON_TABLES)
    check_idle(given, CORRELATIONS, SYSTEM_SCORES, ESTIMATES)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        table, *_ = read_given(given, progress, texts=True)
        comparison = run(table, tests=False, watch=watch, **question(given))
    show_comparison(comparison, printing, ("estimates",))


@takes(SOURCES, QUESTION, TESTS, RESAMPLING, RUNNING, PRINTING)
def compare(**given: Any) -> None:
    """Test which metrics agree better with a human scorer than others."""
    from trueness.cli.reading import question, read_given
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_comparison
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.compare import compare as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, COMPARISON_TABLES)
    check_idle(given, CORRELATIONS, SYSTEM_SCORES, TESTED)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        table, *_ = read_given(given, progress, texts=True)
        comparison = run(table, watch=watch, **question(given))
    show_comparison(comparison, printing, ("tests", "estimates", "ranks"))


@takes(SOURCES, QUESTION, TESTS, RESAMPLING, RUNNING, REPORT)
def report(**given: Any) -> None:
    """Write one self-contained HTML report, and the manifest to repeat it."""
    from trueness.cli.reading import question, read_given
    from trueness.cli.running import running
    from trueness.cli.showing import finish_report
    from trueness.cli.targets import check_targets, manifest_path
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.compare import compare as run

    writing = {key: given.pop(key) for key in REPORT}
    check_targets({"--out": writing["out"], "--manifest": manifest_path(writing)}, given["scores"])
    check_idle(given, CORRELATIONS, SYSTEM_SCORES, TESTED)
    with running(given), shown_progress(quiet=writing["json"]) as (watch, progress):
        table, sources, reading = read_given(given, progress, texts=True)
        comparison = run(table, watch=watch, **question(given))
    finish_report(comparison, sources, reading, writing)


@takes({**REPORT, "out": (REPORT["out"][0], Path("trueness-demo.html"))}, RESAMPLING, RUNNING)
def demo(**given: Any) -> None:
    """Score and compare on the small bundled benchmark, offline, and write a report."""
    from trueness.cli.running import running
    from trueness.cli.showing import finish_report
    from trueness.cli.targets import check_targets, manifest_path
    from trueness.reporting.terminal import shown_progress
    from trueness.sources.dataset_scores import dataset_scores
    from trueness.sources.source import Source
    from trueness.studies.compare import compare as run

    check_targets({"--out": given["out"], "--manifest": manifest_path(given)}, ())
    drawn = {"rng" if key == "seed" else key: given[key] for key in RESAMPLING}
    drawn["rng"] = 1 if drawn["rng"] is None else drawn["rng"]  # everybody sees the same demo
    with running(given), shown_progress(quiet=given["json"]) as (watch, progress):
        comparison = run(dataset_scores("pocket", progress=progress), human="coverage", watch=watch, **drawn)
    finish_report(comparison, [Source.dataset("pocket")], {}, given)
