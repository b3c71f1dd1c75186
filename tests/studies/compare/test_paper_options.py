"""The options of the table of a paper."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.compare.paper_form import PaperForm
from trueness.studies.compare.paper_options import paper_form


def test_options_become_a_form():
    given = {"show": ["interval,error"], "name": ["a=b,c", "d=e"], "seed": 1}
    assert paper_form(given, "name") == PaperForm(("interval", "error"), ("a=b,c", "d=e"), "name")
    assert given == {"seed": 1}
    assert paper_form({"show": None, "name": None}) == PaperForm()
    with pytest.raises(ArgumentError, match="`show`"):
        paper_form({"show": ["intervals"], "name": None})
