import dataclasses

import numpy as np
import pytest

from trueness.data.texts import TextRow, Texts
from trueness.errors import DataError
from trueness.metrics.registry import get_metric
from trueness.metrics.score import score
from trueness.studies.simulation.degraded_texts import DegradedTexts


def texts():
    rows = [
        TextRow(
            f"s{i}", f"i{j}", f"the cat {i} sat on the mat {j} today", (f"a cat sat on mat {j}", "unused")
        )
        for i in range(3)
        for j in range(4)
    ]
    return Texts(tuple(rows))


def test_all_tokens_are_the_metric_itself():
    metric = get_metric("rouge1_f")
    one = Texts(tuple(dataclasses.replace(row, references=row.references[:1]) for row in texts().rows))
    expected = score(one, ["rouge1_f"]).matrix("rouge1_f")
    found = DegradedTexts.of(metric, texts(), 1)(100, 1, 0)
    np.testing.assert_allclose(found, expected)


def test_trials_differ_and_come_again():
    degraded = DegradedTexts.of(get_metric("rouge1_f"), texts())
    np.testing.assert_array_equal(degraded(40, 1, 3), degraded(40, 1, 3))
    assert not np.array_equal(degraded(40, 1, 3), degraded(40, 1, 4))


def test_every_system_needs_every_input():
    with pytest.raises(DataError, match="'s2' has no output for input 'i3'"):
        DegradedTexts.of(get_metric("rouge1_f"), Texts(texts().rows[:-1]))
