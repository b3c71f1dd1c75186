from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import DataError
from trueness.metrics.ngrams.numbered_texts import check_references, number_texts


def test_a_text_has_one_number_wherever_it_stands():
    shared = ("b", "c")
    found = number_texts(["a", "b", "a"], [shared, shared, ["a"]], "bleu")
    assert found.texts == ["a", "b", "c"]
    assert found.candidates.tolist() == [0, 1, 0]
    assert found.references.tolist() == [1, 2, 1, 2, 0]
    assert found.counts.tolist() == [2, 2, 1]


@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=3), max_size=4),
    st.lists(st.tuples(st.sampled_from("abcd"), st.integers(0, 3)), max_size=8),
)
def test_numbers_are_places_in_the_texts_by_first_occurrence(lists, rows):
    rows = [(output, lists[k]) for output, k in rows if k < len(lists)]
    outputs, references = [output for output, _ in rows], [given for _, given in rows]
    found = number_texts(outputs, references, "bleu")
    flat = [text for given in references for text in given]
    assert found.texts == list(dict.fromkeys(outputs + flat))
    assert [found.texts[number] for number in found.candidates] == outputs
    assert [found.texts[number] for number in found.references] == flat
    assert found.counts.tolist() == [*map(len, references)]


@pytest.mark.parametrize(
    ("references", "message"),
    [
        ([["a"], "b"], "metric 'chrf': the references of output 2 of 2 are a text; a list of texts"),
        ([["a"], []], "metric 'chrf' needs references, but output 2 of 2 lacks them"),
    ],
)
def test_references_are_lists_of_texts(references, message):
    with pytest.raises(DataError, match=message):
        check_references("chrf", references)
    with pytest.raises(DataError, match=message):
        number_texts(["x", "y"], references, "chrf")
