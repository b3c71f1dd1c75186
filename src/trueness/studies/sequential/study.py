"""Label until it is settled: whether a judge may grade, with limits that hold after every label."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from trueness.data.reading.read import Scores, read_table
from trueness.data.scores.score_table import ScoreTable
from trueness.data.texts.texts import Texts
from trueness.decisions.decision import Decision, Ground
from trueness.decisions.may_grade import BesidePeople, Measured, may_grade
from trueness.errors import DataError, UnsupportedMethodError
from trueness.statistics.engine.resample import random_stream
from trueness.statistics.sequential.kappa_sequence import (
    KappaSequence,
    difference_of,
    kappa_estimate,
    labelled_by_several,
    sequence_of,
)
from trueness.statistics.sequential.label_draws import LabelDraws
from trueness.statistics.sequential.labels_to_stop import (
    Bets,
    bets_on_difference,
    bets_on_kappa,
    labels_to_stop,
    labels_until_bar,
)
from trueness.statistics.sequential.next_draws import next_draws
from trueness.studies.judge.decided import THESE_PEOPLE
from trueness.studies.sequential.drawn_outputs import (
    SHEET_COLUMNS,
    DrawnOutputs,
    drawn_outputs,
    with_people,
)
from trueness.studies.sequential.rows import ApartRow, LookRow, NextRow, SequentialResult, SettledRow
from trueness.studies.sequential.said import missing_turns_words, sequential_cautions, sequential_conclusions
from trueness.studies.sequential.settings import THESE, SequentialSelection, SequentialSettings
from trueness.study.selection import HUMAN, choose_metrics, choose_people, input_clusters, leave_out_silent
from trueness.study.study import ScoresAndTexts, Study, entry

STREAM = 7011
"""Sets the outputs that are drawn apart from all other draws of the same seed."""

MOST_LOOKS = 200
"""So many looks of each judge are kept for figure and table, the last always."""

MOST_APART = 4
"""Of more judges only agreement with people is given, not that of one minus another."""


class _Found(NamedTuple):
    """What is known of one judge: by which sequence it is decided, and whether."""

    decision: Decision
    sequence: KappaSequence
    settled_after: int | None
    more: tuple[float, float]


class Sequential(Study[ScoresAndTexts, SequentialSelection, SequentialSettings, SequentialResult]):
    """Judges beside people whose labels come one after another."""

    texts: ClassVar[str] = (
        "File (or data set) of the outputs and their sources, for the page on which people label."
    )
    scores_texts: ClassVar[bool] = False

    def answer(
        self, data: ScoresAndTexts, selection: SequentialSelection, settings: SequentialSettings
    ) -> SequentialResult:
        """Say what labels tell so far of every judge, and draw the next outputs."""
        human = _human(data.table, selection.human)
        table, names = _judges(data.table, selection.judges, human)
        whole = with_people(table, human, names)
        found = drawn_outputs(whole, human, names, input_clusters(whole, selection.clusters), settings)
        known = [self._known(found, place, name, settings) for place, name in enumerate(names)]
        selected = dataclasses.replace(selection, human=human, judges=names)
        result = self.answered(
            table,
            selected,
            settings,
            settled=[_settled(name, found, one) for name, one in zip(names, known, strict=True)],
            looks=[row for name, one in zip(names, known, strict=True) for row in _looks(name, one)],
            apart=tuple(_apart(names, found, settings)),
            next=tuple(_next(whole, found, settings)),
            decisions=[one.decision for one in known],
            label_names=found.label_names,
            missing_turns=found.missing_turns,
        )
        return dataclasses.replace(
            result,
            texts=data.texts,
            cautions=sequential_cautions(result),
            conclusions=sequential_conclusions(result),
        )

    def _known(self, found: DrawnOutputs, place: int, name: str, settings: SequentialSettings) -> _Found:
        """Return what labels tell of one judge: beside people where two labelled some output, else beside a bar."""
        draws, confidence = found.draws, settings.confidence
        several = bool(np.any(np.sum(~np.isnan(draws.people), axis=0) > 1))
        if several:
            draws = labelled_by_several(draws)
        judge = draws.judge_payoffs(place, paired=several)
        sequences: dict[str, KappaSequence]
        bets: list[Bets]
        measured: BesidePeople | Measured
        if several:
            people = draws.people_payoffs()
            kappa = [kappa_estimate(draws, one) for one in (place, None)]
            blank = _decide(
                BesidePeople(*[Measured(math.nan, math.nan, math.nan)] * 3), found, name, settings, draws
            )
            bars = {one.measure: one.bar for one in blank.grounds}
            between = difference_of(judge, people, [bars["minus_people"]], confidence)
            sequences = {
                "minus_people": between._replace(estimate=kappa[0] - kappa[1]),
                "with_a_person": sequence_of(judge, [bars["with_a_person"]], confidence)._replace(
                    estimate=kappa[0]
                ),
                "people": sequence_of(people, [bars["people"]], confidence)._replace(estimate=kappa[1]),
            }
            bets = [
                bets_on_difference(judge, people, bars["minus_people"], kappa[1]),
                bets_on_kappa(judge, bars["with_a_person"]),
                bets_on_kappa(people, bars["people"])._replace(below=np.full(len(people.after), -1.0)),
            ]
            measured = BesidePeople(
                people=_measured(sequences["people"]),
                judge=_measured(sequences["with_a_person"]),
                difference=_measured(sequences["minus_people"]),
            )
        else:
            estimate = kappa_estimate(draws, place)
            alone = sequence_of(judge, [settings.grade_bar], confidence)._replace(estimate=estimate)
            sequences, measured = {found.measure: alone}, _measured(alone)
            bets = [bets_on_kappa(judge, settings.grade_bar)]
        decision = _decide(measured, found, name, settings, draws)
        more = (math.nan, math.nan)
        if decision.answer == "cannot_tell" and len(judge.after):
            more = labels_to_stop(
                bets,
                per_payoff=found.draws.n_drawn / len(judge.after),
                confidence=confidence,
                rng=random_stream(settings.seed, STREAM),
            )
            if more[0] <= 0:
                more = (max(1.0, _until_bar(decision.ground, draws.n_drawn)), math.inf)
        asked = sequences.get(decision.reason, next(iter(sequences.values())))
        return _Found(decision, asked, _settled_after(decision, sequences), more)


@entry(Sequential)
def sequential(table: Scores, *, texts: Texts | None = None, **options: Any) -> SequentialResult:
    """Say whether labels settle by now that a judge may grade, and which outputs to label next.

    The rule is that of `judge` (`may_grade`), with limits that hold after every label: look as often as you like, and
    stop once it is settled. Outputs are drawn by what judges say of them, and more often where labels tell more. With
    which chance stands in the sheet, in the columns ``turn`` and ``drawn_with``, which are read again with the labels.

    Parameters
    ----------
    table : ScoreTable, path, dataframe or list of these
        Labels by judges of all outputs, and by people of some; sheets that people have filled in (``join='outer'``).
    texts : Texts, optional
        Outputs and sources, for the page on which people label.

    Raises
    ------
    ArgumentError
        If an argument is outside its values.
    UnknownNameError
        If a scorer or column does not exist.
    DataError
        If no judge can be chosen, sheets do not fit each other or the file, turns are missing of which more are to be
        drawn, or, of these outputs alone, one person
        labelled some and two labelled others.
    UnsupportedMethodError
        If judges give scores that are no labels.
    """
    return Sequential().run(ScoresAndTexts(read_table(table), texts), **options)


def _human(table: ScoreTable, asked: str | None) -> str:
    """Return the human scorer; ``human`` where there is none yet."""
    declared = [
        scorer for scorer in table.scorers if scorer.role == "human" or scorer.name.casefold() == HUMAN
    ]
    if declared or asked in table.scorer_names:
        return choose_people(table, asked)
    return asked or HUMAN


def _judges(
    table: ScoreTable, judges: Sequence[str] | None, human: str
) -> tuple[ScoreTable, tuple[str, ...]]:
    # judges by name are taken as they are: people may have labelled nothing yet that they could be compared on
    chosen = choose_metrics(table, None, human) if judges is None else table.names_matching(judges)
    names = tuple(name for name in chosen if name not in (human, *SHEET_COLUMNS))
    if not names:
        raise DataError("name the judge (`judges`): there is none beside people and the columns of a sheet.")
    return leave_out_silent(table, names) if judges is None else (table, names)


def _measured(sequence: KappaSequence) -> Measured:
    if not len(sequence.after):
        return Measured(math.nan, math.nan, math.nan)
    return Measured(sequence.estimate, float(sequence.low[-1]), float(sequence.high[-1]))


def _decide(
    measured: BesidePeople | Measured,
    found: DrawnOutputs,
    name: str,
    settings: SequentialSettings,
    draws: LabelDraws,
) -> Decision:
    varies = "these outputs" if settings.applies_to == THESE else "other inputs"
    return may_grade(
        measured,
        measure=found.measure,
        n_outputs=draws.n_drawn,
        applies_to=f"{varies}, {THESE_PEOPLE}",
        about=name,
        bar=settings.grade_bar,
        confidence=settings.confidence,
    )


def _settled_after(decision: Decision, sequences: dict[str, KappaSequence]) -> int | None:
    """Return after how many labels the answer stood; None where it is open."""
    if decision.answer == "cannot_tell":
        return None
    grounds = [one for one in decision.grounds if one.measure in sequences]
    if decision.answer == "no":
        grounds = [decision.ground]
    return max(_first(one, sequences[one.measure]) for one in grounds)


def _first(ground: Ground, sequence: KappaSequence) -> int:
    limits = zip(sequence.low.tolist(), sequence.high.tolist(), strict=True)
    stood = [dataclasses.replace(ground, low=low, high=high).answer == ground.answer for low, high in limits]
    return int(sequence.after[stood.index(True)])


def _settled(name: str, found: DrawnOutputs, one: _Found) -> SettledRow:
    ground = one.decision.ground
    low, high = _measured(one.sequence)[1:]
    estimate = one.sequence.estimate
    return SettledRow(
        metric=name,
        answer=one.decision.answer,
        measure=found.measure,
        estimate=estimate,
        low=low,
        high=high,
        bar=ground.bar
        if ground.measure in ("minus_people", "with_a_person", "people", found.measure)
        else math.nan,
        n_labelled=found.draws.n_drawn,
        settled_after=one.settled_after,
        more_low=_whole(one.more[0]),
        more_high=_whole(one.more[1]),
        n_left_out=found.n_left_out,
        n_waiting=found.n_waiting,
        n_pool=len(found.pool),
    )


def _until_bar(ground: Ground, n_labels: int) -> float:
    return labels_until_bar(ground.estimate, ground.low, ground.high, ground.bar, n_labels)


def _whole(number: float) -> int | None:
    return math.ceil(number) if math.isfinite(number) else None


def _looks(name: str, one: _Found) -> Iterator[LookRow]:
    n = len(one.sequence.after)
    places = sorted({*np.linspace(0, n - 1, min(n, MOST_LOOKS)).round().astype(int).tolist()}) if n else []
    for k in places:
        yield LookRow(
            metric=name,
            n_labelled=int(one.sequence.after[k]),
            low=float(one.sequence.low[k]),
            high=float(one.sequence.high[k]),
            bar=one.decision.ground.bar,
        )


def _apart(names: Sequence[str], found: DrawnOutputs, settings: SequentialSettings) -> Iterator[ApartRow]:
    """Yield every pair of judges, the error divided among pairs."""
    pairs = [(k, j) for k in range(len(names)) for j in range(k + 1, len(names))]
    if not 2 <= len(names) <= MOST_APART or found.draws.n_drawn < 2:
        return
    payoffs = [found.draws.judge_payoffs(place) for place in range(len(names))]
    kappas = [kappa_estimate(found.draws, place) for place in range(len(names))]
    for k, j in pairs:
        between = difference_of(payoffs[k], payoffs[j], [0.0], 1 - (1 - settings.confidence) / len(pairs))
        _, low, high = _measured(between)
        yield ApartRow(
            metric=names[k],
            rival=names[j],
            measure=found.measure,
            estimate=kappas[k] - kappas[j],
            low=low,
            high=high,
            n_labelled=found.draws.n_drawn,
        )


def _next(table: ScoreTable, found: DrawnOutputs, settings: SequentialSettings) -> Iterator[NextRow]:
    if not settings.next_outputs:
        return
    if found.missing_turns:
        raise DataError(
            f"{missing_turns_words(found.missing_turns)} Nothing can be drawn before they are back."
        )
    if not len(found.left):
        raise UnsupportedMethodError(
            "every output that could be drawn has been: nothing is left for `next_outputs`."
        )
    drawn = next_draws(
        found.draws,
        found.left,
        settings.next_outputs,
        settings.grade_bar,
        random_stream(settings.seed, STREAM + 1),
    )
    n_inputs = table.shape[2]
    for k, (place, chance) in enumerate(zip(found.pool[drawn.places], drawn.chances, strict=True)):
        yield NextRow(
            turn=found.next_turn + k,
            system=table.systems[place // n_inputs],
            input=table.inputs[place % n_inputs],
            drawn_with=float(chance),
        )
