"""Names of systems that are people: authors of references, or whoever else wrote among models."""

from __future__ import annotations

import re

_REFERENCE = re.compile(
    r"(?:newstest\w*[-._])?refs?(?:[-_. ]?(?:[a-z]|\d+))?(?:\.\d+)?"
    r"|ref\..+"
    r"|(?:references?|human|gold)(?:[-_. ](?:[a-z]|\d+)|\d+)?(?:\.\d+)?"
    r"|(?:human|people|expert|reference|gold|freelance|crowd)[-_. ](?:ref|reference|translation|summary|written|author|"
    r"writer|answer|response|baseline|performance|standard|post-?edit)s?(?:[-_. ]?(?:[a-z]|\d+))?(?:\.\d+)?"
    r"|refs?[-_. ](?:human|gold|people)"
    r"|humans|people|ground[-_. ]?truth|written[-_. ]by[-_. ](?:a[-_. ])?(?:humans?|people|persons?|experts?)",
    re.IGNORECASE,
)
"""How test sets call systems that are people: ``ref`` and ``refA`` (WMT), ``ref.A`` (MQM), ``Human-A.0``."""


def called_reference(system: str) -> bool:
    """Return whether a system is called as references and other writing of people are.

    Examples
    --------
    >>> [called_reference(name) for name in ("refA", "Human-A.0", "human_written", "ground truth", "human-tuned")]
    [True, True, True, True, False]
    """
    return _REFERENCE.fullmatch(system.strip()) is not None
