"""Names of metrics of word vectors: a base, and options of which ``vectors=`` is always one."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Self

from trueness.errors import ArgumentError, listing, suggest

OPTIONS: dict[str, tuple[str, ...] | None] = {
    "vectors": None,
    "refs": ("best", "mean", "pooled"),
    "norm": ("unit", "none"),
    "tokens": ("words", "blanks"),
    "case": ("lower", "kept"),
    "idf": None,
    "documents": ("references", "sources", "lines"),
    "sentences": ("split", "newline", "marks"),
    "models": None,
}
"""Options in the order of the canonical name, each with its values; None for names of files."""

DESCRIPTIONS = {
    "vectors": "vectors=PATH: always; a file of word vectors, a folder with an encoder, or its name on the hub",
    "refs": "refs=best or mean: of several references, the nearest, or the mean",
    "norm": "norm=unit or none: vectors of length 1, or as they are",
    "tokens": "tokens=words (letters and digits, of any script) or blanks (split at blanks)",
    "case": "case=lower or kept: how words are looked up",
    "idf": "idf=references or sources (of all that is scored), or PATH (texts, or a document a line): weights words by "
    "inverse document frequency",
    "documents": "documents=references, sources or lines: what a document of that file is",
    "sentences": "sentences=split, newline or marks: where sentences end",
    "models": "models=FOLDER: the exported regressors of S3",
}
"""Options to a line each, for lists."""

DEFAULTS: dict[str, str | None] = {
    "vectors": None,
    "refs": "best",
    "norm": "none",
    "tokens": "words",
    "case": "lower",
    "idf": None,
    "documents": None,
    "sentences": "split",
    "models": None,
}


@dataclasses.dataclass(frozen=True)
class VectorName:
    """A parsed name: what is computed, and how.

    Attributes
    ----------
    base : str
        The part before the colon.
    values : mapping of str to str or None
        All options that the base has, given or not.
    defaults : mapping of str to str or None
        What they are where they are not given.
    """

    base: str
    values: Mapping[str, str | None]
    defaults: Mapping[str, str | None]

    @property
    def name(self) -> str:
        """The canonical name."""
        given = [
            f"{key}={self.values[key]}"
            for key in OPTIONS
            if key in self.values and self.values[key] != self.defaults[key]
        ]
        return f"{self.base}:{','.join(given)}"

    def __getitem__(self, key: str) -> str:
        """Return the value of an option that has one."""
        return str(self.values[key])

    @classmethod
    def parse(
        cls,
        name: str,
        bases: Sequence[str],
        keys: Sequence[str],
        defaults: Mapping[str, str] | None = None,
        required: Sequence[str] = ("vectors",),
        refs: Sequence[str] = ("best", "mean"),
    ) -> Self | None:
        """Return a parsed name, None if its base is none of these.

        Parameters
        ----------
        name : str
            ``base:vectors=PATH,key=value,…``.
        bases : sequence of str
        keys : sequence of str
            The options that there are.
        defaults : mapping, optional
            Where they differ from `DEFAULTS`.
        required : sequence of str
            Options that have to be given.
        refs : sequence of str
            Values of the option of this name.

        Raises
        ------
        ArgumentError
            If an option is unknown, given twice, has no or another value, or a required one is missing.
        """
        base, _, options = name.partition(":")
        if base not in bases:
            return None
        usual = {key: {**DEFAULTS, **(defaults or {})}[key] for key in keys}
        values = dict(usual)
        given: set[str] = set()
        for option in filter(None, options.split(",")):
            key, _, value = option.partition("=")
            if key not in keys:
                near = suggest(key, keys)
                raise ArgumentError(
                    f"metric '{name}': '{option}' is no option of '{base}'.{near} Those are {listing(keys)}; the name "
                    "of a file cannot hold a comma."
                )
            choices = refs if key == "refs" else OPTIONS[key]
            if not value or (choices is not None and value not in choices):
                wanted = f"must be {listing(choices)}" if choices else "must name a file or folder"
                raise ArgumentError(f"metric '{name}': `{key}` {wanted}, not '{value}'.")
            if key in given:
                raise ArgumentError(f"metric '{name}': `{key}` is given twice.")
            given.add(key)
            values[key] = value
        for key in required:
            if values[key] is None:
                what = "word vectors" if key == "vectors" else "its regressors"
                raise ArgumentError(f"metric '{base}' needs {what}: name them, as in '{base}:{key}=PATH'.")
        return cls(base, values, usual)


def option_lines(keys: Sequence[str], refs: str = "") -> str:
    """Return the options as lists show them, one a line; `refs` is the line of that option if it is another."""
    lines = (refs if key == "refs" and refs else DESCRIPTIONS[key] for key in keys)
    return "\n".join(("after a colon, with commas between:", *lines))
