"""Say what scoring has done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trueness.cli.showing import console, write_json
from trueness.reporting.terminal import printable

if TYPE_CHECKING:
    from trueness.metrics.scoring.score_file import ScoredFile


def show_scored(done: ScoredFile, cache: Path | None, *, as_json: bool) -> None:
    """Say what was scored, how much of it was known already, and what a reader has to know."""
    if as_json:
        write_json(
            {
                "path": str(done.path),
                "replaced": done.replaced,
                "rows": done.rows,
                "systems": done.systems,
                "inputs": done.inputs,
                "scorers": list(done.scorers),
                "human": list(done.human),
                "metrics": [
                    {"metric": name, "n_undefined": count}
                    for name, count in zip(done.metrics, done.n_undefined, strict=True)
                ],
                "n_computed": done.n_computed,
                "n_known": done.n_known,
                "n_empty_outputs": done.n_empty_outputs,
                "n_empty_references": done.n_empty_references,
                "cache": None if cache is None else str(cache),
                "notes": list(done.notes),
            }
        )
        return
    from rich.text import Text

    replaced = " (replaced)" if done.replaced else ""
    known = f", {done.n_known:,} known from the cache ({cache}) or equal texts" if done.n_known else ""
    to = console()
    for line in (
        f"{done.path}{replaced}: {len(done.scorers)} scorers, {done.systems} systems, {done.inputs} inputs",
        f"{done.rows:,} outputs by {len(done.metrics)} metrics: {done.n_computed:,} scores computed{known}",
        *(f"note: {note}" for note in done.notes),
    ):
        to.print(Text(printable(line), overflow="fold"))
