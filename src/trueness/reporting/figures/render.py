"""How figures are drawn and written: one style, the same bytes for the same content."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from trueness.reporting.figures.palette import FAINT_INK, INK, RULE

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

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
    import matplotlib.style
    from matplotlib.font_manager import fontManager

    style = dict(STYLE)
    if other_scripts:
        installed = set(fontManager.get_font_names())
        style["font.sans-serif"] = [FONT, *(name for name in OTHER_SCRIPTS if name in installed)]
    with warnings.catch_warnings(), matplotlib.style.context(["default", style]):
        # a glyph that no font has is shown as a box: the name is still in the data
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        warnings.filterwarnings(
            "ignore", message=r"Matplotlib currently does not support", category=UserWarning
        )
        yield


def as_svg(canvas: Canvas, *, name: str, title: str, caption: str) -> str:
    """Return a drawing as one SVG element, ready to be a file or a part of a page.

    Its ids and style rules are its own, so that several can stand on one page; title and caption are inside
    for screen readers; there is no date, no document type and nothing to load.
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
            element.setAttribute(key, _own(key, value, name))
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
    return root.toxml() + "\n"


def _own(key: str, value: str, name: str) -> str:
    """Return an attribute's value with the figure's name before the ids in it."""
    if key == "id":
        return f"{name}-{value}"
    if key == "xlink:href" and value.startswith("#"):
        return f"#{name}-{value[1:]}"
    return re.sub(r"url\(#", f"url(#{name}-", value)


def as_bytes(canvas: Canvas, file_format: str, *, title: str) -> bytes:
    """Return a drawing as the content of a ``pdf`` or ``png`` file."""
    metadata = {"Title": title, "Creator": None, "Producer": None, "CreationDate": None}
    if file_format == "png":
        metadata = {"Title": title, "Software": None}
    written = io.BytesIO()
    with styled(other_scripts=True):
        canvas.savefig(written, format=file_format, dpi=DOTS_PER_INCH, metadata=metadata)
    return written.getvalue()
