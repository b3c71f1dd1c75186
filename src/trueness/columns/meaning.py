"""What a column means, in words, and what stands at its head."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class Meaning:
    """What a column means.

    Attributes
    ----------
    text : str
        A sentence for docstrings and documentation: what it is, its unit and range, and where it is undefined.
    heading : str
        What stands above the column, where the name in words does not say it; of an interval, that of its lower limit.
    """

    text: str = ""
    heading: str = ""

    def instead_of(self, other: Meaning) -> Meaning:
        """Return this meaning, with another one's text or heading where it has none."""
        return Meaning(self.text or other.text, self.heading or other.heading)
