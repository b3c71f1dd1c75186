"""What the organisers of WMT's metrics task took for official: human scores, reference, systems, submissions."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from trueness.errors import UnknownNameError, listing


class OfficialFacts(NamedTuple):
    """What is official of one language pair of a test set.

    Attributes
    ----------
    human : str
        The human scores.
    reference : str
        The reference that metrics compare with; other references are systems. Empty where there is none.
    outliers : tuple of str
        Systems that are left out.
    primaries : frozenset of str
        Metrics that count, by their names without the reference.
    """

    human: str
    reference: str
    outliers: tuple[str, ...]
    primaries: frozenset[str]

    @property
    def no_systems(self) -> tuple[str, ...]:
        """What stands among the systems and is left out."""
        return (*((self.reference,) if self.reference else ()), *self.outliers)

    def counts(self, metric: str) -> bool:
        """Return whether a metric such as ``BLEU-refA`` counts: a primary one, with the official reference or none."""
        name, _, used = metric.rpartition("-")
        return name in self.primaries and used in ((self.reference, "src") if self.reference else ("src",))


@functools.cache
def _known() -> dict[str, Any]:
    path = files("trueness.data.layouts").joinpath("evalset_official.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def official_facts(test_set: str, languages: str) -> OfficialFacts:
    """Return what is official of a language pair.

    Parameters
    ----------
    test_set : str
        Such as ``wmt23``, the name of its folder.
    languages : str
        Such as ``en-de``.

    Raises
    ------
    UnknownNameError
        If nothing is known of the test set, or of the language pair in it.
    """
    known = _known()
    if test_set not in known:
        raise UnknownNameError(
            f"what is official is known of {listing(known)}; '{test_set}' (the folder's name) is another "
            "test set. Choose the human scores, systems and metrics yourself (--human, --metrics)."
        )
    pairs: dict[str, Any] = known[test_set]["pairs"]
    if languages not in pairs:
        raise UnknownNameError(
            f"{test_set} lacks official human scores of '{languages}'; it has those of {listing(pairs, 30)}."
        )
    one = pairs[languages]
    primaries: Sequence[str] = known[test_set]["primaries"]
    return OfficialFacts(one["human"], one["reference"], tuple(one.get("outliers", ())), frozenset(primaries))
