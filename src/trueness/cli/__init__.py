"""The command line: parse, call, print."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from trueness.cli.annotators import annotators
from trueness.cli.certify import certify
from trueness.cli.datasets import datasets
from trueness.cli.equivalence import equivalence
from trueness.cli.failures import INTERRUPTED, as_typed, exit_code, message_of, one_line, say_flags
from trueness.cli.idle_options import CORRELATIONS, ESTIMATES, SYSTEM_SCORES, TESTED, check_idle
from trueness.cli.judge import judge
from trueness.cli.metrics import metrics
from trueness.cli.options import (
    JSON,
    QUESTION,
    REPORT,
    RERUN,
    RESAMPLING,
    RUNNING,
    SCORE,
    SOURCES,
    TESTS,
    output,
    takes,
)
from trueness.cli.plan import plan
from trueness.cli.pool import pool
from trueness.cli.systems import systems
from trueness.errors import TruenessWarning

COMPARISON_TABLES = ("estimates", "tests", "beside", "ranks", "sensitivity", "normality", "cautions")

PRINTING = output(COMPARISON_TABLES)

DATA, METRICS, PEOPLE = "Data and texts", "Metrics", "People, judges and systems"
DESIGN, REPORTS = "Designing studies", "Reports"

EXIT_HELP = (
    "Exit status: 0 done; 2 wrong use; 3 data cannot be used; 4 a method makes no sense here; "
    "5 --strict and a warning; 6 a download or an optional package is missing; "
    "7 rerun found other numbers; 130 interrupted; 143 ended by request."
)

app = typer.Typer(
    help="How far can you trust an automatic evaluation metric?",
    epilog=EXIT_HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.add_typer(datasets, name="datasets", rich_help_panel=DATA)
app.add_typer(metrics, name="metrics", rich_help_panel=DATA)


def main() -> None:
    """Run the command line; a foreseen failure is one line on standard error and a status."""
    # joblib counts what an interruption has cancelled; nobody has to know
    warnings.filterwarnings("ignore", module=r"joblib\.")
    warnings.showwarning = _show_warning
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller has closed it
            setattr(sys, name, io.StringIO())
    say_flags({})  # no command runs yet
    # a polite request to end cleans up as an interruption does
    signal.signal(signal.SIGTERM, _terminated)
    try:
        status = _run()
    except (Exception, KeyboardInterrupt) as error:
        code = exit_code(error)
        if code is None:
            raise
        if isinstance(error, OSError) and error.errno in (errno.EPIPE, errno.ENOSPC):
            _forget_output()
        if message := message_of(error):
            sys.stderr.write(f"trueness: {message}\n")
        sys.exit(code)
    sys.exit(status)


def _terminated(number: int, frame: object) -> None:
    del frame
    sys.exit(128 + number)


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Say what a warning says on one line; where in the program it was given helps nobody."""
    del filename, lineno, line
    name = "warning" if issubclass(category, TruenessWarning) else category.__name__
    (file or sys.stderr).write(f"trueness: {name}: {one_line(as_typed(str(message)))}\n")


def _run() -> int:
    status = app(standalone_mode=False)
    if status == INTERRUPTED:  # the parser has caught it
        raise KeyboardInterrupt
    sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _forget_output() -> None:
    """Let nothing more be written to a standard output that takes no more, not even when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version(wanted: bool) -> None:
    if wanted:
        from trueness import __version__

        typer.echo(f"trueness {__version__}")
        raise typer.Exit


@app.callback()
def _top(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, metavar=" ", help="Print the version."),
    ] = False,
) -> None:
    pass


@app.command(epilog=EXIT_HELP, rich_help_panel=METRICS)
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


@app.command(epilog=EXIT_HELP, rich_help_panel=METRICS)
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


@app.command(epilog=EXIT_HELP, rich_help_panel=REPORTS)
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


@app.command(epilog=EXIT_HELP, rich_help_panel=REPORTS)
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


@app.command(epilog=EXIT_HELP, rich_help_panel=REPORTS)
@takes(RERUN, {"workers": RESAMPLING["workers"]}, RUNNING, JSON)
def rerun(**given: Any) -> None:
    """Repeat a report from its manifest and compare every number."""
    from trueness.cli.running import running
    from trueness.cli.showing import show_rerun
    from trueness.reporting.manifest import read_manifest
    from trueness.reporting.rerun import differences
    from trueness.reporting.rerun import rerun as run
    from trueness.reporting.terminal import shown_progress

    recorded = read_manifest(given["manifest"])
    with running(given), shown_progress(quiet=given["json"]) as (watch, _):
        comparison = run(recorded, sources=given["data"], workers=given["workers"], watch=watch)
    show_rerun(recorded, comparison, differences(recorded, comparison), as_json=given["json"])


@app.command(epilog=EXIT_HELP, rich_help_panel=DATA)
@takes(SCORE, {"engine": RUNNING["engine"], "workers": RESAMPLING["workers"]}, JSON)
def score(**given: Any) -> None:
    """Score texts: what systems wrote in, a file of scores out; a second run computes only what is new."""
    from trueness.cli.options import words
    from trueness.cli.running import running
    from trueness.cli.scoring import score_given
    from trueness.cli.showing_scores import show_scored
    from trueness.cli.targets import check_targets
    from trueness.data.write import check_extension
    from trueness.reporting.terminal import shown_progress

    check_extension(given["out"])
    check_targets({"--out": given["out"]}, (given["texts"], *(words(given["beside"]) or ())))
    with running(given), shown_progress(quiet=given["json"]) as (_, progress):
        done, cache = score_given(given, progress)
    show_scored(done, cache, as_json=given["json"])


@app.command(epilog=EXIT_HELP, rich_help_panel=DATA)
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


@app.command(epilog=EXIT_HELP, rich_help_panel=DATA)
@takes(SOURCES, {"out": (SCORE["out"][0], Path("scores.parquet"))}, JSON)
def convert(**given: Any) -> None:
    """Read scores of any known format and write them as CSV, JSONL or Parquet, without loss."""
    from trueness.cli.reading import read_given
    from trueness.cli.showing import show_written
    from trueness.cli.targets import check_targets
    from trueness.data.write import check_extension, write_scores
    from trueness.reporting.terminal import shown_progress

    out, as_json = given.pop("out"), given.pop("json")
    check_extension(out)
    check_targets({"--out": out}, given["scores"])
    with shown_progress(quiet=as_json) as (_, progress):
        table, *_ = read_given(given, progress)
    show_written(table, write_scores(table, out), as_json=as_json)


for _panel, _commands in {
    METRICS: (equivalence, pool),
    PEOPLE: (annotators, judge, systems),
    DESIGN: (plan, certify),
}.items():
    for _command in _commands:
        app.command(epilog=EXIT_HELP, rich_help_panel=_panel)(_command)
