"""Human scorers made from others: combinations of dimensions, and annotators on one scale."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.data.reading.read import read_table
from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.errors import DataError, UnknownNameError, listing
from trueness.statistics.annotators.annotator_combination import annotator_zscores
from trueness.statistics.annotators.human_assessment import mean_of_dimensions
from trueness.statistics.annotators.strictness import adjusted_ratings


def with_human_combination(
    table: ScoreTable, name: str, dimensions: Sequence[str], how: str = "arithmetic"
) -> ScoreTable:
    """Return the table with a human scorer that is a mean of others, output by output.

    Where all dimensions have the same annotators, in whatever order, the mean is taken annotator by annotator, and the
    new scorer has them behind it, too; otherwise it is the mean of the dimensions' scores.

    Parameters
    ----------
    table : ScoreTable
    name : str
        Of the new scorer.
    dimensions : sequence of str
        Human scorers for which higher is better, on one scale.
    how : {'arithmetic', 'harmonic', 'geometric'}
        As in Graham (2015), Table 4.

    Raises
    ------
    UnknownNameError
        If a dimension does not exist.
    DataError
        If the name is taken, or lower is better for one of the dimensions.
    ArgumentError
        If there is no dimension, `how` is unknown, or a harmonic or geometric mean meets a negative score.
    """
    table = read_table(table)
    if name in table.scorer_names:
        raise DataError(f"there is a scorer '{name}' already.")
    falling = [one for one in dimensions if not table.scorer(one).higher_is_better]
    if falling:
        raise DataError(
            f"lower is better for {listing(falling)}: turn the scores round before they are averaged with others."
        )
    parts = [table.annotations.get(one) for one in dimensions]
    known = [part for part in parts if part is not None]
    shared = len({frozenset(part.annotators) for part in known}) == 1 and len(known) == len(parts)
    if not shared:
        values = mean_of_dimensions([table.matrix(one) for one in dimensions], how)
        return table.with_scores(Scorer(name, "human"), values)
    annotators = known[0].annotators
    matched = [part.values[[part.annotators.index(one) for one in annotators]] for part in known]
    combined = Annotations(annotators, mean_of_dimensions(matched, how))
    found = table.with_scores(Scorer(name, "human"), combined.mean())
    return dataclasses.replace(found, annotations={**found.annotations, name: combined})


def with_adjusted_annotators(table: ScoreTable, name: str, human: str) -> ScoreTable:
    """Return the table with a human scorer of which annotators' strictness is taken off (see `annotator_effects`).

    Parameters
    ----------
    table : ScoreTable
    name : str
        Of the new scorer.
    human : str

    Raises
    ------
    DataError
        If the scorer has no annotators, or nothing connects them: no output, and no system, was rated by two of them.
    """
    if human not in table.annotations:
        raise DataError(f"'{name}': no annotators stand behind '{human}'. Give a column for each of them.")
    part = table.annotations[human]
    adjusted = Annotations(part.annotators, adjusted_ratings(part.values))
    if not (adjusted.values == adjusted.values).any():
        raise DataError(
            f"'{name}': how strict annotators are cannot be told, since some share no output and no system with the "
            "others. Have some outputs rated by two."
        )
    made = dataclasses.replace(table.scorer(human), name=name, role="human")
    found = table.with_scores(made, adjusted.mean())
    return dataclasses.replace(found, annotations={**found.annotations, name: adjusted})


def annotator_name(human: str, annotator: str) -> str:
    """Return what the scores of one annotator are called, as files call them: ``human@ann``."""
    return f"{human}@{annotator}"


def with_single_annotator(table: ScoreTable, human: str, annotator: str) -> ScoreTable:
    """Return the table with one annotator behind a human scorer as a human scorer, where there is none of this name.

    Parameters
    ----------
    table : ScoreTable
    human, annotator : str
        A scorer with annotators behind it, and one of these.
    """
    name, people = annotator_name(human, annotator), table.annotations[human]
    if name in table.scorer_names:
        return table
    own = dataclasses.replace(table.scorer(human), name=name, role="human")
    return table.with_scores(own, people.values[people.annotators.index(annotator)])


def with_standardized_annotators(table: ScoreTable, human: str) -> ScoreTable:
    """Return the table with the ratings of a human scorer as z-scores per annotator, and their mean as its score.

    An annotator whose ratings are all equal has no z-scores and drops out; a note says so.

    Parameters
    ----------
    table : ScoreTable
    human : str

    Raises
    ------
    UnknownNameError
        If there is no such scorer, or it has no annotators.
    """
    table = read_table(table)
    place = table.index(human)
    if human not in table.annotations:
        raise UnknownNameError(f"scorer '{human}' lacks annotators behind it.")
    part = table.annotations[human]
    scaled = Annotations(part.annotators, annotator_zscores(part.values))
    values = table.values.copy()
    values[place] = scaled.mean()
    constant = [
        name
        for name, before, after in zip(part.annotators, part.values, scaled.values, strict=True)
        if (before == before).any() and not (after == after).any()  # noqa: PLR0124 - NaN differs from itself
    ]
    notes = table.notes
    if constant:
        notes = (
            *notes,
            f"annotators whose ratings of '{human}' are all equal have no z-scores: {listing(constant)}",
        )
    return dataclasses.replace(
        table, values=values, annotations={**table.annotations, human: scaled}, notes=notes
    )
