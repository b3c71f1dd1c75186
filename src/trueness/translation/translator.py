"""What a translator is: lines in one language in, as many lines in another out."""

from __future__ import annotations

import abc
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Translation(NamedTuple):
    """What became of a line.

    Attributes
    ----------
    text : str
        The translation.
    cut : bool
        Whether something of the line, or of its translation, was lost at a limit of the translator.
    """

    text: str
    cut: bool = False


class Translator(abc.ABC):
    """A translator from one language to another: attributes say how it is fed, `translate` does the work.

    Attributes
    ----------
    batch : int
        How many lines it is given at once, at most.
    longest : int or None
        The size of the longest line that it takes (see `sizes`); longer ones are split. None where there is no limit.
    """

    batch: int = 32
    longest: int | None = None

    @abc.abstractmethod
    def translate(self, lines: Sequence[str]) -> Sequence[str | Translation]:
        """Translate lines.

        Parameters
        ----------
        lines : sequence of str
            Texts, mostly sentences of about the same length, without line breaks, none of them empty.

        Returns
        -------
        sequence of str or Translation
            One for every line, in the same order, without line breaks.
        """

    @abc.abstractmethod
    def signature(self) -> str:
        """Return all that a translation depends on besides the line, on one line: what is kept is found by it."""

    def sizes(self, lines: Sequence[str]) -> list[int]:
        """Return how large lines are, in what `longest` counts: letters."""
        return [len(line) for line in lines]


def translator_identity(translator: Translator) -> str:
    """Return a text that is the same for two translators if, and only if, their translations are to be.

    It holds the class, the signature and, for a class from outside of this package, a hash of the file that it, and
    each class above it, is from.
    """
    kind = type(translator)
    digest = hashlib.sha256()
    for ancestor in kind.__mro__:
        if issubclass(ancestor, Translator) and not ancestor.__module__.startswith("trueness."):
            named = getattr(sys.modules.get(ancestor.__module__), "__file__", None)
            digest.update(Path(named).read_bytes() if named and Path(named).is_file() else b"")
    facts = [f"{kind.__module__}.{kind.__qualname__}", translator.signature(), digest.hexdigest()]
    return json.dumps(facts, ensure_ascii=True)
