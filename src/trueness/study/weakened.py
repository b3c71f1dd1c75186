"""What is said beside answers that were asked for at a lower bar, or with more errors, than by default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trueness.decisions.decision import Decision
from trueness.decisions.rules import rules
from trueness.errors import series
from trueness.study.setting import Checked, Setting, settings_of

OF_ERRORS = ("alpha", "confidence")
"""Settings that say how often answers may be wrong; others are bars."""


def weakened_words(settings: Checked, decisions: Iterable[Decision]) -> str:
    """Return by which settings a yes means less than by default, and how often it may be wrong; else nothing.

    Parameters
    ----------
    settings : Checked
    decisions : iterable of Decision
        What was decided with them; where nothing was, there is nothing to say.
    """
    found = list(decisions)
    weaker = list(_weaker(settings)) if found else []
    of_errors = [_said(one, settings) for one in weaker if one.field in OF_ERRORS]
    said = []
    shares = max(((one.broken, rules()[one.rule].broken) for one in found), default=(0.0, 0.0))
    if of_errors and shares[0] > shares[1]:
        said.append(
            f"A yes here is wrong in at most {100 * shares[0]:.3g}% of studies, as asked by {series(of_errors)}; by "
            f"default in {100 * shares[1]:.3g}%."
        )
    for one in weaker:
        if one.field not in OF_ERRORS:
            asks = "asks for less than" if one.weaker == "lower" else "allows more than"
            said.append(f"{_said(one, settings)} {asks} the default, {one.default:g}.")
    return " ".join(said)


def _weaker(settings: Checked) -> Iterator[Setting]:
    """Yield the settings that lie on the weaker side of their default."""
    kind: type = type(settings)
    for one in settings_of(kind):
        value = getattr(settings, one.field)
        if not one.weaker or value is None or one.default is None:
            continue
        if value < one.default if one.weaker == "lower" else value > one.default:
            yield one


def _said(one: Setting, settings: Checked) -> str:
    return f"{one.flag} {getattr(settings, one.field):g}"
