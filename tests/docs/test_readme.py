"""What the README shows runs, in its order, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

from trueness.commands import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(heading: str) -> list[str]:
    """Return the commands of the block below a line."""
    block = re.search(rf"^{heading}.*?\n```sh\n(.*?)```", README, re.MULTILINE | re.DOTALL)
    assert block is not None
    return block[1].splitlines()


def test_links_lead_to_files():
    links = [link for link in re.findall(r"\]\(([^)#]+)", README) if not link.startswith("http")]
    assert len(links) > 30
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.slow
def test_what_runs_as_it_stands_runs(monkeypatch, capsys, tmp_path, tmp_path_factory):
    monkeypatch.setenv("TRUENESS_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.chdir(tmp_path)
    shown = [*commands("These run as they stand"), *commands("And when the question")]
    assert len(shown) >= 15
    for command in shown:
        words = shlex.split(command, comments=True)
        if words[1] == "learn":
            pytest.importorskip("sklearn")
        monkeypatch.setattr(sys, "argv", words)
        status = 0
        try:
            main()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
        assert status == 0, (command, capsys.readouterr().err)
    (program,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(program, {})  # noqa: S102  # of the scores that the commands above wrote
    assert "other systems and other inputs" in capsys.readouterr().out
    assert (tmp_path / "report.html").is_file()
