"""What of the data becomes a warning."""

from __future__ import annotations

from trueness.data.pocket import POCKET_NOTE
from trueness.study.rows import HUMAN_LIKE, data_notes


def test_that_data_are_no_evidence_or_metrics_people_is_a_warning():
    found = data_notes(["read as labels", POCKET_NOTE, f"'b' is {HUMAN_LIKE}"])
    assert [(one.code, one.severity) for one in found] == [
        ("data_note", "note"),
        ("no_evidence", "warning"),
        ("human_as_metric", "warning"),
    ]
