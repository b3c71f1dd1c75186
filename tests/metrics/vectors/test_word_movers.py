"""The word mover's distance and its relaxations: by hand, by linear programming, and their invariances."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from trueness.errors import DataError
from trueness.metrics.scoring.registry import get_metric, get_metrics
from trueness.metrics.vectors import distances, word_movers
from trueness.metrics.vectors.word_movers import WordMovers

pytest.importorskip("ot")


def scores(name, vectors, output, *references):
    return float(get_metric(f"{name}:vectors={vectors}").score([output], [references], [None])[0])


@pytest.mark.parametrize(
    ("name", "options", "output", "reference", "expected"),
    [
        ("wmd", "norm=none", "a b", "b c", 5.0),  # half stays at b, half goes from a to c: 10 / 2
        ("wmd", "norm=none", "a a a b", "c", 8.75),  # 3/4 * 10 + 1/4 * 5
        ("rwmd_r_e", "norm=none", "a b", "b c", 2.5),  # a to b: 5 / 2, b stays
        ("rwmd_l_e", "norm=none", "a b", "b c", 2.5),  # c to b: 5 / 2, b stays
        ("rwmd_l_e", "norm=none", "a b", "a", 0.0),  # all of the reference is there
        ("rwmd_r_e", "norm=none", "a b", "a", 2.5),
        ("rwmd_max_e", "norm=none", "a b", "a", 2.5),
        ("wmd", "norm=none", "a b unheard", "B, c!", 5.0),
        ("wmd", "norm=unit", "d", "e", 2**0.5),
        ("wmd", "norm=unit", "b", "c", 0.0),  # in one direction
        ("wmd_c", "", "d", "e", 1.0),
        ("rwmd_max_c", "", "b", "d", 0.2),  # 1 - .8
        ("wmd", "norm=none,tokens=blanks", "a b!", "a", 0.0),
        ("wmd", "norm=none,case=kept", "a B", "a", 0.0),
    ],
)
def test_worked_by_hand(toy_vectors, name, options, output, reference, expected):
    comma = f",{options}" if options else ""
    assert scores(name, f"{toy_vectors}{comma}", output, reference) == pytest.approx(expected, abs=1e-12)


def test_several_references(toy_vectors):
    plain = f"{toy_vectors},norm=none"
    assert scores("wmd", plain, "a", "c", "b") == 5
    assert scores("wmd", f"{plain},refs=mean", "a", "c", "b") == 7.5
    assert scores("wmd", f"{plain},refs=mean", "a", "c", "zzz", "b", "") == 7.5
    assert scores("rwmd_max_e", f"{plain},refs=mean", "a", "c", "b") == 7.5
    assert np.isnan(scores("wmd", plain, "a", "zzz", ""))


def test_stop_words_are_left_out(pocket_vectors):
    assert scores("wmd_stop", pocket_vectors, "the house", "a house") == 0.0
    assert scores("wmd", pocket_vectors, "the house", "house") > 0


WORDS = ["a", "b", "c", "d", "e", "zzz"]
texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join)


def plainly(output, reference, positions):
    """The definitions, in plain NumPy and SciPy."""
    bags = [[w for w in text.split() if w in positions] for text in (output, reference)]
    if not all(bags):
        return [np.nan] * 4
    words = [sorted(set(bag)) for bag in bags]
    left, right = ([bag.count(w) / len(bag) for w in ws] for bag, ws in zip(bags, words, strict=True))
    cost = np.array([[np.linalg.norm(positions[v] - positions[w]) for w in words[1]] for v in words[0]])
    m, n = cost.shape
    sums = np.zeros((m + n, m * n))
    for i, j in itertools.product(range(m), range(n)):
        sums[i, i * n + j] = sums[m + j, i * n + j] = 1
    exact = linprog(cost.ravel(), A_eq=sums, b_eq=[*left, *right]).fun
    return [exact, right @ cost.min(axis=0), left @ cost.min(axis=1), None]


@settings(max_examples=25)
@given(texts, texts)
def test_scores_are_those_of_a_plain_program(toy_vectors, output, reference):
    positions = {"a": (0, 0), "b": (3, 4), "c": (6, 8), "d": (0, 1), "e": (1, 0)}
    expected = plainly(output, reference, {word: np.array(at, float) for word, at in positions.items()})
    metrics = get_metrics(f"{{wmd,rwmd_l_e,rwmd_r_e,rwmd_max_e}}:vectors={toy_vectors},norm=none")
    (found,) = WordMovers.score_together(metrics, [output], [(reference,)], [None])
    expected[3] = max(expected[1:3])
    np.testing.assert_allclose(found, expected, atol=1e-9)
    # bounds, symmetry, order and repetition of words
    if not np.isnan(found).any():
        assert found[3] <= found[0] + 1e-12
        (swapped,) = WordMovers.score_together(metrics, [reference], [(output,)], [None])
        np.testing.assert_allclose(swapped[[0, 2, 1, 3]], found, atol=1e-12)
        shuffled = " ".join(sorted(output.split()) * 2)
        (again,) = WordMovers.score_together(metrics, [shuffled], [(reference,)], [None])
        np.testing.assert_allclose(again, found, atol=1e-12)
        (same,) = WordMovers.score_together(metrics, [output], [(output,)], [None])
        assert same.tolist() == [0.0] * 4


def test_bounds_save_work_and_change_nothing(pocket_vectors, monkeypatch):
    metric = get_metric(f"wmd:vectors={pocket_vectors}")
    solved = []

    def counted(*arguments, **named):
        solved.append(1)
        return distances.movers_distance(*arguments, **named)

    monkeypatch.setattr(word_movers, "movers_distance", counted)
    references = tuple(f"house {word} garden" for word in ("water", "stone", "people", "old", "new", "road"))
    outputs = ["house water garden", "people and stone"]
    found = metric.score(outputs, [references] * 2, [None] * 2)
    each = [[metric.score([out], [(ref,)], [None])[0] for ref in references] for out in outputs]
    assert found.tolist() == [min(row) for row in each]
    assert len(solved) - 12 < 12


def test_blocks_and_single_pairs_give_the_same(pocket_vectors, monkeypatch):
    metrics = get_metrics(f"{{wmd,wmd_c}}:vectors={pocket_vectors}")
    outputs = ["the house was old", "a garden and water", "people of the road"]
    references = [("the old house", "water in the garden")] * 3
    together = WordMovers.score_together(metrics, outputs, references, [None] * 3)
    monkeypatch.setattr(word_movers, "BLOCK_CELLS", 1)
    np.testing.assert_allclose(
        WordMovers.score_together(metrics, outputs, references, [None] * 3), together, rtol=1e-12
    )
    monkeypatch.setattr(distances, "MOST_CELLS", 1)
    with pytest.raises(DataError, match="give shorter texts"):
        WordMovers.score_together(metrics, outputs, references, [None] * 3)


def test_a_long_text_costs_by_its_different_words(pocket_vectors):
    short = scores("wmd", pocket_vectors, "the house garden", "water and stone")
    assert scores("wmd", pocket_vectors, "the house garden " * 30_000, "water and stone") == pytest.approx(
        short, rel=1e-12
    )
