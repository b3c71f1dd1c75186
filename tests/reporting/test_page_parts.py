from __future__ import annotations

from urllib.parse import unquote

from trueness.reporting.figures.figure import Figure
from trueness.reporting.page_parts import MOST_PRINTED_ROWS, Part, data_address, pictures, section
from trueness.reporting.tables import Column, TableSpec

SPEC = TableSpec("name", "Title", "Caption.", (Column("metric", "Metric"), Column("n", "N", "count")))


def test_a_section_offers_all_its_rows_as_files():
    rows = [{"metric": 'a"<b>', "n": k} for k in range(3)]
    found = section(SPEC, rows, [Part("summary", "", "<table></table>")])
    assert [item.filename for item in found.downloads] == ["name.csv", "name.tex", "name.md"]
    csv = unquote(found.downloads[0].address.partition(",")[2])
    assert csv.splitlines() == ["metric,n", *(f'"a""<b>",{k}' for k in range(3))]
    assert (found.name, found.title, found.caption, len(found.parts)) == ("name", "Title", "Caption.", 1)
    for item in found.downloads:
        assert '"' not in item.address
        assert "<" not in item.address


def test_a_long_table_is_not_offered_for_print():
    rows = [{"metric": "a", "n": k} for k in range(MOST_PRINTED_ROWS + 1)]
    assert [item.label for item in section(SPEC, rows, []).downloads] == ["CSV"]


def test_addresses_hold_any_text():
    for text in ("a#b%c\n\"d'é\u2028", "100% <svg>"):
        assert unquote(data_address("text/plain", text).partition(",")[2]) == text


def test_pictures_scroll_below_three_fifths_of_their_width():
    def drawing():
        from matplotlib.figure import Figure as Canvas

        return Canvas(figsize=(3, 1))

    figure = Figure.of(name="f", title="t", caption="c", data=[], drawing=drawing)
    (found,) = pictures([figure])
    assert found.least_width == int(3 * 96 * 0.6)
    assert unquote(found.address.partition(",")[2]) == figure.svg
