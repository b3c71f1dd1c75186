"""What holds for any texts: for which variants, and in which mode."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.variant import RougeVariant, standard_variants

# no stop words, and no words that stems make equal
WORDS = ("harbour", "storm", "lamp", "stair", "keeper", "dusk", "boat")
PLAIN = [one for one in standard_variants() if not one.stem and not one.stop]
MODES = ("modern", "exact")
ANY_REFS = ("pooled", "best", "mean", "jackknife")

# an example scores some hundred variants at once
few_examples = settings(max_examples=25)

sentences = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
texts = st.lists(sentences, max_size=3).map("\n".join)
long_texts = st.lists(st.sampled_from(WORDS), min_size=4, max_size=9).map(" ".join)
some_references = st.lists(texts, min_size=1, max_size=4)
rows_of_texts = st.lists(st.tuples(texts, some_references), min_size=1, max_size=4)


def variants(*, modes=MODES, refs=ANY_REFS, without=(), parts=("precision", "recall", "f")):
    """All types but some, as (mode, kind) pairs."""
    return [
        dataclasses.replace(one, mode=mode, refs=how)
        for one in PLAIN
        for mode in modes
        for how in refs
        if one.part in parts and one.kind not in without and (mode, one.kind) not in without
    ]


def score(chosen, outputs, references):
    return Rouge.score_together(
        [Rouge(variant) for variant in chosen], outputs, references, [None] * len(outputs)
    )


@few_examples
@given(rows_of_texts)
def test_scores_lie_between_0_and_1(rows):
    """All types, modes and treatments of references; W of exact mode may be undefined."""
    found = score(variants(), *zip(*rows, strict=True))
    assert np.nanmin(found) >= 0
    assert np.nanmax(found) <= 1


@few_examples
@given(rows_of_texts, st.randoms(use_true_random=False))
def test_order_of_rows_changes_nothing(rows, random):
    """All types, modes and treatments of references, to the last bit."""
    shuffled = random.sample(range(len(rows)), len(rows))
    chosen = variants()
    found = score(chosen, *zip(*rows, strict=True))
    again = score(chosen, *zip(*(rows[k] for k in shuffled), strict=True))
    assert np.array_equal(again, found[shuffled], equal_nan=True)


@few_examples
@given(texts, some_references.flatmap(lambda given: st.tuples(st.just(given), st.permutations(given))))
def test_order_of_references_changes_nothing(output, orders):
    """Modern mode: all types and treatments, best and jackknife included, since equal recalls go by precision.

    Exact mode: pooled and mean for all types but W, whose sums may round differently. (Best takes the first of
    equal recalls there, so precision may depend on the order.)
    """
    chosen = variants(modes=("modern",)) + variants(modes=("exact",), refs=("pooled", "mean"), without=("W",))
    first, second = score(chosen, [output] * 2, orders)
    assert second == pytest.approx(first, abs=1e-12)


@few_examples
@given(texts, some_references.flatmap(lambda given: st.tuples(st.just(given), st.permutations(given))))
def test_order_of_references_leaves_recall_in_exact_mode(output, orders):
    """Best and jackknife: all types but W, which chooses by another recall than it reports."""
    chosen = variants(modes=("exact",), refs=("best", "jackknife"), without=("W",), parts=("recall",))
    first, second = score(chosen, [output] * 2, orders)
    assert second == pytest.approx(first, abs=1e-12)


@few_examples
@given(st.lists(long_texts, min_size=1, max_size=3).map("\n".join), st.integers(1, 3))
def test_a_text_scores_1_against_itself(text, copies):
    """All types with texts of n words or more, in both modes and any treatment of references; not W of exact mode."""
    chosen = variants(without=(("exact", "W"),))
    assert score(chosen, [text], [[text] * copies]) == pytest.approx(1.0, abs=1e-12)


def test_what_scores_less_than_1_against_itself():
    text = "storm lamp keeper"
    names = ("rougeW_f:mode=exact", "rougeW_recall:mode=exact", "rouge4_f", "rougeSU4_f", "rougeS4_f")
    found = [Rouge.from_name(name).score([text, "storm"], [[text], ["storm"]], [None] * 2) for name in names]
    assert 0 < found[0][0] < 1
    assert found[1][0] == round(3**-0.2, 5)
    assert found[2][0] == 0  # no four words
    assert [found[3][1], found[4][1]] == [0, 0]  # a single word is no pair, and the last word is left out


@few_examples
@given(texts, texts)
def test_precision_is_recall_with_the_texts_exchanged(output, reference):
    """N, S, SU and Lsent in both modes, W in modern mode. Not L: its matches are tokens of the reference."""
    chosen = variants(refs=("pooled",), without=("L", ("exact", "W")), parts=("precision",))
    exchanged = [dataclasses.replace(one, part="recall") for one in chosen]
    assert np.array_equal(score(chosen, [output], [[reference]]), score(exchanged, [reference], [[output]]))


def test_matches_of_l_depend_on_which_text_is_the_reference():
    """Each line of the reference finds the line of the output; the line of the reference finds one word twice."""
    precision, recall = (RougeVariant("L", None, False, False, part) for part in ("precision", "recall"))
    one_line, two_lines = "boat boat", "boat\nboat"
    assert score([precision], [one_line], [[two_lines]]) == 1
    assert score([recall], [two_lines], [[one_line]]) == 1 / 2


@few_examples
@given(rows_of_texts)
def test_new_words_lower_no_recall(rows):
    """A sentence of a word that occurs nowhere: all types, modes and treatments of references."""
    outputs, references = zip(*rows, strict=True)
    chosen = variants(parts=("recall",))
    before = score(chosen, outputs, references)
    after = score(chosen, [f"{output}\nelsewhere" for output in outputs], references)
    assert (after >= before - 1e-12)[~np.isnan(before)].all()


@few_examples
@given(rows_of_texts)
def test_a_new_word_at_the_end_lowers_no_recall(rows):
    """All types but L and W: in its sentence it can decide between equally long common subsequences."""
    outputs, references = zip(*rows, strict=True)
    chosen = variants(parts=("recall",), without=("L", "W"))
    before = score(chosen, outputs, references)
    after = score(chosen, [f"{output} elsewhere" for output in outputs], references)
    assert (after >= before - 1e-12).all()


def test_a_new_word_at_the_end_can_lower_the_recall_of_l():
    """The first line matches one 'dusk' of the reference, the second the same one once 'elsewhere' follows it."""
    outputs = ["dusk lamp\ndusk", "dusk lamp\ndusk elsewhere"]
    for mode in MODES:
        recall = RougeVariant("L", None, False, False, "recall", mode=mode)
        assert score([recall], outputs, [["dusk dusk"]] * 2).ravel().tolist() == [1.0, 0.5]


@few_examples
@given(rows_of_texts, st.permutations(WORDS))
def test_names_of_words_do_not_matter(rows, others):
    """All types, modes and treatments of references without stems and stop words, to the last bit."""
    renamed = dict(zip(WORDS, (f"other{word}" for word in others), strict=True))

    def rename(text):
        return "\n".join(" ".join(renamed[word] for word in line.split()) for line in text.split("\n"))

    chosen = variants()
    outputs, references = zip(*rows, strict=True)
    found = score(chosen, outputs, references)
    again = score(chosen, list(map(rename, outputs)), [list(map(rename, given)) for given in references])
    assert np.array_equal(found, again, equal_nan=True)


@few_examples
@given(rows_of_texts)
def test_modern_mode_is_exact_mode_unrounded(rows):
    """Of plain English words without stems: P and R of all types but W, pooled."""
    exact = variants(modes=("exact",), refs=("pooled",), without=("W",), parts=("precision", "recall"))
    modern = [dataclasses.replace(one, mode="modern") for one in exact]
    outputs, references = zip(*rows, strict=True)
    assert score(modern, outputs, references) == pytest.approx(
        score(exact, outputs, references), abs=5.000001e-6
    )


@few_examples
@given(texts, texts, st.integers(2, 4))
def test_a_reference_given_again_changes_nothing(output, reference, copies):
    """All types and treatments of references in both modes."""
    chosen = variants()
    once, again = score(chosen, [output] * 2, [[reference], [reference] * copies])
    assert again == pytest.approx(once, abs=1.1e-5, nan_ok=True)
    modern = np.array([one.mode == "modern" for one in chosen])
    assert again[modern] == pytest.approx(once[modern], abs=1e-12)


@few_examples
@given(texts, some_references)
def test_best_lies_between_jackknife_and_the_best_single_score(output, references):
    """Recall of all types in modern mode: mean <= jackknife <= best = the highest of the single recalls."""
    chosen = variants(modes=("modern",), refs=("pooled",), parts=("recall",))
    ways = {
        refs: score([dataclasses.replace(one, refs=refs) for one in chosen], [output], [references])[0]
        for refs in ("best", "mean", "jackknife")
    }
    single = score(chosen, [output] * len(references), [[one] for one in references])
    assert ways["best"] == pytest.approx(single.max(axis=0), abs=1e-15)
    assert (ways["jackknife"] <= ways["best"] + 1e-12).all()
    assert (ways["mean"] <= ways["jackknife"] + 1e-12).all()
