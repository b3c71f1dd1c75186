"""How far a conclusion about metrics depends on choices that could have been made otherwise."""

from __future__ import annotations

import dataclasses
import shlex
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import ArgumentError, DataError, listing, unknown_name
from trueness.parallel import step
from trueness.result import Signature
from trueness.statistics.array_types import FloatArray
from trueness.studies.compare.settings import CompareSelection
from trueness.studies.compare.study import Compare
from trueness.studies.multiverse.analysed import Analyses
from trueness.studies.multiverse.analyses import product_of
from trueness.studies.multiverse.moved import decided, shown
from trueness.studies.multiverse.outcomes import Outcomes, Pair, outcomes_of
from trueness.studies.multiverse.rows import MultiverseResult
from trueness.studies.multiverse.said import multiverse_cautions, multiverse_conclusions, weakest
from trueness.studies.multiverse.settings import ALL, MultiverseSelection, MultiverseSettings
from trueness.studies.multiverse.summaries import (
    analysis_rows,
    choice_rows,
    claim_row,
    claims_of,
    estimate_rows,
    outcome_rows,
    rank_rows,
    rank_value_rows,
    value_rows,
)
from trueness.studies.multiverse.variants import VariedMetrics, parsed_variants, varied_metrics
from trueness.study.alike import alike_cautions, alike_pairs
from trueness.study.selection import choose_human, choose_metrics, has_one_input
from trueness.study.study import Study, entry


class MultiverseStudy(Study[ScoreTable, MultiverseSelection, MultiverseSettings, MultiverseResult]):
    """A claim under every combination of choices, and which of these it depends on."""

    aggregates_columns: ClassVar[bool] = True

    def usual(
        self, data: ScoreTable, selection: MultiverseSelection, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Return the choices there are: corpus scores, levels, what can vary at all."""
        humans = _humans(data, selection.human)
        found: dict[str, Any] = {}
        for human in humans[::-1]:  # what holds for one is said of all
            found |= Compare().usual(data, CompareSelection(human=human), given)
        if data.corpus:
            found["aggregate"] = ("corpus", "mean", "median")
        if not data.has_systems or len(data.systems) == 1:
            found["systems"] = (ALL,)
        elif has_one_input(data):
            found["inputs"] = (ALL,)
        return found

    def answer(
        self, data: ScoreTable, selection: MultiverseSelection, settings: MultiverseSettings
    ) -> MultiverseResult:
        """Carry out every analysis, and say of claims and ranks how they fare."""
        humans = _humans(data, selection.human)
        columns = _columns(data, selection, humans)
        metrics = varied_metrics(columns, parsed_variants(settings.variants))
        declared = _declared(metrics.names, selection.claims)
        table = data.select(scorers=[*humans, *columns]).sorted_by_name()
        product = product_of(table, humans, metrics, selection, settings)
        work = Analyses(
            table=table,
            setups=product.setups,
            settings=settings,
            clusters=selection.clusters,
            system_clusters=selection.system_clusters,
        )
        work.check(humans)
        with step("analyses"):
            found = work.run()
        outcomes = outcomes_of(product, found, columns, metrics.names)
        _check(data, humans, outcomes)
        with step("what choices move"):
            summed_up = _summed_up(work, outcomes, declared, settings)
        result = MultiverseResult(
            signature=_signature(data, humans, metrics, settings, outcomes),
            selection=dataclasses.replace(selection, human=humans, metrics=columns),
            settings=settings,
            cautions=(),
            conclusions=(),
            table=data,
            axes=product.axes,
            metrics=metrics,
            absent=outcomes.absent,
            analyses=tuple(analysis_rows(outcomes)),
            **summed_up,
        )
        families = selection.system_clusters
        return dataclasses.replace(
            result,
            cautions=(
                *multiverse_cautions(result),
                *alike_cautions(alike_pairs(table, table.scorer_names, families), families),
            ),
            conclusions=multiverse_conclusions(result),
        )


@entry(MultiverseStudy)
def multiverse(table: Scores, **options: Any) -> MultiverseResult:
    """Study how far a conclusion about metrics depends on choices that could have been made otherwise.

    A claim is that one metric agrees better with people than another. It is looked at under every combination of the
    choices there are: coefficient, level, human dimension, how systems get their scores, which systems, which inputs,
    and columns that are one metric with other options. Every analysis is what `compare` does with these choices, with
    its recommended test.

    Raises
    ------
    ArgumentError
        If an argument is outside its values, the choices make too many analyses, or more systems are asked for than
        there are.
    UnknownNameError
        If a scorer, a metric of a claim or a grouping column does not exist.
    DataError
        If there are fewer than two metrics, a human gives every output the same score, no analysis exists, or no
        correlation is defined in any.
    UnsupportedMethodError
        If a coefficient exists at none of the levels.

    References
    ----------
    Steegen, Tuerlinckx, Gelman and Vanpaemel (2016), Increasing Transparency Through a Multiverse Analysis,
    Perspectives on Psychological Science 11 (5), 702-712. Simonsohn, Simmons and Nelson (2020), Specification curve
    analysis, Nature Human Behaviour 4, 1208-1214.
    """
    return MultiverseStudy().run(read_table(table), **options)


def _humans(table: ScoreTable, named: Sequence[str] | None) -> tuple[str, ...]:
    if named is not None:
        return table.names_matching(named)
    declared = tuple(scorer.name for scorer in table.scorers if scorer.role == "human")
    return declared or (choose_human(table, None),)


def _columns(table: ScoreTable, selection: MultiverseSelection, humans: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of metrics, after a look at every human."""
    found: dict[str, None] = {}
    for human in humans:
        scores = table.matrix(human)
        known = scores[~np.isnan(scores)]
        if len(known) and (known == known[0]).all():
            others = [name for name in humans if name != human] or _other_humans(table, human)
            quoted = shlex.quote(",".join(others))
            instead = f"Leave it out (--human {quoted})." if others else "It takes scores that differ."
            raise DataError(
                f"'{human}' gives every output the same score, {known[0]:g}: agreement takes scores that "
                f"differ. {instead}"
            )
        found |= dict.fromkeys(choose_metrics(table, selection.metrics, human))
    return tuple(name for name in table.scorer_names if name in found and name not in humans)


def _other_humans(table: ScoreTable, human: str) -> list[str]:
    return [scorer.name for scorer in table.scorers if scorer.role == "human" and scorer.name != human]


def _declared(names: tuple[str, ...], claims: Sequence[str]) -> list[Pair]:
    """Return the claims that were declared, as a metric and its rival.

    Raises
    ------
    DataError
        If there is one metric alone.
    ArgumentError
        If a claim is not of the form ``metric > rival``, or made twice.
    UnknownNameError
        If there is no such metric.
    """
    if len(names) < 2:
        raise DataError(
            f"a claim is about two metrics, and the data have {listing(names) or 'none'}. Name more (--metrics)."
        )
    pairs: list[Pair] = []
    for claim in claims:
        sides = claim.split(">")
        splits = [(">".join(sides[:k]).strip(), ">".join(sides[k:]).strip()) for k in range(1, len(sides))]
        if not splits:
            raise ArgumentError(f"`claim` '{claim}' must name two metrics. Write 'METRIC > RIVAL'.")
        known = [split for split in splits if set(split) <= set(names)]
        if not known:
            missing = next(name for name in splits[0] if name not in names)
            raise unknown_name("metric", missing, names)
        metric, rival = (names.index(name) for name in known[0])
        if metric == rival or (metric, rival) in pairs or (rival, metric) in pairs:
            raise ArgumentError(f"`claim` '{claim}' is about two metrics that differ, and each two once.")
        pairs.append((metric, rival))
    return pairs


def _check(table: ScoreTable, humans: Sequence[str], outcomes: Outcomes) -> None:
    """Raise an error where there is nothing to look at."""
    if not outcomes.analyses:
        first = next((row for row in outcomes.absent), None)
        why = "" if first is None else f" The first, {first.choices}: {first.reason}"
        raise DataError(f"{table.name}: no analysis of those asked for exists.{why}")
    if np.isnan(outcomes.estimates).all():
        if all(_alike_in_inputs(table.matrix(human)) for human in humans):
            raise DataError(
                f"{listing(humans)}: people give all outputs of an input the same score, which orders "
                "outputs of different inputs only: --level global."
            )
        raise DataError(
            f"{table.name}: in none of {len(outcomes.analyses)} analyses has a metric a correlation with people. Check "
            "that scores vary, and that system and input names agree (`trueness check`)."
        )


def _alike_in_inputs(scores: FloatArray) -> bool:
    first = np.nanmin(np.where(np.isnan(scores), np.inf, scores), axis=0)
    return bool(np.all(np.isnan(scores) | (scores == first)))


def _summed_up(
    work: Analyses, outcomes: Outcomes, declared: list[Pair], settings: MultiverseSettings
) -> dict[str, Any]:
    """Return the tables of claims, choices and ranks, and what is decided of choices."""
    ranks = outcomes.ranks()
    ranked = rank_rows(outcomes, ranks)
    order = [row.metric for row in ranked]
    places = [outcomes.names.index(name) for name in order]
    every = [(a, b) for k, a in enumerate(places) for b in places[k + 1 :]]
    pairs = claims_of(outcomes, every, settings.correction)
    claims = (
        claims_of(outcomes, declared, settings.correction)
        if declared
        else [one for one in pairs if one.pair[0] == places[0]]
    )
    alpha = settings.alpha
    rows = [claim_row(outcomes, one, alpha) for one in claims]
    said = rows if declared else weakest(rows)
    decisions = decided(work, outcomes, [claims[rows.index(row)] for row in said], alpha=alpha)
    shares = [
        dict(zip([outcomes.axes[axis].name for axis in one.axes], one.effects.shares[0], strict=True))
        for one in claims
    ]
    return {
        "best": order[0],
        "decisions": decisions,
        "claims": tuple(shown(row, decisions, mine) for row, mine in zip(rows, shares, strict=True)),
        "choices": tuple(row for one in claims for row in choice_rows(outcomes, one)),
        "values": tuple(row for one in claims for row in value_rows(outcomes, one, alpha)),
        "ranks": tuple(ranked),
        "ranks_by_choice": tuple(rank_value_rows(outcomes, ranks, order)),
        "pairs": tuple(claim_row(outcomes, one, alpha) for one in pairs),
        "estimates": tuple(estimate_rows(outcomes, ranks)),
        "outcomes": tuple(row for one in claims for row in outcome_rows(outcomes, one, alpha)),
    }


def _signature(
    table: ScoreTable,
    humans: Sequence[str],
    metrics: VariedMetrics,
    settings: MultiverseSettings,
    outcomes: Outcomes,
) -> Signature:
    return Signature.of(
        data=table.fingerprint[:12],
        metrics=len(metrics.names),
        human=tuple(humans),
        shape=f"{len(table.systems)}x{len(table.inputs)}",
        level=settings.levels,
        coef=settings.coefficients,
        agg=settings.aggregates,
        systems=settings.systems,
        inputs=settings.inputs,
        splits=settings.splits,
        variants=tuple(choice.name for choice in metrics.choices) or None,
        analyses=len(outcomes.analyses),
        applies_to=settings.applies_to,
        corr=settings.correction,
        missing=settings.missing,
        means=settings.means,
        seed=settings.seed,
    )
