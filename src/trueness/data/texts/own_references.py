"""Systems whose outputs are their own references: authors of references who stand among the systems."""

from __future__ import annotations

import dataclasses
import statistics
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from trueness.errors import listing

if TYPE_CHECKING:
    from trueness.data.texts.texts import TextRow

MOST = 0.5
"""From this share of its outputs on a system is its own reference."""

LONG = 20
"""Texts of so many letters are not equal by chance; shorter ones, such as answers to questions, often are."""

NEARLY_ALL = 0.9
USUALLY_NONE = 0.1
"""Of short outputs `NEARLY_ALL` have to equal a reference, where of most systems fewer than `USUALLY_NONE` do."""

LEAST = 3
"""Different outputs that have to equal a reference, unless there are fewer: one may be chance."""


@dataclasses.dataclass
class _Counts:
    outputs: int = 0
    equal: int = 0
    long: int = 0
    equal_long: int = 0
    different: set[int] = dataclasses.field(default_factory=set)

    @property
    def share(self) -> float:
        return self.equal / self.outputs if self.outputs else 0.0


class OwnReferences:
    """Counts, row by row, how many outputs of each system equal one of their own references.

    Texts are compared in Unicode's compatibility form (NFKC) and without regard to blanks. A system is its own
    reference from a share of `MOST` of its outputs with a reference on. Outputs shorter than `LONG` count only where
    nearly all of a system's and hardly any of most systems' equal a reference: right answers to questions are no
    authors. Nor are labels: at least half of the equal outputs have to differ from each other.
    """

    def __init__(self) -> None:
        self._counts: dict[str, _Counts] = {}

    def add(self, row: TextRow) -> None:
        """Look at one output."""
        counts = self._counts.setdefault(row.system, _Counts())
        if not row.references or not row.output.strip():
            return
        output = _plain(row.output)
        is_long = len(output) >= LONG
        counts.outputs += 1
        counts.long += is_long
        if any(_plain(reference) == output for reference in row.references):
            counts.equal += 1
            counts.equal_long += is_long
            counts.different.add(hash(output))

    def found(self) -> dict[str, float]:
        """Return the systems that are their own references, with the share of their outputs that equal one."""
        usual = statistics.median([one.share for one in self._counts.values()] or [0.0])
        return {system: one.share for system, one in self._counts.items() if _is_own(one, usual)}


def _is_own(one: _Counts, usual: float) -> bool:
    """Return whether a system is its own reference, given the median of the systems' shares."""
    if len(one.different) < min(LEAST, one.outputs) or 2 * len(one.different) < one.equal or not one.equal:
        return False
    if one.share < MOST:
        return False
    by_long = one.equal_long >= min(LEAST, one.outputs) and one.equal_long >= MOST * one.long
    return by_long or (one.share >= NEARLY_ALL and usual < USUALLY_NONE)


def own_references(rows: Iterable[TextRow]) -> dict[str, float]:
    """Return the systems of texts that are their own references (see `OwnReferences`).

    Parameters
    ----------
    rows : iterable of TextRow
    """
    counted = OwnReferences()
    for row in rows:
        counted.add(row)
    return counted.found()


def own_reference_words(shares: Mapping[str, float]) -> str:
    """Return the sentences about systems that are their own references, without what to do about them.

    Parameters
    ----------
    shares : mapping of str to float
        As `ScoreTable.own_references`; not empty.
    """
    one = len(shares) == 1
    low, high = min(shares.values()), max(shares.values())
    share = f"{100 * low:.0f}%" if f"{low:.2f}" == f"{high:.2f}" else f"{100 * low:.0f}-{100 * high:.0f}%"
    return (
        f"{'System' if one else 'Systems'} {listing(shares)} wrote {'its' if one else 'their'} own references: {share} "
        f"of the outputs equal a reference. Metrics that read references give {'it' if one else 'them'} full marks, "
        "which makes every such metric look better than it is."
    )


def _plain(text: str) -> str:
    form = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(form.split())
