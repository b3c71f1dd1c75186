"""How long something takes is read from a clock that never jumps: that of the date may be set at any time."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "src" / "trueness"

DATE = re.compile(
    r"\btime\.time(_ns)?\(|\bimport (time|time_ns)\b.*\bas\b|from time import|\b(utc)?now\(|\btoday\("
)

MAY_READ_THE_DATE = {
    "data/files/whole_file.py": "how old a part is that a killed process has left; one that is written to is held",
    "metrics/encoder/encoding_cache.py": "what was used last; after a jump other states make room",
    "metrics/llm_judge/retrying.py": "an endpoint may say until when to wait, which is bounded",
}
"""Where the date is read, and why a clock that jumps does no harm there."""


def test_deadlines_and_checkpoints_do_not_know_the_date():
    found = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if DATE.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(MAY_READ_THE_DATE)


@pytest.mark.parametrize(
    ("source", "reads"),
    [
        ("begun = time.time()", True),
        ("from time import time", True),
        ("now = datetime.now()", True),
        ("begun = time.monotonic()", False),
        ("runtime.time_of(x)", False),
    ],
)
def test_reading_the_date_is_found(source, reads):
    assert bool(DATE.search(source)) == reads
