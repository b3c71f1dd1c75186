"""docs/architecture.md names files that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "trueness"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def named():
    """Return what the page calls a file or a folder, those of any study left out."""
    words = re.findall(r"`([\w./]+(?:\.py|\.bib|\.toml|/))`", PAGE)
    return sorted({word for word in words if "NAME" not in word})


def test_every_file_and_folder_is_there():
    names = {path.name for path in PACKAGE.rglob("*.py")}
    folders = {f"{path.name}/" for path in PACKAGE.rglob("*") if path.is_dir()}
    missing = [
        word
        for word in named()
        if not (PACKAGE / word).exists()
        and not (ROOT / word).exists()
        and not list(PACKAGE.glob(f"*/{word}"))
        and word not in names | folders
    ]
    assert not missing


def test_every_part_has_a_line_in_the_table():
    parts = {
        path.name if path.suffix else f"{path.name}/"
        for path in PACKAGE.iterdir()
        if path.name not in ("__init__.py", "__main__.py", "__pycache__")
        and (path.suffix == ".py" or path.is_dir())
    }
    assert {part for part in parts if f"| `{part}` |" not in PAGE} == set()


def test_files_of_a_study_are_called_so():
    table = PAGE[PAGE.index("**A study** is a folder") : PAGE.index("What runs a study")]
    files = [file for file in re.findall(r"`(\w+\.py)`", table) if file != "command.py"]
    assert len(files) > 5
    for name in ("annotators", "judge", "pool", "systems"):
        assert [file for file in files if not (PACKAGE / "studies" / name / file).is_file()] == []
