"""S3: a regression on ROUGE, ROUGE-WE and divergences that was fitted to human judgements."""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

import numpy as np

from trueness.data.files.open_file import checked_path, file_state
from trueness.errors import FormatError
from trueness.metrics.divergence.counts import counted_words
from trueness.metrics.divergence.divergence import PEYRARD_2017, Divergence
from trueness.metrics.family_metric import FamilyMetric
from trueness.metrics.metric import Citation, FloatArray, Need
from trueness.metrics.vectors.ngram_vectors import counted_ngrams
from trueness.metrics.vectors.rouge_we import RougeWE
from trueness.metrics.vectors.vector_metric import VectorMetric

FEATURES = ("js1", "js2", "rouge1_recall", "rouge_we1_recall", "rouge2_recall", "rouge_we2_recall")
"""What the regressors take, in their order."""

TARGETS = ("pyr", "resp")
"""What they were fitted to: Pyramid scores, and responsiveness."""

EXPORT = (
    "Export it once, with the scikit-learn that wrote it: import numpy, pickle; m = pickle.load(open('MODEL', 'rb'), "
    "encoding='latin1'); numpy.savez('{target}.npz', support_vectors=m.support_vectors_, dual_coef=m.dual_coef_, "
    "intercept=m.intercept_, gamma=m._gamma). Only do so with a file that you trust."
)


class S3Features(FamilyMetric):
    r"""The two of S3's six features that no other metric here is: ROUGE recall by its own words.

    - ``s3_rouge1_recall``, ``s3_rouge2_recall``: n-grams of Snowball stems of words, matches of ``\w+``, shared with
      the references, which are pooled.

    The others are ``js1_summeval``, ``js2_summeval``, ``rouge_we1_recall_summeval`` and ``rouge_we2_recall_summeval``.

    Parameters
    ----------
    order : {1, 2}

    References
    ----------
    Peyrard et al. 2017; SummEval's copy of their program.
    """

    scheme: str = "s3_rouge<n>_recall"
    needs: frozenset[Need] = frozenset({"references"})
    lower: float = 0.0
    upper: float = 1.0
    empty_output: float = 0.0
    joins: str = "pooled"
    citation: Citation = PEYRARD_2017

    def __init__(self, order: int) -> None:
        self.order = order
        self.name = f"s3_rouge{order}_recall"

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the two names (see `Metric.names`)."""
        return ("s3_rouge1_recall", "s3_rouge2_recall")

    @classmethod
    def defaults(cls) -> tuple[str, ...]:
        """Return none: these are ROUGE once more (see `Metric.defaults`)."""
        return ()

    @classmethod
    def from_name(cls, name: str) -> Self | None:
        """Return the feature of a name (see `Metric.from_name`)."""
        return cls(cls.names().index(name) + 1) if name in cls.names() else None

    @classmethod
    def score_together(
        cls,
        metrics: Sequence[Self],
        outputs: Sequence[str],
        references: Sequence[Sequence[str]],
        sources: Sequence[str | None],  # noqa: ARG003 - the same for every metric
    ) -> FloatArray:
        """Score outputs (see `Metric.score_together`)."""
        found = np.zeros((len(outputs), len(metrics)))
        for row, (output, given) in enumerate(zip(outputs, references, strict=True)):
            ours, theirs = _stems(output), [_stems(text) for text in given]
            for column, metric in enumerate(metrics):
                mine = counted_ngrams(ours, metric.order)
                others = [counted_ngrams(stems, metric.order) for stems in theirs]
                total = sum(other.total() for other in others)
                hits = sum((mine & other).total() for other in others)
                found[row, column] = hits / total if total else 0.0
        return found

    def description(self) -> str:
        """Return what is shared (see `Metric.description`)."""
        what = "stems" if self.order == 1 else "pairs of stems"
        return f"Feature of S3: the share of the references' {what} that the output has."


class S3(VectorMetric):
    """S3: support vector regression on six features of output and references.

    ``s3_pyr`` was fitted to Pyramid scores, ``s3_resp`` to responsiveness. Features are ``js1_summeval``,
    ``js2_summeval``, ``s3_rouge1_recall``, ``s3_rouge2_recall``, ``rouge_we1_recall_summeval`` and
    ``rouge_we2_recall_summeval``. The authors' vectors are the dependency-based ones of Levy and Goldberg
    (``deps.words``); with others the numbers are not S3's.

    ``models=FOLDER`` names the folder with the regressors, ``pyr.npz`` and ``resp.npz``. The authors distribute
    pickles of an old scikit-learn; reading one runs what it says, and today's scikit-learn refuses their content, so
    they are not read: the error says how to export them once. Undefined (NaN) where a divergence is.

    References
    ----------
    Peyrard et al. 2017; SummEval's copy of their program.
    """

    scheme: str = "s3_pyr, s3_resp"
    keys: ClassVar = ("vectors", "models")
    note: str = "Needs word vectors and the exported regressors."
    required: tuple[str, ...] = ("vectors", "models")
    lower: float = -math.inf
    upper: float = math.inf
    empty_output: float = math.nan
    citation: Citation = PEYRARD_2017

    def __init__(self, base: str, given: Mapping[str, str]) -> None:
        super().__init__(base, given)
        self.target = base.removeprefix("s3_")

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """Return the names without options (see `Metric.names`)."""
        return tuple(f"s3_{target}" for target in TARGETS)

    @classmethod
    def score_block(
        cls, metrics: Sequence[Self], outputs: Sequence[str], references: Sequence[str]
    ) -> FloatArray:
        """Score outputs; features are computed once for both targets."""
        found = np.full((len(outputs), len(metrics)), np.nan)
        for vectors in dict.fromkeys(metric["vectors"] for metric in metrics):
            features = s3_features(outputs, [references] * len(outputs), [None] * len(outputs), vectors)
            for column, metric in enumerate(metrics):
                if metric["vectors"] == vectors:
                    found[:, column] = load_regressor(metric["models"], metric.target).predict(features)
        return found

    def description(self) -> str:
        """Return what it was fitted to (see `Metric.description`)."""
        target = {"pyr": "Pyramid scores", "resp": "responsiveness"}[self.target]
        return f"S3: regression on ROUGE, ROUGE-WE and Jensen–Shannon divergence, fitted to {target}."

    def signature(self) -> str:
        """Return the vectors and the regressor."""
        regressor = load_regressor(self["models"], self.target)
        return f"{self.vectors.signature()}|regressor:{regressor.fingerprint[:12]}"


def s3_features(
    outputs: Sequence[str],
    references: Sequence[Sequence[str]],
    sources: Sequence[str | None],
    vectors: str,
) -> FloatArray:
    """Return the features of S3, shape (n, 6), in the order of `FEATURES`.

    Parameters
    ----------
    outputs, references, sources
        As in `Metric.score`.
    vectors : str
        Where the word vectors are.
    """
    divergences = [Divergence.from_name(f"js{n}_summeval") for n in (1, 2)]
    soft = [RougeWE.from_name(f"rouge_we{n}_recall_summeval:vectors={vectors}") for n in (1, 2)]
    js = Divergence.score_together([one for one in divergences if one], outputs, references, sources)
    hard = S3Features.score_together([S3Features(1), S3Features(2)], outputs, references, sources)
    we = RougeWE.score_together([one for one in soft if one], outputs, references, sources)
    return np.column_stack([js, hard[:, 0], we[:, 0], hard[:, 1], we[:, 1]])


class Regressor(NamedTuple):
    """A support vector regression with a Gaussian kernel.

    Attributes
    ----------
    support : array of shape (n, 6)
    dual : array of shape (n,)
    intercept : float
    gamma : float
    fingerprint : str
    """

    support: FloatArray
    dual: FloatArray
    intercept: float
    gamma: float
    fingerprint: str

    def predict(self, features: FloatArray) -> FloatArray:
        """Return intercept + sum of dual_i exp(-gamma |x - support_i|²) of rows, shape (n,)."""
        squares = ((features[:, None] - self.support) ** 2).sum(axis=2)
        found: FloatArray = np.exp(-self.gamma * squares) @ self.dual + self.intercept
        return found


def load_regressor(folder: str, target: str) -> Regressor:
    """Read an exported regressor of S3.

    Parameters
    ----------
    folder : str
        Where ``pyr.npz`` or ``resp.npz`` is, with arrays `support_vectors`, `dual_coef`, `intercept` and `gamma`.
    target : {'pyr', 'resp'}

    Raises
    ------
    FormatError
        If it is not there, which the message says how to change, or holds something else.
    """
    place = checked_path(Path(folder).expanduser() / f"{target}.npz")
    if (state := file_state(place)) is not None:
        return _read_regressor(str(place), state)
    pickles = [file.name for file in sorted(place.parent.glob(f"*{target}*")) if file.suffix != ".npz"]
    problem = f"there is no {target}.npz"
    if pickles:
        problem += f"; '{pickles[0]}' looks like a pickle, which is not read because that runs what it says"
    raise FormatError(f"{problem}.", path=folder, remedy=EXPORT.replace("{target}", target))


@functools.lru_cache(maxsize=4)
def _read_regressor(path: str, state: tuple[int, ...]) -> Regressor:
    del state  # part of the key: a file that has changed is another
    try:
        with Path(path).open("rb") as file, np.load(file, allow_pickle=False) as given:
            arrays = [
                np.asarray(given[name], dtype=np.float64)
                for name in ("support_vectors", "dual_coef", "intercept", "gamma")
            ]
    except Exception as error:  # a damaged archive fails in many ways
        raise FormatError(
            f"this must be an exported regressor ({type(error).__name__}: {error}).",
            path=path,
            remedy=EXPORT.replace("{target}", Path(path).stem),
        ) from error
    support, dual, intercept, gamma = arrays
    fits = support.ndim == 2 and support.shape[1] == len(FEATURES) and dual.size == len(support)
    if not fits or intercept.size != 1 or gamma.size != 1 or not all(np.isfinite(a).all() for a in arrays):
        raise FormatError(
            f"support vectors of shape {support.shape}, {dual.size} coefficients, {intercept.size} "
            f"intercepts and {gamma.size} gammas must make a regression on {len(FEATURES)} features.",
            path=path,
        )
    fingerprint = hashlib.sha256(Path(path).read_bytes()).hexdigest()
    return Regressor(
        support=support,
        dual=dual.ravel(),
        intercept=float(intercept.ravel()[0]),
        gamma=float(gamma.ravel()[0]),
        fingerprint=fingerprint,
    )


def _stems(text: str) -> list[str]:
    return counted_words(text, "summeval")
