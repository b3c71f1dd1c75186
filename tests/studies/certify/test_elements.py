import pytest

from trueness.studies.certify.elements import (
    Bullets,
    Heading,
    Paragraph,
    mean_proportion,
    padded_table,
    proportion,
)


def test_headings_sentences_and_lists_are_markdown():
    assert (Heading("Not run").markdown(), Heading("Not run", 3).name) == ("## Not run", "not-run")
    assert Bullets(["one", "two"]).markdown() == "- one\n- two"
    assert (
        Paragraph("see `a<b` and *this*").block().html == "<p>see <code>a&lt;b</code> and <em>this</em></p>"
    )


def test_columns_are_lined_up():
    table = padded_table(("name", "size"), [("`a`", ".05"), ("`long`", "1.000")], words=("name",))
    assert table.splitlines() == [
        "| name   |  size |",
        "| ------ | ----: |",
        "| `a`    |   .05 |",
        "| `long` | 1.000 |",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.05, ".050"),
        (0.9999, "1.000"),
        (1.0, "1.000"),
        (0.0, ".000"),
        (10.05, "10.050"),
        (float("nan"), "–"),
    ],
)
def test_proportions(value, text):
    assert proportion(value) == text


def test_means_of_what_is_defined():
    assert mean_proportion([0.25, float("nan"), 0.5], 2) == ".38"
    assert mean_proportion([float("nan")]) == mean_proportion([]) == "–"
