"""S3: its features, and regressors from a folder of the user's."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from trueness.errors import FormatError
from trueness.metrics.scoring.registry import get_metric, get_metrics
from trueness.metrics.vectors.s3 import FEATURES, S3, load_regressor, s3_features

SUPPORT = np.array([[0.5, 0.6, 0.2, 0.2, 0.1, 0.1], [0.3, 0.5, 0.6, 0.7, 0.3, 0.3]])


def exported(folder, target, **changes):
    arrays = {
        "support_vectors": SUPPORT,
        "dual_coef": [[-0.5, 0.75]],
        "intercept": [0.4],
        "gamma": 0.2,
        **changes,
    }
    np.savez(folder / f"{target}.npz", **arrays)


def test_features_are_the_metrics_of_their_names(pocket_vectors):
    texts = ["The house was old, and so was the garden."], [("An old house.", "The garden is old")], [None]
    found = s3_features(*texts, pocket_vectors)
    names = {
        "js1": "js1_summeval",
        "js2": "js2_summeval",
        "rouge1_recall": "s3_rouge1_recall",
        "rouge2_recall": "s3_rouge2_recall",
        "rouge_we1_recall": f"rouge_we1_recall_summeval:vectors={pocket_vectors}",
        "rouge_we2_recall": f"rouge_we2_recall_summeval:vectors={pocket_vectors}",
    }
    assert found.tolist() == [[get_metric(names[feature]).score(*texts)[0] for feature in FEATURES]]


def test_rouge_of_stems_by_hand():
    # stems the hous were old | an old hous, the garden is old: 2 of 3 and 2 of 4
    texts = ["The houses were old"], [("An old house.", "The garden is old")], [None]
    assert get_metric("s3_rouge1_recall").score(*texts)[0] == pytest.approx(4 / 7, rel=1e-15)
    assert get_metric("s3_rouge2_recall").score(*texts)[0] == 0


def test_scores_are_a_gaussian_kernel_regression(tmp_path, pocket_vectors):
    exported(tmp_path, "pyr")
    exported(tmp_path, "resp", intercept=[1.4])
    metrics = get_metrics(f"s3_{{pyr,resp}}:vectors={pocket_vectors},models={tmp_path}")
    assert [metric.name.partition(":")[0] for metric in metrics] == ["s3_pyr", "s3_resp"]
    outputs = ["The house was old.", "", "water"]
    references = [("An old house.",)] * 3
    found = S3.score_together(metrics, outputs, references, [None] * 3)
    x = s3_features(outputs[:1], references[:1], [None], pocket_vectors)[0]
    kernel = [np.exp(-0.2 * np.sum((x - row) ** 2)) for row in SUPPORT]
    assert found[0, 0] == pytest.approx(-0.5 * kernel[0] + 0.75 * kernel[1] + 0.4, rel=1e-14)
    assert found[0, 1] == pytest.approx(found[0, 0] + 1, rel=1e-14)
    assert np.isnan(found[1]).all()  # no divergence of nothing
    assert "regressor:" in metrics[0].signature()


def test_pickles_are_not_read(tmp_path):
    marker = tmp_path / "ran"

    class Runs:
        def __reduce__(self):
            return (marker.write_text, ("yes",))

    (tmp_path / "pyr.pickle").write_bytes(pickle.dumps(Runs()))
    with pytest.raises(
        FormatError, match=r"no pyr\.npz; 'pyr\.pickle' looks like a pickle, which is not read.*Export it"
    ):
        load_regressor(str(tmp_path), "pyr")
    np.savez(tmp_path / "pyr.npz", support_vectors=np.array([Runs()], dtype=object))
    with pytest.raises(FormatError, match="this must be an exported regressor"):
        load_regressor(str(tmp_path), "pyr")
    assert not marker.exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"support_vectors": SUPPORT[:, :5]},
            r"support vectors of shape \(2, 5\).*must make a regression on 6 features",
        ),
        ({"dual_coef": [1.0]}, "1 coefficients"),
        ({"gamma": np.nan}, "make a regression on"),
        ({"intercept": [1.0, 2.0]}, "2 intercepts"),
    ],
)
def test_other_arrays_are_refused(tmp_path, changes, message):
    exported(tmp_path, "resp", **changes)
    with pytest.raises(FormatError, match=message):
        load_regressor(str(tmp_path), "resp")


def test_damaged_archives(tmp_path):
    exported(tmp_path, "pyr")
    content = (tmp_path / "pyr.npz").read_bytes()
    (tmp_path / "pyr.npz").write_bytes(content[:-40])
    with pytest.raises(FormatError, match=r"pyr\.npz: this must be an exported regressor"):
        load_regressor(str(tmp_path), "pyr")
    with pytest.raises(
        FormatError, match=r"there is no resp\.npz\. Export it once.*numpy\.savez\('resp\.npz'"
    ):
        load_regressor(str(tmp_path), "resp")
