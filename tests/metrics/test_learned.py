"""Learned metrics: kept without code, refused where a feature is not what it was, and scored like any other."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pytest

from trueness import get_metric, load_dataset_texts, score
from trueness.errors import ArgumentError, DataError, FormatError, UnsupportedMethodError
from trueness.metrics.learned.card import ARRAYS, CARD, SEAL, Card, Feature, read_learned, seal, write_learned
from trueness.metrics.learned.features import centroid_differences, check_usable, find_centroids, probe_scores
from trueness.metrics.learned.predictors import (
    FORMS,
    LinearPredictor,
    NetworkPredictor,
    Scaling,
    StepsPredictor,
    TreesPredictor,
)

NAMES = ("rouge1_f", "ter", "bleu")
TWO = np.array([0.0, 1.0]), np.array([1.0, 2.0])

PREDICTORS = (
    LinearPredictor(*TWO, np.array([1.0, -2.0]), np.asarray(0.5)),
    StepsPredictor(
        *TWO,
        np.array([0, 2, 3]),
        np.array([0.0, 1.0, 0.0]),
        np.array([0.0, 2.0, 5.0]),
        np.ones(2),
        np.asarray(1.0),
    ),
    TreesPredictor(
        *TWO,
        np.array([0]),
        np.array([1, -1, -1]),
        np.array([0.5, 0, 0]),
        np.array([1, 0, 0]),
        np.array([2, 0, 0]),
        np.array([0.0, 1.0, 3.0]),
        np.asarray(2.0),
    ),
    NetworkPredictor(
        *TWO,
        np.array([2, 2, 1]),
        np.array([1, 0, 0, 1, 1, -1], dtype=np.float32),
        np.array([0, 0, 0.5], dtype=np.float32),
        np.asarray(1.0),
        np.asarray(2.0),
    ),
)


@pytest.mark.parametrize(
    ("predictor", "expected"),
    # scaled features are (1, 2) and, the first being missing, (0, -1)
    list(zip(PREDICTORS, ([-2.5, 2.5], [8.0, 6.0], [5.0, 3.0], [0.0, 2.0]), strict=True)),
    ids=[one.FORM for one in PREDICTORS],
)
def test_predictors_by_hand(predictor, expected, tmp_path):
    features = np.array([[1.0, 5.0], [np.nan, -1.0], [np.nan, np.nan]])
    found = predictor.predict(features)
    assert found[:2] == pytest.approx(expected)
    assert np.isnan(found[2])
    card = Card("quality", "by hand", predictor.FORM, (), "cent_e:vectors=x", "", {})
    again = read_learned(write_learned(tmp_path / "model", card, predictor))
    assert again.card == card
    assert again.predictor.predict(features)[:2].tolist() == found[:2].tolist()


@pytest.mark.parametrize("predictor", PREDICTORS, ids=[one.FORM for one in PREDICTORS])
def test_arrays_that_do_not_fit_are_refused(predictor):
    arrays = predictor.arrays()
    form = FORMS[predictor.FORM]
    with pytest.raises(DataError, match="is made of"):
        form.from_arrays({name: values for name, values in arrays.items() if name != "means"})
    with pytest.raises(DataError, match="disagree"):
        form.from_arrays({**arrays, "means": np.zeros(3)})
    with pytest.raises(DataError, match="must hold finite numbers"):
        form.from_arrays({**arrays, "means": np.full(2, np.nan)})
    odd = {"linear": "weights", "steps": "knots", "trees": "left", "network": "biases"}[predictor.FORM]
    with pytest.raises(DataError):
        form.from_arrays({**arrays, odd: arrays[odd][:-1]})


def test_a_tree_that_goes_in_circles_is_refused():
    arrays = PREDICTORS[2].arrays()
    with pytest.raises(DataError, match="must be trees"):
        TreesPredictor.from_arrays({**arrays, "left": np.array([0, 0, 0])})


@pytest.mark.parametrize(
    ("form", "name", "values", "message"),
    [
        ("linear", "weights", np.array([1j, 2]), "'weights' holds complex128, no real numbers"),
        ("linear", "means", np.array([True, False]), "'means' holds bool, no real numbers"),
        ("steps", "starts", np.array([0.0, 2.0, 3.0]), "'starts' holds float64, no whole numbers"),
        ("trees", "left", np.array([1.0, 0, 0]), "'left' holds float64, no whole numbers"),
        ("trees", "roots", np.array([[0, 0]]), "be trees on these"),
        ("trees", "roots", np.array([2**63 + 1], dtype=np.uint64), "must be trees"),
        # the numbers of weights and biases would fit if sums were taken modulo 2**64
        (
            "network",
            "sizes",
            np.array([2, 2**62, 2**62, 2**63 + 2, 1], dtype=np.uint64),
            "the layers disagree",
        ),
    ],
)
def test_arrays_of_other_kinds_are_refused(form, name, values, message):
    arrays = next(one for one in PREDICTORS if form == one.FORM).arrays()
    with pytest.raises(DataError, match=message):
        FORMS[form].from_arrays({**arrays, name: values})


def test_numbers_of_half_precision_are_computed_with_in_double():
    arrays = PREDICTORS[0].arrays()
    found = LinearPredictor.from_arrays({**arrays, "weights": arrays["weights"].astype(np.float16)})
    assert found.predict(np.array([[1.0, 5.0]])).tolist() == [-2.5]
    assert found.weights.dtype == np.float64


def test_what_is_beyond_the_numbers_is_refused():
    with pytest.raises(DataError, match=r"predictions overflow\. Look for"):
        PREDICTORS[0].predict(np.array([[-1.7e308, 1.7e308]]))
    with pytest.raises(DataError, match="predictions overflow"):
        PREDICTORS[0].predict(np.array([[np.inf, 1.0]]))


def test_a_constant_feature_says_nothing():
    scaling = Scaling.of(np.array([[1.0, 3.0], [1.0, np.nan], [1.0, 5.0]]))
    assert scaling(np.array([[9.0, 5.0]])).tolist() == [[0.0, 1.0]]


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    metrics = [get_metric(name) for name in NAMES]
    probes = probe_scores(metrics)
    features = tuple(
        Feature(one.name, one.higher_is_better, one.signature(), probes[one.name]) for one in metrics
    )
    predictor = LinearPredictor(np.zeros(3), np.ones(3), np.array([1.0, 0.5, 2.0]), np.asarray(3.0))
    card = Card("quality", "by hand", "linear", features, "", "", {"seed": 1})
    return write_learned(tmp_path_factory.mktemp("learned") / "model", card, predictor), card, predictor


def test_texts_are_scored_by_their_features(model):
    texts = load_dataset_texts("pocket")
    name = f"learned:{model[0]}"
    table = score(dataclasses.replace(texts, rows=texts.rows[:20]), [*NAMES, f"{name}/"])
    known = ~np.isnan(table.matrix(name))
    expected = 3 + table.matrix("rouge1_f") - 0.5 * table.matrix("ter") + 2 * table.matrix("bleu")
    assert known.any()
    assert table.matrix(name)[known] == pytest.approx(expected[known])
    found = get_metric(name)
    assert found.needs == {"references"}
    assert np.isnan(found.score([" "], [["a b"]], [None])[0])
    assert "3 features" in found.signature()


def changed(model, tmp_path, feature=None, **more):
    folder, card, predictor = model
    del folder
    features = list(card.features)
    if feature is not None:
        features[0] = dataclasses.replace(features[0], **feature)
    return write_learned(
        tmp_path / "changed", dataclasses.replace(card, features=tuple(features), **more), predictor
    )


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        ({"name": "rouge1_nothing"}, "the feature 'rouge1_nothing' failed here"),
        (
            {"name": "comet_of_mine", "probes": None},
            "a column of scores only; texts are scored with metrics of this package",
        ),
        (
            {"signature": "mode:google"},
            "the feature 'rouge1_f' has other settings than when it was learned from",
        ),
        ({"higher_is_better": False}, "has other settings"),
        ({"name": "learned:."}, "a learned metric takes other metrics than learned ones as features"),
    ],
)
def test_a_feature_that_is_not_what_it_was_is_refused(model, tmp_path, feature, message):
    with pytest.raises(FormatError, match=re.escape(message)):
        get_metric(f"learned:{changed(model, tmp_path, feature)}")


def test_a_feature_that_gives_other_scores_is_refused_before_any_text_is_scored(model, tmp_path):
    probes = tuple(0.5 for _ in model[1].features[0].probes)
    metric = get_metric(f"learned:{changed(model, tmp_path, {'probes': probes})}")
    with pytest.raises(FormatError, match="'rouge1_f' gives other scores of the probe texts"):
        metric.score(["a"], [["a"]], [None])


def test_damaged_files_are_refused(model, tmp_path):
    folder = changed(model, tmp_path)
    (folder / ARRAYS).write_bytes((folder / ARRAYS).read_bytes() + b" ")
    with pytest.raises(FormatError, match="have changed since they were written together"):
        read_learned(folder)
    said = json.loads((folder / CARD).read_text())
    for damage, message in (
        ({"format": "pickle"}, "be of the form"),
        ({"features": [{}]}, r"'features\[0\].name' is missing"),
        (
            {"features": [{**said["features"][0], "probes": [10**400]}]},
            r"'features\[0\].probes' must be a list, each a number or null",
        ),
        ({"form": "code"}, "'form' must be one of .*; it is 'code'"),
    ):
        raw = model[0].joinpath(ARRAYS).read_bytes()
        (folder / ARRAYS).write_bytes(raw)
        resealed = {**said, **damage}
        (folder / CARD).write_text(json.dumps({**resealed, SEAL: seal(resealed, raw)}))
        with pytest.raises(FormatError, match=message):
            read_learned(folder)
    with pytest.raises(FormatError, match=r"card\.json is missing"):
        read_learned(tmp_path / "nowhere")


def test_features_that_changed_places_are_refused_and_words_may_change(model, tmp_path):
    folder = changed(model, tmp_path)
    said = json.loads((folder / CARD).read_text())
    (folder / CARD).write_text(json.dumps({**said, "facts": {"intended use": "none"}, "human": "other"}))
    assert read_learned(folder).card.human == "other"
    (folder / CARD).write_text(json.dumps({**said, "features": said["features"][::-1]}))
    with pytest.raises(FormatError, match="have changed since they were written together"):
        read_learned(folder)


def test_a_folder_that_is_not_there():
    with pytest.raises(FormatError, match=r"card\.json is missing"):
        read_learned("nowhere")
    with pytest.raises(ArgumentError, match="name the folder"):
        get_metric("learned:")


def test_centroids_of_references_minus_those_of_outputs(tmp_path):
    (tmp_path / "v.txt").write_text("cat 1 0\ndog 0 1\n")
    metric = find_centroids(f"cent_e:vectors={tmp_path / 'v.txt'}")
    found = centroid_differences(metric, ["cat", "dog dog cat", "fish"], [["dog"], ["cat", "dog"], ["cat"]])
    assert found[0].tolist() == [-1.0, 1.0]
    assert found[1] == pytest.approx([0.5 - 1 / 3, 0.5 - 2 / 3])
    assert np.isnan(found[2]).all()
    with pytest.raises(ArgumentError, match="names a metric of centroids"):
        find_centroids("rouge1_f")
    with pytest.raises(UnsupportedMethodError, match="held-out ones too"):
        find_centroids(f"cent_e:vectors={tmp_path / 'v.txt'},idf=references")
    with pytest.raises(UnsupportedMethodError, match="depends on all texts"):
        check_usable(get_metric(f"cent_e:vectors={tmp_path / 'v.txt'},idf=sources"))


@pytest.fixture
def with_vectors(model, tmp_path):
    (tmp_path / "v.txt").write_text("cat 1 0\ndog 0 1\n")
    name = f"wmd:vectors={tmp_path / 'v.txt'}"
    one = get_metric(name)
    feature = {"name": name, "signature": one.signature(), "higher_is_better": one.higher_is_better}
    return changed(model, tmp_path, {**feature, "probes": probe_scores([one])[name]})


def test_a_folder_names_no_file_unless_the_user_says_so(with_vectors):
    with pytest.raises(ArgumentError, match=r"changed names the metric 'wmd:vectors=.*v\.txt'") as caught:
        get_metric(f"learned:{with_vectors}")
    said = str(caught.value).rpartition("name the metric '")[2].removesuffix("'.")
    assert said == f"learned:{with_vectors},allow=files"
    found = get_metric(said)
    assert found.name == said
    assert np.isfinite(found.score(["cat"], [["dog"]], [None])).all()


def test_the_vectors_of_a_card_are_named_by_it(model, tmp_path):
    (tmp_path / "v.txt").write_text("cat 1 0\ndog 0 1\n")
    name = f"cent_e:vectors={tmp_path / 'v.txt'}"
    folder, card, _predictor = model
    wider = LinearPredictor(np.zeros(5), np.ones(5), np.ones(5), np.asarray(3.0))
    signature = get_metric(name).signature()
    folder = write_learned(
        tmp_path / "model", dataclasses.replace(card, vectors=name, vectors_signature=signature), wider
    )
    with pytest.raises(ArgumentError, match="reads none of yours"):
        get_metric(f"learned:{folder}")
    assert get_metric(f"learned:{folder},allow=files").centroids is not None


def test_a_feature_that_runs_a_program_is_refused_whatever_the_user_says(model, tmp_path):
    (tmp_path / "m.jar").write_text("")
    name = f"meteor_java:jar={tmp_path / 'm.jar'}"
    folder = changed(model, tmp_path, {"name": name})
    with pytest.raises(FormatError, match=r"which runs a program.*runs none\."):
        get_metric(f"learned:{folder},allow=files")
    with pytest.raises(UnsupportedMethodError, match="a learned metric does not"):
        check_usable(get_metric("meteor_java"))
