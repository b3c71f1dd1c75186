"""`trueness plan --certify`: how the tests and intervals on offer behave where the truth is known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from trueness.cli.options import PAGE_ENDINGS, PRINT, RUN, SOURCE, SOURCES, option
from trueness.cli.study_command import StudyCommand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trueness.reporting.view import View
    from trueness.study.study import StudyResult

FITTED = {
    "fit": option(
        list[str] | None,
        "--fit",
        "File or data set of scores: study data like these, in which pairs of its metrics are alike.",
        SOURCE,
    ),
    **{key: group for key, group in SOURCES.items() if key != "scores"},
}
"""Whose data are imitated."""

KEPT = {
    "folder": option(
        Path | None,
        "--folder",
        "Where results are kept: a stopped run goes on, and what is asked for later adds to them.",
        PRINT,
    ),
    "kept": option(
        bool,
        "--kept",
        "Show what --folder holds, what is missing and how long it would take; compute nothing.",
        PRINT,
        default=False,
    ),
    "minutes": option(
        float | None,
        "--minutes",
        "After so many minutes begin no other scenario, and say what is missing.",
        RUN,
    ),
}
"""What is kept for good, and how long it may take."""

PRINTED = {
    "out": option(
        Path | None,
        "--out -o",
        "Write the page there in place of printing it: as self-contained HTML, or as Markdown to a name in .md.",
        PRINT,
        becomes="path",
    ),
    "rates": option(
        Path | None,
        "--rates",
        "Write size and power of tests there as CSV, one row per kind and size of data.",
        PRINT,
    ),
    "coverages": option(
        Path | None,
        "--coverages",
        "Write the coverage of intervals there as CSV, one row per kind and size of data.",
        PRINT,
    ),
}

MARKDOWN = (".md", ".markdown")
"""A page to a file of such a name is Markdown."""


class CertifyCommand(StudyCommand):
    """One call of the command: it prints a page of Markdown where no table is asked for.

    Raises
    ------
    ArgumentError
        If scorers are named without a table, both a page and JSON are asked for, or what is kept without saying where.
    """

    sources: ClassVar[Mapping[str, tuple[Any, Any]]] = {**FITTED, **KEPT}
    page_endings: ClassVar[tuple[str, ...]] = (*PAGE_ENDINGS, *MARKDOWN)
    printed: ClassVar[Mapping[str, tuple[Any, Any]]] = PRINTED

    def __init__(self, name: str, given: dict[str, Any], tables: Sequence[str] = ()) -> None:
        from trueness.errors import ArgumentError

        self.summaries = {key: given.pop(key) for key in ("rates", "coverages")}
        given["scores"] = given.pop("fit")
        super().__init__(name, given, tables)
        if self.printing["json"] and self.printing["out"] is not None:
            raise ArgumentError(
                "--out writes the page and --json prints numbers in its place; give one of them."
            )
        if given["kept"] and given["folder"] is None:
            raise ArgumentError("--kept shows what a folder holds; name it (--folder).")
        for key in ("human", "metrics"):
            if given[key] is not None and not given["scores"]:
                raise ArgumentError(f"--{key} names scorers of a table; give one (--fit).")

    def asked(self) -> StudyResult:
        """Return how methods behave on scenarios like the table that is named, if one is."""
        from trueness.studies.certify.study import Certify, Imitated

        data = Imitated(table=self.scores() if self.given["scores"] else None)
        folder, kept, minutes = (self.given[key] for key in ("folder", "kept", "minutes"))
        return self.ask(data, Certify(folder, compute=not kept, minutes=minutes))

    def show(self, result: Any, view: View[Any] | None = None) -> None:
        """Write what is to be written and print the page, or the tables that are asked for."""
        import sys

        from trueness.cli.showing import leave, say, write, write_json
        from trueness.cli.showing_study import show_result
        from trueness.reporting.views import find_view
        from trueness.result import jsonable
        from trueness.studies.certify.parts import certification_page

        view, asked = view or find_view(result), self.printing
        written = self._write(result, view)
        form = "json" if asked["json"] else asked["to"]
        if asked["table"] is not None or form not in ("terminal", "json"):
            show_result(result, view, asked, written=written)
            return
        for caution in result.cautions:
            if caution.severity == "warning":
                sys.stderr.write(f"trueness: warning: {caution.message}\n")
        if form == "json":
            write_json([{**jsonable(row), "signature": str(result.signature)} for row in result.rows()])
        else:
            if asked["out"] is None:
                write(certification_page(result))
            for kind, paths in written.items():
                for path in [paths] if isinstance(paths, Path) else paths:
                    say(f"{kind}  {path}")
        leave(result, strict=asked["strict"])

    @property
    def _as_markdown(self) -> bool:
        out = self.printing["out"]
        return out is not None and out.suffix.lower() in MARKDOWN

    def _targets(self) -> dict[str, Path]:
        found = super()._targets()
        if self._as_markdown and self.printing["manifest"] is None:
            del found["--manifest"]
        return found | {f"--{key}": path for key, path in self.summaries.items() if path is not None}

    def _page(self, result: Any, manifest: Any, view: Any) -> str:
        from trueness.studies.certify.parts import certification_page

        if self._as_markdown:
            return certification_page(result, self.printing["title"])
        return super()._page(result, manifest, view)

    def _write(self, result: Any, view: Any) -> dict[str, Any]:
        from trueness.reporting.write_atomically import write_atomically
        from trueness.studies.certify.certified_table import CertifiedCoverage, CertifiedRate, table_csv
        from trueness.studies.certify.summarised import summarised_coverages, summarised_rates

        written = dict(super()._write(result, view))
        rates, coverages = self.summaries["rates"], self.summaries["coverages"]
        if rates is not None:
            text = table_csv(summarised_rates(result.rates), CertifiedRate)
            written["rates"] = write_atomically(rates, text)
        if coverages is not None:
            text = table_csv(summarised_coverages(result.coverages), CertifiedCoverage)
            written["coverages"] = write_atomically(coverages, text)
        return written
