"""A figure: a drawing, the sentences that say what it shows, and the numbers in it."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import functools
import io
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.data.files.whole_file import replacing
from trueness.errors import ArgumentError, check_choice
from trueness.reporting.figures.palette import FAINT_INK, INK, RULE
from trueness.reporting.figures.sheet import TEXT_SIZE
from trueness.reporting.figures.spots import spots_svg
from trueness.reporting.writing import shown_names
from trueness.result import Row, rows_to_frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

    from trueness.reporting.figures.drawing import Drawing

FORMATS = (".svg", ".pdf", ".png")

PRINT_WIDTHS = {"column": 3.3, "page": 7.0}
"""Of figures in a paper, in inches: in one of its columns, and over both."""

PRINT_SIZE = 9.0
"""Of the letters of a paper, in points."""

LEAST_PRINT_SIZE = 7.0
"""A figure whose letters would be smaller in a column goes over both."""


@dataclasses.dataclass(frozen=True, eq=False)
class Figure:
    """A figure and everything a page needs to show it. Two are equal where their bytes and data are.

    Attributes
    ----------
    name : str
        Lower-case letters, digits and hyphens only: fit for a file name or an anchor.
    title, caption : str
        Plain text, made from the same result as the drawing. Names from data stand in it: escape it for a
        page.
    data : list of rows
        What is drawn, in full precision and with full names.
    draw : callable
        Draws it afresh and returns a `matplotlib.figure.Figure` to be adjusted or embedded; with a width, in inches,
        for print (see `Drawing.printed`).
    svg : str
        One SVG element, drawn when it is first asked for. The same result gives the same characters.
    """

    name: str
    title: str
    caption: str
    data: list[Row] = dataclasses.field(repr=False)
    draw: Callable[..., Canvas] = dataclasses.field(repr=False)

    @classmethod
    def of(
        cls, *, name: str, title: str, caption: str, data: list[Row], drawing: Callable[[], Drawing]
    ) -> Figure:
        """Return a figure; `drawing` is called when it is drawn, in the style that all figures share."""
        drawn = _Styled(title, drawing, shown_names.paths_shown_now())
        said = shown_names.shown(title), shown_names.shown(caption)
        return cls(name=name, title=said[0], caption=said[1], data=data, draw=drawn)

    @functools.cached_property
    def svg(self) -> str:
        """The figure as one SVG element."""
        return as_svg(self.draw(), name=self.name, title=self.title, caption=self.caption)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Figure):
            return NotImplemented
        mine, yours = ((one.name, one.title, one.caption, one.data) for one in (self, other))
        return mine == yours and self.svg == other.svg

    __hash__ = None  # type: ignore[assignment] # as its data

    def _repr_svg_(self) -> str:
        """Return the figure as notebooks show it."""
        return self.svg

    def rows(self) -> list[Row]:
        """Return what is drawn, as a list of rows of one's own."""
        return copy.deepcopy(self.data)

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the rows as a dataframe (see `trueness.result.Result.to_frame`)."""
        return rows_to_frame(self.data, backend)

    def save(self, path: str | Path, width: str | None = None) -> Path:
        """Write the figure; the extension says how: ``.svg``, ``.pdf`` or ``.png``.

        The file appears whole or not at all.

        Parameters
        ----------
        path : str or Path
            Where to write; a file there is replaced.
        width : {'column', 'page'}, optional
            For print: 3.3 inches, as one of two columns, or 7 inches, as both. It is without its heading, which
            belongs into the caption, and letters have about the 9 points of a paper. A figure of cells, or of more
            panels than fit, is scaled as a whole, letters too. By default it is as wide as on a page of results.

        Returns
        -------
        Path

        Raises
        ------
        ArgumentError
            If the extension is none of the three, or there is no such width.
        OSError
            If the folder does not exist or cannot be written to, or something other than a file is at `path`.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix not in FORMATS:
            raise ArgumentError(
                f"`path` must end in one of {', '.join(FORMATS)}; it ends in {path.suffix!r}."
            )
        if width is None:
            canvas, scale = self.draw(), 1.0
        else:
            canvas, scale = self._printed(check_choice("width", width, tuple(PRINT_WIDTHS)))
        content = (
            as_svg(canvas, name=self.name, title=self.title, caption=self.caption, scale=scale).encode()
            if suffix == ".svg"
            else as_bytes(canvas, suffix[1:], title=self.title, scale=scale)
        )
        with replacing(path) as file:
            file.write(content)
        return path

    def print_size(self) -> tuple[str, float]:
        """Return the narrowest width in which its letters can be read (see `save`), and its height then, in inches."""
        *narrower, widest = PRINT_WIDTHS
        for width in narrower:
            canvas, scale = self._printed(width)
            if scale * TEXT_SIZE >= LEAST_PRINT_SIZE:
                return width, scale * float(canvas.get_figheight())
        canvas, scale = self._printed(widest)
        return widest, scale * float(canvas.get_figheight())

    def _printed(self, width: str) -> tuple[Canvas, float]:
        """Return the drawing for a width of print, and how much larger it is printed than it is drawn."""
        inches = PRINT_WIDTHS[width]
        canvas = self.draw(inches * TEXT_SIZE / PRINT_SIZE)
        return canvas, inches / canvas.get_figwidth()


@dataclasses.dataclass(frozen=True)
class _Styled:
    """What draws in the style of all figures, with names as they are shown where it was made."""

    title: str
    drawing: Callable[[], Drawing]
    paths: Mapping[str, str]

    def __call__(self, width: float | None = None) -> Canvas:
        with styled(), shown_names.showing(self.paths):
            drawing = self.drawing()
            return drawing.canvas(self.title) if width is None else drawing.printed(width)


def figure_name(*parts: str) -> str:
    """Return parts joined by hyphens: lower-case letters, digits and hyphens only.

    Examples
    --------
    >>> figure_name("margin-curve", "tau_c", "per_system")
    'margin-curve-tau-c-per-system'
    """
    return re.sub("[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")


FONT = "DejaVu Sans"
"""Comes with Matplotlib, so that text is measured alike everywhere; viewers without it take their
sans-serif."""

OTHER_SCRIPTS = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Noto Sans SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "PingFang SC",
    "Hiragino Sans",
    "Microsoft YaHei",
    "Yu Gothic",
    "Malgun Gothic",
    "Noto Sans Devanagari",
    "Arial Unicode MS",
)
"""Fonts that PDF and PNG turn to, where installed, for names that DejaVu Sans cannot show."""

STYLE: dict[str, Any] = {
    "font.family": "sans-serif",
    "font.sans-serif": [FONT],
    "font.size": 8,
    "text.color": INK,
    "text.parse_math": False,  # a name such as $x^2$ is a name
    "axes.edgecolor": RULE,
    "axes.labelcolor": INK,
    "axes.labelsize": 8,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": FAINT_INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 7,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "figure.facecolor": "white",
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",  # text stays text: to be searched, copied and read aloud
    "svg.hashsalt": "trueness",
    "pdf.fonttype": 42,
}

SHOWN = (
    *(
        "backend",
        "date.epoch",
        "docstring.",
        "figure.max_",
        "figure.raise_",
        "interactive",
        "savefig.directory",
    ),
    *("timezone", "tk.", "toolbar", "webagg."),
)
"""How settings of Matplotlib begin that are about windows and machines, not about how a figure looks."""

DOTS_PER_INCH = 200


@contextlib.contextmanager
def styled(*, other_scripts: bool = False) -> Iterator[None]:
    """Draw in the style of all figures, whatever the caller's own settings, which come back afterwards.

    Parameters
    ----------
    other_scripts : bool
        Fall back on installed fonts for glyphs that the main font lacks. Not for SVG, whose bytes should not
        depend on the fonts of a machine, and whose viewer finds the glyphs.
    """
    import matplotlib as mpl
    from matplotlib.font_manager import fontManager

    # as matplotlib.style does, which reads all styles there are when it is imported
    default: dict[Any, Any] = {
        key: one for key, one in mpl.rcParamsDefault.items() if not key.startswith(SHOWN)
    }
    style = default | STYLE
    if other_scripts:
        installed = set(fontManager.get_font_names())
        style["font.sans-serif"] = [FONT, *(name for name in OTHER_SCRIPTS if name in installed)]
    with warnings.catch_warnings(), mpl.rc_context(style):
        # a glyph that no font has is shown as a box: the name is still in the data
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        warnings.filterwarnings(
            "ignore", message=r"Matplotlib currently does not support", category=UserWarning
        )
        yield


def as_svg(canvas: Canvas, *, name: str, title: str, caption: str, scale: float = 1.0) -> str:
    """Return a drawing as one SVG element, ready to be a file or a part of a page.

    Its ids and style rules are its own, so that several can stand on one page; title and caption are inside
    for screen readers; what is said of single places (see `spots`) stands at its end; there is no date, no document
    type and nothing to load. As a whole it is `scale` times as large as it was drawn.
    """
    written = io.StringIO()
    with styled():
        canvas.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    said = "".join(
        f'<{tag} id="{name}-{tag}">{_escaped(text)}</{tag}>'
        for tag, text in (("title", title), ("desc", caption))
    )
    return f"{_Rewritten(name, said, scale).of(written.getvalue())}{spots_svg(canvas, name)}</svg>\n"


class _Rewritten:
    """One SVG element as Matplotlib writes it, rewritten while it is read: a tree of it takes as long as the drawing.

    Parameters
    ----------
    name : str
        Stands before its ids and style rules.
    said : str
        Elements that come first in it.
    scale : float
        How much larger it is shown than it was drawn.
    """

    def __init__(self, name: str, said: str, scale: float) -> None:
        self._name, self._said, self._scale = name, said, scale
        self._written: list[str] = []
        self._open, self._passed, self._style = False, 0, ""

    def of(self, document: str) -> str:
        """Return the element without its end tag."""
        from xml.parsers import expat

        parser = expat.ParserCreate()
        parser.buffer_text = parser.ordered_attributes = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.CommentHandler = self._comment
        parser.Parse(document, True)  # noqa: FBT003 - it takes no name
        return "".join(self._written).removesuffix("</svg>")

    def _write(self, text: str) -> None:
        if self._passed:
            return
        if self._open:
            self._written.append(">")
            self._open = False
        self._written.append(text)

    def _start(self, tag: str, attributes: list[str]) -> None:
        if tag == "metadata" or self._passed:
            self._passed += 1
            return
        values = {
            key: _own(key, value, self._name)
            for key, value in zip(attributes[::2], attributes[1::2], strict=True)
        }
        root = not self._written
        if root and self._scale != 1:
            values |= {
                key: f"{self._scale * float(values[key].removesuffix('pt')):.6g}pt"
                for key in ("width", "height")
            }
        if root:  # what its names mean comes first
            values = dict(sorted(values.items(), key=lambda item: not item[0].startswith("xmlns"))) | {
                "id": self._name,
                "role": "img",
                "aria-labelledby": f"{self._name}-title {self._name}-desc",
            }
        shown = "".join([f' {key}="{_escaped(value)}"' for key, value in values.items()])
        self._write(f"<{tag}{shown}")
        self._open = True
        if root:
            self._write(self._said)
        if tag == "style":
            self._style = f"#{self._name} "

    def _end(self, tag: str) -> None:
        if self._passed:
            self._passed -= 1
        elif self._open:
            self._written.append("/>")
            self._open = False
        else:
            self._write(f"</{tag}>")

    def _comment(self, text: str) -> None:
        if self._written:  # what stands before the element is not its own
            self._write(f"<!--{text}-->")

    def _text(self, text: str) -> None:
        if self._style:
            text, self._style = f"{self._style}{text.strip()}", ""
        self._write(_escaped(text))


def _escaped(text: str) -> str:
    """Return text as it stands in markup, within quotation marks too."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").replace(">", "&gt;")


def _own(key: str, value: str, name: str) -> str:
    """Return an attribute's value with the figure's name before the ids in it."""
    if key == "id":
        return f"{name}-{value}"
    if key == "xlink:href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return value.replace("url(#", f"url(#{name}-")


def as_bytes(canvas: Canvas, file_format: str, *, title: str, scale: float = 1.0) -> bytes:
    """Return a drawing as the content of a ``pdf`` or ``png`` file, `scale` times as large as it was drawn."""
    metadata = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None}
    if file_format == "png":
        metadata = {"Title": title, "Software": None}
    written = io.BytesIO()
    with styled(other_scripts=True):
        if file_format == "pdf" and scale != 1:
            _write_scaled_pdf(canvas, written, metadata, scale)
        else:
            canvas.savefig(written, format=file_format, dpi=scale * DOTS_PER_INCH, metadata=metadata)
    return written.getvalue()


def _write_scaled_pdf(
    canvas: Canvas, written: io.BytesIO, metadata: Mapping[str, str | None], scale: float
) -> None:
    """Write a drawing as PDF, scaled as a whole: `savefig` has its page in the size of the drawing."""
    from matplotlib.backends import backend_mixed, backend_pdf

    pdf: Any = backend_pdf  # its types are incomplete
    mixed: Any = backend_mixed
    pdf.FigureCanvasPdf(canvas)
    canvas.set_dpi(72)  # of a PDF, always
    width, height = canvas.get_size_inches()
    file = pdf.PdfFile(written, metadata=dict(metadata))
    file.newPage(scale * width, scale * height)
    file.width, file.height = width, height  # beyond these no marker is drawn
    file.output(scale, 0, 0, scale, 0, 0, pdf.Op.concat_matrix)
    renderer = mixed.MixedModeRenderer(
        canvas, width, height, DOTS_PER_INCH, pdf.RendererPdf(file, DOTS_PER_INCH, height, width)
    )
    canvas.draw(renderer)
    renderer.finalize()
    file.finalize()
    file.close()
