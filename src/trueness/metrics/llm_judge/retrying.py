"""How long to wait before a request is made again, and whether it is."""

from __future__ import annotations

import email.utils
import math
import time
from collections.abc import Mapping

FIRST, LONGEST = 0.5, 8.0
"""Seconds before the second attempt, and at most before a later one, where the endpoint says nothing."""

LONGEST_SAID = 120.0
"""Seconds that an endpoint may ask for; who asks for more is not asked again."""

_GOLDEN = 0.618  # of whose multiples the fractions lie evenly


def pause_before(again: int, headers: Mapping[str, str], place: int = 0) -> float | None:
    """Return how many seconds to wait before a request is made again; None if it is not.

    As long as the endpoint says, else twice as long each time, less up to a quarter by the place of the request: many
    that failed together do not come back together.

    Parameters
    ----------
    again : int
        How often it has been made.
    headers : mapping of str to str
        Of the answer: ``retry-after-ms``, ``retry-after`` (seconds or a date), ``x-should-retry``.
    place : int
        Of the request among all.
    """
    if headers.get("x-should-retry") == "false":
        return None
    said = _said(headers)
    if said is not None and said > LONGEST_SAID:
        return None
    if said is not None and said > 0:
        return said
    return min(FIRST * 2.0 ** min(again - 1, 30), LONGEST) * (1 - place * _GOLDEN % 1 / 4)


def _said(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds an endpoint asks for; None if it does not."""
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            seconds = float(headers[name]) / per_second
        except (KeyError, ValueError):
            continue
        return None if math.isnan(seconds) else seconds
    try:
        return email.utils.parsedate_to_datetime(headers["retry-after"]).timestamp() - time.time()
    except (KeyError, ValueError, TypeError, OverflowError, OSError):
        return None
