"""A dataframe is refused in words of Python, and what they say reads it."""

from __future__ import annotations

import polars as pl
import pytest

from trueness.data.reading.read import read_scores
from trueness.data.reading.said_in_python import in_python, said_in_python
from trueness.errors import DuplicateKeyError, FormatError, TruenessError, UnknownNameError


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Say --columns 'input=my col' if so.", "Say columns='input=my col' if so."),
        ("Leave out: --columns ignore=a,b; or say", "Leave out: columns='ignore=a,b'; or say"),
        ("Name it: --columns system=COL.", "Name it: columns='system=COL'."),
        ("input: --columns input=COL, or not", "input: columns='input=COL', or not"),
        ("which: --columns input=COL (in Python: columns='input=COL').", "which: columns='input=COL'."),
        ("say --missing-values 'N/A,-1'", "say missing_values='N/A,-1'"),
        ("first: --drop-repeated (in Python: drop_repeated=True).", "first: drop_repeated=True."),
        ("the order --labels 'WORST<…<BEST'", "the order labels='WORST<…<BEST'"),
        ("use --human NAME", "use --human NAME"),
        ("--columnsfoo 'x'", "--columnsfoo 'x'"),
    ],
)
def test_options_become_arguments(text, said):
    assert in_python(text) == said


FRAMES = {
    "words": pl.DataFrame({"id": [1, 2, 3], "h": [1, 2, 3], "why": ["a", "b", "c"], "m": ["x", "y", "x"]}),
    "twice": pl.DataFrame({"id": [1, 1, 2], "h": [1.5, 2, 3], "m": [1.5, 2, 4]}),
    "systems": pl.DataFrame({"id": [1, 2, 3], "M1": [1, 2, 3], "M2": [1, 2, 3]}),
    "no input": pl.DataFrame({"system": ["a", "a", "b"], "x": [1, 2, 3]}),
}


@pytest.mark.parametrize("name", ["words", "twice", "systems", "no input"])
def test_a_dataframe_is_refused_in_words_of_python(tmp_path, name):
    with pytest.raises(TruenessError) as raised:
        read_scores(FRAMES[name])
    assert "--" not in str(raised.value)
    assert "=" in str(raised.value)
    path = tmp_path / "x.csv"
    FRAMES[name].write_csv(path)
    with pytest.raises(TruenessError, match="--"):
        read_scores(path)


def test_what_is_said_reads_it():
    with pytest.raises(FormatError, match="columns='ignore=why,m'"):
        read_scores(FRAMES["words"])
    assert read_scores(FRAMES["words"], columns="ignore=m,why").scorer_names == ("h",)
    with pytest.raises(DuplicateKeyError, match="drop_repeated=True"):
        read_scores(FRAMES["twice"])
    assert read_scores(FRAMES["twice"], drop_repeated=True).inputs == ("1", "2")


def test_errors_keep_their_kind_and_their_parts():
    with pytest.raises(FormatError) as raised, said_in_python():
        raise FormatError("wrong.", path="f", row=3, column="c", remedy="Say --labels 'a<b'.")
    assert (raised.value.row, raised.value.remedy) == (3, "Say labels='a<b'.")
    assert str(raised.value) == "f, row 3, column 'c': wrong. Say labels='a<b'."
    with pytest.raises(UnknownNameError) as named, said_in_python():
        raise UnknownNameError("no such: --columns input=x")
    assert str(named.value) == "no such: columns='input=x'"
