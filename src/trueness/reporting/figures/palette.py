"""The colours and marks that all figures share: told apart by colour-blind readers and in greyscale."""

from __future__ import annotations

BLUE = "#0072B2"
ORANGE = "#E69F00"
GREEN = "#009E73"
PURPLE = "#CC79A7"
VERMILLION = "#D55E00"
"""From the palette of Okabe and Ito (2008), Color Universal Design."""

INK = "#222222"
FAINT_INK = "#595959"
RULE = "#C8C8C8"
SHADE = "#F3F3F3"
BLANK = "#E4E4E4"
HATCH = "#A0A0A0"

LOOKS = ((BLUE, "o"), (ORANGE, "D"), (GREEN, "^"), (PURPLE, "s"), (VERMILLION, "v"), (INK, "P"))
"""Colour and mark of each of several series, in their order."""

LEVEL_COLOURS = {"system": ORANGE, "input": BLUE, "global": GREEN, "per_system": PURPLE}
"""Input blue and system orange, as in Figure 4 of Deutsch et al. (2021)."""

LEVEL_MARKS = {"system": "D", "input": "o", "global": "^", "per_system": "s"}
