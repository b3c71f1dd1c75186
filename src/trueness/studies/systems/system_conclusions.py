"""What a comparison of systems says, in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from trueness.errors import listing
from trueness.statistics.corrections import smallest_attainable
from trueness.studies.systems.system_rows import SystemAgreement, SystemRank
from trueness.studies.systems.system_settings import SystemSettings

MOST_SCORERS = 4
"""For more scorers than these sentences would be longer than the table."""


def system_conclusions(
    standing: Sequence[SystemRank],
    agreement: Sequence[SystemAgreement],
    settings: SystemSettings,
    unreachable: Mapping[str, tuple[float, int]] = MappingProxyType({}),
) -> tuple[str, ...]:
    """Return the findings, one sentence per scorer and one about agreement with the human.

    Parameters
    ----------
    standing, agreement : sequences of rows
    settings : SystemSettings
    unreachable : mapping of str to (float, int)
        Scorers by which no test can reject (see `system_reach.out_of_reach`): nothing is found by them, and their
        decisions are none.
    """
    humans = {row.human for row in agreement}
    scorers = sorted(dict.fromkeys(row.scorer for row in standing), key=lambda name: name not in humans)
    after = "" if settings.correction == "none" else " after correction"
    found = []
    for scorer in scorers[:MOST_SCORERS]:
        rows = [row for row in standing if row.scorer == scorer]
        top = sorted((row for row in rows if row.not_outperformed), key=lambda row: -row.estimate)
        if not top:
            found.append(f"By '{scorer}' no pair of systems could be tested.")
            continue
        if scorer in unreachable:
            found.append(_nothing_shown(scorer, *unreachable[scorer], settings))
            continue
        verb = "is" if len(top) == 1 else "are"
        names = listing((row.system for row in top), 6)
        found.append(
            f"By '{scorer}', {len(top)} of {len(rows)} systems {verb} not significantly outperformed by any other"
            f"{after}: {names}."
        )
    if len(scorers) > MOST_SCORERS:
        found.append(f"{len(scorers) - MOST_SCORERS} more scorers: see the tables.")
    known = [
        row for row in agreement if row.n_pairs and not {row.metric, row.human}.intersection(unreachable)
    ]
    if known:
        best = max(known, key=lambda row: row.agreement)
        worst = max(known, key=lambda row: row.n_contradictions)
        most = f", the highest share of the {len(known)} metrics," if len(known) > 1 else ""
        separated = best.n_same_winner + best.n_human_only + best.n_contradictions
        found.append(
            f"'{best.metric}' comes to the same decision as '{best.human}' about {best.agreement:.0%} of "
            f"{best.n_pairs} pairs of systems{most} and separates {best.n_same_winner} of the {separated} pairs that "
            f"'{best.human}' separates."
        )
        if worst.n_contradictions:
            pairs = "1 pair" if worst.n_contradictions == 1 else f"{worst.n_contradictions} pairs"
            found.append(
                f"'{worst.metric}' contradicts '{worst.human}' about {pairs}: each finds the other system "
                "significantly better."
            )
    return tuple(found)


def _nothing_shown(scorer: str, smallest: float, n_inputs: int, settings: SystemSettings) -> str:
    """Return why no difference can be found by a scorer, and what would help."""
    after = "" if settings.correction == "none" else " after correction"
    inputs = "1 input" if n_inputs == 1 else f"{n_inputs} inputs"
    drawn = settings.resampled and smallest == smallest_attainable(settings.resamples)
    why = f"{settings.resamples} resamples" if drawn else inputs
    return (
        f"By '{scorer}' nothing can be found out about the systems: with {why} no p-value is below {smallest:.3g}, so "
        f"that no test can be significant at alpha = {settings.alpha:g}{after}, however different the systems are. "
        f"{'Draw more resamples' if drawn else 'Collect more inputs'}."
    )
