"""Print what Graham (2015) published on 192 variants of ROUGE, what follows from it, and what two benchmarks say.

Re-evaluating Automatic Summarization with BLEU and 192 Shades of ROUGE. EMNLP, 128-137.

The scores of DUC-2004 are not at hand: its Table 1 is, in `published.csv`, and its Table 2 has to follow from it. Who
has DUC-2004 names its folder (``--duc``), and Table 1 is computed from its texts and judgements. The claims are
tested on two other benchmarks, from the texts on. Needs the folder that TRUENESS_TEST_DATA names, or ``--data``, with
``summeval`` and ``realsumm``; without it only Table 2 is made. Exits with 1 if a table differs. Takes about five
minutes on two processors and below 1.5 GiB.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import sys
import time
from pathlib import Path
from typing import Any

from trueness import (
    ScoreTable,
    VariantsResult,
    drop_duplicate_systems,
    load_dataset_texts,
    read_scores,
    read_texts,
    score,
    variants,
    write_report,
)
from trueness.stats import option_shares, variant_options

HERE = Path(__file__).parent
SEED = 2015
COEFFICIENTS = ("pearson", "spearman", "kendall")
CUSTOMARY = "rouge2_stem_recall:median"
"""What Hong et al. (2014) used, by the paper's Table 3."""

ROUGE = "rouge{1,2,3,4,L,W,S4,SU4}_*"
DUC_BLEU = "bleu_moses"
"""The program that the paper names, multi-bleu: one number a system."""

ASSESSMENT = "mean(coverage,linguistic_quality)"
"""Its human score, of two percentages."""

HUMANS = {"summeval": "relevance", "realsumm": "litepyramid_recall", "duc": ASSESSMENT}
BENCHMARKS = ("summeval", "realsumm")
ROUNDED = 0.05 + 1e-9
"""Shares are printed with one decimal of a per cent."""

ROUNDED_R = 0.0005 + 1e-9
"""Correlations with three."""


def published() -> list[dict[str, str]]:
    """Return the rows of Table 1."""
    with (HERE / "published.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def published_shares() -> dict[tuple[str, str], float]:
    """Return Table 2: the share of optimal variants, in per cent, by option and value."""
    with (HERE / "published_options.csv").open(encoding="utf-8", newline="") as file:
        return {(row["option"], row["value"]): float(row["share"]) for row in csv.DictReader(file)}


def table_2() -> list[Any]:
    """Return the shares that follow from Table 1."""
    known = [
        (options, row["optimal"] == "yes")
        for row in published()
        if (options := variant_options(row["metric"])) is not None
    ]
    return option_shares([options for options, _ in known], [optimal for _, optimal in known])


def differing() -> list[str]:
    """Return what of Table 2 does not follow from Table 1; nothing if all does."""
    printed = published_shares()
    found = {(row.option, row.value): 100 * row.share for row in table_2()}
    return [
        f"{option} {value}: {found.get((option, value))} for {share}"
        for (option, value), share in printed.items()
        if abs(found.get((option, value), -1.0) - share) > ROUNDED
    ]


def duc_scores(folder: Path) -> ScoreTable:
    """Return both human scores, the 96 variants and BLEU of DUC's peers, people left out.

    Parameters
    ----------
    folder : Path
        With the folders ``models`` and ``peers``, and beside them NIST's tables of coverage and of linguistic quality.
    """
    people = read_scores(*sorted(path for path in folder.iterdir() if path.is_file()), format="duc")
    return read_scores(people, score(read_texts(folder), [ROUGE, DUC_BLEU]))


def differing_from_table_1(found: VariantsResult) -> list[str]:
    """Return what of Table 1 does not come out, r or the dot; nothing if all does."""
    ours = {row.metric: row for row in found.of("pearson")}
    lines = []
    for row in published():
        name = DUC_BLEU if row["metric"] == "bleu" else row["metric"]
        one = ours[name]
        if abs(one.estimate - float(row["pearson"])) > ROUNDED_R or one.optimal != (row["optimal"] == "yes"):
            dots = ", ".join("dot" if dot else "no dot" for dot in (one.optimal, row["optimal"] == "yes"))
            lines.append(f"{name}: {one.estimate:.3f} for {row['pearson']} ({dots})")
    return lines


def scores(name: str, folder: Path) -> ScoreTable:
    """Return the 96 variants and BLEU for a benchmark's texts; of two equal systems one is kept."""
    texts = load_dataset_texts(name, mirror=folder)
    return drop_duplicate_systems(score(texts, [ROUGE, "bleu"]))


def study(
    name: str, table: ScoreTable, coefficients: tuple[str, ...] = COEFFICIENTS, **more: int
) -> VariantsResult:
    """Return the study of a benchmark."""
    return variants(
        table,
        human=HUMANS[name],
        coefficient=coefficients,
        named=[CUSTOMARY, "rouge2_recall"],
        rng=SEED,
        **more,
    )


def shown(name: str, found: VariantsResult) -> None:
    """Print what a benchmark says beside the paper."""
    printed = published_shares()
    for sentence in found.conclusions:
        print(f"  {sentence}")
    for coefficient in COEFFICIENTS:
        rows = found.of(coefficient)
        counts = [
            sum(getattr(row, field) for row in rows)
            for field in ("optimal", "optimal_adjusted", "optimal_default", "optimal_default_adjusted")
        ]
        print(
            f"  {name} {coefficient}: best {rows[0].metric} {rows[0].estimate:.3f}; optimal by Williams {counts[0]} "
            f"(corrected {counts[1]}), by the jackknife {counts[2]} (corrected {counts[3]}) of {len(rows)}"
        )
    print(
        f"  {'option':<11}{'value':<13}{'paper':>7}" + "".join(f"{c:>10}{'jack.':>7}" for c in COEFFICIENTS)
    )
    for (option, value), share in printed.items():
        of = {row.coefficient: row for row in found.options if (row.option, row.value) == (option, value)}
        line = "".join(f"{100 * of[c].share:>10.1f}{100 * of[c].share_default:>7.1f}" for c in COEFFICIENTS)
        print(f"  {option:<11}{value:<13}{share:>7.1f}{line}")
    for row in found.luck:
        print(
            f"  {row.coefficient:<9}{row.over:<8} naive {row.estimate:.3f}  elsewhere {row.honest:.3f}  luck "
            f"{row.drop:.3f} [{row.drop_low:.3f}, {row.drop_high:.3f}]  another best in "
            f"{1 - row.share_same:.0%} of samples"
        )


def main() -> int:
    """Print everything, and return 1 if Table 2 does not follow from Table 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("TRUENESS_TEST_DATA"))
    parser.add_argument(
        "--duc", type=Path, help="folder of DUC-2004: models, peers, and tables of judgements"
    )
    parser.add_argument("--out", type=Path, help="folder for the pages")
    given = parser.parse_args()
    wrong = differing()
    print(
        "Table 2 from Table 1:", "; ".join(wrong) if wrong else f"all {len(published_shares())} shares follow"
    )
    if given.duc is not None:
        found = study("duc", duc_scores(given.duc), ("pearson",))
        lines = differing_from_table_1(found)
        print("Table 1 from DUC-2004:", "\n  ".join([f"{len(lines)} of {len(published())} differ", *lines]))
        wrong += lines
    if given.data is None:
        return bool(wrong)
    folder = Path(given.data)
    folder = folder / "data" if (folder / "data").is_dir() else folder
    for name in BENCHMARKS:
        start = time.perf_counter()
        table = scores(name, folder)
        scored = time.perf_counter()
        found = study(name, table)
        seconds = time.perf_counter() - scored
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"\n{name}: scores {scored - start:.1f} s, study {seconds:.1f} s, peak {peak:.0f} MiB")
        shown(name, found)
        if given.out is not None:
            given.out.mkdir(parents=True, exist_ok=True)
            write_report(found, given.out / f"variants-{name}.html")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
