"""What redoes papers uses what everybody can: names that are public, and no part of its inside."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from trueness.public_names import MODULES

FOLDER = Path(__file__).parents[2] / "reproductions"
PAPERS = ("bhandari2020", "braun2022", "claims", "deutsch2021", "graham2015", "miloulis")

INSIDE = {
    # the one pickle that is no data set's; reading it must run nothing
    "bhandari2020/reproduce.py": {"trueness.data.files.restricted_pickle"},
    # simulates a part of a study thousands of times, which the whole of it would take hours for
    "bhandari2020/certify_width.py": {
        "trueness.parallel",
        "trueness.statistics.ranges.range_values",
        "trueness.studies.ranges.range_rows",
        "trueness.studies.ranges.settings",
    },
    # prints its tables as `check` does
    "miloulis/reproduce.py": {"trueness.data.texts.text_lengths"},
}


def inside(path: Path) -> set[str]:
    """Return the modules below the package that a program imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name.startswith("trueness.")} - MODULES.keys()


@pytest.mark.parametrize("paper", PAPERS)
def test_papers_are_redone_by_public_names(paper):
    programs = sorted((FOLDER / paper).glob("*.py"))
    assert programs
    for path in programs:
        assert inside(path) == INSIDE.get(f"{paper}/{path.name}", set()), path.name
