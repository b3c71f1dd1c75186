"""Print what Braun et al. (2022) report of summary evaluation under translation, and what comes out here.

Does Summary Evaluation Survive Translation to Other Languages? NAACL, 2425-2435.

The paper's translations (opus-mt, seven languages) are not at hand. SummEval is translated by apertium into four
languages and back, and scored with nine measures, in the folder ``--work``, unless that is there already
(``translated.py``). Texts, the experts' ratings and recorded BERTScores are in the folder that TRUENESS_TEST_DATA
names, or ``--data``, or downloaded. Exits with 1 if a number that has to agree does not, with 2 if a program is
missing. Twenty minutes of a processor, two where the translations are there.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from translated import ENGLISH, MEASURES, PAIRS, english, make

from trueness import (
    ConditionsResult,
    ScoreTable,
    conditions,
    load_dataset,
    read_scores,
    references,
    resolved_pairs,
    write_report,
)
from trueness.stats import anderson_hauck, equivalence_bounds

HERE = Path(__file__).parent
SEED = 2022
AND_BACK = " and back"
"""What follows the name of a language where texts came back from it."""

LANGUAGES = tuple(PAIRS)
QUALITIES = ("coherence", "consistency", "fluency", "relevance")
HUMANS = tuple(f"expert_{name}" for name in QUALITIES)
OF_THE_PAPER = ("rouge1_f", "rouge2_f", "rougeL_f", "bleu", "js1_source", "bertscore_f1")
"""Six of its measures; BERTScore is the one recorded for the English summaries."""


def in_test_data() -> Path | None:
    """Return the folder with data that TRUENESS_TEST_DATA names, if it does."""
    named = os.environ.get("TRUENESS_TEST_DATA")
    return Path(named) / "data" if named else None


def recorded(data: Path | None, file: str, scorers: Sequence[str]) -> ScoreTable:
    """Return recorded scores of Deutsch et al. (2021), from a folder or downloaded."""
    table = (
        load_dataset("summeval-metrics")
        if data is None
        else read_scores(data / "deutsch2021" / "fabbri2020" / file)
    )
    return table.select(scorers=scorers)


def ratings_of(data: Path | None) -> ScoreTable:
    """Return what three experts say of SummEval's outputs."""
    return recorded(data, "relevance.jsonl.gz", HUMANS)


class Found:
    """Everything that is computed, each once.

    Parameters
    ----------
    scores : Path
        The folder with scores of the translations.
    data : Path, optional
        That with texts, ratings and recorded scores.
    """

    def __init__(self, scores: Path, data: Path | None) -> None:
        ratings = ratings_of(data)
        bertscore = recorded(data, "bertscore.jsonl.gz", ["bertscore_f1"])
        table: ScoreTable = read_scores(ratings, scores / f"{ENGLISH}.jsonl", bertscore)
        shared = {
            "human": HUMANS,
            "level": "global",
            "coefficient": "kendall",
            "over": "outputs",
            "rng": SEED,
        }
        self.study: ConditionsResult = conditions(
            table.select(scorers=(*HUMANS, *MEASURES)),
            against={name: read_scores(scores / f"{name}.jsonl") for name in LANGUAGES},
            back={name: read_scores(scores / f"{name}_back.jsonl") for name in LANGUAGES},
            method="bootstrap",
            as_published=True,
            **shared,
        )
        self.six = resolved_pairs(table, metrics=OF_THE_PAPER, **shared)
        self.widened = references(
            ratings,
            texts=english(data),
            metrics=["rouge1_f"],
            resamples=999,
            **shared,
        )

    def spread(self, quality: str) -> np.ndarray:
        """Return the margins by standard deviation of all measures."""
        return np.array([row.sd for row in self.study.margins if row.human == f"expert_{quality}"])

    def share(self, name: str, method: str = "bootstrap") -> float:
        """Return a share of tests; of the margin, and ``alone`` or ``corrected``."""
        kind, which = name.split()
        field = "share_equivalent" if which == "alone" else "share_equivalent_adjusted"
        return next(
            float(getattr(row, field))
            for row in self.study.shares
            if (row.margin_kind, row.method) == (kind, method)
        )

    def shifts(self) -> dict[tuple[str, str], tuple[float, float]]:
        """Return the changes of P one way and after the way back, by language and quality."""
        known = {(row.condition, row.human): row.shift for row in self.study.shifts}
        return {
            (language, human): (known[language, human], known[f"{language}{AND_BACK}", human])
            for language in LANGUAGES
            for human in HUMANS
        }


def _equivalent(found: Found, quality: str) -> float:
    rows = [row for row in found.study.of("sd").tests if row.human == f"expert_{quality}"]
    return float(np.mean([row.equivalent for row in rows]))


def _across(found: Found, metric: str) -> float:
    values = [r.estimate for r in found.study.across if r.metric == metric and r.condition in LANGUAGES]
    return float(np.mean(values))


LOOK_UP: dict[str, Callable[[Found, str], float]] = {
    "median margin, SD": lambda found, of: float(np.median(found.spread(of))),
    "IQR of margins, SD": lambda found, of: float(np.subtract(*np.quantile(found.spread(of), [0.75, 0.25]))),
    "equivalent by TOST": lambda found, of: found.share(of),
    "equivalent by Anderson-Hauck": lambda found, of: found.share(of, "anderson_hauck"),
    "equivalent within SD": _equivalent,
    "tau across languages": _across,
    "resolved, nine measures": lambda found, of: found.study.resolved.share_resolved(
        f"expert_{of}", "global", "kendall"
    ),
    "resolved, six measures": lambda found, of: found.six.share_resolved(f"expert_{of}", "global", "kendall"),
    "share of changes of P below .1": lambda found, _: float(
        np.mean([there < 0.1 for there, _ in found.shifts().values()])
    ),
    "largest change of P": lambda found, _: max(there for there, _ in found.shifts().values()),
    "resolved pairs that turn round": lambda found, _: float(
        sum(row.n_reversed for row in found.study.shifts if row.condition in LANGUAGES)
    ),
    "changes of P smaller after the way back": lambda found, _: float(
        np.mean([back < there for there, back in found.shifts().values()])
    ),
    "variance on two components": lambda found, _: sum(found.study.map.explained),
    "Anderson-Hauck p at .24, .22, .70, n 1700": lambda _found, _of: (
        anderson_hauck(0.24, 0.22, 0.70, 1700, equivalence_bounds(0.05)).pvalue
    ),
    "wider with other references": lambda found, of: next(
        row.widening for row in found.widened.widening if row.human == f"expert_{of}"
    ),
}


def compared(found: Found) -> tuple[list[dict[str, str]], bool]:
    """Return the rows of published.csv with what was found, and whether all that must agree does."""
    rows, fine = [], True
    with (HERE / "published.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            value = LOOK_UP[row["what"]](found, row["of"])
            low, high = (float(row[key]) if row[key] else None for key in ("low", "high"))
            agrees = (low is None or value >= low) and (high is None or value <= high)
            fine = fine and agrees
            differs = f"{value - float(row['published']):+.3f}" if _is_number(row["published"]) else ""
            rows.append(
                {
                    **row,
                    "reproduced": f"{value:.3f}",
                    "difference": differs,
                    "agrees": "yes" if agrees else "NO",
                }
            )
    return rows, fine


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def table_of(rows: list[dict[str, str]]) -> str:
    """Return the comparison as a Markdown table."""
    keys = ("place", "what", "of", "published", "reproduced", "difference", "agrees", "cause")
    lines = ["| " + " | ".join(keys) + " |", "|---|---|---|---|---:|---:|---|---|"]
    lines += ["| " + " | ".join(row[key] for key in keys) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Compute, compare, print; write the page where asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=in_test_data(), help="folder with summeval and deutsch2021"
    )
    parser.add_argument(
        "--work",
        type=Path,
        default=Path("build/braun2022"),
        help="scores of the translations; made if missing",
    )
    parser.add_argument("--out", type=Path, help="write the page of the study there")
    given = parser.parse_args()
    try:
        make(given.work, given.data)
    except FileNotFoundError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    found = Found(given.work, given.data)
    rows, fine = compared(found)
    sys.stdout.write(table_of(rows))
    for text in found.study.conclusions:
        sys.stdout.write(f"\n{text}\n")
    if given.out is not None:
        write_report(found.study, given.out)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
