"""The gallery shows figures as they are drawn now, small enough for a page."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import trueness

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
    gallery.draw(None, tmp_path)
    for name in gallery.FIGURES:
        assert said(tmp_path / f"{name}.svg") == said(gallery.IMAGES / "gallery" / f"{name}.svg"), name


def test_every_study_has_a_page_with_texts_where_it_has_a_place_for_them(gallery, tmp_path, monkeypatch):
    few = {"human": "coverage", "level": "input", "coefficient": "pearson", "resamples": 20, "rng": 1}

    def answers(table, texts):
        yield "compare", trueness.compare(table.select(scorers=["coverage", "bleu", "chrf"]), **few)
        yield "disagreements", trueness.disagreements(table, texts=texts, human="coverage", metrics=["chrf"])

    monkeypatch.setattr(gallery, "METRICS", ("bleu", "chrf"))
    monkeypatch.setattr(gallery, "answers", answers)
    monkeypatch.setattr(gallery, "FIGURES", {"pairs": ("compare", 1)})
    gallery.draw(tmp_path / "pages", tmp_path / "images")
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"compare.html", "disagreements.html"}
    assert [path.name for path in (tmp_path / "images").iterdir()] == ["pairs.svg"]
    assert "A crane collapsed" in (tmp_path / "pages" / "compare.html").read_text(encoding="utf-8")
