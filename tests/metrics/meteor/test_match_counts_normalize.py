"""Words of short texts, as METEOR 1.5 prints them normalised and in lower case."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trueness.metrics.meteor.match_counts import normalized_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat sat.", "the cat sat ."),
        ("10-year-old", "10 year old"),
        ("a-b-c", "a b-c"),  # b belongs to the first match
        ("it's don't l'été", "it 's don 't l 'été"),
        ("1990's 5's 5'th", "1990 's 5 's 5'th"),
        ("'quoted' `so' ‘too’", "' quoted ' ' so ' ' too '"),
        ("''hi'' “there” \"you\"", '" hi " " there " " you "'),
        ("1,000 a,b a,1 1,a", "1,000 a , b a , 1 1 , a"),
        ("a,,b", "a , ,b"),  # the second comma belongs to the match of the first
        ("Wait... what.. now", "wait ... what .. now"),
        ("Mr. Li met Dr. No. He left.", "mr. li met dr. no . he left ."),
        ("No. 5 came No. five No.", "no. 5 came no. five no ."),
        ("the U.S.A. and e.g. Rome", "the usa and eg rome"),
        ("It ended. then went on", "it ended. then went on"),
        ("3.5 5. Then", "3.5 5 . then"),
        ("- -- – —", "- - - —"),
        ("$5 50% a/b x_y (z) #1", "$ 5 50 % a / b x _ y ( z ) # 1"),
        ("no\u00a0break\u2003em", "no break em"),
        ("two\nlines\tand\r\ntabs", "two lines and tabs"),
        ("Žižek Привет Ω猫", "žižek привет ω 猫"),
        ("", ""),
        (" \n", ""),
        ("...", "..."),
    ],
)
def test_words(text, words):
    assert normalized_words(text) == words.split(" ") * bool(words)


@given(st.text(max_size=40))
def test_no_word_is_blank_and_case_does_not_survive(text):
    words = normalized_words(text)
    assert all(word and not set(word) & set(" \t\n\f\r") for word in words)
    assert all(word == word.lower() for word in words)


@given(st.lists(st.text(alphabet="abcdef", min_size=1), max_size=8))
def test_plain_words_stay_as_they_are(words):
    assert normalized_words("  ".join(words)) == words
