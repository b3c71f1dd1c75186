"""Whether metrics come to the human's decisions about pairs of systems: counted, and pair by pair."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from trueness.statistics.systems.decision_agreement import decision_agreement
from trueness.studies.rows import Verdict
from trueness.studies.systems.system_rows import Outcome, SystemAgreement, SystemDecision, SystemPairTest
from trueness.studies.systems.system_tests import decisions


def system_agreement(
    scorers: Sequence[str], human: str | None, tests: Mapping[str, Sequence[SystemPairTest]]
) -> tuple[tuple[SystemAgreement, ...], tuple[SystemDecision, ...]]:
    """Return, for every scorer but the human, the counts of its decisions, and the decisions; none without a human.

    Parameters
    ----------
    scorers : sequence of str
    human : str or None
    tests : mapping of scorer to its tests of pairs
        All of the same pairs.
    """
    if human is None:
        return (), ()
    judged = decisions(tests[human])
    counts: list[SystemAgreement] = []
    rows: list[SystemDecision] = []
    for name in scorers:
        if name == human:
            continue
        mine = decisions(tests[name])
        found = decision_agreement(list(judged.values()), [mine[pair] for pair in judged])
        counts.append(SystemAgreement(name, human, **found._asdict()))
        rows += [
            SystemDecision(
                name, human, *pair, _verdict(wanted), _verdict(mine[pair]), _outcome(wanted, mine[pair])
            )
            for pair, wanted in judged.items()
        ]
    return tuple(counts), tuple(rows)


def _verdict(decision: float) -> Verdict:
    if math.isnan(decision):
        return "undefined"
    if decision == 0:
        return "not separated"
    return "better" if decision > 0 else "worse"


def _outcome(human: float, metric: float) -> Outcome:
    if math.isnan(human) or math.isnan(metric):
        return "undefined"
    if human == metric:
        return "same winner" if human else "no difference"
    if human == 0:
        return "metric only"
    return "contradiction" if metric else "human only"
