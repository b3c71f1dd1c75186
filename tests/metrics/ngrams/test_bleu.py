"""What BLEU alone has; that it is sacreBLEU's, test_ngrams_sacrebleu.py shows."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu

from trueness.data.scores.corpus_formulas import corpus_score
from trueness.errors import TruenessWarning
from trueness.metrics.ngrams import bleu_statistics
from trueness.metrics.ngrams.bleu import Bleu
from trueness.metrics.scoring.registry import get_metric


def test_every_reference_counts_in_any_order():
    output, first, second = "the cat sat on a mat", "the cat sat on the mat", "a dog sat on a mat"
    one, both, turned = Bleu().score([output] * 3, [(first,), (first, second), (second, first)], [None] * 3)
    assert one < both == turned


def test_worked_by_hand():
    # "a b c x" for "a b c d": precisions 3/4, 2/3, 1/2 and, smoothed, 1/2 of 1/1; no brevity penalty
    found = Bleu().score(["a b c x"], [("a b c d",)], [None])
    np.testing.assert_allclose(found, 100 * (3 / 4 * 2 / 3 * 1 / 2 * 1 / 2) ** (1 / 4))


CHINESE = [
    ("今天天气很好，我们去公园。", ("今天天气不错，我们去公园。",)),
    ("他说3.5元。", ("他说是3.5元。", "她说3.5元。")),
]


@pytest.mark.parametrize("tok", ["zh", "char"])
def test_words_of_other_scripts_are_sacrebleus(tok, monkeypatch):
    outputs, references = [list(part) for part in zip(*CHINESE, strict=True)]
    metric = get_metric(f"bleu_{tok}")
    assert metric.name == f"bleu_{tok}"
    assert f"tok:{tok}|" in metric.signature()
    wanted = [sacrebleu.sentence_bleu(one, given, tokenize=tok).score for one, given in CHINESE]
    np.testing.assert_allclose(metric.score(outputs, references, [None] * 2), wanted, rtol=1e-12)
    with monkeypatch.context() as patch:
        patch.setattr(bleu_statistics, "MOST_PLAIN", -1)  # by number, not plainly
        by_number = metric.score(outputs, references, [None] * 2)
    np.testing.assert_allclose(by_number, wanted, rtol=1e-12)
    both = [[given[k] if k < len(given) else None for given in references] for k in (0, 1)]
    summed = metric.statistics(outputs, references, [None] * 2).sum(axis=0)
    corpus = sacrebleu.corpus_bleu(outputs, both, tokenize=tok).score
    np.testing.assert_allclose(corpus_score("bleu", summed[None])[0], corpus, rtol=1e-12)


def test_words_between_blanks_of_texts_without_are_warned_of():
    outputs, references = [list(part) for part in zip(*CHINESE, strict=True)]
    with pytest.warns(TruenessWarning, match="written without blanks.*`bleu_zh` fits"):
        Bleu().score(outputs, references, [None] * 2)
    for text, said in (
        ("東京は日本の首都です。", "`bleu_char` fits.*choice for Japanese, ja-mecab"),
        ("서울은 한국의 수도이다.", "`bleu_char` compares characters.*choice for Korean, ko-mecab"),
        ("กรุงเทพมหานครเป็นเมืองหลวง", r"`bleu_char` fits such texts\.$"),
    ):
        with pytest.warns(TruenessWarning, match=said):
            Bleu().score([text], [[text]], [None])
    assert Bleu.from_name("bleu_moses") is None
    assert Bleu.defaults() == ("bleu",)
