"""The options of the command line, each said once and shared by the commands that take it."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

import typer

from trueness.cli.failures import say_flags

SOURCE, ASK, RUN, PRINT = "Scores", "Question", "Resampling", "Output"

ASK_OTHERWISE = "Other questions"
"""Under which heading stand the options that ask something else than the command does by itself."""

TO_FORMATS = ("terminal", "json", "csv", "latex", "markdown", "html", "typst")

PAGE_ENDINGS = ("", ".html", ".htm")
"""What the name of a page may end with."""

ALL_TABLES = "all"
"""Asked for in place of one table."""

CONCLUSIONS = "conclusions"
"""Asked for in place of a table: all that was found, in words."""

METHODS = "methods"
"""Asked for in place of a table: what a paper has to say of it."""

_Words = list[str] | None


_VALUES = {str: "WORD", list[str]: "WORD,…", int: "N", float: "X", Path: "PATH"}
"""What stands for the value of an option in help, by its type."""


class Becomes(NamedTuple):
    """The argument an option becomes, where messages call it by another name than the command does."""

    argument: str


def option_flags(options: Mapping[str, tuple[Any, Any]]) -> dict[str, str]:
    """Return the flag of every option, ``--test-over``, by the names of the argument it becomes.

    Parameters
    ----------
    options : mapping of str to (annotation, default)
        As `options.option` makes them; words without a flag are left out.
    """
    return {
        argument: flag
        for name, (kind, _) in options.items()
        if (flag := flag_of(kind))
        for argument in (name, *(said.argument for said in get_args(kind) if isinstance(said, Becomes)))
    }


def typed_options(options: Mapping[str, tuple[Any, Any]], given: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the options that were typed, each with its value: a command that comes next has to have them, too.

    Parameters
    ----------
    options : mapping of str to (annotation, default)
        As `options.option` makes them; words without a flag are left out.
    given : mapping
        What a command was given, by the names of options; what is not there was not typed.
    """
    flags = option_flags(options)
    return [
        (flags[name], "" if value is True else word)
        for name, (_, default) in options.items()
        if name in flags and (value := given.get(name, default)) != default and value is not None
        for word in (value if isinstance(value, list) else [str(value)])
    ]


def takes_several(one: tuple[Any, Any]) -> bool:
    """Return whether an option, as `option` makes it, takes several values."""
    return bool(get_args(one[0])[0] == _Words)


def flag_of(kind: Any) -> str | None:
    """Return how an option is typed, given its annotation; None for a word without a flag."""
    _, said, *_ = get_args(kind)
    names = (said.default, *(said.param_decls or ()))  # of the names in an annotation the first is kept apart
    return next((name for name in names if isinstance(name, str) and name.startswith("--")), None)


def option(
    kind: Any, names: str, text: str, panel: str, default: Any = None, *, becomes: str = "", **more: Any
) -> tuple[Any, Any]:
    """Return an option and its default, as the groups below hold them.

    Parameters
    ----------
    kind : type
    names : str
        The flag, or several, separated by blanks.
    text : str
        What the help says.
    panel : str
        Under which heading the help says it.
    default : optional
    becomes : str
        The argument it becomes, as messages name it, where that has another name than the group gives it.
    **more
        Passed on to `typer.Option`.
    """
    # a flag takes no value
    more.setdefault(
        "metavar", " " if kind is bool else _VALUES.get(get_args(kind)[0] if get_args(kind) else kind)
    )
    said = typer.Option(*names.split(), help=text, rich_help_panel=panel, **more)
    return (Annotated[kind, said, Becomes(becomes)] if becomes else Annotated[kind, said]), default


def argument(kind: Any, text: str, default: Any = inspect.Parameter.empty) -> tuple[Any, Any]:
    """Return a word without a flag, by default one that must be given."""
    return Annotated[kind, typer.Argument(help=text, show_default=False)], default


SOURCES = {
    "scores": argument(
        list[str], "Files of scores or of texts, or names of data sets (see `trueness data list`)."
    ),
    "format": option(str | None, "--format", "Format of the files, where it is not recognised.", SOURCE),
    "part": option(
        str | None, "--part", "Which table of a source that holds several, e.g. en-de or en-de.sys.", SOURCE
    ),
    "columns": option(
        _Words,
        "--columns",
        "What columns mean: KEY=COLUMN, e.g. system=MODEL (repeat or separate by commas).",
        SOURCE,
    ),
    "labels": option(
        _Words,
        "--labels",
        "Order of labels in place of numbers, worst first: 'fail<pass' (known), 'C<B<A' (repeat for several); with | "
        "between them if they have none: 'billing|refund|other'; spellings of one with =: 'no=n<yes=y'.",
        SOURCE,
    ),
    "missing_values": option(
        _Words,
        "--missing-values",
        "Values and labels that mean that there is no score, shell patterns: 'N/A,ERROR*,-1'; 'judge=-1' of one scorer "
        "(repeat or separate by commas).",
        SOURCE,
    ),
    "header_row": option(
        int | None,
        "--header-row",
        "In which row the names of columns are, in CSV, TSV and spreadsheets, where titles stand above; 0: in none.",
        SOURCE,
    ),
    "join": option(
        str,
        "--join",
        "How several files are joined: exact, alike (names spelled otherwise, also in one file), outer (keep all), "
        "inner (common).",
        SOURCE,
        "exact",
    ),
    "keep": option(
        str,
        "--keep",
        "peers leaves human-written references out, all keeps them; official: what WMT took.",
        SOURCE,
        "peers",
    ),
    "lower_is_better": option(
        _Words,
        "--lower-is-better",
        "Metrics for which less is better (repeat or separate by commas).",
        SOURCE,
    ),
    "drop_duplicates": option(
        bool, "--drop-duplicates", "Keep one of systems with identical scores.", SOURCE, default=False
    ),
    "drop_repeated": option(
        bool, "--drop-repeated", "Keep the first of rows for the same output.", SOURCE, default=False
    ),
    "only": option(
        _Words,
        "--only",
        "What to keep, as --without names it, e.g. 'bart*' or 'inputs=news-*'; the rest is left out.",
        SOURCE,
    ),
    "without": option(
        _Words,
        "--without",
        "What to leave out, shell patterns (repeat or separate by commas): systems, 'ref*,Human-?.0'; "
        "'inputs=check-*', 'annotators=bob', 'metrics=BLEU*'.",
        SOURCE,
    ),
    "mqm_weights": option(
        str | None,
        "--mqm-weights",
        "Penalties of errors in annotations of MQM, all of them: 'Major=5,Minor=1,Minor/Fluency/Punctuation=.1'.",
        SOURCE,
    ),
    "mirror": option(
        str | None,
        "--mirror",
        "Folder or address to fetch data sets from instead.",
        SOURCE,
        envvar="TRUENESS_MIRROR",
    ),
    "no_cache": option(
        bool, "--no-cache", "Of texts: compute every score, and keep none.", SOURCE, default=False
    ),
}
"""Where scores come from."""

HOW_READ = (
    *("format", "part", "columns", "labels", "missing_values", "header_row", "join", "keep"),
    *("only", "without", "drop_repeated", "mqm_weights"),
)
"""Those of `SOURCES` that say how scores are read, as readers and manifests call them, too."""

HOW_PAIRS = ("format", "part", "columns", "missing_values", "header_row")
"""The same for pairs."""

HOW_TEXTS = (*HOW_PAIRS, "labels")
"""The same for texts."""

LEAVING_ROWS = ("only", "without")
"""Those that say what is left out of texts, and of pairs."""

METRICS = {
    "metrics": option(
        _Words,
        "--metrics",
        "Metrics, shell patterns (repeat or separate by commas); default all. Of texts: what is computed.",
        ASK,
    )
}
"""Which metrics."""

WORKERS = {
    "workers": option(
        int | None, "--workers", "Workers (default: the processors); they do not change the numbers.", RUN
    ),
}
"""How many work."""

RUNNING = {
    "engine": option(
        str | None,
        "--engine",
        "threads (default), local (processes), or dask (a cluster of this machine) or dask=ADDRESS (a running one).",
        RUN,
    ),
    "memory": option(
        str | None, "--memory", "What resampling may hold, e.g. 512MiB (default), 2GB or bytes.", RUN
    ),
    "checkpoint": option(
        Path | None,
        "--checkpoint",
        "Folder where finished work is kept until a run is complete; default in the cache folder.",
        RUN,
    ),
    "no_checkpoint": option(
        bool, "--no-checkpoint", "Keep nothing of a run that is interrupted.", RUN, default=False
    ),
}
"""Where work runs, and what is kept of it; changes no number."""

JSON = {
    "json": option(
        bool, "--json", "Print JSON: full precision, columns as in the glossary.", PRINT, default=False
    ),
}

OUTPUT = {
    **JSON,
    "to": option(str, "--to", f"Print as {', '.join(TO_FORMATS)}.", PRINT, "terminal"),
    "strict": option(bool, "--strict", "Exit with status 5 if there is any warning.", PRINT, default=False),
}
"""How results are printed."""


def output(tables: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """Return how a study is printed, and which of its tables."""
    text = (
        f"Which table: {', '.join(tables)}; {CONCLUSIONS} (words); {METHODS} (to publish); or {ALL_TABLES} (terminal "
        "and JSON)."
    )
    table = option(str | None, "--table", text, PRINT)
    return {**{key: OUTPUT[key] for key in ("json", "to")}, "table": table, "strict": OUTPUT["strict"]}


REPORT = {
    "out": option(
        Path, "--out -o", "Where to write the report.", PRINT, Path("trueness-report.html"), becomes="path"
    ),
    "manifest": option(
        Path | None, "--manifest", "Where to write the manifest; default beside the report.", PRINT
    ),
    "title": option(str | None, "--title", "Title of the report.", PRINT),
    **JSON,
    "strict": OUTPUT["strict"],
}
"""What a report needs."""


RERUN = {
    "manifest": argument(Path, "A manifest, or the HTML report that holds it."),
    "data": option(
        _Words,
        "--data",
        "Where the files are now, in the manifest's order, if they have moved (repeat).",
        SOURCE,
    ),
    "allow_files": option(
        bool, "--allow-files", "Let it read files outside its folder that it names.", SOURCE, default=False
    ),
    "allow_network": option(
        bool, "--allow-network", "Let it fetch data sets that are not on this machine.", SOURCE, default=False
    ),
    "allow_programs": option(
        bool, "--allow-programs", "Let it run the programs of metrics that it names.", SOURCE, default=False
    ),
    "out": option(
        Path | None,
        "--manifest",
        "Write the manifest of what was found there, with the rows that a page leaves out.",
        PRINT,
        becomes="path",
    ),
}
"""What is repeated."""

SCORE = {
    "texts": argument(
        str,
        "Texts as JSONL, JSON, CSV, TSV, Parquet or a spreadsheet, a folder with one file per text, or the name of a "
        "data set.",
    ),
    "metrics": option(
        _Words,
        "--metrics",
        "Names and shell patterns, e.g. 'bleu,rouge?_f' (see `trueness metrics list`); default: the usual.",
        ASK,
    ),
    "rouge_mode": option(
        str | None,
        "--rouge-mode",
        "For ROUGE whose name does not say it: modern (default; any language), exact (ROUGE-1.5.5) or google "
        "(rouge-score).",
        ASK,
    ),
    "sentences": option(
        str | None,
        "--sentences",
        "For ROUGE-L and -W whose name does not say it, where sentences end: newline (default), marks or split.",
        ASK,
    ),
    "segmenter": option(
        str | None,
        "--segmenter",
        "MODULE:FUNCTION that splits a text into words, for ROUGE in modern mode.",
        ASK,
    ),
    "format": SOURCES["format"],
    "columns": option(
        _Words,
        "--columns",
        "What fields mean: KEY=FIELD, e.g. output=SUMMARY (repeat or separate by commas).",
        SOURCE,
    ),
    **{key: SOURCES[key] for key in ("part", "labels", "missing_values", "header_row", *LEAVING_ROWS)},
    "lower_is_better": option(
        _Words,
        "--lower-is-better",
        "Human dimensions for which less is better (repeat or separate by commas).",
        SOURCE,
    ),
    "beside": option(
        _Words,
        "--with",
        "File of scores by other metrics or judges, joined by system and input (repeat).",
        SOURCE,
    ),
    "join": SOURCES["join"],
    "mirror": SOURCES["mirror"],
    "cache": option(
        str | None,
        "--cache",
        "Folder where scores (and data sets) are kept, so that nothing is computed twice.",
        SOURCE,
        envvar="TRUENESS_CACHE",
    ),
    "no_cache": SOURCES["no_cache"],
    "out": option(
        Path,
        "--out -o",
        "Where to write: .csv, .tsv, .jsonl, .parquet or .arrow, also .gz and .zst.",
        PRINT,
        Path("scores.csv"),
        becomes="path",
    ),
}
"""What is scored."""


def setting_options(*classes: type) -> dict[str, tuple[Any, Any]]:
    """Return the options that the fields of selections and settings are (see `study.setting`).

    Parameters
    ----------
    *classes : type
    """
    from trueness.study.setting import settings_of

    found: dict[str, tuple[Any, Any]] = {}
    for one in (one for cls in classes for one in settings_of(cls)):
        if one.flag is None:
            continue
        kind: Any = bool if one.kind is bool else one.kind | None
        if one.several:
            kind = _Words
        elif one.parse is not None:
            kind = str | None
        name = "seed" if one.keyword == "rng" else one.keyword
        more: dict[str, Any] = {"min": 0} if name == "seed" else {}
        default = False if one.kind is bool else None
        becomes = one.field if one.field != name else ""
        found[name] = option(kind, one.flag, one.help, one.panel, default, becomes=becomes, **more)
    return found


def takes(*groups: Mapping[str, tuple[Any, Any]]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options of the groups; it receives them as keyword arguments."""

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        options = {name: option for group in groups for name, option in group.items()}
        flags = option_flags(options)

        @functools.wraps(command)
        def run(**given: Any) -> None:
            say_flags(flags)
            command(**given)

        parameters = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for name, (kind, default) in options.items()
        ]
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {name: kind for name, (kind, _) in options.items()}
        return run

    return decorate


def with_options(command: Callable[..., None], options: Mapping[str, tuple[Any, Any]]) -> Callable[..., None]:
    """Give a command further options, which it does not receive."""

    @functools.wraps(command)
    def run(**given: Any) -> None:
        command(**{name: value for name, value in given.items() if name not in options})

    signature = inspect.signature(command)
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in options.items()
    ]
    parameters = [*signature.parameters.values(), *more]
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def words(given: list[str] | None) -> list[str] | None:
    """Return the values of a repeatable option, each of which may hold several separated by commas."""
    if given is None:
        return None
    return [word.strip() for value in given for word in value.split(",") if word.strip()]
