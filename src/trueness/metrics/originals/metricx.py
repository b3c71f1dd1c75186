"""MetricX-24, run as its authors' program."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.foreign_program import run_program
from trueness.metrics.originals.original import Item, Original, Program
from trueness.metrics.originals.user_files import content_hash, find_file

TIMEOUT = 6 * 3600.0
"""Seconds that the program may take for what it is given at once."""

LENGTH = 1536
"""Tokens that are read, as its authors set it for MetricX-24."""

REPOSITORY = "TRUENESS_METRICX_CODE"
"""The variable that names the clone of the authors' repository."""


class MetricX(Original):
    """MetricX-24 with source and reference: the error in points of MQM, computed by the authors' program.

    The program wants packages of its own versions: `python` names the interpreter of the environment that has them.

    References
    ----------
    Juraska et al. 2024.
    """

    base: ClassVar[str] = "metricx"
    name: str = "metricx"
    program: ClassVar[Program] = Program(
        package="",
        module="metricx24",
        install=(
            f"Get the program: git clone https://github.com/google-research/metricx, name the clone in {REPOSITORY}, "
            "and install its requirements.txt into the environment whose interpreter the option python names."
        ),
        variable="TRUENESS_METRICX",
        weights=(
            "Get a model: hf download google/metricx-24-hybrid-large-v2p6 --local-dir metricx-24-hybrid-large-v2p6."
        ),
    )
    keys: ClassVar = {
        "weights": "the folder of the model",
        "repository": f"the clone of the authors' repository; without it what {REPOSITORY} names",
        "python": "the interpreter that runs it; without it this one",
        "tokenizer": "a folder or a name on the hub; without it google/mt5-xl, as its authors say",
    }
    needs: frozenset[Need] = frozenset({"references", "source"})
    higher_is_better: bool = False
    lower: float = 0.0
    upper: float = 25.0
    citation: Citation = Citation(
        "juraska-etal-2024-metricx",
        "Juraska, Deutsch, Finkelstein and Freitag (2024): MetricX-24: The Google Submission to the WMT 2024 Metrics "
        "Shared Task. WMT, 492–504.",
        """@inproceedings{juraska-etal-2024-metricx,
  title = {{M}etric{X}-24: The {G}oogle Submission to the {WMT} 2024 Metrics Shared Task},
  author = {Juraska, Juraj and Deutsch, Daniel and Finkelstein, Mara and Freitag, Markus},
  booktitle = {Proceedings of the Ninth Conference on Machine Translation},
  year = {2024},
  pages = {492--504},
  doi = {10.18653/v1/2024.wmt-1.35}
}""",
    )

    def load(self) -> Path:
        """Return the clone of the repository, once the model is there, too."""
        self.weights()
        return self._repository()

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return what the program predicts; it is started once and reads one text at a time, without padding."""
        interpreter = self.option("python") or sys.executable
        with tempfile.TemporaryDirectory() as folder:
            given, found = Path(folder) / "given.jsonl", Path(folder) / "found.jsonl"
            with given.open("w", encoding="utf-8") as file:
                for item in items:
                    row = {"source": item.source, "hypothesis": item.output}
                    row["reference"] = item.references[0] if item.references else ""
                    file.write(json.dumps(row) + "\n")
            command = [interpreter, "-m", "metricx24.predict"]
            command += ["--tokenizer", self.option("tokenizer") or "google/mt5-xl"]
            command += ["--model_name_or_path", str(self.weights()[0].resolve())]
            command += ["--max_input_length", str(LENGTH), "--batch_size", "1"]
            command += ["--input_file", str(given), "--output_file", str(found)]
            command += ["--qe"] if "references" not in self.needs else []
            run_program(
                command,
                install=f"Name the interpreter in the option python. {self.program.install}",
                timeout=TIMEOUT,
                folder=loaded,
                environment={"PYTHONPATH": os.pathsep.join([str(loaded), os.environ.get("PYTHONPATH", "")])},
            )
            if not found.is_file():
                raise DataError("metricx24.predict has ended well, but its predictions are missing.")
            lines = found.read_text(encoding="utf-8").splitlines()
        try:
            return [float(json.loads(line)["prediction"]) for line in lines]
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(
                f"metricx24.predict has written something else than predictions ({error})."
            ) from error

    def _repository(self) -> Path:
        given = self.option("repository")
        return find_file(given, REPOSITORY, "the program MetricX", self.program.install).resolve()

    def _version(self) -> str:
        try:
            return f"metricx24 {content_hash(self._repository() / 'metricx24')}"
        except MissingExtraError:
            return "metricx24 not here"


class MetricXQE(MetricX):
    """MetricX-24 without references (quality estimation): the error in points of MQM, by the authors' program.

    References
    ----------
    Juraska et al. 2024.
    """

    base: ClassVar[str] = "metricx_qe"
    name: str = "metricx_qe"
    needs: frozenset[Need] = frozenset({"source"})
