"""Print a result in the wanted form, and leave with the right status."""

from __future__ import annotations

import codecs
import dataclasses
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.failures import DIFFERENT, WARNINGS
from trueness.errors import DataError
from trueness.reporting.terminal import printable
from trueness.result import jsonable

if TYPE_CHECKING:
    from rich.console import Console

    from trueness.data.datasets.registry import Dataset
    from trueness.data.score_table import ScoreTable
    from trueness.reporting.manifest import Manifest
    from trueness.reporting.rerun import Difference
    from trueness.reporting.terminal import Study
    from trueness.studies.study import StudyResult


def leave(study: Study, *, strict: bool) -> None:
    """Exit with status 5 if warnings count and there are some."""
    if strict and any(caution.severity == "warning" for caution in study.cautions):
        raise typer.Exit(WARNINGS)


def write(text: str) -> None:
    """Write text to standard output as it is."""
    text = text if text.endswith("\n") else f"{text}\n"
    if not _encodable(text):
        raise DataError(
            f"standard output takes '{sys.stdout.encoding}' only, which lacks a letter of what is to be printed. "
            "Set PYTHONIOENCODING=utf-8, or ask for --json."
        )
    sys.stdout.write(text)


def say(text: str) -> None:
    """Write a line for people: nothing in it steers the terminal, and no letter is too much for it."""
    text = printable(text)
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")


def write_json(value: Any) -> None:
    """Write JSON to standard output, with escapes where it does not take every letter."""
    write(plain_json(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)))


def plain_json(text: str) -> str:
    """Return JSON with escapes for what would steer a terminal or is not taken by standard output."""
    plain = _encodable(text)
    return "".join(
        letter
        if letter == "\n" or (letter.isprintable() and (plain or letter.isascii()))
        else json.dumps(letter)[1:-1]
        for letter in text
    )


def console() -> Console:
    """Return standard output as rich knows it; letters it does not take are escaped, signs written plainly."""
    from rich.console import Console

    if not _encodable(PLAIN_SIGNS["from"]):
        codecs.register_error("plain_signs", _plain_sign)
        sys.stdout.reconfigure(errors="plain_signs")  # type: ignore[union-attr]
    found = Console()
    return found if found.width >= NARROWEST else Console(width=NARROWEST)


NARROWEST = 20
"""A terminal that says it is narrower than this is not believed: nothing would be left of a table."""

PLAIN_SIGNS = {"from": "−–—·…×‘’↓ρτγα", "to": "---*.x''vrtga"}
"""What tables hold beside letters and digits, and what stands for it on a terminal without it."""


def _plain_sign(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    table = str.maketrans(PLAIN_SIGNS["from"], PLAIN_SIGNS["to"])
    plain = error.object[error.start : error.end].translate(table)
    return plain.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _encodable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def show_rerun(
    recorded: Manifest, result: StudyResult, found: Sequence[Difference], *, as_json: bool
) -> None:
    """Say whether a repeated study has the recorded numbers; leave with status 7 if not."""
    total = sum(len(rows) for rows in recorded.results.values())
    if as_json:
        rows = [jsonable(dataclasses.asdict(difference)) for difference in found]
        write_json({"rows": total, "differences": rows, "signature": str(result.signature)})
    else:
        for difference in found[:20]:
            place = f"{difference.table}, {difference.row}, {difference.column}"
            say(f"{place}: recorded {difference.recorded!r}, found {difference.found!r}")
        write(
            f"{total} rows repeated, {len(found)} values differ"
            if found
            else f"{total} rows repeated, all equal"
        )
    if found:
        raise typer.Exit(DIFFERENT)


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
    say(f"{path}: {scorers} scorers, {systems} systems, {inputs} inputs")
    for note in table.notes:
        say(f"note: {note}")


def show_coverage(table: ScoreTable, *, as_json: bool) -> None:
    """Print what a score table holds."""
    from trueness.data.coverage import coverage
    from trueness.data.duplicate_systems import identical_systems
    from trueness.reporting.data_tables import COVERAGE
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
                "identical_systems": same,
                "fingerprint": table.fingerprint,
                "notes": list(table.notes),
            }
        )
        return
    say(
        f"{table.name}: {len(table.systems)} systems, {len(table.inputs)} inputs, fingerprint {table.fingerprint[:12]}"
    )
    if table.has_systems:
        say(f"systems: {', '.join(table.systems)}")
    print_table(console(), COVERAGE, rows)
    for group in same:
        say(f"identical systems: {', '.join(group)}")
    for note in table.notes:
        say(f"note: {note}")


def show_datasets(*, as_json: bool) -> None:
    """Print the known data sets."""
    from trueness.data.datasets.download import cached_files
    from trueness.data.datasets.registry import read_registry
    from trueness.reporting.data_tables import DATASETS
    from trueness.reporting.terminal import print_table

    rows = []
    for name, dataset in read_registry().items():
        here = dataset.kind == "bundled" or (
            bool(dataset.files) and len(cached_files(name)) == len(dataset.files)
        )
        shape = f"{dataset.systems} x {dataset.inputs}" if dataset.systems else ""
        rows.append(
            {
                "name": name,
                "systems_x_inputs": shape,
                "n_human": len(dataset.human),
                "n_metrics": len(dataset.metrics),
                "licence": dataset.licence,
                "here": here,
                "title": dataset.title,
            }
        )
    if as_json:
        write_json(rows)
    else:
        print_table(console(), DATASETS, rows)


def show_one_dataset(dataset: Dataset, *, as_json: bool) -> None:
    """Print everything that is known of a data set."""
    values = jsonable(dataclasses.asdict(dataset))
    if as_json:
        write_json(values)
        return
    files = values.pop("files")
    citation = values.pop("citation")
    for key, value in values.items():
        if value not in (None, [], ""):
            text = ", ".join(map(str, value)) if isinstance(value, list) else " ".join(str(value).split())
            say(f"{key.replace('_', ' '):<16} {text}")
    for file in files:
        say(f"{'file':<16} {file['name']}  {file['size']:,} bytes")
        say(f"{'':<16} {file['url']}")
        say(f"{'':<16} sha256 {file['sha256']}")
    if citation:
        say("")
        for line in citation.strip().splitlines():
            say(line)
