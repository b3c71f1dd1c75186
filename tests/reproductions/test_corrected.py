"""Corrected shares where they are hard: published examples of the other interval, the page, and what must fail."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "reproductions" / "judge_labels"


@pytest.fixture(scope="module")
def script():
    sys.path.insert(0, str(FOLDER))
    sys.modules.pop("simulate", None)  # other folders have one, too
    try:
        import corrected
    finally:
        sys.path.remove(str(FOLDER))
        sys.modules.pop("simulate", None)
    return corrected


@pytest.mark.parametrize(
    ("given", "published"),
    [
        ((178, 179, 358, 359, 4060, 11284), (0.349, 0.372)),
        ((32, 33, 20, 20, 51, 2971), (0, 0.053)),
        ((8, 10, 12, 12, 712, 11862), (0, 0.147)),
        ((84, 127, 96, 109, 259, 509), (0.58, 0.87)),
        ((23, 41, 187, 195, 51, 509), (0.037, 0.195)),
    ],
)
def test_the_interval_beside_it_is_that_of_lang_and_reiczigel(script, given, published):
    """Their examples, with the limits that the documentation of the R package asht gives."""
    tp, positive, tn, negative, called, more = given
    human = np.repeat([1.0, 0.0, np.nan], [positive, negative, more])
    judge = np.repeat([1.0, 0, 0, 1, 1, 0], [tp, positive - tp, tn, negative - tn, called, more - called])
    assert script.lang_reiczigel(human, judge) == pytest.approx(published, abs=0.006)


def test_the_page_shows_what_was_found():
    page = (ROOT / "docs" / "judging_measured.md").read_text(encoding="utf-8")
    page = page[page.index("Lang–Reiczigel holds") :].split("\n\n")[0]
    with (FOLDER / "corrected.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 14
    for row in rows:
        (line,) = (line for line in page.splitlines() if line.startswith(f"| {row['case']} |"))
        numbers = [float(cell.strip(" *")) for cell in line.split("|")[2:-1]]
        names = ("with an interval", "holds", "width", "Lang-Reiczigel holds", "Lang-Reiczigel width")
        assert numbers == [float(row[name]) for name in names]
    *all_but_the_last, last = (float(row["holds"]) for row in rows)
    assert min(all_but_the_last) > 0.935
    assert last < 0.7


def test_errors_of_another_kind_without_labels_are_not_known(script):
    assert float(script.checked(script.CASES[-1], 20, 3)["holds"]) < 0.8
