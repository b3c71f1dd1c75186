"""Verdicts as arrays: one place per pair of outputs, whoever judged it, in whichever order it was shown."""

from __future__ import annotations

import dataclasses
import fnmatch

import numpy as np

from trueness.data.preferences.preferences import BOTH_BAD, CALLED_RIGHT, Preferences
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import DataError, UnknownNameError, listing, unknown_name
from trueness.statistics.array_types import FloatArray, IntArray
from trueness.statistics.preferences.verdict_agreement import people_counts
from trueness.statistics.ties import RELATIVE_TOLERANCE
from trueness.studies.preferences.settings import PreferenceSelection, PreferenceSettings


@dataclasses.dataclass(frozen=True)
class Said:
    """Verdicts of one rater or several, each on one pair.

    Attributes
    ----------
    pair, rater : arrays of shape (m,)
    verdict : array of shape (m,)
        1 for the system of the pair that comes first in the alphabet, −1 for the other, 0 for a tie.
    """

    pair: IntArray
    rater: IntArray
    verdict: FloatArray


@dataclasses.dataclass(frozen=True)
class Verdicts:
    """Everything that was said of n pairs of outputs, two systems' for one input each.

    Attributes
    ----------
    systems, inputs, raters : tuple of str
        By the alphabet.
    input, one, other : arrays of shape (n,)
        The input of each pair and its systems, `one` before `other`.
    cluster : array of shape (n,)
        The number of the group of inputs that are not independent.
    people : Said
        Verdicts of people, repeated ones of a person put together.
    counts : array of shape (n, 3)
        How many people preferred `other`, neither, and `one`.
    judges : dict of str to array of shape (n,)
        NaN where a judge said nothing.
    metrics : dict of str to array of shape (n,)
    raw : Said
        All verdicts of everybody, not put together.
    raw_first : array
        Of each of these, 1 where `one` was shown first, −1 where `other` was, 0 where that is not known.
    judge_raters : dict of str to int
    people_raters : array
    named_first : array of shape (n,)
        1 where `one` is the first output (A) in all rows of the pair, −1 where `other` is, NaN where rows differ.
    longer : array of shape (n,)
        1 where the output of `one` is longer, −1 where that of `other` is, 0 for equal, NaN where it is not known, or
        not the same in all rows of the pair.
    """

    systems: tuple[str, ...]
    inputs: tuple[str, ...]
    raters: tuple[str, ...]
    input: IntArray
    one: IntArray
    other: IntArray
    cluster: IntArray
    people: Said
    counts: FloatArray
    judges: dict[str, FloatArray]
    metrics: dict[str, FloatArray]
    raw: Said
    raw_first: IntArray
    judge_raters: dict[str, int]
    people_raters: IntArray
    named_first: FloatArray
    longer: FloatArray

    @property
    def predictors(self) -> dict[str, FloatArray]:
        """Judges and metrics: what agrees with people or does not."""
        return {**self.judges, **self.metrics}

    @property
    def majority(self) -> FloatArray:
        """What most people say of each pair: 0 where they are evenly divided, NaN where nobody said anything."""
        found = np.sign(self.counts[:, 2] - self.counts[:, 0])
        return np.where(self.counts.sum(axis=1) > 0, found, np.nan)


def verdicts_of(
    table: Preferences,
    scores: ScoreTable | None,
    selection: PreferenceSelection,
    settings: PreferenceSettings,
    names: tuple[tuple[str, ...], tuple[str, ...]],
) -> Verdicts:
    """Return what was said as arrays that no order of rows changes.

    Parameters
    ----------
    table : Preferences
    scores : ScoreTable, optional
    selection : PreferenceSelection
        Its metrics are names.
    settings : PreferenceSettings
    names : two tuples of str
        Judges, and people.

    Raises
    ------
    UnknownNameError
        If there is no such grouping column.
    DataError
        If no pair is left, or no pair has scores.
    """
    systems, system = _sorted(table.systems)
    inputs, input = _sorted(table.inputs)
    raters, rater = _sorted(table.raters)
    a, b, where, who = system[table.a], system[table.b], input[table.input], rater[table.rater]
    turned = a > b
    one, other = np.minimum(a, b), np.maximum(a, b)
    sign = np.where(turned, -1, 1)
    bad = table.verdict == BOTH_BAD
    said = np.where(bad, 0, table.verdict * sign).astype(np.float64)
    kept = ~bad if settings.both_bad == "excluded" else np.ones(len(bad), dtype=bool)
    if not kept.any():
        raise DataError("every verdict is 'both bad', and these are left out.")
    keys = (where * len(systems) + one) * len(systems) + other
    known, pair = np.unique(keys[kept], return_inverse=True)
    of_pair = {
        "input": known // len(systems) ** 2,
        "one": known // len(systems) % len(systems),
        "other": known % len(systems),
    }
    raw = Said(pair, who[kept], said[kept])
    place = {name: k for k, name in enumerate(raters)}
    people = np.array(sorted(place[name] for name in names[1]), dtype=np.intp)
    among = np.isin(raw.rater, people)
    human = _together(Said(raw.pair[among], raw.rater[among], raw.verdict[among]), settings.repeats)
    judges = {}
    for name in names[0]:
        mine = raw.rater == place[name]
        found = _together(Said(raw.pair[mine], raw.rater[mine], raw.verdict[mine]), settings.repeats)
        judges[name] = np.full(len(known), np.nan)
        judges[name][found.pair] = found.verdict
    clusters = of_pair["input"]
    if selection.clusters is not None:
        labels = _labels(table, selection.clusters)[np.argsort(input)]
        labels = np.array([label or f"\0{name}" for label, name in zip(labels, inputs, strict=True)])
        clusters = np.unique(labels[of_pair["input"]], return_inverse=True)[1]
    return Verdicts(
        systems,
        inputs,
        raters,
        **of_pair,
        cluster=np.asarray(clusters, dtype=np.intp),
        people=human,
        counts=people_counts(human.verdict, human.pair, len(known)),
        judges=judges,
        metrics=_metrics(scores, selection, settings, systems, inputs, of_pair),
        raw=raw,
        raw_first=np.asarray(table.first * sign, dtype=np.intp)[kept],
        judge_raters={name: place[name] for name in names[0]},
        people_raters=people,
        named_first=_same_in_all_rows(sign[kept], pair, len(known)),
        longer=_same_in_all_rows(np.sign((table.words_a - table.words_b) * sign)[kept], pair, len(known)),
    )


def categories_of(table: Preferences, column: str, verdicts: Verdicts) -> np.ndarray:
    """Return the category of every pair, by its input."""
    order = {name: k for k, name in enumerate(table.inputs)}
    labels = _labels(table, column)
    return labels[[order[verdicts.inputs[j]] for j in verdicts.input]]


def choose_raters(
    table: Preferences, selection: PreferenceSelection
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the judges and the people among the raters.

    Raises
    ------
    UnknownNameError
        If there is no rater of a name.
    DataError
        If it is not known who is who, somebody is both, or there are no people.
    """
    asked = [
        None if given is None else table.raters_matching(given)
        for given in (selection.judges, selection.people)
    ]
    judges, people = asked
    told = {name: role for name, role in zip(table.raters, table.roles, strict=True) if role is not None}
    if judges is None and people is None:
        unknown = [name for name in table.raters if name not in told]
        if any(map(CALLED_RIGHT.fullmatch, told)) and set(told.values()) == {"human"}:
            told |= dict.fromkeys(
                unknown, "judge"
            )  # beside the right verdicts stand those that are compared with them
        elif unknown:
            raise DataError(
                f"say who is a judge: {listing(unknown)}. Name the judges (`judges`), or the people "
                "(`people`); all others are the other."
            )
        judges = tuple(name for name in table.raters if told[name] == "judge")
        people = tuple(name for name in table.raters if told[name] == "human")
    elif judges is None:
        judges = tuple(
            name for name in table.raters if name not in (people or ()) and told.get(name) != "human"
        )
    elif people is None:
        people = tuple(name for name in table.raters if name not in judges and told.get(name) != "judge")
    both = sorted(set(judges) & set(people or ()))
    if both:
        raise DataError(f"{listing(both)} must be either a judge or a person. Name each once.")
    if not people:
        raise DataError(f"name those who are people (`people`); all who judged: {listing(table.raters)}.")
    return judges, people


def own_systems(
    table: Preferences, selection: PreferenceSelection, judges: tuple[str, ...]
) -> dict[str, frozenset[str]]:
    """Return the systems of each judge's own family.

    Raises
    ------
    UnknownNameError
        If there is no such judge, or nothing of that family.
    DataError
        If a part is not JUDGE=PATTERN.
    """
    found: dict[str, frozenset[str]] = {}
    for part in selection.own or ():
        judge, sign, pattern = (piece.strip() for piece in part.rpartition("="))
        if not sign or not judge or not pattern:
            raise DataError(f"`own` takes JUDGE=PATTERN, such as 'gpt-4=gpt-*'; this is {part!r}.")
        if judge not in judges:
            raise unknown_name("judge", judge, judges)
        mine = {
            name
            for name in table.systems
            if fnmatch.fnmatchcase(name, pattern)
            or fnmatch.fnmatchcase(table.families.get(name, ""), pattern)
        }
        if not mine:
            raise unknown_name("system or family", pattern, (*table.systems, *set(table.families.values())))
        found[judge] = found.get(judge, frozenset()) | mine
    return found


def _sorted(names: tuple[str, ...]) -> tuple[tuple[str, ...], IntArray]:
    """Return names by the alphabet, and the new number of each."""
    order = sorted(range(len(names)), key=lambda k: names[k])
    numbers = np.empty(len(names), dtype=np.intp)
    numbers[order] = np.arange(len(names))
    return tuple(names[k] for k in order), numbers


def _labels(table: Preferences, column: str) -> np.ndarray:
    if column not in table.groups:
        error = unknown_name("grouping column", column, tuple(table.groups))
        if not table.groups:
            remedy = f"If a file has such a column: --columns groups={column} (in Python: columns=)."
            raise UnknownNameError(f"{error} {remedy}")
        raise error
    return np.array(table.groups[column], dtype=object)


def _same_in_all_rows(values: np.ndarray, pair: IntArray, size: int) -> FloatArray:
    """Return of each pair the value that all of its rows have that have one; NaN where they differ or none has."""
    most, least = np.full(size, -np.inf), np.full(size, np.inf)
    np.fmax.at(most, pair, values)
    np.fmin.at(least, pair, values)
    return np.where(most == least, most, np.nan)


def _together(said: Said, rule: str) -> Said:
    """Return one verdict per rater and pair."""
    if not said.pair.size:
        return said
    size = int(said.pair.max()) + 1
    keys, place = np.unique(said.rater * size + said.pair, return_inverse=True)
    sums = np.bincount(place, said.verdict)
    counts = np.bincount(place)
    found = np.sign(sums)
    if rule == "tie":
        found = np.where(np.abs(sums) == counts, found, 0.0)
    return Said(keys % size, keys // size, found)


def _metrics(
    scores: ScoreTable | None,
    selection: PreferenceSelection,
    settings: PreferenceSettings,
    systems: tuple[str, ...],
    inputs: tuple[str, ...],
    pairs: dict[str, IntArray],
) -> dict[str, FloatArray]:
    """Return the sign of the difference of a metric's scores of each pair, larger being better."""
    if scores is None:
        return {}
    rows = {name: k for k, name in enumerate(scores.systems)}
    columns = {name: k for k, name in enumerate(scores.inputs)}
    row = np.array([rows.get(name, -1) for name in systems])
    column = np.array([columns.get(name, -1) for name in inputs])
    found = {}
    for name in selection.metrics or ():
        values = np.pad(scores.oriented(name), ((0, 1), (0, 1)), constant_values=np.nan)
        where = column[pairs["input"]]
        one, other = values[row[pairs["one"]], where], values[row[pairs["other"]], where]
        gap = one - other
        close = settings.epsilon + RELATIVE_TOLERANCE * np.maximum(np.abs(one), np.abs(other))
        found[name] = np.where(np.isnan(gap), np.nan, np.where(np.abs(gap) <= close, 0.0, np.sign(gap)))
        if np.isnan(found[name]).all():
            raise DataError(
                f"'{name}' lacks scores of the outputs that were compared. Systems of the pairs: "
                f"{listing(systems, 4)}; of the scores: {listing(scores.systems, 4)}. Inputs: "
                f"{listing(inputs, 3)}; {listing(scores.inputs, 3)}."
            )
    return found
