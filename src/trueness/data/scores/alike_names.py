"""Names that people take for the same and a computer does not: why two tables do not join, and what would join them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from trueness.errors import counted

_BLANKS = re.compile(r"\s+")
_ZEROS = re.compile(r"(?<![\d.])0+(?=\d)")
_WHOLE = re.compile(r"([+-]?\d+)\.0+")
_SEPARATORS = re.compile(r"[\s_\-./:#|]+")


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _without_blanks(name: str) -> str:
    return _BLANKS.sub(" ", name).strip()


def _without_zeros(name: str) -> str:
    return _ZEROS.sub("", name)


def _whole(name: str) -> str:
    found = _WHOLE.fullmatch(name.strip())
    return name if found is None else found[1]


def _one_separator(name: str) -> str:
    return _SEPARATORS.sub("-", name)


CAUSES: Mapping[str, Callable[[str], str]] = {
    "how accents are composed (NFC, NFD)": _composed,
    "blanks": _without_blanks,
    "capital and small letters": str.casefold,
    "'.0' after whole numbers (pandas writes them so in a column with a gap)": _whole,
    "leading zeros (spreadsheets drop them)": _without_zeros,
    "separators": _one_separator,
}
"""What names differ in though they mean the same, to what takes the difference away."""

STRAY = tuple(CAUSES)[:3]
"""In what names of one list differ that are typed by hand: of numbers and separators both may be meant."""


class Alike(NamedTuple):
    """What `alike_names` returns.

    Attributes
    ----------
    pairs : mapping of str to str
        Name of the second list to the one of the first that it is taken for.
    causes : tuple of str
        In what these differ.
    """

    pairs: Mapping[str, str]
    causes: tuple[str, ...]

    def said(self, kind: str) -> str:
        """Return how many names of a kind differ, in what, with two examples."""
        shown = [(mine, theirs) for theirs, mine in self.pairs.items()][:2]
        examples = " and ".join(f"{_shown(mine)} is {_shown(theirs)}" for mine, theirs in shown)
        one = len(self.pairs) == 1
        what = ", and in ".join(self.causes)
        return f"{counted(len(self.pairs), kind)} {'differs' if one else 'differ'} only in {what}: {examples}"


class Spelling(NamedTuple):
    """A name that one list has in several spellings.

    Attributes
    ----------
    name : str
        The first without blanks around it.
    names : tuple of str
        All of them.
    """

    name: str
    names: tuple[str, ...]

    @property
    def words(self) -> str:
        """The spellings, as they can be told apart."""
        return " and ".join(map(_shown, self.names))


def spellings(names: Sequence[str]) -> list[Spelling]:
    """Return names of one list that differ in stray blanks, capital letters, or how accents are composed alone.

    Parameters
    ----------
    names : sequence of str
    """
    whole = "".join(names)
    plain = whole.isascii() and not _BLANKS.search(
        whole
    )  # as nearly all are: they can differ in capitals alone
    if plain and len(set(map(str.casefold, names))) == len(names):
        return []
    by_key: dict[str, list[str]] = {}
    for name in names:
        by_key.setdefault(_key(name, STRAY), []).append(name)
    if len(by_key) == len(names):
        return []
    return [
        Spelling(next((one for one in several if one == one.strip()), several[0].strip()), tuple(several))
        for several in by_key.values()
        if len(several) > 1
    ]


def _shown(name: str) -> str:
    """Return a name so that it is seen how it is written."""
    return f"'{name}'" if name.isascii() and name.isprintable() else ascii(name)


def alike_names(mine: Sequence[str], theirs: Sequence[str]) -> Alike:
    """Return which names that only one of two lists has are the same but for a way of writing.

    A name that could be taken for two others is left alone, and so is one whose own list has another that is alike.

    Parameters
    ----------
    mine, theirs : sequence of str
        All names of both.
    """
    known, other = set(mine), set(theirs)
    times = [Counter(_key(name) for name in names) for names in (mine, theirs)]
    place = {_key(name): name for name in mine if name not in other}
    pairs = {
        name: place[_key(name)]
        for name in theirs
        if name not in known and _key(name) in place and all(count[_key(name)] == 1 for count in times)
    }
    causes = list(CAUSES)
    for cause in reversed(tuple(CAUSES)):
        fewer = [one for one in causes if one != cause]
        if all(_key(one, fewer) == _key(other, fewer) for one, other in pairs.items()):
            causes = fewer
    return Alike(pairs, tuple(causes))


def _key(name: str, causes: Iterable[str] = tuple(CAUSES)) -> str:
    for cause in causes:
        name = CAUSES[cause](name)
    return name
