"""The outputs behind a comparison, to be read on its page: of each system, and of each pair of the highest metrics."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np

from trueness.data.texts.texts import Texts
from trueness.reporting.figures.spots import about_key
from trueness.reporting.page import Block, Chapter, Text
from trueness.reporting.writing import tables
from trueness.reporting.writing.templates import environment
from trueness.studies.compare.metrics_in_order import metrics_in_order
from trueness.studies.compare.rows import CompareResult
from trueness.studies.disagreements.outputs_apart import MINIMUM_PLACED, OutputsApart, outputs_written
from trueness.studies.disagreements.rows import MetricsApart, OutputApart
from trueness.study.number_words import significant

EACH = 3
"""Outputs of a system, or of a pair."""

TOP_METRICS = 6
"""The pairs among so many of the highest metrics are shown."""

MOST_SYSTEMS = 60
"""Of more systems those are shown whose outputs the highest metric places furthest from people."""

MOST_LETTERS = 500
"""A longer text is cut."""


@dataclasses.dataclass(frozen=True)
class Shown:
    """An output as it is shown.

    Attributes
    ----------
    where : str
        Its input, and where that is not said above, its system.
    facts : str
        Scores and places.
    text : str
    left_out : int
        Letters that were cut off.
    """

    where: str
    facts: str
    text: str
    left_out: int


@dataclasses.dataclass(frozen=True)
class Behind:
    """What stands behind a system or a pair.

    Attributes
    ----------
    about : str
        By which the marks of figures find it (see `spots.about_key`).
    name, remark : str
        What it is called, and what is seen of it when closed.
    outputs : tuple of Shown
    """

    about: str
    name: str
    remark: str
    outputs: tuple[Shown, ...]


def outputs_behind(comparison: CompareResult, texts: Texts | None) -> Chapter:
    """Return the chapter with the outputs that a system's place, or the difference of two metrics, rests on.

    They are those that `disagreements` lists: the places by the two are furthest apart. Without texts it is their names
    and scores.

    Raises
    ------
    DataError
        If none of the texts is an output of the comparison.
    """
    order = metrics_in_order(comparison, comparison.settings.coefficients[0])
    several = len(comparison.table.systems) >= MINIMUM_PLACED and comparison.table.has_systems
    table = comparison.table.select(scorers=[comparison.human, *order]).sorted_by_name()
    written = outputs_written(texts, table)
    apart = OutputsApart(table, comparison.human, written, "input" if several else "all")
    blocks: list[Block] = []
    if several:
        blocks.append(_of_systems(comparison, apart, order))
    if len(order) > 1:
        blocks.append(_of_pairs(comparison, apart, order))
    return Chapter("outputs", "Outputs behind the numbers", tuple(blocks), "Outputs")


def _of_systems(comparison: CompareResult, apart: OutputsApart, order: list[str]) -> Text:
    best, human = order[0], comparison.human
    with np.errstate(invalid="ignore"):
        gaps = np.nansum(np.abs(apart.orders(best).gaps), axis=1)
    chosen = sorted(np.argsort(-gaps, kind="stable")[:MOST_SYSTEMS].tolist())
    scores = {name: comparison.system_scores[name] for name in (human, best)}
    place = {name: k for k, name in enumerate(comparison.table.systems)}

    def remark(system: str) -> str:
        return ", ".join(
            f"{name} {significant(float(values[place[system]]))}" for name, values in scores.items()
        )

    found = [
        Behind(
            about_key(("system", system)),
            system,
            remark(system),
            tuple(_shown(apart, row, order[:2], row.input) for row in apart.from_people(best, EACH, system)),
        )
        for system in (apart.table.systems[k] for k in chosen)
    ]
    left_out = len(apart.table.systems) - len(chosen)
    said = (
        f"Of each system the {EACH} outputs whose place among those of the same input differs most between "
        f"‘{human}’ and ‘{best}’, the highest metric."
    )
    if left_out:
        said += f" {left_out} systems that it places more like people are left out."
    return _block("Systems", said, found)


def _of_pairs(comparison: CompareResult, apart: OutputsApart, order: list[str]) -> Text:
    baseline = comparison.settings.baseline
    top = [name for name in order if name != baseline][:TOP_METRICS]
    pairs = [(name, baseline) for name in top] if baseline is not None else [*itertools.combinations(top, 2)]
    found = [
        Behind(
            about_key(("pair", one, other)),
            f"{one} and {other}",
            "",
            tuple(
                _shown(apart, row, (one, other), _output_name(comparison, row))
                for row in apart.between(one, other, EACH)
            ),
        )
        for one, other in pairs
    ]
    which = (
        f"each of the {len(top)} highest metrics and ‘{baseline}’" if baseline is not None else "each pair"
    )
    if baseline is None and len(order) > len(top):
        which += f" of the {len(top)} highest metrics"
    among = "those of the same input" if apart.among == "input" else "all"
    return _block(
        "Pairs of metrics",
        f"For {which} the {EACH} outputs whose place among {among} differs most by the two.",
        found,
    )


def _output_name(comparison: CompareResult, row: MetricsApart) -> str:
    return f"{row.system}, {row.input}" if comparison.table.has_systems else row.input


def _shown(
    apart: OutputsApart, row: OutputApart | MetricsApart, metrics: tuple[str, ...] | list[str], where: str
) -> Shown:
    table = apart.table
    i, j = table.systems.index(row.system), table.inputs.index(row.input)
    places = {apart.human: row.place_human, row.metric: row.place_metric}
    if isinstance(row, MetricsApart):
        places[row.rival] = row.place_rival
    facts = []
    for name in (apart.human, *metrics):
        fact = f"{name} {significant(float(table.matrix(name)[i, j]))}"
        if name in places:
            fact += f" (place {tables.place(places[name])} of {row.n_placed})"
        facts.append(fact)
    text = " ".join(row.output.split())
    return Shown(where, "; ".join(facts), text[:MOST_LETTERS], max(0, len(text) - MOST_LETTERS))


def _block(heading: str, said: str, found: list[Behind]) -> Text:
    template = environment().get_template("outputs.html.j2")
    return Text(html=template.render(heading=heading, said=said, found=found))
