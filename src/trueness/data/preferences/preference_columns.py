"""What the columns of a file of preferences mean, and what its words for verdicts mean."""

from __future__ import annotations

import dataclasses
import json
import math
import re
import shlex
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from trueness.data.cells.columns import NamedColumns, plain_name
from trueness.data.cells.missing import Missing, missing_pattern
from trueness.data.cells.names import as_name
from trueness.data.cells.raw_rows import shown_cell
from trueness.data.preferences.preferences import BOTH_BAD, TIE, VERDICT_NAMES, A, B
from trueness.errors import ArgumentError, FormatError, listing, suggest

LAYOUTS = (
    *("pairs", "one-hot", "chosen-rejected", "llmbar", "best-of", "judge-pairs", "mt-bench", "arena"),
    *("judgebench", "alpaca-eval", "reward-bench-2"),
)


@dataclasses.dataclass(frozen=True)
class PairColumns(NamedColumns):
    """Which columns of a file of preferences hold what; what is left out is inferred from usual names.

    Attributes
    ----------
    input : str, optional
        What names the input; without one every row is an input of its own.
    a, b : str, optional
        The two systems.
    verdicts : tuple of str
        Who won: one column, or several, each of a rater with the name of the column.
    rater : str, optional
        Who judged.
    first : str, optional
        Which output was shown first: ``A``, ``B`` or the name of the system.
    text_a, text_b : str, optional
        The outputs.
    score_a, score_b : str, optional
        Scores of both, in place of a verdict; the higher one wins. Of chosen and rejected: of the chosen one and of the
        rejected one.
    chosen, rejected : str, optional
        Texts of which the first is known to be better.
    system, best : str, optional
        Of files with a row per output: its system, and whether it is the chosen one.
    family_a, family_b : str, optional
        The families of the two systems.
    groups : tuple of str
        Grouping columns of inputs.
    metrics : tuple of str
        Metrics whose scores of both outputs stand beside verdicts, ``bleu`` in columns ``bleu_a`` and ``bleu_b``: each
        prefers the higher one.
    """

    input: str | None = None
    a: str | None = None
    b: str | None = None
    verdicts: tuple[str, ...] = ()
    rater: str | None = None
    first: str | None = None
    text_a: str | None = None
    text_b: str | None = None
    score_a: str | None = None
    score_b: str | None = None
    chosen: str | None = None
    rejected: str | None = None
    system: str | None = None
    best: str | None = None
    family_a: str | None = None
    family_b: str | None = None
    groups: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()


USUAL: dict[str, tuple[str, ...]] = {
    "input": (
        *("input", "question_id", "prompt_id", "conversation_id", "instance_id", "example_id", "task_id"),
        *("item", "item_id", "id", "idx", "q_id", "pair_id"),
    ),
    "a": ("a", "system_a", "model_a", "first", "model_1", "system_1", "left"),
    "b": ("b", "system_b", "model_b", "second", "model_2", "system_2", "right"),
    "rater": ("rater", "annotator", "judge", "evaluator", "annotator_id", "worker_id", "judge_name"),
    "first": ("shown_first", "first_shown"),
    "text_a": (
        *("text_a", "response_a", "output_a", "answer_a", "conversation_a", "response_1", "response1"),
        *("answer_1", "answer1", "output_1", "output1", "text_1", "text1"),
    ),
    "text_b": (
        *("text_b", "response_b", "output_b", "answer_b", "conversation_b", "response_2", "response2"),
        *("answer_2", "answer2", "output_2", "output2", "text_2", "text2"),
    ),
    "score_a": ("score_a", "score_chosen", "scores_chosen", "chosen_score"),
    "score_b": ("score_b", "score_rejected", "scores_rejected", "rejected_score"),
    "chosen": ("chosen", "text_chosen"),
    "rejected": ("rejected", "text_rejected"),
    "system": ("system", "model"),
    "best": ("best", "is_best", "selected", "is_chosen"),
    "family_a": ("family_a",),
    "family_b": ("family_b",),
}
"""Names by which columns are known, the likeliest first."""

VERDICT_COLUMNS = ("verdict", "winner", "preference", "preferred", "label", "vote")

_VERDICT_AND_RATER = re.compile(
    r"(?:^|_)(verdict|winner|preference|preferred|label|vote|choice)(?:_|$)", re.IGNORECASE
)
"""Beside a column of verdicts one of another rater is called so, with who it is: ``judge_winner``, ``winner_gpt4``."""

_PERSON = re.compile(r"(?:annotator|rater|judge|human|expert)_?\d+")
"""Columns of verdicts of a person each, where no usual name says who won: ``annotator1``."""

GROUP_COLUMNS = ("category", "subset", "language", "lang", "domain", "topic", "group", "turn")

ONE_HOT = {
    "winner_model_a": A,
    "winner_model_b": B,
    "winner_tie": TIE,
    "winner_tie (bothbad)": BOTH_BAD,
}
"""Columns of arena files, one of which is 1."""

LLMBAR = frozenset({"input", "output_1", "output_2", "label"})
"""Columns of LLMBar: an instruction, two outputs, and which of them, 1 or 2, follows it."""

PUBLISHED: Mapping[str, frozenset[str]] = {
    "judgebench": frozenset({"pair_id", "response_a", "response_b", "label"}),
    "alpaca-eval": frozenset(
        {"instruction", "output_1", "output_2", "generator_1", "generator_2", "preference"}
    ),
    "reward-bench-2": frozenset({"id", "subset", "scores", "num_correct"}),
}
"""Columns by which files of benchmarks are known (see `published_pairs`)."""

_PLACE = re.compile(r"[_\-. ](\d|a|b|first|second|left|right)$")
"""How a word ends that is called after the place of an output: ``summary_2``."""

_OUTPUTS = ("model", "system", "response", "output", "answer", "assistant", "candidate")


def _places(*signs: str) -> list[str]:
    """Return what outputs at a place are called: ``model_a``, ``response 1``, ``answer1``."""
    return [f"{what}{between}{sign}" for what in _OUTPUTS for between in ("_", " ", "") for sign in signs]


WORDS: dict[str, int] = {
    **dict.fromkeys(("a", "left", "a>b", "[[a]]", "a>>b", "first", *_places("a", "1")), A),
    **dict.fromkeys(("b", "right", "b>a", "[[b]]", "b>>a", "second", *_places("b", "2")), B),
    **dict.fromkeys(
        (
            "tie",
            "tied",
            "equal",
            "draw",
            "same",
            "both",
            "a=b",
            "[[c]]",
            "c",
            "tie (inconsistent)",
            "both_good",
        ),
        TIE,
    ),
    **dict.fromkeys(
        ("tie (bothbad)", "tie(bothbad)", "bothbad", "both_bad", "both bad", "neither", "none good"), BOTH_BAD
    ),
}
"""What words for verdicts mean, in small letters."""

NUMBERS: tuple[tuple[frozenset[float], dict[float, int]], ...] = (
    (frozenset({0.0, 0.5, 1.0}), {1.0: A, 0.5: TIE, 0.0: B}),
    (frozenset({-1.0, 0.0, 1.0}), {1.0: A, 0.0: TIE, -1.0: B}),
)
"""What numbers mean where all of a column are among these: a preference for A, or a sign."""

PLACES = (-1.0, 0.0, 0.5, 1.0, 2.0, 3.0)
"""Numbers that may say which of two places is better, or that neither is."""

MISSING = frozenset({"", "nan", "na", "n/a", "none", "null", "error"})


def verdict_words(given: str | Mapping[str, str] | None) -> dict[str, int]:
    """Return what the user says of words for verdicts: ``"1=A,2=B,3=tie,4=both bad"``.

    Raises
    ------
    ArgumentError
        If a part is not WORD=VERDICT with one of the four.
    """
    if given is None:
        return {}
    parts = (
        [part.partition("=")[::2] for part in given.split(",")] if isinstance(given, str) else given.items()
    )
    codes = {name.casefold(): code for code, name in VERDICT_NAMES.items()}
    found = {}
    for word, name in parts:
        if name.strip().casefold() not in codes:
            raise ArgumentError(
                "`verdicts` takes WORD=VERDICT separated by commas with a verdict of "
                f"{listing(VERDICT_NAMES.values())}; {word!r} is given {name!r}."
            )
        found[word.strip().casefold()] = codes[name.strip().casefold()]
    return found


class VerdictReader:
    """Turns the cells of a column into verdicts, and remembers what was found.

    Parameters
    ----------
    source, column : str
        For messages.
    cells : collection
        All cells of the column, and of others that are written alike: numbers are understood together.
    asked : mapping of str to int
        What the user said of words.
    missing : Missing, optional
        What the user said means that there is none.
    places : tuple of str, optional
        The columns of the outputs, where these are named by their places alone: a number may then count them, from 0 or
        from 1. Where the columns have numbers, and cells these two alone, it is they.
    """

    def __init__(
        self,
        source: str,
        column: str,
        cells: Collection[Any],
        asked: Mapping[str, int],
        missing: Missing | None = None,
        *,
        places: tuple[str, str] | None = None,
    ) -> None:
        self.source, self.column, self.asked = source, column, asked
        self.missing = missing or Missing()
        cells = [cell for cell in cells if not self.missing.holds(cell)] if self.missing else cells
        self.cells = cells
        self.seen: Counter[tuple[str, int]] = Counter()
        numbers = {number for cell in cells if (number := _number(cell)) is not None}
        fitting = [words for all_of, words in NUMBERS if numbers <= all_of]
        counted = {} if places is None else _numbers_of(places)
        self.numbers: dict[float, int] = {}
        if numbers and not numbers <= {float(word) for word in asked if _number(word) is not None}:
            if counted and numbers == set(counted):
                fitting = [counted]
            elif places or not fitting or (len(fitting) == 2 and numbers == {0.0}):
                self._refuse_numbers(numbers, places=places is not None)
            self.numbers = fitting[0]

    def _refuse_numbers(self, numbers: set[float], *, places: bool) -> None:
        shown = ", ".join(f"{number:g}" for number in sorted(numbers)[:6])
        if places:  # of two places, counted from 0 or from 1, one guess would be as good as the other
            blanks = ",".join(f"{number:g}=VERDICT" for number in sorted(numbers)[:6])
            raise FormatError(
                f"the numbers {shown} may mean several things: which output is better, counted from 0 or from 1?",
                path=self.source,
                column=self.column,
                remedy="Say it, each A, B or tie: trueness judge --preferences "
                f"{shlex.quote(self.source)} --verdicts {blanks}.",
            )
        raise FormatError(
            f"the numbers {shown} may mean several things.",
            path=self.source,
            column=self.column,
            remedy="Say it: --verdicts '1=A,2=B,0=tie'.",
        )

    def read(self, cell: Any, row: int, a: str, b: str) -> int | None:
        """Return the verdict of a cell, None where there is none.

        Raises
        ------
        FormatError
            If it is none that is known.
        """
        if self.missing and self.missing.holds(cell):
            return None
        text = as_name(cell).strip()
        word, number = text.casefold(), _number(cell)
        found: int | None
        if word in self.asked:
            found = self.asked[word]
        elif text in (a, b):
            found = A if text == a else B
        elif word in MISSING:
            return None
        elif number is not None and number in self.numbers:
            found = self.numbers[number]
        elif word in WORDS:
            found = WORDS[word]
        else:
            raise FormatError(
                f"{shown_cell(cell)} must be a verdict: A, B, tie, both bad, or the name of one of the "
                "two systems.",
                path=self.source,
                row=row,
                column=self.column,
                remedy=f"Say what it means: --verdicts '{text}={self._example(text)}'"
                + (
                    f"; or that it means none: --missing-values '{pattern}'."
                    if (pattern := missing_pattern(text))
                    else "."
                ),
            )
        shown = "its system's name" if text in (a, b) and word not in self.asked else text
        self.seen[shown, found] += 1
        return found

    def _example(self, word: str) -> str:
        """Return what a word may mean: the output whose place it ends in, else a tie."""
        found = _PLACE.search(word.casefold())
        if found is None:
            return VERDICT_NAMES[TIE]
        from_0 = any(re.search(r"[_\-. ]0$", as_name(cell).strip()) for cell in self.cells)
        first, second = ("0", "1") if from_0 else ("1", "2")
        meant = {first: A, second: B, "a": A, "b": B, "first": A, "second": B, "left": A, "right": B}
        return VERDICT_NAMES[meant.get(found[1], TIE)]

    def note(self) -> str:
        """Return how the words were understood."""
        parts = [f"{word} is {VERDICT_NAMES[code]} ({n})" for (word, code), n in self.seen.most_common(8)]
        return f"'{self.column}': {', '.join(parts)}"


def _numbers_of(places: tuple[str, str]) -> dict[float, int]:
    """Return the numbers at the end of two columns and what they mean; nothing where these have none."""
    found = [re.search(r"\d+$", name) for name in places]
    ends = [float(one[0]) for one in found if one is not None]
    return dict(zip(ends, (A, B), strict=True)) if len(set(ends)) == 2 else {}


def _number(cell: Any) -> float | None:
    if hasattr(cell, "item"):  # a number of NumPy
        return _number(cell.item())
    if not isinstance(cell, int | float | str):
        return None
    try:
        number = float(cell)
    except (ValueError, OverflowError):  # the latter of a whole number with more than 308 digits
        return None
    return None if math.isnan(number) else number


def number_of(cell: Any) -> float | None:
    """Return the number in a cell, or in a list of one; None where there is none."""
    if isinstance(cell, list | tuple) and len(cell) == 1:
        return number_of(cell[0])
    return _number(cell)


def text_of(cell: Any) -> str | None:
    """Return an output: a text, or of a conversation what the assistant said."""
    if isinstance(cell, str):
        if cell[:2] in ('["', "[{"):
            try:
                return text_of(json.loads(cell))
            except ValueError:
                return cell
        return cell
    if isinstance(cell, list | tuple) and cell:
        said = [turn.get("content") if isinstance(turn, dict) else turn for turn in cell]
        roles = [turn.get("role", "assistant") if isinstance(turn, dict) else "assistant" for turn in cell]
        texts = [_said(text) for text, role in zip(said, roles, strict=True) if role == "assistant" and text]
        return "\n".join(texts)
    return None


def _said(content: Any) -> str:
    """Return the text of a turn, which may be given in parts, each with its type."""
    if not isinstance(content, list | tuple):
        return str(content)
    parts = [part.get("text") if isinstance(part, dict) else part for part in content]
    return "\n".join(str(part) for part in parts if part)


@dataclasses.dataclass(frozen=True)
class PairLayout:
    """Every column that counts, and how the file is laid out.

    Attributes
    ----------
    kind : str
        One of `LAYOUTS`.
    columns : PairColumns
        Completed by usual names.
    """

    kind: str
    columns: PairColumns


def verdicts_by_content(
    records: Sequence[Mapping[str, Any]], names: Sequence[str], asked: PairColumns
) -> tuple[str, ...]:
    """Return the columns that hold verdicts, each of a rater, where one usual name does not say it all.

    Every cell of such a column says one in words, ``model_a`` or ``tie``, names one of the two systems of its row, or
    says that there is none; numbers may mean anything. Where no usual name says who won, any column may be one, also
    where outputs are named by their places alone (``response_a``, ``response_b``). Beside a usual name those are that
    are called as it is and after somebody: ``judge_winner`` beside ``winner``.

    Parameters
    ----------
    records : sequence of mapping
        The rows.
    names : sequence of str
        All columns.
    asked : PairColumns
        What the user said.
    """
    known = {plain_name(name): name for name in reversed(names)}

    def named(key: str) -> str | None:
        said: str | None = getattr(asked, key)
        return said or next((known[name] for name in USUAL[key] if name in known), None)

    one, other = named("a"), named("b")
    texts = [named("text_a"), named("text_b")]
    scored = any(name in known for name in (*USUAL["score_a"], *ONE_HOT))
    formats = (*PUBLISHED.values(), LLMBAR)
    published = asked == PairColumns() and any(known.keys() >= fields for fields in formats)
    by_place = (one, other) == (None, None) and None not in texts
    if asked.verdicts or asked.score_a or scored or published or not (by_place or (one and other)):
        return ()

    def is_verdict(cell: Any, row: Mapping[str, Any]) -> bool:
        return isinstance(cell, str) and (
            (not by_place and cell.strip() in (row.get(str(one)), row.get(str(other))))
            or cell.strip().casefold() in WORDS
        )

    def holds_verdicts(name: str) -> bool:
        given = [
            (cell, row) for row in records if as_name(cell := row.get(name)).strip().casefold() not in MISSING
        ]
        return bool(given) and all(is_verdict(cell, row) for cell, row in given)

    def counts(name: str, *, with_words: bool = False) -> bool:
        """Return whether cells are numbers that may be verdicts on outputs at two places, or words for these.

        Numbers alone may be anything else; beside words, as 1, 2 and tie, they are verdicts.
        """
        given = [
            (cell, row) for row in records if as_name(cell := row.get(name)).strip().casefold() not in MISSING
        ]
        words = [is_verdict(cell, row) for cell, row in given]
        fit = all(is_word or _number(cell) in PLACES for is_word, (cell, _) in zip(words, given, strict=True))
        mixed = any(words) and not all(words)
        return by_place and bool(given) and fit and (mixed or not with_words)

    usual = next((known[name] for name in VERDICT_COLUMNS if name in known), None)
    if usual is None and any(_PERSON.fullmatch(plain_name(name)) and counts(name) for name in names):
        return tuple(
            name for name in names if counts(name, with_words=not _PERSON.fullmatch(plain_name(name)))
        )
    if usual is None:
        return tuple(name for name in names if name not in (one, other) and holds_verdicts(name))
    others = [
        name
        for name in names
        if name != usual and _VERDICT_AND_RATER.search(plain_name(name)) and holds_verdicts(name)
    ]
    if others and named("rater") is None:
        return (usual, *others)
    return (usual,) if by_place and (holds_verdicts(usual) or counts(usual)) else ()


def scores_of_both(metric: str) -> tuple[str, str]:
    """Return the columns of a metric's scores of the two outputs."""
    return f"{metric}_a", f"{metric}_b"


def pair_layout(names: Sequence[str], asked: PairColumns, source: str) -> PairLayout:
    """Return what the columns of a file mean.

    Parameters
    ----------
    names : sequence of str
    asked : PairColumns
    source : str
        For messages.

    Raises
    ------
    FormatError
        If a column that was named is not there, or it cannot be told what was compared and who won.
    """
    known = {plain_name(name): name for name in reversed(names)}
    given: dict[str, Any] = {}
    for field in dataclasses.fields(PairColumns):
        value = getattr(asked, field.name)
        columns = (value,) if isinstance(value, str) else value or ()
        if field.name == "metrics":
            columns = [column for metric in columns for column in scores_of_both(metric)]
        for column in columns:
            if column not in names:
                raise FormatError(
                    f"there is no column '{column}'.{suggest(column, names)}",
                    path=source,
                    remedy=f"Columns: {listing(names)}.",
                )
        usual = USUAL.get(field.name, ())
        if field.name == "input" and "instruction" in known:  # beside which it is a text, often an empty one
            usual = tuple(name for name in usual if name != "input")
        given[field.name] = value or next((known[name] for name in usual if name in known), None)
    given["metrics"] = asked.metrics
    given["verdicts"] = asked.verdicts or tuple(known[name] for name in VERDICT_COLUMNS if name in known)[:1]
    given["groups"] = asked.groups or tuple(known[name] for name in GROUP_COLUMNS if name in known)
    columns = PairColumns(**given)
    kind = _kind(set(known), columns, asked)
    if kind == "chosen-rejected" and columns.rater is None:  # whose reward or verdict it is
        columns = dataclasses.replace(columns, rater=known.get("model"))
    if kind is None:
        raise FormatError(
            "it cannot be told which two systems were compared, or who won.",
            path=source,
            remedy="Say it: --columns 'a=COLUMN,b=COLUMN,verdicts=COLUMN'; of texts chosen and rejected "
            f"'chosen=COLUMN,rejected=COLUMN'; of one row per output 'system=COLUMN,best=COLUMN'. "
            f"Columns: {listing(names)}.",
        )
    return PairLayout(kind, columns)


def by_places(columns: PairColumns) -> tuple[str, str] | None:
    """Return the columns of two outputs that are named by their places alone; None where systems are named."""
    if columns.a is columns.b is None and columns.text_a is not None and columns.text_b is not None:
        return columns.text_a, columns.text_b
    return None


def _kind(known: set[str], columns: PairColumns, asked: PairColumns) -> str | None:
    if asked == PairColumns() and (one := next((one for one in PUBLISHED if known >= PUBLISHED[one]), None)):
        return one
    paired = columns.a is not None and columns.b is not None
    paired |= by_places(columns) is not None and bool(asked.verdicts)  # a usual name alone may hold anything
    unsaid = asked.best is None and asked.chosen is None
    if unsaid and asked.a is None and known >= LLMBAR:
        return "llmbar"
    if unsaid and paired:
        found = _kind_of_pairs(known, columns, asked)
        if found is not None:
            return found
    texts = columns.chosen is not None and columns.rejected is not None
    if texts or known >= {"id", "subset", "results"}:  # the latter RewardBench's results alone
        return "chosen-rejected"
    return "best-of" if columns.system is not None and columns.best is not None else None


def _kind_of_pairs(known: set[str], columns: PairColumns, asked: PairColumns) -> str | None:
    """Return which table of two systems a row it is; None where nothing says who won."""
    if {"judge", "first", "second", "preference", "winner", "sample"} <= known:
        return "judge-pairs"
    if {"winner_model_a", "winner_model_b"} <= known and not asked.verdicts:
        return "one-hot"
    scored = columns.score_a is not None and columns.score_b is not None
    if not columns.verdicts and not scored:
        return None
    named = {"model_a", "model_b", "winner"} <= known and asked == PairColumns()
    if named and {"judge", "question_id", "turn"} <= known:
        return "mt-bench"
    return "arena" if named else "pairs"
