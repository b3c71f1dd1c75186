"""BLEURT, run by its authors' package."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar

from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.original import Item, Original, Program

BATCH = 16


class Bleurt(Original):
    """BLEURT, computed by Google's package bleurt and a checkpoint that the user has.

    Without a checkpoint the package would take one of two layers that is meant for its tests; here it must be named.

    References
    ----------
    Sellam, Das and Parikh 2020; checkpoint BLEURT-20: Pu et al. 2021.
    """

    base: ClassVar[str] = "bleurt"
    name: str = "bleurt"
    program: ClassVar[Program] = Program(
        package="BLEURT",
        module="bleurt.score",
        install="Install it: pip install git+https://github.com/google-research/bleurt.git.",
        variable="TRUENESS_BLEURT",
        weights=(
            "Get one: wget https://storage.googleapis.com/bleurt-oss-21/BLEURT-20.zip && unzip BLEURT-20.zip."
        ),
    )
    keys: ClassVar = {"weights": "the folder of the checkpoint, such as BLEURT-20"}
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = -math.inf
    upper: float = math.inf
    citation: Citation = Citation(
        "sellam-etal-2020-bleurt",
        "Sellam, Das and Parikh (2020): BLEURT: Learning Robust Metrics for Text Generation. ACL, 7881–7892.",
        """@inproceedings{sellam-etal-2020-bleurt,
  title = {{BLEURT}: Learning Robust Metrics for Text Generation},
  author = {Sellam, Thibault and Das, Dipanjan and Parikh, Ankur},
  booktitle = {Proceedings of the 58th Annual Meeting of the Association for Computational Linguistics},
  year = {2020},
  pages = {7881--7892},
  doi = {10.18653/v1/2020.acl-main.704}
}""",
    )

    def load(self) -> Any:
        """Return the program's scorer."""
        return self.imported().BleurtScorer(str(self.weights()[0]))

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return the scorer's scores."""
        scores: Sequence[float] = loaded.score(
            references=[item.references[0] for item in items],
            candidates=[item.output for item in items],
            batch_size=BATCH,
        )
        return scores
