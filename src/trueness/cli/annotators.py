"""`trueness annotators`: how far annotators agree, and whether metrics agree with them as a colleague does."""

from __future__ import annotations

from typing import Any

from trueness.cli.options import (
    ASK,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCES,
    TEST,
    option,
    output,
    takes,
)

STUDY_TABLES = (
    *("ceiling", "agreement", "pairs", "annotators", "components", "designs"),
    *("attenuation", "alt_tests", "alt_annotators", "held_out", "cautions"),
)

SHOWN = ("agreement", "components", "annotators", "ceiling", "alt_tests")
"""Tables printed where none is named."""

ANNOTATORS = {
    "combination": option(
        str | None,
        "--combination",
        "How annotators become one score: mean (default), median or standardized (mean of z-scores).",
        ASK,
    ),
    "metric_reliability": option(
        float | None,
        "--metric-reliability",
        "Reliability of the metrics, for the correction for noise; default 1.",
        ASK,
    ),
    "epsilon": option(
        str | None,
        "--epsilon",
        "Margin of the alternative annotator test: experts (.2), skilled (.15), crowd (.1, default) or a number.",
        TEST,
    ),
    "calibration": option(
        str | None,
        "--calibration",
        "How scores become ratings in that test: quantile (default), isotonic, linear or none.",
        TEST,
    ),
    "alignment": option(
        str | None, "--alignment", "What fitting annotators means there: rmse (default) or accuracy.", TEST
    ),
    "q": option(float | None, "--q", "False discovery rate of that test, default .05.", TEST),
    "folds": option(int | None, "--folds", "Folds of inputs for the calibration, default 10.", TEST),
    "minimum_units": option(
        int | None, "--minimum-units", "Inputs an annotator needs for its t test, default 30.", TEST
    ),
    "small": option(
        str | None, "--small", "What happens to an annotator with fewer: skip (default) or wilcoxon.", TEST
    ),
}
"""What a study of annotators asks besides."""

QUESTION_HERE = {
    **{
        key: QUESTION[key]
        for key in (
            *("human", "metrics", "level", "coefficient", "over", "interval", "confidence"),
            *("missing", "aggregate", "clusters"),
        )
    },
    "coefficient": option(
        list[str] | None,
        "--coefficient",
        "pearson, spearman, kendall (these three by default), tau_c, gamma.",
        ASK,
    ),
    "interval": option(str | None, "--interval", "percentile (default), basic or none.", ASK),
    "aggregate": option(
        str | None,
        "--aggregate",
        "Systems' scores by metrics: corpus (default; the mean where a metric has no corpus score) or mean.",
        ASK,
    ),
}
"""Which correlations."""

PRINTING = output(STUDY_TABLES)


@takes(SOURCES, QUESTION_HERE, ANNOTATORS, RESAMPLING, RUNNING, PRINTING)
def annotators(**given: Any) -> None:
    """Study the annotators behind a human scorer: agreement, noise, and metrics beside an annotator."""
    from trueness.cli.idle_options import OF_ANNOTATORS, SYSTEM_SCORES, check_idle
    from trueness.cli.reading import question, read_given
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_study
    from trueness.reporting.annotator_tables import annotator_tables
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.annotators.annotators import annotators as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, STUDY_TABLES)
    check_idle(given, SYSTEM_SCORES, OF_ANNOTATORS)
    given["epsilon"] = _margin(given["epsilon"])
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        table, *_ = read_given(given, progress, texts=True)
        study = run(table, watch=watch, **question(given))
    tables = {spec.name: (spec, rows) for spec, rows in annotator_tables(study)}
    show_study(study, tables, printing, shown=SHOWN, alone="ceiling" if study.metrics else "agreement")


def _margin(text: str | None) -> float | str | None:
    """Return a margin given as a number, or the word it was."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return text
