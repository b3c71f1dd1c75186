"""What is typed is taken as it is only where Typer would give the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest
import typer
from typer.core import TyperCommand

from trueness.commands.asking import Plain, QuickArgument, QuickOption

TYPED = (
    (),
    ("a",),
    ("a", "b", "--text", "t", "--words", "u,v", "--words", "w"),
    ("a", "--number", "007", "--least", "2"),
    ("a", "--number", "-3"),
    ("a", "--number", " 4 "),
    ("a", "--number", "1_000"),
    ("a", "--number", "٣"),
    ("a", "--number", "x"),
    ("a", "--least", "1"),
    ("a", "--least", "9"),
    ("a", "--share", ".5"),
    ("a", "--path", "x/y"),
    ("a", "--flag"),
    ("a", "--said", "so"),
)


def say(ctx: typer.Context, value: str | None) -> str:
    return f"{ctx.command.name}: {value}"


def one(
    sources: Annotated[list[str], typer.Argument()],
    text: Annotated[str | None, typer.Option("--text")] = None,
    words: Annotated[list[str] | None, typer.Option("--words")] = None,
    number: Annotated[int | None, typer.Option("--number")] = 5,
    least: Annotated[int | None, typer.Option("--least", min=2, max=8)] = None,
    share: Annotated[float | None, typer.Option("--share")] = None,
    path: Annotated[Path | None, typer.Option("--path")] = None,
    flag: Annotated[bool, typer.Option("--flag")] = False,
    said: Annotated[str | None, typer.Option("--said", callback=say)] = None,
) -> dict[str, Any]:
    return locals()


def command_of(cls: type[TyperCommand]) -> Any:
    app = typer.Typer(add_completion=False)
    app.command("one", cls=cls)(one)
    return typer.main.get_command(app)


def answered(cls: type[TyperCommand], words: tuple[str, ...]) -> Any:
    """Return what a command of some kind receives, or what it says of an error."""
    try:
        return command_of(cls)(list(words), standalone_mode=False)
    except Exception as error:  # noqa: BLE001 - what the parser raises is not public everywhere
        return type(error).__name__, str(error)


@pytest.mark.parametrize("words", TYPED, ids=" ".join)
def test_a_command_is_given_what_typer_gives(words):
    assert answered(Plain, words) == answered(TyperCommand, words)


def test_values_arrive():
    found = answered(Plain, TYPED[2])
    assert (found["sources"], found["text"], found["words"]) == (["a", "b"], "t", ["u,v", "w"])
    assert (answered(Plain, TYPED[3])["number"], found["number"], found["said"]) == (7, 5, "one: None")


def test_every_parameter_is_quick():
    command = command_of(Plain)
    kinds = {type(found) for found in command.get_params(command.context_class(command))}
    assert kinds == {QuickOption, QuickArgument}
