"""Verifying: yes where nothing has changed, and where and how much where something has."""

from __future__ import annotations

import math
import warnings

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError, UnknownNameError
from trueness.metrics.length import Length
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.probe_texts import PROBES
from trueness.metrics.verification.probe_record import built_in_record
from trueness.metrics.verification.verify import ALL_TOGETHER, record_probes, self_contained_names, verify


class Mine(Length):
    """The number of letters."""

    name = "mine"
    factor = 1.0

    def score(self, outputs, references, sources):
        return np.array([len(output) * self.factor if output else math.nan for output in outputs])

    def signature(self):
        return f"factor:{self.factor}"


def test_every_self_contained_metric_gives_what_the_package_has_recorded():
    said = "record it: trueness metrics verify --record src/trueness/metrics/verification/recorded.json"
    assert list(built_in_record().metrics) == self_contained_names(), said
    found = verify()
    wrong = [metric for metric in found.metrics if not metric.reproduced]
    assert not wrong, (
        "change the numbers on purpose? then: trueness metrics verify --record, and an entry under Numbers"
    )
    assert found.reproduced
    assert len(found.metrics) == len(self_contained_names())


def test_a_metric_that_has_changed_is_found(tmp_path):
    path = tmp_path / "mine.json"
    record_probes(path, [Mine()])
    (same,) = verify([Mine()], record=path).metrics
    assert (same.reproduced, same.difference, same.probe, same.n) == (True, 0.0, "", len(PROBES))
    changed = Mine()
    changed.factor = 1 + 1e-6
    result = verify([changed], record=path)
    (other,) = result.metrics
    assert not result.reproduced
    assert other.difference == pytest.approx(1e-6, rel=1e-3)
    assert other.found == pytest.approx(other.recorded * (1 + 1e-6))
    assert (other.recorded_signature, other.signature) == ("factor:1.0", "factor:1.000001")
    assert verify([changed], record=path, tolerance=1e-5).reproduced
    assert result.rows()[0]["metric"] == "mine"


def test_an_undefined_score_is_only_like_another(tmp_path):
    path = tmp_path / "mine.json"
    record_probes(path, [Mine()])

    class Zero(Mine):
        def score(self, outputs, references, sources):
            return np.array([float(len(output)) for output in outputs])

    (found,) = verify([Zero()], record=path, tolerance=1e300).metrics
    assert (found.reproduced, found.difference, found.probe) == (False, math.inf, "an empty output")
    assert (math.isnan(found.recorded), found.found) == (True, 0.0)


def test_scores_of_systems_are_compared_too(tmp_path, monkeypatch):
    path = tmp_path / "bleu.json"
    record_probes(path, "bleu")
    import trueness.metrics.verification.verify as module

    real = module.corpus_score
    monkeypatch.setattr(module, "corpus_score", lambda formula, sums: real(formula, sums) * 1.01)
    (found,) = verify([Bleu()], record=path).metrics
    assert (found.reproduced, found.probe, found.n) == (False, ALL_TOGETHER, len(PROBES) + 1)


def test_a_model_may_differ_a_little(tmp_path):
    path = tmp_path / "mine.json"
    record_probes(path, [Mine()])
    changed = Mine()
    changed.factor, changed.shared_model = 1 + 1e-6, True
    assert verify([changed], record=path).reproduced


def test_nothing_recorded_is_said_with_the_way_out(tmp_path):
    with pytest.raises(
        DataError, match=r"no scores are recorded for 'mine'. Record .* verify mine --record FILE"
    ):
        verify([Mine()])
    path = tmp_path / "bleu.json"
    record_probes(path, "bleu")
    with pytest.raises(DataError, match=f"no scores are recorded for 'chrf' in {path}"):
        verify(["bleu", "chrf"], record=path)
    with pytest.raises(UnknownNameError, match="no metric is called 'blue'"):
        verify("blue")


@pytest.mark.parametrize("tolerance", [-1.0, math.nan, math.inf])
def test_tolerance_is_checked(tolerance):
    with pytest.raises(ArgumentError, match="`tolerance` must be a number of at least 0"):
        verify("bleu", tolerance=tolerance)


def test_chance_cannot_be_verified(tmp_path):
    metric = Mine()
    metric.deterministic = False
    with pytest.raises(DataError, match="'mine' may give other scores each time"):
        record_probes(tmp_path / "mine.json", [metric])
    assert not (tmp_path / "mine.json").exists()


def test_other_software_is_named(tmp_path, monkeypatch):
    path = tmp_path / "bleu.json"
    monkeypatch.setattr("platform.python_version", lambda: "3.99.0")
    record_probes(path, "bleu")
    monkeypatch.undo()
    assert ("python", "3.99.0") in [row[:2] for row in verify(record=path).software]


def test_probes_warn_of_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert verify("rougeL_f").reproduced
