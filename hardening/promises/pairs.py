"""Whether one metric is better than another: all pairs of some metrics, corrected together.

Read are the verdicts of the tests of pairs as they are printed: wrong is a pair that is called different and is not, or
is the other way round.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import trueness
from hardening.promises.truth import Outcome, Truth
from trueness.data.scores.score_table import Scorer, ScoreTable
from trueness.decisions.differs import DIFFERS
from trueness.studies.certify.quality_model import QualityModel, families_of
from trueness.studies.certify.scenario import SKEW
from trueness.studies.compare.captions import APART

FAMILIES = "family"
DOCUMENTS = "document"

UNUSED = "If systems of a group are alike, intervals are too narrow and p-values too small"


@dataclasses.dataclass(frozen=True)
class Metrics:
    """Metrics that are to be told apart.

    Attributes
    ----------
    model : QualityModel
    size : (int, int)
        Systems and inputs.
    group : tuple of int
        Of each metric; those of one group agree equally well with people, and those of a lower one better.
    lognormal : bool
        Whether scores are exponentials of the model's.
    families : bool
        Whether the table says which systems are of one family.
    grades : tuple of float
        From which shares of people's scores the next grade begins; none: scores stay as they are.
    documents : int
        Into how many documents the inputs fall; 0: none.
    options : mapping of str to anything
        Of `trueness.compare`.
    """

    model: QualityModel
    size: tuple[int, int]
    group: tuple[int, ...] = ()
    lognormal: bool = False
    families: bool = False
    grades: tuple[float, ...] = ()
    documents: int = 0
    options: Mapping[str, Any] = dataclasses.field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """What the metrics are called."""
        return tuple(f"m{k:02}" for k in range(len(self.model.sees)))

    def table(self, rng: np.random.Generator) -> ScoreTable:
        """Draw a table."""
        n, m = self.size
        (scores,) = self.model.draw(n, m, rng)
        if self.lognormal:
            scores = np.exp(SKEW * scores / np.sqrt(self.model.variance)[:, None, None])
        if self.grades:
            scores[0] = np.digitize(scores[0], np.quantile(scores[0], self.grades))
        groups: dict[str, Any] = {}
        if self.families:
            families = families_of(n, self.model.family_size, self.model.large_family)
            groups["system_groups"] = {FAMILIES: tuple(f"family {one}" for one in families)}
        if self.documents:
            groups["input_groups"] = {DOCUMENTS: tuple(f"document {j % self.documents}" for j in range(m))}
        scorers = (Scorer("people", "human"), *(Scorer(name, "metric") for name in self.names))
        systems, inputs = tuple(f"s{i:03}" for i in range(n)), tuple(f"i{j:03}" for j in range(m))
        return ScoreTable(scorers, systems, inputs, scores, **groups)

    def outcome(self, rng: np.random.Generator) -> Outcome:
        """Compare all pairs of a table, and see which verdicts are wrong, and what share of true ones is there."""
        options = {"level": "system", "coefficient": "pearson", "beside": (), "workers": 1, **self.options}
        found = trueness.compare(self.table(rng), **options)
        groups = dict(zip(self.names, self.group or (0,) * len(self.names), strict=True))
        wrong, right, apart = False, 0, 0
        for row in found.tests:
            truth = groups[row.rival] - groups[row.metric]  # positive: the metric is better
            said = {"better": 1, "worse": -1}.get(row.verdict, 0)
            wrong = wrong or (said != 0 and said * truth <= 0)
            apart += truth != 0
            right += said * truth > 0
        return Outcome(wrong, right / apart if apart else math.nan)


def _alike(count: int, *, bias: float = 0.3, shared: float = 0.6, **changes: Any) -> QualityModel:
    return QualityModel((0.7,) * count, (bias,) * count, (1.0,) * count, shared=shared, **changes)


def _truth(name: str, metrics: Metrics, outside: str = "") -> Truth:
    ask: Callable[[np.random.Generator], Outcome] = metrics.outcome
    n, m = metrics.size
    return Truth(
        DIFFERS.name, name, f"{n} x {m}", DIFFERS.broken, ask, outside, decides=len(set(metrics.group)) > 1
    )


_SIX, _FIFTEEN = 6, 15
_GROUPS = (0, 0, 0, 1, 1, 1)
_APART = dataclasses.replace(_alike(_SIX), biases=(0.1,) * 3 + (0.8,) * 3)
_FAR: dict[str, Any] = {"quality": 1.0, "difficulty": 0.2, "human_noise": 0.2}
_BAD: dict[str, Any] = {"bad_systems": 2, "bad_distance": 3.0, "bad_biases": 20.0}
_TWO_GROUPS: dict[str, Any] = {"quality": 0.2, "bad_systems": 5, "bad_distance": 15.0, "shared": 0.0}
_SPEARMAN: dict[str, Any] = {"coefficient": "spearman"}

TRUTHS: tuple[Truth, ...] = (
    _truth("six unrelated metrics, all alike", Metrics(_alike(_SIX, shared=0.0), (16, 40))),
    _truth("15 related metrics, all alike", Metrics(_alike(_FIFTEEN), (16, 40))),
    _truth("15 related metrics, all alike", Metrics(_alike(_FIFTEEN), (25, 100))),
    _truth("15 related metrics, lognormal scores", Metrics(_alike(_FIFTEEN), (16, 40), lognormal=True)),
    _truth("six metrics, lognormal quality", Metrics(_alike(_SIX, shape="skewed"), (16, 40))),
    _truth("six metrics, two groups", Metrics(_APART, (25, 100), _GROUPS)),
    _truth("six metrics, two groups, lognormal scores", Metrics(_APART, (25, 100), _GROUPS, lognormal=True)),
    _truth(
        "two metrics, two far systems of spread biases",
        Metrics(QualityModel((1.0, 1.0), (0.2, 0.2), (0.2, 0.2), **_FAR, **_BAD), (16, 40)),
    ),
    _truth(
        "two metrics, ranks, one large family, named",
        Metrics(
            QualityModel(biases=(0.5, 0.5), large_family=0.625, family_share=0.9),
            (16, 40),
            families=True,
            options={**_SPEARMAN, "system_clusters": FAMILIES},
        ),
    ),
    _truth(
        "two metrics, ranks, slopes vary much",
        Metrics(
            QualityModel(biases=(0.0, 0.0), human_noise=0.3, slope_spread=1.5), (25, 15), options=_SPEARMAN
        ),
    ),
    _truth(
        "five metrics, ranks, systems in two groups",
        Metrics(_alike(5, **_TWO_GROUPS), (10, 30), options=_SPEARMAN),
    ),
    _truth(
        "six metrics, ranks, input level, nine of ten at the best of three grades",
        Metrics(_alike(_SIX), (12, 40), grades=(0.03, 0.1), options={**_SPEARMAN, "level": "input"}),
    ),
    _truth(
        "two metrics, inputs of four documents",
        Metrics(QualityModel(), (16, 40), documents=4, options={"clusters": DOCUMENTS}),
    ),
    _truth(
        "two metrics, families of 4 in the table, not used",
        Metrics(QualityModel(biases=(0.5, 0.5), family_size=4, family_share=0.9), (16, 40), families=True),
        UNUSED,
    ),
    _truth(
        "six unrelated metrics, all alike, at two levels",
        Metrics(_alike(_SIX, shared=0.0), (25, 40), options={"level": ("system", "input")}),
        APART,
    ),
)
