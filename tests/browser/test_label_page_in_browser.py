"""The page on which people label, in a real browser: by keyboard, on a small screen, kept, and downloaded."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import pytest

import trueness
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.studies.sequential.label_page import label_page

HOSTILE = "</script><img src=x onerror=alert(1)><b>bold</b> \N{RIGHT-TO-LEFT OVERRIDE}end"
COUNT = 6


@pytest.fixture(scope="module")
def drawn():
    names = [f'q,"{k}"' for k in range(30)]
    judge = (np.arange(30) % 3 > 0).astype(float)[None, None]
    table = ScoreTable(
        (Scorer("gpt", labels=("fail", "pass")),), ("(no system)",), tuple(names), judge, has_systems=False
    )
    rows = [TextRow("any", name, f"{HOSTILE} {name} {'long' * 200}", source="word " * 900) for name in names]
    return trueness.sequential(table, texts=Texts(tuple(rows)), next_outputs=COUNT, rng=1)


@pytest.fixture
def page(opening, drawn, tmp_path):
    path = tmp_path / "label.html"
    path.write_text(label_page(drawn, rubric="Is it <right>?"), encoding="utf-8")
    with opening(path, 390, 800, accept_downloads=True) as page:
        yield page


def begin(page, name="ann"):
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    page.wait_for_selector("#work:not([hidden])")


def downloaded(page):
    with page.expect_download() as found:
        page.get_by_role("button", name="Download CSV").click()
    text = Path(found.value.path()).read_text(encoding="utf-8")
    return found.value.suggested_filename, list(csv.reader(io.StringIO(text, newline="")))


def test_keys_label_undo_takes_back_and_the_file_is_what_was_drawn(page, drawn):
    begin(page)
    assert page.locator("#progress").inner_text() == f"Output 1 of {COUNT}"
    for key in "1", "2", "9", "1":  # there is no ninth label
        page.keyboard.press(key)
    assert page.locator("#progress").inner_text() == f"Output 4 of {COUNT}"
    page.keyboard.press("u")
    page.keyboard.press("Backspace")
    assert page.locator("#progress").inner_text() == f"Output 2 of {COUNT}"
    for _ in range(COUNT - 1):
        page.keyboard.press("2")
    assert page.get_by_role("heading", name="All outputs have a label").is_visible()
    page.keyboard.press("1")  # nothing is left to label
    name, (head, *rows) = downloaded(page)
    assert name == "labels-ann.csv"
    assert head == ["input", "turn", "drawn_with", "human@ann"]
    assert [row[:3] for row in rows] == [
        [one.input, str(one.turn), repr(one.drawn_with)] for one in drawn.next
    ]
    assert [row[3] for row in rows] == ["fail"] + ["pass"] * (COUNT - 1)


def test_a_file_of_half_the_work_has_all_rows_and_counts_up_to_there(page, drawn, tmp_path):
    begin(page)
    for key in "2", "1", "2":
        page.keyboard.press(key)
    name, (head, *rows) = downloaded(page)
    assert [row[:3] for row in rows] == [
        [one.input, str(one.turn), repr(one.drawn_with)] for one in drawn.next
    ]
    assert [row[3] for row in rows] == ["pass", "fail", "pass", "", "", ""]
    with (tmp_path / name).open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *rows])
    read = trueness.read_scores(drawn.table, tmp_path / name, join="outer")
    (row,) = trueness.sequential(read, judges=["gpt"], rng=1).settled
    assert (row.n_labelled, row.n_waiting) == (3, 3)


def test_what_was_labelled_is_there_after_the_page_was_closed_for_each_person(page):
    begin(page)
    page.keyboard.press("1")
    page.keyboard.press("2")
    assert page.locator("#kept").inner_text() == "Kept in this browser."
    page.reload()
    begin(page, "bob")
    assert page.locator("#progress").inner_text() == f"Output 1 of {COUNT}"
    page.reload()
    begin(page)
    assert page.locator("#progress").inner_text() == f"Output 3 of {COUNT}"
    page.keyboard.press("u")
    page.reload()
    page.keyboard.press("Enter")  # whoever labelled last goes on without a word
    assert page.locator("#progress").inner_text() == f"Output 2 of {COUNT}"


def test_texts_are_shown_as_they_are_and_fit_a_small_screen(page):
    begin(page)
    assert HOSTILE in page.locator("#output").inner_text()
    assert page.locator("#output b, #output img").count() == 0
    assert page.locator("#rubric .text").inner_text() == "Is it <right>?"
    assert "gpt" not in page.content()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (
        page.evaluate("document.documentElement.scrollHeight") > 800
    )  # the output is longer than the screen
    box = page.get_by_role("button", name="pass").bounding_box()
    assert box["y"] + box["height"] <= 800  # and labels are in reach
    for button in page.get_by_role("button").all():
        if button.is_visible():
            assert button.bounding_box()["height"] >= 44


def test_buttons_do_what_keys_do_and_everybody_can_use_them(page, accessible):
    begin(page)
    page.get_by_role("button", name="pass").click()
    assert page.locator("#progress").inner_text() == f"Output 2 of {COUNT}"
    page.get_by_role("button", name="Undo").click()
    assert page.get_by_role("button", name="Undo").is_disabled()
    accessible(page)


def test_people_by_name_choose_theirs_and_see_outputs_of_their_own(opening, drawn, tmp_path):
    path = tmp_path / "label.html"
    path.write_text(label_page(drawn, people=["ann", "bob"], overlap=0), encoding="utf-8")
    found = {}
    with opening(path, accept_downloads=True) as page:
        for name in ("ann", "bob"):
            page.get_by_label("Your name").select_option(name)
            page.get_by_role("button", name="Begin").click()
            for _ in range(COUNT // 2):
                page.keyboard.press("1")
            _, (head, *rows) = downloaded(page)
            assert head[-1] == f"human@{name}"
            found[name] = {row[0] for row in rows}
            page.reload()
    assert len(found["ann"] | found["bob"]) == COUNT
