"""From a score table to the arrays a statistic works on: which scorer is the human, which are the metrics."""

from __future__ import annotations

import dataclasses
import re
import shlex
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from trueness.data.scores.leave_out import without_words
from trueness.data.scores.proposed_human import LABELS, ProposedHuman, proposed_human
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, UnknownNameError, UnsupportedMethodError, listing, unknown_name
from trueness.methods.applies_to import MINIMUM_INPUTS, MINIMUM_SYSTEMS
from trueness.statistics.array_types import BoolArray, FloatArray
from trueness.statistics.score_arrays import ScoreArrays
from trueness.study.rows import HUMAN_LIKE
from trueness.study.score_sizes import check_sizes

HUMAN = "human"
"""What a column is called that needs no more to be the human scores, where the data declare none."""

_PEOPLE = frozenset({"annotator", "crowd", "expert", "human", "people", "rater"})
"""Words in the names of scores that people gave."""

_NUMBERED = re.compile(r"(?P<stem>.*?)[\W_]*(?:\d+|(?<![^\W_])[a-z])", re.IGNORECASE)
"""A name that ends in a number, or in a letter by itself, as one of several of a kind does."""


class OfArrays(Protocol):
    """The settings that scores are made into arrays with."""

    @property
    def missing(self) -> str:
        """Which cells count."""

    @property
    def means(self) -> str:
        """Over which cells a system is averaged."""

    @property
    def aggregate(self) -> str:
        """What a system's score by a metric is."""

    @property
    def tie_calibration(self) -> str:
        """How the threshold of ties is chosen."""

    @property
    def seed(self) -> int:
        """Of the folds of a held-out threshold."""


def has_one_input(table: ScoreTable) -> bool:
    """Return whether a table of systems has a single input, as tables of system scores have."""
    return table.has_systems and len(table.inputs) == 1


def applies_to_judged(judged: BoolArray) -> str | None:
    """Return what intervals can apply to where people judged too little for other systems and other inputs; else None.

    Parameters
    ----------
    judged : array of shape (N, M)
        Outputs with a human score.
    """
    if judged.any(axis=1).sum() < MINIMUM_SYSTEMS:
        return "inputs"
    return "systems" if judged.any(axis=0).sum() < MINIMUM_INPUTS else None


def choose_human(table: ScoreTable, human: str | None) -> str:
    """Return the human scorer: the one named, the only one the data declare, or the column called ``human``.

    Raises
    ------
    UnknownNameError
        If there is no such scorer.
    DataError
        If none is named and the data do not declare exactly one (`UnnamedHumanError`), or several are named.
    """
    several = [] if human is None or human in table.scorer_names else human.split(",")
    if len(several) > 1 and all(name.strip() in table.scorer_names for name in several):
        columns = ",".join(f"annotators={name.strip()}" for name in several)
        raise DataError(
            f"one human score is asked for here; these are {len(several)}. Name one of them, or their "
            f"mean (--human 'mean({human})'). If they are annotators, whose labels or scores make one "
            f"human score together, say so: --columns '{columns}'; it is then called 'human'."
        )
    if human is not None:
        return table.scorer(human).name
    declared = [scorer.name for scorer in table.scorers if scorer.role == "human"]
    named = declared or [scorer.name for scorer in table.scorers if scorer.name.casefold() == HUMAN]
    if len(named) == 1:
        return named[0]
    untold = [scorer.name for scorer in table.scorers if scorer.role is None]
    raise UnnamedHumanError(declared or untold or table.scorer_names, proposed_human(table))


def choose_people(table: ScoreTable, human: str | None) -> str:
    """Return the human scorer as `choose_human` does, where the answer is about people: no score that a program gave.

    Raises
    ------
    UnknownNameError, DataError
        As `choose_human`, or if the data declare it to be a metric's.
    """
    found = choose_human(table, human)
    if table.scorer(found).role != "metric":
        return found
    others = [scorer.name for scorer in table.scorers if scorer.role != "metric"]
    if not others:
        raise UnnamedHumanError((), proposed_human(table))
    raise DataError(
        f"a metric or a judge gave '{found}', and the question is about people's scores. They may have given "
        f"{listing(others)} (--human)."
    )


class UnnamedHumanError(DataError):
    """Which scores people gave is neither said nor declared.

    Parameters
    ----------
    names : sequence of str
        Scorers that may be the human one.
    proposed : ProposedHuman
        What the table looks like.
    command : str
        What to type if it is so; without it the options that say it.
    """

    def __init__(self, names: Sequence[str], proposed: ProposedHuman, command: str = "") -> None:
        self.names, self.proposed = names, proposed
        message = f"which scorer is the human one? Name it (--human): {listing(names, 40)}."
        if proposed.missing:
            of_python = f"read_scores(…, '{LABELS}') and human='COL'"
            message = (
                f"{proposed.missing}: {command or f'add {LABELS}, and --human COL (in Python: {of_python})'}"
            )
        elif proposed.reason:
            of_columns = ["--columns", proposed.columns] if proposed.columns else []
            _, human, *without = proposed.typed(several=False)
            options = shlex.join([*of_columns, "--human", human, *without])
            given = [f"columns='{proposed.columns}'"] if proposed.columns else []
            given += [f"without='{without[-1]}'"] if without else []
            reads = f"read_scores(…, {', '.join(given)}) and " if given else ""
            said = command or f"{options} (in Python: {reads}human='{human}')"
            message += f" {proposed.reason}: {said}"
        super().__init__(message)


def choose_metrics(table: ScoreTable, metrics: str | Iterable[str] | None, human: str) -> tuple[str, ...]:
    """Return the metrics to compare: those matching the patterns, or all scorers that are not human.

    Raises
    ------
    UnknownNameError
        If a pattern matches nothing.
    DataError
        If no metric is left, or one named exactly shares no cell with the human.
    """
    if metrics is None:
        chosen = tuple(s.name for s in table.scorers if s.name != human and s.role != "human")
    else:
        patterns = [metrics] if isinstance(metrics, str) else list(metrics)
        chosen = tuple(name for name in table.names_matching(patterns) if name != human)
        judged = _judged(table, human)
        for name in patterns:
            if name in chosen and not np.any(judged & ~np.isnan(table.matrix(name))):
                raise DataError(
                    f"metric '{name}' lacks a score for every output that '{human}' judged. Check that "
                    "system and input names agree (`trueness check` shows which scores exist)."
                )
    if not chosen:
        raise no_metric(table, [human])
    return chosen


def no_metric(table: ScoreTable, humans: Sequence[str]) -> DataError:
    """Return the error where there is nothing to compare with people, with what may be asked of people alone."""
    people = [one.name for one in table.scorers if one.role == "human"]
    remedy = "Add a column with the scores of a metric or a judge."
    if any(len(table.annotations[name].annotators) > 1 for name in humans if name in table.annotations):
        remedy += " How the annotators agree with each other: trueness judge --annotators FILE."
    elif other := next((name for name in people if name not in humans), ""):
        remedy += f" How another human score agrees: --metrics {shlex.quote(other)}."
    return DataError(
        f"no metric to compare with {listing(humans)}. The scorers are {listing(table.scorer_names, 40)}. {remedy}"
    )


def leave_out_silent(
    table: ScoreTable, names: tuple[str, ...], humans: Sequence[str] = ()
) -> tuple[ScoreTable, tuple[str, ...]]:
    """Leave out scorers that nobody asked for by name and that scored nothing that people judged.

    Where that would be all of them none is left out: then the human scores, or how names are spelled, are to blame.

    Parameters
    ----------
    table : ScoreTable
    names : tuple of str
    humans : sequence of str
        Whose outputs count, of any of them; without one all do.

    Returns
    -------
    tuple
        The table, with a note on what is left out, and the other names.
    """
    judged = table.scored(humans) if humans else True
    silent = [name for name in names if not np.any(judged & ~np.isnan(table.matrix(name)))]
    if not silent or len(silent) == len(names):
        return table, names
    beside = f" that {listing(humans)} judged" if humans else ""
    note = f"left out, without a score for any output{beside}: {listing(silent)}"
    kept = tuple(name for name in names if name not in silent)
    return dataclasses.replace(table, notes=(*table.notes, note)), kept


def _judged(table: ScoreTable, human: str) -> BoolArray:
    """Return which outputs the human judged, shape (N, M); raise an error if none."""
    judged = ~np.isnan(table.matrix(human))
    if not judged.any():
        raise DataError(f"'{human}' lacks scores of outputs to compare with.")
    return np.asarray(judged)


def noted_roles(table: ScoreTable, humans: Sequence[str], metrics: tuple[str, ...]) -> ScoreTable:
    """Return the table with a note if nothing but a missing declaration made its scorers metrics.

    Another note is on those that look as if people had given them, too (see `looks_human`).
    """
    untold = [name for name in metrics if table.scorer(name).role is None]
    notes = []
    alike = [name for name in untold if any(looks_human(table, name, human) for human in humans)]
    if alike:
        one = len(alike) == 1
        them = "it" if one else "them"
        notes.append(
            f"{listing(alike)} {'is' if one else 'are each'} {HUMAN_LIKE}, like {listing(humans)}, and compared as "
            f"{'a metric' if one else 'metrics'} only because nothing says otherwise. If people gave {them}, leave "
            f"{them} out ({without_words(alike, 'metrics')}) or compare by all "
            f"human scores (--human {','.join([*humans, *alike])}); if not, name the metrics (--metrics)"
        )
    if len(metrics) > 1 and len(untold) == len(metrics):
        notes.append(
            f"the data do not say which scorers are human; all but {listing(humans)} are taken for metrics: "
            f"{listing(metrics)}. Name the metrics (--metrics) if that is wrong"
        )
    return dataclasses.replace(table, notes=(*table.notes, *notes)) if notes else table


def looks_human(table: ScoreTable, name: str, human: str) -> bool:
    """Return whether a scorer looks like another human score: by its name, and by where its scores lie.

    A name does that has a word for people in it (`human_bob`), or differs from that of the human scorer in a number
    or a single letter at its end (`a` and `b`, `rater1` and `rater2`). The ranges of both have to share half of what
    they span together. Scores alone tell nothing: models are asked for marks from 1 to 5, too.
    """
    words = set(re.split(r"[\W\d_]+", name.lower()))
    stems = [found["stem"].lower() for one in (name, human) if (found := _NUMBERED.fullmatch(one))]
    if not {word.removesuffix("s") for word in words} & _PEOPLE and (len(stems) < 2 or stems[0] != stems[1]):
        return False
    ends = [(values.min(), values.max()) for one in (name, human) if (values := _known(table, one)).size]
    if len(ends) < 2:
        return False
    (low, high), (least, most) = ends
    return bool(2 * (min(high, most) - max(low, least)) >= max(high, most) - min(low, least) > 0)


def _known(table: ScoreTable, name: str) -> FloatArray:
    values = table.matrix(name)
    return np.asarray(values[~np.isnan(values)])


def judged_part(table: ScoreTable, human: str, means: str) -> ScoreTable:
    """Return the table without systems, and unless ``means="all"`` without inputs, that the human never judged.

    They would be drawn by a resample and then contribute nothing.

    Raises
    ------
    DataError
        If the human judged nothing at all.
    """
    judged = _judged(table, human)
    systems, inputs = np.asarray(judged.any(axis=1)), np.asarray(judged.any(axis=0))
    if means == "all":
        inputs = np.ones_like(inputs)
    if systems.all() and inputs.all():
        return table
    left_out = [
        f"{int(np.sum(~kept))} of {len(kept)} {word}"
        for kept, word in ((systems, "systems"), (inputs, "inputs"))
        if not kept.all()
    ]
    part = table.select(
        systems=[name for name, kept in zip(table.systems, systems, strict=True) if kept],
        inputs=[name for name, kept in zip(table.inputs, inputs, strict=True) if kept],
    )
    note = f"left out, without any '{human}' score: {' and '.join(left_out)}"
    return dataclasses.replace(part, notes=(*part.notes, note))


def score_arrays(
    table: ScoreTable,
    human: str,
    metrics: tuple[str, ...],
    settings: OfArrays,
    clusters: str | None,
    system_clusters: str | None = None,
) -> ScoreArrays:
    """Return the oriented scores as arrays, systems and inputs in the order of `ScoreTable.sorted_by_name`.

    Parameters
    ----------
    table : ScoreTable
    human : str
    metrics : tuple of str
    settings : OfArrays
    clusters, system_clusters : str or None
        Grouping columns of inputs and of systems.

    Raises
    ------
    UnknownNameError
        If a cluster column does not exist.
    DataError
        If scores are of a size that cannot be computed with (see `check_sizes`), or a system has no label.
    UnsupportedMethodError
        If all systems are in one cluster.
    """
    table = table.sorted_by_name()
    check_sizes(table, (human, *metrics))
    families = _labels(table, system_clusters, "system")
    if families is not None:
        _check_families(table, str(system_clusters), families)
    return ScoreArrays.of(
        _stacked(table, metrics),
        table.oriented(human),
        metrics,
        clusters=_labels(table, clusters, "input"),
        system_clusters=families,
        missing=settings.missing,
        means=settings.means,
        aggregate=settings.aggregate,
        tie_calibration=settings.tie_calibration,
        fold_seed=settings.seed,
        corpus={k: table.corpus[name] for k, name in enumerate(metrics) if name in table.corpus},
        negated=[k for k, name in enumerate(metrics) if not table.scorer(name).higher_is_better],
        aggregates={
            k: word for k, name in enumerate(metrics) if (word := table.scorer(name).aggregate) is not None
        },
        human_negated=not table.scorer(human).higher_is_better,
    )


def _stacked(table: ScoreTable, metrics: tuple[str, ...]) -> FloatArray:
    """Return oriented scores, shape (K, N, M): no copy of metrics that lie side by side, as larger is better."""
    oriented = [table.oriented(name) for name in metrics]
    first = table.index(metrics[0])
    beside = [table.index(name) for name in metrics] == list(range(first, first + len(metrics)))
    if beside and all(table.scorer(name).higher_is_better for name in metrics):
        return table.values[first : first + len(metrics)]
    return np.stack(oriented)


def input_clusters(table: ScoreTable, column: str | None) -> NDArray[np.intp]:
    """Return a number per input for the group it belongs to, shape (M,); every input its own where none is named.

    Raises
    ------
    UnknownNameError
        If there is no such grouping column of inputs.
    """
    labels = _labels(table, column, "input")
    if labels is None:
        return np.arange(len(table.inputs))
    return np.asarray(np.unique(labels, return_inverse=True)[1], dtype=np.intp)


_OPTIONS = {"input": "--clusters", "system": "--system-clusters"}


def _labels(table: ScoreTable, column: str | None, side: str) -> NDArray[np.str_] | None:
    """Return the labels of a grouping column of inputs or of systems; None where none is named."""
    if column is None:
        return None
    groups = {"input": table.input_groups, "system": table.system_groups}
    known = groups.pop(side)
    if column in known:
        return np.array(known[column])
    ((other, others),) = groups.items()
    if column in others:
        raise UnknownNameError(
            f"grouping column '{column}' is of {other}s, and {side}s are meant: name it as {_OPTIONS[other]}."
        )
    if not known:
        of = "" if not others else f" of {side}s"
        raise UnknownNameError(f"the data lack a grouping column '{column}'{of}.")
    raise unknown_name("grouping column", column, tuple(known))


def _check_families(table: ScoreTable, column: str, labels: NDArray[np.str_]) -> None:
    unlabelled = [
        name for name, label in zip(table.systems, labels.tolist(), strict=True) if not label.strip()
    ]
    if unlabelled:
        raise DataError(
            f"{len(unlabelled)} of {len(labels)} systems lack '{column}': {listing(unlabelled)}. Give "
            "each a label, its own name if it stands alone, or leave it out."
        )
    if len(np.unique(labels)) < 2:
        raise UnsupportedMethodError(
            f"all {len(labels)} systems have the same '{column}', '{labels[0]}', and two are needed. "
            "Name another grouping column of systems (--system-clusters), or leave it out."
        )
