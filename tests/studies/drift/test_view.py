"""How two batches are shown."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import trueness
from trueness.reporting.manifest import manifest_of
from trueness.reporting.report import report_html
from trueness.reporting.views import find_view
from trueness.study.rows import as_row


@pytest.mark.usefixtures("outlined")
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
    (picture,) = find_view(found).page(found).head.glance
    assert picture.figure.data[0] == as_row(found.drift[0])
    assert len(picture.figure.data) == 1 + len(found.changes)
    assert found.plot("changes-1").data == picture.figure.data
    two = dataclasses.replace(found, selection=dataclasses.replace(found.selection, judges=("judge", "j")))
    two = dataclasses.replace(two, drift=(*found.drift, dataclasses.replace(found.drift[0], metric="j")))
    (shown,) = find_view(two).page(two).head.glance
    assert [name for name, _ in shown.choices] == ["judge", "j"]
    assert "Did the judge move?" in page
    assert "(Schuirmann, 1987)" in page
    assert "march and june" in find_view(found).title(found)
    assert max(map(len, found.summary(80).splitlines())) <= 80
