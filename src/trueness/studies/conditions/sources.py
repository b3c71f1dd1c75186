"""What a study of conditions is put to: the reference, the other conditions, and ways back from them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Self

from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, UnknownNameError, listing, suggest
from trueness.studies.equivalence.conditions import Conditions

RETURNED = " and back"


def back_name(condition: str) -> str:
    """Return what the way back from a condition is called, such as ``spanish and back``."""
    return f"{condition}{RETURNED}"


@dataclasses.dataclass(frozen=True)
class ConditionsAndBack:
    """Scores under a reference condition and under others, and again after a way back, as of a round trip.

    Attributes
    ----------
    conditions : Conditions
    back : mapping of str to ScoreTable
        By the name of the condition that it leads back from.

    Raises
    ------
    ArgumentError
        If there is no other condition, or one is called as a way back.
    UnknownNameError
        If a way back leads from no condition.
    """

    conditions: Conditions
    back: Mapping[str, ScoreTable] = dataclasses.field(default_factory=dict)

    def __post_init__(self) -> None:
        names = tuple(self.conditions.against)
        if not names:
            raise ArgumentError(
                "there is one condition only: give at least another one to compare it with (`against`)."
            )
        for name in names:
            if name.endswith(RETURNED):
                raise ArgumentError(
                    f"'{name}' is the way back from '{name.removesuffix(RETURNED)}': give it as `back`, "
                    "or name the condition otherwise."
                )
        for name in self.back:
            if name not in names:
                raise UnknownNameError(
                    f"`back` leads from '{name}', which is no condition.{suggest(name, names)} Conditions: "
                    f"{listing(names)}."
                )

    @classmethod
    def of_parts(cls, parts: Mapping[str, ScoreTable]) -> Self:
        """Return what `parts` named."""
        back = {name.removesuffix(RETURNED): part for name, part in parts.items() if name.endswith(RETURNED)}
        others = {name: part for name, part in parts.items() if not name.endswith(RETURNED)}
        return cls(Conditions.of_parts(others), back)

    @property
    def parts(self) -> dict[str, ScoreTable]:
        """Every table by a name of its own, as manifests have them."""
        return {**self.conditions.parts, **{back_name(name): part for name, part in self.back.items()}}

    @property
    def all(self) -> dict[str, ScoreTable]:
        """All conditions but the reference, each followed by its way back, under their names."""
        found = {}
        for name, table in self.conditions.against.items():
            found[name] = table
            if name in self.back:
                found[back_name(name)] = self.back[name]
        return found
