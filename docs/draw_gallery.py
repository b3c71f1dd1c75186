"""Draw the figures of docs/gallery.md from the pocket benchmark, and write the pages that they stand on.

``python docs/draw_gallery.py`` draws docs/images/gallery; a folder named behind it gets the pages, as `make docs` puts
them into site/gallery. With ``--screens`` Chromium takes the pictures of pages, which needs the group `browser`.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import trueness
from trueness.reporting.view import View
from trueness.reporting.views import find_view
from trueness.studies.compare.view import ComparisonView

IMAGES = Path(__file__).parent / "images"
METRICS = ("rouge1_f", "rouge2_f", "bleu", "chrf", "meteor_exact_stem", "length")
SEED = 1
SCREENS = {"report": ("verdict", 900), "outputs": ("outputs", 640)}
"""Pictures of the page of a comparison: from which part on (the first from its head), and how many pixels."""

FIGURES = {
    "intervals": ("compare", 0),
    "pairs": ("compare", 1),
    "system_scores": ("compare", 4),
    "distance_from_people": ("disagreements", 0),
    "which_systems_differ": ("systems", 0),
    "ranks_under_all_choices": ("multiverse", 0),
    "a_claim_under_all_choices": ("multiverse", 1),
    "ranges": ("ranges", 0),
    "worth": ("worth", 0),
}
"""Images of the gallery: of which study, and which of its figures."""


def answers(table: Any, texts: Any) -> Iterator[tuple[str, Any]]:
    """Yield every study of the gallery with its result."""
    yield "compare", trueness.compare(table, human="coverage", rng=SEED)
    yield (
        "disagreements",
        trueness.disagreements(table, texts=texts, human="coverage", metrics=["chrf", "bleu"]),
    )
    yield "systems", trueness.systems(table, scorers="coverage", rng=SEED)
    yield "multiverse", trueness.multiverse(table, human="coverage", rng=SEED)
    yield "ranges", trueness.ranges(table, human="coverage", rng=SEED)
    yield "worth", trueness.worth(table, human="coverage", metrics="chrf", rng=SEED)


def view_of(result: Any, texts: Any) -> View[Any]:
    """Return how a result is shown, with its texts where its page has a place for them."""
    found = find_view(result)
    return found.with_texts(texts) if isinstance(found, ComparisonView) else found


def draw(pages: Path | None, images: Path = IMAGES / "gallery") -> None:
    """Draw all figures, and write the pages if a folder is named."""
    from trueness.reporting.manifest import manifest_of
    from trueness.reporting.report import report_html

    texts = trueness.load_dataset_texts("pocket")
    table = trueness.score(texts, METRICS)
    images.mkdir(parents=True, exist_ok=True)
    for study, result in answers(table, texts):
        view = view_of(result, texts)
        view.prepare(result)
        drawn = view.drawn(result)
        for name, (of, place) in FIGURES.items():
            if of == study:
                drawn[place].save(images / f"{name}.svg")
        if pages is not None:
            pages.mkdir(parents=True, exist_ok=True)
            page = report_html(result, manifest_of(result), view=view)
            (pages / f"{study}.html").write_text(page, encoding="utf-8")


def screens(pages: Path) -> None:
    """Take the pictures of pages."""
    from playwright.sync_api import sync_playwright

    browser = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        tab = chromium.new_page(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
        tab.goto((pages / "compare.html").resolve().as_uri())
        for name, (part, height) in SCREENS.items():
            if part != "verdict":
                tab.locator(f"#{part} summary").first.click()
                tab.locator(f"#{part}").evaluate("part => part.scrollIntoView()")
                tab.mouse.move(0, 0)
            tab.screenshot(
                path=IMAGES / f"{name}.png", clip={"x": 0, "y": 0, "width": 1100, "height": height}
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="?", type=Path, help="folder for the pages")
    parser.add_argument(
        "--screens", action="store_true", help="also take pictures of pages, which are then needed"
    )
    given = parser.parse_args()
    if given.screens and given.pages is None:
        parser.error("--screens takes pictures of pages: name a folder for them.")
    draw(given.pages)
    if given.screens:
        screens(given.pages)
