"""Whose orders of outputs are put beside people's, and what is listed."""

from __future__ import annotations

import dataclasses

from trueness.study.setting import TEST, NothingDrawn, again, fixed, metric_name, optional, setting, whole
from trueness.study.setting_groups import OfConfidence, OfScorers, OfTests

AMONG = ("input", "all")
"""Outputs are placed among those of the same input, or among all."""


@dataclasses.dataclass(frozen=True)
class DisagreementsSelection(OfScorers):
    """Whose orders are put beside people's.

    Attributes
    ----------
    clusters, system_clusters : str or None
        Nothing here groups systems.
    """

    system_clusters: str | None = fixed(None)


@dataclasses.dataclass(frozen=True)
class DisagreementsSettings(OfConfidence, NothingDrawn):
    """How outputs are placed, and how many are listed.

    Attributes
    ----------
    baseline : str or None
        The metric that others are put beside; of two metrics the second, if none is named.
    correction : str
        Of the tests of one metric's systems.
    """

    among: str = setting(
        AMONG[0],
        "Among which outputs one is placed: those of the same input, or all.",
        choices=AMONG,
        default_words="input, or all where data name no systems",
    )
    baseline: str | None = setting(
        None,
        "Also list the outputs on which metrics and this one differ most.",
        check=optional(metric_name),
        panel=TEST,
    )
    listed: int = setting(10, "How many outputs and inputs are listed per metric.", check=whole(1))
    correction: str = again(OfTests, "correction")
