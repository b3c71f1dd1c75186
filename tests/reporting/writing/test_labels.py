from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.textpath import TextPath

from trueness.reporting.writing.labels import distinct_labels, drawable, shortened, text_width, wrapped


@given(st.text())
def test_drawable_text_is_one_line_that_xml_allows(name):
    shown = drawable(name)
    assert shown
    assert len(shown.splitlines()) == 1
    escaped = shown.replace("&", "&amp;").replace("<", "&lt;")
    assert ET.fromstring(f"<a>{escaped}</a>").text == shown  # noqa: S314


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("rouge_1 f", "rouge_1 f"),
        ("a\nb\t c", "a b c"),
        ("", "(blank)"),
        (" \n", "(blank)"),
        ("\x00x", "�x"),
        ("\ud800", "�"),
        ("\u202eabc", "�abc"),
        ("中文 🎉", "中文 🎉"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_drawable_names(name, shown):
    assert drawable(name) == shown


@pytest.mark.parametrize("text", ["rouge_1_recall", "MMMM", "iiii....", "0.96 [−0.13, 0.98]", "ünï"])
def test_widths_are_those_matplotlib_draws(text):
    # ink starts and ends a little within the advance
    ink = TextPath((0, 0), text, size=72).get_extents()
    assert text_width(text, 72) == pytest.approx(ink.x1 / 72, abs=0.2)


@given(st.text(max_size=80), st.floats(0.5, 3))
def test_shortened_names_fit(name, width):
    assert text_width(shortened(name, 8, width), 8) <= width


def test_a_name_is_cut_in_its_middle_as_little_as_possible():
    name = "rouge_l_recall:alpha=0.5,words=100"
    shown = shortened(name, 8, 1.2)
    head, tail = shown.split("…")
    assert name.startswith(head)
    assert name.endswith(tail)
    assert shortened(name, 8, 9) == name
    assert text_width(shown, 8) > 1.2 - text_width("MM", 8)


def test_labels_that_look_alike_are_numbered():
    names = ["x" * 50 + middle + "y" * 50 for middle in "abc"] + ["short"]
    labels = distinct_labels(names, 8, 1.0)
    assert len(set(labels)) == 4
    assert [re.findall(r"#\d", label) for label in labels] == [["#1"], ["#2"], ["#3"], []]
    assert max(text_width(label, 8) for label in labels) <= 1.0


def test_text_is_broken_at_spaces():
    text = "permutation test swapping whole systems, 9,999 resamples; two-sided"
    lines = wrapped(text, 8, 2.0)
    assert " ".join(lines) == text
    assert all(text_width(line, 8) <= 2.0 for line in lines)
    assert len(lines) > 1


def test_endings_are_never_cut():
    names = ["x" * 80 + "a", "x" * 80 + "b", "short"]
    labels = distinct_labels(names, 8, 1.5, [" ↓", " ↓", ""])
    assert len(set(labels)) == 3
    assert [label.endswith(" ↓") for label in labels] == [True, True, False]
    assert all(text_width(label, 8) <= 1.5 for label in labels)
