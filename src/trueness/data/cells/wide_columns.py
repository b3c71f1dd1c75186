"""Columns whose names hold a system, an input or an annotator: found by pattern, and turned into rows where needed."""

from __future__ import annotations

import dataclasses
import fnmatch
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from trueness.data.cells.columns import ColumnMap
from trueness.data.cells.raw_rows import Chunk, RawRows, source_stem
from trueness.errors import FormatError, UnknownNameError, listing, suggest

SEPARATORS = "_-.:/@ "
"""What stands between the star of a pattern and the rest of a name."""


def starred(patterns: Sequence[str], names: Sequence[str], source: str) -> dict[str, tuple[str | None, str]]:
    """Return, for each column that a pattern matches, the pattern's words beside its star and what the star stands for.

    In ``human_*`` the column ``human_ann`` is ``('human', 'ann')``. Where there is no star, or nothing separates it
    from the rest (``M*``), the whole name of the column is what is named, and the first of the two is None.

    Parameters
    ----------
    patterns : sequence of str
        Names of columns, or shell patterns.
    names : sequence of str
        The columns.
    source : str
        The file, for messages.

    Raises
    ------
    UnknownNameError
        If a pattern matches no column.
    """
    found: dict[str, tuple[str | None, str]] = {}
    for pattern in patterns:
        hits = [pattern] if pattern in names else [n for n in names if fnmatch.fnmatchcase(n, pattern)]
        if not hits:
            raise UnknownNameError(
                f"{source}: no column matches '{pattern}'.{suggest(pattern, names)} Columns: {listing(names, 30)}."
            )
        for name in hits:
            found.setdefault(name, _split(pattern, name))
    return found


def _split(pattern: str, name: str) -> tuple[str | None, str]:
    before, star, after = pattern.partition("*")
    touching = before[-1:] + after[:1]
    between = before.rstrip(SEPARATORS) if after[:1] in SEPARATORS else before
    rest = (between + after).strip(SEPARATORS)
    if pattern == name or not star or set("*?[") & set(after + before) or not rest:
        return None, name
    if not set(touching) & set(SEPARATORS):
        return None, name
    return rest, name[len(before) : len(name) - len(after)]


def as_rows(raw: RawRows, columns: ColumnMap, taken: Iterable[str] = ()) -> tuple[RawRows, ColumnMap]:
    """Turn one column per system, or per input, into one row for each, if the user says that columns are these.

    Parameters
    ----------
    raw : RawRows
        The rows.
    columns : ColumnMap
        What the user said: `systems` and `inputs` are patterns of columns. ``*_rouge1`` says that the star is the
        system and ``rouge1`` the scorer; without such a name the scorer is called after the file.
    taken : iterable of str
        Columns that mean something else, and that a bare ``*`` leaves out.

    Returns
    -------
    RawRows
        As they were, if the user said nothing of this kind.
    ColumnMap
        What is left to be said about them.

    Raises
    ------
    UnknownNameError
        If a pattern matches no column.
    FormatError
        If both are given, or there is a column called as the new one is.
    """
    if not columns.systems and not columns.inputs:
        return raw, columns
    if columns.systems and columns.inputs:
        raise FormatError("columns are either systems or inputs.", path=raw.source)
    key, patterns = ("system", columns.systems) if columns.systems else ("input", columns.inputs)
    if key in raw.names:
        raise FormatError(
            f"the columns are said to be {key}s, but there is a column '{key}' as well.",
            path=raw.source,
            remedy=f"Say either --columns {key}=… or {key}s=….",
        )
    other = set(taken) if patterns == ("*",) else set()
    places = starred(patterns, [name for name in raw.names if name not in other], raw.source)
    named = {column: (scorer or source_stem(raw.source), label) for column, (scorer, label) in places.items()}
    labels = tuple(dict.fromkeys(label for _, label in named.values()))
    scorers = tuple(dict.fromkeys(scorer for scorer, _ in named.values()))
    kept = [name for name in raw.names if name not in named]
    clash = next((scorer for scorer in scorers if scorer in kept), None)
    if clash is not None:
        raise FormatError(
            "a column is called as the scores of the file would be.",
            path=raw.source,
            column=clash,
            remedy="Rename the column or the file.",
        )
    by = {(scorer, label): column for column, (scorer, label) in named.items()}
    note = (
        f"{len(named)} columns were read as scores of {len(labels)} {key}s ({listing(labels, 3)}) by "
        f"{listing(scorers)}"
    )
    return (
        dataclasses.replace(
            raw,
            names=(key, *kept, *scorers),
            chunks=_molten(raw, kept, labels, scorers, by),
            notes=(*raw.notes, note),
        ),
        dataclasses.replace(columns, systems=(), system=key)
        if key == "system"
        else dataclasses.replace(columns, inputs=(), input=key),
    )


def _molten(
    raw: RawRows,
    kept: Sequence[str],
    labels: Sequence[str],
    scorers: Sequence[str],
    by: Mapping[tuple[str, str], str],
) -> Iterator[Chunk]:
    for chunk in raw.chunks:
        cells: dict[str, Sequence[Any]] = {
            name: list(column) for name, column in zip(raw.names, chunk.columns, strict=True)
        }
        size, nothing = len(chunk.rows), [None] * len(chunk.rows)
        yield Chunk(
            list(chunk.rows) * len(labels),
            [
                [label for label in labels for _ in range(size)],
                *(list(cells[name]) * len(labels) for name in kept),
                *(
                    [cell for label in labels for cell in cells.get(by.get((scorer, label), ""), nothing)]
                    for scorer in scorers
                ),
            ],
        )
