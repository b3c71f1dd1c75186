"""What each system picks."""

from __future__ import annotations

import pytest

from trueness.data.pocket.articles import Article, Reference, Sentence, load_articles
from trueness.data.pocket.pyramid import Piece, coverage, expressed_units, redundancy
from trueness.data.pocket.systems import CLAUSE_WORDS, SYSTEMS, TRUNCATED_WORDS, textrank

ARTICLES = load_articles()

SMALL = Article(
    id="small",
    title="Small",
    genre="test",
    units={"a": "A.", "b": "B.", "c": "C.", "d": "D."},
    sentences=(
        Sentence("Alpha begins here.", {"a": "Alpha"}),
        Sentence(
            "Beta, which follows alpha at some distance, is longer than the rest.",
            {"b": "Beta", "a": "alpha"},
        ),
        Sentence("Gamma came.", {"c": "Gamma"}),
        Sentence("None.", {}),
        Sentence("At last there is delta too.", {"d": "delta"}),
        Sentence("Nothing follows it at all.", {}),
    ),
    references=(
        Reference("One.", frozenset("ab")),
        Reference("Two.", frozenset("bc")),
        Reference("Three.", frozenset("bd")),
    ),
)


def picked(name: str) -> list[int]:
    return [piece.sentence for piece in SYSTEMS[name](SMALL)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("lead1", [0]),
        ("lead3", [0, 1, 2]),
        ("lead5", [0, 1, 2, 3, 4]),
        ("echo4", [0, 1, 2, 1]),
        ("tail3", [3, 4, 5]),
        ("middle3", [1, 2, 3]),
        ("longest3", [1, 4, 5]),
        ("shortest3", [0, 2, 3]),
        ("greedy_coverage", [1, 2, 4]),
        ("worst_coverage", [0, 3, 5]),
        ("redundant", [1, 1, 1]),
    ],
)
def test_picks(name: str, expected: list[int]) -> None:
    assert picked(name) == expected


def test_first_clauses() -> None:
    assert [piece.text for piece in SYSTEMS["first_clauses"](SMALL)] == [
        "Alpha begins here.",
        "Beta",
        "Gamma came.",
        "None.",
        "At last there is delta too.",
    ]


def test_textrank_prefers_what_shares_words() -> None:
    scores = textrank(
        ["green apples ripen", "green apples fall when ripe", "apples are green", "nothing else"]
    )
    assert scores.sum() == pytest.approx(1.0)
    assert scores.argmin() == 3


def test_there_are_enough_systems() -> None:
    assert len(SYSTEMS) >= 12


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_outputs_are_beginnings_of_sentences(article: Article) -> None:
    for name, system in SYSTEMS.items():
        pieces = system(article)
        assert pieces, name
        for piece in pieces:
            text = article.sentences[piece.sentence].text
            assert piece.text, name
            assert text.startswith(piece.text), name
            assert len(piece.text) == len(text) or not text[len(piece.text)].isalnum(), name
        assert pieces == system(article), name


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
class TestOnEveryArticle:
    def test_sizes(self, article: Article) -> None:
        sizes = {name: len(SYSTEMS[name](article)) for name in SYSTEMS}
        threes = {
            "greedy_coverage",
            "worst_coverage",
            "redundant",
            *(name for name in SYSTEMS if name.endswith("3")),
        }
        assert {sizes[name] for name in threes} == {3}
        assert (sizes["lead1"], sizes["lead5"], sizes["shuffled5"], sizes["echo4"]) == (1, 5, 5, 4)

    def test_truncated_keeps_the_first_words(self, article: Article) -> None:
        kept = " ".join(piece.text for piece in SYSTEMS["truncated"](article)).split()
        assert kept == article.text.split()[:TRUNCATED_WORDS]

    @pytest.mark.parametrize("name", ["truncated", "first_clauses"])
    def test_a_cut_phrase_never_counts(self, article: Article, name: str) -> None:
        for piece in SYSTEMS[name](article):
            expressed = expressed_units(article, piece)
            for unit, phrase in article.sentences[piece.sentence].units.items():
                end = article.sentences[piece.sentence].text.index(phrase) + len(phrase)
                assert (unit in expressed) == (end <= len(piece.text))

    def test_first_clauses_are_short(self, article: Article) -> None:
        for piece in SYSTEMS["first_clauses"](article):
            assert len(piece.text.split()) <= CLAUSE_WORDS
            assert ", " not in piece.text

    def test_shuffled5_has_the_sentences_of_lead5_in_another_order(self, article: Article) -> None:
        def order(piece: Piece) -> int:
            return piece.sentence

        shuffled, lead = SYSTEMS["shuffled5"](article), SYSTEMS["lead5"](article)
        assert shuffled != lead
        assert sorted(shuffled, key=order) == lead
        assert coverage(article, shuffled) == pytest.approx(coverage(article, lead))

    def test_redundant_repeats_two_thirds(self, article: Article) -> None:
        assert redundancy(article, SYSTEMS["redundant"](article)) == pytest.approx(2 / 3)

    def test_oracles_bound_the_other_systems_of_three_sentences(self, article: Article) -> None:
        threes = [coverage(article, SYSTEMS[name](article)) for name in SYSTEMS if name.endswith("3")]
        assert coverage(article, SYSTEMS["greedy_coverage"](article)) >= max(threes) - 1e-12
        assert coverage(article, SYSTEMS["worst_coverage"](article)) <= min(threes) + 1e-12
