"""Write docs/columns.md from what is declared of columns and rows; `make docs` runs this.

`tests/docs/test_write_columns.py` fails when the page is old.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import trueness
from trueness.columns.explained import OWN, type_in_words
from trueness.columns.meaning import Meaning
from trueness.columns.registry import SUBJECTS, columns_of, declared, lower, meanings, rows_of, types_of
from trueness.reporting.declared_tables import declared_table
from trueness.reporting.writing.tables import TableSpec
from trueness.result import rows_by_table
from trueness.study.folders import STUDIES, has_file
from trueness.study.registry import find_study

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "columns.md"

HEAD = """\
# Columns

<!-- Written by docs/write_columns.py from src/trueness/columns and the rows of results; `make docs` writes it anew. -->

What the columns of results mean, in tables, CSV, JSON and dataframes. A name means the same wherever it is not listed
under [other meanings](#other-meanings). `…_low` and `…_high` are the interval of the number before them where nothing
else is said. A value without a definition is NaN in Python and `null` in JSON. The other words are in the
[glossary](glossary.md).
"""

OTHER = """\
## Other meanings

What a column means in some tables alone, because they are about something else; most often `estimate`, the number that
a table is about.
"""

NUMBERS = {"pvalue": "p-value", "share": "share"}
"""Kinds of numbers that say more than that they are numbers."""

KINDS = {"str": "text", "int": "whole number", "float": "number", "bool": "true, false"}


def page() -> str:
    """Return the page."""
    tables = load()
    lines = [HEAD, *(line for subject in SUBJECTS for line in subject_lines(subject, tables))]
    return "\n".join([*lines, OTHER, *table(("column", "in tables", "meaning"), other_lines(tables)), ""])


def load() -> dict[type, list[str]]:
    """Load all rows and tables; return the names of the tables of each class of rows, with their study."""
    found: dict[type, list[str]] = {}
    parts = ("trueness.decisions", "trueness.study", "trueness.studies", "trueness.reporting")
    names = [module.name for module in pkgutil.walk_packages(trueness.__path__, "trueness.")]
    specs = [
        one
        for name in names
        if name.startswith(parts)
        for one in vars(importlib.import_module(name)).values()
        if isinstance(one, TableSpec) and one.row
    ]
    specs += [
        declared_table(name, row)
        for study in STUDIES
        if not has_file(study, "view")
        for name, row in rows_by_table(find_study(study).result_type).items()
    ]
    for row in rows_of("trueness"):
        shown = dict.fromkeys(f"`{spec.name}`" for spec in specs if spec.row is row)
        found[row] = [f"{study_of(row)} {name}".strip() for name in shown]
    return found


def study_of(row: type) -> str:
    """Return the study that a class of rows belongs to; empty where there is none."""
    folder = row.__module__.split(".")[2]
    return folder if folder in STUDIES else ""


def subject_lines(subject: str, rows: Iterable[type]) -> Iterator[str]:
    """Yield the heading of a file of declarations, and the table of its columns."""
    said = importlib.import_module(f"trueness.columns.{subject}").__doc__ or ""
    yield f"## {re.split('[:.]', said)[0].removeprefix('Columns of ').capitalize()}\n"
    found = columns_of(subject)
    yield from table(("column", "kind", "meaning"), (cells(name, one, rows) for name, one in found.items()))
    yield ""


def cells(name: str, meaning: Meaning, rows: Iterable[type]) -> tuple[str, ...]:
    """Return what a line says of a column: its name, or two of an interval, its kinds, and what it means."""
    there = [row for row in rows if name in types_of(row)]
    alike = [row for row in there if meanings(row)[name].text == meaning.text]
    types = [types_of(row) for row in alike or there]
    names = [name, *(one for kinds in types for one in kinds if lower(one) == name and one not in declared())]
    kinds = dict.fromkeys(kind_in_words(one[name]) for one in types)
    return ", ".join(f"`{one}`" for one in dict.fromkeys(names)), "; ".join(kinds), meaning.text


def kind_in_words(kind: object) -> str:
    """Return what values a column has: ``share``, ``whole number``, or the choices."""
    marks = [NUMBERS[one] for one in getattr(kind, "__metadata__", ()) if one in NUMBERS]
    words = type_in_words(kind).removesuffix(" or None")
    if words.startswith("{"):
        return words.strip("{}").replace("'", "`")
    return marks[0] if marks else KINDS.get(words, "list")


def other_lines(tables: Mapping[type, list[str]]) -> Iterator[tuple[str, ...]]:
    """Yield what a line says of a column that means something else in some tables: its name, where, and what."""
    found: dict[tuple[str, str], list[str]] = {}
    for row, names in tables.items():
        for name, own in getattr(row, OWN).items():
            if own.text and names:
                kind = kind_in_words(types_of(row)[name])
                choices = f" One of {kind}." if kind.startswith("`") else ""
                found.setdefault((name, meanings(row)[name].text + choices), []).extend(names)
    for (name, text), where in sorted(found.items(), key=lambda one: one[0][0]):
        yield f"`{name}`", ", ".join(dict.fromkeys(where)), text


def table(head: Iterable[str], lines: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield a table."""
    columns = tuple(head)
    yield f"| {' | '.join(columns)} |"
    yield "|---" * len(columns) + "|"
    for line in lines:
        yield f"| {' | '.join(cell.replace('``', '`').replace('|', chr(92) + '|') for cell in line)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
