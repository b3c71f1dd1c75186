"""`trueness datasets`: which public data sets there are, and getting them."""

from __future__ import annotations

from typing import Any

import typer

from trueness.cli.options import JSON, SOURCE, SOURCES, argument, option, takes

NAME = {"name": argument(str, "Name of a data set.")}
"""Which data set."""

GET = {
    "mirror": SOURCES["mirror"],
    "cache": option(str | None, "--cache", "Folder to keep data sets in.", SOURCE, envvar="TRUENESS_CACHE"),
}
"""How a data set is fetched."""

datasets = typer.Typer(help="Public data sets: list, show, get.", no_args_is_help=True)


@datasets.command("list")
@takes(JSON)
def list_datasets(**given: Any) -> None:
    """List the data sets that are known, and whether they are here."""
    from trueness.cli.showing import show_datasets

    show_datasets(as_json=given["json"])


@datasets.command("show")
@takes(NAME, JSON)
def show_dataset(**given: Any) -> None:
    """Say what a data set holds, its licence, and what to cite."""
    from trueness.cli.showing import show_one_dataset
    from trueness.data.datasets.registry import get_dataset

    show_one_dataset(get_dataset(given["name"]), as_json=given["json"])


@datasets.command("get")
@takes(NAME, GET, JSON)
def get(**given: Any) -> None:
    """Download a data set into the cache and check it."""
    from trueness.cli.showing import say, write_json
    from trueness.data.datasets.download import fetch
    from trueness.reporting.terminal import shown_progress

    with shown_progress(quiet=given["json"]) as (_, progress):
        paths = fetch(given["name"], mirror=given["mirror"], cache=given["cache"], progress=progress)
    if given["json"]:
        write_json({"name": given["name"], "files": [str(path) for path in paths]})
    else:
        for path in paths:
            say(str(path))
        if not paths:
            say(f"'{given['name']}' comes with the package: nothing to fetch")
