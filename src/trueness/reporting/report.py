"""One self-contained HTML file: the verdict first, then everything it rests on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

import trueness
from trueness.errors import ArgumentError
from trueness.reporting import tables
from trueness.reporting.comparison_tables import comparison_tables, select, with_symbol
from trueness.reporting.escaping import script_json
from trueness.reporting.figures.coverage_map import coverage_map
from trueness.reporting.figures.figure import Figure
from trueness.reporting.figures.interval_plot import interval_plot
from trueness.reporting.figures.pvalue_matrix import pvalue_matrix
from trueness.reporting.figures.system_scatter import system_scatter
from trueness.reporting.glance import glance
from trueness.reporting.manifest import Manifest, manifest_of
from trueness.reporting.marks import legend
from trueness.reporting.methods import methods
from trueness.reporting.page_parts import Part, pictures, section
from trueness.reporting.tables import TableSpec
from trueness.reporting.templates import environment
from trueness.reporting.write_atomically import write_atomically
from trueness.sources.source import Source
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.studies.comparison import Comparison
from trueness.studies.words import coefficient_words

LEVEL_NAMES = {
    "system": "System level",
    "input": "Input level",
    "global": "Global level",
    "per_system": "Within single systems",
}


def write_report(
    comparison: Comparison,
    path: str | Path,
    *,
    title: str | None = None,
    sources: Iterable[Source | str | Path] = (),
    reading: Mapping[str, Any] | None = None,
) -> Path:
    """Write a comparison as one HTML file that needs nothing else: no network, no fonts, no scripts.

    The same comparison gives the same bytes. `read_manifest` reads the report as it reads a manifest.

    Parameters
    ----------
    comparison : Comparison
    path : str or Path
        Where to write; a file there is replaced, whole or not at all.
    title : str, optional
        The heading; by default made from the data's name and the human scorer.
    sources : iterable of Source, str or Path
        Where the scores came from, for the manifest (see `manifest_of`).
    reading : mapping, optional
        Arguments given to `read_scores`, for the manifest.

    Returns
    -------
    Path

    Raises
    ------
    DataError
        If a source is not there.
    ArgumentError
        If `comparison` is none, or `reading` has an unknown key.
    OSError
        If the folder does not exist or cannot be written.
    """
    return write_atomically(
        path,
        report_html(comparison, manifest_of(_checked(comparison), sources, reading=reading), title=title),
    )


def _checked(comparison: object) -> Comparison:
    if isinstance(comparison, Comparison):
        return comparison
    other = (
        "; the page of a judge's validation is `write_judge_report`'s"
        if hasattr(comparison, "judges")
        else ""
    )
    raise ArgumentError(
        f"`comparison` must be what `compare` returns, not a {type(comparison).__name__}{other}."
    )


def report_html(comparison: Comparison, manifest: Manifest, *, title: str | None = None) -> str:
    """Return the report as HTML (see `write_report`)."""
    settings = comparison.settings
    described = methods(comparison)
    templates = files("trueness.reporting").joinpath("templates")
    sections = {
        spec.name: section(spec, rows, _parts(comparison, spec, rows))
        for spec, rows in comparison_tables(comparison)
    }
    first, *others = settings.coefficients
    return (
        environment()
        .get_template("report.html.j2")
        .render(
            title=title or f"{comparison.table.name}: which metrics agree with ‘{comparison.human}’",
            version=trueness.__version__,
            comparison=comparison,
            settings=settings,
            n_systems=tables.count(comparison.table.shape[1]),
            n_inputs=tables.count(comparison.table.shape[2]),
            alpha=f"{settings.alpha:g}",
            confidence=f"{100 * settings.confidence:g}%",
            level_names=LEVEL_NAMES,
            words={name: coefficient_words(name) for name in settings.coefficients},
            chance_words={name: _chance_words(name) for name in settings.coefficients},
            symbols={name: coefficient_facts(name).symbol for name in settings.coefficients},
            whole=tables.WHOLE,
            marked=legend(comparison, comparison.metrics),
            glances=[(coefficient, glance(comparison, coefficient)) for coefficient in settings.coefficients],
            warnings=[caution for caution in comparison.cautions if caution.severity == "warning"],
            notes=[caution for caution in comparison.cautions if caution.severity != "warning"],
            figures=pictures(_main_figures(comparison, first)),
            more_figures=[
                (coefficient, pictures([interval_plot(comparison, coefficient)])) for coefficient in others
            ],
            beside_figures=pictures(
                pvalue_matrix(comparison, first, beside=over)
                for over in dict.fromkeys(row.over for row in comparison.beside if row.coefficient == first)
            ),
            complete=not np.isnan(comparison.table.values).any(),
            sections=sections,
            methods=described,
            manifest=script_json(manifest.to_dict()),  # escaped for a script element
            sources=manifest.sources,
            software=manifest.software,
            css=templates.joinpath("report.css").read_text(encoding="utf-8"),
            js=templates.joinpath("report.js").read_text(encoding="utf-8"),
        )
    )


def _chance_words(coefficient: str) -> str:
    """Return what the stroke on the axis of a whisker is; there is none where chance has no fixed value."""
    chance = coefficient_facts(coefficient).chance
    if chance is None:
        return "absent, since what chance gives depends on the ties of the human scores"
    return "zero" if chance == 0 else f"{chance:g}, what chance gives"


def _main_figures(comparison: Comparison, coefficient: str) -> list[Figure]:
    found = [interval_plot(comparison, coefficient)]
    if comparison.tests:
        found.append(pvalue_matrix(comparison, coefficient))
    of_systems = comparison.settings.coefficients_at("system")
    if "system" in comparison.settings.levels and of_systems and comparison.table.has_systems:
        found.append(system_scatter(comparison, coefficient if coefficient in of_systems else of_systems[0]))
    if np.isnan(comparison.table.values).any():
        found.append(coverage_map(comparison.table))
    return found


def _parts(comparison: Comparison, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    """Yield one part per level and coefficient, or a single one where rows have no coefficient."""
    if not rows:
        return
    if not hasattr(rows[0], "coefficient"):
        short, shared = tables.without_shared(rows, spec)
        yield Part("", "", tables.to_html(rows, short, caption=spec.title, shared=shared))
        return
    by_estimate = not hasattr(rows[0], "rival")
    for level in comparison.settings.levels:
        for coefficient in comparison.settings.coefficients_at(level):
            part = select(rows, level, coefficient)
            if by_estimate:
                part = tuple(sorted(part, key=_descending))
            if part:
                short = spec.without("level", "coefficient", *tables.empty_columns(part, spec))
                short, shared = tables.without_shared(part, with_symbol(short, coefficient))
                summary = f"{LEVEL_NAMES[level]}, {coefficient_words(coefficient)}"
                caption = f"{spec.title}: {summary}"
                yield Part(
                    summary, _remark(part), tables.to_html(part, short, caption=caption, shared=shared)
                )


def _descending(row: Any) -> float:
    return math.inf if math.isnan(row.estimate) else -float(row.estimate)


def _remark(rows: Sequence[Any]) -> str:
    """Return what a closed part says of its rows."""
    if not hasattr(rows[0], "verdict"):
        return ""
    separated = sum(row.verdict in ("better", "worse") for row in rows)
    return f"{separated} of {len(rows)} separated"
