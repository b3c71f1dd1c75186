"""Names come from files that may be anybody's: whatever is printed of them onto a terminal is text."""

from __future__ import annotations

import csv
import os
import random
import sys

import pytest

pty = pytest.importorskip("pty")

EVIL = "a\x1b]0;title\x07b\x1b[2J\x9b31m"
STEERING = ("\x1b]0", "\x1b[2J", "\x07", "\x9b", "\x1b[31m-")
FORMS = ("terminal", "json", "csv", "latex", "markdown", "html", "typst")


@pytest.fixture
def evil(tmp_path):
    rng = random.Random(1)
    with (tmp_path / "evil.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["system", "input", "human", EVIL, "b"])
        for i in range(6):
            for k in range(6):
                scores = [rng.random() + i / n for n in (4, 5, 6)]
                writer.writerow([f"s\x1b[31m-{i}", f"i{k}", *scores])
    return "evil.csv"


def on_a_terminal(folder, *words):
    """Return what a command writes onto a terminal."""
    process, terminal = pty.fork()
    if process == 0:  # pragma: no cover - another process
        os.chdir(folder)
        os.execv(sys.executable, [sys.executable, "-m", "trueness", *map(str, words)])  # noqa: S606
    found = b""
    try:
        while part := os.read(terminal, 1 << 16):
            found += part
    except OSError:  # so Linux says that it is closed
        pass
    os.close(terminal)
    os.waitpid(process, 0)
    return found.decode(errors="replace")


@pytest.mark.parametrize("form", FORMS)
def test_no_form_of_a_table_steers_a_terminal(tmp_path, evil, form):
    out = on_a_terminal(tmp_path, "compare", evil, "--human", "human", "--no-tests", "--to", form)
    assert "title" in out
    assert [one for one in STEERING if one in out] == []


@pytest.mark.parametrize(
    "words",
    [
        ("check", "evil.csv"),
        ("systems", "evil.csv", "--scorer", "human", "--seed", "1"),
        ("compare", "evil.csv", "--human", f"{EVIL}2"),
        ("judge", "evil.csv", "--human", EVIL),
    ],
)
@pytest.mark.usefixtures("evil")
def test_neither_does_anything_else(tmp_path, words):
    out = on_a_terminal(tmp_path, *words)
    assert [one for one in STEERING if one in out] == []


def test_a_file_gets_names_as_they_are(run, evil):
    out = run("compare", evil, "--human", "human", "--no-tests", "--to", "csv").out
    assert EVIL in out
