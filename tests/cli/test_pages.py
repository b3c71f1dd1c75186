"""The pages about studies show what their commands print."""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from trueness.cli.failures import GATE

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    "page",
    [
        "annotators",
        "disagreements",
        "equivalence",
        "judging",
        "labelling",
        "panels",
        "preferences",
        "systems",
    ],
)
def test_what_a_page_shows_is_printed(
    page: str, run: Callable[..., Any], tmp_path: Path, monkeypatch: Any
) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(program, {})  # noqa: S102  # the page's own, which makes the file that its command reads
    for session in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        command, *shown = session.replace("\\\n", "").splitlines()
        name, *words = shlex.split(command.removeprefix("$ "))
        status, out, _ = run(*words, width=100)
        # a gate that is shown here does not pass
        assert (name, status) == ("trueness", GATE if "--gate" in words else 0)
        printed = [line.rstrip() for line in out.splitlines()]
        mine = itertools.takewhile(
            lambda line: not line.startswith("$ "), shown
        )  # what follows is of another command
        wanted = [line for line in mine if line.strip() not in ("", "…")]
        assert len(wanted) > 5
        position = 0
        for line in wanted:  # in this order
            assert line in printed[position:]
            position = printed.index(line, position) + 1


def test_what_comes_next_on_the_page_of_judges_runs(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: Any
) -> None:
    text = (DOCS / "judging.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for program in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(program, {})  # noqa: S102  # the page's own, which makes the file that its command reads
    commands = re.findall(r"\| `trueness ([^`]+)` \|$", text, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        words = shlex.split(command)
        status, out, err = run(*words, "--seed", "1", width=100)
        # a gate that is shown there does not pass: one judge misses it
        assert status == (GATE if "--gate" in words else 0), (command, err)
        assert len(out.splitlines()) > 5
    assert (tmp_path / "judge.html").exists()
