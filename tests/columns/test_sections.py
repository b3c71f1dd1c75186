"""Sections of docstrings are found, and written before those that follow from nothing."""

from __future__ import annotations

from trueness.columns.sections import Docstring, entries_of, sections_of, with_sections

SAID = """Say it.

    In two paragraphs.

    Parameters
    ----------
    low, high : float
        Limits.

        Both of them.
    names
    **more
        The rest.

    Raises
    ------
    TypeError
        Never.
    """


def test_sections_by_their_titles():
    found = sections_of(SAID)
    assert list(found) == ["", "Parameters", "Raises"]
    assert found[""] == "Say it.\n\nIn two paragraphs."
    assert found["Raises"] == "TypeError\n    Never."
    assert sections_of("Say it.") == {"": "Say it."}


def test_names_that_are_explained_together_have_one_entry():
    found = entries_of(sections_of(SAID)["Parameters"])
    assert list(found) == ["low", "high", "names", "**more"]
    assert found["low"] == found["high"] == "low, high : float\n    Limits.\n\n    Both of them."
    assert found["names"] == "names"
    assert entries_of("") == {}


def test_written_sections_stand_before_the_others_and_replace_their_own():
    found = with_sections(SAID, Parameters="name : str", Returns="int")
    assert found == (
        "Say it.\n\nIn two paragraphs.\n\nParameters\n----------\nname : str\n\nReturns\n-------\nint\n\n"
        "Raises\n------\nTypeError\n    Never."
    )
    assert with_sections("Say it.", Attributes="") == "Say it."


def test_a_docstring_is_completed_once_somebody_reads_it():
    read = []

    class Thing:
        __doc__ = Docstring("A thing", lambda said, kind: read.append(kind) or f"{said}: {kind.__name__}.")

    class More(Thing):
        __doc__ = Thing.__dict__["__doc__"]

    assert not read
    assert Thing.__doc__ == Thing().__doc__ == "A thing: Thing."
    assert More.__doc__ == "A thing: More."
