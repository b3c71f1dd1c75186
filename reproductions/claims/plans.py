"""What lead studies of other sizes would show: ``trueness plan`` from each benchmark, at the system level.

``python reproductions/claims/plans.py [--data FOLDER] [--clones FOLDER] [--write]``

From a benchmark as the pilot, studies with as many systems, twice and four times as many, are simulated; the number
of inputs stays. Prints the smallest lead of a metric over a rival that one test finds in four of five of them.
``--write`` records it in plans.csv and writes it into docs/claims.md. Exits with 1 if something else comes out than was
recorded, with 2 if a benchmark is not at hand. Takes two minutes of processor time.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "deutsch2021")]
import benchmarks  # noqa: E402 - beside this program
from benchmarks import LackingError, Places  # noqa: E402
from reproduce import PAGE, Row, short  # noqa: E402
from scores import in_test_data  # noqa: E402 - of the neighbour

from trueness import ScoreTable, plan  # noqa: E402

RECORDED = HERE / "plans.csv"
BEGIN = "<!-- from here on written by reproductions/claims/plans.py -->\n"
END = "<!-- to here, too -->"
TIMES = (1, 2, 4)
RUNS = 60
SEED = 1
POWER = 0.8


class Pilot(NamedTuple):
    """A benchmark with a metric and a rival that is simpler."""

    name: str
    table: Callable[[Places], ScoreTable]
    human: str
    metric: str
    rival: str


def dialogues(places: Places) -> ScoreTable:
    """Return DialSummEval without the reference."""
    table = benchmarks.dialsummeval(places)
    return table.select(systems=[name for name in table.systems if name != benchmarks.REFERENCE])


PILOTS = (
    Pilot("SummEval", benchmarks.summeval, "expert_relevance", "BERTScore", "ROUGE-2"),
    Pilot("REALSumm", benchmarks.realsumm, "litepyramid_recall", "S3", "ROUGE-2"),
    Pilot("DialSummEval", dialogues, "consistency", "questeval", "rouge-1"),
    Pilot("OpinSummEval", benchmarks.opinsummeval, "asp_rel", "bart_score_arti2hypo", "R1_F1"),
)


def planned(pilot: Pilot, places: Places) -> Row:
    """Return the smallest lead that is found, by how many times as many systems there are."""
    table = pilot.table(places)
    n, inputs = len(table.systems), len(table.inputs)
    found = plan(
        table,
        human=pilot.human,
        metrics=[pilot.metric, pilot.rival],
        systems=[n * times for times in TIMES],
        inputs=[inputs],
        level="system",
        power=POWER,
        detect=POWER,
        runs=RUNS,
        rng=SEED,
        workers=1,
    )
    leads = {row.n_systems: row.detectable for row in found.designs}
    return {
        "pilot": pilot.name,
        "metric": pilot.metric,
        "rival": pilot.rival,
        "systems": str(n),
        "inputs": str(inputs),
        **{f"times {times}": f"{leads[n * times]:.3f}" for times in TIMES},
    }


def table_lines(rows: Sequence[Row]) -> list[str]:
    """Return the table of the page."""
    heads = ("pilot", "metric, rival", "systems × inputs", *(f"{times} × the systems" for times in TIMES))
    lines = [f"| {' | '.join(heads)} |", f"|---|---|---:|{'---:|' * len(TIMES)}"]
    for row in rows:
        cells = (
            row["pilot"],
            f"{row['metric']}, {row['rival']}",
            f"{row['systems']} × {row['inputs']}",
            *("none" if row[f"times {times}"] == "nan" else short(row[f"times {times}"]) for times in TIMES),
        )
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def main() -> int:
    """Simulate, print, and compare with what is recorded."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=in_test_data(), help="What TRUENESS_TEST_DATA has as data."
    )
    parser.add_argument("--clones", type=Path, default=Path("build/clones"), help="Clones of repositories.")
    parser.add_argument("--write", action="store_true", help="Record what comes out, and write the page.")
    given = parser.parse_args()
    rows, lacking = [], False
    for pilot in PILOTS:
        try:
            rows.append(planned(pilot, Places(given.data, given.clones)))
        except LackingError as error:
            lacking = True
            sys.stdout.write(f"lacks {pilot.name}: {error}\n")
    lines = table_lines(rows)
    sys.stdout.write("\n".join([*lines, ""]))
    if given.write and not lacking:
        with RECORDED.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        head, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
        body = "\n".join(lines)
        PAGE.write_text(f"{head}{BEGIN}{body}\n{END}{rest.split(END)[1]}", encoding="utf-8")
        return 0
    with RECORDED.open(encoding="utf-8", newline="") as file:
        recorded = {row["pilot"]: row for row in csv.DictReader(file)}
    wrong = [row for row in rows if row != recorded.get(row["pilot"])]
    sys.stdout.write("".join(f"differs: {row}, not {recorded.get(row['pilot'])}\n" for row in wrong))
    return 1 if wrong else 2 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
