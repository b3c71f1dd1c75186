"""What chrF alone has, and its counts; that its scores are sacreBLEU's, test_ngrams_sacrebleu.py shows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

from trueness.metrics.ngrams import chrf
from trueness.metrics.ngrams.chrf import Chrf


def test_the_best_reference_counts():
    output, far, near = "the cat sat on a mat", "no word of it", "the cat sat on the mat"
    one, both, turned, worst = Chrf().score(
        [output] * 4, [(near,), (far, near), (near, far), (far,)], [None] * 4
    )
    assert one == both == turned > worst


@pytest.mark.parametrize("most", [0, 10**9])
@given(
    rows=st.lists(
        st.tuples(
            st.text("abc d\n\u00a0é", max_size=9),
            st.lists(st.text("abc d", max_size=9), min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_counts_what_sacrebleu_counts_compiled_and_plainly(most, rows):
    scorer = CHRF()
    outputs, references = zip(*rows, strict=True)
    expected = [
        scorer._compute_segment_statistics(output, scorer._extract_reference_info(texts))
        for output, texts in rows
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chrf, "MOST_PLAIN", most)
        found = Chrf().statistics(outputs, references, [None] * len(rows))
    np.testing.assert_array_equal(found, expected)


def test_no_rows():
    assert Chrf().statistics([], [], []).shape == (0, 18)


def test_worked_by_hand():
    # "ab" for "abc": precision 1 for 1- and 2-grams, recall 2/3 and 1/2; chrF averages both first (beta 2)
    recall = (2 / 3 + 1 / 2) / 2
    found = Chrf().score(["ab"], [("abc",)], [None])
    np.testing.assert_allclose(found, 100 * 5 * recall / (4 + recall))
