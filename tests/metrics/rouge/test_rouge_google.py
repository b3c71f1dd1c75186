"""Mode google equals the package rouge-score, to the last bit, on real text and on any text."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer
from rouge_score.tokenize import tokenize

from trueness.data.datasets.load import load_dataset_texts, realsumm_texts, summeval_texts
from trueness.errors import ArgumentError
from trueness.metrics.rouge.line_words import google_words
from trueness.metrics.rouge.rouge import Rouge
from trueness.metrics.rouge.variant import RougeVariant, standard_variants
from trueness.metrics.scoring.registry import get_metrics

THEIRS = {"L": "rougeLsum", "Lsent": "rougeL"} | {str(n): f"rouge{n}" for n in range(1, 10)}
PARTS = ("precision", "recall", "f")
TEXTS = st.text(st.sampled_from("aabcs dedings12\n.,\u212a\u0130é") | st.characters(), max_size=30)


def compare(outputs, references, *, stem, kinds=tuple(THEIRS)):
    """Compare all parts of types with one call of `score_multi` for each output."""
    mark = "_stem" if stem else ""
    names = [f"rouge{kind}{mark}_{part}:mode=google" for kind in kinds for part in PARTS]
    metrics = [Rouge(RougeVariant.parse(name)) for name in names]
    found = Rouge.score_together(metrics, outputs, references, [None] * len(outputs))
    scorer = RougeScorer([THEIRS[kind] for kind in kinds], use_stemmer=stem)
    expected = [
        [value for kind in kinds for value in scores[THEIRS[kind]]]
        for scores in (
            scorer.score_multi(list(given), output) for output, given in zip(outputs, references, strict=True)
        )
    ]
    np.testing.assert_array_equal(found, np.array(expected))


@pytest.mark.filterwarnings("ignore:.*holds? letters|.*compares sentence:trueness.errors.TruenessWarning")
@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3), st.booleans())
@example("\u212aelvin \u0130a", ["kelvin i a"], False)
@example("a\n\nb c", ["", "c\nb a"], True)
def test_equals_rouge_score_on_any_text(output, references, stem):
    compare([output], [references], stem=stem)


@pytest.mark.parametrize("stem", [False, True])
def test_equals_rouge_score_on_the_pocket_benchmark(stem):
    rows = load_dataset_texts("pocket").rows[::48]
    compare([row.output for row in rows], [row.references for row in rows], stem=stem)


def one_sentence_a_line(text):
    return re.sub(r"(?<=[.!?]) +", "\n", text)


@pytest.mark.parametrize("most", [1, 11])
def test_equals_rouge_score_on_summeval(test_data, most):
    rows = summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows[:: 40 * most]
    outputs = [one_sentence_a_line(row.output) for row in rows]
    references = [[one_sentence_a_line(text) for text in row.references[:most]] for row in rows]
    compare(outputs, references, stem=True, kinds=("1", "2", "L", "Lsent"))


@pytest.mark.slow
@pytest.mark.parametrize("stem", [False, True])
def test_equals_rouge_score_on_all_of_summeval(test_data, stem):
    rows = summeval_texts(test_data / "data" / "summeval" / "data.pkl").rows
    outputs = [one_sentence_a_line(row.output) for row in rows]
    references = [[one_sentence_a_line(text) for text in row.references[:3]] for row in rows]
    compare(outputs, references, stem=stem, kinds=("1", "2", "3", "L", "Lsent"))


@pytest.mark.parametrize("stem", [False, True])
def test_equals_rouge_score_on_realsumm(test_data, stem):
    folder = test_data / "data" / "realsumm"
    rows = realsumm_texts(folder / "abs.pkl", folder / "ext.pkl").rows[::800]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("trueness.metrics.rouge.counts.MOST_PLAIN", 0)
        compare(
            [row.output.replace("<t>", "").replace("</t>", "\n") for row in rows],
            [[text.replace("<t>", "").replace("</t>", "\n") for text in row.references] for row in rows],
            stem=stem,
            kinds=("1", "2", "9", "L", "Lsent"),
        )


@given(TEXTS)
def test_words_are_those_of_rouge_score(text):
    assert google_words(text) == tokenize(text, None)


def test_the_reference_with_the_highest_f_counts_the_first_of_equals():
    # against "a b c d": P 1, R 1/2, F 2/3; against "a b": P 1, R 1, F 1
    metrics = get_metrics("rouge1_{precision,recall,f}:mode=google")
    found = Rouge.score_together(metrics, ["a b"], [["a b c d", "a b"]], [None])
    assert found.tolist() == [[1, 1, 1]]


def test_names():
    variant = RougeVariant.parse("rouge2_stem_f:mode=google")
    assert (variant.refs, variant.name) == ("best", "rouge2_stem_f:mode=google")
    pooled = RougeVariant.parse("rouge2_stem_f:refs=pooled,mode=google")
    assert (pooled.refs, pooled.name) == ("pooled", "rouge2_stem_f:refs=pooled,mode=google")
    assert RougeVariant.parse("rouge2_stem_f:refs=best,mode=google") == variant
    assert len(standard_variants("google")) == 36
    assert Rouge(variant).signature() == (
        "ROUGE mode google (words and stems of rouge-score 0.1.2, not rounded), sentences by newline, references best, "
        "alpha 0.5"
    )


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rougeSU4_f:mode=google", "has the types 1 to 9, L and Lsent, as rouge-score; it is SU4"),
        ("rougeW_f:mode=google", "it is W"),
        ("rouge10_f:mode=google", "it is 10"),
        ("rouge1_stop_f:mode=google", "a list of stop words: leave '_stop' out"),
        ("rouge1_f:mode=google,alpha=1", "an `alpha`: its F has equal weights"),
        ("rouge1_f:mode=google,words=9", "a limit of words"),
        ("rouge1_f:mode=google,bytes=9", "a limit of bytes"),
    ],
)
def test_what_rouge_score_does_not_have_is_refused(name, message):
    with pytest.raises(ArgumentError, match=message):
        RougeVariant.parse(name)
