"""What is true of simulated data: the names, models and facts of every truth that methods are certified on."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import Any

from trueness.errors import UnknownNameError, suggest
from trueness.studies.certify.looks import PLAIN_LOOK
from trueness.studies.certify.quality_model import QualityModel, TableModel
from trueness.studies.certify.scenario import Scenario, metrics_of_quality, noisier_rival

LEVELS = ("system", "input")
SCORES = ("normal", "likert", "skewed", "heavy_tailed")
CLUSTER_SIZE = 5

Pairs = tuple[tuple[int, int], ...]

ALL_PAIRS_OF_SIX: Pairs = tuple(itertools.combinations(range(6), 2))
BASELINE_OF_64: Pairs = tuple((metric, 0) for metric in range(1, 65))
"""What of a truth can be seen in a table; truths of the plain look cannot be told from a table of scores."""


@dataclasses.dataclass(frozen=True)
class Truth:
    """What is true of data, whatever their size.

    Attributes
    ----------
    name : str
    model : callable
        Returns what draws scores, of the number of inputs.
    null_levels : tuple of str
        Levels at which the metrics agree equally well with the human.
    sought_levels : tuple of str
        Levels at which there is a difference that somebody would look for: rejections there are power.
    scores : tuple of str
        Kinds of scores that data are drawn with.
    look : str
        Of `LOOKS`.
    cluster_size : int
        Inputs per cluster; methods are told of clusters.
    documents : int
        Clusters that all inputs are in, where these are so many whatever the number of inputs; 0: `cluster_size` says.
    told_families : int
        Systems per family that methods are told of.
    told_large_family : float
        Share of the systems, the first, that methods are told to be one family.
    pairs : tuple of (int, int)
        Metrics compared, corrected together by Holm's procedure.
    systems, inputs : tuples of int
        Numbers of systems, and of inputs, that data are drawn with; empty: any.
    """

    name: str
    model: Callable[[int], TableModel]
    null_levels: tuple[str, ...] = LEVELS
    sought_levels: tuple[str, ...] = ()
    scores: tuple[str, ...] = ("normal",)
    look: str = PLAIN_LOOK
    cluster_size: int = 1
    documents: int = 0
    told_families: int = 1
    told_large_family: float = 0.0
    pairs: Pairs = ((0, 1),)
    systems: tuple[int, ...] = ()
    inputs: tuple[int, ...] = ()

    def fits(self, n_systems: int, n_inputs: int) -> bool:
        """Return whether data of a size are drawn."""
        return (not self.systems or n_systems in self.systems) and (
            not self.inputs or n_inputs in self.inputs
        )

    def scenario(self, scores: str, n_systems: int, n_inputs: int) -> Scenario:
        """Return data of a kind and size of which this is true."""
        return Scenario(
            name=f"{self.name}; {scores} scores; {n_systems} systems, {n_inputs} inputs",
            n_systems=n_systems,
            n_inputs=n_inputs,
            model=self.model(n_inputs),
            scores=scores,
            cluster_size=-(-n_inputs // self.documents) if self.documents else self.cluster_size,
            null_levels=self.null_levels,
            sought_levels=self.sought_levels,
            look=self.look,
            told_families=self.told_families,
            pairs=self.pairs,
            population=f"{self.name}; {scores} scores; {n_inputs} inputs",
            told_large_family=self.told_large_family,
        )


def _always(model: TableModel) -> Callable[[int], TableModel]:
    return lambda _: model


def _quality(name: str, look: str = PLAIN_LOOK, told_families: int = 1, **changes: Any) -> Truth:
    """Return the truth that two metrics are alike, with biases of sd .2 unless said otherwise."""
    model = QualityModel(**changes)
    return Truth(name, _always(model), look=look, told_families=told_families)


def _family_of_tests(name: str, pairs: Pairs) -> Truth:
    number = 1 + max(max(pair) for pair in pairs)
    model = QualityModel((0.7,) * number, (0.2,) * number, (1.0,) * number)
    return Truth(name, _always(model), pairs=pairs, systems=(10, 16, 25), inputs=(20, 100))


_CLEAR: dict[str, Any] = {"quality": 1.0, "sees": (1.0, 1.0), "noises": (0.5, 0.5), "human_noise": 0.5}
_THREE = ((0.8, 0.6, 0.0), (1.0, 0.0, 0.0))
_FAR: dict[str, Any] = {"human_noise": 0.1, "difficulty": 0.2, "noises": (0.2, 0.2)}

TWO_WAY_TRUTHS = (
    Truth("alike without bias", _always(metrics_of_quality((0.0, 0.0))), scores=SCORES),
    Truth("alike, bias .2", _always(metrics_of_quality((0.2, 0.2))), scores=SCORES),
    Truth("alike, bias .5", _always(metrics_of_quality((0.5, 0.5))), scores=SCORES),
    Truth(
        "unequal noise, equal at system level",
        lambda n_inputs: noisier_rival("system", n_inputs),
        ("system",),
        scores=SCORES,
    ),
    Truth(
        "unequal noise, equal at input level",
        lambda n_inputs: noisier_rival("input", n_inputs),
        ("input",),
        scores=SCORES,
    ),
    Truth(
        "alike, bias .2, inputs in clusters",
        _always(metrics_of_quality((0.2, 0.2))),
        scores=SCORES,
        cluster_size=CLUSTER_SIZE,
    ),
)
"""Two metrics agree equally well with the human: exchangeable, with per-system biases of three sizes; of unequal noise,
where only one level's correlations are equal; and with inputs in clusters of five. Noise is independent from output to
output, and alike everywhere."""

QUALITY_TRUTHS = (
    _quality("slopes vary over inputs", **_CLEAR, slope_spread=0.5),
    _quality("noise varies over inputs", noise_spread_inputs=0.7),
    _quality("noise varies over systems", noise_spread_systems=0.7),
    _quality(
        "quality of three dimensions",
        directions=_THREE,
        weight_spread=1.0,
        quality=1.0,
        biases=(0.0, 0.0),
    ),
    _quality("families of 4", "families untold", family_size=4, family_share=0.9, biases=(0.5, 0.5)),
    _quality("families of 2", "families untold", family_size=2, family_share=0.9, biases=(0.5, 0.5)),
    _quality(
        "families of 4, told",
        "families of systems",
        4,
        family_size=4,
        family_share=0.9,
        biases=(0.5, 0.5),
    ),
    _quality(
        "families of 2, told",
        "families of systems",
        2,
        family_size=2,
        family_share=0.9,
        biases=(0.5, 0.5),
    ),
    _quality("a system in twenty is bad", "outlying systems", bad_share=0.05),
    _quality("two bad systems", "outlying systems", bad_systems=2),
    _quality("quality with outliers", "outlying systems", shape="heavy_tailed"),
    _quality("quality lognormal", "outlying systems", shape="skewed"),
    _quality("quality of two groups", "groups of systems", shape="bimodal"),
    _quality("metrics saturate", "scores at a ceiling", ceiling=0.5),
    _quality("metrics and people saturate", "scores at a ceiling", ceiling=0.5, human_ceiling=0.5),
    _quality("metrics nearly the same", "metrics nearly the same", shared=0.98),
    _quality("systems judged unequally", "systems judged unequally", judged=0.3),
    _quality("one annotator", annotators=1),
    _quality("three annotators", annotators=3),
    _quality("five annotators", annotators=5),
)
"""Two metrics are exchangeable, so that they agree equally well at every level; what varies, and over what, is not the
noise of single outputs alone."""

BREAKING_TRUTHS = (
    Truth(
        "two far systems of spread biases",
        _always(
            QualityModel(
                sees=(1.0, 1.0),
                noises=(0.2, 0.2),
                quality=1.0,
                difficulty=0.2,
                human_noise=0.2,
                bad_systems=2,
                bad_distance=3.0,
                bad_biases=20.0,
            )
        ),
        look="outlying systems",
        systems=(8, 10, 16, 25),
    ),
    Truth(
        "one large family, told",
        _always(QualityModel(biases=(0.5, 0.5), large_family=0.625, family_share=0.9)),
        look="families of systems",
        told_large_family=0.625,
        systems=(16, 25),
    ),
    Truth(
        "slopes vary much over inputs",
        _always(QualityModel(biases=(0.0, 0.0), human_noise=0.3, slope_spread=1.5)),
        inputs=(10, 20),
    ),
    Truth("inputs of four documents", _always(metrics_of_quality((0.2, 0.2))), documents=4, inputs=(20, 100)),
)
"""Two metrics are exchangeable, and the data are of kinds that tests fail on: chosen to break them."""

FAMILIES_OF_TESTS = (
    _family_of_tests("six metrics alike, all pairs", ALL_PAIRS_OF_SIX),
    _family_of_tests("64 metrics alike, against a baseline", BASELINE_OF_64),
)
"""Several metrics are exchangeable, and several pairs are tested together."""

OTHER_TRUTHS = (
    Truth("bias .2 against .6", _always(metrics_of_quality((0.2, 0.6))), (), ("system",), scores=SCORES),
    Truth("no bias against .3", _always(metrics_of_quality((0.0, 0.3))), (), ("system",), scores=SCORES),
    Truth(
        "noise 1 against 1.5",
        _always(QualityModel((1.0, 1.0), (0.0, 0.0), (1.0, 1.5), quality=1.0, human_noise=0.5)),
        (),
        ("input",),
    ),
    Truth(
        "far: r .97 against -.8",
        _always(QualityModel((0.7, -0.7), (0.088, 0.262), quality=0.5, **_FAR)),
        (),
        ("system",),
        systems=(16,),
    ),
    Truth(
        "far: r .97 against .35",
        _always(QualityModel((0.7, 0.7), (0.088, 0.935), quality=0.5, **_FAR)),
        (),
        ("system",),
        systems=(16,),
    ),
    Truth(
        "far with outliers: r .97 against -.8",
        _always(QualityModel((0.7, -0.7), (0.088, 0.262), quality=0.5, shape="heavy_tailed", **_FAR)),
        (),
        ("system",),
        look="outlying systems",
        systems=(16,),
    ),
)
"""The first metric agrees better: at the system level by a smaller bias, at the input level by less noise; by far."""

NULL_TRUTHS = (*TWO_WAY_TRUTHS, *QUALITY_TRUTHS, *BREAKING_TRUTHS, *FAMILIES_OF_TESTS)
TRUTHS = (*NULL_TRUTHS, *OTHER_TRUTHS)


def find_truth(name: str) -> Truth:
    """Return the truth of a name.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    known = {truth.name: truth for truth in TRUTHS}
    if name not in known:
        raise UnknownNameError(f"there is no truth '{name}'.{suggest(name, known)}")
    return known[name]
