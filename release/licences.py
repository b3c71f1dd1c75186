"""The licences of packages, by what they say of themselves where they are installed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution

ALLOWED = re.compile(
    r"\b(apache|bsd|0bsd|mit\b|isc\b|python software|psf|mpl|mozilla|zlib|cc0|cnri|bsl-1\.0|boost|hpnd|unlicense|"
    r"public domain)",
    re.IGNORECASE,
)
"""Licences under which a package may be needed by one under Apache-2.0."""

_OF_CLASSIFIERS = re.compile(r"^License :: (?:OSI Approved :: )?(.+)$")
_FILES = re.compile(r"^(LICEN[CS]E|COPYING)", re.IGNORECASE)
_LONGEST = 60
"""Characters of a name: what is longer is the text of the licence."""


def licence(package: Distribution) -> str:
    """Return a package's licence: its SPDX expression, else its classifiers, its field, or how its licence begins.

    Parameters
    ----------
    package : Distribution

    Returns
    -------
    str
        Of several that one may choose from, all, with "or" between them; "unknown" where nothing is said.
    """
    expressions, classifiers, fields = (
        package.metadata.get_all(name, []) for name in ("License-Expression", "Classifier", "License")
    )
    classified = [found[1] for one in classifiers if (found := _OF_CLASSIFIERS.match(one))]
    named = [field for field in fields if field not in {"", "UNKNOWN"} and len(field) <= _LONGEST]
    for said in (expressions, classified, named):
        if said:
            return " or ".join(said)
    return next(_first_lines(package), "unknown")


def fits(name: str) -> bool:
    """Return whether a licence, or each of those that hold together, is one of those allowed."""
    return all(ALLOWED.search(part) for part in re.split(r"\bAND\b", name))


def _first_lines(package: Distribution) -> Iterator[str]:
    """Yield how the licences that come with a package begin: their first two lines with text."""
    for file in package.files or []:
        if _FILES.match(file.name):
            lines = [line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
            yield ", ".join(lines[:2])
