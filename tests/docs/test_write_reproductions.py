"""docs/reproductions.md has the tables of today's pages of reproductions, each line in full."""

from __future__ import annotations

from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def module(program):
    return program("docs/write_reproductions.py")


def test_the_page_is_that_of_today(module):
    assert (DOCS / "reproductions.md").read_text(encoding="utf-8") == module.page(), (
        "run `make docs`, and commit the page"
    )


def test_every_paper_has_lines_that_say_what_came_out(module):
    for paper in module.PAPERS:
        text = module.text_of(paper)
        rows = list(module.rows_of(text))
        assert len(rows) >= 5
        assert [row for row in rows if not row.reproduced] == []
        assert sum(bool(row.published) for row in rows) >= 0.9 * len(rows)


def test_claims_and_numbers_become_lines(module):
    heading = "| where | published | reproduced | difference | cause |\n|---|---|---|---|---|\n"
    numbers = f"{heading}| a \\| b | 1 | 2 | +1 | c |\n"
    claims = "\n| section | claim | tested by | SummEval |\n|---|---|---|---|\n| 5 | x wins | rho | no |\n"
    first, second = module.rows_of(numbers + claims)
    assert first == ("a \\| b", "1", "2", "+1", "c")
    assert second == ("5", "x wins", "SummEval: no", "", "")


def test_a_column_without_words_is_left_out_and_a_cell_has_a_dash(module):
    papers = {
        paper.folder: [*module.paper_lines(paper.folder, module.text_of(paper))] for paper in module.PAPERS
    }
    assert "| where | published | reproduced |" in papers["miloulis"]
    assert [line for lines in papers.values() for line in lines if "|  |" in line] == []


def test_every_paper_is_told_in_short_and_linked(module):
    page = module.page()
    for paper in module.PAPERS:
        text = module.text_of(paper)
        assert len(module.in_short(text)) == 3
        assert f"](#{module.anchor(module.title(text))})" in page
        for program in paper.programs:
            assert (module.ROOT / "reproductions" / paper.folder / program).is_file()
    with pytest.raises(ValueError, match="does not say in one line"):
        module.in_short("# nothing")


def test_a_page_without_numbers_or_with_a_broken_line_is_refused(module):
    with pytest.raises(ValueError, match="no table"):
        list(module.rows_of("# nothing"))
    with pytest.raises(ValueError, match="2 cells under 5"):
        list(module.rows_of("| where | published | reproduced | difference | cause |\n| a | b |"))
