"""What every command of a study does: read, ask, show, write; one that does no more needs no file."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.failures import GATE
from trueness.cli.idle_options import ASKED, PAGES, Idle, check_idle
from trueness.cli.options import (
    ALL_TABLES,
    HOW_TEXTS,
    PAGE_ENDINGS,
    PRINT,
    RUNNING,
    SOURCE,
    SOURCES,
    WORKERS,
    option,
    output,
    setting_options,
    takes,
    takes_several,
    typed_options,
)
from trueness.cli.running import running
from trueness.cli.showing_study import checked_printing, show_result

if TYPE_CHECKING:
    from trueness.data.scores.score_table import ScoreTable
    from trueness.data.texts.texts import Texts
    from trueness.parallel import TextProgress, Watch
    from trueness.reporting.view import View
    from trueness.sources.origin import Origin
    from trueness.study.study import Study, StudyResult

PAGE = {
    "out": option(Path | None, "--out -o", "Write a self-contained HTML page there.", PRINT, becomes="path"),
    "manifest": option(
        Path | None,
        "--manifest",
        "Where to write the manifest, with which `trueness rerun` repeats the study; default beside the page.",
        PRINT,
    ),
    "title": option(str | None, "--title", "Title of the page.", PRINT),
    "paper": option(
        Path | None,
        "--paper",
        "Folder for a paper that LaTeX compiles: table, figures, methods, references.",
        PRINT,
    ),
    "figures": option(Path | None, "--figures", "Folder to write figures to, as SVG.", PRINT),
    "figure_width": option(
        str | None,
        "--figure-width",
        "For print, as SVG and PDF: column (3.3 inches) or page (7 inches), without headings, letters of 9 points.",
        PRINT,
    ),
}
"""What is written beside what is printed."""


def printing_options(tables: Sequence[str]) -> dict[str, tuple[Any, Any]]:
    """Return how a study is printed, which of its tables, and what is written."""
    return {**output(tables), **PAGE}


def texts_options(what: str) -> dict[str, tuple[Any, Any]]:
    """Return the options that name texts beside the scores, a file or a data set, and say what its fields mean.

    Parameters
    ----------
    what : str
        What the help says of the file.
    """
    return {
        "texts": option(Path | None, "--texts", what, SOURCE),
        "text_columns": option(
            str | None,
            "--text-columns",
            "What fields of --texts mean: KEY=FIELD, separated by commas, e.g. output=SUMMARY.",
            SOURCE,
        ),
        "text_format": option(str | None, "--text-format", "Format of --texts, as --format.", SOURCE),
        "text_part": option(str | None, "--text-part", "The sheet of --texts.", SOURCE),
        "text_header_row": option(
            int | None, "--text-header-row", "In which row of --texts the names of columns are.", SOURCE
        ),
    }


TEXTS_READ = ("format", "part", "columns", "header_row")
"""How texts beside scores are read, each by an option of its own; what means that there is no score holds for both."""


class StudyCommand:
    """One call of a study's command.

    A study whose command takes more than scores, its settings and how to run and print has a class derived from this
    one, in `command.py` of its folder.

    Attributes
    ----------
    sources : mapping
        The options that say where its data are.
    more : mapping
        Options beside those of the selection and the settings.
    printed : mapping
        Options beside those that say how a study is printed, or in their place.
    tables : tuple of str
        What its tables are called, where that is not `TABLES` of its result.
    idle : tuple of Idle
        Options without effect, besides those that are refused in every command.

    Parameters
    ----------
    name : str
        Of the study.
    given : dict
        All options of the command as they were typed; those of printing are taken out, and checked.
    tables : sequence of str
        The names of the study's tables; none for a command that prints no table, and whose JSON holds everything.
    """

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = SOURCES
    more: ClassVar[Mapping[str, tuple[Any, Any]]] = {}
    printed: ClassVar[Mapping[str, tuple[Any, Any]]] = {}
    tables: ClassVar[tuple[str, ...]] = ()
    idle: ClassVar[tuple[Idle, ...]] = ()
    page_endings: ClassVar[tuple[str, ...]] = PAGE_ENDINGS

    def __init__(self, name: str, given: dict[str, Any], tables: Sequence[str] = ()) -> None:
        self.name = name
        self.given = given
        keys = ("json", "to", "table", "strict", *PAGE)
        printing = {key: given.pop(key) for key in keys if key in given}
        self.only_page = not tables
        if self.only_page:
            printing |= {"to": "terminal", "table": ALL_TABLES if printing["json"] else None}
        self.printing = checked_printing(printing, tables)
        check_idle(self.printing, PAGES)
        self._scores = [str(name) for name in given.get("scores") or ()]
        self.files = [*self._scores, *([str(given["texts"])] if given.get("texts") else [])]
        self.data: dict[str, Origin] = {}
        self._how_read = typed_options(self.sources, given)
        self._mirror = given.get("mirror")
        self._missing_values = given.get("missing_values")
        self.watch: Watch | None = None
        self.progress: TextProgress | None = None

    def refuse_idle(self, *rules: Iterable[Idle]) -> None:
        """Refuse options without effect (see `idle_options.check_idle`)."""
        check_idle(self.given, *rules)

    def run(self) -> None:
        """Read, ask and show; leave with the status of a gate that is not passed."""
        import typer

        self.refuse_idle(ASKED, self.idle)
        with self.working():
            result = self.asked()
        self.show(result)
        if not result.passes:
            raise typer.Exit(GATE)

    def asked(self) -> StudyResult:
        """Return the answer to what the command reads."""
        return self.ask(self.read())

    def read(self) -> Any:
        """Return the data of the study, read from what the command names."""
        study = self.study
        scores = self.scores(texts=study.scores_texts)
        texts = {"texts": self.texts_beside(unnamed_system=not scores.has_systems)} if study.texts else {}
        return study.assembled({**texts, "scores": scores})

    @property
    def study(self) -> Study[Any, Any, Any, Any]:
        """The study that is asked."""
        from trueness.study.registry import find_study

        return find_study(self.name)

    @contextlib.contextmanager
    def working(self) -> Iterator[None]:
        """Check where to write, then let work run as the options say, with its progress shown."""
        from trueness.parallel import listening
        from trueness.reporting.terminal import print_announcement, shown_progress

        self._check_targets()
        with (
            running(self.given),
            shown_progress(quiet=self.printing["json"]) as (watch, progress),
            listening(print_announcement),
        ):
            self.watch, self.progress = watch, progress
            yield

    def scores(self, part: str = "scores", *, texts: bool = True) -> ScoreTable:
        """Read the scores that the command names, and note where they came from.

        Those called ``scores`` are noted before what was read earlier: `rerun --data` goes by that order.
        """
        from trueness.cli.reading import read_given
        from trueness.parallel import watched
        from trueness.sources.origin import Origin

        with watched(self.watch):
            table, sources, reading = read_given(self.given, self.progress, texts=texts)
        found = {part: Origin.of(sources, reading)}
        self.data = {**found, **self.data} if part == "scores" else {**self.data, **found}
        return table

    def texts_beside(self, *, unnamed_system: bool = False) -> Texts | None:
        """Read the texts that the command names beside its scores, and note where they came from; None without.

        Parameters
        ----------
        unnamed_system : bool
            Whether they need no field of the system, since the scores have none.

        Raises
        ------
        ArgumentError
            If fields are named and no file, or those of a data set.
        FormatError
            If the file cannot be read.
        """
        from trueness.cli.reading import check_readable
        from trueness.data.datasets.registry import read_registry
        from trueness.data.reading.read_texts import read_texts
        from trueness.data.scores.score_table import UNNAMED_SYSTEM
        from trueness.errors import ArgumentError, FormatError
        from trueness.sources.origin import Origin
        from trueness.sources.source import Source

        path = self.given.pop("texts")
        reading = {key: self.given.pop(f"text_{key}") for key in TEXTS_READ}
        said = next(
            (f"--text-{key.replace('_', '-')}" for key in TEXTS_READ if reading[key] is not None), None
        )
        if path is None:
            if said is not None:
                raise ArgumentError(f"{said} is about --texts: add --texts, or leave it out.")
            return None
        check_readable(str(path))
        if not path.exists() and str(path) in read_registry():
            if said is not None:
                raise ArgumentError(f"{said} is about a file; how a data set is read is known.")
            self.data["texts"] = Origin.of([Source.dataset(str(path))], kind="texts")
            known: Any = self.data["texts"].read("texts", mirror=self._mirror, progress=self.progress)[
                "texts"
            ]
            return known  # type: ignore[no-any-return]
        reading["missing_values"] = self._missing_values
        try:
            texts = read_texts(path, **reading, unnamed_system=unnamed_system)
        except (ArgumentError, FormatError) as error:  # here --columns is about the scores
            words = str(error)
            for key in TEXTS_READ:
                flag = key.replace("_", "-")
                words = words.replace(f"--{flag}", f"--text-{flag}").replace(f"`{key}`", f"`text_{key}`")
            raise type(error)(words) from None
        if texts.systems == (UNNAMED_SYSTEM,):
            reading["unnamed_system"] = unnamed_system
        self.data["texts"] = Origin.of([path], reading, "texts")
        return texts

    def scored_texts(self, *, unnamed_system: bool = False) -> Texts | None:
        """Return the texts that the command names and scores; None where it names scores, or several sources.

        Parameters
        ----------
        unnamed_system : bool
            Whether their scores name no system.
        """
        from trueness.data.datasets.registry import read_registry
        from trueness.sources.origin import Origin
        from trueness.sources.source import Source

        origin = self.data["scores"]
        source = origin.sources[0] if len(origin.sources) == 1 else None
        if not isinstance(source, Source) or source.kind == "file":
            return None
        if source.kind == "dataset" and not read_registry()[source.name].texts:
            return None
        reading = {key: origin.reading.get(key) for key in HOW_TEXTS} if source.kind == "texts" else {}
        if unnamed_system:
            reading["unnamed_system"] = True
        self.data["texts"] = Origin.of([dataclasses.replace(source, metrics=())], reading, "texts")
        texts: Any = self.data["texts"].read("texts", progress=self.progress)["texts"]
        return texts  # type: ignore[no-any-return]

    def ask(self, data: Any, study: Study[Any, Any, Any, Any] | None = None, **more: Any) -> StudyResult:
        """Run the study on data with what is left of the options; `more` replaces some of them."""
        from trueness.parallel import watched
        from trueness.reporting.views import find_view

        study = study or self.study
        arguments = {**argument_values(self.given, study.selection_type, study.settings_type), **more}
        result: StudyResult = study.run(data, watch=self.watch, **arguments)
        if any(self.printing.get(name) for name in ("figures", "paper", "out")):
            with contextlib.nullcontext() if self.watch is None else watched(self.watch):
                find_view(result).prepare(result)
        return result

    def show(self, result: StudyResult, view: View[Any] | None = None) -> None:
        """Write what is to be written and print the result, in its own view by default; leave with a status."""
        from trueness.reporting.views import find_view

        view = find_view(result) if view is None else view
        written = self._write(result, view)
        show_result(
            result,
            view,
            self.printing,
            written=written,
            following=self._following(result),
            only_page=self.only_page,
        )

    def _following(self, result: StudyResult) -> str:
        """Return the command that asks the next question of the same data, read alike; empty where there is none."""
        from trueness.data.scores.support import typed

        asked = result.next_question
        if asked is None or not self._scores:
            return ""
        return typed(asked.command, self._scores, self._how_read, asked.options)

    def _write(self, result: StudyResult, view: Any) -> dict[str, Path | Sequence[Path]]:
        from trueness.cli.targets import save_figures
        from trueness.reporting.manifest import manifest_of, write_manifest
        from trueness.reporting.write_atomically import write_atomically

        written: dict[str, Path | Sequence[Path]] = {}
        targets = self._targets()
        manifest = manifest_of(result, self.data) if targets else None
        if "--out" in targets:
            page = self._page(result, manifest, view)
            written["report" if self.only_page else "page"] = write_atomically(targets["--out"], page)
        if manifest is not None and "--manifest" in targets:
            written["manifest"] = write_manifest(manifest, targets["--manifest"])
        if self.printing.get("figures"):
            written["figures"] = save_figures(
                view.drawn(result), self.printing["figures"], self.printing["figure_width"]
            )
        if self.printing.get("paper"):
            from trueness.reporting.paper_folder import write_paper

            written["paper"] = write_paper(result, view, self.printing["paper"])
        return written

    def _page(self, result: StudyResult, manifest: Any, view: Any) -> str:
        """Return what is written as the page."""
        from trueness.reporting.report import report_html

        return report_html(result, manifest, view=view, title=self.printing["title"])

    def _targets(self) -> dict[str, Path]:
        from trueness.cli.targets import manifest_path

        if self.printing["out"] is None:
            given = self.printing["manifest"]
            return {} if given is None else {"--manifest": Path(given)}
        return {"--out": Path(self.printing["out"]), "--manifest": manifest_path(self.printing)}

    def _check_targets(self) -> None:
        from trueness.cli.targets import check_figure_folder, check_folder, check_page, check_targets

        check_targets(self._targets(), self.files)
        if self.printing["out"] is not None:
            check_page(Path(self.printing["out"]), self.page_endings)
        check_figure_folder(self.printing.get("figures"), self.printing.get("figure_width"))
        check_folder("--paper", self.printing.get("paper"))


def study_command(name: str) -> Callable[..., None]:
    """Return the command of a study, which takes the options of its sources, selection and settings."""
    from trueness.study.folders import has_file, listed
    from trueness.study.registry import find_study, only_class

    kind: type[StudyCommand] = (
        only_class(name, "command", StudyCommand) if has_file(name, "command") else StudyCommand
    )
    study = find_study(name)
    tables = kind.tables or study.result_type.TABLES  # type: ignore[attr-defined] # a `StudyResult`
    asked = setting_options(study.selection_type, study.settings_type)
    texts = texts_options(study.texts) if study.texts else {}
    printing = {**printing_options(tables), **kind.printed}

    said = listed(name)
    options = (kind.sources, texts, kind.more, asked, WORKERS, RUNNING, printing)

    @takes(*options)
    def command(**given: Any) -> None:
        with naming_the_human(f"{said.command} {said.asks}".rstrip() if said else name, given, *options):
            kind(name, given, tables).run()

    command.__doc__ = said.summary if said else study.__doc__
    return command


@contextlib.contextmanager
def naming_the_human(
    call: str, given: Mapping[str, Any], *options: Mapping[str, tuple[Any, Any]]
) -> Iterator[None]:
    """Say of data that do not tell which scores people gave the whole command that says it, as far as it can be seen.

    Parameters
    ----------
    call : str
        The command, with the option that asks its question.
    given : mapping
        Its options as they were typed, at the start of the block.
    *options : mapping
        All that it takes.

    Raises
    ------
    UnnamedHumanError
        In place of the one that was raised.
    """
    from trueness.data.scores.proposed_human import LABELS
    from trueness.data.scores.support import typed, with_columns
    from trueness.study.selection import UnnamedHumanError

    sources = [str(one) for one in given.get("scores") or ()]
    words = [word for some in options for word in typed_options(some, given)]
    try:
        yield
    except UnnamedHumanError as error:
        proposed = error.proposed
        if proposed.columns:
            words = with_columns(words, proposed.columns)
        beside = [LABELS] if proposed.missing else []
        words = [one for one in words if one[0] != "--human"]
        several = any(takes_several(some["human"]) for some in options if "human" in some)
        command = typed(call, [*sources, *beside], words, proposed.typed(several=several))
        raise UnnamedHumanError(error.names, proposed, command) from error


def argument_values(given: Mapping[str, Any], *classes: type) -> dict[str, Any]:
    """Return the keyword arguments of a study among the options of its command.

    Parameters
    ----------
    given : mapping
        Options by their keyword; those that are None were not given.
    *classes : type
        Whose fields the options are (see `study.setting.settings_of`).
    """
    from trueness.cli.options import words
    from trueness.study.setting import settings_of

    found: dict[str, Any] = {}
    for one in (one for cls in classes for one in settings_of(cls)):
        name = "seed" if one.keyword == "rng" else one.keyword
        value = given.get(name)
        if value is None:
            continue
        if one.several and isinstance(value, list):
            split = one.split or words
            value = split(value)
            value = () if value == ["none"] and "none" not in one.choices else value
        elif one.parse is not None and isinstance(value, str):
            value = one.parse(value)
        found[one.keyword] = value
    workers = given.get("workers")
    return found if workers is None else {**found, "workers": workers}
