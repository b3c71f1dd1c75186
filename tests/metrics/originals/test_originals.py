"""Adapters against made packages with the interface of the real ones, each looked up in its authors' repository."""

from __future__ import annotations

import importlib
import importlib.metadata
import pickle
import sys
import textwrap
import types

import numpy as np
import pytest

from trueness.errors import ArgumentError, DataError, MissingExtraError
from trueness.metrics.scoring.registry import get_metric

TORCH = types.SimpleNamespace(cuda=types.SimpleNamespace(is_available=lambda: False))

# comet/models/__init__.py and comet/models/base.py of unbabel-comet 2.2.7
COMET = """
    import types
    calls = []
    class Model:
        def predict(self, samples, batch_size=16, gpus=1, devices=None, mc_dropout=0, progress_bar=True,
                    accelerator="auto", num_workers=None, length_batching=True):
            calls.append(samples)
            assert gpus == 0
            return types.SimpleNamespace(scores=[len(s["mt"]) + len(s.get("ref", "")) / 10 for s in samples])
    def load_from_checkpoint(checkpoint_path, reload_hparams=False, strict=False, local_files_only=False):
        calls.append(checkpoint_path)
        return Model()
"""

# bleurt/score.py
BLEURT = """
    calls = []
    class BleurtScorer(object):
        def __init__(self, checkpoint=None, predict_fn=None):
            calls.append(checkpoint)
        def score(self, references, candidates, batch_size=None):
            calls.append(len(references))
            return [len(r) - len(c) for r, c in zip(references, candidates)]
"""

# src/alignscore/alignscore.py
ALIGNSCORE = """
    calls = []
    class AlignScore:
        def __init__(self, model: str, batch_size: int, device: int, ckpt_path: str, evaluation_mode='nli_sp',
                     verbose=True):
            calls.append((model, device, ckpt_path, evaluation_mode))
        def score(self, contexts, claims):
            return [float(claim in context) for context, claim in zip(contexts, claims)]
"""

# qaeval/metric.py of qaeval 0.1.0
QAEVAL = """
    calls = []
    class QAEval(object):
        def __init__(self, generation_model_path, answering_model_dir, answer_selection_strategy="np-chunks",
                     cuda_device=0, generation_batch_size=8, answering_batch_size=8, use_lerc=False,
                     lerc_model_path=None, lerc_pretrained_model_path=None, lerc_batch_size=8, verbose=False):
            calls.append((generation_model_path, answering_model_dir, cuda_device))
        def score_batch(self, summaries, references_list, return_qa_pairs=False):
            assert all(isinstance(reference, str) for references in references_list for reference in references)
            return [{"qa-eval": {"is_answered": 1.0, "em": 0.25, "f1": 0.1 * len(r)}} for r in references_list]
"""


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Put a made package on the path, and return its module."""
    names = []

    def make(name, source):
        folder = tmp_path / "packages"
        path = folder.joinpath(*name.split("."))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".py").write_text(textwrap.dedent(source), encoding="utf-8")
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setitem(sys.modules, "torch", TORCH)
        for part in (name, name.partition(".")[0]):
            monkeypatch.delitem(sys.modules, part, raising=False)
            names.append(part)
        importlib.invalidate_caches()
        return importlib.import_module(name)

    yield make
    for name in names:
        sys.modules.pop(name, None)


@pytest.fixture
def checkpoint(tmp_path):
    """A file with the settings that COMET wants beside it."""
    path = tmp_path / "model" / "checkpoints" / "model.ckpt"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"weights")
    (tmp_path / "model" / "hparams.yaml").write_text("class_identifier: regression_metric\n")
    return path


OUTPUTS = ["ab", "", "abcd", "ab"]
REFERENCES = [("r", "rrr"), ("r",), ("rr",), ("r", "rrr")]
SOURCES = ["s1", "s2", "s3 abcd", "s1"]


def test_comet_is_asked_for_every_reference_and_each_item_once(made, checkpoint):
    comet = made("comet", COMET)
    metric = get_metric(f"comet:weights={checkpoint}")
    np.testing.assert_allclose(metric.score(OUTPUTS, REFERENCES, SOURCES), [2.3, np.nan, 4.2, 2.3])
    path, samples = comet.calls
    assert path == str(checkpoint)
    assert samples[0] == {"src": "s1", "mt": "ab", "ref": "r"}
    assert len(samples) == 3
    mean = get_metric(f"comet:weights={checkpoint},refs=mean")
    np.testing.assert_allclose(mean.score(OUTPUTS, REFERENCES, SOURCES), [2.2, np.nan, 4.2, 2.2])
    assert mean.name == f"comet:weights={checkpoint},refs=mean"


def test_comet_without_references(made, checkpoint, monkeypatch):
    comet = made("comet", COMET)
    monkeypatch.setenv("TRUENESS_COMET_QE", str(checkpoint))
    metric = get_metric("comet_qe")
    assert (metric.name, metric.needs) == ("comet_qe", {"source"})
    np.testing.assert_array_equal(metric.score(OUTPUTS, [()] * 4, SOURCES), [2, np.nan, 4, 2])
    assert comet.calls[1] == [{"src": "s1", "mt": "ab"}, {"src": "s3 abcd", "mt": "abcd"}]


def test_the_signature_has_version_and_weights(made, checkpoint, monkeypatch):
    def missing(name):
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert "unbabel-comet not installed, weights missing" in get_metric("comet").signature()
    monkeypatch.setenv("TRUENESS_COMET", str(checkpoint))
    before = get_metric("comet").signature()
    checkpoint.write_bytes(b"other weights")
    after = get_metric("comet").signature()
    assert "model.ckpt" in before
    assert before != after
    monkeypatch.setattr("importlib.metadata.version", lambda name: {"unbabel-comet": "2.2.7"}[name])
    assert get_metric("comet").signature().startswith("unbabel-comet 2.2.7, model.ckpt ")


def test_bleurt(made, tmp_path):
    made("bleurt.score", BLEURT)
    bleurt = sys.modules["bleurt.score"]
    metric = get_metric(f"bleurt:weights={tmp_path}")
    np.testing.assert_array_equal(metric.score(OUTPUTS, REFERENCES, SOURCES), [1, np.nan, -2, 1])
    assert bleurt.calls == [str(tmp_path), 3]


def test_alignscore(made, checkpoint):
    alignscore = made("alignscore", ALIGNSCORE)
    metric = get_metric(f"alignscore:mode=bin,weights={checkpoint}")
    np.testing.assert_array_equal(metric.score(OUTPUTS, [()] * 4, SOURCES), [0, np.nan, 1, 0])
    assert alignscore.calls == [("roberta-base", "cpu", str(checkpoint), "bin")]
    assert metric.signature().endswith("model=roberta-base, mode=bin")
    with pytest.raises(
        ArgumentError, match=r"'mode' must be one of 'nli_sp', 'nli', 'bin_sp', 'bin'; it is 'nil'"
    ):
        get_metric("alignscore:mode=nil")


def test_qaeval_takes_all_references_at_once(made, tmp_path):
    qaeval = made("qaeval", QAEVAL)
    metric = get_metric(f"qaeval:weights={tmp_path}")
    with pytest.raises(MissingExtraError, match=r"a model of qaeval is missing: '.*model.tar.gz'"):
        metric.score(OUTPUTS, REFERENCES, SOURCES)
    (tmp_path / "generation").mkdir()
    (tmp_path / "generation" / "model.tar.gz").write_bytes(b"g")
    (tmp_path / "answering" / "model").mkdir(parents=True)
    np.testing.assert_allclose(metric.score(OUTPUTS, REFERENCES, SOURCES), [0.2, 0, 0.1, 0.2])
    assert qaeval.calls[0][2] == -1
    other = get_metric(f"qaeval:weights={tmp_path},score=em")
    np.testing.assert_array_equal(other.score(["a"], [("b",)], [None]), [0.25])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("comet", "pip install unbabel-comet"),
        ("bleurt", "pip install git"),
        ("alignscore", "pip install git"),
        ("qaeval", "pip install qaeval"),
    ],
)
def test_a_missing_package_is_said_with_the_command(name, said, tmp_path, monkeypatch, checkpoint):
    (tmp_path / "generation").mkdir()
    (tmp_path / "generation" / "model.tar.gz").write_bytes(b"g")
    (tmp_path / "answering" / "model").mkdir(parents=True)
    for package in ("comet", "bleurt.score", "bleurt", "alignscore", "qaeval"):
        monkeypatch.setitem(sys.modules, package, None)
    weights = tmp_path if name in {"qaeval", "bleurt"} else checkpoint
    with pytest.raises(MissingExtraError, match=f"metric '{name}' runs the package .*{said}"):
        get_metric(f"{name}:weights={weights}").score(["a"], [("b",)], ["c"])


@pytest.mark.parametrize(
    ("name", "said"), [("comet", "download_model"), ("bleurt", "wget"), ("alignscore", "wget")]
)
def test_missing_weights_are_said_with_the_command(made, name, said, tmp_path, monkeypatch):
    made("comet", COMET)
    made("bleurt.score", BLEURT)
    made("alignscore", ALIGNSCORE)
    monkeypatch.delenv(f"TRUENESS_{name.upper()}", raising=False)
    with pytest.raises(MissingExtraError, match=rf"must be named. .*{said}.*TRUENESS_{name.upper()}"):
        get_metric(name).score(["a"], [("b",)], ["c"])
    with pytest.raises(MissingExtraError, match=f"the metric's name says '{tmp_path}/none'. .*{said}"):
        get_metric(f"{name}:weights={tmp_path}/none").score(["a"], [("b",)], ["c"])


def test_settings_of_comet_have_to_be_beside_its_model(made, checkpoint):
    made("comet", COMET)
    (checkpoint.parent.parent / "hparams.yaml").unlink()
    with pytest.raises(MissingExtraError, match=r"lacks its settings: '.*hparams.yaml' is missing"):
        get_metric(f"comet:weights={checkpoint}").score(["a"], [("b",)], ["c"])


def test_a_score_that_is_no_number_is_no_score(made, tmp_path):
    bleurt = made("bleurt.score", BLEURT)
    bleurt.BleurtScorer.score = lambda self, references, candidates, batch_size: [float("nan")]
    with pytest.raises(DataError, match=r"'bleurt' gave a score that is no number \(nan\)"):
        get_metric(f"bleurt:weights={tmp_path}").score(["a"], [("b",)], [None])
    bleurt.BleurtScorer.score = lambda self, references, candidates, batch_size: []
    with pytest.raises(DataError, match=r"gave 0 scores for 1 outputs"):
        get_metric(f"bleurt:weights={tmp_path}").score(["a"], [("b",)], [None])


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("comet:model=x", "no option is called 'model'"),
        ("comet:weights", "'weights' must be an option key=value"),
        ("comet:weights=", "must be an option key=value"),
        ("comet:refs=best,refs=mean", "is given twice"),
        ("comet:refs=last", "'refs' must be one of 'best', 'mean'; it is 'last'"),
        ("comet_qe:refs=best", "no option is called 'refs'"),
    ],
)
def test_options_are_checked(name, said):
    with pytest.raises(ArgumentError, match=said):
        get_metric(name)


def test_nothing_is_loaded_for_nothing():
    assert get_metric("comet").score([], [], []).shape == (0,)
    np.testing.assert_array_equal(get_metric("comet").score([" \n"], [("a",)], ["b"]), [np.nan])


def test_a_loaded_model_stays_where_it_is(made, tmp_path):
    made("bleurt.score", BLEURT)
    metric = get_metric(f"bleurt:weights={tmp_path}")
    metric.score(["a"], [("b",)], [None])
    assert pickle.loads(pickle.dumps(metric))._loaded is None  # noqa: S301 - our own


REAL = {
    "comet": ("load_from_checkpoint", "download_model"),
    "qaeval": ("QAEval",),
    "bleurt.score": ("BleurtScorer",),
    "alignscore": ("AlignScore",),
}


@pytest.mark.parametrize("module", REAL)
def test_the_real_package_has_the_names(module):
    real = pytest.importorskip(module, exc_type=ImportError)
    for name in REAL[module]:
        assert callable(getattr(real, name))
