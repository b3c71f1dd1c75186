"""The picture in docs/architecture.md shows the parts, folders and imports that there are."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("collector_paused")

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def module(program):
    return program("docs/draw_architecture.py")


def outline(found):
    """Return what a reader sees but for the numbers, which every new file changes."""
    return {part: sorted(folders) for part, folders in found["folders"].items()}, sorted(found["arrows"])


def test_the_picture_is_that_of_today(module):
    text = (ROOT / "docs" / "images" / "architecture.svg").read_text(encoding="utf-8")
    drawn = json.loads(
        html.unescape(re.search(r"<dc:description>(.*?)</dc:description>", text, re.DOTALL)[1])
    )
    assert outline(drawn) == outline(module.measured()), "run `make docs`, and commit the picture"


def test_every_part_is_drawn(module):
    there = {
        path.relative_to(module.PACKAGE).parts[0].removesuffix(".py") for path in module.PACKAGE.rglob("*.py")
    }
    assert {part for column in module.COLUMNS for part in column} == there - set(module.NOT_DRAWN)


def test_an_arrow_through_others_is_told_from_a_direct_one(module):
    arrows = dict.fromkeys(["a b", "b c", "a c"], 1)
    assert module.through_others("a c", arrows)
    assert not module.through_others("a b", arrows)
