"""`trueness metrics`: which metrics there are, what is known of each, and verifying them."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.options import JSON, PRINT, argument, option, takes
from trueness.cli.running import prints_aside
from trueness.cli.showing import IN_JSON, console, say, write_json
from trueness.commands.asking import Group, Plain
from trueness.commands.verify import verify
from trueness.reporting.terminal import printable
from trueness.reporting.writing.tables import Column, TableSpec
from trueness.result import jsonable

if TYPE_CHECKING:
    from trueness.metrics.scoring.metric_facts import MetricFacts, MetricFamily

METRICS = {
    "pattern": argument(list[str] | None, "Names and shell patterns; default all.", None),
    "all": option(bool, "--all", "One line for every name, not for every family.", PRINT, default=False),
}
"""Which metrics are listed."""

METRIC = {"name": argument(str, "Name of a metric.")}
"""Which metric."""

metrics = typer.Typer(cls=Group, help="Metrics that texts can be scored with: list, show, verify.")


@metrics.command("list", cls=Plain)
@takes(METRICS, JSON)
def list_metrics(**given: Any) -> None:
    """List the metrics, a family on one line; every name with --all or a pattern."""
    from trueness.data.scores.patterns import split_patterns
    from trueness.metrics.scoring.metric_facts import demanding_facts, metric_facts, metric_families
    from trueness.metrics.scoring.registry import metric_names

    asked = split_patterns(given["pattern"])
    if asked or given["all"] or given["json"]:
        with prints_aside():
            facts = metric_facts(asked or metric_names())
            more = [] if asked else demanding_facts()
        show_metrics(facts, more, as_json=given["json"])
    else:
        with prints_aside():
            families = metric_families()
        show_families(families)


@metrics.command("show", cls=Plain)
@takes(METRIC, JSON)
def show_metric(**given: Any) -> None:
    """Say what a metric needs and returns, with which settings, and what to cite."""
    from trueness.metrics.scoring.metric_facts import metric_facts
    from trueness.metrics.scoring.registry import get_metric

    with prints_aside():
        (facts,) = metric_facts(get_metric(given["name"]))
    show_one_metric(facts, as_json=given["json"])


metrics.command("verify", cls=Plain)(verify)

METRICS_TABLE = TableSpec(
    "metrics",
    "Metrics",
    "Metrics that texts can be scored with.",
    (
        Column("metric", "Name"),
        Column("needs", "Needs"),
        Column("better", "Better"),
        Column("range", "Range"),
        Column("default", "Default", "mark"),
        Column("slow", "Slow", "mark"),
    ),
)

DEMANDING = TableSpec(
    "demanding",
    "Metrics that need more than texts",
    "Metrics that need vectors, a model, a program or a file, and what of it is on this machine.",
    (
        Column("metric", "Name"),
        Column("needs", "Needs"),
        Column("requires", "And"),
        Column("here", "Here"),
    ),
)

LABEL = 15
"""Width of the labels of what is known of one metric."""


def show_families(families: Sequence[MetricFamily]) -> None:
    """Print a paragraph for every family: how its names are spelled, what they need, what they are."""
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for family in families:
        facts = [f"{family.count} names"] if family.count > 1 else []
        joined = " or ".join(family.needs) if family.count > 1 else " and ".join(family.needs)
        facts += [f"needs {joined}"] if joined else []
        facts += [] if family.higher_is_better is None else [f"{_better(family.higher_is_better)} is better"]
        lines = [_line(family.summary), *filter(None, [family.note])]
        if "<" in family.scheme or "[" in family.scheme:
            lines.append(f"Such as {', '.join(family.examples)}.")
        if family.origin != "built-in":
            lines.append(f"From {family.origin}.")
        out.print(Text.assemble((printable(family.scheme), "bold"), f"  {', '.join(facts)}"))
        out.print(Padding(Text(printable(" ".join(lines))), (0, 0, 1, 4), expand=False))
    say("Every name: trueness metrics list --all. Everything about one: trueness metrics show NAME.")


def _line(summary: str) -> str:
    """Return a docstring's first line without its marks of code."""
    return summary.replace("``", "")


def show_metrics(
    found: Sequence[MetricFacts], demanding: Sequence[MetricFacts] = (), *, as_json: bool
) -> None:
    """Print one line for every metric, those that need more than texts apart, or everything as JSON."""
    from trueness.reporting.terminal import print_table

    if as_json:
        write_json([_values(facts) for facts in (*found, *demanding)])
        return
    rows = [
        {
            "metric": facts.metric,
            "needs": ", ".join(facts.needs),
            "better": _better(facts.higher_is_better),
            "range": _range(facts, ".3g"),
            "default": facts.default,
            "slow": facts.slow,
        }
        for facts in found
    ]
    print_table(console(), METRICS_TABLE, rows, rest=IN_JSON)
    if demanding:
        print_table(console(), DEMANDING, [_demanding(facts) for facts in demanding], rest=IN_JSON)


def _demanding(facts: MetricFacts) -> dict[str, str]:
    """Return a row of what a metric needs beside texts, and whether that is here; files are the user's to name."""
    lacking = [what for what, here in facts.requires.items() if here is False]
    named = any(here is None for here in facts.requires.values())
    here = "no" if len(lacking) == len(facts.requires) else f"not {', '.join(lacking)}" if lacking else "yes"
    return {
        "metric": facts.metric,
        "needs": ", ".join(facts.needs),
        "requires": ", ".join(facts.requires),
        "here": "name it" if named and not lacking else here,
    }


def show_one_metric(facts: MetricFacts, *, as_json: bool) -> None:
    """Print everything that is known of a metric."""
    if as_json:
        write_json(_values(facts))
        return
    from trueness.metrics.metric import JOINS

    lines = {
        "name": facts.metric,
        "what": facts.summary,
        "options": facts.options or "none",
        "needs": ", ".join(("output", *facts.needs)),
        "references": JOINS.get(facts.joins, "it does not say how several make one score")
        if "references" in facts.needs
        else "not read",
        "better": _better(facts.higher_is_better),
        "range": _range(facts),
        "empty output": _number(facts.empty_output),
        "deterministic": "yes" if facts.deterministic else "no",
        "slow": "yes: computed for thousands of outputs only when named" if facts.slow else "no",
        "by default": "computed" if facts.default else "not computed: name it",
        "system score": f"corpus formula '{facts.corpus_formula}'"
        if facts.corpus_formula
        else "mean over outputs",
        "settings": facts.signature or "the name says it all",
        "from": facts.origin,
        "cite": facts.citation,
    }
    for key, text in lines.items():
        for k, line in enumerate(_wrapped(text)):
            say(f"{'' if k else key:<{LABEL}}{line}")
    say("")
    for line in facts.bibtex.strip().splitlines():
        say(line)


def _wrapped(text: str) -> list[str]:
    """Return a text in lines that fit beside the labels."""
    from rich.text import Text

    out = console()
    width = max(out.width - LABEL, 20)
    return [
        line.plain.rstrip() for line in Text("\n".join(map(printable, text.splitlines()))).wrap(out, width)
    ]


def _values(facts: MetricFacts) -> dict[str, Any]:
    """Return the facts as JSON-ready values; an infinite bound and an undefined score are null."""
    values = dataclasses.asdict(facts)
    for key in ("lower", "upper", "empty_output"):
        values[key] = values[key] if math.isfinite(values[key]) else None
    found: dict[str, Any] = jsonable(values)
    return found


def _better(higher: bool) -> str:
    return "higher" if higher else "lower"


def _range(facts: MetricFacts, digits: str = "g") -> str:
    if math.isinf(facts.lower) and math.isinf(facts.upper):
        return "any number"
    return f"{_number(facts.lower, digits)} to {_number(facts.upper, digits)}"


def _number(value: float, digits: str = "g") -> str:
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "no bound"
    return f"{value:{digits}}"
