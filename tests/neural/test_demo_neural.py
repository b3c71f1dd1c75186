"""The demonstration with metrics of a model."""

from __future__ import annotations

import sys

import pytest

from trueness.commands import main
from trueness.reporting.manifest import read_manifest


def demo(monkeypatch, tmp_path, *words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["trueness", "demo", *map(str, words)])
    with pytest.raises(SystemExit) as leaving:
        main()
    return leaving.value.code or 0


@pytest.mark.slow
def test_a_model_adds_two_metrics_and_the_page_can_be_repeated(tiny_bert, monkeypatch, tmp_path, capsys):
    assert demo(monkeypatch, tmp_path, "--neural", f"{tiny_bert},layer=1") == 0
    recorded = read_manifest(tmp_path / "trueness-demo.html")
    (source,) = recorded.data["scores"].sources
    assert f"bertscore_f:model={tiny_bert},layer=1" in source.metrics
    assert f"moverscore_v2:model={tiny_bert}" in source.metrics
    assert "meteor_exact_stem" in source.metrics
    assert f"moverscore_v2:model={tiny_bert}" in {row["metric"] for row in recorded.results["estimates"]}
    capsys.readouterr()
    assert demo(monkeypatch, tmp_path, "--neural", tmp_path / "none") != 0
    assert "none" in capsys.readouterr().err
