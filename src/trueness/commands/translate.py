"""`trueness generate --translate`: texts in, a file of the same texts in another language out."""

from __future__ import annotations

import contextlib
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trueness.cli.idle_options import Idle, check_idle
from trueness.cli.options import (
    ASK,
    HOW_TEXTS,
    JSON,
    LEAVING_ROWS,
    PRINT,
    SCORE,
    SOURCE,
    SOURCES,
    option,
    takes,
    words,
)
from trueness.cli.showing import console, write_json
from trueness.errors import ArgumentError
from trueness.parallel import TextProgress
from trueness.reporting.terminal import printable
from trueness.study.number_words import counted

if TYPE_CHECKING:
    from trueness.translation.translated_texts import TranslatedFile
    from trueness.translation.translator import Translator

REQUIRED = inspect.Parameter.empty

TRANSLATOR = "Translator"
"""What the options about one are listed under."""

KINDS = ("command", "model", "object")
"""The options that name a translator."""

TRANSLATE = {
    "texts": SCORE["texts"],
    "source": option(
        str, "--from", "Language of the texts, as the translator calls it, e.g. en.", ASK, REQUIRED
    ),
    "target": option(str, "--to", "Language that they are translated into, e.g. es.", ASK, REQUIRED),
    "command": option(
        str | None,
        "--command",
        "Program that reads lines and writes as many, e.g. 'apertium -u {from}-{to}'.",
        ASK,
    ),
    "model": option(
        str | None,
        "--model",
        "Model for transformers, by its name on the hub or a folder: Helsinki-NLP/opus-mt-en-es.",
        ASK,
    ),
    "object": option(
        str | None,
        "--object",
        "MODULE:NAME of a Translator, or of a function that returns the one for two languages.",
        ASK,
    ),
    "back": option(bool, "--back", "Translate there and back again.", ASK, default=False),
    "back_with": option(
        str | None,
        "--back-with",
        "Command, model or object for the way back, where the languages are not named by {from} and {to}.",
        ASK,
    ),
    "sentences": option(
        str | None,
        "--sentences",
        "Where sentences end: split (default, by rules; extra `sentences`), newline or marks.",
        ASK,
    ),
    "leave_out": option(
        list[str] | None,
        "--leave-out",
        "What is not translated, and not written: references, source (repeat or separate by commas).",
        ASK,
        metavar="<str>",
    ),
    "blank_lines": option(
        bool,
        "--blank-lines",
        "Put blank lines between the lines for --command, as apertium needs it: it reads on across ends of lines.",
        TRANSLATOR,
        default=False,
    ),
    "timeout": option(
        float | None, "--timeout", "Seconds that --command may work on a batch (default 600).", TRANSLATOR
    ),
    "batch": option(
        int | None, "--batch", "Lines at once (default: --command 500, --model 32).", TRANSLATOR, min=1
    ),
    "longest": option(
        int | None,
        "--longest",
        "Longest line, in letters for --command, in tokens for --model (default: what it takes); longer are split.",
        TRANSLATOR,
        min=1,
    ),
    "beams": option(
        int | None,
        "--beams",
        "Width of the beam search of --model (default: the model's own).",
        TRANSLATOR,
        min=1,
    ),
    "prefix": option(
        str | None,
        "--prefix",
        "What --model is given before every line, such as the task for T5.",
        TRANSLATOR,
    ),
    "device": option(
        str | None,
        "--device",
        "Where --model runs: cpu, cuda, and so on (default: a GPU if there is one).",
        TRANSLATOR,
    ),
    **{key: SOURCES[key] for key in (*HOW_TEXTS, *LEAVING_ROWS) if key != "columns"},
    "columns": SCORE["columns"],
    "mirror": SOURCES["mirror"],
    "cache": option(
        str | None,
        "--cache",
        "Folder where translations (and data sets) are kept, so that nothing is translated twice.",
        SOURCE,
        envvar="TRUENESS_CACHE",
    ),
    "no_cache": option(bool, "--no-cache", "Translate everything, and keep nothing.", SOURCE, default=False),
    "out": option(
        Path,
        "--out -o",
        "Where to write: .jsonl, .csv or .tsv, also .gz and .zst.",
        PRINT,
        Path("translated.jsonl"),
        becomes="path",
    ),
    "strict": option(bool, "--strict", "Exit with status 5 if there is any warning.", PRINT, default=False),
}
"""What is translated, and by what."""

OF_A_TRANSLATOR = (
    Idle("blank_lines", lambda given: given["command"] is None, "it is about how `command` is fed."),
    Idle("timeout", lambda given: given["command"] is None, "it ends a `command`."),
    Idle("beams", lambda given: given["model"] is None, "it is about the search of a `model`."),
    Idle("prefix", lambda given: given["model"] is None, "it is put before what a `model` is given."),
    Idle("device", lambda given: given["model"] is None, "it says where a `model` runs."),
    Idle("batch", lambda given: given["object"] is not None, "an `object` has a batch size of its own."),
    Idle("longest", lambda given: given["object"] is not None, "an `object` has a limit of its own."),
    Idle("back_with", lambda given: not given["back"], "it names what translates `back`."),
)


@takes(TRANSLATE, JSON)
def translate(**given: Any) -> None:
    """Translate texts, there or there and back, as texts to score.

    A program or a model translates them sentence by sentence.
    """
    import typer

    from trueness.cli.failures import WARNINGS
    from trueness.cli.running import running
    from trueness.cli.targets import check_targets
    from trueness.commands.score import stream_given
    from trueness.data.writing.write_texts import check_texts_extension
    from trueness.reporting.terminal import shown_progress
    from trueness.translation.translate import translate_file
    from trueness.translation.translation_cache import TranslationCache

    check_texts_extension(given["out"])
    check_targets({"--out": given["out"]}, (given["texts"],))
    check_idle(given, OF_A_TRANSLATOR)
    with contextlib.ExitStack() as stack:
        stack.enter_context(running({}))
        _, progress = stack.enter_context(shown_progress(quiet=given["json"]))
        there, back = translators(given, progress)
        cache = None if given["no_cache"] else stack.enter_context(TranslationCache(given["cache"]))
        done = translate_file(
            stream_given({**given, "lower_is_better": None}, progress),
            there,
            given["out"],
            back=back,
            sentences=given["sentences"] or "split",
            language=given["source"],
            leave_out=words(given["leave_out"]) or (),
            cache=cache,
            progress=progress,
        )
        kept = None if cache is None or cache.problem else cache.path
    show_translated(done, kept, given, as_json=given["json"])
    if given["strict"] and done.cautions:
        raise typer.Exit(WARNINGS)


def translators(
    given: dict[str, Any], progress: TextProgress | None = None
) -> tuple[Translator, Translator | None]:
    """Return the translator that a command names, and the one for the way back, if that was asked for.

    Raises
    ------
    ArgumentError
        If not exactly one is named, or the way back would be translated by what translates the way there.
    MissingExtraError
        If a package is missing that it needs.
    """
    named = [kind for kind in KINDS if given[kind] is not None]
    if len(named) != 1:
        many = "none" if not named else " and ".join(f"`{kind}`" for kind in named)
        raise ArgumentError(
            f"give one of `command`, `model` and `object` to name the translator; here: {many}."
        )
    (kind,) = named
    source, target = given["source"], given["target"]
    there = _translator(kind, given[kind], source, target, given, progress)
    if not given["back"]:
        return there, None
    again = given["back_with"] or given[kind]
    back = _translator(kind, again, target, source, given, progress)
    if back.signature() == there.signature():
        raise ArgumentError(
            f"`back` would be translated by what has translated there. Name the languages by {{from}} and {{to}} in "
            f"`{kind}`, or what translates back: `back_with`."
        )
    return there, back


def _translator(
    kind: str, named: str, source: str, target: str, given: dict[str, Any], progress: TextProgress | None
) -> Translator:
    filled = named.replace("{from}", source).replace("{to}", target)
    asked = {key: given[key] for key in ("batch", "longest") if given[key] is not None}
    if kind == "command":
        from trueness.translation.command_translator import CommandTranslator

        limit = {} if given["timeout"] is None else {"timeout": given["timeout"]}
        return CommandTranslator(filled, blank_lines=given["blank_lines"], **limit, **asked)
    if kind == "model":
        from trueness.translation.seq2seq_translator import Seq2SeqTranslator

        asked |= {key: given[key] for key in ("beams", "device", "prefix") if given[key] is not None}
        if progress is not None:
            progress(f"loading {filled}", 0, 0)
        return Seq2SeqTranslator(filled, source=source, target=target, **asked)
    return _translator_object(filled, source, target)


def _translator_object(named: str, source: str, target: str) -> Translator:
    from trueness.commands.score import load_object
    from trueness.translation.translator import Translator

    found = load_object(named)
    if not isinstance(found, Translator):
        if not callable(found):
            raise ArgumentError(f"'{named}' must be a Translator, or a function that returns one.")
        try:
            found = found(source, target)
        except Exception as error:
            raise ArgumentError(f"'{named}' has failed ({type(error).__name__}: {error}).") from error
    if not isinstance(found, Translator):
        raise ArgumentError(f"'{named}' must return a Translator; it has returned a {type(found).__name__}.")
    return found


def show_translated(
    done: TranslatedFile, cache: Path | None, given: dict[str, Any], *, as_json: bool
) -> None:
    """Say what was translated, how much of it was known already, and what a reader has to know."""
    way = f"{given['source']} to {given['target']}{' and back' if done.back else ''}"
    if as_json:
        write_json(
            {
                "path": str(done.path),
                "replaced": done.replaced,
                "from": given["source"],
                "to": given["target"],
                "rows": done.rows,
                "systems": done.systems,
                "inputs": done.inputs,
                **done.to_dict(),
                "cache": None if cache is None else str(cache),
            }
        )
        return
    from rich.text import Text

    replaced = " (replaced)" if done.replaced else ""
    sizes = ((done.rows, "output"), (done.systems, "system"), (done.inputs, "input"))
    known = f", {done.n_known:,} known from the cache ({cache})" if done.n_known and cache else ""
    to = console()
    for line in (
        f"{done.path}{replaced}: {', '.join(counted(*size) for size in sizes)}, {way}",
        f"{counted(done.n_made, 'translation')} made{known}",
        *(f"warning: {caution}" for caution in done.cautions),
        *(f"note: {note}" for note in done.notes),
        f"signature: {done.signature}",
    ):
        to.print(Text(printable(line), overflow="fold"))
