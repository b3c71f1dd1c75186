"""What a study told, and in what two answers to one question differ: rows of two names are aligned by the names."""

from __future__ import annotations

import dataclasses
import itertools
import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hardening.fuzz.drawn_studies import Row

_Units = Sequence[Callable[[float], float]]

CLOSE = 1e-7
"""Sums in another order differ by less, of numbers of the size of one."""


@dataclasses.dataclass(frozen=True)
class Told:
    """What a study told: its tables, and what it said.

    Attributes
    ----------
    tables : dict of str to list of dict
    said : list of str
        Cautions and conclusions, or the error.
    """

    tables: dict[str, list[Row]]
    said: list[str]

    @classmethod
    def of(cls, answer: Mapping[str, Any]) -> Told:
        """Return what a result's `to_dict` holds, without its settings and what names the data."""
        tables: dict[str, list[Row]] = {}
        said: list[str] = []
        for name, value in answer.items():
            if name == "cautions":
                said += [f"{one['code']} ({one['severity']}): {one['message']}" for one in value]
            elif name == "conclusions":
                said += value
            elif isinstance(value, list):
                rows = (row if isinstance(row, dict) else {"value": row} for row in value)
                tables[name] = [{k: cell for k, cell in row.items() if k != "fingerprint"} for row in rows]
            elif isinstance(value, dict) and name != "settings":
                inside = cls.of(value)
                tables |= {f"{name}.{table}": rows for table, rows in inside.tables.items()}
                said += inside.said
        return cls(tables, said)

    def named(self, names: Mapping[str, str]) -> Told:
        """Return it with names put in place of others, in cells and in sentences."""
        if not names:
            return self
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")

        def put(value: Any) -> Any:
            if isinstance(value, str):
                return pattern.sub(lambda found: names[found[0]], value)
            if isinstance(value, list):
                return [put(one) for one in value]
            return {put(key): put(one) for key, one in value.items()} if isinstance(value, dict) else value

        return Told(put(self.tables), put(self.said))


@dataclasses.dataclass(frozen=True)
class Way:
    """How a question is asked once more, and what may then differ.

    Attributes
    ----------
    names : mapping of str to str
        What the names there are called in the first answer.
    units : sequence of callables
        What a score of a metric is in the first answer, beside the same number; numbers in sentences are not compared
        then.
    any_of_equals : bool
        Whether another metric may be named where several have the same values; sentences, which speak of the first,
        are then compared by what they are about.
    """

    told: Callable[[], Told]
    names: Mapping[str, str] = dataclasses.field(default_factory=dict)
    units: _Units = ()
    any_of_equals: bool = False


def differences(one: Told, other: Told, way: Way) -> list[str]:
    """Return in what two answers differ, a few examples of each table."""
    if not one.tables and not other.tables:
        return []  # refused in both ways
    if not one.tables or not other.tables:
        return [f"refused once alone: {(other if one.tables else one).said[0][:300]}"]
    found = []
    for name in sorted({*one.tables, *other.tables}):
        here, there = one.tables.get(name, []), other.tables.get(name, [])
        if len(here) != len(there) and not way.any_of_equals:
            found.append(f"{name}: {len(here)} rows and {len(there)}")
        found += [f"{name}: {text}" for text in itertools.islice(_unmatched(here, there, way), 2)]
    return found + _said_otherwise(one.said, other.said, way)


def _unmatched(here: Sequence[Row], there: Sequence[Row], way: Way) -> Iterator[str]:
    """Yield rows that have no counterpart: one with the same names, in either order."""
    left: dict[Any, list[Row]] = {}
    for row in there:
        left.setdefault(_key(row), []).append(row)
    lone = [row for row in here if not _taken(row, left.get(_key(row), []), way.units)]
    others = [row for rows in left.values() for row in rows]
    for row in lone:
        if way.any_of_equals and _taken(_nameless(row), [_nameless(one) for one in others], way.units):
            continue
        near = [turned for one in others for turned in _turned(one) if _names(turned) == _names(row)]
        yield _shown(row, near[0] if near else {}, way.units)


def _nameless(row: Row) -> Row:
    """Return what a row is of, but for the metric, and the value that others may have, too; of winners the share."""
    return {**_names(row), "metric": "", "estimate": row.get("share", row.get("estimate"))}


def _taken(row: Row, candidates: list[Row], units: _Units) -> bool:
    """Whether a row is among others, from which it is then taken."""
    for place, other in enumerate(candidates):
        if any(_equal(row, turned, units) for turned in _turned(other)):
            del candidates[place]
            return True
    return False


def _key(row: Row) -> Any:
    return (
        tuple(sorted(_names(row).items(), key=repr))
        if not _pair(row)
        else (*sorted(map(repr, _names(row).values())),)
    )


def _names(row: Row) -> dict[str, str]:
    return {
        name: " ".join(sorted(_tokens(value).elements()))
        for name, value in row.items()
        if isinstance(value, str) and not name.startswith(_DECIDED)
    }


_DECIDED = ("verdict", "answer", "reason", "most_influential", "nearer", "outcome")
"""How columns begin whose words are no names: a row is not known by them."""

_PAIRS = (
    *(("metric", "rival"), ("system", "rival_system"), ("system", "other")),
    *(("annotator", "other"), ("human", "other"), ("a", "b")),
)


def _pair(row: Row) -> tuple[str, str] | None:
    return next(((a, b) for a, b in _PAIRS if a in row and b in row), None)


def _turned(row: Row) -> Iterator[Row]:
    """Yield a row, and where it is of two names the same told of the second and the first."""
    yield row
    if pair := _pair(row):
        one, other = pair
        names = {one: row[other], other: row[one]}
        yield {**row, **names}
        yield {**{name: _other_side(row, name) for name in row}, **names}


def _other_side(row: Row, name: str) -> Any:
    """Return what a cell is when the second is compared with the first."""
    if name.startswith("verdict"):
        return {"better": "worse", "worse": "better"}.get(row[name], row[name])
    if isinstance(row[name], str):
        return row[name]
    if name == "statistic" and row.get("test") in ("rank_sum", "wilcoxon"):
        return _ANY
    twins = ("_".join(sides.get(word, word) for word in name.split("_")) for sides in _SIDES)
    value = row[next((twin for twin in twins if twin != name and twin in row), name)]
    signed = not name.startswith("pvalue") and not name.endswith(("_metric", "_rival", "_system"))
    if signed and isinstance(value, (int, float)) and not isinstance(value, bool):
        return -value if name.startswith(_SIGNED) or "low" in name or "high" in name else value
    return value


_ANY = object()
"""What equals all: the sums of ranks of two samples differ by more than a sign."""

_SIDES = (
    {
        "metric": "rival",
        "rival": "metric",
        "greater": "less",
        "less": "greater",
        "low": "high",
        "high": "low",
    },
    {"system": "rival", "rival": "system"},
)
_SIGNED = ("estimate", "statistic", "difference", "gap")


def _equal(one: Any, other: Any, units: _Units) -> bool:
    match one, other:
        case dict(), dict():
            names = one.keys() - ({"higher_is_better"} if units else set())
            same = one.keys() == other.keys() and all(
                _roughly(one[name], other[name]) if name in _ROUGH else _equal(one[name], other[name], units)
                for name in names
            )
        case list(), list():
            pairs = zip(_ordered(one), _ordered(other), strict=False)
            same = len(one) == len(other) and all(_equal(a, b, units) for a, b in pairs)
        case (float(), int() | float()) | (int(), float()):
            same = any(_close(put(one), other) for put in (float, *units))
        case str(), str():
            same = _tokens(one) == _tokens(other)
        case _:
            same = other is _ANY or bool(one == other)
    return same


_ROUGH = ("promise_low", "promise_high")
"""What rests on 200 pilots, some with correlations that are 1 but for rounding."""


def _roughly(one: Any, other: Any) -> bool:
    return bool(one == other) or (None not in (one, other) and math.isclose(one, other, abs_tol=0.05))


def _tokens(text: str) -> Counter[str]:
    """Return the words of a text: names may have another order in it."""
    return Counter(re.findall(r"[\w.@-]+", text))


def _ordered(values: list[Any]) -> list[Any]:
    """Return lists of names in the order of the names."""
    return sorted(values) if all(isinstance(value, str) for value in values) else values


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def _shown(row: Row, near: Row, units: _Units) -> str:
    names = {name: value for name, value in row.items() if isinstance(value, str)}
    if not near:
        return f"{names} is in one answer alone"
    differing = {
        name: (row[name], near.get(name)) for name in row if not _equal(row[name], near.get(name), units)
    }
    return f"{names}: {differing}"


_WORD = re.compile(r"[\w@.-]*[^\W\d_][\w@.-]*|[-\u2212]?[\d,]+(?:\.\d+)?")


def _said_otherwise(one: Sequence[str], other: Sequence[str], way: Way) -> list[str]:
    """Return sentences that have no counterpart of the same words, in any order, and of the same numbers."""
    if way.any_of_equals:
        one, other = (
            [text.partition(":")[0] for text in said if _CAUTION.match(text)] for said in (one, other)
        )
    one, other = ([text for text in said if not _OF_ROUTE.match(text)] for said in (one, other))
    if way.units:
        one, other = ([text for text in said if not _OF_SCALE.match(text)] for said in (one, other))
    here, there = (
        {text: _words(_DEPENDING.sub("", text), numbers=not way.units) for text in said}
        for said in (one, other)
    )
    found = []
    for these, those in ((here, there), (there, here)):
        for text, words in these.items():
            if not any(_alike(words, others) for others in those.values()):
                near = min(those, key=lambda name: _apart(words, those[name]), default="")
                found.append(f"said once: {text[:300]} // and once: {near[:300]}")
    return found[:3]


_OF_ROUTE = re.compile(
    r"data_note \(note\): ("
    r"levels of the dataframe's index|labels of|\d+ inputs? without any score) "
)
"""Notes that are about how a table came in, one for each file."""

_OF_SCALE = re.compile(r"(lower_is_better|negative_agreement|no_score_value) ")
"""Cautions that are about how scores are written."""

_DEPENDING = re.compile(r"--without \S+|In \d+ of \d+ tables, such as '\w+': ")
"""Which of several copies is left out is that of the first; tables with rows in another order are not alike."""

_CAUTION = re.compile(r"\w+ \(\w+\): ")


def _apart(one: _Words, other: _Words) -> int:
    return ((one[0] - other[0]) + (other[0] - one[0])).total()


_Words = tuple[Counter[str], list[tuple[float, float]]]


def _words(text: str, *, numbers: bool) -> _Words:
    """Return the words of a sentence, and its numbers, each with what its last digit is worth."""
    words: Counter[str] = Counter()
    values = []
    for token in _WORD.findall(text):
        bare = token.replace(",", "").replace("\u2212", "-").strip(".")
        try:
            values.append((abs(float(bare)), 10.0 ** -len(bare.partition(".")[2])))
        except ValueError:
            words[token.strip(".")] += 1
    return words, sorted(values) if numbers else []


def _alike(one: _Words, other: _Words) -> bool:
    return (
        one[0] == other[0]
        and len(one[1]) == len(other[1])
        and all(abs(a - b) <= 1.01 * digit for (a, digit), (b, _) in zip(one[1], other[1], strict=True))
    )
