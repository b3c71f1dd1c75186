"""A look is the same on a mark and in the key."""

from __future__ import annotations

import pytest
from matplotlib.colors import to_hex

from trueness.reporting.figures.look import Look


@pytest.mark.parametrize(
    "look",
    [
        Look(colour="#123456", mark="D", size=3, fill="#ffffff", edge="#000000", edge_width=0.5),
        Look(colour="#123456", line=2.0, dash="--"),
        Look(colour="#123456", mark="o", line=1.3),
    ],
)
def test_the_key_has_the_mark_and_the_line(look):
    sample = look.sample("called so")
    assert sample.get_label() == "called so"
    assert to_hex(sample.get_color()) == look.colour
    assert sample.get_marker() == (look.mark or "None")
    assert to_hex(sample.get_markerfacecolor()) == (look.fill or look.colour)
    assert to_hex(sample.get_markeredgecolor()) == (look.edge or look.colour)
    assert sample.get_linewidth() == look.line
    assert sample.get_linestyle() == (look.dash if look.line else "None")


def test_an_area_is_filled_outlined_or_hatched():
    filled, outlined, hatched = (
        look.sample("x")
        for look in (Look(colour="#123456"), Look(fill="none", edge="#123456"), Look(hatched=True))
    )
    assert to_hex(filled.get_facecolor()) == to_hex(outlined.get_edgecolor()) == "#123456"
    assert (filled.get_linewidth(), outlined.get_linewidth()) == (0, 1)
    assert outlined.get_facecolor()[3] == 0
    assert hatched.get_hatch()
    assert not filled.get_hatch()
