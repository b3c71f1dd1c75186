"""Which commands there are; the module of one is imported when it is called."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup

from trueness.study.folders import STUDIES, has_file, listed

EXIT_HELP = (
    "Exit status: 0 done; 2 wrong use; 3 data cannot be used; 4 a method makes no sense here; "
    "5 --strict and a warning; 6 a download or an optional package is missing, or a service fails or is too dear; "
    "7 rerun or verify found other numbers; 8 a gate is not passed; 130 interrupted; 143 ended by request."
)

DATA, METRICS, PEOPLE = "Data and texts", "Metrics", "People, judges and systems"
DESIGN, REPORTS = "Designing studies", "Reports"
PANELS = (METRICS, PEOPLE, DESIGN, REPORTS, DATA)
"""The headings of the list of commands, in its order."""


class Command(NamedTuple):
    """Where a command is, and what the list of commands says of it.

    Attributes
    ----------
    module : str
        It holds a function, or a group of commands, by the name of the command; or it is that of a study.
    panel : str
    summary : str
        The first paragraph of its docstring, or of a study's folder.
    """

    module: str
    panel: str
    summary: str


_OTHERS = {
    "correlate": Command(
        "commands.compare", METRICS, "Correlate metrics with a human scorer, with intervals."
    ),
    "compare": Command(
        "commands.compare", METRICS, "Test which metrics agree better with a human scorer than others."
    ),
    "report": Command(
        "commands.compare",
        REPORTS,
        "Write one self-contained HTML report, and the manifest to repeat it.",
    ),
    "demo": Command(
        "commands.compare",
        REPORTS,
        "Score and compare on the small bundled benchmark, offline, and write a report.",
    ),
    "rerun": Command("commands.rerun", REPORTS, "Repeat a study from its manifest and compare every number."),
    "score": Command(
        "commands.score",
        DATA,
        "Score texts: what systems wrote in, a file of scores out; a second run computes only what is new.",
    ),
    "generate": Command(
        "commands.generate",
        DATA,
        "Generate summaries from sentences of documents, spread over the whole range of a metric, as texts to score.",
    ),
    "translate": Command(
        "commands.translate",
        DATA,
        "Translate texts sentence by sentence, there or there and back, with a program or a model, as texts to score.",
    ),
    "check": Command(
        "commands.check",
        DATA,
        "Read scores and say what is there: systems, inputs, scorers and their spread, texts, duplicates.",
    ),
    "convert": Command(
        "commands.convert",
        DATA,
        "Read scores of any known format and write them as CSV, JSONL or Parquet, without loss.",
    ),
    "datasets": Command("commands.datasets", DATA, "Public data sets: list, show, get."),
    "metrics": Command("commands.metrics", DATA, "Metrics that texts can be scored with: list, show."),
    "verify": Command(
        "commands.verify",
        DATA,
        "Verify that metrics give here, on stored probe texts, the scores that were recorded elsewhere.",
    ),
}
"""Commands that are no study."""


def _all() -> Iterator[tuple[str, Command]]:
    """Yield the commands panel by panel, those of studies last, by their names."""
    studies = {name: said for name in STUDIES if (said := listed(name)) is not None}
    for panel in PANELS:
        yield from ((name, one) for name, one in _OTHERS.items() if one.panel == panel)
        for name, said in studies.items():
            if said.panel == panel:
                module = "command" if has_file(name, "command") else "study"
                yield name, Command(f"studies.{name}.{module}", *said)


COMMANDS = dict(_all())
"""All commands by name, in the order in which help lists them."""


class Commands(TyperGroup):
    """A group that knows names and summaries of its commands, and loads the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return what is to run, loaded now; completion asks for it, too."""
        if args and args[0] in COMMANDS:
            return args[0], _loaded(args[0]), args[1:]
        return super().resolve_command(ctx, args)


def find_command(name: str) -> Any:
    """Return the function of a command, or its group of commands."""
    if name not in _OTHERS:
        from trueness.cli.study_command import study_command

        return study_command(name)
    return getattr(import_module(f"trueness.{COMMANDS[name].module}"), name)


def stub() -> None:
    """Stand for a command until it is called."""


@functools.cache
def _loaded(name: str) -> Any:
    """Return a command with its options, built once."""
    return typer.main.get_group(_alone(name)).commands[name]


def _alone(name: str) -> typer.Typer:
    """Return a group that holds one command."""
    holder = typer.Typer(add_completion=False)
    found = find_command(name)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name, epilog=EXIT_HELP)(found)
    return holder
