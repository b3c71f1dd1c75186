"""A line for every metric, with r over all outputs and r where something is given."""

from __future__ import annotations

import dataclasses
import types

from tests.studies.partial.test_said import ROW

from trueness.studies.partial.partial_lines import partial_lines
from trueness.studies.partial.settings import PartialSettings


def test_lines_stand_in_the_order_of_r_and_say_what_is_left():
    rows = [ROW, dataclasses.replace(ROW, metric="<b>", before=0.8), dataclasses.replace(ROW, given="system")]
    found = types.SimpleNamespace(
        partial=tuple(rows), settings=PartialSettings(), selection=types.SimpleNamespace(human="people")
    )
    figure = partial_lines(found, "length")
    assert [row["metric"] for row in figure.data] == ["<b>", "bleu"]
    assert "bleu, over all outputs: 0.500 [0.300, 0.700]; all" in figure.svg
    assert "bleu, given length: 0.100 [-0.100, 0.300]; all" in figure.svg.replace("−", "-")
    assert "95% intervals" in figure.caption
