"""Which metrics are compared by which facets; how is declared by `compare`."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError
from trueness.studies.compare.settings import CompareSelection
from trueness.study.facets.groups import ByGroups
from trueness.study.facets.registry import KINDS
from trueness.study.setting import again, words
from trueness.study.setting_groups import OfScorers


def _humans(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found is not None and not found:
        raise ArgumentError(f"`{argument}` must name at least one scorer.")
    return None if found is None else tuple(dict.fromkeys(found))


@dataclasses.dataclass(frozen=True)
class FacetsSelection(ByGroups, CompareSelection):
    """Which metrics are compared, with whom, by which facets.

    Attributes
    ----------
    human : tuple of str or None
        None stands for all that the data declare; with `by`, for the only one.
    """

    human: tuple[str, ...] | None = again(  # type: ignore[assignment]
        OfScorers,
        "human",
        text="The human scorer: the ground truth. Several, one report with all side by side. mean(A,B) is the mean of "
        "several, standardized_mean(A,B) that of scores with mean 0 and standard deviation 1; in adjusted(A) "
        "annotators' strictness is taken off.",
        check=_humans,
        several=True,
        split=split_patterns,
    )
    by: str | None = again(
        ByGroups,
        "by",
        text="Grouping column, e.g. language: results for each of its groups, and for all together. "
        + " ".join(f"{kind.word}: {kind.asks}." for kind in KINDS if kind.word),
    )
    smallest_group: int = again(
        ByGroups,
        "smallest_group",
        text="Groups of fewer inputs (or systems) are left out, and named; so are annotators of fewer inputs.",
    )

    def _refuse(self) -> None:
        if self.by is not None and self.human is not None and len(self.human) > 1:
            raise ArgumentError(
                f"results by '{self.by}' (--by) are for one human scorer (--human), not for {len(self.human)}: give "
                f"the command once for each, the first time with --human {self.human[0]}, or take the mean of all, "
                f"--human 'mean({','.join(self.human)})'."
            )
