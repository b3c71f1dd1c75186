"""AlignScore, run by its authors' package."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.original import Item, Original, Program

BATCH = 32


class AlignScore(Original):
    """AlignScore: whether the source supports the output, computed by the authors' package and a checkpoint.

    References
    ----------
    Zha et al. 2023.
    """

    base: ClassVar[str] = "alignscore"
    name: str = "alignscore"
    program: ClassVar[Program] = Program(
        package="alignscore",
        module="alignscore",
        install=(
            "Install it: pip install git+https://github.com/yuh-zha/AlignScore.git && "
            "python -m spacy download en_core_web_sm."
        ),
        variable="TRUENESS_ALIGNSCORE",
        weights="Get one: wget https://huggingface.co/yzha/AlignScore/resolve/main/AlignScore-base.ckpt.",
    )
    keys: ClassVar = {
        "weights": "the checkpoint",
        "model": "the model that the checkpoint was trained from, roberta-base (the default) or roberta-large",
        "mode": "which head, and whether texts are split, nli_sp (the default), nli, bin_sp or bin",
    }
    choices: ClassVar = {
        "model": ("roberta-base", "roberta-large"),
        "mode": ("nli_sp", "nli", "bin_sp", "bin"),
    }
    needs: frozenset[Need] = frozenset({"source"})
    lower: float = 0.0
    upper: float = 1.0
    citation: Citation = Citation(
        "zha-etal-2023-alignscore",
        "Zha, Yang, Li and Hu (2023): AlignScore: Evaluating Factual Consistency with A Unified Alignment Function. "
        "ACL, 11328–11348.",
        """@inproceedings{zha-etal-2023-alignscore,
  title = {{A}lign{S}core: Evaluating Factual Consistency with A Unified Alignment Function},
  author = {Zha, Yuheng and Yang, Yichi and Li, Ruichen and Hu, Zhiting},
  booktitle = {Proceedings of the 61st Annual Meeting of the Association for Computational Linguistics (Volume 1: Long
               Papers)},
  year = {2023},
  pages = {11328--11348},
  doi = {10.18653/v1/2023.acl-long.634}
}""",
    )

    def load(self) -> Any:
        """Return the program's scorer, on a GPU where torch finds one."""
        alignscore = self.imported()
        device = "cuda:0" if self.imported("torch").cuda.is_available() else "cpu"
        return alignscore.AlignScore(
            model=self.option("model"),
            batch_size=BATCH,
            device=device,
            ckpt_path=str(self.weights()[0]),
            evaluation_mode=self.option("mode"),
            verbose=False,
        )

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return the scorer's scores."""
        scores: Sequence[float] = loaded.score(
            contexts=[item.source for item in items], claims=[item.output for item in items]
        )
        return scores
