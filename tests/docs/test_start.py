"""The commands of the five-minute start run one after the other, and print what the page says."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

from trueness.commands import main

PAGE = Path(__file__).parents[2] / "docs" / "start.md"
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown() -> list[tuple[str, list[str]]]:
    """Return every command with the lines below it."""
    lines = "".join(CONSOLE.findall(PAGE.read_text(encoding="utf-8"))).splitlines()
    starts = [k for k, line in enumerate(lines) if line.startswith("$ ")]
    return [
        (lines[start][2:], lines[start + 1 : end])
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)
    ]


def pattern(lines: list[str]) -> str:
    """Return what the lines stand for: an ellipsis is any lines, a space any space."""
    parts = [r"(?:.*\n)*?" if line.strip() == "…" else _line(line) for line in lines]
    return "".join(parts)


def _line(line: str) -> str:
    return r"[ \t]*" + r"\s+".join(map(re.escape, line.split())) + r"[ \t]*\n"


def test_the_start_prints_what_the_page_says(monkeypatch, capsys, tmp_path, tmp_path_factory):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("COLUMNS", "80")
    # the numbers are those of any workers, which would have to start
    monkeypatch.chdir(tmp_path)
    commands = shown()
    assert len(commands) >= 6
    for command, lines in commands:
        monkeypatch.setattr(sys, "argv", shlex.split(command))
        status = 0
        try:
            main()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        said = capsys.readouterr()
        assert status == 0, said.err
        assert re.fullmatch(pattern(lines), said.out or said.err), (command, said.out or said.err)
