"""Numbers in sentences: the one place where studies round, and what tables print correlations with."""

from __future__ import annotations

MINUS = "−"


def decimal(value: float, digits: int = 2) -> str:
    """Return a number with so many decimals, such as ``0.60`` or ``−0.12``; no negative zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", MINUS)


def percent(share: float, digits: int = 0) -> str:
    """Return a share as a percentage with so many decimals, such as ``32%``."""
    return f"{share:.{digits}%}"


def significant(value: float, digits: int = 3) -> str:
    """Return a number of any size, such as a small p-value, with so many significant digits: ``0.00391``."""
    return f"{value:.{digits}g}"


def counted(number: int, noun: str) -> str:
    """Return a number of things: ``1 input``, ``20 inputs``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
