"""Cautions of several studies: one threshold, one severity, and one sentence for what is the same everywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from trueness.data.duplicate_systems import identical_systems
from trueness.data.score_table import ScoreTable
from trueness.errors import listing
from trueness.studies.number_words import counted
from trueness.studies.people_among import people_among_systems
from trueness.studies.rows import Caution

FEW_SYSTEMS = 10
"""With fewer, what is said of other systems rests on very little."""

FEW_INPUTS = 10
"""With fewer, what is said of other inputs does."""


def few_systems(n: int, remedy: str = "Collect more systems.", *, where: str = "") -> tuple[Caution, ...]:
    """Return a warning where something is said of other systems and there are fewer than `FEW_SYSTEMS`; else nothing.

    Of a single system nothing is said about others.

    Parameters
    ----------
    n : int
        Systems that it rests on, the fewest of several numbers.
    remedy : str
        A sentence on what to do.
    where : str
        Beginning of the sentence, such as ``In 3 of 20 analyses``, where it is not so everywhere.
    """
    if not 1 < n < FEW_SYSTEMS:
        return ()
    rest = "intervals and tests over systems rest on very little"
    said = f"There are {n} systems. Below {FEW_SYSTEMS}, {rest}."
    if where:
        said = f"{where} there are fewer than {FEW_SYSTEMS} systems, {n} at the fewest: {rest}."
    return (Caution("few_systems", "warning", f"{said} {remedy}"),)


def few_inputs(
    n: int, remedy: str = "Have more inputs judged.", *, fewest: int = FEW_INPUTS
) -> tuple[Caution, ...]:
    """Return a warning where something is said of other inputs and there are fewer than `FEW_INPUTS`; else nothing.

    Parameters
    ----------
    n : int
        Inputs that it rests on.
    remedy : str
        A sentence on what to do.
    fewest : int
        Where more are needed than elsewhere.
    """
    if n >= max(fewest, FEW_INPUTS):
        return ()
    there = f"There {'is' if n == 1 else 'are'} {counted(n, 'input')}"
    rests = "has no interval and no test" if n < 2 else "rests on very little"
    return (
        Caution(
            "few_inputs",
            "warning",
            f"{there}. Below {max(fewest, FEW_INPUTS)}, what is said of other inputs {rests}. {remedy}",
        ),
    )


def duplicate_systems(
    table: ScoreTable, why: str, identical: Sequence[tuple[str, ...]] | None = None
) -> Iterable[Caution]:
    """Yield a warning of systems with identical scores, other than people that are all to be left out.

    Parameters
    ----------
    table : ScoreTable
    why : str
        What the copies do, as a sentence without its full stop.
    identical : sequence of tuples of str, optional
        Groups of such systems, where they are known.
    """
    people = set(people_among_systems(table))
    groups = identical_systems(table) if identical is None else identical
    left = [group for group in groups if not people.issuperset(group)]
    if left:
        yield Caution(
            "duplicate_systems",
            "warning",
            f"Systems with identical scores in every cell: {'; '.join(listing(group) for group in left)}. {why}; keep "
            "one (--drop-duplicates).",
        )
