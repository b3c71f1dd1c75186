"""Hits and totals of every type, and the refusal of tables that would not fit into memory."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.errors import DataError
from trueness.metrics.rouge import counts as counting
from trueness.metrics.rouge.counts import count_key, count_pairs, power
from trueness.metrics.rouge.encode import encode_texts
from trueness.metrics.rouge.pairs import pair_texts
from trueness.metrics.rouge.variant import RougeVariant

OUTPUT = "the cat sat\non the mat"
REFERENCE = "the cat on the mat"


def variant(name):
    return RougeVariant.parse(name)


def counts_of(name, output=OUTPUT, reference=REFERENCE):
    one = variant(name)
    encoded = encode_texts([output, reference], one.mode, one.sentences, one.words, one.bytes)
    return count_pairs(encoded, pair_texts([0], [[1]]), [one])[count_key(one)]


@pytest.mark.parametrize(
    ("kind", "hits", "of_reference", "of_output"),
    [
        ("1", 5, 5, 6),
        ("2", 3, 4, 5),
        ("4", 0, 2, 3),
        ("9", 0, 0, 0),
        ("L", 5, 5, 6),
        ("Lsent", 5, 5, 6),
        ("S0", 3, 4, 5),
        # all 10 pairs of the reference are among the 15 of the output, of which none is farther apart
        ("S4", 10, 10, 15),
        ("SU4", 10 + 4, 10 + 4, 15 + 5),
    ],
)
@pytest.mark.parametrize("mode", ["exact", "modern"])
def test_worked_by_hand(kind, hits, of_reference, of_output, mode):
    found = counts_of(f"rouge{kind}_f" + (":mode=exact" if mode == "exact" else ""))
    assert found.recall_hits.tolist() == found.precision_hits.tolist() == [hits]
    assert found.recall_totals.tolist() == [of_reference]
    assert found.precision_totals.tolist() == [of_output]
    assert found.root == 1


def test_weighted_totals_of_the_original_and_of_modern_mode():
    output, reference = "a b c\nd", "a b c\nx y"
    exact = counts_of("rougeW_f:mode=exact", output, reference)
    assert exact.recall_hits.tolist() == exact.precision_hits.tolist() == [3**1.2]
    assert exact.recall_totals.tolist() == [(3**1.2 + 2**1.2) ** 1.2]
    assert exact.precision_totals.tolist() == [4**1.2]
    assert exact.choice_totals.tolist() == [3**1.2 + 2**1.2]
    modern = counts_of("rougeW_f", output, reference)
    assert modern.recall_hits.tolist() == modern.precision_hits.tolist() == [3**1.2]
    assert modern.recall_totals.tolist() == [3**1.2 + 2**1.2]
    assert modern.precision_totals.tolist() == [3**1.2 + 1.0]
    assert modern.choice_totals is None
    assert exact.root == modern.root == 1 / 1.2


def test_limit_of_bytes_leaves_the_reference_long_for_l_in_exact_mode():
    """Counted are 10 bytes; compared are all lines that are shorter than 10 bytes by themselves."""
    found = counts_of("rougeL_f:mode=exact,bytes=10", "a b c d e\nf g h i j", "a b c d e\nf g h i j")
    assert found.recall_totals.tolist() == [10]
    assert found.precision_totals.tolist() == [6]
    assert found.recall_hits.tolist() == [6]


def test_variants_that_differ_in_what_is_made_of_counts_share_them():
    names = ("rouge2_f", "rouge2_recall", "rouge2_f:refs=best", "rouge2_f:alpha=0.8")
    assert len({count_key(variant(name)) for name in names}) == 1
    others = ("rouge2_stem_f", "rouge3_f", "rougeS2_f", "rougeSU2_f", "rougeW_f", "rougeW_f:weight=2")
    assert len({count_key(variant(name)) for name in ("rouge2_f", *others)}) == 7


def test_power_is_that_of_the_c_library():
    values = np.arange(1000.0)
    assert power(values, 1.2).tolist() == [float(k) ** 1.2 for k in range(1000)]


def test_table_too_large(monkeypatch):
    monkeypatch.setattr(counting, "MOST_CELLS", 20)
    for kind in "LW":
        assert counts_of(f"rouge{kind}_f", "a b\nc d e f g", "a b c d").recall_totals.size == 1
        with pytest.raises(DataError) as caught:
            counts_of(f"rouge{kind}_f", "a\nc d e f g", "a b\nc d e f g")
        assert str(caught.value) == (
            f"metric 'rouge{kind}_f': a sentence of 5 words in an output and one of 5 words in its reference need a "
            "table of 25 cells, more than 20. Give one sentence per line, or let them be found with "
            "`sentences=split`."
        )
    assert counts_of("rougeLsent_f", "c d e f g", "c d e f g").recall_hits.tolist() == [5]


def test_too_many_skip_bigrams(monkeypatch):
    monkeypatch.setattr(counting, "MOST_REFERENCE_BIGRAMS", 9)
    monkeypatch.setattr(counting, "MOST_CANDIDATE_BIGRAMS", 14)
    unlimited = "rougeS_f:skip=unlimited"
    assert counts_of(unlimited, "a b c d e", "a b c d").precision_totals.tolist() == [10]
    with pytest.raises(
        DataError, match=r"a reference of 5 words has 10 skip bigrams, more than 9. Use a smaller"
    ):
        counts_of(unlimited, "a", "a b c d e")
    with pytest.raises(DataError, match="an output of 6 words has 15 skip bigrams, more than 14"):
        counts_of(unlimited, "a b c d e f", "a")
    assert counts_of("rougeS0_f", "a b c d e f", "a b c d e").recall_hits.tolist() == [4]


@pytest.mark.compiled
def test_million_tokens_on_a_line_against_a_usual_reference():
    words = [f"w{k % 997}" for k in range(1_000_000)]
    output, reference = " ".join(words), " ".join(words[:40]) + "\n" + " ".join(words[100:140])
    for kind in ("1", "4", "L", "W", "S4", "SU4", "Lsent"):
        found = counts_of(f"rouge{kind}_f", output, reference)
        assert ((found.recall_hits / found.recall_totals) ** found.root > 0.85).all()
