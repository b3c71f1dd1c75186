"""`trueness check`: what a file of scores holds."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from trueness.cli.options import JSON, SOURCES, takes
from trueness.cli.showing import console, say, write_json
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import jsonable
from trueness.studies.number_words import counted

if TYPE_CHECKING:
    from trueness.data.score_table import ScoreTable


@takes(SOURCES, JSON)
def check(**given: Any) -> None:
    """Read scores and say what is there: systems, inputs, scorers, missing cells, duplicates."""
    from trueness.cli.reading import read_given
    from trueness.reporting.terminal import shown_progress

    as_json = given.pop("json")
    with shown_progress(quiet=as_json) as (_, progress):
        table, *_ = read_given(given, progress)
    show_coverage(table, as_json=as_json)


COVERAGE = TableSpec(
    "coverage",
    "Scores",
    "How many outputs each scorer has a score for.",
    (
        Column("scorer", "Scorer"),
        Column("role", "Role"),
        Column("better", "Better"),
        Column("n_annotators", "Annotators", "count"),
        Column("n_present", "Present", "count"),
        Column("n_missing", "Missing", "count"),
        Column("share", "Share", "share"),
    ),
)


def show_coverage(table: ScoreTable, *, as_json: bool) -> None:
    """Print what a score table holds."""
    from trueness.data.coverage import coverage
    from trueness.data.duplicate_systems import identical_systems
    from trueness.reporting.terminal import print_table

    rows = [
        {
            **row,
            "role": scorer.role,
            "better": "higher" if scorer.higher_is_better else "lower",
            "n_annotators": len(table.annotations[scorer.name].annotators)
            if scorer.name in table.annotations
            else 0,
        }
        for row, scorer in zip(coverage(table).rows(), table.scorers, strict=True)
    ]
    same = [list(group) for group in identical_systems(table)]
    if as_json:
        write_json(
            {
                "rows": jsonable(rows),
                "systems": list(table.systems),
                "inputs": len(table.inputs),
                "input_groups": {name: _sizes(labels) for name, labels in table.input_groups.items()},
                "system_groups": {name: _sizes(labels) for name, labels in table.system_groups.items()},
                "identical_systems": same,
                "fingerprint": table.fingerprint,
                "notes": list(table.notes),
            }
        )
        return
    say(
        f"{table.name}: {counted(len(table.systems), 'system')}, {counted(len(table.inputs), 'input')}, "
        f"fingerprint {table.fingerprint[:12]}"
    )
    if table.has_systems:
        say(f"systems: {', '.join(table.systems)}")
    for of, option, groups in (
        ("inputs", "--clusters", table.input_groups),
        ("systems", "--system-clusters", table.system_groups),
    ):
        for name, labels in groups.items():
            say(f"groups of {of} by '{name}' ({option} {name}): {_said(_sizes(labels))}")
    print_table(console(), COVERAGE, rows)
    for group in same:
        say(f"identical systems: {', '.join(group)}")
    for note in table.notes:
        say(f"note: {note}")


MOST_NAMED = 8
"""Groups that are named with their sizes; of more, their number is said."""


def _sizes(labels: tuple[str, ...]) -> dict[str, int]:
    """Return how many inputs, or systems, have each label, in the order of the labels' first."""
    return dict(Counter(labels))


def _said(sizes: dict[str, int]) -> str:
    named = ", ".join(f"{label or '(none)'} {size}" for label, size in sizes.items())
    if len(sizes) <= MOST_NAMED:
        return f"{len(sizes)} ({named})"
    return f"{len(sizes)} of {min(sizes.values())} to {max(sizes.values())}"
