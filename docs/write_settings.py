"""Write docs/settings.md from what the studies declare; `make docs` runs this.

`tests/docs/test_write_settings.py` fails when the page is old.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from trueness.study.folders import STUDIES, listed
from trueness.study.registry import find_study
from trueness.study.setting import Setting, settings_of

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "settings.md"

HEAD = """\
# Settings

<!-- Written by docs/write_settings.py from what src/trueness/studies declares; `make docs` writes it anew. -->

What every study can be told: as an option of its command, and as an argument of its function. The words are those of
the [glossary](glossary.md). Where scores come from is said in the same way for all ([command line](command_line.md)),
and so is where work runs ([engines](engines.md)). An option that takes several values is repeated, or has them
separated by commas; in Python it takes one or a sequence. All of it is recorded in the manifest of a study.
"""

COLUMNS = ("option", "argument", "default", "choices", "what it is")


def page() -> str:
    """Return the page."""
    return "\n".join([HEAD, *(line for name in STUDIES for line in study_lines(name))])


def study_lines(name: str) -> Iterator[str]:
    """Yield a study's heading and its two tables: what is compared, and how."""
    study, said = find_study(name), listed(name)
    yield f"## `{name}`\n"
    if said is not None:
        yield f"On the command line `{f'trueness {said.command} {said.asks}'.strip()}`.\n"
    for heading, kind in (("What is compared", study.selection_type), ("How", study.settings_type)):
        found = settings_of(kind)
        if not found:
            continue
        yield f"{heading}:\n"
        yield f"| {' | '.join(COLUMNS)} |"
        yield "|---" * len(COLUMNS) + "|"
        yield from (f"| {' | '.join(cells(one))} |" for one in found)
        yield ""


def cells(one: Setting) -> tuple[str, ...]:
    """Return what a line of a table says of a setting."""
    default = one.default_text
    if one.kind is bool:
        default = "yes" if one.default else "no"
    elif default and (default in one.choices or not one.default_words):
        default = f"`{default}`"
    choices = ", ".join(f"`{choice}`" for choice in one.choices)
    option = f"`{one.flag}`" if one.flag else ""
    return tuple(
        cell.replace("|", r"\|") for cell in (option, f"`{one.keyword}`", default, choices, one.text)
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
