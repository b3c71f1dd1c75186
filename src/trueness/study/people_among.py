"""People on the wrong side: authors of references among the systems, and human scores among the metrics."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase

import numpy as np

from trueness.data.scores.called_reference import called_reference
from trueness.data.scores.copies import annotators_means, is_copy
from trueness.data.scores.leave_out import without_words
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.own_references import own_reference_words, own_references
from trueness.data.texts.texts import Texts
from trueness.decisions.decision import Ground
from trueness.decisions.nobody_among import PEOPLE_AMONG_METRICS, PEOPLE_AMONG_SYSTEMS, nobody_among
from trueness.errors import listing
from trueness.study.rows import Caution
from trueness.study.selection import looks_human
from trueness.study.setting import Selection

_PROTOCOL = re.compile(
    r"(?:(?:human|people|wmt)\d*[\W_]*)?(?:da|mqm|esa|sqm|mos|likert)(?:[\W_]*(?:z|raw|scores?|mean|avg|norm|\d+))*",
    re.IGNORECASE,
)
"""How scores are called after the way in which people gave them: ``da``, ``mqm``, ``esa_score``, ``wmt22.da.z``."""

REFERENCE = "reference"
"""The label by which readers mark systems that wrote references (`mark_references`)."""


def seen_in(table: ScoreTable, texts: Texts) -> ScoreTable:
    """Return a table that knows which of its systems are their own references, as texts beside it show.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts
        What the systems wrote, and references.
    """
    seen = {system: share for system, share in own_references(texts.rows).items() if system in table.systems}
    return dataclasses.replace(table, own_references={**table.own_references, **seen}) if seen else table


def people_among_systems(table: ScoreTable) -> tuple[str, ...]:
    """Return the systems that are people, as far as it can be seen and as far as a metric scores them.

    These are systems whose outputs are their own references where texts were scored, in this run or when the scores
    were written; systems that a reader of the data marked as references; and those that are called like references.
    """
    marked = {
        system
        for labels in table.system_groups.values()
        if set(labels) <= {REFERENCE, "peer", ""}
        for system, label in zip(table.systems, labels, strict=True)
        if label == REFERENCE
    }
    metrics = [one.name for one in table.scorers if one.role != "human"]
    scored = np.asarray(table.scored(metrics).any(axis=1))
    return tuple(
        system
        for i, system in enumerate(table.systems)
        if table.has_systems
        and scored[i]
        and (system in table.own_references or system in marked or called_reference(system))
    )


def with_people_told(table: ScoreTable, selection: Selection) -> ScoreTable:
    """Return a table in which people's scores are no metrics, where metrics are not named.

    Means of the annotators in the table are left out. Where human scores are named, scores called as people's are
    theirs. A note says so, and how to have them among the metrics. What the data declare stays.

    Parameters
    ----------
    table : ScoreTable
    selection : Selection
        With the fields of `OfScorers`, or of judges; others leave the table as it is.
    """
    if not hasattr(selection, "human") or any(
        getattr(selection, field, None) is not None for field in ("metrics", "judges")
    ):
        return table
    named = getattr(selection, "human", None) or ()
    humans = (
        {named} if isinstance(named, str) else set(named.values() if isinstance(named, Mapping) else named)
    )
    table = _without_means(table, humans)
    if not humans:
        return table
    told = [
        one.name
        for one in table.scorers
        if one.role is None and one.name not in humans and _PROTOCOL.fullmatch(one.name)
    ]
    if not told:
        return table
    option = "--judge" if hasattr(selection, "judges") else "--metrics"
    one = len(told) == 1
    note = (
        f"{listing(told)} {'is' if one else 'are'} called as scores that people give, and so "
        f"{'is' if one else 'are'} left out of what is compared with people. If {'it is' if one else 'they are'} not, "
        f"name all that is to be compared ({option})"
    )
    scorers = tuple(
        dataclasses.replace(scorer, role="human") if scorer.name in told else scorer
        for scorer in table.scorers
    )
    return dataclasses.replace(table, scorers=scorers, notes=(*table.notes, note))


def _without_means(table: ScoreTable, humans: Collection[str]) -> ScoreTable:
    """Return a table without the means of its annotators, save one that is named as a human score."""
    asked = {part.strip() for one in humans for part in one.split(",")}
    means = {
        name: human
        for name, human in annotators_means(table).items()
        if not any(fnmatchcase(name, one) for one in asked)
    }
    if not means:
        return table
    notes = [
        f"'{name}' is the mean of the annotators of '{human}', and so it is left out of what is compared with people"
        for name, human in means.items()
    ]
    kept = table.select(scorers=[name for name in table.scorer_names if name not in means])
    return dataclasses.replace(kept, notes=(*table.notes, *notes))


def people_among_metrics(
    table: ScoreTable, human: str, metrics: Sequence[str], *, named: bool = False
) -> tuple[str, ...]:
    """Return the metrics that are human scores: declared so, copies of the human score, or alike by name and range.

    Parameters
    ----------
    table : ScoreTable
    human : str
    metrics : sequence of str
    named : bool
        Whether the metrics were asked for by name: then one that is only called like a human score is none.
    """
    return tuple(
        name
        for name in metrics
        if table.scorer(name).role == "human"
        or is_copy(table, name, human)
        or (not named and table.scorer(name).role is None and looks_human(table, name, human))
    )


def nobody_on_both_sides(
    table: ScoreTable, human: str, metrics: Sequence[str], *, named: bool = False
) -> tuple[Ground, ...]:
    """Return the needs that are not met because people stand among the systems, or among the metrics.

    Parameters
    ----------
    table, human, metrics, named
        As in `people_among_metrics`.
    """
    counts = {
        PEOPLE_AMONG_SYSTEMS: len(people_among_systems(table)),
        PEOPLE_AMONG_METRICS: len(people_among_metrics(table, human, metrics, named=named)),
    }
    return tuple(nobody_among(measure, count) for measure, count in counts.items() if count)


def system_cautions(table: ScoreTable) -> Iterable[Caution]:
    """Yield warnings of systems that are their own references or that people wrote."""
    people = people_among_systems(table)
    own = {system: table.own_references[system] for system in people if system in table.own_references}
    others = [system for system in people if system not in own]
    if own:
        yield Caution(
            "own_references",
            "warning",
            f"{own_reference_words(own)} Leave {'it' if len(own) == 1 else 'them'} out: {without_words(people)}.",
        )
    if others:
        them = "it" if len(others) == 1 else "them"
        yield Caution(
            "people_among_systems",
            "warning",
            f"{listing(others)} {'looks like a reference' if them == 'it' else 'look like references'} written by "
            f"people. A metric that uses {them} as a reference gives {them} full marks. Leave {them} out: "
            f"{without_words(people)}.",
        )


def metric_cautions(table: ScoreTable, human: str, metrics: Sequence[str]) -> Iterable[Caution]:
    """Yield warnings of metrics that are copies of the human score, or human scores themselves.

    Those that only look so are told by a note of the table (`selection.noted_roles`).
    """
    copies = [name for name in metrics if is_copy(table, name, human)]
    declared = [name for name in metrics if table.scorer(name).role == "human" and name not in copies]
    if copies:
        one = len(copies) == 1
        yield Caution(
            "equals_human",
            "warning",
            f"{listing(copies)} {'equals' if one else 'each equal'} the human score '{human}' on every output, up to "
            f"scale: {'it is a copy' if one else 'they are copies'}. Leave {'it' if one else 'them'} out: "
            f"{without_words(copies, 'metrics')}.",
        )
    if declared:
        one = len(declared) == 1
        yield Caution(
            "human_as_metric",
            "warning",
            f"{listing(declared)} {'is a human score' if one else 'are human scores'}, compared as "
            f"{'a metric' if one else 'metrics'} because named so. {'Its' if one else 'Their'} results say how people "
            "agree with people.",
        )
