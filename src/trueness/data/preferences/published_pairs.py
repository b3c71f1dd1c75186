"""Pairs as benchmarks of judges publish them: JudgeBench, AlpacaEval's annotations, scores of RewardBench 2."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

from trueness.data.cells.names import as_name
from trueness.data.cells.raw_rows import shown_cell
from trueness.data.preferences.preference_columns import WORDS, number_of
from trueness.data.preferences.preferences import CHOSEN, REJECTED, TIE, A, B, PairRow
from trueness.errors import FormatError

Records = Sequence[tuple[int, Mapping[str, Any]]]

GOLD = "gold"
"""The rater who says that what was chosen is better."""

_JUDGE_MODEL = re.compile(r"judge_model=([^,]+?)(?:\.jsonl?)?(?:\.gz|\.zst)?$")


def published_pairs(kind: str, records: Records, source: str) -> Iterator[PairRow | None]:
    """Yield the verdicts of a file, None for each that gives none.

    Parameters
    ----------
    kind : str
        One of `PUBLISHED`.
    records : sequence of (int, mapping)
        Rows with their numbers.
    source : str
        The file, for messages, and for the name of a judge.

    Raises
    ------
    FormatError
        If a row is not made as the format says.
    """
    ways = {"judgebench": _judgebench, "alpaca-eval": _alpaca_eval, "reward-bench-2": _reward_bench_2}
    return ways[kind](records, source)


def _judgebench(records: Records, source: str) -> Iterator[PairRow | None]:
    """Yield which response is right, and what a judge decided with each of the two shown first.

    The second of two judgements is of the responses in the other order, and turned round (`flip_judgment` in
    utils/metrics.py of JudgeBench).
    """
    seen: set[str] = set()
    for row, given in records:
        record = {key.casefold(): value for key, value in given.items()}
        label = _verdict(record.get("label"), source, row, "label")
        if label not in (A, B):
            raise _wrong(
                "the label says of no response that it is better", source, row, "label", "A>B or B>A"
            )
        responses = [str(record.get(name) or "") for name in ("response_a", "response_b")]
        better, worse = responses if label == A else responses[::-1]
        plain = PairRow(
            row=row,
            input=_named(record.get("pair_id"), source, row, "pair_id"),
            a=CHOSEN,
            b=REJECTED,
            rater=GOLD,
            verdict=A,
            role="human",
            text_a=better,
            text_b=worse,
            groups=_groups(record, ("source", "response_model")),
        )
        if plain.input not in seen:
            yield plain
        seen.add(plain.input)
        judgments = record.get("judgments")
        if judgments is None:
            continue
        if not isinstance(judgments, list) or not all(
            one is None or isinstance(one, dict) for one in judgments
        ):
            raise _wrong("these are no judgements", source, row, "judgments", 'a list of {"decision": "A>B"}')
        for turn, one in enumerate(judgments[:2]):
            decided = None if one is None else one.get("decision")
            if decided is None:
                yield None
                continue
            # of the first judgement response A is shown first
            said = _verdict(decided, source, row, "judgments") * (1 if turn == 0 else -1)
            first = 1 if (label == A) == (turn == 0) else -1
            yield plain._replace(
                rater=_judge(record, judgments, source),
                role="judge",
                verdict=said if label == A else -said,
                first=first,
            )


def _judge(record: Mapping[str, Any], judgments: Sequence[Any], source: str) -> str:
    """Return the name of a judge: how it asks, and its model, which the name of the file or a judgement says."""
    asked = as_name(record.get("judge_name")).strip()
    in_name = _JUDGE_MODEL.search(PurePath(source).name)
    told: Mapping[str, Any] = next(
        (one["judgment"] for one in judgments if one and isinstance(one.get("judgment"), dict)), {}
    )
    model = in_name[1] if in_name else as_name(told.get("judge_model")).strip()
    return "/".join(part for part in (asked, model) if part) or PurePath(source).stem


def _alpaca_eval(records: Records, source: str) -> Iterator[PairRow | None]:
    """Yield on which side of 1.5 a preference lies: 1 is the first output, 2 the second, 0 a tie in old files."""
    for row, given in records:
        record = {key.casefold(): value for key, value in given.items()}
        cell = record.get("preference")
        value = number_of(cell)
        if value is None:
            if as_name(cell).strip().casefold() not in ("", "nan", "none", "null"):
                raise _wrong(
                    f"{shown_cell(cell)} is no preference", source, row, "preference", "1 to 2, or null"
                )
            yield None
            continue
        if value != 0 and not 1 <= value <= 2:
            raise _wrong(
                f"{value:g} is no preference", source, row, "preference", "1 to 2, 0 for a tie, or null"
            )
        a, b = (_named(record.get(name), source, row, name) for name in ("generator_1", "generator_2"))
        who, role = _annotator(record, source)
        yield PairRow(
            row=row,
            input=_short(*(str(record.get(name) or "") for name in ("instruction", "input"))),
            a=a,
            b=b,
            rater=who,
            verdict=TIE if value in (0, 1.5) else A if value < 1.5 else B,
            role=role,
            text_a=_text(record.get("output_1")),
            text_b=_text(record.get("output_2")),
            groups=_groups(record, ("dataset",)),
        )


def _annotator(record: Mapping[str, Any], source: str) -> tuple[str, str]:
    """Return who judged, and whether that is a person: people have a number, or are called human."""
    name = as_name(record.get("annotator")).strip()
    number = as_name(record.get("annotator_index")).strip()
    people = bool(number) or "human" in name.casefold()
    called = f"{name or 'annotator'} {number}" if number else name or PurePath(source).stem
    return called, "human" if people else "judge"


def _reward_bench_2(records: Records, source: str) -> Iterator[PairRow | None]:
    """Yield of every right and every wrong output of a prompt which has the higher reward.

    The first `num_correct` scores are of right outputs; which of several right ones is better nobody says.
    """
    for row, record in records:
        scores, right = record.get("scores"), number_of(record.get("num_correct"))
        rewards = [number_of(one) for one in scores] if isinstance(scores, list) else []
        if None in rewards or right is None or not 1 <= right < len(rewards) or right % 1:
            raise _wrong(
                "there are no rewards of right and of wrong outputs",
                source,
                row,
                "scores",
                "a list of numbers, of which the first 'num_correct' are of right outputs",
            )
        subset = as_name(record.get("subset")).strip()
        prompt = f"{subset}/{_named(record.get('id'), source, row, 'id')}"
        groups = (("subset", subset), ("question", prompt)) if subset else (("question", prompt),)
        for i, good in enumerate(rewards[: int(right)], start=1):
            for j, bad in enumerate(rewards[int(right) :], start=int(right) + 1):
                plain = PairRow(
                    row=row,
                    input=f"{prompt}/{i}-{j}",
                    a=CHOSEN,
                    b=REJECTED,
                    rater=GOLD,
                    verdict=A,
                    role="human",
                    groups=groups,
                )
                yield plain
                higher = (float(good or 0) > float(bad or 0)) - (float(good or 0) < float(bad or 0))
                yield plain._replace(
                    rater=as_name(record.get("model")).strip() or PurePath(source).stem,
                    role="judge",
                    verdict=TIE if higher == 0 else A if higher > 0 else B,
                )


def _verdict(cell: Any, source: str, row: int, column: str) -> int:
    word = as_name(cell).strip().casefold() if isinstance(cell, str) else ""
    if WORDS.get(word) not in (A, B, TIE):
        raise _wrong(f"{shown_cell(cell)} is no decision", source, row, column, "A>B, B>A, A=B or null")
    return WORDS[word]


def _groups(record: Mapping[str, Any], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    found = ((name, as_name(record.get(name)).strip()) for name in names)
    return tuple((name, label) for name, label in found if label)


def _named(cell: Any, source: str, row: int, column: str) -> str:
    text = "" if isinstance(cell, dict | list) else as_name(cell).strip()
    if not text:
        raise _wrong(f"{shown_cell(cell)} is no name", source, row, column, "every row needs one")
    return text


def _short(*texts: str) -> str:
    """Return a name made of texts: how the first begins, and a digest of all."""
    told = "\0".join(texts).encode("utf-8", "replace")
    begins = " ".join(texts[0].encode("utf-8", "replace").decode().split())[:40]
    return f"{begins} #{hashlib.sha256(told).hexdigest()[:8]}"


def _text(cell: Any) -> str | None:
    return cell if isinstance(cell, str) else None


def _wrong(problem: str, source: str, row: int, column: str, needed: str) -> FormatError:
    return FormatError(
        f"{problem}.", path=source, row=row, column=column, remedy=f"What is read there: {needed}."
    )
