"""BEwT-E, run as its authors' program."""

from __future__ import annotations

import re
import shlex
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.foreign_program import run_program
from trueness.metrics.originals.original import Item, Original, Program
from trueness.metrics.originals.user_files import content_hash

TIMEOUT = 6 * 3600.0
"""Seconds that one of the program's four steps may take for what it is given at once."""

REFERENCE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the program takes for the names of references."""

_RESOURCES = "src/main/resources"
_LINE = re.compile(r"System Summary \d+ P=(\S+) R=(\S+)")


class BewtE(Original):
    """BEwT-E: matches of basic elements (heads and modifiers) of output and references, by the authors' program.

    Precision, recall or F1, each averaged over references, from 0 to 1.

    References
    ----------
    Tratz and Hovy 2008. Averaging over references is SacreROUGE's: the program's own way of combining them depends on
    their order.
    """

    base: ClassVar[str] = "bewte"
    name: str = "bewte"
    program: ClassVar[Program] = Program(
        package="",
        module="bewte",
        install=(
            "Get Maven and Java (apt install maven), then: git clone https://github.com/igorbrigadir/ROUGE-BEwTE && "
            "cd ROUGE-BEwTE && git lfs pull && mvn package."
        ),
        variable="TRUENESS_BEWTE",
        weights="It is the built clone of https://github.com/igorbrigadir/ROUGE-BEwTE with its models.",
    )
    keys: ClassVar = {
        "weights": "the folder of the program",
        "part": "f (the default), precision or recall",
    }
    choices: ClassVar = {"part": ("f", "precision", "recall")}
    one_reference: ClassVar[bool] = False
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    joins: str = "mean"
    citation: Citation = Citation(
        "tratz-hovy-2008-bewte",
        "Tratz and Hovy (2008): Summarization Evaluation Using Transformed Basic Elements. TAC.",
        """@inproceedings{tratz-hovy-2008-bewte,
  title = {Summarization Evaluation Using Transformed Basic Elements},
  author = {Tratz, Stephen and Hovy, Eduard H.},
  booktitle = {Proceedings of the Text Analysis Conference (TAC)},
  year = {2008}
}""",
    )

    def load(self) -> Path:
        """Return the folder of the program."""
        return self.weights()[0].resolve()

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return the scores that the program's four steps come to, each output with its references as a topic."""
        with tempfile.TemporaryDirectory() as folder:
            texts = Path(folder) / "summaries"
            texts.mkdir()
            for k, item in enumerate(items):
                if len(item.references) > len(REFERENCE_LETTERS):
                    raise DataError(
                        f"bewte takes at most {len(REFERENCE_LETTERS)} references; it is given "
                        f"{len(item.references)}."
                    )
                (texts / f"{k}.0").write_text(item.output, encoding="utf-8")
                for letter, reference in zip(REFERENCE_LETTERS, item.references, strict=False):
                    (texts / f"{k}.{letter}").write_text(reference, encoding="utf-8")
            said = ""
            for main, words in _steps(Path(folder)):
                said = run_program(
                    [
                        "mvn",
                        "-q",
                        "exec:java",
                        f"-Dexec.mainClass={main}",
                        f"-Dexec.args={shlex.join(words)}",
                    ],
                    install=self.program.install,
                    timeout=TIMEOUT,
                    folder=loaded,
                )
        found = _parts(said)
        missing = [k for k in range(len(items)) if not found.get(k)]
        if missing:
            raise DataError(f"bewte left {len(missing)} of {len(items)} outputs unscored.")
        return [_mean_part(found[k], self.option("part")) for k in range(len(items))]

    def _version(self) -> str:
        return "ROUGE-BEwTE"

    def signature(self) -> str:
        """Return the hash of the program's folder, and which part is reported."""
        try:
            return f"ROUGE-BEwTE {content_hash(self.weights()[0])}, part={self.option('part')}"
        except MissingExtraError:
            return f"ROUGE-BEwTE not here, part={self.option('part')}"


def _steps(folder: Path) -> list[tuple[str, list[str]]]:
    """Return the main class and the arguments of each step, as the program's own scripts have them."""
    wordnet = f"WordNetDir={_RESOURCES}/data/wordnet3_0"
    conf = f"{_RESOURCES}/conf"
    parsed, elements, expanded = folder / "parsed", folder / "BEs", folder / "BEXs"
    run, annotators = "tratz.runpipe.util.RunPipe", "tratz.runpipe.impl.annotators"
    parse = ["-corpusreader", "tratz.runpipe.impl.corpusreader.DirectoryCorpusReader"]
    parse += [f"InputDirectories={folder / 'summaries'}", "-documentreader", "bewte.io.StandardTextDocReader"]
    parse += [
        "-annotator",
        f"{annotators}.sentence.BreakIteratorSentenceAnnotator",
        "ONLY_WHEN_NECESSARY=true",
    ]
    parse += ["-annotator", "bewte.annotators.RegexTokenizer"]
    parse += ["-annotator", f"{annotators}.pos.TratzPosTaggerAnnotator"]
    parse += [f"ModelFile={_RESOURCES}/models/posTaggingModel.gz", wordnet]
    parse += ["-annotator", f"{annotators}.parse.TratzParserAnnotator"]
    parse += [f"ModelFile={_RESOURCES}/models/parseModel.gz", wordnet, "VchTransform=true"]
    parse += ["-endpoint", "tratz.runpipe.impl.endpoints.GzippedDocumentWriter", f"OutputDir={parsed}"]
    extract = ["-corpusreader", "tratz.runpipe.impl.corpusreader.GzippedCorpusReader"]
    extract += [f"InputDirectories={parsed}", "-annotator", f"{annotators}.parse.TokenFieldUpdater", wordnet]
    for kind in ("person", "organization", "location"):
        extract += ["-annotator", "runpipewrappers.ner.OpenNlpNerWrapper"]
        extract += [f"ModelPath={_RESOURCES}/models/opennlp/{kind}.bin.gz"]
        extract += [f"AnnotationClass=tratz.runpipe.annotations.{kind.capitalize()}Annotation"]
    extract += ["-endpoint", "bewte.beextraction.BasicElementExtractor", f"OutputDir={elements}"]
    transforms = f"{conf}/transformations/EN_transformsList.txt"
    names = "bewte.names.DUCStyleNameExtractor"
    expand = [str(elements), str(expanded), f"{_RESOURCES}/data/wordnet3_0", "0", "-1", r".*[A-Z_\-]+"]
    expand += [transforms, names]
    tally = [str(expanded), str(folder / "systems.txt"), str(folder / "summaries.txt")]
    tally += ["bewte.scoring.TallyFunction$BinaryTallyFunction", "false", f"{conf}/rules/EN_ruleList.txt"]
    tally += [transforms, f"{conf}/transformations/EN_transformCoeffs.txt", r"[A-Z_\-]+"]
    tally += [f"{conf}/endanalysis/doNothingEndAnalysisConfig.txt", names, ".*"]
    return [(run, parse), (run, extract), ("bewte.BEXpander", expand), ("bewte.BEwT_E", tally)]


def _parts(said: str) -> dict[int, list[tuple[float, float]]]:
    """Return precision and recall against every reference by the number of the output, from what the program prints."""
    found: dict[int, list[tuple[float, float]]] = {}
    topic: int | None = None
    for line in said.splitlines():
        words = line.strip()
        if words.startswith("Peer:"):
            number, _, system = words[words.rfind("/") + 1 :].partition(".")
            topic = int(number) if system == "0" and number.isdigit() else None
        elif topic is not None and (scores := _LINE.fullmatch(words)):
            found.setdefault(topic, []).append((float(scores[1]), float(scores[2])))
    return found


def _mean_part(parts: Sequence[tuple[float, float]], part: str) -> float:
    if part == "f":
        values = [2 * p * r / (p + r) if p + r > 0 else 0.0 for p, r in parts]
    else:
        values = [one[part == "recall"] for one in parts]
    return sum(values) / len(values)
