"""A run that is killed loses one partition at most, and the next goes on where it stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import trueness
from trueness.metrics.length import Length
from trueness.metrics.scoring import score_file

PARTITION = 10
PROGRAM = f"""
import time
from trueness.metrics.scoring import score_file
from trueness.metrics.length import Length
from trueness.commands import main

score_file.ROWS_PER_PARTITION = {PARTITION}
plain = Length.score

def slow(self, outputs, references, sources):
    with open("calls.log", "a") as log:
        log.write("".join(text + "\\n" for text in outputs))
    time.sleep(0.1)
    return plain(self, outputs, references, sources)

Length.score = slow
main()
"""
WORDS = ("score", "texts.jsonl", "--metrics", "length", "--cache", "kept")


@pytest.fixture
def texts(tmp_path):
    rows = [
        {"system": s, "input": str(i), "output": f"{s} wrote {'word ' * (i % 9)}about {i}", "good": i}
        for i in range(25)
        for s in "abcd"
    ]
    path = tmp_path / "texts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def start(folder: Path, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *WORDS, *more],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def calls(folder: Path) -> list[str]:
    log = folder / "calls.log"
    return log.read_text().splitlines() if log.exists() else []


def wait_for_calls(folder: Path, count: int) -> None:
    last = time.monotonic() + 60
    while len(calls(folder)) < count:
        assert time.monotonic() < last, "nothing is being scored"
        time.sleep(0.01)


@pytest.fixture
def next_run(run, monkeypatch):
    """What runs the same in this process, without haste, and returns what it says."""
    plain = Length.score

    def logged(self, outputs, references, sources):
        with Path("calls.log").open("a") as log:
            log.write("".join(f"{text}\n" for text in outputs))
        return plain(self, outputs, references, sources)

    def score() -> dict:
        with monkeypatch.context() as patch:
            patch.setattr(score_file, "ROWS_PER_PARTITION", PARTITION)
            patch.setattr(Length, "score", logged)
            status, out, err = run(*WORDS, "--json")
        assert (status, err) == (0, "")
        return json.loads(out)

    return score


def check_the_end(folder: Path, texts: Path, next_run: Callable[[], dict]) -> None:
    """The next run gives what an undisturbed one gives, and scores again what was lost: one partition at most."""
    before = len(calls(folder))
    said = next_run()
    assert said["n_computed"] == len(calls(folder)) - before
    assert 0 < said["n_known"] < 100
    expected = trueness.score(trueness.read_texts(texts), "length")
    assert trueness.read_scores(folder / "scores.csv").fingerprint == expected.fingerprint
    counts = Counter(calls(folder))
    assert set(counts) == {json.loads(line)["output"] for line in texts.read_text().splitlines()}
    twice = [text for text, count in counts.items() if count > 1]
    assert max(counts.values()) <= 2
    assert len(twice) <= PARTITION
    assert next_run()["n_computed"] == 0
    assert sum(counts.values()) == len(calls(folder))


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_killed_without_warning(tmp_path, texts, next_run):
    run = start(tmp_path)
    wait_for_calls(tmp_path, 4 * PARTITION)
    run.kill()
    run.communicate(timeout=30)
    assert run.returncode == -signal.SIGKILL
    assert not (tmp_path / "scores.csv").exists()
    assert not (tmp_path / "scores.csv.meta.json").exists()
    check_the_end(tmp_path, texts, next_run)


@pytest.mark.skipif(os.name != "posix", reason="interruptions are signals of POSIX")
def test_asked_to_end_while_a_metric_scores(tmp_path, texts):
    run = start(tmp_path)
    wait_for_calls(tmp_path, PARTITION)
    run.send_signal(signal.SIGTERM)
    assert run.communicate(timeout=30) == ("", "")
    assert run.returncode == 128 + signal.SIGTERM


@pytest.mark.skipif(os.name != "posix", reason="interruptions are signals of POSIX")
def test_interrupted_from_the_keyboard(tmp_path, texts, next_run):
    (tmp_path / "scores.csv").write_text("old")
    (tmp_path / "scores.csv.meta.json").write_text("{}")
    run = start(tmp_path)
    wait_for_calls(tmp_path, 4 * PARTITION)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (130, "", "trueness: interrupted\n")
    assert (tmp_path / "scores.csv").read_text() == "old"
    assert {path.name for path in tmp_path.iterdir()} == {
        "texts.jsonl",
        "calls.log",
        "kept",
        "scores.csv",
        "scores.csv.meta.json",
    }
    check_the_end(tmp_path, texts, next_run)


@pytest.mark.slow
def test_killed_again_and_again(tmp_path, texts):
    for killed in range(1, 4):
        run = start(tmp_path)
        wait_for_calls(tmp_path, len(calls(tmp_path)) + 2 * PARTITION)
        run.kill()
        run.communicate(timeout=30)
        counts = Counter(calls(tmp_path))
        # every time the partition in hand is lost, and no other
        assert sum(count - 1 for count in counts.values()) <= killed * PARTITION
    expected = trueness.score(trueness.read_texts(texts), "length")
    last = start(tmp_path)
    last.communicate(timeout=60)
    assert trueness.read_scores(tmp_path / "scores.csv").fingerprint == expected.fingerprint


@pytest.mark.slow
def test_without_a_cache_everything_is_scored_again(tmp_path, texts):
    for _ in range(2):
        run = start(tmp_path, "--no-cache")
        assert run.communicate(timeout=60)[1] == ""
    assert set(Counter(calls(tmp_path)).values()) == {2}
    assert not (tmp_path / "kept").exists()
