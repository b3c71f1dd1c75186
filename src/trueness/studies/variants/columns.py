"""Metrics as columns with scores of systems of their own: every variant by each way to make these."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from trueness.data.scores.aggregate_columns import aggregate_name, with_aggregate_columns
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, listing
from trueness.studies.variants.settings import VariantsSelection, VariantsSettings
from trueness.studies.variants.variant_options import variant_options
from trueness.study.human_scores import with_human_combination
from trueness.study.selection import choose_human, choose_metrics


@dataclasses.dataclass(frozen=True)
class Columns:
    """What is compared.

    Attributes
    ----------
    given : ScoreTable
        The human scores and the metrics, as the data have them.
    table : ScoreTable
        The same with means of dimensions, and with a column for every way to make scores of systems.
    selection : VariantsSelection
        Every name resolved, so that it selects the same of `given`.
    human : str
        What variants are compared by.
    humans : tuple of str
        That, then the other means of the dimensions, then these; empty without dimensions.
    metrics : tuple of str
        The columns of metrics.
    """

    given: ScoreTable
    table: ScoreTable
    selection: VariantsSelection
    human: str
    humans: tuple[str, ...]
    metrics: tuple[str, ...]

    @classmethod
    def of(cls, data: ScoreTable, selection: VariantsSelection, settings: VariantsSettings) -> Columns:
        """Find the scorers that are meant.

        Raises
        ------
        ArgumentError
            If dimensions and a human scorer are both named, or one dimension alone.
        UnknownNameError
            If a name or pattern fits nothing.
        DataError
            If there are fewer than two columns of metrics, or dimensions have no mean.
        """
        dimensions = data.names_matching(selection.dimensions) if selection.dimensions else ()
        table, humans = _with_means(data, dimensions, selection, settings)
        human = humans[0] if humans else choose_human(data, selection.human)
        asked = selection.metrics
        if asked is not None:  # what is named is compared
            asked = tuple(dict.fromkeys((*asked, *selection.named, *(selection.varied or ()))))
        metrics = tuple(name for name in choose_metrics(table, asked, human) if name not in (*humans, human))
        varied = _varied(table, metrics, selection.varied)
        ways: dict[str, tuple[str | None, ...]] = {
            name: settings.aggregates if name in varied else (None,) for name in metrics
        }
        wanted = [
            name if how is None or (how == "mean" and name not in table.corpus) else aggregate_name(name, how)
            for name, hows in ways.items()
            for how in hows
        ]
        table = with_aggregate_columns(table, [name for name in wanted if name not in table.scorer_names])
        named = tuple(
            name
            for pattern in selection.named
            for name in table.select(scorers=wanted).names_matching(pattern)
        )
        columns = tuple(dict.fromkeys(wanted))
        if len(columns) < 2:
            raise DataError(
                f"variants are compared with each other, and there is only {listing(columns)}. Name more (--metrics), "
                "or more ways to make scores of systems (--aggregates)."
            )
        people = dimensions or (human,)
        return cls(
            given=data.select(scorers=[*people, *metrics]),
            table=table.select(scorers=[*(humans or (human,)), *columns]),
            selection=dataclasses.replace(
                selection,
                human=None if dimensions else human,
                metrics=metrics,
                dimensions=dimensions,
                named=named,
                varied=tuple(name for name in metrics if name in varied),
            ),
            human=human,
            humans=humans,
            metrics=columns,
        )


def _with_means(
    data: ScoreTable, dimensions: tuple[str, ...], selection: VariantsSelection, settings: VariantsSettings
) -> tuple[ScoreTable, tuple[str, ...]]:
    if not dimensions:
        return data, ()
    if selection.human is not None:
        raise ArgumentError(
            "`human` names the human scores, and `dimensions` those of which they are means: give one of the two."
        )
    if len(dimensions) < 2:
        raise ArgumentError(
            f"a mean is of two dimensions at least; `dimensions` names {listing(dimensions)}. Name it as the human "
            "scores (--human)."
        )
    table, humans = data, []
    for how in settings.combinations:
        name = f"{how} mean"
        table = with_human_combination(table, name, dimensions, how)
        humans.append(name)
    return table, (*humans, *dimensions)


def _varied(table: ScoreTable, metrics: Sequence[str], patterns: tuple[str, ...] | None) -> frozenset[str]:
    """Return the metrics whose scores of systems come about in several ways."""
    if patterns is None:
        chosen = [name for name in metrics if variant_options(name) is not None]
    else:
        chosen = [name for name in table.names_matching(patterns) if name in metrics] if patterns else []
    return frozenset(name for name in chosen if table.scorer(name).aggregate is None)
