"""Names of figures that are fit for files and anchors, whatever is in them."""

from __future__ import annotations

import re


def figure_name(*parts: str) -> str:
    """Return parts joined by hyphens: lower-case letters, digits and hyphens only.

    Examples
    --------
    >>> figure_name("margin-curve", "tau_c", "per_system")
    'margin-curve-tau-c-per-system'
    """
    return re.sub("[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")
