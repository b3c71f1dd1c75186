"""What translates for the reproduction of Braun et al. (2022): made errors, missing programs, files made once."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import pytest

import trueness
from trueness.data.texts.texts import Texts

FOLDER = Path(__file__).parents[2] / "reproductions" / "braun2022"
WORDS = ("one", "two", "three")


@pytest.fixture(scope="module")
def translated():
    sys.path.insert(0, str(FOLDER))
    try:
        import translated
    finally:
        sys.path.remove(str(FOLDER))
    return translated


@pytest.fixture(scope="module")
def texts():
    pocket = trueness.load_dataset_texts("pocket")
    bare = {"source": "A source of a few words.", "human": {}, "ratings": {}}
    rows = [dataclasses.replace(row, **bare) for row in pocket.rows[:6]]
    return Texts(tuple(rows), name="pocket")


def test_a_share_of_words_becomes_others_and_the_same_line_the_same(translated):
    line = " ".join(["x"] * 2000)
    found = translated.Noisy(0.2, WORDS).translate([line, line, f"{line} y"])
    assert found[0] == found[1]
    assert found[2].split()[:2000] != found[0].split()
    changed = [word for word in found[0].split() if word != "x"]
    assert set(changed) == set(WORDS)
    assert len(changed) / 2000 == pytest.approx(0.2, abs=0.04)
    assert translated.Noisy(0.0, WORDS).translate([line]) == [line]


def test_what_a_missing_program_is_installed_by_is_said(translated, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="apt install apertium-eng-spa apertium-eo-en "):
        translated.make(tmp_path / "work", None, ("spa", "eo"))


def test_scores_of_a_condition_are_made_once(translated, texts, tmp_path):
    noisy = translated.Noisy(0.5, [f"word{k}" for k in range(1000)])  # hardly two errors alike
    path = translated.scores_of("noise", texts, tmp_path, noisy, None)
    assert set(trueness.read_scores(path).scorer_names) >= set(translated.MEASURES)
    path.write_text("kept", encoding="utf-8")
    assert translated.scores_of("noise", texts, tmp_path, noisy, None).read_text(encoding="utf-8") == "kept"
    plain = trueness.read_scores(translated.scores_of("eng", texts, tmp_path, None, None))
    path.unlink()
    worse = trueness.read_scores(translated.scores_of("noise", texts, tmp_path, noisy, None))
    assert (worse.matrix("rouge1_f") < plain.matrix("rouge1_f")).all()
