"""A figure: a drawing, the sentences that say what it shows, and the numbers in it."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import io
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.data.whole_file import replacing
from trueness.errors import ArgumentError
from trueness.reporting.figures.palette import FAINT_INK, INK, RULE
from trueness.reporting.figures.spots import spots_svg
from trueness.result import Row, rows_to_frame

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

FORMATS = (".svg", ".pdf", ".png")


@dataclasses.dataclass(frozen=True)
class Figure:
    """A figure and everything a page needs to show it.

    Attributes
    ----------
    name : str
        Lower-case letters, digits and hyphens only: fit for a file name or an anchor.
    title, caption : str
        Plain text, made from the same result as the drawing. Names from data stand in it: escape it for a
        page.
    svg : str
        One SVG element. The same result gives the same characters.
    data : list of rows
        What is drawn, in full precision and with full names.
    draw : callable
        Draws it afresh and returns a `matplotlib.figure.Figure` to be adjusted or embedded.
    """

    name: str
    title: str
    caption: str
    svg: str = dataclasses.field(repr=False)
    data: list[Row] = dataclasses.field(repr=False)
    draw: Callable[[], Canvas] = dataclasses.field(repr=False, compare=False)

    @classmethod
    def of(
        cls, *, name: str, title: str, caption: str, data: list[Row], drawing: Callable[[], Canvas]
    ) -> Figure:
        """Draw a figure; `drawing` is called in the style that all figures share."""
        draw = _Styled(drawing)
        svg = as_svg(draw(), name=name, title=title, caption=caption)
        return cls(name=name, title=title, caption=caption, svg=svg, data=data, draw=draw)

    def _repr_svg_(self) -> str:
        """Return the figure as notebooks show it."""
        return self.svg

    def rows(self) -> list[Row]:
        """Return what is drawn, as a list of rows of one's own."""
        return copy.deepcopy(self.data)

    def to_frame(self, backend: str | None = None) -> Any:
        """Return the rows as a dataframe (see `trueness.result.Result.to_frame`)."""
        return rows_to_frame(self.data, backend)

    def save(self, path: str | Path) -> Path:
        """Write the figure; the extension says how: ``.svg``, ``.pdf`` or ``.png``.

        The file appears whole or not at all.

        Parameters
        ----------
        path : str or Path
            Where to write; a file there is replaced.

        Returns
        -------
        Path

        Raises
        ------
        ArgumentError
            If the extension is none of the three.
        OSError
            If the folder does not exist or cannot be written to, or something other than a file is at `path`.
        """
        path = Path(path)
        suffix = path.suffix.lower()
        if suffix not in FORMATS:
            raise ArgumentError(f"`path` must end in one of {', '.join(FORMATS)}, not in {path.suffix!r}.")
        content = (
            self.svg.encode() if suffix == ".svg" else as_bytes(self.draw(), suffix[1:], title=self.title)
        )
        with replacing(path) as file:
            file.write(content)
        return path


@dataclasses.dataclass(frozen=True)
class _Styled:
    """A drawing function that is called in the style of all figures."""

    drawing: Callable[[], Canvas]

    def __call__(self) -> Canvas:
        with styled():
            return self.drawing()


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


def as_svg(canvas: Canvas, *, name: str, title: str, caption: str) -> str:
    """Return a drawing as one SVG element, ready to be a file or a part of a page.

    Its ids and style rules are its own, so that several can stand on one page; title and caption are inside
    for screen readers; what is said of single places (see `spots`) stands at its end; there is no date, no document
    type and nothing to load.
    """
    from xml.dom import minidom

    written = io.StringIO()
    with styled():
        canvas.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    document = minidom.parseString(written.getvalue())  # noqa: S318 - Matplotlib has just written it
    root = document.documentElement
    if root is None:
        raise ValueError("Matplotlib wrote no SVG element.")
    for element in [root, *root.getElementsByTagName("*")]:
        for key, value in list(element.attributes.items()):
            if (own := _own(key, value, name)) != value:
                element.setAttribute(key, own)
    for element in root.getElementsByTagName("metadata"):
        if element.parentNode is not None:
            element.parentNode.removeChild(element)
    for element in root.getElementsByTagName("style"):
        rules = "".join(node.data for node in element.childNodes if isinstance(node, minidom.Text))
        for node in list(element.childNodes):
            element.removeChild(node)
        element.appendChild(document.createTextNode(f"#{name} {rules.strip()}"))
    for tag, text in (("desc", caption), ("title", title)):
        element = document.createElement(tag)
        element.setAttribute("id", f"{name}-{tag}")
        element.appendChild(document.createTextNode(text))
        root.insertBefore(element, root.firstChild)
    root.setAttribute("id", name)
    root.setAttribute("role", "img")
    root.setAttribute("aria-labelledby", f"{name}-title {name}-desc")
    return f"{root.toxml().removesuffix('</svg>')}{spots_svg(canvas, name)}</svg>\n"


def _own(key: str, value: str, name: str) -> str:
    """Return an attribute's value with the figure's name before the ids in it."""
    if key == "id":
        return f"{name}-{value}"
    if key == "xlink:href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return value.replace("url(#", f"url(#{name}-")


def as_bytes(canvas: Canvas, file_format: str, *, title: str) -> bytes:
    """Return a drawing as the content of a ``pdf`` or ``png`` file."""
    metadata = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None}
    if file_format == "png":
        metadata = {"Title": title, "Software": None}
    written = io.BytesIO()
    with styled(other_scripts=True):
        canvas.savefig(written, format=file_format, dpi=DOTS_PER_INCH, metadata=metadata)
    return written.getvalue()
