"""One variant of ROUGE: what it counts, on which words, against which references; and its name."""

from __future__ import annotations

import dataclasses
import functools
import math
import re
from typing import Any, Literal, Self, get_args

from trueness.errors import ArgumentError, check_choice, check_integer, listing, suggest
from trueness.metrics.named_options import shown_value

Kind = Literal["N", "L", "W", "S", "SU", "Lsent"]
Part = Literal["precision", "recall", "f"]
Refs = Literal["pooled", "best", "mean", "jackknife"]
Mode = Literal["exact", "modern", "google"]
Sentences = Literal["newline", "marks", "split"]

KEYS = ("refs", "mode", "alpha", "weight", "skip", "words", "bytes", "sentences")
"""The options after the colon, in the order of the canonical name."""

TYPES = ("1", "2", "3", "4", "L", "W", "S4", "SU4")
"""What the original program computes; `standard_variants` adds ``Lsent``."""

GOOGLE_KINDS = ("N", "L", "Lsent")
"""What the package rouge-score computes, and with it ``mode=google``."""

GOOGLE_MOST_ORDER = 9
"""Its longest n-grams."""

LEAST_WEIGHT, MOST_WEIGHT = 0.1, 5.0
"""Of W: twice to this power, ten million words are still a number."""

_CHOICES = {"refs": get_args(Refs), "mode": get_args(Mode), "sentences": get_args(Sentences)}
_SKIP = ("S", "SU")
_TYPE = re.compile(
    r"(?P<n>[1-9][0-9]{0,8})|(?P<skip>SU|S)(?P<distance>(?:0|[1-9][0-9]{0,8})?)|(?P<other>Lsent|L|W)"
)
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}")
_NUMBER = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_ROUGE_LIKE = re.compile(
    r"rouge(?:$|[-:A-Z\d]|(?:lsum|lsent|l|w|su?[0-9]*)(?:$|[_:])|_(?:stem|stop|precision|recall|f)(?:$|[_:]))"
)
_USUAL_SPELLINGS = {
    "Lsum": "L",
    "lsum": "L",
    "r": "recall",
    "p": "precision",
    "f1": "f",
    "fmeasure": "f",
    "F": "f",
}


@dataclasses.dataclass(frozen=True, slots=True)
class RougeVariant:
    """A variant of ROUGE.

    An option that could not change the score is refused rather than ignored, so that no two names stand for one
    number: `weight` belongs to W, `alpha` to the part f, a skip distance to S and SU. `sentences` is allowed for every
    kind: only L and W compare sentence by sentence, but marks of sentences are no words of any kind, and a limit of
    bytes does not count what joins sentences.

    Parameters
    ----------
    kind : {'N', 'L', 'W', 'S', 'SU', 'Lsent'}
        n-grams, longest common subsequences sentence by sentence, these weighted by the length of their runs,
        skip-bigrams, skip-bigrams and unigrams, or the longest common subsequence of the whole texts.
    order : int or None
        For N the length n of the n-grams, at least 1; for S and SU the most words between the two of a skip-bigram, at
        least 0, None for any number of them; None for other kinds.
    stem : bool
        Whether words are stemmed.
    stop : bool
        Whether stop words are removed.
    part : {'precision', 'recall', 'f'}
        What is reported.
    refs : {'pooled', 'best', 'mean', 'jackknife'}, optional
        How several references make one score; by default ``pooled``, in mode ``google`` ``best``, as there.
    mode : {'exact', 'modern', 'google'}
        ``exact`` repeats ROUGE-1.5.5 with its oddities, ``modern`` works for every language, ``google`` repeats the
        package rouge-score, which knows n-grams up to 9, L (its ``rougeLsum``) and Lsent (its ``rougeL``) alone, no
        stop words, no weights and no limits.
    alpha : float
        The weight of precision in F = PR / ((1 - alpha) P + alpha R), from 0 to 1.
    weight : float
        The exponent w of W, from 0.1 to 5; powers of longer texts would leave the range of numbers beyond it.
    words, bytes : int or None
        Read so much of every text and no more, at least 1; not both.
    sentences : {'newline', 'marks', 'split'}
        Where sentences end (see `split_sentences`).

    Raises
    ------
    ArgumentError
        If a value is outside of these, or belongs to another kind.
    """

    kind: Kind
    order: int | None
    stem: bool
    stop: bool
    part: Part
    refs: Refs | None = None
    mode: Mode = "modern"
    alpha: float = 0.5
    weight: float = 1.2
    words: int | None = None
    bytes: int | None = None
    sentences: Sentences = "newline"

    def __post_init__(self) -> None:
        check_choice("kind", self.kind, get_args(Kind))
        check_choice("part", self.part, get_args(Part))
        self._set("refs", _given_refs(self.refs, self.mode))
        for key, options in _CHOICES.items():
            check_choice(key, getattr(self, key), options)
        for flag in ("stem", "stop"):
            if not isinstance(getattr(self, flag), bool):
                raise ArgumentError(f"`{flag}` must be True or False; it is {getattr(self, flag)!r}.")
        self._set("order", _checked_order(self.kind, self.order))
        self._set("alpha", _checked_alpha(self.alpha))
        self._set("weight", _checked_weight(self.weight))
        for key in ("words", "bytes"):
            if getattr(self, key) is not None:
                self._set(key, check_integer(key, getattr(self, key), minimum=1))
        if self.words is not None and self.bytes is not None:
            raise ArgumentError("`words` and `bytes` both limit the texts; give one of them.")
        for key, default in (("alpha", 0.5), ("weight", 1.2)):
            if getattr(self, key) != default:
                _check_belongs(key, self.kind, self.part)
        self._check_google()

    def _check_google(self) -> None:
        if self.mode != "google":
            return
        if self.kind not in GOOGLE_KINDS or (self.order or 0) > GOOGLE_MOST_ORDER:
            raise ArgumentError(
                f"`mode` google has the types 1 to {GOOGLE_MOST_ORDER}, L and Lsent, as rouge-score; it "
                f"is {self.type}."
            )
        for given, name in (
            (self.stop, "a list of stop words: leave '_stop' out"),
            (self.alpha != 0.5, "an `alpha`: its F has equal weights"),
            (self.words is not None, "a limit of words"),
            (self.bytes is not None, "a limit of bytes"),
        ):
            if given:
                raise ArgumentError(f"`mode` google repeats rouge-score, which lacks {name}.")

    def _set(self, field: str, value: Any) -> None:
        object.__setattr__(self, field, value)  # the class is frozen

    @property
    def type(self) -> str:
        """The type as names spell it: ``1``, ``L``, ``SU4``."""
        if self.kind == "N":
            return str(self.order)
        return self.kind if self.order is None else f"{self.kind}{self.order}"

    @property
    def name(self) -> str:
        """The canonical name, from which `parse` makes an equal variant."""
        base = f"rouge{self.type}{'_stem' if self.stem else ''}{'_stop' if self.stop else ''}_{self.part}"
        options = {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name in KEYS and getattr(self, field.name) != field.default
        }
        if self.refs == _given_refs(None, self.mode):
            del options["refs"]
        if self.kind in _SKIP and self.order is None:
            options["skip"] = "unlimited"
        if not options:
            return base
        return f"{base}:{','.join(f'{key}={shown_value(options[key])}' for key in KEYS if key in options)}"

    @classmethod
    def parse(cls, name: str) -> Self | None:
        """Return the variant of a name, None if the name is no attempt at one of ROUGE.

        Parameters
        ----------
        name : str
            ``rouge<type>[_stem][_stop]_<precision|recall|f>[:key=value,…]`` with a type n (``1``, ``2``, …), ``L``,
            ``W``, ``S<k>``, ``SU<k>`` or ``Lsent``, and keys `refs`, `mode`, `alpha`, `weight`, `skip`, `words`,
            `bytes` and `sentences` in any order. ``rougeS_f:skip=9`` is another spelling of ``rougeS9_f``;
            ``skip=unlimited`` has no other.

        Raises
        ------
        ArgumentError
            If it starts like the name of a variant and goes on otherwise; the message says where, and what is allowed.
        """
        base, colon, options = name.partition(":")
        if _ROUGE_LIKE.match(name) is None:
            return None
        try:
            values = _parse_base(base)
            if colon:
                values |= _parse_options(options, values)
            _check_skip_is_given(values)
            return cls(**values)
        except ArgumentError as error:
            raise ArgumentError(f"metric name '{name}': {error}") from None


@functools.cache
def standard_variants(mode: Mode = "modern") -> tuple[RougeVariant, ...]:
    """Return what the original program computes, with `Lsent` at the end.

    Parameters
    ----------
    mode : {'exact', 'modern', 'google'}
        The mode of all.

    Returns
    -------
    tuple of RougeVariant
        8 types, plain, stemmed, without stop words and both, in precision, recall and f, which is 96; then 12 of Lsent.
        In mode ``google`` 36: types 1 to 4, L and Lsent, plain and stemmed.
    """
    google = mode == "google"
    return tuple(
        RougeVariant(**_parse_type(kind), stem=stem, stop=stop, part=part, mode=mode)
        for kind in (*TYPES, "Lsent")
        if not google or _parse_type(kind)["kind"] in GOOGLE_KINDS
        for stop in ((False,) if google else (False, True))
        for stem in (False, True)
        for part in get_args(Part)
    )


def _given_refs(refs: Refs | None, mode: str) -> Refs:
    """Return how references make one score, by default as the mode has it."""
    if refs is not None:
        return refs
    return "best" if mode == "google" else "pooled"


def _parse_base(base: str) -> dict[str, Any]:
    kind, *marks = base.removeprefix("rouge").split("_")
    values = _parse_type(kind)
    parts = get_args(Part)
    if not marks or marks[-1] in {"stem", "stop"}:
        ways = listing(f"{base}_{part}" for part in parts)
        raise ArgumentError(f"it has to end in what is reported: {ways}.")
    *flags, part = marks
    if part not in parts:
        raise ArgumentError(f"'{part}' must be one of {listing(parts)}.{_nearest(part, parts)}")
    for flag in flags:
        if flag not in {"stem", "stop"}:
            near = _nearest(flag, ("stem", "stop"))
            raise ArgumentError(
                f"'{flag}' must be one of 'stem', 'stop', which may stand before '_{part}'.{near}"
            )
    if flags not in ([], ["stem"], ["stop"], ["stem", "stop"]):
        raise ArgumentError("'_stem' and '_stop' may each stand once, in this order.")
    return {**values, "stem": "stem" in flags, "stop": "stop" in flags, "part": part}


def _parse_type(kind: str) -> dict[str, Any]:
    found = _TYPE.fullmatch(kind)
    if found is None:
        raise ArgumentError(
            f"'{kind}' is no type of ROUGE. Types are n (1, 2, …), L, W, S<k> and SU<k> with a skip distance k "
            f"(S4, SU4, …), and Lsent.{_nearest(kind.lstrip('-').upper(), TYPES, kind)}"
        )
    if found["n"]:
        return {"kind": "N", "order": int(found["n"])}
    if found["other"]:
        return {"kind": found["other"], "order": None}
    return {"kind": found["skip"]} | ({"order": int(found["distance"])} if found["distance"] else {})


def _parse_options(options: str, base: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for option in options.split(","):
        key, equals, value = option.partition("=")
        if not equals:
            raise ArgumentError(f"'{option}' after the colon must be an option key=value.")
        if key not in KEYS:
            raise ArgumentError(
                f"no option is called '{key}'; there are {listing(KEYS)}.{suggest(key, KEYS)}"
            )
        field = "order" if key == "skip" else key
        if field in values:
            raise ArgumentError(f"the option '{key}' is given twice.")
        _check_belongs(key, base["kind"], base["part"])
        if key == "skip" and "order" in base:
            kind, distance = base["kind"], base["order"]
            raise ArgumentError(f"'{kind}{distance}' and 'skip={value}' both give the skip distance.")
        values[field] = _parse_value(key, value)
    return values


def _parse_value(key: str, value: str) -> str | int | float | None:
    if key in _CHOICES:
        return check_choice(key, value, _CHOICES[key])
    if key in {"alpha", "weight"}:
        if not _NUMBER.fullmatch(value):
            raise ArgumentError(f"'{key}' must be a number such as 0.8; it is '{value}'.")
        return float(value)
    if key == "skip" and value == "unlimited":
        return None
    if not _WHOLE.fullmatch(value):
        allowed = "a whole number or 'unlimited'" if key == "skip" else "a whole number of at least 1"
        raise ArgumentError(f"'{key}' must be {allowed}; it is '{value}'.")
    return int(value)


def _check_skip_is_given(values: dict[str, Any]) -> None:
    if "order" not in values:
        kind = values["kind"]
        raise ArgumentError(
            f"{kind} needs its skip distance, the most words between two: '{kind}4', or '{kind}' with the option "
            f"'skip=unlimited'."
        )


def _check_belongs(key: str, kind: str, part: str) -> None:
    if key == "weight" and kind != "W":
        raise ArgumentError("'weight' belongs to W alone.")
    if key == "alpha" and part != "f":
        raise ArgumentError(f"'alpha' belongs to f; leave it out for {part}.")
    if key == "skip" and kind not in _SKIP:
        raise ArgumentError("'skip' belongs to S and SU alone.")


def _checked_order(kind: str, order: Any) -> int | None:
    if kind == "N":
        return check_integer("order", order, minimum=1)
    if kind in _SKIP:
        return None if order is None else check_integer("order", order, minimum=0)
    if order is not None:
        raise ArgumentError(f"`order` must be None for {kind}; it is {order!r}.")
    return None


def _checked_alpha(value: Any) -> float:
    if not 0 <= _number(value) <= 1:
        raise ArgumentError(f"`alpha` must be a number from 0 to 1; it is {value!r}.")
    return _number(value) + 0.0  # no negative zero


def _checked_weight(value: Any) -> float:
    if not LEAST_WEIGHT <= _number(value) <= MOST_WEIGHT:
        raise ArgumentError(
            f"`weight` must be a number from {LEAST_WEIGHT} to {MOST_WEIGHT:g}; it is {value!r}."
        )
    return _number(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return math.nan
    try:
        return float(value)
    except OverflowError:  # a whole number beyond all floats
        return math.nan


def _nearest(name: str, options: tuple[str, ...], asked: str | None = None) -> str:
    usual = _USUAL_SPELLINGS.get(name if asked is None else asked)
    return f" Did you mean '{usual}'?" if usual in options else suggest(name, options)
