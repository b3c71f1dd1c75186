"""What a facet is, and what is true of the facets of a kind."""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, Self, TypeVar

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError
from trueness.study.rows import Caution

OfFacet = TypeVar("OfFacet")

ALL = "all"
"""What all facets together are called, where they are parts of something."""


@dataclasses.dataclass(frozen=True)
class Facet:
    """What the same metrics are compared in: scores, and a human scorer among them.

    Attributes
    ----------
    table : ScoreTable
    human : str
    """

    table: ScoreTable
    human: str


class TooFewClusters(NamedTuple):
    """Facets in which nothing can be said of other clusters.

    Attributes
    ----------
    column : str
        Which says what belongs to one cluster.
    small : mapping of str to int
        Facets, with how many clusters they have.
    fewest : int
        How many it takes.
    """

    column: str
    small: Mapping[str, int]
    fewest: int


class Facets(NamedTuple):
    """The facets of a table.

    Attributes
    ----------
    table : ScoreTable
        All scores, with the human scorers of all facets.
    each : mapping of str to Facet
        By their names; first `ALL`, of kinds that have it.
    small : mapping of str to int
        Those that are left out, with how many units they have.
    units : {'inputs', 'systems'}
        What the size of a facet is counted in.
    clustered : tuple of TooFewClusters
        Those that are left out because too few clusters of units are in them.
    """

    table: ScoreTable
    each: Mapping[str, Facet]
    small: Mapping[str, int]
    units: str = "inputs"
    clustered: tuple[TooFewClusters, ...] = ()


@dataclasses.dataclass(frozen=True)
class FacetKind(abc.ABC):
    """By what a comparison is given: a kind of facets, and all that is different about it.

    Attributes
    ----------
    one, several : str
        What they are called in sentences.
    inside, agreeing : str
        What stands before the name of one: where something holds (``in``, ``by``), and what metrics agree with or in.
    together : bool
        Whether they are parts of something, so that all of them together are a facet, too: `ALL`.
    corrected : bool
        Whether tests are corrected over facets: where a facet is a part in which something is looked for, not where it
        is a question of its own.
    word, asks : str
        The word of ``by`` that asks for them, empty where none does, and what help says of it.
    by : str
        What was asked for.
    """

    one: ClassVar[str]
    several: ClassVar[str]
    inside: ClassVar[str]
    agreeing: ClassVar[str]
    together: ClassVar[bool] = True
    corrected: ClassVar[bool] = True
    word: ClassVar[str] = ""
    asks: ClassVar[str] = ""

    by: str = ""

    @classmethod
    def asked(cls, by: str, table: ScoreTable) -> Self | None:
        """Return the kind where a word asks for it, by default its own; empty where none is given."""
        del table
        return cls(by) if by == cls.word else None

    @abc.abstractmethod
    def facets(self, table: ScoreTable, humans: Sequence[str], smallest: int) -> Facets:
        """Return the facets that are large enough.

        Parameters
        ----------
        table : ScoreTable
        humans : sequence of str
            The human scorers: one, but where facets are human scores.
        smallest : int
            How many units a facet needs.

        Raises
        ------
        UnknownNameError
            If the table has nothing of that kind.
        DataError
            If fewer than two facets are large enough.
        """

    def parts(self, each: Mapping[str, OfFacet]) -> dict[str, OfFacet]:
        """Return what there is of every facet, without that of all together."""
        return {name: one for name, one in each.items() if not self.together or name != ALL}

    @property
    def heading(self) -> str:
        """What stands above their names."""
        return self.one.capitalize()

    @property
    def named(self) -> str:
        """What several of them are called, with what tells them apart."""
        return self.several

    @property
    def contrasted(self) -> str:
        """What a lead may depend on."""
        return f"the {self.one}"

    def done(self, n: int, units: str) -> str:
        """Return for which parts a comparison was done, in words; empty where facets are no parts of anything.

        Parameters
        ----------
        n : int
            How many there are, without all together.
        units : str
            What their size is counted in.
        """
        del n, units
        return ""

    def large(self, sizes: Mapping[str, int], smallest: int, units: str) -> tuple[str, ...]:
        """Return the facets of enough units, two at least.

        Parameters
        ----------
        sizes : mapping of str to int
            Units of each.
        smallest : int
        units : str

        Raises
        ------
        DataError
            If fewer than two are large enough, or one is called as all together are.
        """
        large = tuple(name for name, size in sizes.items() if size >= smallest)
        if len(large) < 2:
            found = ", ".join(f"'{name}' {size}" for name, size in list(sizes.items())[:8])
            raise DataError(
                f"{len(large)} of {len(sizes)} {self.named} {'has' if len(large) == 1 else 'have'} at least {smallest} "
                f"{units} ({found}): results by {self.several} need two. Take smaller ones (--smallest-group), or "
                "leave --by out."
            )
        if ALL in sizes:
            raise DataError(
                f"one of the {self.named} is called '{ALL}', as all {self.several} together are. Rename it."
            )
        return large

    def left_out(self, small: Mapping[str, int], smallest: int, units: str) -> list[Caution]:
        """Return which facets have no result of their own, if any.

        Parameters
        ----------
        small : mapping of str to int
            With how many units they have.
        smallest : int
        units : str
        """
        if not small:
            return []
        named = ", ".join(f"‘{name}’ ({size})" for name, size in list(small.items())[:8])
        more = f" and {len(small) - 8} more" if len(small) > 8 else ""
        return [
            Caution(
                "small_facets",
                "warning",
                f"{self.several.capitalize()} of fewer than {smallest} {units} have no result of their own: "
                f"{named}{more}. They are in all together.",
            )
        ]
