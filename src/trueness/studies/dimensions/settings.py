"""Which metrics are compared with which human scorers; how is declared by `compare`."""

from __future__ import annotations

import dataclasses
from typing import Any

from trueness.data.scores.patterns import split_patterns
from trueness.errors import ArgumentError
from trueness.studies.compare.settings import CompareSelection
from trueness.study.setting import again, words
from trueness.study.setting_groups import OfScorers


def _humans(argument: str, value: Any) -> tuple[str, ...] | None:
    found = words(argument, value)
    if found is not None and not found:
        raise ArgumentError(f"`{argument}` must name at least one scorer.")
    return None if found is None else tuple(dict.fromkeys(found))


@dataclasses.dataclass(frozen=True)
class DimensionsSelection(CompareSelection):
    """Which metrics are compared, by which human scorers.

    Attributes
    ----------
    human : tuple of str or None
        None stands for all that the data declare.
    metrics : tuple of str or None
    clusters, system_clusters : str or None
    drop_duplicates : bool
    contrast : tuple of two str or None
    tests : bool
    """

    human: tuple[str, ...] | None = again(  # type: ignore[assignment]
        OfScorers,
        "human",
        text="The human scorer: the ground truth. Several, one report with all side by side. mean(A,B) is the mean of "
        "several, standardized_mean(A,B) that of scores with mean 0 and standard deviation 1.",
        check=_humans,
        several=True,
        split=split_patterns,
    )
