"""Write docs/promises.md from what `make promises PROMISES_KEEP=1` stored; `make docs` runs this.

`tests/docs/test_write_promises.py` fails when the page is old.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from hardening.promises.__main__ import fails, kept  # noqa: E402
from hardening.promises.truth import Kept  # noqa: E402

from trueness.decisions.rules import rules  # noqa: E402

PAGE = Path(__file__).parent / "promises.md"

HEAD = """\
# Measured promises

<!-- Written by docs/write_promises.py from hardening/promises/kept.csv; `make docs` writes it anew. -->

Each [rule](rules.md) was asked about simulated tables whose truth is known, by the public function, as a user would.
*Broken* is the share of tables in which its promise was broken, beside what is allowed. *Tells* is how much it told of
what there was to tell; of a set that is named, the share that was ruled out. A row fails where the promise is broken
more often than allowed by more than two standard errors, or where nothing is ever told. *Outside* marks truths in which
a rule says itself that it does not hold. `make promises PROMISES_OF=may_grade` tries one rule again.
"""


def page() -> str:
    """Return the page."""
    rows = kept()
    return "\n".join([HEAD, *(line for name in rules() for line in _rule(name, rows))])


def _rule(name: str, rows: list[Kept]) -> Iterator[str]:
    rule = rules()[name]
    yield f"## `{name}`\n"
    yield f"{rule.question} {rule.promise.format(share=f'{100 * (1 - rule.broken):.3g}%')} It needs {rule.needs}.\n"
    yield "| truth | size | tables | allowed | broken | tells | |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        if row.rule == name:
            told = "" if math.isnan(row.told) else f"{row.told:.2f}"
            said = f"outside: {row.outside}" if row.outside else "**fails**" if fails(row) else "holds"
            yield (
                f"| {row.truth} | {row.size} | {row.tables} | {row.allowed:.3f} | {row.broken:.3f} | {told} | {said} |"
            )
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
