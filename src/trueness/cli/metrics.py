"""`trueness metrics`: which metrics there are, and what is known of each."""

from __future__ import annotations

from typing import Any

import typer

from trueness.cli.options import JSON, PRINT, argument, option, takes
from trueness.cli.prints_aside import prints_aside

METRICS = {
    "pattern": argument(list[str] | None, "Names and shell patterns; default all.", None),
    "all": option(bool, "--all", "One line for every name, not for every family.", PRINT, default=False),
}
"""Which metrics are listed."""

METRIC = {"name": argument(str, "Name of a metric.")}
"""Which metric."""

metrics = typer.Typer(help="Metrics that texts can be scored with: list, show.", no_args_is_help=True)


@metrics.command("list")
@takes(METRICS, JSON)
def list_metrics(**given: Any) -> None:
    """List the metrics, a family on one line; every name with --all or a pattern."""
    from trueness.cli.showing_metrics import show_families, show_metrics
    from trueness.data.patterns import split_patterns
    from trueness.metrics.scoring.metric_facts import metric_facts, metric_families
    from trueness.metrics.scoring.registry import metric_names

    asked = split_patterns(given["pattern"])
    if asked or given["all"] or given["json"]:
        with prints_aside():
            facts = metric_facts(asked or metric_names())
        show_metrics(facts, as_json=given["json"])
    else:
        with prints_aside():
            families = metric_families()
        show_families(families)


@metrics.command("show")
@takes(METRIC, JSON)
def show_metric(**given: Any) -> None:
    """Say what a metric needs and returns, with which settings, and what to cite."""
    from trueness.cli.showing_metrics import show_one_metric
    from trueness.metrics.scoring.metric_facts import metric_facts
    from trueness.metrics.scoring.registry import get_metric

    with prints_aside():
        (facts,) = metric_facts(get_metric(given["name"]))
    show_one_metric(facts, as_json=given["json"])
