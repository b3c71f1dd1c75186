"""QAEval, run by its authors' package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from trueness.errors import MissingExtraError
from trueness.metrics.metric import Citation, Need
from trueness.metrics.originals.original import Item, Original, Program


class QAEval(Original):
    """QAEval: how many questions made from the references the output answers, computed by the authors' package.

    The package combines several references itself.

    References
    ----------
    Deutsch, Bedrax-Weiss and Roth 2021.
    """

    base: ClassVar[str] = "qaeval"
    name: str = "qaeval"
    program: ClassVar[Program] = Program(
        package="qaeval",
        module="qaeval",
        install=(
            "Install it in an environment of its own, since it wants torch 1.6 and allennlp 1.1: pip install qaeval."
        ),
        variable="TRUENESS_QAEVAL",
        weights=(
            "Get both models as https://github.com/danieldeutsch/qaeval says (generation/model.tar.gz and the folder "
            "answering/model), and put them into one folder."
        ),
    )
    keys: ClassVar = {
        "weights": "the folder that holds generation/model.tar.gz and answering/model",
        "score": "which of the package's scores, f1 (the default), em or is_answered",
    }
    choices: ClassVar = {"score": ("f1", "em", "is_answered")}
    one_reference: ClassVar[bool] = False
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    citation: Citation = Citation(
        "deutsch-etal-2021-qaeval",
        "Deutsch, Bedrax-Weiss and Roth (2021): Towards Question-Answering as an Automatic Metric for Evaluating the "
        "Content Quality of a Summary. TACL 9, 774–789.",
        """@article{deutsch-etal-2021-qaeval,
  title = {Towards Question-Answering as an Automatic Metric for Evaluating the Content Quality of a Summary},
  author = {Deutsch, Daniel and Bedrax-Weiss, Tania and Roth, Dan},
  journal = {Transactions of the Association for Computational Linguistics},
  volume = {9},
  pages = {774--789},
  year = {2021},
  doi = {10.1162/tacl_a_00397}
}""",
    )

    def weights(self) -> list[Path]:
        """Return the models that make questions and answer them."""
        (folder,) = super().weights()
        found = [folder / "generation" / "model.tar.gz", folder / "answering" / "model"]
        for path in found:
            if not path.exists():
                raise MissingExtraError(f"a model of qaeval is missing: '{path}'. {self.program.weights}")
        return found

    def load(self) -> Any:
        """Return the program's metric, on a GPU where torch finds one."""
        qaeval = self.imported()
        generation, answering = self.weights()
        device = 0 if self.imported("torch").cuda.is_available() else -1
        return qaeval.QAEval(
            generation_model_path=str(generation), answering_model_dir=str(answering), cuda_device=device
        )

    def compute(self, loaded: Any, items: Sequence[Item]) -> Sequence[float]:
        """Return one of the metric's scores."""
        found = loaded.score_batch([item.output for item in items], [list(item.references) for item in items])
        return [scores["qa-eval"][self.option("score")] for scores in found]
