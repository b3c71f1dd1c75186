"""Columns that look like those of single annotators, by name or by values: of which human scores, and how to say it."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import numpy as np

from trueness.data.cells.resolve_columns import (
    LIKE_SCORES,
    METRIC_WORDS,
    MODEL_WORDS,
    ONE_DIMENSION,
    SYSTEM_LIKE,
)
from trueness.data.cells.wide_columns import starred
from trueness.data.scores.few_values import are_halves, few_values
from trueness.data.scores.score_table import ScoreTable
from trueness.errors import UnknownNameError, listing

WHO = (
    "human|annotator|anno?|annot|rater|expert|worker|coder|evaluator|reviewer|turker|crowd|participant|person"
)
"""What people who rate are called, as a pattern."""

_ID = r"[_\-. ]?(?:\d{1,3}|[A-Za-z])"
"""What tells one of several from the others: a number or a letter."""

_PERSON_ASPECT = re.compile(rf"(?P<who>(?:{WHO}){_ID}|[ahr]\d)[_\-. ](?P<aspect>\D[^@]*)", re.IGNORECASE)
_NESTED_PERSON = re.compile(
    rf"(?P<before>[^@]*?)[_\-. ](?P<who>(?:{WHO}){_ID})[_\-. ](?P<aspect>\D[^@]*)", re.IGNORECASE
)
"""A person between what was asked of several and what was asked: ``labels_annotator_1_fluency``."""

_ASPECT_PERSON = re.compile(
    rf"(?P<aspect>[^@]*?)[_\-. ](?P<who>(?:{WHO}){_ID}|[ahr]\d|(?:{WHO})[_\-. ]\S+)", re.IGNORECASE
)
_PERSON = re.compile(rf"(?P<aspect>{WHO})(?:[_\-. ](?P<named>\S+)|(?P<number>\d{{1,3}}))", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<aspect>.*?[^\d_\-. ])(?P<who>[_\-. ]?\d{1,2}|[_\-. ][A-Za-z])")

_SCALED = re.compile(r"(?P<who>.*\w)(?P<aspect> ?\([01] ?[-–] ?\d{1,3}\))")
"""A name with its scale, as a form asks for it: ``Anna (1-5)``."""

_NAME = r"[^\W\d_]{2,}"
_SEPARATED = r"[:_\-. ] ?"
_NAME_LAST = re.compile(rf"(?P<aspect>{_NAME}{_SEPARATED})(?P<who>{_NAME})")
_NAME_FIRST = re.compile(rf"(?P<who>{_NAME})(?P<aspect>{_SEPARATED}{_NAME})")
_NAME_ALONE = re.compile(rf"(?P<who>{_NAME})(?P<aspect>)")
"""A name with what is asked after it, before it, or without: ``Bewertung Anna``, ``anna_rating``, ``anna``."""

_QUALITIES = (
    "adequacy|fluency|coherence|consistency|relevance|readability|informativeness|helpfulness|overall|quality|"
    "faithfulness|grammar|grammaticality|correctness|completeness|factuality|accuracy|conciseness|clarity|safety|toxicity"
)
_QUALITY = re.compile(_QUALITIES, re.IGNORECASE)
_OF_PEOPLE = re.compile(
    rf"(^|[_\-. ])({WHO}|gold|people|mos|mqm|esa|likert|ratings?|labels?|annotations?|{_QUALITIES})$",
    re.IGNORECASE,
)
"""Aspects that people are asked for: numbered ones are ratings by several of them."""

_OF_PROGRAMS = re.compile(
    rf"{METRIC_WORDS}|{MODEL_WORDS}|prompt|layer|top|hits|recall|"
    r"precision|(?<![a-z])(ter|f|n|v|p|k|js|run|repeat|repetition|trial|sample|seed|fold|epoch|step|checkpoint)$",
    re.IGNORECASE,
)
"""What is numbered without any person in it: n-grams, layers, runs."""

_OF_NOBODY = re.compile(
    r"judge|auto|model|machine|baseline|metric|predict|verdict|length|words|tokens|count|ours|mine|match|exact|"
    r"deepseek|qwen|grok|o\d",
    re.IGNORECASE,
)
"""What columns of programs are called beside those above; no person is."""

MOST_VALUES = 101
"""A scale that a person rates on has no more values than these."""

MOST_GRADES = 11
"""The same where nothing but the values says that people rated."""


class AnnotatorColumns(NamedTuple):
    """Columns that look like those of single annotators.

    Attributes
    ----------
    called : dict of str to str
        The human score that each column is a rating of.
    patterns : tuple of str
        Of columns, as `ColumnMap.annotators` takes them: they match these columns alone.
    seen_by : {'person', 'number', 'values'}
        Names that can hardly mean anything else; numbers or a scale, which metrics have, too; or that columns which
        could be called after people have the same values.
    """

    called: dict[str, str]
    patterns: tuple[str, ...]
    seen_by: Literal["person", "number", "values"]

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of single annotators, in the order of the table."""
        return tuple(self.called)

    @property
    def dimensions(self) -> tuple[str, ...]:
        """The human scores that they are ratings of."""
        return tuple(dict.fromkeys(self.called.values()))

    @property
    def sure(self) -> bool:
        """Whether the names can hardly mean anything else."""
        return self.seen_by == "person"

    @property
    def option(self) -> str:
        """What is said of columns, ready to be pasted after ``--columns``."""
        return "annotators=" + ",".join(self.patterns)

    @property
    def asked(self) -> str:
        """What has to be so where a command takes them for annotators."""
        people = "people who rated the same" if self.seen_by == "values" else f"annotators of {self._of}"
        return f"{listing(self.columns)} are {people}"

    @property
    def words(self) -> str:
        """What they look like, and what to type if they are."""
        return f"{self.reason}: --columns {shlex.quote(self.option)}"

    @property
    def reason(self) -> str:
        """What they look like, up to what is to be typed then."""
        if self.seen_by == "values":
            return f"If {self.asked}"
        seen = "look like" if self.sure else "may be scores by several metrics, or"
        return f"{listing(self.columns)} {seen} annotators of {self._of}. If so"

    @property
    def _of(self) -> str:
        several = f"{len(self.dimensions)} human scores ({listing(self.dimensions)})"
        return several if len(self.dimensions) > 1 else "one human score"


def annotator_columns(table: ScoreTable) -> AnnotatorColumns | None:
    """Return which scorers of a table look like single annotators of one human score, or several; None where none do.

    Of ``relevance_1`` and ``relevance_2`` the aspect is what they share; of ``rater1_score`` and ``rater2_score``, too.
    Those of one aspect have to be rated on one scale.

    Parameters
    ----------
    table : ScoreTable
    """
    names = [one.name for one in table.scorers if one.role is None and one.name not in table.annotations]
    for of, sure in ((_by_person, True), (_by_number, True), (_by_number, False), (_by_scale, False)):
        aspects: dict[str, list[str]] = {}
        for name in names:
            aspect = of(name)
            if aspect is not None and (sure is bool(_OF_PEOPLE.search(aspect)) or of is _by_person):
                aspects.setdefault(aspect, []).append(name)
        found = {
            aspect: some for aspect, some in aspects.items() if len(some) > 1 and _one_scale(table, some)
        }
        ways = [pattern_of(aspect, some, names) for aspect, some in found.items()]
        patterns = [way for way in ways if way is not None]
        if patterns and len(patterns) == len(ways):
            return _of_patterns(table, names, patterns, "person" if sure else "number")
    return _same_values(table, names)


def _of_patterns(
    table: ScoreTable,
    names: Sequence[str],
    patterns: Sequence[str],
    seen_by: Literal["person", "number", "values"],
) -> AnnotatorColumns:
    places = starred(patterns, names, table.name)
    called = {name: places[name][0] or ONE_DIMENSION for name in names if name in places}
    return AnnotatorColumns(called, tuple(patterns), seen_by)


def _same_values(table: ScoreTable, names: Sequence[str]) -> AnnotatorColumns | None:
    """Return columns with the same few values that could be called after people, where something stands beside them."""
    for pattern in (_NAME_LAST, _NAME_FIRST, _NAME_ALONE):
        aspects: dict[str, list[str]] = {}
        for name in names:
            found = pattern.fullmatch(name)
            programs = any(one.search(name) for one in (_OF_PROGRAMS, _OF_NOBODY, SYSTEM_LIKE))
            if found is None or programs or any(one.search(found["who"]) for one in (_QUALITY, LIKE_SCORES)):
                continue
            aspects.setdefault(found["aspect"], []).append(name)
        ways = []
        for aspect, some in aspects.items():
            if 1 < len(some) < len(table.scorers) and _same_grades(table, some):
                way = pattern_of(aspect, some, names) if aspect else None
                ways += some if way is None else [way]
        if ways and not any(set(_NO_PATTERN) & set(way.replace("*", "")) for way in ways):
            return _of_patterns(table, names, ways, "values")
    return None


def _same_grades(table: ScoreTable, columns: Sequence[str]) -> bool:
    """Return whether columns of one scale have few values, and share most of them."""
    if not _one_scale(table, columns):
        return False
    given = [set(values[~np.isnan(values)].tolist()) for values in map(table.matrix, columns)]
    every, shared = set.union(*given), set.intersection(*given)
    return 1 < len(every) <= MOST_GRADES and 2 * len(shared) >= len(every)


def called_as_person(name: str) -> bool:
    """Return whether a name is that of a person who rates: ``annotator_1``, ``expert-b``."""
    return _by_person(name) is not None


def _by_person(name: str) -> str | None:
    """Return the aspect of a name that has a person in it; None where it has none."""
    found = _PERSON.fullmatch(name)
    if found and not _OF_PROGRAMS.search(name) and not _QUALITY.fullmatch(found["named"] or ""):
        return found["aspect"]
    nested = _NESTED_PERSON.fullmatch(name)
    if nested and not _OF_PROGRAMS.search(nested["before"]):
        return f"{nested['before']}_{nested['aspect']}"
    for pattern in (_PERSON_ASPECT, _ASPECT_PERSON):
        if found := pattern.fullmatch(name):
            return found["aspect"]
    return None


def _by_number(name: str) -> str | None:
    """Return the aspect of a name that ends with a number or a letter, unless programs count so."""
    found = _NUMBERED.fullmatch(name)
    return None if found is None or _OF_PROGRAMS.search(found["aspect"]) else found["aspect"]


def _by_scale(name: str) -> str | None:
    """Return the scale at the end of a name that is neither a program's nor a quality's."""
    found = _SCALED.fullmatch(name)
    if found is None or any(one.search(found["who"]) for one in (_OF_PROGRAMS, _QUALITY, LIKE_SCORES)):
        return None
    return found["aspect"]


_NO_PATTERN = "[]?,'\"="
"""Signs that mean something else in a pattern, or on the command line."""


def pattern_of(aspect: str, columns: Sequence[str], names: Sequence[str]) -> str | None:
    """Return a pattern that matches these columns alone of all; None where there is none.

    Parameters
    ----------
    aspect : str
        What they share: their beginning, or their end.
    columns, names : sequence of str
        The columns, and all there are.
    """
    start, end = _shared(columns), _shared([name[::-1] for name in columns])[::-1]
    end = re.sub(r"^[^_\-. ]+", "", end)  # whole words alone: fluency and simplicity do not share their y
    size = len(aspect)
    tries = {f"{name[: size + 1]}*" for name in columns if name.startswith(aspect)}
    tries |= {f"*{name[-size - 1 :]}" for name in columns if name.endswith(aspect)}
    for pattern in (*sorted(tries), f"{start.rstrip('0123456789')}*{end}"):
        try:
            places = starred([pattern], names, aspect)
        except UnknownNameError:
            continue
        if set(places) == set(columns) and not set(_NO_PATTERN) & set(pattern):
            return pattern
    return None


def _shared(names: Iterable[str]) -> str:
    """Return what all names begin with."""
    found = ""
    for letters in zip(*names, strict=False):
        if len(set(letters)) > 1:
            break
        found += letters[0]
    return found


def _one_scale(table: ScoreTable, columns: Sequence[str]) -> bool:
    """Return whether columns have the same labels, or few values each that are multiples of a half."""
    if len({table.scorer(name).labels for name in columns}) > 1:
        return False
    given = (few_values(table.given(name), MOST_VALUES) for name in columns)
    return all(values is not None and are_halves(values) for values in given)
