"""The scores that sacreBLEU's own tests expect: test_bleu.py, test_sentence_bleu.py, test_chrf.py of version 2.6.0."""

from __future__ import annotations

import numpy as np
import pytest

from trueness.data.scores.corpus_formulas import bleu, corpus_score
from trueness.metrics.scoring.registry import get_metric

DOGS = (
    ["The dog bit the man.", "It wasn't surprising.", "The man had just bitten him."],
    [
        ["The dog bit the man.", "The dog had bit the man."],
        ["It was not unexpected.", "No one was surprised."],
        ["The man bit him first.", "The man had bitten the dog."],
    ],
)
SUGAR = (
    ["Producția de zahăr primă va fi exprimată în ceea ce privește zahărul alb;"],
    [["producţia de zahăr brut se exprimă în zahăr alb;"]],
)


def of_system(name, outputs, references):
    metric = get_metric(name)
    sums = metric.statistics(outputs, references, [None] * len(outputs)).sum(axis=0)
    return corpus_score(metric.corpus_formula, sums)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bleu", 48.530827),
        ("bleu_none", 49.1919566),
        ("bleu_intl", 43.91623493),
        ("bleu:smooth=none", 48.530827),
        ("bleu:order=1", 77.65),
        ("bleu:order=2", 60.50),
        ("bleu:order=3", 53.93),
        ("bleu:order=5", 46.14),
        ("bleu:order=6", 43.28),
    ],
)
def test_bleu_of_a_system(name, expected):
    assert of_system(name, *DOGS) == pytest.approx(expected, abs=5e-3 if "order" in name else 1e-6)
    assert of_system(name, ["", "", ""], DOGS[1]) == 0


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bleu", 8.493),
        ("bleu:smooth=none", 0),
        ("bleu:smooth=floor", 4.51688),
        ("bleu:smooth=floor,value=0.1", 4.51688),
        ("bleu:smooth=floor,value=0.5", 10.10),
        ("bleu:smooth=add-k", 14.882),
        ("bleu:smooth=add-k,value=1", 14.882),
        ("bleu:smooth=add-k,value=2", 21.389),
        ("bleu_none", 7.347),
        ("bleu_intl", 8.493),
        ("bleu_char", 40.8759),
        ("bleu_char:case=lower", 42.0267),
    ],
)
def test_bleu_of_an_output(name, expected):
    metric = get_metric(name)
    assert metric.score(*SUGAR, [None])[0] == pytest.approx(expected, abs=1e-3)
    if "char" not in name:
        assert metric.score(["this is a cat"], [["okay thanks"]], [None])[0] == 0


@pytest.mark.parametrize(
    ("sums", "value", "expected"),
    [
        ([11, 11, 9, 7, 5, 3, 10, 8, 6, 4], None, 83.75922397),
        ([0, 1, 0, 0, 0, 0, 4, 4, 2, 1], 0, 0),
        ([6, 6, 6, 5, 4, 0, 6, 5, 4, 3], 0, 0),
        ([1, 5, 0, 0, 0, 0, 0, 0, 0, 0], 0.01, 0),
    ],
)
def test_bleu_of_counts(sums, value, expected):
    smooth = "none" if value is None else "floor"
    assert bleu(np.array(sums, dtype=float), smooth=smooth, value=value) == pytest.approx(expected, abs=1e-8)


RISK = (
    " risk assessment must be made of those who are qualified and expertise in the sector - these are the scientists .",
    (
        "risk assessment has to be undertaken by those who are qualified and expert in that area - "
        "that is the scientists ."
    ),
)
OBAMA = (
    " Die    Beziehung zwischen  Obama und Netanjahu ist nicht gerade  freundlich. ",
    "Das Verhältnis zwischen Obama und Netanyahu ist nicht gerade freundschaftlich.",
)


@pytest.mark.parametrize(
    ("options", "outputs", "references", "expected"),
    [
        (",smooth=eps", ["abcdefg"], ["hijklmnop"], 0),
        (",smooth=eps", ["a"], ["b"], 0),
        (",smooth=eps", [""], ["reference"], 0),
        (",smooth=eps", ["aa"], ["ab"], 8.3333),
        (",smooth=eps", ["a", "b"], ["a", "c"], 8.3333),
        (",smooth=eps", ["a"], ["a"], 16.6667),
        (",smooth=eps", ["a b c"], ["abc"], 50),
        (",smooth=eps", [RISK[0]], [RISK[1]], 63.361730),
        (",smooth=eps", [OBAMA[0]], [OBAMA[1]], 64.1302698),
        ("", ["a"], ["a"], 100),
        ("", [""], ["c"], 0),
        ("", ["a b c"], ["abc"], 100),
        ("", ["a", "b"], ["a", "c"], 50),
        ("", ["aa"], ["ab"], 25),
        (",blanks=keep", [" ".join(OBAMA[0].split())], [OBAMA[1]], 67.3481606),
        (",blanks=keep", [RISK[0].strip()], [RISK[1]], 65.2414427),
    ],
)
def test_chrf_of_a_system(options, outputs, references, expected):
    found = of_system(f"chrf:beta=3{options}", outputs, [[one] for one in references])
    assert found == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize(
    ("output", "reference", "expected"),
    [
        (
            "Co nás nejvíc trápí, protože lékaři si vybírají, kdo bude žít a kdo zemře.",
            "Nejvíce smutní jsme z toho, že musíme rozhodovat o tom, kdo bude žít a kdo zemře.",
            39.14078509,
        ),
        (
            "Nebo prostě nemají vybavení, které by jim pomohlo, uvedli lékaři.",
            "A někdy nemáme ani potřebný materiál, abychom jim pomohli, popsali lékaři.",
            31.22557079,
        ),
        (
            "Lapali po dechu, jejich životy skončily dřív, než skutečně začaly.",
            "Lapali po dechu a pak jejich život skončil - dřív, než skutečně mohl začít, připomněli.",
            57.15704367,
        ),
    ],
)
def test_chrf_of_an_output(output, reference, expected):
    found = get_metric("chrf:smooth=eps").score([output], [[reference]], [None])
    assert found[0] == pytest.approx(expected, abs=1e-4)
