"""The options of commands that print the table of a paper."""

from __future__ import annotations

from typing import Any

from trueness.cli.idle_options import Idle
from trueness.cli.options import ALL_TABLES, PRINT, option, words
from trueness.studies.compare.paper_form import NAME, SHOWN_BESIDE, PaperForm

OF_PAPERS = {
    "show": option(
        list[str] | None,
        "--show",
        f"What stands beside every value in the table {NAME}: {', '.join(SHOWN_BESIDE)} (repeat or separate by "
        "commas).",
        PRINT,
    ),
    "name": option(
        list[str] | None,
        "--name",
        f"What a metric is called in the table {NAME}: 'rouge1_stem_f=ROUGE-1' (repeat for several).",
        PRINT,
        metavar="METRIC=NAME",
    ),
}
"""How the table of a paper is made."""

IN_PAPERS = tuple(
    Idle(
        name,
        lambda given: (
            given["table"] not in (NAME, ALL_TABLES) and given["out"] is None and given["paper"] is None
        ),
        f"it is about the table that is made for papers. Ask for that (--table {NAME}), for a folder (`paper`) or a "
        "page (`out`).",
    )
    for name in OF_PAPERS
)


def paper_form(given: dict[str, Any], sort: str | None = None) -> PaperForm:
    """Return how the table is asked for, taking its options out of those of a command.

    Raises
    ------
    ArgumentError
        If something else is to stand beside values.
    """
    return PaperForm(tuple(words(given.pop("show")) or ()), tuple(given.pop("name") or ()), sort)
