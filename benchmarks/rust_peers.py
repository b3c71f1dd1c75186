"""Time ROUGE and chrF beside packages in Rust, and BLEU and chrF beside sacreBLEU, in one process, on one core.

``rouge-rust``
    ROUGE-1, ROUGE-2 and ROUGE-L of whole texts, no stems, one reference, all parts (``score_batch_flat``).
``rouge-score-rs``
    The same without and with stems, and with its summary-level ROUGE-L (``score_batch``).
``fastchrf``
    chrF of every output of a document against every one of its references (``pairwise_chrf``).
``sacreBLEU``
    ``sentence_score`` of BLEU and chrF.

trueness computes the same numbers, of ROUGE in mode google, from the raw texts, and they are compared: to the last bit
with the first two, to 1e-9 of 100 with the others. Each is given SummEval's outputs as they are, and once more with a
number at the end of every text, so that no two are equal and nothing is gained from a reference that 16 outputs share.

Times are seconds of CPU of the whole process (``RAYON_NUM_THREADS=1``), the shortest of some calls, with loops compiled
and without what sacreBLEU keeps of texts that it has met. ::

    python benchmarks/rust_peers.py [--data FOLDER]

Needs the packages (``pip install --group bench``) and SummEval (see `rouge.py` beside this file). Exits with 2, and
says why, if something is not there.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np
from rouge import NothingToCompareError, Pairs, load_pairs, peer_module
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from trueness.metrics import plain_work
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.ngrams.chrf import Chrf
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.scoring.registry import get_metrics

REPEATS = 5
PARTS = ("precision", "recall", "f")

Call = Callable[[], Any]


def cpu(call: Call) -> float:
    """Return the fewest seconds of CPU of some calls."""
    found = []
    for _ in range(REPEATS):
        forget()
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return min(found)


def forget() -> None:
    """Let sacreBLEU's tokenizers forget the texts they have met."""
    for kind in (Tokenizer13a, TokenizerRegexp):
        kind.__call__.cache_clear()


def rouge_call(types: Sequence[str], pairs: Pairs, *, stem: bool) -> Call:
    """Return a call of trueness for all parts of some types."""
    mark = "_stem" if stem else ""
    metrics = [
        metric
        for kind in types
        for metric in get_metrics([f"rouge{kind}{mark}_{p}:mode=google" for p in PARTS])
    ]
    return lambda: Rouge.score_together(metrics, pairs.outputs, pairs.references, [None] * len(pairs.outputs))


def rouge_rust(pairs: Pairs) -> tuple[Call, Call, Callable[[Any], np.ndarray]]:
    module = peer_module("fast_rouge", "rouge-rust")
    references = [given[0] for given in pairs.references]

    def columns(flat: Any) -> np.ndarray:
        names = [f"rouge{kind}_{part}" for kind in "12L" for part in ("precision", "recall", "fmeasure")]
        return np.column_stack([getattr(flat, name) for name in names])

    return (
        rouge_call(("1", "2", "Lsent"), pairs, stem=False),
        lambda: module.score_batch_flat(references, pairs.outputs),
        columns,
    )


def rouge_score_rs(
    pairs: Pairs, types: dict[str, str], *, stem: bool
) -> tuple[Call, Call, Callable[[Any], np.ndarray]]:
    module = peer_module("rouge_score_rs.rouge_scorer", "rouge-score-rs")
    scorer = module.RougeScorer(list(types.values()), use_stemmer=stem)
    references = [given[0] for given in pairs.references]

    def columns(scores: Any) -> np.ndarray:
        return np.array([[value for kind in types.values() for value in one[kind]] for one in scores])

    return (
        rouge_call(tuple(types), pairs, stem=stem),
        lambda: scorer.score_batch(references, pairs.outputs),
        columns,
    )


def fastchrf(pairs: Pairs) -> tuple[Call, Call, Callable[[Any], np.ndarray]]:
    module = peer_module("fastchrf", "fastchrf")
    outputs = [[output] for output in pairs.outputs]
    references = [list(given) for given in pairs.references]
    metric = Chrf()

    def best(scores: Any) -> np.ndarray:
        return np.array([max(one[0]) for one in scores])

    return (
        lambda: metric.score(pairs.outputs, pairs.references, [None] * len(pairs.outputs)),
        lambda: module.pairwise_chrf(outputs, references),
        best,
    )


def sacrebleu(pairs: Pairs, name: str) -> tuple[Call, Call, Callable[[Any], np.ndarray]]:
    module = peer_module("sacrebleu", "sacrebleu")
    scorer = module.BLEU(effective_order=True) if name == "BLEU" else module.CHRF()
    metric = Bleu() if name == "BLEU" else Chrf()
    return (
        lambda: metric.score(pairs.outputs, pairs.references, [None] * len(pairs.outputs)),
        lambda: [
            scorer.sentence_score(output, list(given)).score
            for output, given in zip(pairs.outputs, pairs.references, strict=True)
        ],
        np.array,
    )


def compare(
    task: str, made: tuple[Call, Call, Callable[[Any], np.ndarray]], n: int, tolerance: float
) -> None:
    """Print the rates of both, and how far their numbers are apart.

    Raises
    ------
    NothingToCompareError
        If these are not the same.
    """
    mine, theirs, numbers = made
    apart = float(np.abs(mine() - numbers(theirs())).max())
    if not apart <= tolerance:
        raise NothingToCompareError(f"{task}: numbers differ by up to {apart}.")
    ours_s, theirs_s = cpu(mine), cpu(theirs)
    print(
        f"{task:<62} {n / theirs_s:>9,.0f} {n / ours_s:>9,.0f} {theirs_s / ours_s:>7.1f} {apart:>9.1e}",
        flush=True,
    )


def measure(data: Path | None) -> None:
    """Time one task after the other."""
    # as in the midst of much work, where nothing is counted plainly any more
    plain_work._done.update(dict.fromkeys(("rouge", "rouge words", "bleu", "chrf"), 10**12))  # noqa: SLF001
    one, eleven = load_pairs(data, 1), load_pairs(data, 11)
    different = Pairs(
        [f"{output} {k}" for k, output in enumerate(one.outputs)],
        [(f"{given[0]} {k}",) for k, given in enumerate(one.references)],
    )
    n = len(one.outputs)
    print(f"{n} outputs; rates in outputs a second")
    print(f"{'task':<62} {'peer':>9} {'trueness':>9} {'ratio':>7} {'apart':>9}")
    whole = {"1": "rouge1", "2": "rouge2", "Lsent": "rougeL"}
    for pairs, said in ((one, "1 reference"), (different, "1 reference, no two texts equal")):
        compare(f"rouge-rust: 1, 2, L; {said}", rouge_rust(pairs), n, 0)
        compare(f"rouge-score-rs: 1, 2, L; {said}", rouge_score_rs(pairs, whole, stem=False), n, 0)
        compare(f"rouge-score-rs: 1, 2, L, stems; {said}", rouge_score_rs(pairs, whole, stem=True), n, 0)
        types = whole | {"L": "rougeLsum"}
        compare(
            f"rouge-score-rs: 1, 2, L, Lsum, stems; {said}", rouge_score_rs(pairs, types, stem=True), n, 0
        )
        compare(f"fastchrf: chrF; {said}", fastchrf(pairs), n, 1e-9)
    compare("fastchrf: chrF; 11 references", fastchrf(eleven), n, 1e-9)
    for name in ("BLEU", "chrF"):
        for pairs, said in ((different, "1 reference, no two texts equal"), (eleven, "11 references")):
            few = pairs.first(320)
            compare(f"sacreBLEU: {name}; {said}, 320 outputs", sacrebleu(few, name), 320, 1e-9)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder of SummEval's data.pkl")
    try:
        measure(parser.parse_args().data)
    except NothingToCompareError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
