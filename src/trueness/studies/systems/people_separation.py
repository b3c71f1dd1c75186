"""How well each scorer tells people from machines, and which machines from which people."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

import numpy as np

from trueness.statistics.corrections import adjust
from trueness.statistics.systems.human_machine_separation import human_machine_separation
from trueness.statistics.systems.system_pairs import SystemPairs
from trueness.studies.systems.system_rows import PeopleSeparation, SystemPairTest
from trueness.studies.systems.system_settings import SystemSettings
from trueness.studies.systems.system_tests import decisions


def people_separation(
    names: Sequence[str],
    people: Sequence[str],
    pairs: Mapping[str, SystemPairs],
    tests: Mapping[str, Sequence[SystemPairTest]],
    settings: SystemSettings,
) -> tuple[PeopleSeparation, ...]:
    """Return one row per scorer, none where no system is people.

    Parameters
    ----------
    names, people : sequences of str
        All systems, and those that are people.
    pairs, tests : mappings of scorer to its scores and to its tests of pairs
    settings : SystemSettings
        The p-values of the areas are corrected over the scorers.
    """
    if not people:
        return ()
    chosen = np.array([name in people for name in names])
    rows = []
    for scorer, given in pairs.items():
        found = human_machine_separation(
            given, chosen, resamples=settings.resamples, confidence=settings.confidence, rng=settings.seed
        )
        mixed = [
            decided if a in people else -decided
            for (a, b), decided in decisions(tests[scorer]).items()
            if (a in people) != (b in people) and not np.isnan(decided)
        ]
        rows.append(
            PeopleSeparation(
                scorer=scorer,
                pvalue_adjusted=float("nan"),
                n_pairs=len(mixed),
                n_people_better=mixed.count(1.0),
                n_machine_better=mixed.count(-1.0),
                **found._asdict(),
            )
        )
    adjusted = adjust([row.pvalue for row in rows], settings.correction)
    return tuple(
        dataclasses.replace(row, pvalue_adjusted=float(p)) for row, p in zip(rows, adjusted, strict=True)
    )
