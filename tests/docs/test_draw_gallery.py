"""The gallery shows figures as they are drawn now, small enough for a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"
MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def gallery(program):
    return program("docs/draw_gallery.py")


def said(path):
    """Return title and caption of a figure, and all that it says of its marks."""
    root = ET.fromstring(path.read_text(encoding="utf-8"))  # noqa: S314 - our own
    return [node.text for node in root.iter() if node.tag in (f"{SVG}title", f"{SVG}desc")]


def test_every_image_is_there_small_and_drawn_by_the_script(gallery):
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    named = {DOCS / name for name in re.findall(r"!\[[^\]]*\]\(([^)]*)\)", text)}
    drawn = {gallery.IMAGES / "gallery" / f"{name}.svg" for name in gallery.FIGURES}
    assert named == drawn | {gallery.IMAGES / f"{name}.png" for name in gallery.SCREENS}
    for path in named:
        assert 1_000 < path.stat().st_size < MOST_BYTES, path
    pages = set(re.findall(r'href="gallery/(\w+)\.html"', text))
    assert pages >= {study for study, _ in gallery.FIGURES.values()}


def test_figures_say_what_the_studies_find_now(gallery, tmp_path):
    gallery.draw(tmp_path / "pages", tmp_path / "images")
    for name in gallery.FIGURES:
        assert said(tmp_path / "images" / f"{name}.svg") == said(
            gallery.IMAGES / "gallery" / f"{name}.svg"
        ), name
    pages = {path.stem for path in (tmp_path / "pages").iterdir()}
    assert {study for study, _ in gallery.FIGURES.values()} < pages
    assert "A crane collapsed" in (tmp_path / "pages" / "compare.html").read_text(encoding="utf-8")
