"""BEwT-E against a made Maven that prints what BEwT_E.java prints."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from trueness.errors import DataError, MissingExtraError
from trueness.metrics.scoring.registry import get_metric

MVN = """#!{python}
import pathlib, shlex, sys
settings = dict(word[2:].split("=", 1) for word in sys.argv if word.startswith("-D"))
words = shlex.split(settings["exec.args"])
with open("calls.txt", "a") as file:
    file.write(settings["exec.mainClass"] + "\\n")
if settings["exec.mainClass"] == "bewte.BEwT_E":
    folder = pathlib.Path(words[0]).parent / "summaries"
    assert words[3] == "bewte.scoring.TallyFunction$BinaryTallyFunction"
    for path in sorted(folder.iterdir()):
        print(f"Peer: {{path}}")
        print("Fast score calculation")
        topic, _, system = path.name.partition(".")
        if system == "0":
            size = len(path.read_text(encoding="utf-8"))
            for k, other in enumerate(sorted(folder.glob(f"{{topic}}.[A-Z]"))):
                print(f"System Summary {{k}} P={{1 / size}} R={{1 / len(other.read_text())}}")
        else:
            print("Reference Summary P=0.0 R=0.0")
        print("...done")
"""


@pytest.fixture
def program(tmp_path, monkeypatch):
    folder = tmp_path / "ROUGE-BEwTE"
    folder.mkdir()
    (folder / "pom.xml").write_text("<project/>")
    mvn = tmp_path / "bin" / "mvn"
    mvn.parent.mkdir()
    mvn.write_text(MVN.format(python=sys.executable))
    mvn.chmod(0o755)
    monkeypatch.setenv("PATH", str(mvn.parent))
    monkeypatch.setenv("TRUENESS_BEWTE", str(folder))
    return folder


def test_four_steps_and_a_mean_over_references(program):
    rows = (["ab", "", "abcd"], [("r", "rrrr"), ("r",), ("rr",)], [None] * 3)
    np.testing.assert_allclose(get_metric("bewte:part=precision").score(*rows), [0.5, 0.0, 0.25])
    np.testing.assert_allclose(get_metric("bewte:part=recall").score(*rows), [0.625, 0.0, 0.5])
    # of the first (2 · .5 · 1 / 1.5 + 2 · .5 · .25 / .75) / 2
    np.testing.assert_allclose(get_metric("bewte").score(*rows), [0.5, 0.0, 1 / 3])
    mains = (program / "calls.txt").read_text().split()
    assert mains[:4] == ["tratz.runpipe.util.RunPipe"] * 2 + ["bewte.BEXpander", "bewte.BEwT_E"]


def test_the_folder_is_in_the_signature(program):
    before = get_metric("bewte").signature()
    (program / "pom.xml").write_text("<project></project>")
    assert get_metric("bewte").signature() != before
    assert before.endswith("part=f")


def test_what_is_missing_or_goes_wrong_is_said(program, monkeypatch, tmp_path):
    with pytest.raises(DataError, match=r"bewte takes at most 26 references; it is given 27"):
        get_metric("bewte").score(["a"], [tuple(map(str, range(27)))], [None])
    mvn = tmp_path / "bin" / "mvn"
    mvn.write_text("#!/bin/sh\n:\n")
    with pytest.raises(DataError, match=r"bewte left 1 of 1 outputs"):
        get_metric("bewte").score(["a"], [("b",)], [None])
    mvn.write_text("#!/bin/sh\necho no pom >&2; exit 1\n")
    with pytest.raises(DataError, match=r"has failed with status 1 .it says: no pom"):
        get_metric("bewte").score(["a"], [("b",)], [None])
    mvn.unlink()
    with pytest.raises(MissingExtraError, match=r"'mvn' is not installed. Get Maven and Java"):
        get_metric("bewte").score(["a"], [("b",)], [None])
    monkeypatch.delenv("TRUENESS_BEWTE")
    with pytest.raises(MissingExtraError, match=r"the model of bewte must be named"):
        get_metric("bewte").score(["a"], [("b",)], [None])
    assert "not here" in get_metric("bewte").signature()
