"""`trueness convert`: from any known format to CSV, JSONL or Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from trueness.cli.options import JSON, SCORE, SOURCES, takes


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
