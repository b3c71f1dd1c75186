"""What help says: one screen of a command, all of its options, the list of commands."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from trueness.cli.options import ASK, ASK_OTHERWISE

if TYPE_CHECKING:
    from trueness.commands.asking import Asking

NARROWEST, WIDEST = 40, 110
"""Lines are made for no fewer columns and no more, however narrow or wide the terminal is."""

GAP = 2
"""Blanks before names, and between names and what they mean."""

WIDEST_NAMES = 24
"""Longer names have a line of their own."""

Row = tuple[str, str]
"""A name, and what it means."""


def command_page(command: Asking, ctx: Any) -> str:
    """Return one screen of help: usage, an example, the options most people need, and what else can be asked."""
    width = _width()
    options = _shown(command, ctx)
    usual = [one for one in options if set(one.opts) & set(command.facts.usual)]
    if not usual:
        usual = [one for one in options if one.rich_help_panel == ASK]
    order = list(command.facts.usual)
    usual.sort(key=lambda one: min((order.index(name) for name in one.opts if name in order), default=0))
    rows = [*_arguments(command, ctx), *((_names(one), _first_words(one.help)) for one in usual)]
    whole = len(usual) == len(options)
    asks = next((one.asks for one in command.others if one.asks and not command.facts.asks), "")
    more = ["" if whole else f"All options: {ctx.command_path} --help-all"]
    more += [f"Options of another question: {ctx.command_path} {asks} --help" if asks else ""]
    return _page(
        _head(command, ctx, width),
        _section("Options" if whole else "Options that most people need", rows, width),
        _section(ASK_OTHERWISE, _questions(command), width),
        "\n".join(_wrapped(line, width) for line in more if line),
    )


def every_option(command: Asking, ctx: Any) -> str:
    """Return all options of a command, by headings; then, for whatever else it can be asked, those that it has then."""
    width = _width()
    options = _shown(command, ctx)
    parts = [_head(command, ctx, width), _section("Arguments", _arguments(command, ctx), width)]
    parts += _by_panels(options, width)
    if not command.facts.asks:
        known = {(_names(one), one.help) for one in options}
        for other in (command.load(one.asks) for one in command.others):
            parts += _of_another(other, known, {_names(one) for one in options}, ctx, width)
    return _page(*parts, _wrapped(command.epilog or "", width))


def group_page(group: Any, ctx: Any, commands: Mapping[str, Sequence[Row]]) -> str:
    """Return the list of commands of a group, under headings."""
    width = _width()
    wide = max(len(name) for rows in commands.values() for name, _ in rows)
    options = sorted(option_names(group.get_params(ctx)) - {"--help"})
    also = f"Besides: {', '.join(options)}." if options else ""
    return _page(
        f"Usage: {ctx.command_path} COMMAND …",
        _wrapped(group.help or "", width),
        *(_section(heading, rows, width, wide) for heading, rows in commands.items()),
        _wrapped(f"About one: {ctx.command_path} COMMAND --help. {also}", width),
        _wrapped(group.epilog or "", width),
    )


def _width() -> int:
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def option_names(options: Iterable[Any]) -> set[str]:
    """Return how options are typed."""
    return {name for one in options for name in (*one.opts, *one.secondary_opts) if name.startswith("-")}


def _shown(command: Asking, ctx: Any) -> list[Any]:
    """Return the options of a command, without those that ask something or print help."""
    options: list[Any] = command.get_params(ctx)
    return [
        one
        for one in options
        if one.param_type_name == "option" and not one.hidden and _panel(one) not in ("", ASK_OTHERWISE)
    ]


def _panel(option: Any) -> str:
    return getattr(option, "rich_help_panel", None) or ""


def _head(command: Asking, ctx: Any, width: int) -> str:
    arguments = " ".join(name for name, _ in _arguments(command, ctx))
    return "\n".join(
        [
            _wrapped(f"Usage: {ctx.command_path} {arguments} [OPTIONS]".replace("  ", " "), width),
            "",
            _wrapped(command.facts.summary, width),
            "",
            _wrapped(f"{ctx.find_root().command_path} {command.facts.example}", width, " " * GAP),
        ]
    )


def _arguments(command: Asking, ctx: Any) -> list[Row]:
    found: list[Any] = [one for one in command.get_params(ctx) if one.param_type_name == "argument"]
    return [(_argument_name(one), one.help or "") for one in found]


def _argument_name(one: Any) -> str:
    name = f"{one.name.upper()}{'…' if one.nargs != 1 else ''}"
    return name if one.required else f"[{name}]"


def _questions(command: Asking) -> list[Row]:
    return [] if command.facts.asks else [(one.asks, one.summary) for one in command.others]


def _by_panels(options: Sequence[Any], width: int) -> Iterator[str]:
    for panel in dict.fromkeys(map(_panel, options)):
        rows = [(_names(one), _all_said(one)) for one in options if _panel(one) == panel]
        yield _section(panel, rows, width)


def _of_another(
    other: Asking, known: set[tuple[str, str | None]], names: set[str], ctx: Any, width: int
) -> Iterator[str]:
    """Yield what another question has that is not said already, and what of it that has no part in it."""
    options = _shown(other, ctx)
    rows = [(_names(one), _all_said(one)) for one in options if (_names(one), one.help) not in known]
    yield _section(f"With {other.facts.asks}: {other.facts.summary}", rows, width)
    lacking = sorted(names - {_names(one) for one in options})
    if lacking:
        without = ", ".join(name.split()[0].rstrip(",") for name in lacking)
        yield _wrapped(f"Without: {without}.", width, " " * GAP)


def _all_said(option: Any) -> str:
    """Return what is said of an option, with a default and a variable of the environment that its text does not say."""
    default = "" if option.default in (None, False, ()) or callable(option.default) else str(option.default)
    more = [f"default {default}"] if default and default not in (option.help or "") else []
    more += [f"or {option.envvar} in the environment"] if option.envvar else []
    return f"{option.help or ''} ({', '.join(more)})" if more else option.help or ""


def _names(option: Any) -> str:
    names = ", ".join(sorted(option.opts, key=len, reverse=True))
    return f"{names} {option.metavar or ''}".strip()


def _first_words(text: str | None) -> str:
    """Return the beginning of what is said of an option: what it is, and the words there are, but no default."""
    first, *_ = re.split(r"(?<!e\.g)\. (?=\w)|; ", text or "", maxsplit=1)
    return f"{first.rstrip('.')}."


def _section(heading: str, rows: Sequence[Row], width: int, wide: int = 0) -> str:
    if not rows:
        return ""
    wide = wide or max((len(name) for name, _ in rows if len(name) <= WIDEST_NAMES), default=0)
    lines = [typer.style(_wrapped(heading, width), bold=True)]
    for name, text in rows:
        indent = " " * (wide + 2 * GAP)
        said = [line for part in text.split("\n") for line in _lines(part, width - len(indent))]
        first = f"{' ' * GAP}{name}"
        if len(name) > wide:
            lines.append(first)
        elif said:
            lines.append(f"{first:<{len(indent)}}{said.pop(0)}".rstrip())
        lines += [f"{indent}{line}" for line in said]
    return "\n".join(lines)


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False) or [""]


def _wrapped(text: str, width: int, indent: str = "") -> str:
    return textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _page(*parts: str) -> str:
    from trueness.cli.showing import taken

    return taken("\n\n".join(part for part in parts if part) + "\n")
