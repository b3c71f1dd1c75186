"""Which commands there are; the module of one is imported when it is called."""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Any, NamedTuple

import typer
from typer.core import TyperGroup

EXIT_HELP = (
    "Exit status: 0 done; 2 wrong use; 3 data cannot be used; 4 a method makes no sense here; "
    "5 --strict and a warning; 6 a download or an optional package is missing, or a service fails or is too dear; "
    "7 rerun or verify found other numbers; 8 a gate is not passed; 130 interrupted; 143 ended by request."
)

DATA, METRICS, PEOPLE = "Data and texts", "Metrics", "People, judges and systems"
DESIGN, REPORTS = "Designing studies", "Reports"


class Command(NamedTuple):
    """Where a command is, and what the list of commands says of it.

    Attributes
    ----------
    module : str
        Of this package; it holds a function, or a group of commands, by the name of the command.
    panel : str
    summary : str
        The first paragraph of its docstring.
    """

    module: str
    panel: str
    summary: str


COMMANDS = {
    "correlate": Command(
        "commands.compare", METRICS, "Correlate metrics with a human scorer, with intervals."
    ),
    "compare": Command(
        "commands.compare", METRICS, "Test which metrics agree better with a human scorer than others."
    ),
    "equivalence": Command(
        "studies.equivalence.command",
        METRICS,
        "Test which metrics agree equally well with a human scorer, within a margin fixed beforehand.",
    ),
    "conditions": Command(
        "studies.conditions.command",
        METRICS,
        "Study what becomes of metrics under other conditions: translations, versions, prompts, tokenisations.",
    ),
    "disagreements": Command(
        "studies.disagreements.command",
        METRICS,
        "List the outputs, systems and inputs on which metrics and people differ most, to be read.",
    ),
    "references": Command(
        "studies.references.command",
        METRICS,
        "Say how much wider intervals of correlations get if the references could have been others.",
    ),
    "pool": Command(
        "studies.pool.command",
        METRICS,
        "Compare metrics over several tables, such as all language pairs of a test set, as one analysis.",
    ),
    "multiverse": Command(
        "studies.multiverse.command",
        METRICS,
        "Study how far a conclusion about metrics depends on choices that could have been made otherwise.",
    ),
    "worth": Command(
        "studies.worth.command",
        METRICS,
        "Say what a difference in a metric's score is worth: how often people prefer the same.",
    ),
    "ranges": Command(
        "studies.ranges.command",
        METRICS,
        "Study how the range of scores moves the agreement of metrics, and how much of that is its width.",
    ),
    "variants": Command(
        "studies.variants.command",
        METRICS,
        "Compare variants of metrics, by means and medians, and say what the best owes to luck.",
    ),
    "learn": Command(
        "studies.learn.command",
        METRICS,
        "Learn a metric from human scores, and test whether it agrees better than any metric it is made of.",
    ),
    "annotators": Command(
        "studies.annotators.command",
        PEOPLE,
        "Study the annotators behind a human scorer: agreement, noise, and metrics beside an annotator.",
    ),
    "judge": Command(
        "studies.judge.command",
        PEOPLE,
        "Validate judges: agreement, bias, calibration, and what their scores are worth beside human labels.",
    ),
    "drift": Command(
        "studies.drift.command",
        PEOPLE,
        "Say whether a judge moved between two batches, or the systems did, by outputs judged in both.",
    ),
    "panel": Command(
        "studies.panel.command",
        PEOPLE,
        "Say what repeated runs of a judge, and several judges together, are worth, and whom to drop.",
    ),
    "preferences": Command(
        "studies.preferences.command",
        PEOPLE,
        "Compare judges' and metrics' preferences between two outputs with people's, and rank systems by them.",
    ),
    "systems": Command(
        "studies.systems.command",
        PEOPLE,
        "Test which systems are better than which, and whether metrics come to people's conclusions.",
    ),
    "plan": Command(
        "studies.plan.command",
        DESIGN,
        "Plan annotation from a pilot: how wide the interval and how strong the test would be, at what cost.",
    ),
    "certify": Command(
        "studies.certify.command",
        DESIGN,
        "Certify: size and power of every test, coverage of every interval, on simulated tables with a known truth.",
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
