"""Procedures taken over from publications: what they say is theirs, and decides nothing here."""

from __future__ import annotations

from trueness.decisions.decision import Decision, Ground
from trueness.methods.registry import pair_test
from trueness.studies.compare.settings import Settings

KNOWN_MEANING = "p_values_with_a_known_meaning"
"""The need that tests and intervals taken as papers did, where they are not derived, do not meet."""

OWN_SETTINGS = "settings_of_no_publication"
"""The need that settings of a publication do not meet: they repeat what was done, and choose nothing."""


def has_known_meaning(settings: Settings, level: str, coefficient: str) -> bool:
    """Return whether the main test's p-values, and intervals, mean something at a level.

    A closed form takes outputs of one system or input for independent off the system level, and averages of
    correlations for correlations: papers have done so (``--as-published``), and nothing follows from it.
    """
    if level == "system":
        return True
    if settings.interval_method.closed_form:
        return False
    return not settings.closed_form or pair_test(settings.test).derived_for(level, coefficient)


def procedure_needs(settings: Settings, level: str, coefficient: str) -> tuple[Ground, ...]:
    """Return the needs that a published procedure does not meet; none for settings of one's own."""
    unmet = []
    if not has_known_meaning(settings, level, coefficient):
        unmet.append(KNOWN_MEANING)
    if settings.preset is not None:
        unmet.append(OWN_SETTINGS)
    return tuple(Ground.counted(measure, 0, 1) for measure in unmet)


def is_published(decision: Decision) -> bool:
    """Return whether a decision was left to a published procedure."""
    return decision.reason in (KNOWN_MEANING, OWN_SETTINGS)


def would_say(settings: Settings, level: str, coefficient: str, finding: str) -> str:
    """Return a finding as what the published procedure would say, and how to get a decision in its place.

    Where settings are nobody's but one's own, and mean something, it is the finding alone.

    Parameters
    ----------
    settings : Settings
    level, coefficient : str
    finding : str
        A sentence with its full stop.
    """
    meant = has_known_meaning(settings, level, coefficient)
    if meant and settings.preset is None:
        return finding
    form = f"the {settings.test} test" if settings.closed_form else settings.interval_method.noun
    said = f"The published procedure ({settings.preset or form}) would say: {finding}"
    return (
        f"{said} Leave --as out for a decision."
        if meant
        else f"{said} Its numbers have no known meaning here."
    )
