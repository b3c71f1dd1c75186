"""Verdicts of a judge on pairs of outputs of one input, and the share of comparisons that an output wins."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from trueness.data.files.whole_file import replacing
from trueness.data.reading.read_texts import as_texts
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.data.texts.texts import TextRow, Texts
from trueness.errors import ArgumentError, DataError, unknown_name
from trueness.metrics.llm_judge.asked import Answer, Forecast
from trueness.metrics.llm_judge.llm_judge import LlmJudge
from trueness.metrics.llm_judge.read_reply import Reading
from trueness.metrics.metric import FloatArray


class Verdict(NamedTuple):
    """A sample of what a judge says of two outputs of one input.

    Attributes
    ----------
    judge : str
    input : str
    first, second : str
        The systems, in the order in which their outputs were shown.
    sample : int
    outcome : str
        ``read``, or why there is no verdict.
    preference : float
        1 if the output shown first is better, 0 if the second is, 0.5 for a tie, and in between the probability of the
        first, with half of that of a tie; NaN where there is no verdict.
    winner : str or None
        The preferred system; None for a tie, and where there is no verdict.
    reason : str or None
    """

    judge: str
    input: str
    first: str
    second: str
    sample: int
    outcome: str
    preference: float
    winner: str | None
    reason: str | None


@dataclasses.dataclass(frozen=True)
class JudgedPairs:
    """What a judge says of pairs.

    Attributes
    ----------
    table : ScoreTable
        The share of comparisons that each output wins, a tie being half of one.
    verdicts : tuple of Verdict
        In the order of the inputs and systems.
    """

    table: ScoreTable
    verdicts: tuple[Verdict, ...]


def judge_pairs(texts: Texts, judge: LlmJudge) -> JudgedPairs:
    """Compare the outputs of each input with each other, or with those of one system.

    For N systems and M inputs that takes M N (N - 1) / 2 comparisons, or M (N - 1) against one system; twice as many
    where both orders are shown, and each as often as there are samples. Outputs without words are not shown and lose
    against others; two of them tie.

    Parameters
    ----------
    texts : Texts
    judge : LlmJudge
        Declared for pairs.

    Returns
    -------
    JudgedPairs
        The score of an output is the mean, over the outputs that it was compared with, of the mean preference for it;
        NaN where no verdict could be read. Where all are compared with one system, that has 0.5.

    Raises
    ------
    ArgumentError
        If the judge is declared for single outputs, or there is nothing to compare.
    DataError
        If a row lacks what the prompt needs.
    UnknownNameError
        If there is no system that all are to be compared with.
    EndpointError, BudgetError
        As `LlmJudge.score`.
    """
    texts = as_texts(texts)
    pairs = _pairs(texts, judge)
    shown = [pair for pair in pairs if pair.shown]
    unique: dict[tuple[str, ...], int] = {}
    prompts: list[list[dict[str, str]]] = []
    places = []
    for pair in shown:
        messages = judge.messages(pair.texts())
        key = tuple(one["content"] for one in messages)
        if key not in unique:
            unique[key] = len(prompts)
            prompts.append(messages)
        places.append(unique[key])
    answers = judge.answers(prompts) if prompts else []
    given = iter(places)
    verdicts: list[Verdict] = []
    for pair in pairs:
        verdicts += _verdicts(pair, judge, answers[next(given)] if pair.shown else None)
    scorer = Scorer(judge.name, "metric", higher_is_better=True)
    if all(math.isnan(verdict.preference) for verdict in verdicts):
        judge.check_scored()
    table = texts.with_scores({scorer: _shares(texts, verdicts, judge.declared.against)})
    notes = [
        f"{judge.name}: {note}" for note in (judge.signature(), *judge.take_notes(), _said(verdicts, pairs))
    ]
    return JudgedPairs(dataclasses.replace(table, notes=(*table.notes, *notes)), tuple(verdicts))


def forecast_pairs(texts: Texts, judge: LlmJudge) -> Forecast:
    """Return what `judge_pairs` would take; nothing is asked."""
    unique: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for pair in _pairs(texts, judge):
        if pair.shown:
            messages = judge.messages(pair.texts())
            unique.setdefault(tuple(one["content"] for one in messages), messages)
    return judge.forecast(list(unique.values()))


def write_verdicts(verdicts: Sequence[Verdict], path: str | Path) -> Path:
    """Write verdicts as JSON lines, with the fields of `Verdict`; what is missing is null.

    The file appears whole or not at all.

    Parameters
    ----------
    verdicts : sequence of Verdict
    path : str or Path
        Where to write; a file there is replaced.

    Raises
    ------
    OSError
        If the file cannot be written.
    """
    with replacing(Path(path)) as file:
        for verdict in verdicts:
            fields: dict[str, Any] = verdict._asdict()
            if math.isnan(verdict.preference):
                fields["preference"] = None
            file.write((json.dumps(fields, ensure_ascii=False) + "\n").encode(errors="backslashreplace"))
    return Path(path)


class _Pair(NamedTuple):
    first: TextRow
    second: TextRow

    @property
    def shown(self) -> bool:
        return bool(self.first.output.split() and self.second.output.split())

    def texts(self) -> dict[str, object]:
        return {
            "first": self.first.output,
            "second": self.second.output,
            "references": self.first.references,
            "source": self.first.source,
        }


def _pairs(texts: Texts, judge: LlmJudge) -> list[_Pair]:
    declared = judge.declared
    if declared.form != "pairs":
        raise ArgumentError(
            f"{declared.where} is declared for single outputs; pairs need a declaration of their own."
        )
    if declared.against != "all" and declared.against not in texts.systems:
        raise unknown_name("system", declared.against, texts.systems)
    by_input: dict[str, list[TextRow]] = {}
    for row in texts.rows:
        by_input.setdefault(row.input, []).append(row)
    # systems in the order in which they first appear, whatever the order of rows: so are first and second
    order = {system: k for k, system in enumerate(texts.systems)}
    found = []
    for rows in by_input.values():
        for one, two in itertools.combinations(sorted(rows, key=lambda row: order[row.system]), 2):
            if declared.against in ("all", one.system, two.system):
                _check(texts.name, one, two, judge)
                found.append(_Pair(one, two))
                if declared.both_orders:
                    found.append(_Pair(two, one))
    if not found:
        raise ArgumentError(f"{texts.name}: every input lacks outputs of two systems to compare.")
    return found


def _check(name: str, one: TextRow, two: TextRow, judge: LlmJudge) -> None:
    """Check that two outputs have what the prompt shows, and the same."""
    for need in judge.needs:
        a, b = getattr(one, need), getattr(two, need)
        if a is None or a == ():
            what = "references" if need == "references" else "the source"
            raise DataError(
                f"{name}: '{judge.name}' needs {what}, but system '{one.system}', input '{one.input}' "
                "lacks that."
            )
        if a != b:
            raise DataError(
                f"{name}: systems '{one.system}' and '{two.system}' differ in {need} for input "
                f"'{one.input}'; comparing their outputs takes the same."
            )


def _verdicts(pair: _Pair, judge: LlmJudge, answers: Sequence[Answer] | None) -> Iterator[Verdict]:
    first, second = pair.first, pair.second
    if answers is None:
        a, b = bool(first.output.split()), bool(second.output.split())
        reading = Reading("read", 0.5 + (a - b) / 2, "an output has no words")
        answers = [Answer(0, reading, None)]
    for answer in answers:
        found = answer.reading
        preference = found.score if isinstance(found, Reading) else math.nan
        winner = None
        if not math.isnan(preference) and preference != 0.5:
            winner = first.system if preference > 0.5 else second.system
        yield Verdict(
            judge=judge.name,
            input=first.input,
            first=first.system,
            second=second.system,
            sample=answer.sample,
            outcome=found.outcome,
            preference=preference,
            winner=winner,
            reason=found.reason if isinstance(found, Reading) else None,
        )


def _shares(texts: Texts, verdicts: Sequence[Verdict], baseline: str) -> FloatArray:
    """Return the share of comparisons that each output wins, every rival counting once."""
    against: dict[tuple[str, str], dict[str, list[float]]] = {}
    for verdict in verdicts:
        if not math.isnan(verdict.preference):
            one = against.setdefault((verdict.first, verdict.input), {})
            one.setdefault(verdict.second, []).append(verdict.preference)
            two = against.setdefault((verdict.second, verdict.input), {})
            two.setdefault(verdict.first, []).append(1 - verdict.preference)
    return np.array(
        [
            0.5 if row.system == baseline else _share(against.get((row.system, row.input), {}))
            for row in texts.rows
        ]
    )


def _share(rivals: Mapping[str, Sequence[float]]) -> float:
    return float(np.mean([np.mean(given) for given in rivals.values()])) if rivals else math.nan


def _said(verdicts: Sequence[Verdict], pairs: Sequence[_Pair]) -> str:
    """Return how often the output that is shown first wins: half of the time, if places do not matter."""
    read = [verdict.preference for verdict in verdicts if not math.isnan(verdict.preference)]
    share = f"; the output shown first wins {100 * float(np.mean(read)):.0f}% (a tie is half)" if read else ""
    n_pairs = len({_names(pair) for pair in pairs})
    return f"share of comparisons won, from {len(read)} verdicts on {n_pairs} pairs{share}"


def _names(pair: _Pair) -> tuple[str, ...]:
    return (pair.first.input, *sorted((pair.first.system, pair.second.system)))
