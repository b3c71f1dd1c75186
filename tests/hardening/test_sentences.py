"""What the program can say is short and plain, and all of it is found."""

from __future__ import annotations

from pathlib import Path

import pytest
from hardening.sentences import Text, banned, main, measured, other_words, texts

MOST_WORDS = {"finding": 12.0, "caution": 12.0, "error": 10.5, "option": 12.1}
"""Words of a sentence, on average."""

MOST_NEGATED = {"finding": 0.22, "caution": 0.12, "error": 0.10, "option": 0.14}
"""Shares of sentences. An error may say that something is not there; it says so in one of ten."""

MADE_UP = '''
"""A docstring is no sentence of the program. It is left out."""


def said(few, share):
    """Neither is this one, which is longer."""
    if few:
        yield Caution("few", f"There are {few} systems. This is not shown to hold!")
    else:
        yield f"It agrees with people on {share:.0%} of all outputs."
    yield "a part of a text without an end"
    raise DataError("no such column is here")
'''


@pytest.fixture(scope="module")
def found() -> list[Text]:
    return list(texts())


def sentences(found: list[Text], kind: str) -> list[str]:
    return [sentence for text in found if text.kind == kind for sentence in text.sentences]


@pytest.mark.parametrize("kind", MOST_WORDS)
def test_sentences_are_short(found, kind):
    here = measured(sentences(found, kind))
    assert here.n > 250
    assert here.mean <= MOST_WORDS[kind]


@pytest.mark.parametrize("kind", MOST_NEGATED)
def test_few_sentences_are_negated(found, kind):
    assert measured(sentences(found, kind)).negated <= MOST_NEGATED[kind]


def test_nothing_is_said_that_readers_stumble_over(found):
    assert [f"{text.path}:{text.line}: {there}: {better}" for text, there, better in banned(found)] == []


def test_there_is_one_word_for_one_thing(found):
    strays = [f"{text.path}:{text.line}: {there}: {word}" for text, there, word in other_words(found)]
    assert strays == []


def test_another_word_than_that_of_the_glossary_is_found(tmp_path: Path):
    (tmp_path / "said.py").write_text(
        "A = 'Two raters gave a label each.'\nB = 'Give the two `raters` a name each.'\n", encoding="utf-8"
    )
    assert [(text.line, there) for text, there, _ in other_words(list(texts(tmp_path)))] == [(1, "raters")]
    (tmp_path / "data").mkdir()
    (tmp_path / "said.py").rename(tmp_path / "data" / "said.py")
    assert list(other_words(list(texts(tmp_path)))) == []


def test_texts_are_found_where_they_stand(tmp_path: Path):
    (tmp_path / "said.py").write_text(MADE_UP, encoding="utf-8")
    caution, finding, error = texts(tmp_path)
    assert [one.kind for one in (caution, finding, error)] == ["caution", "finding", "error"]
    assert [one.condition for one in (caution, finding, error)] == ["few", "not (few)", ""]
    assert caution.template == "There are {few} systems. This is not shown to hold!"
    assert (caution.path, caution.line, caution.name) == ("said.py", 8, "said")
    assert len(caution.sentences) == 2


def test_what_is_filled_in_is_one_word(tmp_path: Path):
    (tmp_path / "said.py").write_text(MADE_UP, encoding="utf-8")
    caution, finding, _ = texts(tmp_path)
    here = measured([*caution.sentences, *finding.sentences])
    assert (here.n, here.mean, here.negated) == (3, pytest.approx((4 + 6 + 9) / 3), pytest.approx(1 / 3))
    assert measured([]).n == 0
    assert [there for _, there, _ in banned([caution, finding])] == ["is not shown to"]


def test_the_catalogue_is_printed(capsys):
    assert main(["--kind", "caution", "--under", "study/"]) == 0
    printed = capsys.readouterr().out
    assert "study/shared_cautions.py:" in printed
    assert "   if " in printed
    assert main(["--numbers"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4
