"""Which published claims that one metric agrees better with people than another hold under the default inference.

``python reproductions/claims/reproduce.py [--data FOLDER] [--texts FOLDER] [--wmt FOLDER] [--resamples N] [--page]``

Claims are those that can be tested on public scores: every difference that Deutsch, Dror & Roth (2021) call
significant in Figure 5 (their test is repeated here, on their scores) and in the sentences of section 6.2, and every
difference that Williams' test finds on WMT'19 de-en in section 5.2. Each is put to `trueness.compare` as it is by
default: the two-way jackknife, which applies to other systems and other inputs, two-sided, with Shaffer's correction
over all pairs of the data set. Prints a table; ``--page`` writes it into docs/claims.md.

Costs a quarter of a minute of processor time.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

import trueness
from trueness import CompareResult, Scorer, ScoreTable

sys.path.insert(0, str(Path(__file__).parents[1] / "deutsch2021"))
import wmt19
from scores import SEED, SOURCES, in_test_data, load_all

ALPHA = 0.05
LEVELS = ("system", "input")
PAGE = Path(__file__).parents[2] / "docs" / "claims.md"

Pair = tuple[str, str]
"""The metric that is said to be better, and the other one."""


@dataclasses.dataclass(frozen=True)
class Claim:
    """Differences that a publication claims.

    Attributes
    ----------
    where, words : str
        Its place, and what it says in our words.
    pairs : tuple of Pair
    """

    where: str
    words: str
    pairs: tuple[Pair, ...]


@dataclasses.dataclass(frozen=True)
class Outcome:
    """What becomes of a claim's differences.

    Attributes
    ----------
    claim : Claim
    data, level : str
    holds : tuple of Pair
        Significant in the same direction after the correction.
    weak : tuple of Pair
        So before the correction only.
    open : tuple of Pair
        Not significant.
    reversed : tuple of Pair
        Significant in the other direction, after the correction.
    """

    claim: Claim
    data: str
    level: str
    holds: tuple[Pair, ...]
    weak: tuple[Pair, ...]
    open: tuple[Pair, ...]
    reversed: tuple[Pair, ...]


def put(claim: Claim, done: CompareResult, level: str) -> Outcome:
    """Look up what the default says of a claim's pairs."""
    rows = {}
    for row in done.tests:
        if (row.level, row.coefficient) == (level, "pearson"):
            turned = {"better": "worse", "worse": "better"}
            rows[row.metric, row.rival] = (row.verdict, row.estimate, row.pvalue)
            rows[row.rival, row.metric] = (turned.get(row.verdict, row.verdict), -row.estimate, row.pvalue)
    kinds: dict[str, list[Pair]] = {"holds": [], "weak": [], "open": [], "reversed": []}
    for pair in claim.pairs:
        verdict, difference, pvalue = rows[pair]
        if verdict == "better":
            kind = "holds"
        elif verdict == "worse":
            kind = "reversed"
        else:
            kind = "weak" if pvalue <= ALPHA and difference > 0 else "open"
        kinds[kind].append(pair)
    return Outcome(claim, done.table.name, level, **{kind: tuple(pairs) for kind, pairs in kinds.items()})


def figure5(table: ScoreTable, human: str, level: str, resamples: int) -> Claim:
    """Return the differences that the published test calls significant, corrected as published."""
    done = trueness.compare(
        table,
        human=human,
        level=level,
        coefficient="pearson",
        interval="none",
        test="permutation",
        test_over="both",
        alternative="greater",
        standardize="cells",
        correction="holm",
        family="per_metric",
        resamples=resamples,
        rng=SEED,
    )
    pairs = tuple((row.metric, row.rival) for row in done.tests if row.verdict == "better")
    words = "significant by Perm-Both, corrected per metric"
    return Claim("Deutsch et al. 2021, Figure 5", words, pairs)


def sentences(name: str, level: str, metrics: Sequence[str], found: Claim) -> Iterable[Claim]:
    """Yield what section 6.2 says in words of a data set and level."""
    where = "Deutsch et al. 2021, section 6.2"
    if (name, level) == ("SummEval", "system"):
        both = ("QAEval", "BERTScore")
        pairs = tuple(itertools.product(both, [metric for metric in metrics if metric not in both]))
        yield Claim(where, "QAEval and BERTScore are better than all others", pairs)
    elif (name, level) == ("SummEval", "input"):
        pairs = tuple(("BERTScore", metric) for metric in metrics if metric != "BERTScore")
        yield Claim(where, "BERTScore is better than all others", pairs)
    elif (name, level) == ("REALSumm", "system"):
        pairs = tuple(pair for pair in found.pairs if pair[0] == "S3")
        yield Claim(where, "S3 is better than most others (those of Figure 5)", pairs)


def wmt_table(folder: Path) -> ScoreTable:
    """Return the scores of WMT'19 de-en, one per system, metrics of errors turned round as the task does."""
    human = wmt19.read_human(folder)
    systems = sorted(human)
    z = np.array([human[system] for system in systems])
    rows, scorers = [z], [Scorer("DA", "human", higher_is_better=True)]
    for name, scores in sorted(wmt19.read_metrics(folder).items()):
        x = np.array([scores[system] for system in systems])
        rows.append(x if trueness.stats.pearson(x, z) > 0 else -x)
        scorers.append(Scorer(name, "metric", higher_is_better=True))
    values = np.stack(rows)[:, :, None]
    return ScoreTable(values=values, scorers=scorers, systems=systems, inputs=["all"], name="WMT'19 de-en")


def williams_claim(table: ScoreTable) -> Claim:
    """Return the 81 of 231 differences that Williams' test finds, one-sided and not corrected."""
    matrices = {name: table.matrix(name)[:, 0] for name in table.scorer_names}
    z = matrices.pop("DA")
    r = {name: trueness.stats.pearson(x, z) for name, x in matrices.items()}
    pairs = []
    for pair in itertools.combinations(matrices, 2):
        better, worse = sorted(pair, key=lambda name: -r[name])
        between = trueness.stats.pearson(matrices[better], matrices[worse])
        found = trueness.stats.williams(r[better], r[worse], between, len(z), alternative="greater")
        if found.pvalue <= ALPHA:
            pairs.append((better, worse))
    words = "significant by Williams' test, not corrected"
    return Claim("Deutsch et al. 2021, section 5.2", words, tuple(pairs))


def outcomes(data: Path | None, texts: Path | None, wmt: Path | None, resamples: int) -> list[Outcome]:
    """Return what becomes of every claim whose scores are there."""
    found = []
    for source in SOURCES:
        table = load_all(source, data, texts)
        done = trueness.compare(table, human=source.human, level=LEVELS, coefficient="pearson")
        for level in LEVELS:
            claimed = figure5(table, source.human, level, resamples)
            found.append(put(claimed, done, level))
            found += [put(one, done, level) for one in sentences(source.name, level, done.metrics, claimed)]
    if wmt is not None:
        table = wmt_table(wmt)
        done = trueness.compare(table, human="DA", level="system", coefficient="pearson")
        found.append(put(williams_claim(table), done, "system"))
    return found


def table_lines(found: Sequence[Outcome]) -> list[str]:
    """Return a Markdown table, a line per claim."""
    lines = [
        "| claim | data, level | differences | hold | only uncorrected | not shown | reversed |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for one in found:
        counts = [len(one.claim.pairs), *map(len, (one.holds, one.weak, one.open, one.reversed))]
        said = f"{one.claim.where}: {one.claim.words}"
        lines.append(f"| {said} | {one.data}, {one.level} | {' | '.join(map(str, counts))} |")
    return lines


def listing(pairs: Sequence[Pair]) -> str:
    """Return pairs by the better metric."""
    of: dict[str, list[str]] = {}
    for better, worse in pairs:
        of.setdefault(better, []).append(worse)
    return "; ".join(f"{better} over {', '.join(others)}" for better, others in of.items()) or "none"


def main() -> int:
    """Print the table, and what holds; write the page where one is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=in_test_data("deutsch2021"))
    parser.add_argument("--texts", type=Path, default=in_test_data("realsumm"))
    parser.add_argument("--wmt", type=Path, default=in_test_data("wmt19"))
    parser.add_argument("--resamples", type=int, default=9999)
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    found = outcomes(given.data, given.texts, given.wmt, given.resamples)
    lines = table_lines(found)
    detail = [
        f"- **{one.data}, {one.level} level; {one.claim.words}.** Hold: {listing(one.holds)}."
        for one in found
    ]
    print("\n".join([*lines, "", *detail]))
    if given.page:
        begin, end = (
            "<!-- from here on written by reproductions/claims/reproduce.py -->\n",
            "<!-- to here -->",
        )
        head, rest = PAGE.read_text(encoding="utf-8").split(begin)
        body = "\n".join([*lines, "", *detail, ""])
        PAGE.write_text(f"{head}{begin}{body}{end}{rest.split(end)[1]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
