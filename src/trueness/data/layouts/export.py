"""What is declared of a format in which a program or a benchmark exports scores."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Scores = Iterator[tuple[str, Any]]
Rows = Sequence[Mapping[str, Any]]


@dataclasses.dataclass(frozen=True)
class Export:
    """Where ids and scores lie in a format.

    Paths are keys separated by dots; one that begins with ``/`` starts at the whole document, others at a row. Of
    several, the first that holds something counts. ``*`` stands for the first key that has what follows.

    Attributes
    ----------
    name : str
        The format.
    rows : tuple of str
        Where the list of rows is, or may be; empty if every line is a row.
    tell : tuple of str
        What a document that is of this format has at these paths; those of rows are looked for in the first.
    system : tuple of str
        Where the name of the system is; empty where there is none.
    input : tuple of str
        Where the id of the input is.
    scores : callable
        From a row, the scores in it by name; ``name@annotator`` where somebody gave them.
    part : str
        Where what else tells inputs apart is, such as the number of a repetition; added after ``#`` where one output of
        a system would be several without it.
    prepared : callable or None
        From all rows, the rows with what no row says alone.
    said : callable or None
        From all rows, what is to be said of them.
    labels : callable or None
        From the whole document, the labels of those scores that are categories.
    humans : tuple of str
        The scores that people gave, as shell patterns.
    programs : callable or None
        From all rows, the scores that the program or a judge that it asked gave, as shell patterns: people gave none of
        these, whatever they are called.
    ids : tuple of str
        Where else ids of an input are, in order: each a value, or an object all of whose values are.
    texts : mapping of str to tuple of str
        Where texts are, by what they are (``output``, ``source``): the first place that holds something counts.
    groups : mapping of str to str
        Grouping columns, such as ``language``, to where they are.
    repeats : {'first', 'annotators', 'mean'}
        What several scores of one output are: the first counts, and how many do not is said; one annotator's each; or
        scores of its parts, such as sentences, whose mean is the output's.
    references : tuple of str
        Systems that are people.
    spread : str
        Where a row has the scores of several systems by their names; each becomes a row of its own.
    joined : bool
        Whether an input's id is what is at all places of `input`, joined by ``/``, rather than at the first.
    delimited : bool
        Whether it is a table with a header, rather than JSON.
    """

    name: str
    rows: tuple[str, ...]
    tell: tuple[str, ...]
    system: tuple[str, ...]
    input: tuple[str, ...]
    scores: Callable[[Mapping[str, Any]], Scores]
    part: str = ""
    prepared: Callable[[Rows], Rows] | None = None
    said: Callable[[Rows], list[str]] | None = None
    labels: Callable[[Any], Mapping[str, Sequence[Any]]] | None = None
    humans: tuple[str, ...] = ()
    programs: Callable[[Rows], Sequence[str]] | None = None
    ids: tuple[str, ...] = ()
    texts: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    groups: Mapping[str, str] = dataclasses.field(default_factory=dict)
    repeats: str = "first"
    references: tuple[str, ...] = ()
    spread: str = ""
    joined: bool = False
    delimited: bool = False


def every_score(rows: Rows) -> Sequence[str]:
    """Return that a program gave every score that no annotator did."""
    del rows
    return ("*",)
