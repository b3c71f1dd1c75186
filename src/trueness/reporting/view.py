"""How a study's result is shown: its tables, what of it stands on a terminal, and its page."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.decision import Decision
from trueness.errors import ArgumentError
from trueness.reporting.abridged import MOST_ROWS
from trueness.reporting.citation import Methods
from trueness.reporting.declared_tables import declared_tables, first_numbers, in_words
from trueness.reporting.figures.figure import Figure, figure_name
from trueness.reporting.form import Form
from trueness.reporting.page import (
    MOST_SHOWN_ROWS,
    Block,
    Chapter,
    Head,
    Page,
    Part,
    Section,
    Text,
    Tile,
    alternatives,
    counted_facts,
    led_by,
    pictures,
    section,
    whole_part,
)
from trueness.reporting.study_methods import find_methods
from trueness.reporting.writing import tables
from trueness.reporting.writing.shown_names import showing_names_of
from trueness.reporting.writing.tables import More, TableSpec, more_words
from trueness.result import Result
from trueness.statistics.coefficient_facts import coefficient_facts
from trueness.study.folders import listed
from trueness.study.rows import Caution
from trueness.study.study import StudyResult

ResultT = TypeVar("ResultT", bound=StudyResult)

Table = tuple[TableSpec, Sequence[Any]]
"""What a table shows, and its rows."""

LEVEL_NAMES = {
    "system": "System level",
    "input": "Input level",
    "global": "Global level",
    "per_system": "Within single systems",
}


PARTED_BY = ("facet", "human", "level", "coefficient")
"""Tables have a part for each of these."""

MOST_OPEN_ROWS = 1500
"""Of a table with more rows in all its parts fewer are shown at once, since only others are compressed."""

FEWEST_SHOWN_ROWS = 20

PAGE_WIDTH = 120
"""Letters of a line for which the table on the first screen of a page is made."""

FIRST_ROWS = 10
"""Rows of the table on a first screen; `--table` with its name shows all."""

CAUTIONS = TableSpec.of(
    Caution,
    "cautions",
    "Cautions",
    "What a reader of the numbers has to know.",
    ("severity", "code", "message"),
)


DECISIONS = TableSpec.of(
    Decision,
    "decisions",
    "Decisions",
    "What each rule answers, the number that decided, the bar it was held against, and what is promised.",
    (
        *("rule", "about", "facet", "level", "coefficient", "answer", "names", "undefined", "reason"),
        *("estimate", ("low", "high"), "side", "bar", "applies_to", "promise"),
    ),
    dispensable=(("promise",), ("applies_to",), ("side",), ("coefficient",), ("level",)),
)
SHARED = (DECISIONS.name, CAUTIONS.name)
"""Tables that every study has."""


def shared_tables(result: Result) -> tuple[Table, ...]:
    """Return what every study has besides its own tables: decisions and cautions."""
    unused = [
        key
        for key in ("about", "facet", "level", "coefficient", "undefined")
        if not any(getattr(row, key) for row in result.decisions)
    ]
    return (DECISIONS.without(*unused), result.decisions), (CAUTIONS, result.cautions)


def question_of(study: str) -> str:
    """Return what the list of commands says of a study, as small print."""
    said = listed(study)
    return in_words(study) if said is None else f"{said.summary[:1].lower()}{said.summary[1:].rstrip('.')}"


class View(Generic[ResultT]):
    """How the results of one study are shown; what a study does not say follows from what its rows declare.

    Attributes
    ----------
    eyebrow : str
        The question in small print, at the head of the page; by default what the list of commands says of the study.
    shown : tuple of str
        Tables that a terminal shows where none is named; by default the first.
    alone : str
        The table that stands alone in CSV, LaTeX, Markdown and JSON where none is named; by default the first.
    for_papers : str
        The table that is made for papers; by default the one that stands alone.
    specs : tuple of TableSpec
        The tables of the study, each named after the field of the result that holds its rows; by default those that the
        rows declare.
    needs : mapping of str to str
        What it takes to have rows in a table, in the words of the command line; said where one that is asked for is
        empty.
    """

    eyebrow: ClassVar[str] = ""
    shown: ClassVar[tuple[str, ...]] = ()
    alone: ClassVar[str] = ""
    for_papers: ClassVar[str] = ""
    specs: ClassVar[tuple[TableSpec, ...]] = ()
    needs: ClassVar[Mapping[str, str]] = {}

    _drawn: tuple[ResultT, Sequence[Figure]] | None = None

    def tables(self, result: ResultT) -> tuple[Table, ...]:
        """Return all tables with their rows, empty ones included; captions say the settings."""
        own = [(spec, result.rows_of(spec.name)) for spec in self.specs] or declared_tables(result)
        fitted = [(self.fitted(result, spec, rows), rows) for spec, rows in own]
        captions, data = self.captions(result), self.data(result)
        return tuple(
            (dataclasses.replace(spec, data=data, caption=captions.get(spec.name, spec.caption)), rows)
            for spec, rows in (*fitted, *shared_tables(result))
        )

    def data(self, result: ResultT) -> str:
        """Return on what all tables rest, in a sentence; by default nothing."""
        del result
        return ""

    def captions(self, result: ResultT) -> Mapping[str, str]:
        """Return captions that say the settings, by table; the others keep their own."""
        del result
        return {}

    def fitted(self, result: ResultT, spec: TableSpec, rows: Sequence[Any]) -> TableSpec:
        """Return one of the study's tables without what these rows or the settings make superfluous; by default all."""
        del result, rows
        return spec

    def title(self, result: ResultT) -> str:
        """Return the heading of the page; by default the data and the study."""
        names = [part.name for part in result.data.values() if isinstance(part, ScoreTable)]
        return ": ".join([*names[:1], in_words(result.STUDY)])

    def facts(self, result: ResultT) -> str:
        """Return what was compared on what, in one line; by default how many scorers, systems and inputs there are."""
        shapes = [part.shape for part in result.data.values() if isinstance(part, ScoreTable)]
        return " · ".join(
            counted_facts(*zip(shape, ("scorer", "system", "input"), strict=True)) for shape in shapes[:1]
        )

    def shown_of(self, result: ResultT) -> tuple[str, ...]:
        """Return the tables that a terminal shows where none is named."""
        return self.shown or (self.alone_of(result),)

    def alone_of(self, result: ResultT) -> str:
        """Return the table that stands alone where none is named."""
        return self.alone or self.tables(result)[0][0].name

    def of_paper(self, result: ResultT) -> str:
        """Return the table that a paper has."""
        return self.for_papers or self.alone_of(result)

    def of_print(self, result: ResultT) -> tuple[Figure, ...]:
        """Return the figures that a paper has: of those that differ in level and coefficient alone the first."""
        kinds: dict[str, Figure] = {}
        for figure in self.drawn(result):
            kinds.setdefault(figure.name.partition("-")[0], figure)
        return tuple(kinds.values())

    def printed(self, result: ResultT, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal of some width shows it: whole, or in parts."""
        del width
        return [self.table(result, name)]

    def printed_by_default(self, result: ResultT, name: str, width: int) -> Sequence[Table]:
        """Return a table as a terminal shows it where none is named; by default the same."""
        return self.printed(result, name, width)

    def first_table(self, result: ResultT, width: int) -> Sequence[Table]:
        """Return the one table of the first screen, the first few of its rows; nothing where all are empty."""
        for name in self.shown_of(result):
            for spec, rows in self.printed_by_default(result, name, width):
                if rows:
                    return [few(spec, rows, spec.name)]
        return []

    def prepare(self, result: ResultT) -> None:
        """Compute what pages and figures show beyond the result, where and as the present execution says."""

    def figures(self, result: ResultT) -> Sequence[Figure]:
        """Return the figures of the study."""
        del result
        return ()

    def drawn(self, result: ResultT) -> Sequence[Figure]:
        """Return the figures of the study; a view draws those of a result once, for its page and for files."""
        if self._drawn is None or self._drawn[0] is not result:
            with showing_names_of(result):
                self._drawn = result, tuple(self.figures(result))
        return self._drawn[1]

    def pictured(self, result: ResultT) -> tuple[Block, ...]:
        """Return the figures as blocks of the page."""
        return pictures(self.drawn(result))

    def head(self, result: ResultT) -> Head:
        """Return what stands below the answers of the first screen: four numbers at most."""
        return Head(tuple(self.tiles(result)))

    def tiles(self, result: ResultT) -> Iterable[Tile]:
        """Return the numbers of the first screen; by default of each row of the first table the first."""
        if self.specs or type(self).tables is not View.tables:
            return ()
        return first_numbers(*self.tables(result)[0])

    def leading(self, result: ResultT) -> str | None:
        """Return the name of the figure that stands on the first screen; by default the first of the page does."""
        del result
        return None

    def methods(self, result: ResultT) -> Methods:
        """Return what a paper has to say of it, as the folder of its study does."""
        return find_methods(result).methods(result)

    def chapters(self, result: ResultT) -> Iterable[Chapter]:
        """Return the chapters of the page: by default the figures, and each table that has rows."""
        yield Chapter("figures", "Figures", self.pictured(result))
        for spec, rows in self.tables(result):
            if rows and spec.name not in SHARED:
                yield Chapter(spec.name, spec.title, (self.section(spec, rows),), in_words(spec.name))

    def section(self, spec: TableSpec, rows: Sequence[Any], **more: Any) -> Block:
        """Return a table as a block of a page, in parts (see `page.section`); of a long one a few rows of each part."""
        n_parts = len({tuple(getattr(row, key, "") for key in PARTED_BY) for row in rows})
        if n_parts * MOST_SHOWN_ROWS > MOST_OPEN_ROWS:
            spec = dataclasses.replace(spec, at_once=max(FEWEST_SHOWN_ROWS, MOST_OPEN_ROWS // n_parts))
        if len(rows) > MOST_ROWS:
            spec = dataclasses.replace(spec, kept=max(MOST_SHOWN_ROWS, MOST_ROWS // n_parts))
        return section(spec, rows, self.parts(spec, rows), **more)

    def parts(self, spec: TableSpec, rows: Sequence[Any]) -> Iterator[Part]:
        """Yield one part per level and coefficient, a single one where rows have none."""
        return parts_by_level(spec, rows)

    def table(self, result: ResultT, name: str) -> Table:
        """Return one table with its rows."""
        return next(found for found in self.tables(result) if found[0].name == name)

    def empty_words(self, name: str) -> str:
        """Return that a table is empty, and what it takes."""
        return f"The table '{name}' is empty. {self.needs.get(name, 'These data have nothing of the kind.')}"

    @property
    def form(self) -> Form:
        """What of the page was asked for otherwise than by default."""
        return Form()

    def in_form(self, form: Form) -> View[ResultT]:
        """Return the view with what a page was asked for; by default there is nothing to ask for but the title."""
        del form
        return self

    def with_texts(self, texts: Texts) -> View[ResultT]:
        """Return the view with what was scored, to be read on the page.

        Raises
        ------
        ArgumentError
            If the page has no place for it.
        """
        del texts
        raise ArgumentError(
            "`texts` are shown on the page of a comparison by one human scorer only; leave them out."
        )

    def _decided(self, result: ResultT) -> Iterator[Chapter]:
        """Yield the decisions with their bars and promises, folded: the first screen says the answers."""
        for spec, rows in self.tables(result):
            if rows and spec.name == DECISIONS.name:
                said = "Every rule, its bar and its promise"
                yield Chapter(
                    spec.name, spec.title, (section(spec, rows, [whole_part(spec, rows)], folded=said),)
                )

    def page(self, result: ResultT, title: str | None = None) -> Page:
        """Return the page."""
        chapters = (*self.chapters(result), *self._decided(result))
        head, chapters = led_by(self.head(result), chapters, self.leading(result))
        if not head.table:
            first = self.first_table(result, PAGE_WIDTH)
            head = dataclasses.replace(
                head, table=tuple(block for table in first for block in unfolded(*table))
            )
            chapters = tuple(_behind(chapter, {spec.name for spec, _ in first}) for chapter in chapters)
        return Page(
            eyebrow=self.eyebrow or question_of(result.STUDY),
            title=title or self.title(result),
            facts=self.facts(result),
            chapters=chapters,
            methods=self.methods(result),
            head=head,
        )


def unfolded(spec: TableSpec, rows: Sequence[Any]) -> tuple[Text, ...]:
    """Return a table as it stands on the first screen of a page, with what else there is to know of it.

    Parameters
    ----------
    spec : TableSpec
    rows : sequence
    """
    said = more_words(spec, "below")
    return Text(html=whole_part(spec, rows).html), *((Text(said),) if said else ())


def _behind(chapter: Chapter, names: Collection[str]) -> Chapter:
    """Return a chapter with the tables folded that the first screen has."""
    blocks = tuple(
        dataclasses.replace(block, open=0) if isinstance(block, Section) and block.name in names else block
        for block in chapter.blocks
    )
    return dataclasses.replace(chapter, blocks=blocks)


def few(spec: TableSpec, rows: Sequence[Any], table: str) -> Table:
    """Return the first rows of a table, and how many more there are; one more is shown in place of that.

    Parameters
    ----------
    spec : TableSpec
    rows : sequence
    table : str
        The table that has all of them.
    """
    more = len(rows) - FIRST_ROWS
    if more <= 1:
        return spec, rows
    return dataclasses.replace(spec, more=More(f"and {more:,} more rows", table)), rows[:FIRST_ROWS]


def without_empty(rows: Sequence[Any], spec: TableSpec) -> TableSpec:
    """Return the table without columns in which every value is undefined; all of it where there are no rows."""
    return spec.without(*tables.empty_columns(rows, spec)) if rows else spec


def parts_by_level(
    spec: TableSpec, rows: Sequence[Any], remark: Callable[[Sequence[Any]], str] | None = None
) -> Iterator[Part]:
    """Yield one part of a table per level and coefficient, in the order of the rows; one where rows have no level.

    In a part the largest estimate stands first, unless the rows compare two things. What a closed part says of its rows
    is the remark, by default `separated_remark`.
    """
    said = separated_remark if remark is None else remark
    if not rows:
        return
    if not (hasattr(rows[0], "level") and hasattr(rows[0], "coefficient")):
        yield whole_part(spec, rows)
        return
    places: dict[tuple[str, str], list[Any]] = {}
    for row in rows:
        places.setdefault((row.level, row.coefficient), []).append(row)
    for (level, coefficient), found in places.items():
        if hasattr(found[0], "estimate") and not hasattr(found[0], "rival"):
            found.sort(key=_descending)
        summary = f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
        short = tables.with_symbol(spec.without("level", "coefficient"), coefficient)
        yield whole_part(short, found, summary, said(found))


def _descending(row: Any) -> float:
    return math.inf if math.isnan(row.estimate) else -float(row.estimate)


def switched(figures: Iterable[Figure], keys: Iterable[tuple[str, str]]) -> tuple[Block, ...]:
    """Return figures as images; those that differ in level and coefficient alone as one, of which the reader chooses.

    Parameters
    ----------
    figures : iterable of Figure
        Their names end with coefficient and level, where they are of one.
    keys : iterable of (level, coefficient)
    """
    words = {
        f"-{figure_name(coefficient, level)}": f"{LEVEL_NAMES[level]}, {coefficient_facts(coefficient).words}"
        for level, coefficient in keys
    }
    kinds: dict[str, list[tuple[str, tuple[Block, ...]]]] = {}
    for figure in figures:
        ending = next((one for one in words if figure.name.endswith(one)), "")
        kinds.setdefault(figure.name.removesuffix(ending), []).append(
            (words.get(ending, ""), pictures([figure]))
        )
    return tuple(
        block for choices in kinds.values() for block in alternatives("Level and coefficient", choices)
    )


def separated_remark(rows: Sequence[Any]) -> str:
    """Return what a closed part says of its rows."""
    if not hasattr(rows[0], "verdict"):
        return ""
    separated = sum(row.verdict in ("better", "worse") for row in rows)
    return f"{separated} of {len(rows)} separated"


def select(rows: Sequence[Any], level: str, coefficient: str | None = None) -> tuple[Any, ...]:
    """Return the rows of one level, and of one coefficient."""
    return tuple(
        row for row in rows if row.level == level and (coefficient is None or row.coefficient == coefficient)
    )
