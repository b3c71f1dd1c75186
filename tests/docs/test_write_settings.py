"""docs/settings.md says what the studies declare today."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from trueness.studies.registry import STUDIES
from trueness.studies.setting import Setting

DOCS = Path(__file__).parents[2] / "docs"


def load():
    spec = importlib.util.spec_from_file_location("write_settings", DOCS / "write_settings.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_that_of_today():
    written = (DOCS / "settings.md").read_text(encoding="utf-8")
    assert written == load().page(), "run `make docs`, and commit the page"


def test_every_study_is_there():
    page = load().page()
    assert all(f"## `{name}`" in page for name in STUDIES)


def test_a_line_says_all_of_a_setting():
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
    )
    assert load().cells(one) == (
        "`--shape`",
        "`shape`",
        "`round`",
        "`round`, `square`",
        r"Of what \| by what.",
    )
    unsaid = one._replace(flag=None, choices=(), default=None, default_words="all of them")
    assert load().cells(unsaid) == ("", "`shape`", "all of them", "", r"Of what \| by what.")
    flag = unsaid._replace(kind=bool, default=False, default_words="")
    assert load().cells(flag)[2] == "no"
