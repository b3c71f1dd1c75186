"""How two batches are shown."""

from __future__ import annotations

import numpy as np

import trueness
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.views import find_view


def test_tables_page_and_terminal():
    values = np.random.default_rng(1).normal(size=(2, 1, 2, 40))
    before, after = (
        trueness.ScoreTable(
            (trueness.Scorer("judge", "metric"),), ("s", "t"), tuple(map(str, range(40))), one, name=name
        )
        for one, name in zip(values, ("march", "june"), strict=True)
    )
    found = trueness.drift(before, after)
    page = report_html(found, manifest_of(found))
    assert "Did the judge move?" in page
    assert "Schuirmann 1987" in page
    assert "march and june" in find_view(found).title(found)
    assert max(map(len, found.summary(80).splitlines())) <= 80
