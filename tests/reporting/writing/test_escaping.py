from __future__ import annotations

import csv
import io
import json
import re
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.reporting.writing.escaping import (
    breakable,
    csv_line,
    csv_text,
    latex,
    markdown,
    script_json,
    visible,
)

COMMANDS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    r"\textasciigrave{}": "`",
    r"$\alpha$": "α",
    "$-$": "−",
    **{f"\\{sign}": sign for sign in "{}$&#_%"},
    **{f"{{{sign}}}": sign for sign in "[]*"},
}
PIECE = re.compile("|".join(map(re.escape, sorted(COMMANDS, key=len, reverse=True))) + r"|\{\}|--|(?s:.)")


def read_latex(text: str) -> str:
    """Return what a reader of typeset LaTeX sees; a bare special character is an error."""
    seen = []
    for piece in PIECE.findall(text):
        assert piece not in set("\\{}$&#_%~^"), f"{piece!r} is bare in {text!r}"
        seen.append("–" if piece == "--" else "" if piece == "{}" else COMMANDS.get(piece, piece))
    return "".join(seen)


@given(st.text())
def test_latex_shows_the_text_itself(text):
    assert read_latex(latex(text)) == visible(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("rouge_2 & 50%", r"rouge\_2 \& 50\%"),
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("a--b", "a-{}-b"),
        ("1–2", "1--2"),
        ("x\x1b[0m", r"x\textbackslash{}u001b{[}0m"),
    ],
)
def test_latex_by_hand(text, written):
    assert latex(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a|b", "a&#124;b"),
        ("a\nb", "a b"),
        ("`x`", r"\`x\`"),
        ("<b>&amp;", "&lt;b&gt;&amp;amp;"),
        ("[x](http://y)", r"\[x\]\(http&#58;//y\)"),
        ("www.x.org", r"www\.x.org"),
        ("rouge_2", r"rouge\_2"),
    ],
)
def test_markdown_by_hand(text, written):
    assert markdown(text) == written


@given(st.text())
def test_markdown_has_no_cell_border_line_break_or_tag(text):
    assert not re.search(r"[|\n\r<>]", markdown(text))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", "＝1", " =1", "\n=1"])
def test_formulas_get_an_apostrophe(text):
    assert csv_text(text) == f"'{text}"


@pytest.mark.parametrize(
    "text", ["\nx", "\r\n=1", "\u00a0=1", "\ufeff=1", "\u200b@x", "\x0b=1", "\0-1", "'=1", " ''+1"]
)
def test_what_may_be_dropped_before_a_formula_hides_none(text):
    assert csv_text(text) == f"'{text}"


@pytest.mark.parametrize("text", ["rouge-1", "a=b", "", "'x", "1", " x", "safe\r=1+1"])
def test_other_texts_stay(text):
    assert csv_text(text) == text


@given(st.text() | st.text("'= -\t\nx＝\0"))
def test_the_apostrophe_in_front_of_a_formula_can_be_taken_off(text):
    written = csv_text(text)
    guarded = written.startswith("'") and csv_text(written[1:]) == written
    assert (written[1:] if guarded else written) == text


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (["a", "b c", "1"], "a,b c,1\n"),
        (["safe\r=1+1", "x"], '"safe\r=1+1",x\n'),
        (["a\tb", "a\x85b", "a\u2028b"], '"a\tb","a\x85b","a\u2028b"\n'),
        (['say "x"', "a,b", "a\nb"], '"say ""x""","a,b","a\nb"\n'),
        ([""], '""\n'),
        (["", ""], ",\n"),
    ],
)
def test_lines_of_csv_by_hand(fields, line):
    assert csv_line(fields) == line


def test_what_a_page_downloads_is_disarmed_and_quoted_as_the_package_does():
    script = (resources.files("trueness") / "reporting/templates/page.js").read_text(encoding="utf-8")
    (starts,) = re.findall(r"const starts = (\[.*\]);", script)
    (quoted,) = re.findall(r"return /(\[.*\])/\.test\(text\)", script)
    assert set(json.loads(starts)) == {
        one for one in map(chr, range(128)) if csv_text(f"{one}x") != f"{one}x"
    }
    for one in map(chr, range(0x3000)):
        assert bool(re.search(quoted, one)) is csv_line([f"a{one}b", "x"]).startswith('"'), repr(one)


@given(
    st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2), max_size=4)
)
def test_a_line_of_csv_is_read_back_as_it_was_and_ends_once(rows):
    text = "".join(csv_line(row) for row in rows)
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == rows
    unquoted = re.sub(r'"(?:[^"]|"")*"', "", text)
    assert len(unquoted.splitlines()) == len(rows)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda x: st.lists(x, max_size=3)))
def test_script_json_is_json_without_signs_that_end_a_script(value):
    written = script_json(value)
    assert json.loads(written) == value
    assert not set(written) & set("<>&\u2028\u2029")


def test_script_json_refuses_nan():
    with pytest.raises(ValueError):
        script_json([float("nan")])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb", "a b"),
        ("a\u202eb", "a\\u202eb"),
        ("\x00", "\\u0000"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\ud800", "\\ud800"),
    ],
)
def test_invisible_characters_are_shown(text, shown):
    assert visible(text) == shown


@given(st.text())
def test_pieces_are_short_and_make_up_the_text(text):
    pieces = breakable(text)
    assert "".join(pieces) == visible(text)
    assert all(len(piece) <= 24 for piece in pieces)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("±0.05", ["±0.05"]),
        ("v1.2.3", ["v1.2.3"]),
        ("a.b", ["a.", "b"]),
        ("bert.2x", ["bert.", "2x"]),
        ("balanced_accuracy", ["balanced_", "accuracy"]),
    ],
)
def test_no_line_breaks_within_a_number(text, pieces):
    assert breakable(text) == pieces
