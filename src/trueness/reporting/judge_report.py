"""One self-contained HTML file about judges: the verdict first, then everything it rests on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import trueness
from trueness.reporting import tables
from trueness.reporting.annotator_tables import annotator_tables
from trueness.reporting.comparison_tables import with_symbol
from trueness.reporting.escaping import script_json
from trueness.reporting.figures.length_residuals import length_residuals
from trueness.reporting.figures.reliability_diagram import reliability_diagram
from trueness.reporting.judge_methods import judge_methods
from trueness.reporting.judge_tables import MEASURE_WORDS, MOST_JUDGES, judge_tables
from trueness.reporting.manifest import this_software
from trueness.reporting.page_parts import Part, Section, pictures, section
from trueness.reporting.tables import TableSpec
from trueness.reporting.templates import environment
from trueness.reporting.write_atomically import write_atomically
from trueness.result import jsonable
from trueness.sources.source import Source
from trueness.studies.judge.judge_rows import ALL_SYSTEMS
from trueness.studies.judge.judge_validation import JudgeValidation
from trueness.studies.words import coefficient_words

FORMAT = "trueness judge"
ANNOTATOR_TABLES = ("agreement", "ceiling", "alt_tests", "alt_annotators")
"""What of a study of the annotators is about judges, and what that rests on."""

ONE_PART = ("bias", "order", "prevalence")
"""Tables that are read across judges."""


def write_judge_report(
    validation: JudgeValidation,
    path: str | Path,
    *,
    title: str | None = None,
    sources: Iterable[Source | str | Path] = (),
) -> Path:
    """Write a validation of judges as one HTML file that needs nothing else: no network, no fonts, no scripts.

    The same validation gives the same bytes.

    Parameters
    ----------
    validation : JudgeValidation
    path : str or Path
        Where to write; a file there is replaced, whole or not at all.
    title : str, optional
        The heading; by default made from the data's name and the human scorer.
    sources : iterable of Source, str or Path
        Where scores and texts came from; a string or path is a file.

    Returns
    -------
    Path

    Raises
    ------
    DataError
        If a source is not there.
    OSError
        If the folder does not exist or cannot be written.
    """
    found = [one if isinstance(one, Source) else Source.file(one) for one in sources]
    return write_atomically(path, judge_report_html(validation, title=title, sources=found))


def judge_report_html(
    validation: JudgeValidation, *, title: str | None = None, sources: Sequence[Source] = ()
) -> str:
    """Return the page as HTML (see `write_judge_report`)."""
    table = validation.comparison.table
    templates = files("trueness.reporting").joinpath("templates")
    found = judge_tables(validation)
    has_lengths = any(row.covariate == "length" for row in validation.bias)
    return (
        environment()
        .get_template("judge.html.j2")
        .render(
            title=title or f"{table.name}: which judges can stand in for ‘{validation.human}’",
            version=trueness.__version__,
            validation=validation,
            n_systems=tables.count(table.shape[1]),
            n_inputs=tables.count(table.shape[2]),
            n_labelled=tables.count(validation.n_labelled),
            n_unlabelled=tables.count(validation.n_unlabelled),
            sections={spec.name: section(spec, rows, _parts(validation, spec, rows)) for spec, rows in found},
            bias_figures=pictures([length_residuals(validation)] if has_lengths else []),
            calibration_figures=pictures([reliability_diagram(validation)]),
            annotators=_annotators(validation),
            methods=judge_methods(validation),
            manifest=script_json(_numbers(validation, found, sources)),
            sources=sources,
            software=this_software(),
            css=templates.joinpath("report.css").read_text(encoding="utf-8"),
            js=templates.joinpath("report.js").read_text(encoding="utf-8"),
        )
    )


def _parts(validation: JudgeValidation, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    if not rows or spec.name == "cautions":
        return
    if spec.name == "agreement":
        yield from _by_coefficient(validation, spec, rows)
        return
    order = {name: place for place, name in enumerate(validation.in_order())}
    rows = sorted(rows, key=lambda row: order[row.metric])
    if spec.name == "measures":
        for measure, summary in MEASURE_WORDS.items():
            here = [row for row in rows if row.measure == measure]
            if here:
                yield _part(spec.without("measure"), here, summary, f"{spec.title}: {summary.lower()}")
        return
    if spec.name in ONE_PART:
        yield _part(spec, rows, "", spec.title)
        return
    if spec.name == "means":
        together = [row for row in rows if row.system == ALL_SYSTEMS]
        if together and len(order) > 1:
            summary = "All judges, all systems together"
            yield _part(spec.without("system"), together, summary, f"{spec.title}: {summary.lower()}")
    for name in validation.in_order()[:MOST_JUDGES]:
        here = [row for row in rows if row.metric == name]
        yield _part(spec.without("metric"), here, name, f"{spec.title}: {name}")


def _part(spec: TableSpec, rows: Sequence[Any], summary: str, caption: str) -> Part:
    spec = spec.without(*tables.empty_columns(rows, spec))
    short, shared = tables.without_shared(rows, spec)
    return Part(summary, "", tables.to_html(rows, short, caption=caption, shared=shared))


def _by_coefficient(validation: JudgeValidation, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
    """Yield a part per level and coefficient, the judges by falling estimate; one part where rows have no level."""
    if not hasattr(rows[0], "level"):
        yield _part(spec, rows, "", spec.title)
        return
    settings = validation.comparison.settings
    for level in settings.levels:
        for coefficient in settings.coefficients:
            here = [row for row in rows if (row.level, row.coefficient) == (level, coefficient)]
            here.sort(key=_descending)
            if here:
                summary = f"{level.replace('_', '-').capitalize()} level, {coefficient_words(coefficient)}"
                short = with_symbol(spec.without("level", "coefficient"), coefficient)
                yield _part(short, here, summary, f"{spec.title}: {summary}")


def _descending(row: Any) -> float:
    value = float(getattr(row, "estimate", 0.0))
    return math.inf if math.isnan(value) else -value


def _annotators(validation: JudgeValidation) -> list[Section]:
    """Return what a study of the annotators says of the judges, a part per level and coefficient."""
    study = validation.annotators
    if study is None:
        return []
    found = {spec.name: (spec, rows) for spec, rows in annotator_tables(study)}
    return [
        section(spec, rows, _by_coefficient(validation, spec, rows))
        for spec, rows in (found[name] for name in ANNOTATOR_TABLES)
        if rows
    ]


def _numbers(
    validation: JudgeValidation,
    found: Sequence[tuple[TableSpec, Sequence[Any]]],
    sources: Sequence[Source],
) -> dict[str, Any]:
    """Return every number of the page, tables as a list of columns and lists of values."""
    results = {}
    for spec, rows in found:
        plain = [jsonable(row) for row in tables.as_rows(rows)]
        results[spec.name] = {
            "columns": list(plain[0]) if plain else [],
            "rows": [list(row.values()) for row in plain],
        }
    return {
        "format": FORMAT,
        "software": this_software(),
        "signature": str(validation.signature),
        "sources": [source.to_dict() for source in sources],
        "human": validation.human,
        "judges": list(validation.judges),
        "clusters": validation.clusters,
        "settings": jsonable(validation.settings.to_dict()),
        "conclusions": list(validation.conclusions),
        "results": results,
    }
