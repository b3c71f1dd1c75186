"""Words in any language: by the word boundaries of Unicode, each difference from them stated."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from trueness.errors import DataError
from trueness.metrics.rouge.line_words import _ascii_words, _patterns, exact_words, modern_words

MARKS = r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]"
LETTER_OR_DIGIT = regex.compile(rf"(?V1)[[\p{{L}}\p{{N}}]--{MARKS}]")
INVISIBLE = regex.compile(r"(?V1)[\p{WB=Format}&&\p{Default_Ignorable_Code_Point}]")
EDGES = regex.compile(rf"^(?:\p{{WB=ExtendNumLet}}{MARKS}*)+|(?:\p{{WB=ExtendNumLet}}{MARKS}*)+$")

ASCII = st.text(st.characters(max_codepoint=127)) | st.text("aZ09_.:,;'- ", max_size=20)
LINES = (
    st.text()
    | st.text("aéß9_.:,;'’\u0301\u200d\u00ad -אב\"٣कि्中カーｶﾞไทยກខ្មែမ္နⅣ²Ⓐ한\ud800\x00", max_size=20)
    | st.text(st.characters(categories=["L", "N", "M", "Pc", "Cf"]), max_size=12)
)

# The rules of UAX #29, section 4.1.1, one by one, without those of emoji and flags, which hold no words.
KINDS = {
    name: regex.compile(rf"\p{{WB={name}}}")
    for name in (
        *("CR", "LF", "Newline", "Extend", "ZWJ", "Format", "Hebrew_Letter", "ALetter", "Single_Quote"),
        *("Double_Quote", "MidNumLet", "MidLetter", "MidNum", "Numeric", "ExtendNumLet", "WSegSpace"),
    )
}
NEWLINES = {"CR", "LF", "Newline"}
SKIPPED = {"Extend", "ZWJ", "Format"}
LETTERS = {"ALetter", "Hebrew_Letter"}
MID_LETTER = {"MidLetter", "MidNumLet", "Single_Quote"}
MID_NUM = {"MidNum", "MidNumLet", "Single_Quote"}


def kind_of(sign):
    """Return the Word_Break property, that of Katakana being taken for Other, like that of Hiragana."""
    return next((name for name, pattern in KINDS.items() if pattern.match(sign)), "Other")


def is_boundary(kinds, k):
    """Return whether there is a boundary before the k-th sign."""
    if (
        kinds[k - 1] in NEWLINES or kinds[k] in NEWLINES
    ):  # WB3-3b; whether CR LF stay together is nothing to words
        return True
    if kinds[k] in SKIPPED:  # WB4
        return False
    # WB4: skip, unless what could be skipped stands where there is nothing before it
    before = [kind for j, kind in enumerate(kinds[:k]) if kind not in SKIPPED or stands_alone(kinds, j)]
    after = [kind for kind in kinds[k + 1 :] if kind not in SKIPPED]
    last_but_one, last = ["", "", *before][-2:]
    now, following = kinds[k], [*after, ""][0]
    return not (
        (last in LETTERS and now in LETTERS)  # WB5
        or (last in LETTERS and now in MID_LETTER and following in LETTERS)  # WB6
        or (last_but_one in LETTERS and last in MID_LETTER and now in LETTERS)  # WB7
        or (last == "Hebrew_Letter" and now == "Single_Quote")  # WB7a
        or (last == "Hebrew_Letter" and now == "Double_Quote" and following == "Hebrew_Letter")  # WB7b
        or (last_but_one == now == "Hebrew_Letter" and last == "Double_Quote")  # WB7c
        or (last in {*LETTERS, "Numeric"} and now in {*LETTERS, "Numeric"})  # WB8-10
        or (last_but_one == now == "Numeric" and last in MID_NUM)  # WB11
        or (last == following == "Numeric" and now in MID_NUM)  # WB12
        or (last in {*LETTERS, "Numeric", "ExtendNumLet"} and now == "ExtendNumLet")  # WB13a
        or (last == "ExtendNumLet" and now in {*LETTERS, "Numeric"})  # WB13b
    )


def stands_alone(kinds, j):
    return kinds[j] in SKIPPED and (j == 0 or kinds[j - 1] in NEWLINES or stands_alone(kinds, j - 1))


def prepared(line):
    """Return a line as its words are taken from it."""
    seen = INVISIBLE.sub("", line)
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).lower()).replace("’", "'")


def by_the_rules(line):
    """Return the words between the boundaries of the rules, with the choices that `modern_words` documents."""
    line = prepared(line)
    kinds = [kind_of(sign) for sign in line]
    starts = [k for k in range(len(line)) if k == 0 or is_boundary(kinds, k)]
    words = []
    open_stack = False  # the segment before ends in a mark that puts the next consonant below
    for start, end in itertools.pairwise([*starts, len(line)]):
        segment = line[start:end]
        is_character = kinds[start] == "Other" and unicodedata.category(segment[0])[0] == "L"
        if is_character and open_stack:
            words[-1] += segment
        elif LETTER_OR_DIGIT.search(segment):
            words.append(EDGES.sub("", segment))
        open_stack = is_character and segment[-1] in "\u1039\u17d2\u1a60"
    return words


@given(LINES)
def test_equals_the_rules_of_unicode(line):
    assert modern_words(line) == by_the_rules(line)


@given(ASCII)
def test_the_fast_way_for_ascii_equals_that_for_all(line):
    assert modern_words(line) == _ascii_words(line) == _patterns().word.findall(line.lower())


@given(LINES)
def test_every_letter_and_digit_stays_in_order(line):
    """So two lines have the same words only if they are the same in case, composition and the documented choices."""
    words = modern_words(line)
    assert LETTER_OR_DIGIT.findall("".join(words)) == LETTER_OR_DIGIT.findall(prepared(line))
    start = 0
    for word in words:
        start = prepared(line).index(word, start) + len(word)
        assert LETTER_OR_DIGIT.search(word)


@given(LINES)
def test_case_and_composition_make_no_difference(line):
    words = modern_words(line)
    assert modern_words(unicodedata.normalize("NFD", line)) == words
    assert modern_words(unicodedata.normalize("NFC", line)) == words
    assert modern_words(line.lower()) == words
    assert modern_words(" ".join(words)) == words


@given(LINES)
def test_the_words_of_two_lines_are_those_of_one(line):
    assert modern_words(f"{line} {line}") == modern_words(line) * 2


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        (" \t\n", []),
        ("-- ... _ __ ' \x00 😀 🇩🇪 ©", []),
        ("The state-of-the-art CAT.", ["the", "state", "of", "the", "art", "cat"]),
        (
            "don't Don’t rock 'n' roll dogs' 'it is'",
            ["don't", "don't", "rock", "n", "roll", "dogs", "it", "is"],
        ),
        (
            "3.5 10,000 U.S. e.g. x@y.com 3.a a.3 1'2",
            ["3.5", "10,000", "u.s", "e.g", "x", "y.com", "3", "a", "a", "3", "1'2"],
        ),
        ("_so_ a_b __init__ a__1_ 1_000", ["so", "a_b", "init", "a__1", "1_000"]),
        ("a:b 12:30 a;b 1;2 3rd", ["a:b", "12", "30", "a", "b", "1;2", "3rd"]),
        ("l’objectif aujourd'hui", ["l'objectif", "aujourd'hui"]),
        # what looks alike or is spelled alike stays apart, what is only composed in another way does not
        ("Maße Masse MASSE", ["maße", "masse", "masse"]),
        ("x\u0300\u00ad\u0323 x\u0323\u0300", ["x\u0323\u0300", "x\u0323\u0300"]),
        ("Café Cafe\u0301 Cafe", ["café", "café", "cafe"]),
        ("Å Å K K", ["å", "å", "k", "k"]),
        ("İ I ı", ["i\u0307", "i", "ı"]),
        ("ΟΔΟΣ Οδος", ["οδος", "οδος"]),
        ("１２ 12 ² ½ Ⅳ", ["１２", "12", "²", "½", "ⅳ"]),
        ("co\u00adop \ufeffx\u200e zero\u200bwidth", ["coop", "x", "zero", "width"]),
        ("10\u202f000 mot\u202f! 10\u00a0000", ["10\u202f000", "mot", "10", "000"]),
        ("“a”—b…c £5 «д»", ["a", "b", "c", "5", "д"]),
        # letters in name only
        ("Ⓐ ˂ a\u02c3", ["a\u02c3"]),
        ("a\ud800b\x00é", ["a", "b", "é"]),
    ],
)
def test_worked_by_hand(line, words):
    assert modern_words(line) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Он родился в 1990 г.", ["он", "родился", "в", "1990", "г"]),
        # signs of vowels and the virama stay with their letters
        ("हिन्दी में क्षत्रिय, क्\u200dष।", ["हिन्दी", "में", "क्षत्रिय", "क्\u200dष"]),
        ("می‌خواهم کتاب", ["می‌خواهم", "کتاب"]),
        ('צה"ל "שלום" ג\'ורג\'', ['צה"ל', "שלום", "ג'ורג'"]),
        ("대한민국은 민주공화국이다.", ["대한민국은", "민주공화국이다"]),
        ("今天2024年，A股。", ["今", "天", "2024", "年", "a", "股"]),
        ("東京タワーが ｶﾞ", ["東", "京", "タ", "ワ", "ー", "が", "ｶﾞ"]),
        ("か\u3099", ["が"]),
        ("ภาษาไทยดี", ["ภ", "า", "ษ", "า", "ไ", "ท", "ย", "ดี"]),
        ("ພາສາລາວ", ["ພ", "າ", "ສ", "າ", "ລ", "າ", "ວ"]),
        ("ភាសាខ្មែរ", ["ភា", "សា", "ខ្មែ", "រ"]),
        ("မြန်မာ ကမ္ဘာ", ["မြ", "န်", "မာ", "က", "မ္ဘာ"]),
        ("བོད་ཡིག", ["བོད", "ཡིག"]),
    ],
)
def test_languages(line, words):
    assert modern_words(line) == words


@pytest.mark.parametrize(
    "text",
    ["मैं हिन्दी भाषा सीख रहा हूँ", "я учу русский язык", "我学习中文", "ฉันเรียนภาษาไทย", "私は日本語を学ぶ"],
)
def test_exact_mode_has_no_words_where_modern_mode_has(text):
    assert exact_words(text) == []
    assert len(modern_words(text)) >= 4


def test_a_segmenter_gets_runs_of_scripts_without_blanks():
    runs = []

    def pairs(run):
        runs.append(run)
        return [run[k : k + 2] for k in range(0, len(run), 2)]

    line = "BERT模型在2024年，東京タワー²한국 ไทย é"
    assert modern_words(line, pairs) == (
        ["bert", "模型", "在", "2024", "年", "東京", "タワ", "ー", "²", "한국", "ไท", "ย", "é"]
    )
    assert runs == ["模型在", "年", "東京タワー", "ไทย"]


def test_pieces_of_a_segmenter_without_letters_are_left_out():
    assert modern_words("模型", lambda run: [*run, " ", "", "。", f" {run} "]) == ["模", "型", "模型"]


def test_a_segmenter_is_not_asked_about_ascii():
    assert modern_words("plain words", lambda _: ["none"]) == ["plain", "words"]


@given(LINES)
def test_a_segmenter_that_keeps_runs_loses_nothing(line):
    assert "".join(modern_words(line, lambda run: [run])) == "".join(modern_words(line))


@pytest.mark.parametrize("segmenter", [len, repr, lambda run: [run, 7], lambda _run: None])
def test_a_segmenter_that_gives_no_words(segmenter):
    with pytest.raises(DataError, match="the segmenter must give"):
        modern_words("我们 here", segmenter)
