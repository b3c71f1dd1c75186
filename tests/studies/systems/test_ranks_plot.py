"""The figure of ranks of systems shows the table of their standing."""

from __future__ import annotations

import trueness
from trueness.studies.systems.ranks_plot import ranks_of_systems
from trueness.study.rows import as_row


def test_its_data_are_the_rows_of_the_table(pocket):
    found = trueness.systems(pocket, human="coverage", resamples=99)
    rows = (as_row(row) for row in found.standing if row.scorer == "coverage")
    drawn = found.plot("ranks")
    assert drawn.name == "ranks-coverage"
    assert drawn.data == sorted(rows, key=lambda row: -row["estimate"])
    assert ranks_of_systems(found, "nobody") is None
