"""Whether texts are so few that counting them without compiled loops is sooner done than loading these.

Compiled loops take a second to load from the disk and several to compile for the first time; what they count of a
hundred texts plain Python counts meanwhile. Both give the same numbers.
"""

from __future__ import annotations

_done: dict[str, int] = {}


def counts_plainly(kind: str, work: int, most: int) -> bool:
    """Return whether to count without compiled loops, and note the work.

    Texts come in chunks, each of which is small: what a process has done plainly so far counts as well. Once the work
    is too much it stays so, since the compiled loops are there from then on.

    Parameters
    ----------
    kind : str
        What is counted.
    work : int
        How much there is to do now, in steps of `kind`.
    most : int
        How many of them a process does plainly.
    """
    done = _done[kind] = _done.get(kind, 0) + work
    return done <= most
