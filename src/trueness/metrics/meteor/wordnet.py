"""Synonym sets of English words, read from a copy of WordNet 3.0 that the user has."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from trueness.errors import FormatError, MissingExtraError

VARIABLE = "WNSEARCHDIR"
"""The variable by which WordNet's own programs find its files."""
PLACES = (Path("/usr/share/wordnet"), Path("/usr/local/WordNet-3.0/dict"))
"""Where Debian's package and WordNet's own installation put them."""
PARTS_OF_SPEECH = ("noun", "verb", "adj", "adv")
FILES = tuple(f"{kind}" for part in PARTS_OF_SPEECH for kind in (f"index.{part}", f"{part}.exc"))

ORIGINAL = "0d56b90cdaf6f0bb57dc714a0c90afbd7a8c9f04d67fca312d79498763ed3309"
DEBIAN = "1add08c1cc33fc7b8ed6adcba878f6682b6cd2e2ffa2a4c49d66af4b3368cfea"
"""Fingerprints of WordNet 3.0 as Princeton released it and as Debian corrected it (wordnet-base 1:3.0-37)."""
DEBIAN_SHIFTS = {"verb": ((613036, -18), (2422967, 0)), "adj": ((1681478, -1),)}
"""Part of speech to (from which offset on, by how much) offsets of Debian's files have to move to be Princeton's."""

ENDINGS = (
    ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""), ("er", ""), ("est", ""), ("er", "e"),
    ("est", "e"),
)  # fmt: skip
"""WordNet's rules of detachment for all parts of speech: an ending and what the base form has in its place."""


class WordNet(NamedTuple):
    """Words and the synonym sets they belong to.

    Attributes
    ----------
    folder : Path
        Where the files are.
    entries : mapping of str to mapping of str to str
        Part of speech to word to what the index says of it.
    bases : mapping of str to tuple of str
        Irregular form to its base forms, of all parts of speech.
    fingerprint : str
        A digest of the files, 64 hexadecimal digits.
    """

    folder: Path
    entries: Mapping[str, Mapping[str, str]]
    bases: Mapping[str, tuple[str, ...]]
    fingerprint: str

    def __contains__(self, word: object) -> bool:
        return any(word in entries for entries in self.entries.values())

    def own_sets(self, word: str) -> frozenset[int]:
        """Return the synonym sets of a word as it stands.

        A set is known by its offset alone, as in METEOR, where 282 offsets stand for sets of two or more parts of
        speech at once: by chance the noun "record" and the verb "wear" share one. Offsets of Debian's edition, whose
        corrections moved some by a few bytes, are those of the original.

        Raises
        ------
        FormatError
            If the word's line in an index file is not as WordNet describes it (wndb(5WN)).
        """
        sets: set[int] = set()
        for part, entries in self.entries.items():
            if word in entries:
                shifts = DEBIAN_SHIFTS.get(part, ()) if self.fingerprint == DEBIAN else ()
                for offset in _offsets(entries[word], f"{self.folder / f'index.{part}'}, entry '{word}'"):
                    moves = [by for start, by in shifts if offset >= start]
                    sets.add(offset + (moves[-1] if moves else 0))
        return frozenset(sets)

    def sets_of(self, word: str) -> frozenset[int]:
        """Return the synonym sets of a word and of its base forms.

        The base forms of an irregular form are looked up; otherwise the first rule of detachment that leads to a known
        word gives the only one.

        Raises
        ------
        FormatError
            As `own_sets`.
        """
        own = self.own_sets(word)
        if word in self.bases:
            return own.union(*(self.own_sets(base) for base in self.bases[word]))
        if len(word) > 2 and not word.endswith("ss"):
            for ending, replacement in ENDINGS:
                base = word.removesuffix(ending) + replacement
                if word.endswith(ending) and base in self:
                    return own | self.own_sets(base)
        return own


def find_wordnet(folder: str | Path | None = None) -> Path:
    """Return the folder that holds WordNet's files.

    Parameters
    ----------
    folder : str or Path, optional
        Where they are (default: what the variable WNSEARCHDIR names, or else where packages put them).

    Raises
    ------
    MissingExtraError
        If they are not there; the message says how to get them.
    """
    named = folder or os.environ.get(VARIABLE)
    places = [Path(named)] if named else list(PLACES)
    for place in places:
        if all((place / name).is_file() for name in FILES):
            return place
    looked = " and ".join(f"'{place}'" for place in places)
    raise MissingExtraError(
        f"METEOR's synonyms need the files of WordNet 3.0 ({FILES[0]} and others), which are missing in "
        f"{looked}: install them (Debian and Ubuntu: apt install wordnet) or set the variable {VARIABLE} "
        "to the folder that holds them."
    )


@functools.lru_cache(maxsize=4)
def read_wordnet(folder: Path) -> WordNet:
    """Read the index and exception files of WordNet 3.0.

    Parameters
    ----------
    folder : Path
        As `find_wordnet` returns it.

    Raises
    ------
    FormatError
        If a file is not text.
    """
    texts = {}
    digest = hashlib.sha256()
    for name in FILES:
        content = (folder / name).read_bytes().replace(b"\r\n", b"\n")
        digest.update(content + b"\0")
        try:
            texts[name] = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise FormatError("this must be text.", path=str(folder / name)) from error
    entries: dict[str, dict[str, str]] = {}
    bases: dict[str, list[str]] = {}
    for part in PARTS_OF_SPEECH:
        lines = texts[f"index.{part}"].splitlines()
        cut = (line.partition(" ") for line in lines if not line.startswith(" "))  # the licence is indented
        entries[part] = {word: rest for word, _, rest in cut}
        for line in texts[f"{part}.exc"].splitlines():
            form, *of = line.split() or [""]
            bases.setdefault(form, []).extend(of)
    return WordNet(folder, entries, {form: tuple(of) for form, of in bases.items()}, digest.hexdigest())


def _offsets(entry: str, place: str) -> list[int]:
    """Return the offsets that end an entry: part of speech, number of sets, other facts, offsets."""
    fields = entry.split()
    try:
        number = int(fields[1])
        offsets = [int(field) for field in fields[-number:]]
    except (IndexError, ValueError):
        number, offsets = 1, []
    if len(offsets) != number or len(fields) < 5 + number:
        raise FormatError(f"'{entry[:60]}' must end in synonym sets.", path=place)
    return offsets
