"""COMET, run by its authors' package."""

from __future__ import annotations

import contextlib
import logging
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from trueness.errors import MissingExtraError
from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.original import Item, Original, Program

BATCH = 16

_CITATION = Citation(
    "rei-etal-2020-comet",
    "Rei, Stewart, Farinha and Lavie (2020): COMET: A Neural Framework for MT Evaluation. EMNLP, 2685–2702.",
    """@inproceedings{rei-etal-2020-comet,
  title = {{COMET}: A Neural Framework for {MT} Evaluation},
  author = {Rei, Ricardo and Stewart, Craig and Farinha, Ana C and Lavie, Alon},
  booktitle = {Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)},
  year = {2020},
  pages = {2685--2702},
  doi = {10.18653/v1/2020.emnlp-main.213}
}""",
)


class Comet(Original):
    """COMET with source and reference, computed by the package unbabel-comet and a model that the user has.

    References
    ----------
    Rei et al. 2020; models such as Unbabel/wmt22-comet-da: Rei et al. 2022.
    """

    base: ClassVar[str] = "comet"
    name: str = "comet"
    program: ClassVar[Program] = Program(
        package="unbabel-comet",
        module="comet",
        install="Install it: pip install unbabel-comet.",
        variable="TRUENESS_COMET",
        weights=(
            'Get one: python -c "from comet import download_model; '
            "print(download_model('Unbabel/wmt22-comet-da'))\" prints the path of the checkpoint."
        ),
    )
    keys: ClassVar = {"weights": "the checkpoint (model.ckpt, with hparams.yaml in the folder above its own)"}
    needs: frozenset[Need] = frozenset({"references", "source"})
    lower: float = -math.inf
    upper: float = math.inf
    citation: Citation = _CITATION

    def weights(self) -> list[Path]:
        """Return the checkpoint and the settings that it was trained with."""
        (checkpoint,) = super().weights()
        settings = checkpoint.parent.parent / "hparams.yaml"
        if not settings.is_file():
            raise MissingExtraError(
                f"the model of {self.base} lacks its settings: '{settings}' is missing. "
                f"{self.program.weights}"
            )
        return [checkpoint, settings]

    def load(self) -> Any:
        """Return the model."""
        comet = self.imported()
        return comet.load_from_checkpoint(str(self.weights()[0]))

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return the model's predictions, on a GPU where torch finds one."""
        samples = [
            {"src": item.source, "mt": item.output} | ({"ref": item.references[0]} if item.references else {})
            for item in items
        ]
        gpus = int(self.imported("torch").cuda.is_available())
        with _quiet():
            found = loaded.predict(samples, batch_size=BATCH, gpus=gpus, progress_bar=False, num_workers=0)
        return list(found.scores)


class CometKiwi(Comet):
    """COMET without references (quality estimation), computed by the package unbabel-comet and a model the user has.

    References
    ----------
    Rei et al. 2022: models such as Unbabel/wmt22-cometkiwi-da.
    """

    base: ClassVar[str] = "comet_qe"
    name: str = "comet_qe"
    program: ClassVar[Program] = Comet.program._replace(
        variable="TRUENESS_COMET_QE",
        weights=Comet.program.weights.replace("wmt22-comet-da", "wmt22-cometkiwi-da"),
    )
    needs: frozenset[Need] = frozenset({"source"})
    citation: Citation = Citation(
        "rei-etal-2022-cometkiwi",
        "Rei, Treviso, Guerreiro et al. (2022): CometKiwi: IST-Unbabel 2022 Submission for the Quality Estimation "
        "Shared Task. WMT, 634–645.",
        """@inproceedings{rei-etal-2022-cometkiwi,
  title = {{CometKiwi}: {IST}-Unbabel 2022 Submission for the Quality Estimation Shared Task},
  author = {Rei, Ricardo and Treviso, Marcos and Guerreiro, Nuno M. and Zerva, Chrysoula and Farinha, Ana C and others},
  booktitle = {Proceedings of the Seventh Conference on Machine Translation (WMT)},
  year = {2022},
  pages = {634--645}
}""",
    )


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep to ourselves what the trainer reports about devices."""
    logger = logging.getLogger("pytorch_lightning")
    before = logger.level
    logger.setLevel(logging.ERROR)
    try:
        yield
    finally:
        logger.setLevel(before)
