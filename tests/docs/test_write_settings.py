"""docs/settings.md says what the studies declare today."""

from __future__ import annotations

from pathlib import Path

import pytest

from trueness.study.folders import STUDIES
from trueness.study.setting import Setting

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def module(program):
    return program("docs/write_settings.py")


def test_the_page_is_that_of_today(module):
    written = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert written == module.page(), "run `make docs`, and commit the page"


def test_every_study_is_there(module):
    page = module.page()
    assert all(f"## `{name}`" in page for name in STUDIES)


def test_a_line_says_all_of_a_setting(module):
    one = Setting(
        "shapes",
        "shape",
        "--shape",
        "Of what | by what.",
        ("round", "square"),
        str,
        False,
        "round",
        "",
        "Question",
        None,
        None,
        str | None,
    )
    assert module.cells(one) == (
        "`--shape`",
        "`shape`",
        "`round`",
        "`round`, `square`",
        r"Of what \| by what.",
    )
    unsaid = one._replace(flag=None, choices=(), default=None, default_words="all of them")
    assert module.cells(unsaid) == ("", "`shape`", "all of them", "", r"Of what \| by what.")
    flag = unsaid._replace(kind=bool, default=False, default_words="")
    assert module.cells(flag)[2] == "no"
