import dataclasses

import numpy as np
import pytest

from trueness.errors import ArgumentError
from trueness.studies.certify.quality_model import QualityModel, families_of

CLEAR = QualityModel(biases=(0.0, 0.0), noises=(0.0, 0.0), human_noise=0.0, difficulty=0.0, quality=1.0)


def drawn(model, n_systems=50, n_inputs=40, tables=20, seed=1, **given):
    return model.draw(n_systems, n_inputs, np.random.default_rng(seed), tables=tables, **given)


def changed(**changes):
    return dataclasses.replace(CLEAR, **changes)


@pytest.mark.parametrize(
    "model",
    [
        QualityModel(),
        QualityModel(slope_spread=0.5),
        QualityModel(noise_spread_inputs=0.5, noise_spread_systems=0.3),
        QualityModel(directions=((0.8, 0.6), (1.0, 0.0)), weight_spread=1.0),
        QualityModel(family_size=4, shared=0.5),
        QualityModel(shape="bimodal"),
    ],
)
@pytest.mark.parametrize("degrees", [None, 8.0])
def test_variances_are_those_that_are_said(model, degrees):
    scores = drawn(model, 100, 100, 100, degrees=degrees)
    assert scores.shape == (100, 3, 100, 100)
    np.testing.assert_allclose(scores.var(axis=(0, 2, 3)), model.variance, rtol=0.1)
    np.testing.assert_allclose(scores.mean(axis=(0, 2, 3)), model.mean, atol=0.1)


def test_without_noise_scorers_see_quality_alone():
    scores = drawn(CLEAR)
    np.testing.assert_allclose(scores[:, 1], 0.7 * scores[:, 0])
    np.testing.assert_allclose(scores[..., :1], scores[..., 1:2])


def test_slopes_are_of_inputs_and_of_metrics():
    scores = drawn(changed(slope_spread=0.5), n_inputs=2000, tables=1)[0]
    slopes = scores[1:] / (0.7 * scores[0])
    np.testing.assert_allclose(slopes, np.broadcast_to(slopes[:, :1], slopes.shape))
    np.testing.assert_allclose(slopes[:, 0].std(axis=1), 0.5, rtol=0.1)
    assert abs(np.corrcoef(slopes[:, 0])[0, 1]) < 0.1


def test_several_dimensions_are_seen_as_directions_say():
    model = changed(directions=((0.6, 0.8), (1.0, 0.0)))
    scores = drawn(model, n_systems=4000, n_inputs=1, tables=1)[0, :, :, 0]
    assert np.corrcoef(scores)[0, 1] == pytest.approx(0.6, abs=0.03)


def test_noise_varies_over_what_it_is_said_to():
    flat = changed(noises=(1.0, 1.0), quality=0.0)
    for field, axis in (("noise_spread_systems", 3), ("noise_spread_inputs", 2)):
        scores = drawn(dataclasses.replace(flat, **{field: 0.7}), 500, 500, 1)[:, 1:]
        spread = np.log(scores.std(axis=axis))
        np.testing.assert_allclose(spread.std(axis=2), 0.7, rtol=0.15)
        other = np.log(scores.std(axis=5 - axis))
        assert other.std() < 0.2


def test_families_share_quality_and_bias():
    for model, seen in (
        (changed(family_size=4, family_share=0.9), slice(None)),
        (changed(quality=0.0, biases=(1.0, 1.0), family_size=4, family_share=0.9), slice(1, None)),
    ):
        scores = drawn(model, 8, 1, 4000)[:, seen, :, 0]
        within = np.corrcoef(scores[:, -1, 0], scores[:, -1, 3])[0, 1]
        between = np.corrcoef(scores[:, -1, 0], scores[:, -1, 4])[0, 1]
        assert within == pytest.approx(0.9, abs=0.03)
        assert abs(between) < 0.06


def test_bad_systems_are_bad_to_everybody():
    scores = drawn(changed(bad_systems=2), 16, 1, 500)[..., 0]
    assert scores[:, 0, :2].mean() == pytest.approx(-6, abs=0.2)
    assert scores[:, 1, :2].mean() == pytest.approx(-4.2, abs=0.2)
    assert abs(scores[:, 0, 2:].mean()) < 0.1
    often = drawn(changed(bad_share=0.05), 100, 1, 200)[:, 0, :, 0]
    assert (often < -3).mean() == pytest.approx(0.05, abs=0.01)


@pytest.mark.parametrize(
    ("shape", "skewness", "outer"), [("bimodal", 0, 0.0), ("heavy_tailed", 0, 0.004), ("skewed", 3, 0.008)]
)
def test_shapes_of_quality(shape, skewness, outer):
    values = drawn(changed(shape=shape), 1000, 1, 200)[:, 0].ravel()
    z = (values - values.mean()) / values.std()
    assert (np.mean(z**3) > 2) == (skewness > 0)
    assert (np.abs(values) > 4).mean() >= outer
    if shape == "bimodal":
        assert (np.abs(values) < 0.3).mean() < 0.1


def test_quality_above_a_ceiling_looks_the_same():
    scores = drawn(changed(ceiling=0.5), 1000, 1, 1)[0, :, :, 0]
    assert scores[1].max() == pytest.approx(0.7 * 0.5)
    assert (scores[1] == scores[1].max()).mean() == pytest.approx(0.31, abs=0.05)
    assert scores[0].max() > 2
    both = drawn(changed(ceiling=0.5, human_ceiling=0.5), 1000, 1, 1)[0, :, :, 0]
    assert both[0].max() == pytest.approx(0.5)


def test_metrics_share_what_is_wrong_with_them():
    scores = drawn(changed(quality=0.0, noises=(1.0, 1.0), shared=0.9), 50, 50, 4)
    assert np.corrcoef(scores[:, 1].ravel(), scores[:, 2].ravel())[0, 1] == pytest.approx(0.9, abs=0.02)


def test_every_system_is_judged_on_as_many_inputs_as_its_share_says():
    scores = drawn(QualityModel(judged=0.3), 8, 40, 5)
    judged = (~np.isnan(scores[:, 0])).sum(axis=2)
    assert (judged == np.round(np.linspace(0.3, 1, 8) * 40)).all()
    assert not np.isnan(scores[:, 1:]).any()
    # at random: no input is judged of all systems in all tables
    assert not (~np.isnan(scores[:, 0])).all(axis=(0, 1)).any()


@pytest.mark.parametrize("annotators", [1, 3])
def test_ratings_are_means_of_whole_numbers(annotators):
    human = drawn(QualityModel(annotators=annotators))[:, 0]
    whole = human * annotators
    np.testing.assert_allclose(whole, np.round(whole))
    assert (human.min(), human.max()) == (1, 5)
    if annotators > 1:
        one = drawn(QualityModel(annotators=1))[:, 0]
        assert human.var() < one.var()


def test_clusters_share_half_of_the_difficulty():
    model = changed(quality=0.0, difficulty=1.0)
    clusters = np.repeat(np.arange(500), 2)
    hard = drawn(model, 2, 1000, 1, clusters=clusters)[0, 0, 0]
    assert np.corrcoef(hard[::2], hard[1::2])[0, 1] == pytest.approx(0.5, abs=0.1)
    with pytest.raises(ArgumentError, match="clusters"):
        drawn(model, 2, 10, clusters=[1, 2])


def test_a_table_of_many_is_drawn_as_one_alone():
    """The same numbers in the same order make the first of one and of one table."""
    model = QualityModel(slope_spread=0.5)
    one = drawn(model, 5, 4, 1)
    np.testing.assert_array_equal(one, drawn(model, 5, 4, 1))
    assert not np.array_equal(one, drawn(model, 5, 4, 1, seed=2))


def test_what_is_alike():
    assert QualityModel().exchangeable
    assert not QualityModel(noises=(1.0, 1.5)).exchangeable


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"sees": (0.7,)}, "one number per metric"),
        ({"directions": ((1.0,), (1.0, 0.0))}, "same dimensions"),
        ({"judged": 1.5}, "`judged`"),
        ({"family_size": 0}, "family_size"),
        ({"bad_systems": -1}, "bad_systems"),
        ({"annotators": -1}, "annotators"),
        ({"shape": "round"}, "shape"),
    ],
)
def test_refusals(change, message):
    with pytest.raises(ArgumentError, match=message):
        QualityModel(**change)


def test_sizes_and_degrees_are_checked():
    with pytest.raises(ArgumentError, match="n_systems"):
        drawn(CLEAR, 0)
    with pytest.raises(ArgumentError, match="degrees"):
        drawn(CLEAR, degrees=2.0)


def test_a_large_family_shares_its_quality_and_its_biases():
    assert families_of(16, 1, 0.625).tolist() == [0] * 10 + [1, 2, 3, 4, 5, 6]
    assert families_of(6, 4).tolist() == [0, 0, 0, 0, 1, 1]
    model = QualityModel(
        (1.0,), (1.0,), (0.0,), difficulty=0.0, human_noise=0.0, large_family=0.5, family_share=0.9
    )
    human, metric = model.draw(8, 1, np.random.default_rng(1), tables=4000)[..., 0].transpose(1, 0, 2)
    for values in (human, metric - human):
        together = np.corrcoef(values.T)
        assert together[:4, :4][np.triu_indices(4, 1)] == pytest.approx(np.full(6, 0.9), abs=0.05)
        assert np.abs(together[4:, :4]).max() < 0.1
        assert np.abs(together[4:, 4:][np.triu_indices(4, 1)]).max() < 0.1
