"""What is said of mutants that compute the same is said of lines that are there, once each."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
ENTRIES = tomllib.loads((ROOT / "hardening/mutation/equivalent.toml").read_text(encoding="utf-8"))["mutant"]


def test_every_line_is_there():
    gone = [
        (entry["module"], entry["source"])
        for entry in ENTRIES
        if entry["source"] not in lines_of(ROOT / "src/trueness" / f"{entry['module']}.py")
    ]
    assert gone == []


def lines_of(path):
    return (
        {line.strip() for line in path.read_text(encoding="utf-8").splitlines()} if path.exists() else set()
    )


def test_every_mutant_is_explained_once():
    counts = Counter((entry["module"], entry["source"], entry["mutant"]) for entry in ENTRIES)
    assert [mutant for mutant, count in counts.items() if count > 1] == []
    assert all(entry["reason"] for entry in ENTRIES)
