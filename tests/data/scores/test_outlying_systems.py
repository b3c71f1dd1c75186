import numpy as np
import pytest
from scipy import stats

from trueness.data.scores.outlying_systems import drop_outlying_systems, outlying_systems, robust_distances
from trueness.data.scores.score_table import Scorer, ScoreTable


def table(scores: list[list[float]]) -> ScoreTable:
    values = np.array([scores], dtype=float)
    systems = tuple(f"s{k}" for k in range(len(scores)))
    return ScoreTable(
        (Scorer("h", "human"),), systems, tuple(f"i{k}" for k in range(len(scores[0]))), values, name="t"
    )


def test_distances_are_those_of_scipy() -> None:
    """The factor is 1 / the normal quantile of 3/4, which SciPy has with more digits."""
    scores = np.random.default_rng(3).normal(size=25)
    expected = np.abs(scores - np.median(scores)) / stats.median_abs_deviation(scores, scale="normal")
    np.testing.assert_allclose(robust_distances(scores), expected, rtol=2e-5)


def test_newstest2020_german_english() -> None:
    """Human z-scores of twelve systems of WMT 2020, whose task left out these three by this rule."""
    scores = {
        "OPPO.1360": 0.21993, "Online-Z.1629": 0.08533, "Online-B.1587": 0.16668, "WMTBiomedBaseline.387": -0.07922,
        "zlabs-nlp.1153": -0.10568, "PROMT_NMT.77": 0.17066, "Tohoku-AIP-NTT.1442": 0.17884, "Online-A.1571": 0.17851,
        "yolo.1052": -1.6178, "Huoshan_Translate.789": 0.22824, "Online-G.1553": 0.17239, "UEDIN.1066": 0.13065,
    }  # fmt: skip
    found = ScoreTable(
        (Scorer("z", "human"),),
        tuple(scores),
        ("newstest2020",),
        np.array([[[value] for value in scores.values()]]),
        name="de-en",
    )
    assert outlying_systems(found, "z", 2.5) == (
        "WMTBiomedBaseline.387",
        "zlabs-nlp.1153",
        "yolo.1052",
    )


def test_means_are_of_judged_inputs_and_missing_systems_are_none() -> None:
    nan = float("nan")
    found = table([[1, 1], [2, nan], [3, 3], [nan, nan], [90, nan]])
    assert outlying_systems(found, "h", 2.5) == ("s4",)


def test_where_more_than_half_are_the_same_the_others_are_outliers() -> None:
    assert outlying_systems(table([[1], [1], [1], [2]]), "h", 9) == ("s3",)
    assert outlying_systems(table([[1], [1], [1]]), "h", 9) == ()


@pytest.mark.parametrize(
    ("scores", "left", "said"),
    [
        ([[1], [2], [3], [40]], 3, "1 system left out as outliers"),
        ([[1], [2], [3]], 3, "no system is an outlier"),
    ],
)
def test_what_is_left_out_is_said(scores: list[list[float]], left: int, said: str) -> None:
    found = drop_outlying_systems(table(scores), ["h"], 2.5)
    assert len(found.systems) == left
    assert said in found.notes[-1]
    assert "2.5" in found.notes[-1]
