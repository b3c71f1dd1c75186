from __future__ import annotations

import pytest

from trueness.errors import DataError
from trueness.metrics.ngrams.numbered_texts import check_references, number_texts


def test_a_text_has_one_number_wherever_it_stands():
    shared = ("b", "c")
    found = number_texts(["a", "b", "a"], [shared, shared, ["a"]], "bleu")
    assert found.texts == ["a", "b", "c"]
    assert found.candidates == [0, 1, 0]
    assert found.references == [[1, 2], [1, 2], [0]]


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([["a"], "b"], "metric 'chrf': the references of output 2 of 2 are a text, not a list of texts"),
        ([["a"], []], "metric 'chrf' needs references, but output 2 of 2 has none"),
    ],
)
def test_references_are_lists_of_texts(references, message):
    with pytest.raises(DataError, match=message):
        check_references("chrf", references)
    with pytest.raises(DataError, match=message):
        number_texts(["x", "y"], references, "chrf")
