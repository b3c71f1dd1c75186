"""`trueness data`: which public data sets there are, and getting them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.failures import message_of
from trueness.cli.options import JSON, SOURCE, SOURCES, argument, option, takes
from trueness.cli.showing import IN_JSON, console, say, write_json
from trueness.commands.asking import Group, Plain
from trueness.errors import DownloadError
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import Row, jsonable

if TYPE_CHECKING:
    from trueness.data.datasets.registry import Dataset

NAME = {"name": argument(str, "Name of a data set.")}
"""Which data set."""

NAMES = {"names": argument(list[str], "Names of data sets.")}
"""Which data sets."""

GET = {
    "mirror": SOURCES["mirror"],
    "cache": option(str | None, "--cache", "Folder to keep data sets in.", SOURCE, envvar="TRUENESS_CACHE"),
}
"""How a data set is fetched."""

data = typer.Typer(cls=Group, help="Public data sets: list, show, get.")


@data.command("list", cls=Plain)
@takes(JSON)
def list_datasets(**given: Any) -> None:
    """List the data sets that are known, and whether they are here."""
    show_datasets(as_json=given["json"])


@data.command("show", cls=Plain)
@takes(NAME, JSON)
def show_dataset(**given: Any) -> None:
    """Say what a data set holds, its licence, and what to cite."""
    from trueness.data.datasets.registry import get_dataset

    show_one_dataset(get_dataset(given["name"]), as_json=given["json"])


@data.command("get", cls=Plain)
@takes(NAMES, GET, JSON)
def get(**given: Any) -> None:
    """Download data sets into the cache and check them."""
    from trueness.data.datasets.download import fetch
    from trueness.data.datasets.registry import get_dataset
    from trueness.reporting.terminal import shown_progress

    names = list(dict.fromkeys(given["names"]))
    for name in names:
        get_dataset(name)  # a name that is none is refused before anything is fetched
    rows: list[Row] = []
    failed: list[OSError] = []
    with shown_progress(quiet=given["json"]) as (_, progress):
        for name in names:
            error, files = "", list[str]()
            try:
                found = fetch(name, mirror=given["mirror"], cache=given["cache"], progress=progress)
                files = [str(path) for path in found]
            except OSError as reason:
                failed.append(reason)
                error = message_of(reason)
            rows.append({"name": name, "files": files, "error": error})
    if given["json"]:
        write_json(rows)
    else:
        for row in rows:
            for path in row["files"]:
                say(path)
            if not row["files"] and not row["error"]:
                say(f"'{row['name']}' comes with the package: nothing to fetch")
    if len(failed) == 1:
        raise failed[0]
    if failed:
        reasons = " ".join(row["error"] for row in rows if row["error"])
        raise DownloadError(f"fetching {len(failed)} of {len(names)} data sets failed. {reasons}")


DATASETS = TableSpec(
    "datasets",
    "Data sets",
    "Public data sets that are known by name.",
    (
        Column("name", "Name"),
        Column("systems_x_inputs", "Systems x inputs"),
        Column("n_human", "Human", "count"),
        Column("n_metrics", "Metrics", "count"),
        Column("licence", "Licence"),
        Column("here", "Here", "mark"),
    ),
)


def show_datasets(*, as_json: bool) -> None:
    """Print the known data sets."""
    from trueness.data.datasets.download import cached_files
    from trueness.data.datasets.registry import read_registry
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
        print_table(console(), DATASETS, rows, rest=IN_JSON)


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
