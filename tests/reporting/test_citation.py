"""Citations within sentences."""

from __future__ import annotations

from trueness.reporting.citation import DEUTSCH, Cite, Methods, cite, reference


def test_several_works_are_one_citation():
    assert cite(DEUTSCH, "holm-1979-simple") == Cite((DEUTSCH, "holm-1979-simple"))
    found = Methods((("Tested", cite(DEUTSCH, "holm-1979-simple"), "."), ("Again", cite(DEUTSCH), ".")))
    assert found.cited == (DEUTSCH, "holm-1979-simple")
    assert (
        found.text == f"Tested ({reference(DEUTSCH).label}; Holm, 1979). Again ({reference(DEUTSCH).label})."
    )
    assert "~\\citep{" + DEUTSCH + ",holm-1979-simple}" in found.latex
