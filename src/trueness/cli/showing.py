"""Print a result in the wanted form, and leave with the right status."""

from __future__ import annotations

import codecs
import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.failures import WARNINGS
from trueness.errors import DataError
from trueness.reporting.terminal import GREEK, printable

if TYPE_CHECKING:
    from rich.console import Console

    from trueness.reporting.terminal import Study


IN_JSON = "--json has all"
"""Where the rest of a table is in commands that print JSON, and no other data."""


def leave(study: Study, *, strict: bool) -> None:
    """Exit with status 5 if warnings count and there are some."""
    if strict and any(caution.severity == "warning" for caution in study.cautions):
        raise typer.Exit(WARNINGS)


def write(text: str) -> None:
    """Write text to standard output: as it is into a file, without what steers a terminal onto one."""
    text = text if text.endswith("\n") else f"{text}\n"
    if sys.stdout.isatty():
        text = "\n".join(map(printable, text.split("\n")))
    if not _encodable(text):
        raise DataError(
            f"standard output takes '{sys.stdout.encoding}' only, which lacks a letter of what is to be printed. "
            "Set PYTHONIOENCODING=utf-8, or ask for --json."
        )
    sys.stdout.write(text)


def say(text: str) -> None:
    """Write a line for people: nothing in it steers the terminal, and no letter is too much for it."""
    sys.stdout.write(taken(printable(text)) + "\n")


def taken(text: str) -> str:
    """Return a text in letters that standard output takes: signs are written plainly, other letters escaped."""
    if _encodable(text):
        return text
    encoding = sys.stdout.encoding
    return text.translate(str.maketrans(PLAIN_SIGNS)).encode(encoding, "backslashreplace").decode(encoding)


def say_next(command: str, provided: str = "", then: str = "") -> None:
    """Write the command that comes next, on a line of its own, and the one after it.

    Parameters
    ----------
    command : str
    provided : str
        What has to hold for it.
    then : str
        Empty for none.
    """
    say("")
    say(f"Next{f', if {provided}' if provided else ''}:")
    for one in filter(None, (command, then)):
        say(f"  {one}")


def own_reference_lines(own: Mapping[str, float]) -> list[str]:
    """Return what is said first of systems that are their own references, and how to go on without them.

    Parameters
    ----------
    own : mapping of str to float
        As `ScoreTable.own_references`.
    """
    from trueness.data.scores.leave_out import without_words
    from trueness.data.texts.own_references import own_reference_words

    if not own:
        return []
    them = "it" if len(own) == 1 else "them"
    words = f"{own_reference_words(own)} Leave {them} out when you compare metrics: {without_words(own)}"
    return [f"warning: {words}"]


def write_json(value: Any) -> None:
    """Write JSON to standard output, with escapes where it does not take every letter."""
    write(plain_json(json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)))


def plain_json(text: str) -> str:
    """Return JSON with escapes for what would steer a terminal or is not taken by standard output."""
    plain = _encodable(text)
    if (plain or text.isascii()) and text.replace("\n", "").isprintable():
        return text
    return "".join(
        letter
        if letter == "\n" or (letter.isprintable() and (plain or letter.isascii()))
        else json.dumps(letter)[1:-1]
        for letter in text
    )


def console() -> Console:
    """Return standard output as rich knows it; letters it does not take are escaped, signs written plainly."""
    from rich.console import Console

    if not _encodable("".join(PLAIN_SIGNS)):
        codecs.register_error("plain_signs", _plain_sign)
        sys.stdout.reconfigure(errors="plain_signs")  # type: ignore[union-attr]
    found = Console()
    return found if found.width >= NARROWEST else Console(width=NARROWEST)


NARROWEST = 20
"""A terminal that says it is narrower than this is not believed: nothing would be left of a table."""

PLAIN_SIGNS: dict[str, str | int | None] = {
    **dict(zip("−–—─·…×‘’↓†", "----*.x''v+", strict=True)),
    **GREEK,
}
"""What tables hold beside letters and digits, and what stands for it on a terminal without it."""


def _plain_sign(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(str.maketrans(PLAIN_SIGNS))
    return plain.encode("ascii", "backslashreplace").decode("ascii"), error.end


def _encodable(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
