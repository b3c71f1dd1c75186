"""`trueness equivalence`: which metrics agree equally well with people, or one metric under two conditions."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import (
    ASK,
    FIGURES,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCES,
    TEST,
    TESTS,
    option,
    output,
    takes,
)

MARGIN = "Margin"

EQUIVALENCE_TABLES = ("equivalence", "margins", "cautions")

EQUIVALENCE = {
    "human": option(
        str | None, "--human", "The human scorer, or several, separated by commas: one family of tests.", ASK
    ),
    "margin": option(
        str | None,
        "--margin",
        "Largest difference that is called none; or sd or range of the single annotators' correlations.",
        MARGIN,
    ),
    "low": option(float | None, "--margin-low", "Lower bound, at most 0, in place of --margin.", MARGIN),
    "high": option(float | None, "--margin-high", "Upper bound, at least 0, in place of --margin.", MARGIN),
    "against": option(
        list[str] | None,
        "--against",
        "[NAME=]SOURCE: scores under another condition; each metric is compared with itself there (repeat).",
        ASK,
    ),
    "unmatched": option(
        bool,
        "--unmatched",
        "The outputs of --against are other ones, with human scores of their own.",
        ASK,
        default=False,
    ),
    "over": option(
        str | None,
        "--over",
        "What is resampled: systems, inputs, both (default) or outputs (global level).",
        ASK,
    ),
    "method": option(str | None, "--method", "bootstrap (default), williams or anderson_hauck.", TEST),
    "test": option(
        str | None,
        "--test",
        "Test of a difference: bootstrap (default), none, or one of `trueness compare`.",
        TEST,
    ),
    "correction": option(str | None, "--correction", "by (default), holm, bonferroni, bh or none.", TEST),
    "test_over": option(
        str | None,
        "--test-over",
        "What the test of a difference swaps (systems by default) or resamples (by default what --over says).",
        TEST,
    ),
    **{key: TESTS[key] for key in ("alpha", "baseline")},
    "as_published": option(
        bool,
        "--as-published",
        "Allow closed forms at the global level, as papers did; flagged.",
        TEST,
        default=False,
    ),
}
"""What is tested, and within which margin."""

PRINTING = {**output(EQUIVALENCE_TABLES), **FIGURES}

_LEFT_OUT = ("interval", "confidence")


@takes(
    SOURCES,
    {key: group for key, group in QUESTION.items() if key not in _LEFT_OUT},
    EQUIVALENCE,
    RESAMPLING,
    RUNNING,
    PRINTING,
)
def equivalence(**given: Any) -> None:
    """Test which metrics agree equally well with a human scorer, within a margin fixed beforehand."""
    from trueness.cli.equivalence_figures import equivalence_figures
    from trueness.cli.equivalence_reading import conditions_given, equivalence_question
    from trueness.cli.figure_folder import check_figure_folder, save_figures
    from trueness.cli.idle_options import CORRELATIONS, EQUIVALENT, SYSTEM_SCORES, check_idle
    from trueness.cli.reading import read_given
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_study
    from trueness.reporting.equivalence_tables import equivalence_tables
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.equivalence.equivalence import equivalence as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, EQUIVALENCE_TABLES)
    folder = printing["figures"]
    check_figure_folder(folder)
    check_idle(given, CORRELATIONS, SYSTEM_SCORES, EQUIVALENT)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        asked = equivalence_question({key: given.pop(key) for key in EQUIVALENCE})
        against = conditions_given(asked.pop("against"), given, progress)
        table, *_ = read_given(given, progress, texts=True)
        question = {**asked, **equivalence_question(given)}
        found = run(table, against=against, watch=watch, **question)
        figures = equivalence_figures(found, table, against, question, watch) if folder else []
    written = {"figures": save_figures(figures, folder)} if folder else None
    tables = {spec.name: (spec, rows) for spec, rows in equivalence_tables(found)}
    show_study(
        found, tables, printing, shown=("equivalence", "margins"), alone="equivalence", written=written
    )
