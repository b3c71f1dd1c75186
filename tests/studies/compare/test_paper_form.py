"""How the table of a paper is asked for."""

from __future__ import annotations

import pytest

from trueness.errors import ArgumentError
from trueness.studies.compare.paper_form import SHOWN_BESIDE, PaperForm


def test_what_can_stand_beside_values():
    assert PaperForm(beside=SHOWN_BESIDE).beside == ("interval", "error", "ranks", "n")
    with pytest.raises(ArgumentError, match=r"intervall.*interval"):
        PaperForm(beside=("intervall",))
