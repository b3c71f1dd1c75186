"""Cautions of several studies: one threshold, one severity, and one sentence for what is the same everywhere."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import numpy as np

from trueness.data.cells.labels import same_labels
from trueness.data.scores.duplicate_systems import identical_systems
from trueness.data.scores.join_alike import AlikeInTable, alike_in_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.scores.sentinels import sentinels
from trueness.errors import listing
from trueness.study.annotators_dealt import uneven_words, unevenly_dealt
from trueness.study.number_words import counted, percent
from trueness.study.people_among import people_among_systems
from trueness.study.rows import Caution
from trueness.study.setting import settings_of
from trueness.study.units import EACH_INPUT, whole_column

FEW_SYSTEMS = 10
"""With fewer, what is said of other systems rests on very little."""

FEW_INPUTS = 10
"""With fewer, what is said of other inputs does."""


MANY_UNDEFINED_RESAMPLES = 0.05
"""A larger share of resamples without a value is said beside the number."""


class Resampled(Protocol):
    """A row that rests on resamples."""

    @property
    def n_undefined_resamples(self) -> int:
        """Resamples without a value."""

    @property
    def resamples(self) -> int:
        """All resamples; 0 where there are none."""


ResampledRow = TypeVar("ResampledRow", bound=Resampled)


def undefined_resamples(
    rows: Iterable[ResampledRow], named: Callable[[ResampledRow], str]
) -> tuple[Caution, ...]:
    """Return a warning where the share of resamples without a value is above `MANY_UNDEFINED_RESAMPLES`; else nothing.

    Parameters
    ----------
    rows : iterable
    named : callable
        What a row is about, such as a metric.
    """
    shares = {
        row: row.n_undefined_resamples / row.resamples
        for row in rows
        if row.resamples and row.n_undefined_resamples > MANY_UNDEFINED_RESAMPLES * row.resamples
    }
    if not shares:
        return ()
    said = (
        f"Up to {percent(max(shares.values()))} of the resamples have no value for "
        f"{listing(dict.fromkeys(map(named, shares)), 6)}. Intervals and p-values are about the rest."
    )
    return (Caution("undefined_resamples", "warning", said),)


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
    rests = "have no interval and no test" if n < 2 else "rest on very little"
    return (
        Caution(
            "few_inputs",
            "warning",
            f"{there}. Below {max(fewest, FEW_INPUTS)}, findings about other inputs {rests}. {remedy}",
        ),
    )


Said = Callable[[ScoreTable, "Scope"], Iterable["Caution"]]
"""What yields cautions of a table."""

_OF_EVERY_TABLE: dict[tuple[str, ...], Said] = {}


def of_every_table(*codes: str) -> Callable[[Said], Said]:
    """Register what every study has to say of a table alike, with the codes of its cautions."""

    def register(said: Said) -> Said:
        _OF_EVERY_TABLE[codes] = said
        return said

    return register


@dataclasses.dataclass(frozen=True)
class Scope:
    """What a study says of a table: all that the cautions depend on that are the same in every study.

    Attributes
    ----------
    scorers : tuple of str
        Whose scores count.
    human : str or None
        The one whose scores say which outputs count; None where all do.
    applies_to : frozenset of str
        Of what others anything is said: ``systems``, ``inputs``.
    clusters : str or None
        The grouping column that says which inputs belong together.
    options : frozenset of str
        Options of the command that a remedy may name, without their hyphens.
    """

    scorers: tuple[str, ...]
    human: str | None
    applies_to: frozenset[str]
    clusters: str | None
    options: frozenset[str]


def applied_to(words: str | Iterable[str]) -> frozenset[str]:
    """Return to what others a study applies, ``systems`` and ``inputs``, from what its settings call that."""
    said = words if isinstance(words, str) else ",".join(words)
    return frozenset(unit for unit in ("systems", "inputs") if "both" in said or unit in said)


def options_of(*declared: type) -> frozenset[str]:
    """Return the options that a command has of selections and settings, without hyphens."""
    settings = (one for kind in declared for one in settings_of(kind))
    return frozenset(one.keyword.replace("_", "-") for one in settings if one.flag is not None)


def table_cautions(table: ScoreTable, scope: Scope) -> tuple[Caution, ...]:
    """Return what every study has to say of a table alike, warnings first."""
    found = [caution for said in _OF_EVERY_TABLE.values() for caution in said(table, scope)]
    return tuple(sorted(found, key=lambda caution: caution.severity != "warning"))


@of_every_table("no_score_value")
def _no_score(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    names = (*scope.scorers, *(() if scope.human is None else (scope.human,)))
    there = tuple(name for name in dict.fromkeys(names) if name in table.scorer_names)
    for one in sentinels(table, there):
        yield Caution("no_score_value", "warning", one.words)


@of_every_table("alike_names")
def _alike(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    del scope
    yield from alike_names(alike_in_table(table))


def alike_names(found: Sequence[AlikeInTable]) -> Iterable[Caution]:
    """Yield warnings of names that are written in several ways, with what makes one of them."""
    remedies = {
        True: "If they are the same, join them: --join alike (in Python: join='alike').",
        False: "The data have both for one output. If they are the same, correct the names in the file.",
    }
    for can_be_one, remedy in remedies.items():
        words = "; ".join(one.words for one in found if one.can_be_one is can_be_one)
        if words:
            yield Caution("alike_names", "warning", f"{words}. Each spelling counts by itself. {remedy}")


@of_every_table("few_systems", "few_inputs")
def _few(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    if not scope.applies_to:
        return
    names = scope.scorers if scope.human is None else (scope.human,)
    counted_cells = table.scored(names)
    these = (
        " For a claim about these systems alone: --applies-to inputs."
        if "applies-to" in scope.options and counted_cells.any(axis=0).sum() > 1
        else ""
    )
    if "systems" in scope.applies_to and table.has_systems:
        yield from few_systems(int(counted_cells.any(axis=1).sum()), f"Collect more systems.{these}")
    if "inputs" in scope.applies_to:
        yield from few_inputs(int(counted_cells.any(axis=0).sum()))


@of_every_table("constant_scorer")
def _constant(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    there = None if scope.human is None else ~np.isnan(table.matrix(scope.human))
    constant = []
    for name in scope.scorers:
        known = table.given(name)
        if there is not None:
            scores = table.matrix(name)
            known = scores[~np.isnan(scores) & there]
        if known.size > 1 and np.ptp(known) == 0:
            constant.append(name)
    if constant:
        gives = "gives" if len(constant) == 1 else "give"
        yield Caution(
            "constant_scorer",
            "warning",
            f"{listing(constant)} {gives} every output the same score and cannot order outputs.",
        )


@of_every_table("other_labels")
def _other_labels(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    """Warn of labels that are not those of people: they are compared by their places alone."""
    people = () if scope.human is None else table.scorer(scope.human).labels
    for name in scope.scorers:
        scorer = table.scorer(name)
        if not people or not scorer.labels or scorer.nominal or same_labels(people, scorer.labels):
            continue
        one = "<".join(
            f"{label}={scorer.labels[k] if len(scorer.labels) == len(people) else 'LABEL'}"
            for k, label in enumerate(people)
        )
        yield Caution(
            "other_labels",
            "warning",
            f"The labels of '{name}' ({listing(scorer.labels)}) are other ones than those of '{scope.human}' "
            f"({listing(people)}), and are compared by their places in these orders. Say which are the same: --labels "
            f"{shlex.quote(one)}.",
        )


@of_every_table("duplicate_systems")
def _duplicates(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    """Warn of systems with identical scores, other than people that are all to be left out."""
    del scope
    if not table.has_systems:
        return
    groups = identical_systems(table)
    people = set(people_among_systems(table)) if groups else set()
    left = [group for group in groups if not people.issuperset(group)]
    if left:
        yield Caution(
            "duplicate_systems",
            "warning",
            f"These systems have identical scores: {'; '.join(listing(group) for group in left)}. They count twice, "
            "which makes intervals too narrow and tests too many. Keep one of each: --without "
            f"{shlex.quote(','.join(name for group in left for name in group[1:]))}.",
        )


@of_every_table("uneven_annotators")
def _uneven(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    names = scope.scorers if scope.human is None else (*scope.scorers, scope.human)
    for name, shift in unevenly_dealt(table, dict.fromkeys(names)).items():
        yield Caution("uneven_annotators", "warning", uneven_words(name, shift))


@of_every_table("lower_is_better")
def _lower_is_better(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    lower = [name for name in scope.scorers if not table.scorer(name).higher_is_better]
    if lower:
        yield Caution(
            "lower_is_better",
            "note",
            f"Lower is better for {listing(lower)}, as declared. Scores are negated, so that higher is better.",
        )


@of_every_table("whole_units", "parts_of_documents", "unused_clusters")
def _units(table: ScoreTable, scope: Scope) -> Iterable[Caution]:
    """Note that documents are the units, or warn that their parts are; note that other groups may be alike."""
    grouped = {
        name: len(set(labels))
        for name, labels in table.input_groups.items()
        if 1 < len(set(labels)) < len(labels)
    }
    if not grouped or "inputs" not in scope.applies_to or "clusters" not in scope.options:
        return
    parts = whole_column(table)
    if scope.clusters is not None:
        if scope.clusters == parts:
            wholes = grouped[parts]
            yield Caution(
                "whole_units",
                "note",
                f"The {len(table.inputs)} inputs belong to {counted(wholes, parts)}. Those of one are alike, so "
                f"these {wholes} are the units. To take every input as a unit, add --clusters {EACH_INPUT}.",
            )
        return
    if parts is not None:
        yield Caution(
            "parts_of_documents",
            "warning",
            f"The {len(table.inputs)} inputs belong to {counted(grouped[parts], parts)}, but are taken for "
            "independent. Those of one are alike: intervals are too narrow, and the answers above may not hold. Take "
            f"whole ones as units: --clusters {shlex.quote(parts)}.",
        )
        return
    groups = " and ".join(f"'{name}' ({count} groups)" for name, count in grouped.items())
    yield Caution(
        "unused_clusters",
        "note",
        f"The inputs are grouped by {groups}, but taken for independent. If inputs of a group are alike, intervals "
        "are too narrow and p-values too small. Let whole groups vary (--clusters "
        f"{shlex.quote(next(iter(grouped))) if len(grouped) == 1 else 'COLUMN'}).",
    )


SHARED = frozenset(code for codes in _OF_EVERY_TABLE for code in codes)
"""Codes of what `table_cautions` says: a study that tells what others found has these of its own, with its options."""
