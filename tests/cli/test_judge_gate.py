"""`trueness judge --gate`: the exit status, and the script of the workflow that the documentation offers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import yaml

WORKFLOW = Path(__file__).parents[2] / "docs" / "examples" / "judge-gate.yml"


def labels(path: Path, wrong: float) -> Path:
    """One person and a judge that errs so often, on 150 outputs."""
    rng = np.random.default_rng(2)
    good = rng.random(150) < 0.6
    said = np.where(rng.random(150) < wrong, ~good, good)
    words = {True: "pass", False: "fail"}
    rows = [
        f"q{k},{words[bool(one)]},{words[bool(other)]}"
        for k, (one, other) in enumerate(zip(good, said, strict=True))
    ]
    path.write_text("id,human@ann,judge\n" + "\n".join(rows) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("wrong", "status", "said"), [(0.03, 0, "holds"), (0.4, 8, "fails"), (0.18, 8, "undecided")]
)
def test_the_workflows_script(tmp_path: Path, wrong: float, status: int, said: str) -> None:
    job = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["gate"]
    (script,) = (step["run"] for step in job["steps"] if "judge" in step.get("name", ""))
    (tmp_path / "judge").mkdir()
    labels(tmp_path / "judge" / "labels.csv", wrong)
    (tmp_path / "trueness").write_text(
        f'#!/bin/sh\nexec "{sys.executable}" -m trueness "$@"\n', encoding="utf-8"
    )
    (tmp_path / "trueness").chmod(0o755)
    environment = {
        **os.environ,
        **{name: str(value) for name, value in job["env"].items()},
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "TRUENESS_CACHE": str(tmp_path / "cache"),
    }
    command = ["bash", "-e", "-c", script]  # as the service runs a step
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == status, done.stderr
    assert said in (tmp_path / "summary.md").read_text(encoding="utf-8")
    assert (tmp_path / "judge.html").stat().st_size > 10_000
