"""Equal to what sacreBLEU counts, with and without compiled loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.bleu import BLEU

from trueness.metrics.ngrams import bleu_statistics as module
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.ngrams.bleu_moses import BleuMoses

WORDS = st.lists(st.sampled_from("a b c 5 5.5 , . é".split()), max_size=9).map(" ".join)  # noqa: SIM905
ROWS = st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4)


def by_sacrebleu(rows):
    scorer = BLEU(effective_order=True)
    prepare = scorer._preprocess_segment
    return np.array(
        [
            scorer._compute_segment_statistics(
                prepare(output), scorer._extract_reference_info([prepare(text) for text in references])
            )
            for output, references in rows
        ]
    )


@pytest.mark.parametrize("most", [0, 10**9])
@given(rows=ROWS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_equals_what_sacrebleu_counts(monkeypatch, most, rows):
    monkeypatch.setattr(module, "MOST_PLAIN", most)
    outputs, references = zip(*rows, strict=True)
    found = Bleu().statistics(outputs, references, [None] * len(rows))
    np.testing.assert_array_equal(found, by_sacrebleu(rows))


@given(ROWS, st.booleans())
def test_compiled_and_plain_counts_of_words_between_blanks_agree(rows, lower_case):
    outputs, references = zip(*rows, strict=True)
    found = []
    for most in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(module, "MOST_PLAIN", most)
            metric = BleuMoses(lower_case=lower_case)
            found.append(metric.statistics(outputs, references, [None] * len(rows)))
    np.testing.assert_array_equal(*found)
    lengths = np.array([[len(text.split()) for text in (output, *given)] for output, given in rows[:1]])
    assert found[0][0, 0] == lengths[0, 0]
    assert found[0][0, 1] == min(lengths[0, 1:], key=lambda n: (abs(n - lengths[0, 0]), n))


def test_no_rows():
    assert Bleu().statistics([], [], []).shape == (0, 10)
