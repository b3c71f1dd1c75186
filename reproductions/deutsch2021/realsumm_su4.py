"""Compute ROUGE-SU4 on REALSumm from its texts, with the references that its recorded scores were computed with.

The public files hold one reference per document. The recorded scores, and the paper's, were computed with each system's
own copy of it, as that system's authors had tokenised it, and sometimes cut it. These copies are not public, but
ROUGE-1 and ROUGE-2 computed with them are. Where the public reference gives other numbers, this program tries those in
`SPELLINGS`, and keeps the one that gives precision and recall of both as recorded, to the last digit. ROUGE-SU4, which
then follows, has no part in the choice.

``python reproductions/deutsch2021/realsumm_su4.py`` prints what was changed, and what it does to Table 2. Some seconds.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import itertools
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import shapiro

from trueness import ScoreTable, Texts, load_dataset_texts, score

Scores = NDArray[np.float64]
RECORDED = tuple(f"rouge-{n}_{part}" for n in (1, 2) for part in ("precision", "recall"))
"""What the public references are held against."""

SU4 = "rougeSU4_stem_recall"
SCORED = tuple(
    f"{name}:mode=exact"
    for name in (*(f"rouge{n}_stem_{part}" for n in (1, 2) for part in ("precision", "recall")), SU4)
)
"""The same as this package calls them, and what is wanted; stemmed, with stop words, as ROUGE-1.5.5 counts."""

MOST_CHANGES = 2


def _bracket(found: re.Match[str]) -> str:
    return {"(": "-lrb-", ")": "-rrb-", "[": "-lsb-", "]": "-rsb-"}[found[0]]


SPELLINGS: Mapping[str, Callable[[str], str]] = {
    "don't as do n't": lambda text: re.sub(r"(\w)n ?' ?t\b", r"\1 n't", text),
    "do n't as don't": lambda text: re.sub(r"(\w) ?n ?' ?t\b", r"\1n't", text),
    "6pm as 6 pm": lambda text: re.sub(r"(\d)(ft|pm|am|million|st)\b", r"\1 \2", text),
    "6 pm as 6pm": lambda text: re.sub(r"(\d) (ft|pm|am|million|st)\b", r"\1\2", text),
    "440m as 440 m": lambda text: re.sub(r"(\d)m\b", r"\1 m", text),
    "brackets as -lrb-, -rrb-": lambda text: re.sub(r"[()\[\]]", _bracket, text),
    "fiancée as fiancee": lambda text: text.replace("é", "e"),
    "lines cut at a full stop inside": lambda text: "\n".join(
        line.split(" . ")[0] for line in text.split("\n")
    ),
    "last line left out": lambda text: text.rpartition("\n")[0] or text,
}
"""What was done to references, by what it is called: each is a difference that the recorded scores show."""

CUT_OUTPUT = "output without its last line, which has no end mark"


@dataclasses.dataclass(frozen=True)
class RougeSU4:
    """ROUGE-SU4, stemmed, recall.

    Attributes
    ----------
    scores : array of shape (N, M)
        With the references as the recorded scores have them.
    public : array of shape (N, M)
        With the public references.
    changes : Counter of str
        How many outputs each change explains.
    """

    scores: Scores
    public: Scores
    changes: collections.Counter[str]


def rouge_su4(texts: Texts, recorded: ScoreTable) -> RougeSU4:
    """Return ROUGE-SU4 of all outputs, in the order of a table.

    Parameters
    ----------
    texts : Texts
        REALSumm's.
    recorded : ScoreTable
        With the scorers named in `RECORDED`.

    Raises
    ------
    ValueError
        If some recorded score comes from no spelling, or spellings that fit disagree about ROUGE-SU4.
    """
    rows = {(row.system.rpartition("/")[2], row.input): row for row in texts.rows}
    cells = [rows[key] for key in itertools.product(recorded.systems, recorded.inputs)]
    wanted = np.stack([recorded.matrix(name).ravel() for name in RECORDED], axis=1)
    scores = _scored(texts, [row.output for row in cells], [row.references[0] for row in cells])
    public = scores[:, -1].copy()
    other = np.flatnonzero(~_alike(scores, wanted))
    tried = [
        (cell, *spelled)
        for cell in other.tolist()
        for spelled in spellings(cells[cell].output, cells[cell].references[0])
    ]
    found = _scored(texts, [output for _, _, output, _ in tried], [reference for *_, reference in tried])
    fits: dict[int, list[int]] = {cell: [] for cell in other.tolist()}
    for place in np.flatnonzero(_alike(found, wanted[[cell for cell, *_ in tried]])).tolist():
        fits[tried[place][0]].append(place)
    changes: collections.Counter[str] = collections.Counter()
    for cell, places in fits.items():
        if len({float(found[place, -1]) for place in places}) != 1:
            raise ValueError(
                f"{cells[cell].system}, document {cells[cell].input}: {len(places)} spellings of the texts give the "
                "recorded ROUGE-1 and ROUGE-2, and not one ROUGE-SU4. Are these the files of `trueness data get`?"
            )
        scores[cell, -1] = found[places[0], -1]
        changes[tried[places[0]][1]] += 1
    shape = (len(recorded.systems), len(recorded.inputs))
    return RougeSU4(scores[:, -1].reshape(shape), public.reshape(shape), changes)


def spellings(output: str, reference: str) -> Iterator[tuple[str, str, str]]:
    """Yield what was changed, the output and the reference; few changes first, the output as it is first."""
    outputs = {"": output, CUT_OUTPUT: SPELLINGS["last line left out"](output)}
    for (cut, text), count in itertools.product(outputs.items(), range(MOST_CHANGES + 1)):
        for names in itertools.combinations(SPELLINGS, count):
            spelled = reference
            for name in names:
                spelled = SPELLINGS[name](spelled)
            yield "; ".join(filter(None, (cut, *names))), text, spelled


def _scored(texts: Texts, outputs: Sequence[str], references: Sequence[str]) -> Scores:
    """Return the scores named in `SCORED`, shape (n, 5), as ROUGE-1.5.5 rounds them; rows of texts are the form."""
    if not outputs:
        return np.empty((0, len(SCORED)))
    form = dataclasses.replace(texts.rows[0], input="one")
    rows = (
        dataclasses.replace(form, system=str(k), output=output, references=(reference,))
        for k, (output, reference) in enumerate(zip(outputs, references, strict=True))
    )
    table = score(Texts(tuple(rows)), SCORED)
    return np.stack([table.matrix(name)[:, 0] for name in SCORED], axis=1)


def _alike(scores: Scores, wanted: Scores) -> np.ndarray:
    return np.isclose(scores[:, : len(RECORDED)], wanted, rtol=0, atol=1e-9).all(axis=1)


def normality(scores: Scores) -> tuple[float, float]:
    """Return the per cent of inputs with a significant Shapiro-Wilk test, and the p-value of the systems' means."""
    share = np.mean([shapiro(column).pvalue <= 0.05 for column in scores.T])
    return 100 * float(share), float(shapiro(scores.mean(axis=1)).pvalue)


def main() -> None:
    """Print what was changed, and Table 2's two numbers with and without."""
    from scores import SOURCES, recorded_scores

    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    given = os.environ.get("TRUENESS_TEST_DATA")
    folder = None if given is None else Path(given) / "data"
    parser.add_argument(
        "--data", type=Path, default=folder and folder / "deutsch2021", help="folder with bhandari2020"
    )
    parser.add_argument(
        "--texts", type=Path, default=folder, help="folder with realsumm/abs.pkl and realsumm/ext.pkl"
    )
    asked = parser.parse_args()
    found = rouge_su4(
        load_dataset_texts("realsumm", mirror=asked.texts), recorded_scores(SOURCES[1], asked.data)
    )
    for change, count in found.changes.most_common():
        print(f"{count:>5}  {change}")
    print(f"{sum(found.changes.values()):>5}  of {found.scores.size} outputs\n")
    for name, scores in (("public references", found.public), ("as recorded", found.scores)):
        print("{:<18} {:.1f} % of inputs, p = {:.4f}".format(name, *normality(scores)))
    print(f"{'published':<18} 44.0 % of inputs, p = 0.84")


if __name__ == "__main__":
    main()
