"""`trueness convert`: from any known format to CSV, JSONL or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.options import JSON, PRINT, SCORE, SOURCES, option, takes
from trueness.cli.showing import say, write_json
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable


OUT = {
    "out": (SCORE["out"][0], Path("scores.parquet")),
    "overwrite": option(bool, "--overwrite", "Replace a file that is there.", PRINT, default=False),
}
"""Where scores are written."""


@takes(SOURCES, OUT, JSON)
def convert(**given: Any) -> None:
    """Write scores of any known format as CSV, JSONL or Parquet.

    Nothing is lost by it.
    """
    from trueness.cli.reading import read_given
    from trueness.cli.targets import check_absent, check_targets
    from trueness.data.writing.write import check_extension, write_scores
    from trueness.reporting.terminal import shown_progress

    out, overwrite, as_json = given.pop("out"), given.pop("overwrite"), given.pop("json")
    check_extension(out)
    check_targets({"--out": out}, given["scores"])
    check_absent(out, overwrite=overwrite)
    with shown_progress(quiet=as_json) as (_, progress):
        table, *_ = read_given(given, progress)
    show_written(table, write_scores(table, out), as_json=as_json)


def show_written(table: ScoreTable, path: Path, *, as_json: bool) -> None:
    """Say what was written where."""
    scorers, systems, inputs = table.shape
    if as_json:
        write_json(
            {
                "path": str(path),
                "scorers": list(table.scorer_names),
                "systems": systems,
                "inputs": inputs,
                "fingerprint": table.fingerprint,
                "notes": list(table.notes),
            }
        )
        return
    say(f"{path}: {counted(scorers, 'scorer')}, {counted(systems, 'system')}, {counted(inputs, 'input')}")
    for note in table.notes:
        say(f"note: {note}")
