"""`trueness judge --gate`: the exit status, and the script of the workflow that the documentation offers."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

import trueness

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


@pytest.fixture
def job() -> dict[str, Any]:
    """The job of the workflow."""
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]["gate"]


def script_of(job: dict[str, Any]) -> str:
    (script,) = (step["run"] for step in job["steps"] if "judge" in step.get("name", ""))
    return script


def test_the_workflow_may_read_and_runs_what_is_pinned(job: dict[str, Any]) -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in job
    assert "pull_request_target" not in WORKFLOW.read_text(encoding="utf-8")
    used = [step["uses"] for step in job["steps"] if "uses" in step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", one) for one in used)
    (install,) = (step["run"] for step in job["steps"] if "pip install" in step.get("run", ""))
    assert install == f"pip install trueness=={trueness.__version__}"
    assert "latest" not in job["runs-on"]


def test_the_workflows_script_fails_with_its_command(tmp_path: Path, job: dict[str, Any]) -> None:
    # what the command itself does with such words is asked below
    (tmp_path / "trueness").write_text('#!/bin/sh\necho "the gate fails: $*"\nexit 8\n', encoding="utf-8")
    (tmp_path / "trueness").chmod(0o755)
    environment = {
        **os.environ,
        **{name: str(value) for name, value in job["env"].items()},
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
    }
    command = ["bash", "-e", "-c", script_of(job)]  # as the service runs a step
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 8, done.stderr
    assert "the gate fails: judge " in (tmp_path / "summary.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wrong", "status", "said"), [(0.03, 0, "holds"), (0.18, 8, "undecided"), (0.4, 8, "fails")]
)
@pytest.mark.usefixtures("outlined")
def test_the_workflows_command(
    run: Callable[..., Any], tmp_path: Path, job: dict[str, Any], wrong: float, status: int, said: str
) -> None:
    (tmp_path / "judge").mkdir()
    labels(tmp_path / "judge" / "labels.csv", wrong)
    (line,) = re.findall(r"^trueness (.*) \| tee ", script_of(job), re.MULTILINE)
    given = {f"${name}": str(value) for name, value in job["env"].items()}
    done = run(*(given.get(word, word) for word in shlex.split(line)))
    assert done.status == status, done.err
    assert said in done.out
    assert (tmp_path / "judge.html").stat().st_size > 10_000
