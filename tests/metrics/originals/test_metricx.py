"""MetricX against a made program with the arguments and files of metricx24/predict.py."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.scoring.registry import get_metric

PREDICT = """
import argparse, json
parser = argparse.ArgumentParser()
for name in ("tokenizer", "model_name_or_path", "input_file", "output_file"):
    parser.add_argument("--" + name, required=True)
for name in ("max_input_length", "batch_size"):
    parser.add_argument("--" + name, type=int, required=True)
parser.add_argument("--qe", action="store_true")
given = parser.parse_args()
with open(given.input_file, encoding="utf-8") as file, open(given.output_file, "w") as out:
    for line in file:
        row = json.loads(line)
        row["prediction"] = len(row["source"]) if given.qe else len(row["reference"]) + len(row["hypothesis"]) / 10
        out.write(json.dumps(row) + "\\n")
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    code = tmp_path / "metricx"
    (code / "metricx24").mkdir(parents=True)
    (code / "metricx24" / "predict.py").write_text(PREDICT)
    model = tmp_path / "model"
    model.mkdir()
    (model / "model.safetensors").write_bytes(b"w")
    monkeypatch.setenv("TRUENESS_METRICX_CODE", str(code))
    monkeypatch.setenv("TRUENESS_METRICX", str(model))
    return code, model


def test_the_program_is_run_once_and_less_is_better(here):
    metric = get_metric("metricx")
    found = metric.score(["ab", " ", "¡é!"], [("rrr", "r"), ("r",), ("rr",)], ["s", "s", "s"])
    np.testing.assert_allclose(found, [1.2, np.nan, 2.3])  # the smaller of two errors counts
    assert not metric.higher_is_better
    np.testing.assert_array_equal(get_metric("metricx_qe").score(["ab"], [()], ["four"]), [4.0])
    assert f":python={sys.executable}" in get_metric(f"metricx:python={sys.executable}").name


def test_program_and_model_are_in_the_signature(here):
    code, model = here
    before = get_metric("metricx").signature()
    (code / "metricx24" / "predict.py").write_text(PREDICT + "\n")
    after = get_metric("metricx").signature()
    (model / "model.safetensors").write_bytes(b"x")
    assert len({before, after, get_metric("metricx").signature()}) == 3


def test_what_is_missing_is_said(here, monkeypatch):
    monkeypatch.delenv("TRUENESS_METRICX_CODE")
    with pytest.raises(MissingExtraError, match=r"the program MetricX must be named. .*git clone"):
        get_metric("metricx").score(["a"], [("b",)], ["c"])
    assert "metricx24 not here" in get_metric("metricx").signature()
    monkeypatch.delenv("TRUENESS_METRICX")
    with pytest.raises(MissingExtraError, match=r"the model of metricx must be named. .*hf download"):
        get_metric("metricx").score(["a"], [("b",)], ["c"])
    assert "weights missing" in get_metric("metricx").signature()


def test_what_the_program_does_wrong_is_said(here):
    code, _ = here
    for source, said in (
        ("raise SystemExit('loading a tokenizer failed')", "has failed with status 1 .*tokenizer failed"),
        ("pass", "has ended well, but its predictions"),
        (PREDICT.replace('row["prediction"]', 'row["guess"]'), "something else than predictions"),
    ):
        (code / "metricx24" / "predict.py").write_text(source)
        with pytest.raises(DataError, match=said):
            get_metric("metricx").score(["a"], [("b",)], ["c"])
    with pytest.raises(MissingExtraError, match=r"'no-python' is not installed. Name the interpreter"):
        get_metric("metricx:python=no-python").score(["a"], [("b",)], ["c"])
