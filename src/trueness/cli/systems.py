"""`trueness systems`: which systems are better than which, by people and by metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trueness.cli.options import (
    ASK,
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

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trueness.data.score_table import ScoreTable

SYSTEM_TABLES = ("pairs", "standing", "agreement", "decisions", "separation", "normality", "cautions")

SYSTEMS = {
    "scorer": option(
        list[str] | None,
        "--scorer",
        "Scorers to compare systems by, human or not, in place of --metrics: shell patterns; default all.",
        ASK,
    ),
    **{key: QUESTION[key] for key in ("human", "metrics")},
    "people": option(
        list[str] | None,
        "--people",
        "Systems that are people, shell patterns; default those that the data mark as references (with --keep all).",
        ASK,
    ),
    **{key: QUESTION[key] for key in ("missing", "means", "aggregate", "clusters", "confidence")},
    "test": option(str | None, "--test", "permutation (default), bootstrap, t, wilcoxon or rank_sum.", TEST),
    "zeros": option(
        str | None,
        "--zeros",
        "What wilcoxon does with outputs of equal score: pratt (default) or wilcox.",
        TEST,
    ),
    **{key: TESTS[key] for key in ("alternative", "correction", "alpha")},
}
"""How systems are compared."""

PRINTING = output(SYSTEM_TABLES)


@takes(SOURCES, SYSTEMS, RESAMPLING, RUNNING, PRINTING)
def systems(**given: Any) -> None:
    """Test which systems are better than which, and whether metrics come to people's conclusions."""
    from trueness.cli.idle_options import OF_SYSTEMS, check_idle
    from trueness.cli.patterns import split_patterns
    from trueness.cli.reading import read_given
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing
    from trueness.cli.showing_systems import show_systems
    from trueness.errors import ArgumentError
    from trueness.reporting.terminal import shown_progress
    from trueness.studies.systems.systems import systems as run

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, SYSTEM_TABLES)
    if given["scorer"] is not None and given["metrics"] is not None:
        raise ArgumentError(
            "--scorer names every scorer to compare by, --metrics the metrics among them; give one."
        )
    check_idle(given, OF_SYSTEMS)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        table, *_ = read_given(given, progress, texts=True)
        scorers, people = (split_patterns(given.pop(key)) for key in ("scorer", "people"))
        metrics = given.pop("metrics")  # patterns, or names of what was computed
        if scorers is None and metrics is not None:
            scorers = _with_humans(table, given["human"], metrics)
        rng = given.pop("seed")
        comparison = run(table, scorers=scorers, people=people, rng=rng, watch=watch, **given)
    show_systems(comparison, printing)


def _with_humans(table: ScoreTable, human: str | None, metrics: Iterable[str]) -> list[str]:
    """Return metrics with the human scorer that is named, or else those that the data declare."""
    declared = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    humans = declared if human is None else [human]
    return [*humans, *(name for name in table.names_matching(metrics) if name not in declared)]
