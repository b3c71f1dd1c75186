"""From a score table, and texts, to the outputs that are learned from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.errors import (
    ArgumentError,
    DataError,
    UnknownNameError,
    UnsupportedMethodError,
    listing,
    unknown_name,
)
from trueness.learning.labelled import Labelled, check_labelled
from trueness.metrics.learned.card import Feature
from trueness.metrics.learned.features import (
    centroid_differences,
    check_usable,
    find_centroids,
    probe_scores,
    scored_features,
)
from trueness.metrics.metric import Metric
from trueness.metrics.scoring.registry import get_metric
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.studies.learn.settings import LearnSelection, LearnSettings
from trueness.study.selection import leave_out_silent

MEAN = "mean of all"
"""What the mean of the human scores is called."""

CHECKED_OUTPUTS = 40
"""Outputs of which scores are computed again, to see whether the features are what their names say."""


class Learned(NamedTuple):
    """What is learned from.

    Attributes
    ----------
    table : ScoreTable
        Systems and inputs in the order of their names.
    features : tuple of str
        The names of the p columns, vectors' dimensions last.
    families : mapping of str to array of int
        Columns by family.
    n_metrics : int
        So many of the columns are metrics; the others are dimensions of vectors.
    human : mapping of str to array of shape (N, M)
        More is better for all, as declared.
    labelled : mapping of str to Labelled
        By `key`: the outputs with a score by one human scorer, as they are split.
    checked : bool
        Whether features were computed from texts in this run, all of them or some again with the same scores.
    """

    table: ScoreTable
    features: tuple[str, ...]
    families: Mapping[str, IntArray]
    n_metrics: int
    human: Mapping[str, FloatArray]
    labelled: Mapping[str, Labelled]
    checked: bool


def key(human: str, over: str) -> str:
    """Return by what `Learned.labelled` has the outputs of a human scorer, split in one way."""
    return f"{over}\n{human}"


def chosen_humans(table: ScoreTable, named: Sequence[str] | None) -> tuple[str, ...]:
    """Return the human scorers: those matching, or all that the data declare.

    Raises
    ------
    DataError
        If there is none.
    UnknownNameError
        If a pattern matches no scorer.
    """
    if named is not None:
        return table.names_matching(named)
    found = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    if not found:
        raise DataError(f"which scorers are human? Name them (--human): {listing(table.scorer_names, 40)}.")
    return found


def chosen_features(
    table: ScoreTable, selection: LearnSelection, humans: Sequence[str]
) -> tuple[ScoreTable, tuple[str, ...]]:
    """Return the metrics that are learned from, and the table with a note on those that scored nothing.

    Raises
    ------
    DataError
        If there is none, or one shares no output with the human scores.
    UnknownNameError
        If a pattern matches no scorer.
    """
    if selection.metrics is None:
        if selection.vectors is not None:
            return table, ()
        found = tuple(s.name for s in table.scorers if s.role != "human" and s.name not in humans)
        table, found = leave_out_silent(table, found, humans)
    else:
        found = tuple(name for name in table.names_matching(selection.metrics) if name not in humans)
    if not found:
        raise DataError(f"name metrics to learn from (--features): beside {listing(humans)} there are none.")
    for name in humans:
        table.check_ordered(name)
    judged = np.any([~np.isnan(table.matrix(name)) for name in humans], axis=0)
    for name in found:
        if not (judged & ~np.isnan(table.matrix(name))).any():
            raise DataError(
                f"'{name}' lacks a score for every output that people judged. Leave it out (--features), "
                "or check that system and input names agree."
            )
    return table, found


def learning_data(
    table: ScoreTable, texts: Texts | None, selection: LearnSelection, settings: LearnSettings
) -> Learned:
    """Return what is learned from.

    Parameters
    ----------
    table : ScoreTable
    texts : Texts or None
    selection : LearnSelection
        With every name.
    settings : LearnSettings

    Raises
    ------
    DataError
        If inputs occur twice under two names, there are too few of them, or a human scorer says the same of all.
    """
    table = table.sorted_by_name()
    humans, metrics = selection.humans or (), selection.metrics or ()
    columns = [table.oriented(name) for name in metrics]
    families: dict[str, list[int]] = {}
    for place, name in enumerate(metrics):
        families.setdefault(family_of(name), []).append(place)
    names = list(metrics)
    checked = bool(metrics) and all(table.scorer(name).computed for name in metrics)
    if texts is not None:  # a table can be changed after it was computed
        checked = _check_against(texts, table, metrics) or checked
    if selection.vectors is not None:
        if texts is None:
            raise ArgumentError("`vectors` needs the texts (--texts): centroids are of their words.")
        vectors = _vectors(texts, table, selection.vectors)
        families["vectors"] = [*range(len(names), len(names) + len(vectors))]
        names += [f"{selection.vectors}#{k + 1}" for k in range(len(vectors))]
        columns += list(vectors)
    features = np.stack(columns, axis=-1)  # (N, M, p)
    _refuse_copies(
        table, features, np.stack([table.matrix(name) for name in humans], axis=-1), selection, settings
    )
    human = {name: table.oriented(name) for name in humans}
    if settings.mean and len(humans) > 1:
        human[MEAN] = np.mean([human[name] for name in humans], axis=0)  # NaN where one is missing
    labelled = {}
    groups = [
        _numbers(*one)
        for one in (
            (table.inputs, table.input_groups, selection.clusters),
            (table.systems, table.system_groups, selection.system_clusters),
        )
    ]
    for name, scores in human.items():
        system, column = np.nonzero(~np.isnan(scores) & ~np.isnan(features).all(axis=2))
        if not len(system):
            raise DataError(
                f"learning takes outputs with both a score by '{name}' and a feature; all lack one."
            )
        others = [human[other][system, column] for other in human if other != name]
        for over in settings.over:
            one = Labelled(
                features=features[system, column],
                human=np.stack([scores[system, column], *others], axis=1),
                systems=system,
                inputs=column,
                system_groups=groups[1][system],
                input_groups=groups[0][column],
                over=over,
                level=settings.level,
                coefficient=settings.coefficient,
            )
            try:
                check_labelled(one)
            except DataError as error:
                raise DataError(f"{table.name}, '{name}': {error}") from error
            labelled[key(name, over)] = one
    return Learned(
        table=table,
        features=tuple(names),
        families={family: np.array(places) for family, places in families.items()},
        n_metrics=len(metrics),
        human=human,
        labelled=labelled,
        checked=checked,
    )


def family_of(name: str) -> str:
    """Return the family of a metric by its name: its letters up to a digit, a mark, or a change of case.

    Examples
    --------
    >>> family_of("rougeSU4_stem_f"), family_of("bertscore_f:model=x"), family_of("BLEU-4")
    ('rouge', 'bertscore', 'BLEU')
    """
    found = re.match(r"[a-z]+|[A-Z][A-Za-z]*", name)
    return found[0] if found else name


def feature_facts(table: ScoreTable, metrics: Sequence[str]) -> tuple[Feature, ...]:
    """Return what the card of a learned metric says of its features.

    One that texts cannot be scored with by itself, or that is declared the other way round than the metric of its name,
    is taken for scores from a file.
    """
    known: dict[str, Metric] = {}
    for name in metrics:
        found = _computable(name)
        if found is not None and found.higher_is_better == table.scorer(name).higher_is_better:
            known[name] = found
    probes = probe_scores(list(known.values()))
    return tuple(
        Feature(
            name,
            table.scorer(name).higher_is_better,
            known[name].signature() if name in known else "",
            probes[known[name].name] if name in known else None,
        )
        for name in metrics
    )


def _computable(name: str) -> Metric | None:
    """Return the metric of a name, None where texts cannot be scored with one by itself."""
    try:
        found = get_metric(name)
        check_usable(found)
    except (UnknownNameError, ArgumentError, UnsupportedMethodError):
        return None
    return found


def _refuse_copies(
    table: ScoreTable,
    features: FloatArray,
    human: FloatArray,
    selection: LearnSelection,
    settings: LearnSettings,
) -> None:
    """Raise where an input, or a system, stands there twice: held out under one name, it was learned under another.

    People may have judged an input twice. Systems can be alike to metrics that do not see, for instance, the order of
    words; they are copies if people say the same of all, too.
    """
    for kind, names, groups, axis in (
        ("input", table.inputs, table.input_groups.get(selection.clusters or ""), 1),
        ("system", table.systems, table.system_groups.get(selection.system_clusters or ""), 0),
    ):
        if not {f"{kind}s", "both"} & set(settings.over):
            continue
        first: dict[bytes, int] = {}
        for place, name in enumerate(names):
            scores = np.take(features, place, axis=axis)
            if kind == "system":
                scores = np.concatenate([scores, np.take(human, place, axis=axis)], axis=-1)
            known = scores[~np.isnan(scores)]
            if known.size < 3 or np.ptp(known) == 0:
                continue
            before = first.setdefault(np.where(np.isnan(scores), np.nan, scores + 0.0).tobytes(), place)
            if before != place and (groups is None or groups[before] != groups[place]):
                option = "--system-clusters" if kind == "system" else "--clusters"
                raise DataError(
                    f"{table.name}: {kind}s '{names[before]}' and '{name}' have the same scores by all features: one "
                    f"would be learned from while the other is held out. Leave one out, or keep them together "
                    f"({option} COLUMN)."
                )


def _numbers(names: Sequence[str], groups: Mapping[str, tuple[str, ...]], column: str | None) -> IntArray:
    if column is None:
        return np.arange(len(names))
    if column not in groups:
        raise unknown_name("grouping column", column, tuple(groups))
    return np.asarray(np.unique(groups[column], return_inverse=True)[1])


def _vectors(texts: Texts, table: ScoreTable, name: str) -> FloatArray:
    """Return differences of centroids, shape (d, N, M)."""
    metric = find_centroids(name)
    known = {(row.system, row.input): row for row in texts.rows}
    cells = [
        (i, j, known[system, one])
        for i, system in enumerate(table.systems)
        for j, one in enumerate(table.inputs)
        if (system, one) in known
    ]
    if not cells:
        raise DataError(f"{texts.name}: texts and scores must have the same names of outputs.")
    rows = [row for _, _, row in cells]
    found = centroid_differences(metric, [row.output for row in rows], [row.references for row in rows])
    values = np.full((found.shape[1], *table.shape[1:]), np.nan)
    for (i, j, _), vector in zip(cells, found, strict=True):
        values[:, i, j] = vector
    return values


def _check_against(texts: Texts, table: ScoreTable, metrics: Sequence[str]) -> bool:
    """Compute features of some outputs again; raise where one is not what its name says; say whether all were."""
    known = [found for found in map(_computable, metrics) if found is not None]
    if len(known) < len(metrics):
        return False
    cells = {(system, one) for system in table.systems for one in table.inputs}
    rows = [row for row in texts.rows if (row.system, row.input) in cells]
    rows = rows[:: max(1, len(rows) // CHECKED_OUTPUTS)][:CHECKED_OUTPUTS]
    if not rows:
        raise DataError(f"{texts.name}: texts and scores must have the same names of outputs.")
    found = scored_features(
        known, [row.output for row in rows], [row.references for row in rows], [row.source for row in rows]
    )
    for k, name in enumerate(metrics):
        matrix = table.matrix(name)
        for row, value in zip(rows, found[:, k], strict=True):
            given = matrix[table.systems.index(row.system), table.inputs.index(row.input)]
            if not np.isnan(given) and not np.isclose(given, value, rtol=1e-4, atol=1e-6):
                raise DataError(
                    f"{table.name}: '{name}' of system '{row.system}', input '{row.input}' is {given:.6g} in the "
                    f"scores and {value:.6g} by the texts: that column is another metric, or of other texts. Score "
                    "the texts again (trueness score)."
                )
    return bool(metrics)
