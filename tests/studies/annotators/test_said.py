"""What is said of a study: findings in sentences, and cautions that are not said without cause."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from trueness.data.scores.score_table import Annotations, Scorer, ScoreTable
from trueness.statistics.annotators.equal_ratings import commonest_rating
from trueness.studies.annotators.decided import annotator_decisions, with_standing
from trueness.studies.annotators.rows import Agreement, AltTest, CeilingRow, HeldOutCorrelation
from trueness.studies.annotators.said import annotator_conclusions
from trueness.studies.annotators.settings import AnnotatorSettings
from trueness.studies.annotators.study import annotators

NAN = float("nan")
SETTINGS = AnnotatorSettings(levels=("system",), coefficients=("kendall",), seed=1)
ALPHA = Agreement("alpha_ordinal", 0.514, 0.4, 0.6, 3, 90, 2, 0, 99)
EQUAL = dataclasses.replace(ALPHA, measure="equal_ratings", estimate=0.7, low=0.6, high=0.8)
AC1 = dataclasses.replace(ALPHA, measure="ac1", estimate=0.61)
OWN = [
    HeldOutCorrelation(name, name, "system", "kendall", value, 0.1, 0.9, 90, 0)
    for name, value in (("a", 0.7), ("b", 0.8), ("c", NAN))
]
ROW = CeilingRow(
    metric="m",
    level="system",
    coefficient="kendall",
    estimate=0.5,
    low=0.3,
    high=0.7,
    ceiling=0.75,
    ceiling_low=0.6,
    ceiling_high=0.8,
    difference=-0.25,
    difference_low=-0.3,
    difference_high=-0.1,
    n_unscored=0,
    n_undefined_resamples=0,
    resamples=99,
)
ALT = AltTest(
    metric="m",
    winning_rate=1.0,
    winning_low=0.8,
    winning_high=1.0,
    winning_rate_published=1.0,
    advantage=0.8,
    constant_winning_rate=0.0,
    constant_advantage=0.6,
    beyond_constant=0.2,
    beyond_low=0.1,
    beyond_high=0.3,
    epsilon=0.1,
    n_tested=3,
    n_skipped=0,
    n_dropped=0,
    n_unscored=0,
)
RATINGS = np.tile([1.0, 2, 3, 4, 5], 18)[None, None].repeat(3, axis=0)


def at(metric, estimate, low, high):
    """Return a metric whose difference to an annotator is this."""
    return dataclasses.replace(
        ROW, metric=metric, difference=estimate, difference_low=low, difference_high=high
    )


def decided(agreement, alt_tests, ratings=RATINGS, ceiling=(), **options):
    better = np.full((len(alt_tests),) * 2, 0.5)
    given = {"nominal": False, "has_systems": True, "ceiling": ceiling, "attenuation": (), **options}
    return annotator_decisions(
        "fluency", ratings, SETTINGS, agreement=agreement, alt_tests=alt_tests, better=better, **given
    )


def said(agreement=(ALPHA, EQUAL, AC1), annotators=OWN, ceiling=(), alt_tests=(), ratings=RATINGS):
    decisions = decided(agreement, alt_tests, ratings, ceiling)
    return annotator_conclusions(
        "fluency",
        SETTINGS,
        agreement=agreement,
        annotators=annotators,
        ceiling=with_standing(ceiling, decisions),
        alt_tests=alt_tests,
        decisions=decisions,
        commonest=commonest_rating(ratings),
    )


def test_agreement_and_the_ceiling():
    alpha, ceiling, applies = said()
    assert alpha == (
        "✓ People agree on 'fluency' beyond chance: ordinal alpha 0.51 [0.40, 0.60], floor 0.20. Any two of the 3 "
        "annotators give the same rating to 70% [60%, 80%] of 90 outputs."
    )
    assert applies == "These answers apply to other items, and to these three people."
    assert ceiling == (
        "At the system level an annotator agrees with the others by Kendall's tau-b 0.75 (0.70 to 0.80)."
    )


def test_where_metrics_stand():
    rows = [
        ROW,
        at("n", 0.1, 0.05, 0.15),
        at("o", -0.2, -0.3, -0.1),
        at("p", -0.1, -0.3, 0.1),
        at("q", 0.0, -0.1, 0.1),
        at("r", -0.05, -0.09, -0.01),
    ]
    assert said(ceiling=rows)[1].endswith(
        "0.80). ✓ 'n' agrees better than that. ✓ 'q', 'r' agree as well, within 0.1. ✗ 'm', 'o' agree less. ? We "
        "cannot tell whether 'p' agrees as well, within 0.1."
    )
    assert said(ceiling=[ROW])[1].endswith("0.80). ✗ 'm' agrees less.")
    few = dataclasses.replace(at("p", 0.0, -0.05, 0.05), ceiling_low=0.1)
    assert said(ceiling=[few])[1].endswith(
        "? We cannot tell whether 'p' agrees as well, within 0.1. That takes annotators who surely agree with each "
        "other by 0.20 or more, and the interval of theirs begins at 0.10."
    )
    unknown = dataclasses.replace(few, ceiling_low=NAN)
    assert said(ceiling=[unknown])[1].endswith("by 0.20 or more.")
    silent = dataclasses.replace(at("p", 0.1, 0.05, 0.15), n_unscored=1)
    assert said(ceiling=[silent])[1].endswith("within 0.1. 'p' has no score for 1 output that they rated.")
    both = [silent, dataclasses.replace(silent, metric="q"), at("r", 0.0, -0.3, 0.1)]
    assert said(ceiling=both)[1].endswith(
        "? We cannot tell whether 'p', 'q', 'r' agree as well, within 0.1. 'p', 'q' have no score for some outputs "
        "that they rated."
    )
    bare = [at("m", NAN, NAN, NAN), dataclasses.replace(at("n", NAN, NAN, NAN), estimate=NAN)]
    assert said(ceiling=bare)[1].endswith("The nearest metric is 'm' with 0.50.")


def test_of_ratings_on_a_fine_scale_it_is_not_said_how_often_they_are_equal():
    assert said(agreement=(ALPHA, dataclasses.replace(EQUAL, estimate=0.0)))[0] == (
        "✓ People agree on 'fluency' beyond chance: ordinal alpha 0.51 [0.40, 0.60], floor 0.20. The scale is too fine "
        "for equal ratings of 90 outputs to say much."
    )


def test_annotators_who_agree_alike_have_no_range():
    same = [dataclasses.replace(row, estimate=0.654) for row in OWN[:2]]
    assert said(annotators=same)[1].endswith("by Kendall's tau-b 0.65.")


def test_nothing_is_defined():
    nothing = [dataclasses.replace(row, estimate=NAN, low=NAN, high=NAN) for row in (ALPHA, EQUAL)]
    first, second, _ = said(agreement=nothing, annotators=OWN[2:])
    assert first == "? We cannot tell whether people agree on 'fluency': no output has two ratings."
    (constant, *_) = said(agreement=[nothing[0], EQUAL], annotators=OWN[2:])
    assert "beyond chance: alpha is undefined." in constant
    assert "no annotator has a defined correlation" in second


RNG = np.random.default_rng(4)
TRUTH = 1.5 * RNG.normal(size=(12, 1)) + RNG.normal(size=(12, 30))


def codes(ratings, metric=None, **options):
    ratings = np.asarray(ratings, dtype=float)
    people = tuple("abcdefgh"[: len(ratings)])
    part = Annotations(people, ratings)
    n, m = ratings.shape[1:]
    scores = TRUTH[:n, :m] if metric is None else metric
    table = ScoreTable(
        scorers=(Scorer("quality", "human"), Scorer("m", "metric")),
        systems=tuple(f"s{i}" for i in range(n)),
        inputs=tuple(f"d{j}" for j in range(m)),
        values=np.stack([part.mean(), scores]),
        annotations={"quality": part},
        notes=("as told",),
    )
    found = annotators(table, resamples=60, rng=1, coefficient="pearson", folds=5, **options)
    return {caution.code: caution for caution in found.cautions}


def rated(noise=0.5, a=3, n=12, m=30):
    return np.clip(np.round(4 + TRUTH[:n, :m] + noise * RNG.normal(size=(a, n, m))), 1, 7)


def test_good_ratings_need_few_words():
    found = codes(rated(), metric=TRUTH + 2 * RNG.normal(size=TRUTH.shape))
    assert set(found) <= {"approximate_correction", "data_note", "negative_components"}
    assert found["data_note"].message == "as told"


def test_weak_agreement_and_a_constant_that_passes():
    found = codes(np.clip(np.round(4 + RNG.normal(size=(3, 12, 30))), 1, 7))
    assert found["weak_agreement"].severity == "warning"
    assert {"constant_passes", "negative_components"} <= set(found)


def test_missing_ratings_are_counted():
    ratings = rated()
    ratings[0, 0, :3] = np.nan
    ratings[1, 0, 0] = np.nan
    text = codes(ratings)["missing_ratings"].message
    assert "1076 of 1080" in text
    assert "1 of 360 outputs have only one" in text


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("two_annotators", {"ratings": rated(a=2)}),
        ("few_systems", {"ratings": rated(n=6)}),
        ("skipped_annotators", {"ratings": rated(m=20)}),
        ("many_categories", {"ratings": rated() + 0.01 * RNG.normal(size=(3, 12, 30))}),
        ("uncalibrated", {"ratings": rated(), "calibration": "none"}),
        ("above_ceiling", {"ratings": rated(noise=2.5)}),
        (
            "capped_correction",
            {"ratings": np.tile(rated(a=1), (3, 1, 1)) * 0 + rated(noise=4), "metric": None},
        ),
    ],
)
def test_each_has_its_cause(code, change):
    assert code in codes(**change)


def test_annotators_who_say_the_same_throughout():
    ratings = rated()
    ratings[2] = ratings[0]
    ratings[2, 3, :5] = np.nan
    found = codes(ratings)["identical_annotators"]
    assert "'a' and 'c' (355 outputs)" in found.message
    assert found.severity == "warning"
    ratings[2, 0, 0] = ratings[0, 0, 0] + 1
    assert "identical_annotators" not in codes(ratings)


def test_what_ratings_cannot_tell_is_said_and_nothing_more():
    copied = rated()
    copied[2] = copied[0]
    assert "and people of one" in codes(copied)["identical_annotators"].message
    assert "differ either may err" in codes(rated(a=2))["two_annotators"].message
    weak = codes(np.clip(np.round(4 + RNG.normal(size=(3, 12, 30))), 1, 7))
    assert "and opinions look alike" in weak["weak_agreement"].message
    assert "noise" not in weak["weak_agreement"].message
    assert "winning says little" in weak["constant_passes"].message
    some = rated()
    some[0, 0, :3] = np.nan
    found = codes(some)
    assert "that takes strictness off" in found["missing_ratings"].message
    assert "single_ratings" not in found


def test_one_annotator_for_each_output():
    ratings = rated()
    here = np.add.outer(np.arange(12), np.arange(30)) % 3
    ratings[here != np.arange(3)[:, None, None]] = np.nan
    found = codes(ratings)
    assert found["single_ratings"].severity == "warning"
    assert "whether annotators agree" in found["single_ratings"].message
    assert "no_reliability" not in found  # they may agree: nobody knows
    ratings[:2, 0, 0] = 4
    assert "single_ratings" not in codes(ratings)


def test_a_constant_annotator_is_named():
    ratings = rated()
    ratings[2] = 4
    assert "'c'" in codes(ratings)["undefined_annotators"].message


def test_annotators_of_inputs_of_their_own():
    ratings = np.full((8, 12, 30), np.nan)
    for j in range(30):
        k = 2 * (j % 4)
        ratings[k : k + 2, :, j] = rated(a=2)[:, :, j]
    assert "confounded_components" not in codes(rated())
    found = codes(ratings, minimum_units=5)
    assert "missing_ratings" in found


def test_annotators_who_contradict_each_other():
    ratings = np.stack([rated(a=1)[0], 8 - rated(a=1)[0]])
    assert "no_reliability" in codes(ratings)


def test_a_correction_that_may_be_anything_has_its_interval_left_open():
    # two people who disagree on all systems but one, which both find far better
    quality = np.linspace(-1, 1, 12)
    one, other = (np.append(sign * quality[1:], 3.0) for sign in (1, -1))
    ratings = np.clip(
        np.round(4 + np.stack([one, other])[:, :, None] + 0.3 * RNG.normal(size=(2, 12, 30))), 1, 7
    )
    message = codes(ratings, level="system")["no_corrected_interval"].message
    assert message.startswith("The interval of a correction for noise is left open: 'm (system level)'.")
    assert "no_corrected_interval" not in codes(ratings, level="system", interval="none")
