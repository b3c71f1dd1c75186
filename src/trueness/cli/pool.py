"""`trueness pool`: several tables, such as all language pairs of a test set, as one analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueness.cli.options import (
    ASK,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCE,
    SOURCES,
    TEST,
    TESTS,
    argument,
    option,
    output,
    takes,
)

if TYPE_CHECKING:
    from trueness.cli.showing_study import Table

POOL_TABLES = ("matrix", "estimates", "ranks", "tests", "tasks", "facts", "cautions")

POOL = {
    "scores": argument(
        list[str],
        "Test sets (folders of mt-metrics-eval or WMT), files of scores, or NAME=FILE,FILE to name a table.",
    ),
    "format": SOURCES["format"],
    "part": option(
        list[str] | None,
        "--part",
        "Tables to read, shell patterns such as '*-en' or '*.sys' (repeat or separate by commas).",
        SOURCE,
    ),
    "by": option(str | None, "--by", "Grouping column of inputs whose groups become tables.", SOURCE),
    "base_names": option(
        bool,
        "--base-names",
        "Call metrics of mt-metrics-eval without their reference: BLEU for BLEU-refA.",
        SOURCE,
        default=False,
    ),
    **{
        key: SOURCES[key]
        for key in ("columns", "join", "keep", "lower_is_better", "drop_duplicates", "mirror")
    },
}
"""Where tables come from."""

POOLED = {
    **QUESTION,
    "human": option(
        str | None, "--human", "The human scorer of all tables, or TABLE=NAME, separated by commas.", ASK
    ),
    "metrics": option(
        list[str] | None,
        "--metrics",
        "Metrics, shell patterns (repeat or separate by commas); default all that every table has.",
        ASK,
    ),
    "weights": option(
        str,
        "--weights",
        "How tables count in averages: equal, pairs (of systems), or TABLE=NUMBER, separated by commas.",
        ASK,
        "equal",
    ),
    "overall": option(
        bool, "--overall", "Also the mean of all pooled values of a metric.", ASK, default=False
    ),
}
"""What is asked of tables."""

POOL_TESTS = {
    **{
        key: group
        for key, group in TESTS.items()
        if key not in ("beside", "stop_after", "margin", "as_published")
    },
    "test": option(str | None, "--test", "permutation (default) or bootstrap.", TEST),
}
"""Which tests there are of several tables."""

PRINTING = output(POOL_TABLES)


@takes(POOL, POOLED, POOL_TESTS, RESAMPLING, RUNNING, PRINTING)
def pool(**given: Any) -> None:
    """Compare metrics over several tables, such as all language pairs of a test set, as one analysis."""
    from trueness.cli.idle_options import CORRELATIONS, POOLED_TESTS, SYSTEM_SCORES, check_idle
    from trueness.cli.pooling import pool_question, read_pool
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_study
    from trueness.reporting.pool_tables import matrix_parts, pool_tables
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.tables.compare_tables import compare_tables

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, POOL_TABLES)
    check_idle(given, CORRELATIONS, SYSTEM_SCORES, POOLED_TESTS)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        tables = read_pool(given, progress)
        comparison = compare_tables(tables, watch=watch, **pool_question(given))
    found = pool_tables(comparison)

    def printed(name: str, width: int) -> list[Table]:
        if name != "matrix":
            return [found[name]]
        # level by level, in parts that fit
        return [part for key in comparison.keys for part in matrix_parts(comparison, key, width)]

    show_study(comparison, found, printing, shown=("matrix", "tests"), alone="matrix", printed=printed)
