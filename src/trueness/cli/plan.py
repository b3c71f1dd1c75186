"""`trueness plan`: how many systems, inputs and annotators it takes."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from trueness.cli.options import (
    ASK,
    FIGURES,
    QUESTION,
    RESAMPLING,
    RUNNING,
    SOURCE,
    SOURCES,
    TEST,
    option,
    output,
    takes,
)
from trueness.methods.registry import PLANNED_INTERVAL, RECOMMENDED

PLAN_TABLES = ("designs", "next", "cautions")
SHOWN = ("designs", "next")
DESIGN = "Designs"

_Words = list[str] | None

PILOT = {
    **SOURCES,
    "scores": (
        Annotated[
            _Words,
            typer.Argument(
                help="The pilot: files of scores or of texts, or names of data sets; none with --assume.",
                show_default=False,
            ),
        ],
        None,
    ),
    "assume": option(
        _Words,
        "--assume",
        "In place of a pilot, standard deviations: quality, difficulty, output, bias, noise, annotator, preference, "
        "e.g. quality=.5,annotator=1; those not named have defaults.",
        SOURCE,
    ),
}
"""What is known about the data to come."""

PLAN = {
    "human": QUESTION["human"],
    "metrics": option(
        _Words, "--metrics", "The metric to plan for and, for power, its rival: one or two names.", ASK
    ),
    "level": option(str, "--level", "system or input (= summary).", ASK, "system"),
    "coefficient": option(str, "--coefficient", "pearson, spearman or kendall.", ASK, "pearson"),
    "systems": option(
        _Words,
        "--systems",
        "Numbers of systems; default the pilot's, half and twice it (separate by commas).",
        DESIGN,
    ),
    "inputs": option(
        _Words,
        "--inputs",
        "Numbers of inputs; default the pilot's, half and twice it (separate by commas).",
        DESIGN,
    ),
    "annotators": option(
        _Words,
        "--annotators",
        "Numbers of annotators; default those of the pilot (separate by commas).",
        DESIGN,
    ),
    "cost": option(float, "--cost", "Of one judgement.", DESIGN, 1.0),
    "width": option(float | None, "--width", "The interval is to be no wider.", TEST),
    "power": option(float | None, "--power", "The difference is to be found so often.", TEST),
    "difference": option(float, "--difference", "Of the two metrics' Pearson correlations.", TEST, 0.1),
    "detect": option(
        float | None,
        "--detect",
        "Show the smallest difference that each design finds with this power, e.g. .8.",
        TEST,
    ),
    "interval": option(
        str,
        "--interval",
        "jackknife, bootstrap_both, bca_both or another that `trueness certify` studies.",
        TEST,
        PLANNED_INTERVAL,
    ),
    "test": option(
        str,
        "--test",
        "recommended (that of compare), fisher_permutation, studentized_permutation, permute_systems, "
        "sign_flip or another that `trueness certify` studies.",
        TEST,
        RECOMMENDED,
    ),
    "alpha": option(float, "--alpha", "Level of the test.", TEST, 0.05),
    "runs": option(int, "--runs", "Tables simulated per design.", TEST, 400),
    "resamples": option(int, "--resamples", "Of the test and the interval.", TEST, 499),
}
"""What is planned for."""

PRINTING = {**output(PLAN_TABLES), **FIGURES}


@takes(PILOT, PLAN, {key: RESAMPLING[key] for key in ("seed", "workers")}, RUNNING, PRINTING)
def plan(**given: Any) -> None:
    """Plan annotation from a pilot: how wide the interval and how strong the test would be, at what cost."""
    from trueness.cli.figure_folder import check_figure_folder, save_figures
    from trueness.cli.idle_options import ASSUMED, check_idle
    from trueness.cli.planning import found_plan
    from trueness.cli.running import running
    from trueness.cli.showing_study import checked_printing, show_study
    from trueness.reporting.figures.plan_curves import plan_curves
    from trueness.reporting.plan_tables import plan_tables
    from trueness.reporting.terminal import shown_progress

    printing = checked_printing({key: given.pop(key) for key in PRINTING}, PLAN_TABLES)
    folder = printing["figures"]
    check_figure_folder(folder)
    check_idle(given, ASSUMED)
    with running(given), shown_progress(quiet=printing["json"]) as (watch, progress):
        found = found_plan(given, watch, progress)
    written = {"figures": save_figures([plan_curves(found)], folder)} if folder else None
    tables = {spec.name: (spec, rows) for spec, rows in plan_tables(found)}
    show_study(found, tables, printing, shown=SHOWN, alone="designs", written=written)
