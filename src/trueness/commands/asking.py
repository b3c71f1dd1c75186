"""How a command is parsed and explained: it knows what else it could be asked, and which options go with that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from trueness.cli.failures import WRONG_USE
from trueness.cli.options import PRINT, option
from trueness.commands.help_pages import command_page, every_option, group_page, option_names
from trueness.errors import ArgumentError

if TYPE_CHECKING:
    from trueness.commands.listing import Question


def _show_all(ctx: typer.Context, wanted: bool) -> None:
    if wanted and isinstance(ctx.command, Asking):
        typer.echo(every_option(ctx.command, ctx), nl=False)
        raise typer.Exit


HELP_ALL = {
    "help_all": option(
        bool, "--help-all", "Show every option.", PRINT, default=False, is_eager=True, callback=_show_all
    )
}
"""What prints more than one screen of help."""


class QuickOption(TyperOption):
    """An option that takes what is typed as it is, where nothing is to be checked."""

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Return the value that a command is given."""
        return _called_back(self, ctx, value) if _is_plain(self, value) else super().process_value(ctx, value)


class QuickArgument(TyperArgument):
    """A word without a flag that does so."""

    def process_value(self, ctx: Any, value: Any) -> Any:
        """Return the value that a command is given."""
        return _called_back(self, ctx, value) if _is_plain(self, value) else super().process_value(ctx, value)


QUICK: dict[type, type] = {TyperOption: QuickOption, TyperArgument: QuickArgument}


def _quick(parameters: list[Any]) -> list[Any]:
    """Let parameters take what is typed as it is."""
    for one in parameters:
        one.__class__ = QUICK.get(type(one), type(one))
    return parameters


def _is_plain(one: Any, value: Any) -> bool:
    """Return whether a value needs no check: text, a whole number, or nothing.

    For all others Typer loads what checks any type, which takes a sixth of the time of a small command.
    """
    described = getattr(one, "type_descriptor", None)  # older versions load nothing
    if described is None or (one.required and one.value_is_missing(value)):
        return False
    if value is None or (described.annotation is str and isinstance(value, str)):
        return True
    if described.annotation == list[str]:
        return isinstance(value, list | tuple) and all(isinstance(each, str) for each in value)
    if described.annotation is int and isinstance(value, str) and value.isascii() and value.isdigit():
        low, high = described.parameter_info.min, described.parameter_info.max
        return (low is None or low <= int(value)) and (high is None or int(value) <= high)
    return False


def _called_back(one: Any, ctx: Any, value: Any) -> Any:
    """Return what a plain value is for its parameter, after what is to be done with it."""
    several = one.multiple or one.nargs == -1
    if value is None:
        found: Any = () if several else None
    elif isinstance(value, str):
        found = one.type_descriptor.annotation(value)
    else:
        found = list(value)
    return found if one.callback is None else one.callback(ctx, one, found)


class Group(TyperGroup):
    """A group of commands, whose help is one screen."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters."""
        return _quick(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the list of its commands."""
        formatter.write(group_page(self, ctx, self.listed()))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take the words of a call; without any the help is all there is to say."""
        if not args and not ctx.resilient_parsing:
            typer.echo(ctx.get_help())
            raise typer.Exit(WRONG_USE)
        return super().parse_args(ctx, args)

    def listed(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """Return the commands under headings, each with what it does."""
        return {
            "Commands": [(name, (one.help or "").partition("\n\n")[0]) for name, one in self.commands.items()]
        }


class Plain(TyperCommand):
    """A command none of whose options is given without a value: that is a variable of a shell which is not set."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return all parameters."""
        return _quick(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take the words of a call.

        Raises
        ------
        ArgumentError
            If a value is empty; the message names the option.
        """
        if ctx.resilient_parsing:  # completion is told of no error
            return super().parse_args(ctx, args)
        given, *_ = self.make_parser(ctx).parse_args(args=list(args))
        for one in self.get_params(ctx):
            typed = given.get(one.name)
            several = isinstance(typed, list | tuple)
            values: Sequence[Any] = typed if isinstance(typed, list | tuple) else (typed,)
            for value in values:
                if isinstance(value, str) and not value.replace(",", " " if several else ",").strip():
                    if one.param_type_name == "option":
                        raise ArgumentError(
                            f"{max(one.opts, key=len)} is empty. Give it a value, or leave it out."
                        )
                    raise ArgumentError(f"{one.name.upper()} is empty. Name one.")
        return super().parse_args(ctx, args)


class Asking(Plain):
    """A command as it is asked one of its questions.

    Attributes
    ----------
    facts : Question
        What it is asked.
    others : tuple of Question
        What it could be asked instead.
    load : callable
        Given the option that asks another question, or an empty text, returns the command as it is asked that.
    """

    facts: Question
    others: tuple[Question, ...]
    load: Callable[[str], Asking]

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write one screen: an example, the options that most people need, and what else it can be asked."""
        formatter.write(command_page(self, ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Take the words of a call.

        Raises
        ------
        ArgumentError
            If an option goes with another question than the one that is asked; the message says with which. If a value
            is empty.
        """
        try:
            return super().parse_args(ctx, args)
        except Exception as error:  # what the parser raises is not public everywhere
            unknown = getattr(error, "option_name", None)
            if self.others and hasattr(error, "possibilities") and isinstance(unknown, str):
                _refuse_of_others(self, ctx, unknown)
            raise


def _refuse_of_others(command: Asking, ctx: Any, option: str) -> None:
    """Raise an error if an option that is unknown here goes with something else that the command can be asked."""
    having = [
        one.asks for one in command.others if option in option_names(command.load(one.asks).get_params(ctx))
    ]
    if not having:
        return
    asked = command.facts.asks
    if not asked:
        raise ArgumentError(
            f"{option} belongs to {_listed(having, 'and')}: add {'it' if len(having) == 1 else 'one'}."
        )
    if "" in having:
        raise ArgumentError(f"{option} and {asked} exclude each other: leave one of them out.")
    raise ArgumentError(
        f"{option} belongs to {_listed(having, 'and')}; {asked} is another question. Ask one thing at a time."
    )


def _listed(words: Sequence[str], last: str) -> str:
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end
