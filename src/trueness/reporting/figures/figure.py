"""A figure: a drawing, the sentences that say what it shows, and the numbers in it."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.data.whole_file import replacing
from trueness.errors import ArgumentError
from trueness.reporting.figures.render import as_bytes, as_svg, styled
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
