"""`trueness judge`: whether an LLM judge, or a metric in its place, can stand in for people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.options import (
    PRINT,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCE,
    SOURCES,
    option,
    output,
    takes,
)

JUDGE_TABLES = (
    *("agreement", "means", "differences", "bias", "order", "measures", "reliability", "prevalence"),
    "cautions",
)

JUDGE_PANEL = "Judge"

JUDGE = {
    "human": QUESTION["human"],
    "judges": option(
        list[str] | None,
        "--judge",
        "Judges to validate, shell patterns (repeat or separate by commas); default all that are not human.",
        JUDGE_PANEL,
    ),
    "texts": option(
        Path | None, "--texts", "File of the outputs, for their lengths: system, input, output.", SOURCE
    ),
    "text_columns": option(
        str | None,
        "--text-columns",
        "What fields of --texts mean: KEY=FIELD, separated by commas, e.g. output=SUMMARY.",
        SOURCE,
    ),
    "position": option(
        str | None,
        "--position",
        "Scorer or grouping column that says where an output stood when it was judged.",
        JUDGE_PANEL,
    ),
    "swapped": option(
        str | None,
        "--swapped",
        "For one judge of pairs (0 to 1): the scorer with its preference in the other order.",
        JUDGE_PANEL,
    ),
    "threshold": option(
        float | None,
        "--threshold",
        "Score from which on a judge says yes, where labels are 0 and 1.",
        JUDGE_PANEL,
    ),
    "scale": option(
        str | None,
        "--scale",
        "Judges rate on the human's scale (same), are brought to it (linear), or auto (default).",
        JUDGE_PANEL,
    ),
    "bins": option(int | None, "--bins", "Bins of the reliability table, at most; default 10.", JUDGE_PANEL),
    "lam": option(
        float | None, "--lam", "Weight of the judge, 0 to 1; default the best one (PPI++).", JUDGE_PANEL
    ),
    "interval": option(
        str | None,
        "--interval",
        "Interval of prediction-powered means: analytic (default) or bootstrap.",
        JUDGE_PANEL,
    ),
    "demonstration": option(
        float | None,
        "--demonstration",
        "Share of labels that is kept to show what a judge is worth, where all is labelled; default .1.",
        JUDGE_PANEL,
    ),
    **{key: QUESTION[key] for key in ("level", "coefficient", "confidence", "clusters")},
}
"""Which judges, and how they are validated."""

PRINTING = {
    **output(JUDGE_TABLES),
    "out": option(Path | None, "--out -o", "Write a self-contained HTML page there.", PRINT),
    "title": option(str | None, "--title", "Title of the page.", PRINT),
}
"""What is printed and written."""


@takes(SOURCES, JUDGE, RESAMPLING, RUNNING, PRINTING)
def judge(**given: Any) -> None:
    """Validate judges: agreement, bias, calibration, and what their scores are worth beside human labels."""
    from trueness.cli.idle_options import PAGES, check_idle
    from trueness.cli.judging import judge_question, read_judged
    from trueness.cli.running import running
    from trueness.cli.showing_judge import show_judge
    from trueness.cli.showing_study import checked_printing
    from trueness.cli.targets import check_targets
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.judge.judge import judge as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, JUDGE_TABLES)
    check_idle(printing, PAGES)
    if printing["out"] is not None:
        check_targets({"--out": printing["out"]}, [*given["scores"], *filter(None, [given["texts"]])])
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        table, texts, sources = read_judged(given, progress)
        validation = run(table, texts=texts, watch=watch, **judge_question(given))
    show_judge(validation, printing, sources)
