"""Whether names of columns can be told from each other."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import FormatError


def check_column_names(names: Sequence[str], source: str) -> None:
    """Check that there are columns, and every one has a name of its own.

    Parameters
    ----------
    names : sequence of str
    source : str
        The file, for messages.

    Raises
    ------
    FormatError
        If there is no column, or a column name is empty, occurs twice or is not Unicode text.
    """
    if not names:
        raise FormatError("the table lacks columns.", path=source, remedy="Write it again, with its columns.")
    seen: set[str] = set()
    for number, name in enumerate(names, start=1):
        if not name.strip():
            raise FormatError(
                f"column {number} lacks a name.",
                path=source,
                row=1,
                remedy="Name it in the header, or write the file with index=False.",
            )
        if name in seen:
            raise FormatError(
                "the column name occurs twice.", path=source, column=name, remedy="Rename one of them."
            )
        try:
            name.encode("utf-8")
        except UnicodeEncodeError as error:
            raise FormatError(
                f"the column name {name!r} must be Unicode text; it holds half of a surrogate pair.",
                path=source,
                remedy="Rename the column.",
            ) from error
        seen.add(name)
