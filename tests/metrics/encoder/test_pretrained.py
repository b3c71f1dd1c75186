"""Where models lie: in a folder, in an installed package, or among what was fetched from the hub."""

from __future__ import annotations

import sys

import pytest

from trueness.errors import FormatError
from trueness.metrics.encoder.pretrained import find_model


@pytest.fixture
def install(tmp_path, monkeypatch):
    """Install a package that holds models in the folders named."""

    def make(name: str, *folders: str) -> None:
        written = []
        for folder in folders:
            place = tmp_path / folder
            place.mkdir(parents=True)
            for file in ("config.json", "model.safetensors"):
                (place / file).write_text("{}")
                written.append(f"{folder}/{file},,")
        about = tmp_path / f"{name.replace('-', '_')}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (about / "RECORD").write_text("\n".join([*written, "packed/pooling/config.json,,"]))
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])

    return make


def test_a_model_is_found_by_the_name_of_the_package_that_holds_it(install, tmp_path):
    install("a-packed-model", "packed/model")
    assert find_model("a-packed-model") == tmp_path / "packed" / "model"


def test_a_folder_comes_before_a_package(install, tmp_path, monkeypatch):
    install("a-packed-model", "packed/model")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a-packed-model").mkdir()
    assert str(find_model("a-packed-model")) == "a-packed-model"


@pytest.mark.parametrize("folders", [(), ("one", "other")])
def test_a_package_without_one_model_is_none(install, folders, monkeypatch):
    pytest.importorskip("huggingface_hub")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    install("a-packed-model", *folders)
    with pytest.raises(FormatError, match="the model 'a-packed-model' is missing on this machine"):
        find_model("a-packed-model")
