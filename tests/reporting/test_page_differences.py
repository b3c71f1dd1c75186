"""What a page shows that the same study, repeated, does not."""

from __future__ import annotations

import pytest

from trueness.reporting.page_differences import MOST_LETTERS, page_differences

PAGE = """<html><head><style>p {}</style></head><body><header><h1>Scores</h1></header>
<section id="verdict"><p>We <b>cannot</b> tell.</p><img src="data:1" alt="Intervals"></section>
<section id="labels"><table><tr><td>gpt</td><td>0.64</td></tr><tr><td>llm</td><td>0.71</td></tr></table></section>
<section id="outputs"><blockquote>What a system wrote</blockquote></section>
<script type="application/json" id="manifest">{"a": 1}</script><script>shown()</script></body></html>"""


def _apart(old, new, *, same_software=True):
    assert old in PAGE
    return [
        (one.where, one.shown, one.found)
        for one in page_differences(PAGE.replace(old, new), PAGE, same_software=same_software)
    ]


def test_equal_pages_have_no_difference():
    assert page_differences(PAGE, PAGE, same_software=True) == []


def test_a_sentence_and_the_row_of_a_cell_are_named_with_their_chapter():
    assert _apart("<b>cannot</b> ", "can ") == [("verdict", "We can tell.", "We cannot tell.")]
    assert _apart("0.64", "0.84", same_software=False) == [("labels", "gpt 0.84", "gpt 0.64")]


def test_what_is_on_one_page_alone_stands_opposite_nothing():
    gone = "<tr><td>llm</td><td>0.71</td></tr>"
    assert _apart(gone, "") == [("labels", "", "llm 0.71")]
    assert _apart("</header>", "</header><p>Believe all.</p>") == [("page", "Believe all.", "")]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("data:1", "data:2", "verdict"),
        ("shown()", "hidden()", "outputs"),
        ("p {}", "p {display: none}", "page"),
        ("<p>", '<p class="yes">', "page"),
    ],
)
def test_figures_scripts_and_marks_are_compared_where_software_is_the_same(old, new, where):
    assert [place for place, _, _ in _apart(old, new)] == [where]
    assert _apart(old, new, same_software=False) == []


@pytest.mark.parametrize(("old", "new"), [("What a system wrote", "More"), ('{"a": 1}', '{"a": 2}')])
def test_outputs_of_systems_and_the_manifest_are_left_to_others(old, new):
    assert _apart(old, new) == []


def test_of_long_lines_what_is_around_the_difference_is_shown():
    long = "word " * 100
    changed = PAGE.replace("We ", f"{long}here {long}")
    ((_, shown, now),) = (
        (one.where, one.shown, one.found)
        for one in page_differences(changed, changed.replace("here", "there"), same_software=True)
    )
    assert "word here word" in shown
    assert "word there word" in now
    assert max(len(shown), len(now)) <= MOST_LETTERS + 2
