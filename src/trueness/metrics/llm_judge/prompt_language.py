"""What of Jinja2 a prompt may use: what shows texts, and nothing that grows or runs without bound."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from trueness.errors import FormatError, listing

SHRINKING = frozenset(
    {
        *("length", "count", "wordcount", "first", "last", "sort", "unique", "reverse", "trim", "striptags"),
        *("lower", "upper", "capitalize", "title", "truncate", "round", "int", "default", "d", "replace"),
    }
)
"""Filters of what may be longer than what goes in by little at most, one after the other as often as a prompt likes."""

GROWING = frozenset({"join", "indent", "tojson"})
"""Filters that make longer what goes in, many times over where one follows the other: of a placeholder alone."""

LONGEST_ARGUMENT = 100
"""Letters of an argument of a filter, and its largest number."""

MOST_STEPS = 100_000
"""Turns of all loops of a prompt together."""

SECONDS = 5.0
"""That filling in one prompt may take."""

_STEPS = "_steps"
_NODES = (
    *("Template", "Output", "TemplateData", "Name", "For", "If", "Const", "Getattr", "Getitem", "Slice"),
    *(
        "Filter",
        "Test",
        "Compare",
        "Operand",
        "And",
        "Or",
        "Not",
        "CondExpr",
        "Concat",
        "Add",
        "Sub",
        "Div",
        "Neg",
    ),
    *("Tuple", "List", "Call", "Keyword"),
)


@functools.cache
def environment() -> Any:
    """Return the sandbox of prompts."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # what is written is a prompt, not a page: nothing is escaped
    made = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True
    )
    made.globals = {"range": made.globals["range"]}
    return made


@functools.lru_cache(maxsize=64)
def template_of(text: str) -> Any:
    """Return a template of which every loop counts its turns (see `counting`).

    Raises
    ------
    jinja2.exceptions.TemplateError
        If it is none.
    """
    from jinja2 import nodes

    tree = environment().parse(text)
    for loop in tree.find_all(nodes.For):
        loop.iter = nodes.Call(nodes.Name(_STEPS, "load"), [loop.iter], [], None, None)
    return environment().from_string(tree)


def counting() -> dict[str, Callable[[Iterable[Any]], Iterator[Any]]]:
    """Return what a template is given, besides the texts, each time it is filled in: what counts the turns of loops."""
    begun, done = time.monotonic(), 0

    def steps(items: Iterable[Any]) -> Iterator[Any]:
        nonlocal done
        for item in items:
            done += 1
            if done > MOST_STEPS:
                raise ValueError(f"its loops have more than {MOST_STEPS:,} turns")
            if time.monotonic() - begun > SECONDS:
                raise ValueError(f"it takes more than {SECONDS:g} seconds")
            yield item

    return {_STEPS: steps}


def check_language(text: str, where: str) -> None:
    """Check that a template uses no more than a prompt may.

    Parameters
    ----------
    text : str
    where : str
        The file, for messages.

    Raises
    ------
    FormatError
        If it uses something else; the message names what there is.
    jinja2.exceptions.TemplateError
        If it is no template.
    """
    from jinja2 import nodes

    for node in environment().parse(text).find_all(nodes.Node):
        kind = type(node).__name__
        if kind not in _NODES:
            raise _refused(kind.lower(), node, where, "Texts, loops, conditions and filters are.")
        if isinstance(node, nodes.Call) and not (
            isinstance(node.node, nodes.Name) and node.node.name == "range"
        ):
            raise _refused("a call", node, where, "Only range can be called.")
        if isinstance(node, nodes.Filter):
            _check_filter(node, where)


def _check_filter(node: Any, where: str) -> None:
    from jinja2 import nodes

    if node.name not in SHRINKING | GROWING:
        known = listing(sorted(SHRINKING | GROWING), 30)
        raise _refused(f"the filter '{node.name}'", node, where, f"Filters are {known}.")
    if node.name in GROWING and not isinstance(node.node, nodes.Name):
        raise _refused(
            f"the filter '{node.name}' of something else than a placeholder", node, where, "Leave one out."
        )
    given = [*node.args, *(one.value for one in node.kwargs)]
    values = [one.value if isinstance(one, nodes.Const) else None for one in given]
    if node.dyn_args or node.dyn_kwargs or not all(_is_short(value) for value in values):
        raise _refused(
            f"the filter '{node.name}' with such an argument",
            node,
            where,
            f"It takes numbers up to {LONGEST_ARGUMENT} and short texts, written out.",
        )
    if node.name == "replace" and not (len(values) > 1 and 0 < len(str(values[0])) >= len(str(values[1]))):
        raise _refused("'replace' by something longer", node, where, "Replace by what is no longer.")


def _is_short(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= LONGEST_ARGUMENT
    return isinstance(value, int | float) and abs(value) <= LONGEST_ARGUMENT


def _refused(what: str, node: Any, where: str, remedy: str) -> FormatError:
    return FormatError(
        f"the prompt uses {what} (line {node.lineno} of it), which is not in the language of prompts.",
        path=where,
        remedy=remedy,
    )
