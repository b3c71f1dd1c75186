"""The annotated articles and their reader."""

from __future__ import annotations

import re

import pytest

from trueness.data.pocket.articles import Article, load_articles, parse_article
from trueness.errors import FormatError

ARTICLES = load_articles()

TEXT = """
id = "tiny"
title = "Tiny"
genre = "test"
[units]
u1 = "A dog barked."
[[sentences]]
text = "A dog barked at night."
units = { u1 = "dog barked" }
[[references]]
text = "There was barking."
units = ["u1"]
"""


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def runs(text: str, length: int) -> set[tuple[str, ...]]:
    found = words(text)
    return {tuple(found[start : start + length]) for start in range(len(found) - length + 1)}


def test_there_are_enough_articles_sorted_by_id() -> None:
    assert len(ARTICLES) >= 20
    assert [article.id for article in ARTICLES] == sorted({article.id for article in ARTICLES})


def test_articles_are_read_once() -> None:
    assert load_articles() is ARTICLES


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
class TestArticle:
    def test_sizes(self, article: Article) -> None:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", article.id)
        assert 9 <= len(article.sentences) <= 14
        assert 200 <= len(article.text.split()) <= 300
        assert 9 <= len(article.units) <= 14
        assert len({sentence.text for sentence in article.sentences}) == len(article.sentences)

    def test_phrases_are_verbatim_and_occur_once(self, article: Article) -> None:
        for sentence in article.sentences:
            for phrase in sentence.units.values():
                assert sentence.text.count(phrase) == 1

    def test_phrases_end_between_words(self, article: Article) -> None:
        for sentence in article.sentences:
            for phrase in sentence.units.values():
                assert re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", sentence.text)

    def test_every_unit_is_expressed_in_the_article(self, article: Article) -> None:
        assert {unit for sentence in article.sentences for unit in sentence.units} == set(article.units)

    def test_three_different_references(self, article: Article) -> None:
        assert len({reference.text for reference in article.references}) == 3
        assert len({reference.units for reference in article.references}) == 3
        for reference in article.references:
            assert 35 <= len(reference.text.split()) <= 60

    def test_references_are_reworded(self, article: Article) -> None:
        for reference in article.references:
            assert not runs(reference.text, 7) & runs(article.text, 7)

    def test_weights_one_two_and_three_occur(self, article: Article) -> None:
        assert list(article.weights) == list(article.units)
        assert {1, 2, 3} <= set(article.weights.values()) <= {0, 1, 2, 3}

    def test_some_sentence_expresses_nothing(self, article: Article) -> None:
        assert any(not sentence.units for sentence in article.sentences)


def test_articles_repeat_themselves_as_articles_do() -> None:
    repeating = [
        article
        for article in ARTICLES
        if sum(len(sentence.units) for sentence in article.sentences) > len(article.units)
    ]
    assert len(repeating) >= len(ARTICLES) / 2


def test_parse_article() -> None:
    article = parse_article(TEXT)
    assert article.id == "tiny"
    assert article.text == "A dog barked at night."
    assert article.weights == {"u1": 1}


def test_mappings_are_read_only() -> None:
    article = parse_article(TEXT)
    with pytest.raises(TypeError):
        article.units["u2"] = "New."  # type: ignore[index]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "tiny"', "id = tiny", r"tiny\.toml: must be TOML"),
        ('genre = "test"', "", r"tiny\.toml: the field 'genre' is missing"),
        ('"dog barked"', '"dog sang"', r"tiny\.toml: sentence 1 lacks the phrase 'dog sang'"),
        ('"dog barked"', '""', r"sentence 1 lacks the phrase ''"),
        ("{ u1 =", "{ u9 =", r"tiny\.toml: sentence 1 names the unknown unit 'u9'"),
        ('["u1"]', '["u1", "u7"]', r"tiny\.toml: reference 1 names the unknown unit 'u7'"),
    ],
)
def test_faulty_articles_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        parse_article(TEXT.replace(old, new), path="tiny.toml")
