"""Which published claims that one metric agrees better with people than another hold under the default inference.

``python reproductions/claims/reproduce.py [--data FOLDER] [--clones FOLDER] [--write]``

Seven public benchmarks, `published.py` has the claims. Each difference is put to `trueness.compare` as it is by
default: the two-way jackknife, which applies to other systems and other inputs, two-sided, with Shaffer's correction
over all pairs of a table and level, and a margin below which a lead is none. Prints a table; ``--write`` records it in
recorded.csv and writes it into docs/claims.md. Exits with 1 if something else comes out than was recorded, with 2 if
a benchmark is not at hand, which it names.

Takes a minute and a half of processor time.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "deutsch2021")]
from asked import Outcome  # noqa: E402 - beside this program
from benchmarks import LackingError, Places  # noqa: E402
from published import BENCHMARKS  # noqa: E402
from scores import in_test_data  # noqa: E402 - of the neighbour

RECORDED = HERE / "recorded.csv"
PAGE = HERE.parents[1] / "docs" / "claims.md"
BEGIN = "<!-- from here on written by reproductions/claims/reproduce.py -->\n"
END = "<!-- to here -->"

KEYS = ("data", "level", "paper", "place", "claim")
COUNTS = ("differences", "hold", "no_lead", "reversed", "cannot_tell", "alone")
NUMBERS = ("lead", "seen_alone", "seen")
TOLERANCE = 0.0015
"""Of a correlation: what is recorded has three digits."""

Row = dict[str, str]


def as_row(one: Outcome) -> Row:
    """Return an outcome as it is recorded: counts, verdict, and numbers with three digits."""
    claim = one.claim
    counts = (
        len(one.found),
        one.count("holds"),
        one.count("equal", "reversed"),
        one.count("reversed"),
        one.count("open"),
        one.open_but_alone,
    )
    numbers = (one.middle("lead"), one.middle("seen_alone"), one.middle("seen"))
    return {
        **dict(zip(KEYS, (one.data, one.level, claim.paper, claim.place, claim.words), strict=True)),
        **dict(zip(COUNTS, map(str, counts), strict=True)),
        "today": one.verdict,
        **{name: f"{value:.3f}" for name, value in zip(NUMBERS, numbers, strict=True)},
    }


def differing(found: Sequence[Row], recorded: Sequence[Row]) -> list[str]:
    """Return what differs from what is recorded, of benchmarks that were asked."""
    ours = {tuple(row[key] for key in KEYS): row for row in found}
    asked = {row["data"] for row in found}
    lines = []
    for row in recorded:
        name = ", ".join(row[key] for key in KEYS)
        own = ours.pop(tuple(row[key] for key in KEYS), None)
        if own is None:
            lines += [f"{name}: is missing"] if row["data"] in asked else []
            continue
        lines += [
            f"{name}: {field} {own[field]}, not {row[field]}"
            for field in (*COUNTS, "today")
            if own[field] != row[field]
        ]
        lines += [
            f"{name}: {field} {own[field]}, not {row[field]}"
            for field in NUMBERS
            if own[field] != row[field] and not abs(float(own[field]) - float(row[field])) <= TOLERANCE
        ]
    return [*lines, *(f"{', '.join(key)}: is not recorded" for key in ours)]


def short(number: str) -> str:
    """Return a correlation with two digits and no leading 0; none where a lead would have to be infinite."""
    value = float(number)
    return "none" if math.isinf(value) else f"{value:.2f}".replace("0.", ".", 1)


HEADINGS = (
    *("benchmark, level", "claim", "today", "differences", "shown", "none or reversed"),
    *("cannot tell (of these, shown alone)", "lead here", "lead that would show: alone", "corrected"),
)


def table_lines(rows: Sequence[Row]) -> list[str]:
    """Return the table of the page."""
    lines = [f"| {' | '.join(HEADINGS)} |", f"|---|---|---|{'---:|' * (len(HEADINGS) - 3)}"]
    for row in rows:
        cells = (
            f"{row['data']}, {row['level']}",
            f"{row['paper']}, {row['place']}: {row['claim']}",
            f"**{row['today']}**",
            *(row[name] for name in ("differences", "hold", "no_lead")),
            f"{row['cannot_tell']} ({row['alone']})",
            *(short(row[name]) for name in NUMBERS),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def put_into_page(lines: Sequence[str]) -> None:
    """Write the table where the page has it."""
    head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}{chr(10).join(lines)}\n{END}{rest.split(END)[1]}", encoding="utf-8")


def recorded_rows() -> list[Row]:
    """Return what is recorded."""
    with RECORDED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def main() -> int:
    """Ask, print, and compare with what is recorded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=in_test_data(), help="What TRUENESS_TEST_DATA has as data."
    )
    parser.add_argument("--clones", type=Path, default=Path("build/clones"), help="Clones of repositories.")
    parser.add_argument("--resamples", type=int, default=9999, help="Of the published permutation test.")
    parser.add_argument("--write", action="store_true", help="Record what comes out, and write the page.")
    given = parser.parse_args()
    places = Places(given.data, given.clones)
    rows: list[Row] = []
    lacking = []
    for benchmark in BENCHMARKS:
        try:
            rows += [as_row(one) for one in benchmark.ask(places, given.resamples)]
        except LackingError as error:
            lacking.append(f"{benchmark.name}: {error}")
    lines = table_lines(rows)
    sys.stdout.write("\n".join([*lines, *(f"lacks {line}" for line in lacking), ""]))
    if given.write:
        if lacking:
            return 2
        with RECORDED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        put_into_page(lines)
        return 0
    wrong = differing(rows, recorded_rows())
    sys.stdout.write("".join(f"differs: {line}\n" for line in wrong))
    return 1 if wrong else 2 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
