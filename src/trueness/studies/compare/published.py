"""Procedures taken over from publications: what they say is theirs, and decides nothing here."""

from __future__ import annotations

from typing import Protocol

from trueness.decisions.decision import Ground
from trueness.methods.interval import IntervalMethod

KNOWN_MEANING = "tests_of_known_meaning"
"""The measure of the need that p-values mean something."""


class OfProcedure(Protocol):
    """The settings that say by which procedure metrics are tested."""

    @property
    def test(self) -> str:
        """The name of the main test."""

    @property
    def closed_form(self) -> bool:
        """Whether it is a formula for one correlation of independent pairs."""

    @property
    def as_published(self) -> bool:
        """Whether it is used off its ground, as papers have done."""

    @property
    def interval_method(self) -> IntervalMethod:
        """How intervals are found."""

    @property
    def preset(self) -> str | None:
        """The publication whose settings these are."""


def has_known_meaning(settings: OfProcedure, level: str) -> bool:
    """Return whether p-values of the main test, and intervals, mean something at a level.

    A closed form takes outputs of one system or input for independent off the system level, and averages of
    correlations for correlations: papers have done so (``--as-published``), and nothing follows from it.

    Parameters
    ----------
    settings : OfProcedure
    level : str
    """
    return level == "system" or not (settings.closed_form or settings.interval_method.closed_form)


def known_meaning(settings: OfProcedure, level: str) -> Ground:
    """Return the need that the main test's p-values mean something (see `has_known_meaning`).

    Parameters
    ----------
    settings : OfProcedure
    level : str
    """
    return Ground.counted(KNOWN_MEANING, int(has_known_meaning(settings, level)), 1)


def is_published(settings: OfProcedure, level: str) -> bool:
    """Return whether what tests say is to be told as a published procedure's, and not as advice.

    So where the settings are those of a publication, and where p-values have no known meaning.

    Parameters
    ----------
    settings : OfProcedure
    level : str
    """
    return settings.preset is not None or not has_known_meaning(settings, level)


def procedure_words(settings: OfProcedure) -> str:
    """Return what a published procedure is called: ``the published procedure (wmt24)``.

    Parameters
    ----------
    settings : OfProcedure
    """
    form = f"the {settings.test} test" if settings.closed_form else settings.interval_method.noun
    return f"the published procedure ({settings.preset or form})"


def would_say(settings: OfProcedure, level: str, finding: str) -> str:
    """Return a finding as what the published procedure would say, and that it is no advice.

    Parameters
    ----------
    settings : OfProcedure
    level : str
    finding : str
        What follows "would say that", without a full stop: ``'bleu' is better than 3 others``.
    """
    words = procedure_words(settings)
    sentence = f"{words[0].upper()}{words[1:]} would say that {finding}."
    if has_known_meaning(settings, level):
        return f"{sentence} Leave --as out for a decision."
    return f"{sentence} Its numbers have no known meaning here. Leave --as-published out for a decision."
