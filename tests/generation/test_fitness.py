"""Scores from counts of sentences, against the normal path from texts to scores."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.texts.texts import TextRow
from trueness.generation import fitness as fitness_module
from trueness.generation.documents import Document
from trueness.generation.fitness import fitness_of, summary_text
from trueness.metrics.scoring.registry import get_metric
from trueness.metrics.scoring.score_rows import score_rows

WORDS = "The crane fell, it fell on U.S. roads. don't 3.5 running runs Maße été 東京 — _so_ of".split()  # noqa: SIM905


def document(seed, sentences=8, references=3):
    rng = np.random.default_rng(seed)

    def text(size):
        return " ".join(rng.choice(WORDS, size=size).tolist())

    found = tuple(dict.fromkeys(text(rng.integers(1, 7)) for _ in range(sentences)))
    return Document(
        input="d",
        sentences=(*found, "—"),
        lengths=(*(len(one.split()) for one in found), 1),
        source=" ".join(found),
        references=tuple(f"{text(6)}\n{text(rng.integers(0, 5))}" for _ in range(references)),
    )


def by_texts(metric, one, chosen):
    rows = [
        TextRow(str(k), "d", summary_text(one, summary), one.references, one.source)
        for k, summary in enumerate(chosen)
    ]
    return score_rows([metric], rows).values[:, 0]


COUNTED = [
    "rouge1_f",
    "rouge2_recall",
    "rouge2_stem_f:refs=best",
    "rouge3_precision:refs=mean",
    "rouge2_stem_stop_f:refs=jackknife",
    "rouge2_f:mode=exact",
    "rouge4_f:alpha=0.8",
    "js1",
    "js2",
    "js2_source",
    "js3_stem:refs=mean",
    "js2_stem_stop:refs=best,base=2",
    "js1_summeval",
    "js2_summeval",
]


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.filterwarnings("ignore:some texts hold letters")
def test_counts_of_sentences_give_the_scores_of_texts(name, seed, monkeypatch):
    metric, one = get_metric(name), document(seed)
    chosen = np.random.default_rng(seed).random((60, len(one.sentences))) < 0.4
    chosen[0], chosen[1] = False, [False] * (len(one.sentences) - 1) + [True]  # no sentence, and no word
    wanted = by_texts(metric, one, chosen)
    monkeypatch.setattr(fitness_module, "score_rows", None)  # no text is scored
    found = fitness_of(metric, one)(chosen)
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    "name", ["rouge2_f:words=5", "rouge2_f:sentences=split", "rougeL_f", "kl1_source_output", "chrf"]
)
def test_any_other_metric_scores_texts(name):
    metric, one = get_metric(name), document(1)
    chosen = np.random.default_rng(1).random((20, len(one.sentences))) < 0.4
    np.testing.assert_array_equal(fitness_of(metric, one)(chosen), by_texts(metric, one, chosen))


def test_a_divergence_from_references_without_words_is_undefined():
    one = Document("d", ("a b", "c"), (2, 1), "a b c", ("—",))
    assert np.isnan(fitness_of(get_metric("js1"), one)(np.array([[True, False]]))).all()


def test_a_summary_has_its_sentences_in_the_order_of_the_document():
    assert summary_text(document(0), np.array([True, False, True, *[False] * 6])).split("\n") == [
        document(0).sentences[0],
        document(0).sentences[2],
    ]
