"""Which commands there are, and what each can be asked; the module of one is imported when it is called."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Any, NamedTuple

import typer

from trueness.cli.options import ASK_OTHERWISE, option, with_options
from trueness.commands.asking import HELP_ALL, Asking, Group
from trueness.errors import ArgumentError, check_choice
from trueness.study.folders import STUDIES, has_file, listed

EXIT_HELP = (
    "Exit status: 0 done; 2 wrong use; 3 data cannot be used; 4 a method makes no sense here; "
    "5 --strict and a warning; 6 a download or an optional package is missing, or a service fails or is too dear; "
    "7 rerun or metrics verify found other numbers; 8 a gate is not passed; 130 interrupted; 141 nobody reads "
    "what it prints; 143 ended by request."
)

SCORES = "I have scores by metrics and by people"
JUDGED = "I have scores or labels by a judge, and by people"
TEXTS = "I have texts"
BEFORE = "I have a study before me"
FILES = "I have files, or none yet"
DONE = "I have a page or a manifest"
PANELS = (SCORES, JUDGED, TEXTS, BEFORE, FILES, DONE)
"""The headings of the list of commands, in its order: what somebody has."""


class Question(NamedTuple):
    """Something that a command can be asked.

    Attributes
    ----------
    asks : str
        The option that asks it, ``--pool``; empty for what a command does without such an option.
    module : str
        It holds what is called.
    called : str
        The name of a function or of a group of commands in that module, or of a study.
    is_study : bool
        Whether it is a study, whose command follows from its folder.
    summary : str
        The first paragraph of its docstring, or of a study's folder.
    example : str
        What may be typed after the name of the program.
    usual : tuple of str
        The options that the first screen of help shows.
    """

    asks: str
    module: str
    called: str
    is_study: bool
    summary: str
    example: str
    usual: tuple[str, ...]


class Command(NamedTuple):
    """A command, and what the list of commands says of it.

    Attributes
    ----------
    panel : str
    questions : tuple of Question
        The first is asked where no option asks another.
    """

    panel: str
    questions: tuple[Question, ...]

    @property
    def summary(self) -> str:
        """What it does where nothing else is asked."""
        return self.questions[0].summary

    def question(self, asks: str) -> Question:
        """Return what an option asks, or what is asked without one."""
        return next(one for one in self.questions if one.asks == asks)


def _other(
    name: str, module: str, summary: str, example: str, usual: Sequence[str] = (), asks: str = ""
) -> Question:
    return Question(
        asks=asks,
        module=f"commands.{module}",
        called=name,
        is_study=False,
        summary=summary,
        example=example,
        usual=tuple(usual),
    )


_OTHERS = (
    (
        "compare",
        SCORES,
        _other(
            "compare",
            "compare",
            "Test which metrics agree better with people than others.",
            "compare pocket --human coverage --out page.html",
            (
                "--human",
                "--metrics",
                "--by",
                "--level",
                "--coefficient",
                "--margin",
                "--baseline",
                "--no-tests",
                "--without",
                "--out",
                "--json",
            ),
        ),
    ),
    (
        "score",
        TEXTS,
        _other(
            "score",
            "score",
            "Score texts by metrics; a second run computes only what is new.",
            "score texts.jsonl --metrics bleu,chrf --out scores.csv",
            (
                "--metrics",
                "--columns",
                "--with",
                "--judge-url",
                "--judge-model",
                "--judge-dry-run",
                "--out",
                "--json",
            ),
        ),
    ),
    (
        "metrics",
        TEXTS,
        _other(
            "metrics",
            "metrics",
            "Metrics that texts can be scored with: list, show, verify.",
            "metrics list",
        ),
    ),
    (
        "generate",
        TEXTS,
        _other(
            "generate",
            "generate",
            "Generate summaries over the whole range of a metric, to score.",
            "generate documents.jsonl --metric rouge2_f --out generated.jsonl",
            ("--metric", "--count", "--words", "--sentences", "--seed", "--out", "--json"),
        ),
    ),
    (
        "generate",
        TEXTS,
        _other(
            "translate",
            "translate",
            "Translate texts, there or there and back, as texts to score.",
            "generate texts.jsonl --translate --from en --to es --model Helsinki-NLP/opus-mt-en-es",
            (
                "--from",
                "--to",
                "--command",
                "--model",
                "--object",
                "--back",
                "--leave-out",
                "--out",
                "--json",
            ),
            asks="--translate",
        ),
    ),
    (
        "demo",
        FILES,
        _other(
            "demo",
            "compare",
            "Score and compare on a small bundled benchmark, offline.",
            "demo",
            ("--out", "--neural", "--seed", "--json"),
        ),
    ),
    (
        "data",
        FILES,
        _other("data", "data", "Public data sets: list, show, get.", "data list"),
    ),
    (
        "check",
        FILES,
        _other(
            "check",
            "check",
            "Say what a file holds, what it is enough for, and what to type next.",
            "check scores.csv",
            ("--format", "--part", "--columns", "--labels", "--missing-values", "--header-row", "--json"),
        ),
    ),
    (
        "convert",
        FILES,
        _other(
            "convert",
            "convert",
            "Write scores of any known format as CSV, JSONL or Parquet.",
            "convert scores.xlsx --out scores.csv",
            (
                "--format",
                "--part",
                "--columns",
                "--labels",
                "--missing-values",
                "--header-row",
                "--out",
                "--overwrite",
                "--json",
            ),
        ),
    ),
    (
        "rerun",
        DONE,
        _other(
            "rerun",
            "rerun",
            "Repeat a study from its page or manifest; compare its numbers.",
            "rerun page.html",
            ("--data", "--manifest", "--workers", "--json"),
        ),
    ),
)
"""What is no study of its own: its command, the heading of that, and what is asked."""


def commands_of(studies: Iterable[str]) -> dict[str, Command]:
    """Return the commands, panel by panel, each with its questions, the first first.

    Parameters
    ----------
    studies : iterable of str
        Names of studies; what is no study is always there.

    Raises
    ------
    ArgumentError
        If the folder of a study names a heading or a command that does not exist.
    """
    found = list(_OTHERS)
    for name in studies:
        if (said := listed(name)) is not None:
            module = f"studies.{name}.{'command' if has_file(name, 'command') else 'study'}"
            asked = Question(
                asks=said.asks,
                module=module,
                called=name,
                is_study=True,
                summary=said.summary,
                example=said.example,
                usual=said.usual,
            )
            found.append((said.command, said.panel, asked))
    headings = {command: panel for command, panel, asked in found if not asked.asks}
    for command, panel, asked in found:
        if asked.asks:
            check_choice(f"COMMAND of studies/{asked.called}/__init__.py", command, headings)
        else:
            check_choice(f"PANEL of studies/{asked.called}/__init__.py", panel, PANELS)
    by_command: dict[str, list[Question]] = {
        command: [] for panel in PANELS for command, of in headings.items() if of == panel
    }
    for command, _, asked in sorted(found, key=lambda one: bool(one[2].asks)):
        by_command[command].append(asked)
    return {command: Command(headings[command], tuple(asked)) for command, asked in by_command.items()}


COMMANDS = commands_of(STUDIES)
"""All commands by name, in the order in which help lists them."""


class Commands(Group):
    """A group that knows names and summaries of its commands, and loads the one that is called."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return what is to run, loaded now; completion asks for it, too.

        Raises
        ------
        ArgumentError
            If two options ask two questions.
        """
        if args and args[0] in COMMANDS:
            name, *rest = args
            asks, *others = asked_by(name, rest) or [""]
            if others and not ctx.resilient_parsing:  # completion is told of no error
                raise ArgumentError(
                    f"{asks} and {' and '.join(others)} are questions of their own: give the command once for each."
                )
            return f"{name} {asks}".strip(), loaded(name, asks), rest
        return super().resolve_command(ctx, args)

    def listed(self) -> dict[str, list[tuple[str, str]]]:
        """Return the commands by what somebody has, each with what it does and the options that ask more."""
        found: dict[str, list[tuple[str, str]]] = {panel: [] for panel in PANELS}
        for name, one in COMMANDS.items():
            more = " ".join(question.asks for question in one.questions if question.asks)
            found[one.panel].append((name, f"{one.summary}\n{more}".strip()))
        return found


def asked_by(name: str, words: Sequence[str]) -> list[str]:
    """Return the options among the words after a command that ask something else than it does by itself."""
    known = {one.asks for one in COMMANDS[name].questions if one.asks}
    before = itertools.takewhile(lambda word: word != "--", words)
    return list(dict.fromkeys(word for word in before if word in known))


def find_command(name: str, asks: str = "") -> Any:
    """Return the function of a command and of what an option asks, or its group of commands."""
    question = COMMANDS[name].question(asks)
    if question.is_study:
        from trueness.cli.study_command import study_command

        return study_command(question.called)
    return getattr(import_module(f"trueness.{question.module}"), question.called)


def stub() -> None:
    """Stand for a command until it is called."""


@functools.cache
def loaded(name: str, asks: str = "") -> Any:
    """Return a command with the options of what is asked, built once."""
    holder, found = typer.Typer(add_completion=False), find_command(name, asks)
    if isinstance(found, typer.Typer):
        holder.add_typer(found, name=name)
    else:
        holder.command(name, cls=Asking, epilog=EXIT_HELP)(_with_questions(found, COMMANDS[name], asks))
    built = typer.main.get_group(holder).commands[name]
    if isinstance(built, Asking):
        built.facts = COMMANDS[name].question(asks)
        built.others = tuple(one for one in COMMANDS[name].questions if one.asks != asks)
        built.load = functools.partial(loaded, name)
    return built


def _with_questions(found: Callable[..., None], command: Command, asks: str) -> Callable[..., None]:
    """Return what is called, with the options that ask: its own, or all of them where none has been given."""
    words = {
        f"asks_{one.called}": option(bool, one.asks, one.summary, ASK_OTHERWISE, default=False)
        for one in command.questions
        if one.asks and asks in ("", one.asks)
    }
    return with_options(found, words | HELP_ALL)
