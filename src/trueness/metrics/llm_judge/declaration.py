"""How a model is asked for scores, as a file declares it: prompt, scale, how a reply is read, what it costs."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from trueness.data.files.fields import NEEDED, Fields
from trueness.errors import ArgumentError, FormatError
from trueness.metrics.llm_judge.prompt import Prompt

Form = Literal["score", "pairs"]
Read = Literal["json", "tag", "pattern", "probabilities"]
Without = Literal["error", "samples"]

EXAMPLES = Path(__file__).parent / "examples"
"""Declarations that come with the package, by the name of the file without its extension."""

LARGEST = 1_000_000
"""Bytes of a declaration."""

MOST_LABELS = 100
"""Whole numbers of a scale that are labels; of more no single token can be expected."""

OPTIONS = ("model", "samples", "temperature")
"""What a name may change of a declaration, in the order of the column's name."""

_REMEDY = "The page on LLM judges has all fields (docs/llm_judges.md)."

_NAME = re.compile(r"[\w.\-]{1,100}")
_OWN_PARAMETERS = frozenset(
    {
        *("model", "messages", "n", "stream", "stream_options", "temperature", "top_p", "seed", "max_tokens"),
        *("max_completion_tokens", "logprobs", "top_logprobs", "response_format"),
    }
)


@dataclasses.dataclass(frozen=True)
class Scale:
    """Which scores there are.

    Attributes
    ----------
    lower, upper : float
    higher_is_better : bool
    whole : bool
        Whether only whole numbers are scores.
    words : mapping of str to float
        The words that stand for scores; empty where numbers do.
    empty : float
        The score of an output without words, about which no model is asked; NaN where it has none.
    """

    lower: float
    upper: float
    higher_is_better: bool = True
    whole: bool = False
    words: Mapping[str, float] = dataclasses.field(default_factory=dict)
    empty: float = math.nan

    @property
    def labels(self) -> dict[str, float]:
        """What a single token may say, and the score it stands for; empty where scores are any or many numbers."""
        if self.words or not self.whole or self.upper - self.lower > MOST_LABELS:
            return dict(self.words)
        return {str(number): float(number) for number in range(math.ceil(self.lower), int(self.upper) + 1)}


@dataclasses.dataclass(frozen=True)
class ReplyForm:
    """How a score is read off a reply.

    Attributes
    ----------
    read : {'json', 'tag', 'pattern', 'probabilities'}
        The reply is an object of JSON; has the score between tags; matches a pattern; or is a label, whose
        probability and that of the others are taken.
    score, reason : str
        The field or tag of the score, and that of the reason; the latter empty where none is asked for.
    pattern : str
        A regular expression with a group ``score``, and, if there is one, ``reason``.
    schema : bool
        Whether the endpoint is told to answer by a schema (`response_format`).
    after : str
        What stands before the label whose probability is taken; empty where nothing does.
    top : int
        How many alternatives to a token are asked for.
    least_mass : float
        How much probability the labels must have together.
    without : {'error', 'samples'}
        What is done where an endpoint says no probabilities: nothing can be, or the mean of `fallback_samples`.
    fallback_samples : int
    """

    read: Read
    score: str = "score"
    reason: str = ""
    pattern: str = ""
    schema: bool = False
    after: str = ""
    top: int = 20
    least_mass: float = 0.5
    without: Without = "error"
    fallback_samples: int = 20


@dataclasses.dataclass(frozen=True)
class Sampling:
    """How replies are drawn.

    Attributes
    ----------
    samples : int
        Replies to every prompt.
    temperature, top_p : float or None
        None leaves it to the endpoint.
    seed : int or None
        Of the first sample; the next ones have the next numbers.
    most_tokens : int
        Of a reply.
    tokens_field : {'max_tokens', 'max_completion_tokens'}
        What the endpoint calls that limit.
    """

    samples: int = 1
    temperature: float | None = 0.0
    top_p: float | None = None
    seed: int | None = None
    most_tokens: int = 512
    tokens_field: str = "max_tokens"


@dataclasses.dataclass(frozen=True)
class Price:
    """What a million tokens cost.

    Attributes
    ----------
    input, output : float
    currency : str
    """

    input: float
    output: float
    currency: str = "USD"

    def of(self, tokens_in: float, tokens_out: float) -> float:
        """Return what tokens cost."""
        return (tokens_in * self.input + tokens_out * self.output) / 1e6


@dataclasses.dataclass(frozen=True)
class JudgeDeclaration:
    """How a model is asked for scores.

    Attributes
    ----------
    name : str
        The column of the scores.
    form : {'score', 'pairs'}
        Whether one output is scored, or two outputs of one input are compared.
    about : str
        What is judged, in one sentence.
    model : str or None
        None where it has to be named otherwise.
    prompt : Prompt
    scale : Scale
        Of pairs: 1 where the output shown first wins, 0 where the second does.
    reply : ReplyForm
    sampling : Sampling
    price : Price or None
    request : mapping of str to Any
        Further parameters, sent as they are.
    both_orders : bool
        Of pairs: whether each is shown in both orders.
    against : str
        Of pairs: ``all``, or the one system that all others are compared with.
    where : str
        The file, for messages.
    """

    name: str
    form: Form
    about: str
    model: str | None
    prompt: Prompt
    scale: Scale
    reply: ReplyForm
    sampling: Sampling
    price: Price | None = None
    request: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    both_orders: bool = True
    against: str = "all"
    where: str = "judge"

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that stand for all that scores depend on, the model left out."""
        facts = dataclasses.asdict(self)
        for key in ("model", "price", "where", "about", "name"):
            del facts[key]
        facts["prompt"] = [self.prompt.user, self.prompt.system]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=True, default=str)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def with_options(self, options: Mapping[str, str]) -> JudgeDeclaration:
        """Return the declaration with what a name says: ``model=llama3:8b,samples=5``.

        Raises
        ------
        ArgumentError
            If a value is not as it should be.
        """
        changed = self
        if "model" in options:
            if not options["model"].strip():
                raise ArgumentError("`model` must be a name; it is empty.")
            changed = dataclasses.replace(changed, model=options["model"].strip())
        sampling: dict[str, Any] = {}
        if "samples" in options:
            if not re.fullmatch("[1-9][0-9]{0,3}", options["samples"]):
                raise ArgumentError(
                    f"`samples` must be a whole number from 1 to 9999; it is {options['samples']!r}."
                )
            sampling["samples"] = int(options["samples"])
        if "temperature" in options:
            try:
                sampling["temperature"] = float(options["temperature"])
            except ValueError:
                sampling["temperature"] = math.nan
            if not 0 <= sampling["temperature"] <= 2:
                raise ArgumentError(
                    f"`temperature` must lie between 0 and 2; it is {options['temperature']!r}."
                )
        return dataclasses.replace(changed, sampling=dataclasses.replace(changed.sampling, **sampling))


def read_declaration(path: str | Path) -> JudgeDeclaration:
    """Read how a model is asked for scores.

    Parameters
    ----------
    path : str or Path
        A file of TOML, or the name of one of `EXAMPLES`.

    Raises
    ------
    FormatError
        If there is no such file, it is no TOML, or something in it is missing, unknown or not as it should be.
    """
    named = Path(path)
    found = named if named.is_file() else EXAMPLES / f"{path}.toml"
    if not found.is_file() or (found != named and named.name != str(path)):
        bundled = ", ".join(sorted(one.stem for one in EXAMPLES.glob("*.toml")))
        raise FormatError(
            "there is no such file.",
            path=str(path),
            remedy=f"Name a file that declares a judge, or one of those that come with the package: {bundled}.",
        )
    if found.stat().st_size > LARGEST:
        raise FormatError(
            f"is larger than {LARGEST:,} bytes, too large for the declaration of a judge.", path=str(path)
        )
    return parse_declaration(found.read_bytes(), str(path))


def parse_declaration(content: bytes, where: str) -> JudgeDeclaration:
    """Return what a file declares.

    Parameters
    ----------
    content : bytes
        TOML.
    where : str
        The file, for messages.

    Raises
    ------
    FormatError
        As `read_declaration`.
    """
    try:
        fields = tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise FormatError(f"must be UTF-8 (byte {error.start + 1} is wrong).", path=where) from error
    except RecursionError as error:
        raise FormatError("is nested too deeply.", path=where) from error
    except ValueError as error:  # of tomllib, and that of a whole number of thousands of digits
        raise FormatError(f"must be TOML: {error}.", path=where) from error
    top = Fields(fields, where, remedy=_REMEDY, called="a table")
    name = top.text("name")
    if not _NAME.fullmatch(name):
        raise top.error("name", "letters, digits, '.', '-' and '_', at most 100", name)
    form: Form = top.choice("form", get_args(Form), "score")
    scale = _verdicts(top) if form == "pairs" else _scale(top.fields("scale"))
    reply = _reply(top.fields("reply"), scale)
    declared = JudgeDeclaration(
        name=name,
        form=form,
        about=top.text("about", ""),
        model=top.text("model", "").strip() or None,
        prompt=Prompt(
            top.text("prompt"), top.text("system_prompt", "", empty=True), pairs=form == "pairs", where=where
        ),
        scale=scale,
        reply=reply,
        sampling=_sampling(top.fields("sampling", optional=True)),
        price=_price(top),
        request=_request(top),
        both_orders=top.flag("both_orders", default=True) if form == "pairs" else True,
        against=top.text("against", "all") if form == "pairs" else "all",
        where=where,
    )
    top.done()
    return declared


def _scale(table: Fields) -> Scale:
    words = {}
    if "words" in table:
        given = table.fields("words")
        words = {word: given.number(word) for word in given}
        _check_words(given, words)
    lower = table.number("lower", min(words.values()) if words else NEEDED)
    upper = table.number("upper", max(words.values()) if words else NEEDED)
    if lower >= upper:
        raise table.error("upper", f"more than `lower`, {lower:g}", upper)
    for word, value in words.items():
        if not lower <= value <= upper:
            raise table.error(f"words.{word}", f"from {lower:g} to {upper:g}", value)
    whole = table.flag("whole", default=False)
    if whole and not words and (lower % 1 or upper % 1):
        raise table.error("whole", "false where a bound is no whole number", whole)
    empty = table.number("empty", lower, lower, upper) if "empty" in table else math.nan
    scale = Scale(
        lower=lower,
        upper=upper,
        higher_is_better=table.flag("higher_is_better", default=True),
        whole=whole,
        words=words,
        empty=empty,
    )
    table.done()
    return scale


def _verdicts(top: Fields) -> Scale:
    """Return verdicts of pairs as scores of the output that is shown first."""
    table = top.fields("verdicts", optional=True)
    words = {
        table.text("first", "A"): 1.0,
        table.text("second", "B"): 0.0,
        table.text("tie", "C"): 0.5,
    }
    if len(words) < 3:
        raise table.error("tie", "another word than `first` and `second`, which differ, too", list(words))
    _check_words(table, words)
    table.done()
    return Scale(0.0, 1.0, words=words)


def _check_words(table: Fields, words: Mapping[str, float]) -> None:
    seen = set()
    for word in words:
        if not word.strip() or word != word.strip() or word.casefold() in seen:
            raise table.error(word, "a word without blanks around it that differs from the others", word)
        seen.add(word.casefold())
    if len(words) < 2:
        raise table.error("", "at least two words", sorted(words))


def _reply(table: Fields, scale: Scale) -> ReplyForm:
    read: Read = table.choice("read", get_args(Read))
    given: dict[str, Any] = {}
    if read in ("json", "tag"):
        given = {"score": table.text("score", "score"), "reason": table.text("reason", "", empty=True)}
        if given["score"] == given["reason"]:
            raise table.error("reason", "another name than that of the score", given["reason"])
    if read == "json":
        given["schema"] = table.flag("schema", default=False)
    elif read == "pattern":
        given["pattern"] = _pattern(table)
    elif read == "probabilities":
        given = {
            "after": table.text("after", "", empty=True),
            "top": table.whole("top", 20, 1, 100),
            "least_mass": table.number("least_mass", 0.5, 0.0, 1.0),
            "without": table.choice("without", get_args(Without), "error"),
            "fallback_samples": table.whole("fallback_samples", 20, 1, 1000),
        }
        _check_labels(table, scale)
    table.done()
    return ReplyForm(read, **given)


def _check_labels(table: Fields, scale: Scale) -> None:
    """Check that a token is never the beginning of another label: 1 of 10."""
    labels = scale.labels
    if not labels:
        raise table.error(
            "read",
            f"something else, or the scale `whole`, at most {MOST_LABELS} wide, or of words",
            "probabilities",
        )
    for label in labels:
        if any(other != label and other.startswith(label) for other in labels):
            raise table.error(
                "read",
                f"something else, as '{label}' may be the beginning of another label, or the scale from 0 to 9",
                "probabilities",
            )


def _pattern(table: Fields) -> str:
    import regex

    pattern = table.text("pattern")
    try:
        groups = regex.compile(pattern).groupindex
    except (regex.error, RecursionError, OverflowError, MemoryError, ValueError) as error:
        raise table.error("pattern", f"a regular expression ({error})", pattern) from error
    if "score" not in groups:
        raise table.error("pattern", "a regular expression with a group (?P<score>…)", pattern)
    return pattern


def _sampling(table: Fields) -> Sampling:
    sampling = Sampling(
        samples=table.whole("samples", 1, 1, 9999),
        temperature=table.number("temperature", 0.0, 0.0, 2.0)
        if not table.takes("temperature", "none")
        else None,
        top_p=table.number("top_p", 1.0, 0.0, 1.0) if "top_p" in table else None,
        seed=table.whole("seed", 0, 0, 2**53) if "seed" in table else None,
        most_tokens=table.whole("most_tokens", 512, 1, 1_000_000),
        tokens_field=table.choice("tokens_field", ("max_tokens", "max_completion_tokens"), "max_tokens"),
    )
    table.done()
    return sampling


def _price(top: Fields) -> Price | None:
    if "price" not in top:
        return None
    table = top.fields("price")
    price = Price(
        table.number("input", lower=0.0), table.number("output", lower=0.0), table.text("currency", "USD")
    )
    table.done()
    return price


def _request(top: Fields) -> dict[str, Any]:
    if "request" not in top:
        return {}
    table = top.fields("request")
    further = table.plain()
    for key in further:
        if key in _OWN_PARAMETERS:
            raise table.error(key, "left out: what is declared elsewhere says it", further[key])
    return further
