"""The judges that figures draw where nobody says which."""

from __future__ import annotations

from collections.abc import Sequence

from trueness.errors import unknown_name
from trueness.studies.judge.rows import JudgeResult

PANELS = 12
"""Judges that are drawn where nobody says which."""


def shown_judges(validation: JudgeResult, judges: Sequence[str] | None) -> tuple[str, ...]:
    """Return the judges to draw: those named, or the first `PANELS` by agreement.

    Raises
    ------
    UnknownNameError
        If a judge was not validated.
    """
    if judges is None:
        return validation.in_order()[:PANELS]
    for name in judges:
        if name not in validation.judges:
            raise unknown_name("judge", name, validation.judges)
    return tuple(judges)
