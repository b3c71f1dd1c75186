"""Numbers in sentences: the one place where studies round, and what tables print correlations with."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from trueness.errors import counted as counted  # noqa: PLC0414 - the other words for numbers are here

MINUS = "−"


def decimal(value: float, digits: int = 2) -> str:
    """Return a number with so many decimals, such as ``0.60`` or ``−0.12``; no negative zero; ``∞`` as such.

    What is no number is ``undefined``.
    """
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", MINUS)


def digits_that_add_up(one: float, other: float) -> int:
    """Return with how many decimals two numbers and their difference agree: 2, or up to 4.

    Rounded to two decimals 0.714 and 0.818 differ by 0.11, and their difference is −0.10.
    """
    if not math.isfinite(one - other):
        return 2
    agree = (
        digits
        for digits in (2, 3)
        if math.isclose(
            round(one, digits) - round(other, digits), round(one - other, digits), abs_tol=10.0**-digits / 2
        )
    )
    return next(agree, 4)


def bracketed(low: float, high: float, *, digits: int = 2) -> str:
    """Return an interval with the space before it, `` [0.09, 0.84]``; nothing where a limit is not known."""
    known = math.isfinite(low) and math.isfinite(high)
    return f" [{decimal(low, digits)}, {decimal(high, digits)}]" if known else ""


def bracketed_shares(low: float, high: float) -> str:
    """Return an interval of shares with the space before it, `` [9%, 84%]``; nothing where a limit is not known."""
    return f" [{percent(low)}, {percent(high)}]" if math.isfinite(low) and math.isfinite(high) else ""


def percent(share: float, digits: int = 0) -> str:
    """Return a share as a percentage with so many decimals, such as ``32%`` or ``−12%``; no negative zero."""
    return f"{decimal(100 * share, digits)}%"


def in_points(share: float) -> str:
    """Return a difference of shares in points of a hundred, such as ``17 points``; one below a point with a decimal."""
    points = decimal(100 * share, 0 if abs(share) >= 0.01 or not share else 1)
    return f"{points} point{'' if points.strip('−') == '1' else 's'}"


def wider(widening: float) -> str:
    """Return how much wider an interval is than another: ``12% wider``, or narrower."""
    return f"{percent(abs(widening))} {'wider' if widening >= 0 else 'narrower'}"


def significant(value: float, digits: int = 3) -> str:
    """Return a number with so many significant digits, such as ``0.00391``; a large one in full, such as ``120``."""
    text = f"{value:.{digits}g}"
    return f"{float(text):,.0f}" if 10**digits <= abs(float(text)) < 1e9 else text


def interval(low: float, high: float, *, digits: int = 2) -> str:
    """Return an interval as it stands by itself, ``[0.09, 0.84]``; nothing where a limit is not known."""
    return bracketed(low, high, digits=digits).strip()


def interval_of_shares(low: float, high: float) -> str:
    """Return an interval of shares as it stands by itself, ``[9%, 84%]``; nothing where a limit is not known."""
    return bracketed_shares(low, high).strip()


def systems_in_all(of_tables: Iterable[Collection[str]]) -> str:
    """Return how many systems several tables have, and how many different ones: ``39 systems, 13 different``.

    Parameters
    ----------
    of_tables : iterable of collection of str
        The systems of each.
    """
    tables = list(of_tables)
    every, different = sum(map(len, tables)), len({name for names in tables for name in names})
    return counted(every, "system") + (f", {different:,} different" if different < every else "")
