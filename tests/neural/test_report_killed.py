"""A report with metrics of a model that is killed goes on where it was, and writes the page of an undisturbed one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = """
from trueness.metrics.scoring.score_cache import ScoreCache
from trueness.metrics.scoring import score
from trueness.metrics.bertscore.bertscore import BertScore
from trueness.commands import main

score.SLOW_ROWS_PER_PARTITION = 20
kept, scored = ScoreCache.save, BertScore.score_together.__func__

def save(self, entries):
    kept(self, entries)
    with open("kept.log", "a") as log:
        log.write("".join(f"{len(one.keys)}\\n" for one in entries))

def score_together(cls, metrics, outputs, *texts):
    with open("scored.log", "a") as log:
        log.write("x\\n" * len(outputs))
    return scored(cls, metrics, outputs, *texts)

ScoreCache.save = save
BertScore.score_together = classmethod(score_together)
main()
"""
ROWS = 100


def prepared(folder: Path) -> Path:
    """Write texts and scores of people."""
    folder.mkdir()
    rows = [
        {
            "system": system,
            "input": str(k),
            "output": f"{system} wrote {'many words ' * (k % 5)}about {k}",
            "references": [f"somebody wrote about {k}"],
            "good": (7 * k + len(system) * 3) % 11,
        }
        for k in range(ROWS // 4)
        for system in ("a", "bb", "ccc", "dddd")
    ]
    (folder / "texts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def start(folder: Path, model: str) -> subprocess.Popen[str]:
    metrics = f"bertscore_f:model={model},layer=1,bertscore_recall:model={model},layer=1,length"
    words = [
        "compare",
        "texts.jsonl",
        "--metrics",
        metrics,
        "--human",
        "good",
        "--resamples",
        "99",
        "--seed",
        "3",
    ]
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words, "--out", "page.html"],
        cwd=folder,
        env={**os.environ, "TRUENESS_CACHE": str(folder / "cache")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill -9 is of POSIX")
def test_killed_after_a_part_was_kept(tiny_bert, tmp_path):
    folder = prepared(tmp_path / "killed")
    run = start(folder, tiny_bert)
    last = time.monotonic() + 300
    while not lines(folder / "kept.log"):
        assert time.monotonic() < last, "nothing is kept"
        assert run.poll() is None, run.communicate()
        time.sleep(0.005)
    run.kill()
    run.communicate()
    assert run.returncode == -signal.SIGKILL
    assert not (folder / "page.html").exists()
    before = len(lines(folder / "scored.log"))
    assert before < ROWS, "it was killed too late to show anything"
    again = start(folder, tiny_bert)
    assert (again.communicate()[1], again.returncode) == ("", 0)
    scored_twice = len(lines(folder / "scored.log")) - ROWS
    assert 0 <= scored_twice < before  # what was kept is not scored again

    undisturbed = prepared(tmp_path / "undisturbed")
    other = start(undisturbed, tiny_bert)
    assert (other.communicate()[1], other.returncode) == ("", 0)
    assert (folder / "page.html").read_bytes() == (undisturbed / "page.html").read_bytes()
