"""One self-contained HTML file for any study: the verdict first, then everything it rests on.

A page is made of chapters, a chapter of blocks: text, figures, tables with their downloads, and what is folded away.
One template draws them all.
"""

from __future__ import annotations

import dataclasses
import math
import re
import string
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from trueness.errors import counted, series
from trueness.reporting.abridged import MOST_ROWS
from trueness.reporting.citation import Methods
from trueness.reporting.figures.figure import Figure
from trueness.reporting.manifest import Manifest, embedded
from trueness.reporting.writing import html_tables, tables
from trueness.reporting.writing.latex_tables import to_latex
from trueness.reporting.writing.packing import LARGE, packed
from trueness.reporting.writing.shown_names import scorer_names, shown_paths
from trueness.reporting.writing.tables import TableSpec
from trueness.reporting.writing.templates import environment
from trueness.study.study import StudyResult

FIRST_CAUTIONS = 3
"""Warnings that are shown at first; further ones, and all notes, are folded away."""

MOST_UNFOLDED = 10
"""Rows of a part of a table that is open at first."""

MOST_TILES = 4
"""Numbers of the first screen."""

_QUOTED = re.compile(r"(?<!\w)'(.+?)'(?!\w)", re.DOTALL)
"""A name in a sentence."""

MOST_PRINTED_ROWS = 1000
"""Longer tables are offered as CSV and JSON only."""

MOST_SHOWN_ROWS = 100
"""Of a longer table the rest is compressed, and shown when it is asked for."""

_CONTENTS = re.compile(r"@([0-9a-f]{16})\|")
"""What a metric's note of its model says of the contents of the model's files."""

_SAFE = frozenset(" !$()*+,-./:;=?@_~[]{}|^`\\%" + string.ascii_letters + string.digits)
"""Characters that may stand in a ``data:`` address within double quotes."""


@dataclasses.dataclass(frozen=True)
class Download:
    """A link that carries a file; without an address the page's script makes it from the manifest."""

    label: str
    filename: str
    address: str


@dataclasses.dataclass(frozen=True)
class Part:
    """Some rows of a table, as HTML; with a summary it can be closed, and the remark is then still seen.

    One of more than `MOST_UNFOLDED` rows is closed at first.
    """

    summary: str
    remark: str
    html: str
    n_rows: int = 0


@dataclasses.dataclass(frozen=True)
class Section:
    """A table of a page, in parts, with its downloads.

    Attributes
    ----------
    name, title, caption : str
    parts : tuple of Part
    downloads : tuple of Download
    open : int
        How many parts are open at first.
    heading : bool
        Whether the title stands above it; otherwise that of its chapter says what it is.
    folded : str
        Where the whole table is folded away, what is then seen of it.
    own : bool
        Whether its rows are among the page's own numbers, so that a script can offer them as JSON.
    n_rows : int
        Of a table that the page abridges (see `abridged`), how many rows it has; otherwise 0.
    """

    name: str
    title: str
    caption: str
    parts: tuple[Part, ...]
    downloads: tuple[Download, ...]
    open: int = 1
    heading: bool = False
    folded: str = ""
    own: bool = True
    n_rows: int = 0


@dataclasses.dataclass(frozen=True)
class Picture:
    """A figure as an image, with the pixels below which it scrolls rather than shrinks.

    A large one is compressed and has no address: the page's script makes one. Where the figure says something of its
    marks (see `spots`), the script shows that.
    """

    figure: Figure
    address: str
    least_width: int
    packed: str = ""

    @property
    def has_spots(self) -> bool:
        """Whether there is something to read where somebody points at it."""
        return f'<g id="{self.figure.name}-spots"' in self.figure.svg


@dataclasses.dataclass(frozen=True)
class Text:
    """A paragraph; `html` where it is markup of this package."""

    text: str = ""
    html: str = ""


@dataclasses.dataclass(frozen=True)
class Folded:
    """Blocks that are closed at first."""

    summary: str
    blocks: tuple[Block, ...]


@dataclasses.dataclass(frozen=True)
class Alternatives:
    """The same shown in several ways, of which one is seen at a time: the first, until another is chosen.

    Without scripts the others are folded away below the first, and on paper all stand below each other.

    Attributes
    ----------
    label : str
        What is chosen: ``Coefficient``. All choices of a page with one label go together.
    choices : tuple of (str, tuple of blocks)
        What a choice is called, and what it shows.
    """

    label: str
    choices: tuple[tuple[str, tuple[Block, ...]], ...]


@dataclasses.dataclass(frozen=True)
class Tile:
    """One number of the first screen.

    Attributes
    ----------
    label : str
        What it is, in a few words.
    value : str
    text : str
        A line that says how to read it.
    interval : str
        Of the value, beside it: ``[0.55, 0.70]``; empty where there is none.
    """

    label: str
    value: str
    text: str
    interval: str = ""


Block = Text | Picture | Section | Folded | Alternatives


@dataclasses.dataclass(frozen=True)
class Head:
    """What the answers of the first screen rest on.

    Attributes
    ----------
    tiles : tuple of Tile
        The numbers that matter most, what is asked first; of more than `MOST_TILES` the first.
    glance : tuple of blocks
        What stands below them: a picture; where there is none, a figure of the page (see `led_by`).
    table : tuple of blocks
        The one table of ten rows, above the numbers; where there is none, that of a terminal's first screen.
    """

    tiles: tuple[Tile, ...] = ()
    glance: tuple[Block, ...] = ()
    table: tuple[Block, ...] = ()


@dataclasses.dataclass(frozen=True)
class Chapter:
    """What stands under one heading.

    Attributes
    ----------
    name : str
        Its anchor.
    heading : str
    blocks : tuple of blocks
    contents : str
        What the contents call it; by default the heading.
    """

    name: str
    heading: str
    blocks: tuple[Block, ...]
    contents: str = ""


@dataclasses.dataclass(frozen=True)
class Page:
    """What a study's page holds beside verdict, cautions and how to redo it, which every page has.

    Attributes
    ----------
    eyebrow : str
        The question, in small print above the title.
    title : str
    facts : str
        What was compared on what, in one line.
    chapters : tuple of Chapter
    methods : Methods
        A paragraph to paste, and what a reviewer asks.
    head : Head
        The first screen.
    """

    eyebrow: str
    title: str
    facts: str
    chapters: tuple[Chapter, ...]
    methods: Methods = dataclasses.field(default_factory=lambda: Methods(()))
    head: Head = Head()


def led_by(
    head: Head, chapters: Sequence[Chapter], name: str | None = None
) -> tuple[Head, tuple[Chapter, ...]]:
    """Return the first screen with one figure of the chapters below its numbers, and the chapters without that figure.

    Of figures among which the reader chooses all go there. A first screen that has something there already keeps it.

    Parameters
    ----------
    head : Head
    chapters : sequence of Chapter
    name : str, optional
        Of the figure; by default the first.

    Raises
    ------
    LookupError
        If the chapters have no figure of that name.
    """
    if head.glance or head.table:
        return head, tuple(chapters)
    for place, chapter in enumerate(chapters):
        taken, rest = _taken(chapter.blocks, name)
        if taken is not None:
            left = dataclasses.replace(chapter, blocks=rest)
            return dataclasses.replace(head, glance=(taken,)), (
                *chapters[:place],
                left,
                *chapters[place + 1 :],
            )
    if name is not None:
        raise LookupError(f"the page lacks the figure '{name}'")
    return head, tuple(chapters)


def _taken(blocks: Sequence[Block], name: str | None) -> tuple[Block | None, tuple[Block, ...]]:
    """Return the block that shows a figure, and the others."""
    for place, block in enumerate(blocks):
        before, after = blocks[:place], blocks[place + 1 :]
        if isinstance(block, Picture) and name in (None, block.figure.name):
            return block, (*before, *after)
        if isinstance(block, Alternatives) and any(_taken(inner, name)[0] for _, inner in block.choices):
            return block, (*before, *after)
        if isinstance(block, Folded):
            taken, rest = _taken(block.blocks, name)
            if taken is not None:
                kept = (dataclasses.replace(block, blocks=rest),) if rest else ()
                return taken, (*before, *kept, *after)
    return None, tuple(blocks)


def page_html(page: Page, result: StudyResult, manifest: Manifest) -> str:
    """Return the page of a result as HTML that needs nothing else; the same result gives the same bytes."""
    templates = files("trueness.reporting").joinpath("templates")
    warned = [caution for caution in result.cautions if caution.severity == "warning"]
    noted = [caution for caution in result.cautions if caution.severity != "warning"]
    cautions = [*warned, *noted]
    first = min(len(warned), FIRST_CAUTIONS)
    return (
        environment()
        .get_template("page.html.j2")
        .render(
            page=page,
            version=manifest.software.get("trueness", ""),
            answers=[curled(text) for text in result.answers],
            tiles=page.head.tiles[:MOST_TILES],
            conclusions=result.further,
            cautions=cautions[:first],
            more_cautions=cautions[first:],
            more_cautions_said=_said_of(len(warned) - first, len(noted)),
            most_unfolded=MOST_UNFOLDED,
            chapters=[chapter for chapter in page.chapters if chapter.blocks],
            paste=page.methods,
            kind_of=lambda block: type(block).__name__.lower(),
            signature=result.signature.parts,
            settings=_shown_settings(result),
            paths=_paths(result),
            seed=getattr(result.settings, "seed", None),
            data=manifest.data,
            score_tables=manifest.tables,
            software=manifest.software,
            manifest=embedded(manifest),
            most_rows=MOST_ROWS,
            abridged=[name for name, rows in manifest.results.items() if len(rows) > MOST_ROWS],
            css=templates.joinpath("page.css").read_text(encoding="utf-8"),
            js=templates.joinpath("page.js").read_text(encoding="utf-8"),
        )
    )


def _said_of(n_warnings: int, n_notes: int) -> str:
    """Return how many cautions are folded away, by kind."""
    found = [counted(n, word) for n, word in ((n_warnings, "warning"), (n_notes, "note")) if n]
    return f"Also: {series(found)}" if found else ""


def curled(text: str) -> str:
    """Return a text whose quoted names are between the quotation marks of pages: ``‘bleu’``."""
    return _QUOTED.sub(r"‘\1’", text)


def _shown_settings(result: StudyResult) -> dict[str, str]:
    """Return selection and settings as texts."""
    values: dict[str, Any] = {
        **dataclasses.asdict(result.selection),
        **dataclasses.asdict(result.settings),
    }
    return {name: _as_text(value) for name, value in values.items()}


def _paths(result: StudyResult) -> list[tuple[str, str, str]]:
    """Return the paths in names that are shown shorter, what is shown, and the hash that notes say of its files."""
    notes = [note for table in result.data.values() for note in getattr(table, "notes", ())]
    found = []
    for path, shown in shown_paths(scorer_names(result)).items():
        about = (_CONTENTS.search(note) for note in notes if f"={path}" in note.partition(": ")[0])
        found.append((path, shown, next((one[1] for one in about if one), "")))
    return found


def _as_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {one}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)


def section(spec: TableSpec, rows: Sequence[Any], parts: Iterable[Part], **more: Any) -> Section:
    """Return a table of a page: the parts that are shown, and all rows as files to download.

    Parameters
    ----------
    spec : TableSpec
    rows : sequence
    parts : iterable of Part
    **more
        Further fields of `Section`.
    """
    own = more.get("own", True)
    if own and len(rows) > MOST_ROWS:
        more |= {"own": False, "n_rows": len(rows)}
        return Section(
            name=spec.name,
            title=spec.title,
            caption=spec.noted_caption,
            parts=tuple(parts),
            downloads=(),
            **more,
        )
    written = [("CSV", "csv", "text/csv", tables.to_csv(rows, spec))]
    if len(rows) <= MOST_PRINTED_ROWS:
        written += [
            ("LaTeX", "tex", "text/plain", to_latex(rows, spec)),
            ("Markdown", "md", "text/plain", tables.to_markdown(rows, spec)),
        ]
    downloads = tuple(
        Download(
            label,
            f"{spec.name}.{extension}",
            "" if label == "CSV" and own and len(text) >= LARGE else data_address(kind, text),
        )
        for label, extension, kind, text in written
    )
    return Section(
        name=spec.name,
        title=spec.title,
        caption=spec.noted_caption,
        parts=tuple(parts),
        downloads=downloads,
        **more,
    )


def whole_part(spec: TableSpec, rows: Sequence[Any], summary: str = "", remark: str = "") -> Part:
    """Return rows as one part, without columns that are empty or say the same in every row."""
    short = spec.without(*tables.empty_columns(rows, spec))
    short, shared = tables.without_shared(rows, short)
    caption = f"{spec.title}: {summary}" if summary else spec.title
    kept = rows if spec.kept is None else _leading(rows, spec.kept)
    at_once = MOST_SHOWN_ROWS if spec.at_once is None else spec.at_once
    html = html_tables.to_html(kept, short, caption=caption, shared=shared, most=at_once)
    if len(kept) < len(rows):
        first = _first_of_pair(rows[0])
        which = f", those of the highest {first}s first" if first else ""
        html += f'<p class="left-out">This page has {len(kept):,} of these {len(rows):,} rows{which}.</p>\n'
    return Part(summary, remark, html, len(rows))


def _leading(rows: Sequence[Any], most: int) -> Sequence[Any]:
    """Return the first rows; of pairs those with the highest of the two estimates."""
    first = _first_of_pair(rows[0])
    if first is None:
        return rows[:most]

    def lower(row: Any) -> tuple[float, ...]:
        both = (getattr(row, f"estimate_{first}"), row.estimate_rival)
        return tuple(sorted(math.inf if math.isnan(x) else -x for x in both))

    return sorted(rows, key=lower)[:most]


def _first_of_pair(row: Any) -> str | None:
    """Return what is compared with a rival where a row is of two with an estimate each: ``metric``, ``system``."""
    if not hasattr(row, "estimate_rival"):
        return None
    return next(one for one in ("metric", "system") if hasattr(row, f"estimate_{one}"))


def pictures(figures: Iterable[Figure]) -> tuple[Picture, ...]:
    """Return figures as images: shut off from the page, names in them stay text and their ids cannot clash."""
    return tuple(
        Picture(figure, "", _least_width(figure.svg), packed(figure.svg))
        if len(figure.svg) >= LARGE
        else Picture(figure, data_address("image/svg+xml", figure.svg), _least_width(figure.svg))
        for figure in figures
    )


def alternatives(label: str, choices: Sequence[tuple[str, tuple[Block, ...]]]) -> tuple[Block, ...]:
    """Return the same shown in several ways, of which the reader chooses one; a single way as it is."""
    return choices[0][1] if len(choices) == 1 else (Alternatives(label, tuple(choices)),) if choices else ()


def figure_choice(label: str, names: Iterable[str], figures: Iterable[Figure]) -> tuple[Block, ...]:
    """Return figures as one image, of which the reader chooses by their names (see `alternatives`)."""
    return alternatives(
        label, [(name, pictures([figure])) for name, figure in zip(names, figures, strict=True)]
    )


def counted_facts(*counts: tuple[int, str], more: Sequence[str] = ()) -> str:
    """Return counts and other facts as one line: ``3 metrics · 16 systems · human scores: coverage``."""
    shown = [f"{tables.count(number)} {word}{'s' * (number != 1)}" for number, word in counts]
    return " · ".join([*shown, *more])


def data_address(kind: str, text: str) -> str:
    """Return a ``data:`` address with the text."""
    # as `urllib.parse.quote` writes it, which takes a figure letter by letter
    written = text.encode(errors="backslashreplace").decode("latin-1").replace("%", "%25")
    for letter in set(written) - _SAFE:
        written = written.replace(letter, quote(letter, safe="", encoding="latin-1"))
    return f"data:{kind};charset=utf-8,{written}"


def _least_width(svg: str) -> int:
    """Return three fifths of a drawing's natural width in pixels (4/3 of a point); 0 if unknown."""
    found = re.search(r'<svg[^>]*? width="([0-9.]+)pt"', svg)
    return int(float(found[1]) * 4 / 3 * 0.6) if found else 0
