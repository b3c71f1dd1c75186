"""Chromium, started once, and pages in it of which nothing may go wrong."""

from __future__ import annotations

import contextlib
import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
OWN = ("data:", "blob:", "file:")


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-background-networking"]
        )


@pytest.fixture
def opening(browser):
    """Open a file in a window; once it is closed, it has complained of nothing and fetched nothing."""

    @contextlib.contextmanager
    def opened(path, width=1280, height=900, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        page = context.new_page()
        problems, asked = [], []
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("request", lambda one: asked.append(one.url))
        page.goto(path.as_uri())
        yield page
        assert problems == []
        assert [url for url in asked if not url.startswith(OWN)] == []
        context.close()

    return opened


@pytest.fixture
def accessible():
    """Check that everybody can use a page: WCAG 2, A and AA, contrast among them."""
    from axe_playwright_python.sync_playwright import Axe

    def check(page):
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []

    return check
