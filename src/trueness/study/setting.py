"""Settings of studies, each declared once: value, check, words; signatures, docstrings, options and tables follow.

A dataclass below `StudySettings` (what determines the numbers) or `Selection` (what is compared) declares its fields
with `setting`. Groups of them are composed by inheritance.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math
import re
import textwrap
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Self

from trueness.columns.explained import with_fields
from trueness.columns.sections import Docstring, sections_of, with_sections
from trueness.errors import ArgumentError, check_choice, check_integer, check_proportion
from trueness.result import jsonable
from trueness.statistics.engine.resample import DEFAULT_RESAMPLES, Rng, resolve_seed

ASK, TEST, RUN = "Question", "Tests", "Resampling"
"""Headings under which a command lists its options."""

MOST_RESAMPLES = 10_000_000

Weaker = Literal["", "lower", "higher"]
Check = Callable[[str, Any], Any]
"""Given the argument's name and its value, returns the value as it is to be stored."""


class Setting(NamedTuple):
    """What is said of a setting, wherever it is shown.

    Attributes
    ----------
    field : str
        Its name in settings and manifests.
    keyword : str
        Its name as an argument of the study's function.
    flag : str or None
        Its name on the command line; None where it has none.
    text : str
        What it is: one sentence or two, without its choices and its default.
    choices : tuple of str
        Its values, if they are few words.
    kind : type
        Of its value on the command line: bool, int, float or str.
    several : bool
        Whether several values are taken.
    default : object
    default_words : str
        The default in words, where its value does not say it.
    panel : str
        The heading under which a command lists it.
    parse : callable or None
        Turns a word of the command line into the value.
    split : callable or None
        Turns the words of a command line that takes several into the values; by default commas separate them.
    annotation : object
        That of the argument in a signature.
    alias : str
        Another name that is taken for the argument; empty where there is none.
    weaker : {'', 'lower', 'higher'}
        On which side of its default a yes means less.
    """

    field: str
    keyword: str
    flag: str | None
    text: str
    choices: tuple[str, ...]
    kind: type
    several: bool
    default: Any
    default_words: str
    panel: str
    parse: Callable[[str], Any] | None
    split: Callable[[list[str]], Sequence[str]] | None
    annotation: Any
    alias: str = ""
    weaker: Weaker = ""

    @property
    def help(self) -> str:
        """What a command says of it: the text, the choices, the default."""
        first, *rest = re.split(r"(?<=\.) (?=[A-Z])", self.text, maxsplit=1)
        default = self._default_word()
        if self.choices:
            listed = ", ".join(f"{name} (default)" if name == default else name for name in self.choices)
            first = f"{first.rstrip('.')}: {listed}."
        more = "" if default in self.choices else self.default_words or default
        if more:
            first = f"{first.rstrip('.')}; default {more}."
        return " ".join([first, *rest])

    @property
    def documented(self) -> str:
        """The entry of a NumPy docstring."""
        head = f"{self.keyword} : {self._type_words()}"
        text = f"{self.text} ``{self.alias}`` is taken for it, too." if self.alias else self.text
        body = textwrap.fill(text, 112, initial_indent="    ", subsequent_indent="    ")
        return f"{head}\n{body}"

    @property
    def default_text(self) -> str:
        """The default in words; empty where there is none to apply to."""
        return self.default_words or self._default_word()

    def _default_word(self) -> str:
        if self.default is None or self.default in (False, ()) or isinstance(self.default, tuple):
            return ""
        if isinstance(self.default, float):
            return f"{self.default:g}".removeprefix("0") if self.default else ""
        return str(self.default)

    def _type_words(self) -> str:
        words = self.kind.__name__
        if self.choices:
            words = "{" + ", ".join(repr(name) for name in self.choices) + "}"
        if self.several:
            words = f"{words} or sequence of {'them' if self.choices else words}"
        if self.parse is not None and not self.choices:
            words = f"{words} or number"
        default = self.default_text
        return f"{words}, default {default}" if default else f"{words}, optional"


def setting(
    default: Any,
    text: str,
    *,
    check: Check | None = None,
    choices: Iterable[str] = (),
    keyword: str = "",
    alias: str = "",
    flag: str | None = "",
    several: bool = False,
    default_words: str = "",
    panel: str = ASK,
    parse: Callable[[str], Any] | None = None,
    split: Callable[[list[str]], Any] | None = None,
    takes: Any = None,
    weaker: Weaker = "",
) -> Any:
    """Declare a field of settings.

    Parameters
    ----------
    default : object
    text : str
        What it is: one sentence or two, without its choices and its default.
    check : callable, optional
        Given the argument's name and a value, returns the value as it is to be stored, or raises; by default one of the
        choices, if there are some.
    choices : iterable of str
    keyword : str
        Its name as an argument, where that is not the field's.
    alias : str
        Another name that is taken for the argument, such as SciPy's.
    flag : str or None
        Its name on the command line, by default made from the keyword; None for no option.
    several : bool
        Whether several values are taken.
    default_words : str
        The default in words, where its value does not say it.
    panel : str
    parse : callable, optional
        Turns a word of the command line into a value.
    split : callable, optional
        Turns the words of a command line that takes several into values; by default commas separate them.
    takes : type, optional
        What may be given from Python, where it is not what the field holds.
    weaker : {'', 'lower', 'higher'}
        Of a bar and of an error: on which side of the default a yes means less, so that it is said beside answers.
    """
    said = {
        "text": text,
        "check": check,
        "choices": tuple(choices),
        "keyword": keyword,
        "alias": alias,
        "flag": flag,
        "several": several,
        "default_words": default_words,
        "panel": panel,
        "parse": parse,
        "split": split,
        "takes": takes,
        "weaker": weaker,
    }
    return dataclasses.field(default=default, metadata=said)


def again(cls: type, name: str, **changes: Any) -> Any:
    """Declare a field as a class above has it, with some of its facts changed.

    Parameters
    ----------
    cls : type
        That declares it.
    name : str
    **changes
        Of what `setting` takes.
    """
    field = next(field for field in dataclasses.fields(cls) if field.name == name)
    default = changes.pop("default", field.default)
    return dataclasses.field(default=default, metadata={**field.metadata, **changes})


def fixed(value: Any) -> Any:
    """Declare that a field of a class above has one value here, and so is neither argument nor option.

    Parameters
    ----------
    value : object
    """
    return dataclasses.field(default=value, metadata={"keyword": "", "check": only(value)})


@functools.cache
def settings_of(cls: type) -> tuple[Setting, ...]:
    """Return what is declared of the fields of a class, in order; those declared without `setting` are left out."""
    hints = _hints(cls)
    found = []
    for field in dataclasses.fields(cls):
        said = field.metadata
        if "text" not in said:
            continue
        keyword = said["keyword"] or field.name
        flag = f"--{keyword.replace('_', '-')}" if said["flag"] == "" else said["flag"]
        found.append(
            Setting(
                field=field.name,
                keyword=keyword,
                flag=flag,
                text=said["text"],
                choices=said["choices"],
                kind=_kind(hints[field.name]),
                several=said["several"],
                default=field.default,
                default_words=said["default_words"],
                panel=said["panel"],
                parse=said["parse"],
                split=said["split"],
                annotation=_taken(hints[field.name] if said["takes"] is None else said["takes"]),
                alias=said["alias"],
                weaker=said["weaker"],
            )
        )
    return tuple(found)


def keywords_of(settings: Checked) -> dict[str, Any]:
    """Return the values of settings, or of a selection, by the arguments that give them."""
    kind: type = type(settings)
    return {one.keyword: getattr(settings, one.field) for one in settings_of(kind)}


@functools.cache
def _hints(cls: type) -> Mapping[str, Any]:
    """Return the types of the fields of a class; reading them takes longer than checking the values."""
    return typing.get_type_hints(cls)


def _taken(hint: Any) -> Any:
    """Return what may be given for a field: what it holds, of a tuple one or several, and None for the default."""
    given: Any = None
    for one in reversed(typing.get_args(hint) if typing.get_origin(hint) in _UNIONS else (hint,)):
        several = typing.get_origin(one) is tuple
        each: Any = typing.get_args(one)[0] if several else one
        given = (each | Sequence[each] if several else each) | given
    return given


_UNIONS = (typing.Union, types.UnionType)


def _kind(hint: Any) -> type:
    """Return the type of one value on the command line."""
    args = [arg for arg in typing.get_args(hint) if arg not in (type(None), Ellipsis)]
    members = [hint] if isinstance(hint, type) and not args else args
    for kind in (str, bool, int, float):
        if kind in members:
            return kind
    return str


@dataclasses.dataclass(frozen=True)
class Checked:
    """A dataclass whose fields are checked as they are declared; `_refuse` says which combinations make no sense."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.__doc__ = typing.cast("str", Docstring(cls.__doc__ or "", with_fields))

    def __post_init__(self) -> None:
        kind: type = type(self)
        hints = _hints(kind)
        for field in dataclasses.fields(self):
            said = field.metadata
            check, choices = said.get("check"), said.get("choices")
            if check is None and choices:
                check = one_of(choices)
            elif check is None and "text" in said:
                check = of_type(hints[field.name])
            if check is not None:
                value = check(said["keyword"] or field.name, getattr(self, field.name))
                object.__setattr__(self, field.name, value)
        self._settle()
        self._refuse()

    def _settle(self) -> None:
        """Put a value where there is none yet, because it follows from others."""

    def _refuse(self) -> None:
        """Raise an error where values that are right by themselves make no sense together."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON-ready values."""
        values: dict[str, Any] = jsonable(dataclasses.asdict(self))
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Build from `to_dict`'s values.

        Raises
        ------
        ArgumentError
            If a key is unknown or a value is not among those allowed.
        """
        known = sorted(field.name for field in dataclasses.fields(cls))
        for key in values:
            check_choice("setting", key, known)
        return cls(
            **{key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
        )

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Build from keyword arguments by the names of fields or of arguments; None stands for the default."""
        kind: type = cls
        names = {name: one.field for one in settings_of(kind) for name in (one.alias, one.keyword) if name}
        return cls(**{names.get(key, key): value for key, value in given.items() if value is not None})


@dataclasses.dataclass(frozen=True)
class Selection(Checked):
    """What a study compares: names of scorers, systems and groups; its result has them resolved, to be repeated."""


def at_most_resamples(argument: str, value: Any) -> int:
    """Return a number of resamples that is whole, positive and not absurd.

    Raises
    ------
    ArgumentError
        If it is not.
    """
    if check_integer(argument, value, minimum=1) > MOST_RESAMPLES:
        raise ArgumentError(f"`{argument}` must be at most {MOST_RESAMPLES:,}; it is {value:,}.")
    return int(value)


def one_of(choices: Sequence[str]) -> Check:
    """Return a check that a value is one of some words."""
    return lambda argument, value: check_choice(argument, value, choices)


def of_type(hint: Any) -> Check:
    """Return a check that a value is of a type: of a flag, a name or a number, or None where that may be."""
    allowed = tuple(typing.get_args(hint)) or (hint,)
    kinds = tuple(kind for kind in allowed if isinstance(kind, type))
    words = " or ".join(
        {bool: "true or false", str: "a name", type(None): "nothing"}.get(kind, kind.__name__)
        for kind in kinds
    )

    def check(argument: str, value: Any) -> Any:
        if len(kinds) == len(allowed) and (
            not isinstance(value, (*kinds, int) if float in kinds else kinds)
            or (isinstance(value, bool) and bool not in kinds)
        ):
            raise ArgumentError(f"`{argument}` must be {words}; it is {value!r}.")
        return value

    return check


def whole(minimum: int) -> Check:
    """Return a check that a value is a whole number of at least `minimum`."""
    return lambda argument, value: check_integer(argument, value, minimum=minimum)


def positive(argument: str, value: Any) -> float:
    """Return a positive, finite number.

    Raises
    ------
    ArgumentError
        If it is none.
    """
    number = float(value)
    if not 0 < number < math.inf:
        raise ArgumentError(f"`{argument}` must be positive and finite, not {value!r}.")
    return number


def only(one: Any) -> Check:
    """Return a check that a value is the only one there is."""

    def check(argument: str, value: Any) -> Any:
        if value != one:
            raise ArgumentError(f"`{argument}` must be {one!r} here; it is {value!r}.")
        return one

    return check


def optional(check: Check) -> Check:
    """Return a check that lets None pass."""
    return lambda argument, value: None if value is None else check(argument, value)


def metric_name(argument: str, value: Any) -> str:
    """Return a name of a metric.

    Raises
    ------
    ArgumentError
        If it is no text.
    """
    if not isinstance(value, str):
        raise ArgumentError(f"`{argument}` must be the name of a metric; it is {value!r}.")
    return value


def words(argument: str, value: Any) -> tuple[str, ...] | None:
    """Return a word, or several, as a tuple; None stays.

    Raises
    ------
    ArgumentError
        If something else is among them.
    """
    if value is None:
        return None
    found = (value,) if isinstance(value, str) or not isinstance(value, Iterable) else tuple(value)
    if not all(isinstance(word, str) for word in found):
        raise ArgumentError(f"`{argument}` must be a name or several; it is {value!r}.")
    return found


def number_or_word(text: str) -> float | str:
    """Return a number, or the word it was given as."""
    try:
        return float(text)
    except ValueError:
        return text


def _checked_seed(argument: str, value: Any) -> int:
    # a field by this name; `resolve_seed` has checked what is given as `rng`
    del argument
    return check_integer("seed", value, minimum=0)


@dataclasses.dataclass(frozen=True)
class StudySettings(Checked):
    """What determines the numbers of a study besides the scores: with `NothingDrawn` the last two are no arguments."""

    resamples: int = setting(
        DEFAULT_RESAMPLES, "Number of resamples.", check=at_most_resamples, alias="n_resamples", panel=RUN
    )
    seed: int = setting(
        0,
        "Seed, a whole number (from Python also a generator); a fresh one is drawn and recorded if none is given.",
        check=_checked_seed,
        keyword="rng",
        flag="--seed",
        panel=RUN,
        takes=Rng,
    )

    @classmethod
    def of(cls, *, rng: Any = None, **given: Any) -> Self:
        """Build from keyword arguments by the names of fields or of arguments; None stands for the default."""
        return super().of(seed=resolve_seed(rng), **given)


@dataclasses.dataclass(frozen=True)
class NothingDrawn(StudySettings):
    """Settings of a study that draws nothing at random: it has neither resamples nor a seed.

    Attributes
    ----------
    resamples, seed : int
        0.
    """

    resamples: int = fixed(0)
    seed: int = fixed(0)


def proportion(argument: str, value: Any) -> float:
    """Return a number strictly between 0 and 1 (see `errors.check_proportion`)."""
    return check_proportion(argument, value)


def documented(function: Callable[..., Any], *classes: type) -> None:
    """Put the settings of classes into a function's signature and docstring, in place of ``**options``.

    Parameters
    ----------
    function : callable
    *classes : type
        With fields declared by `setting`.
    """
    found = [one for cls in classes for one in settings_of(cls)]
    signature = inspect.signature(function)
    given = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    options = [
        inspect.Parameter(
            one.keyword, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=one.annotation
        )
        for one in found
    ]
    function.__signature__ = signature.replace(parameters=[*given, *options])  # type: ignore[attr-defined]
    said = sections_of(function.__doc__ or "").get("Parameters", "")
    entries = [*([said] if said else []), *(one.documented for one in found)]
    function.__doc__ = with_sections(function.__doc__ or "", Parameters="\n".join(entries))
