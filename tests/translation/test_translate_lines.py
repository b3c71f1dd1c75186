"""Lines through a translator: each once, by length, in pieces, from the cache; and what a translator may not do."""

from __future__ import annotations

import pytest

from trueness.errors import DataError
from trueness.translation.translate_lines import TranslatedLine, translate_lines
from trueness.translation.translator import Translation

BATCHES = [["a", "bb", "two"], ["x y", "four", "seven"], ["three", "eleven"]]
LINES = ["four", "a", "eleven", "two", "a", "bb", "three", "seven", "x y"]


def test_each_line_once_in_batches_by_length(upper, cache):
    translator = upper(batch=3)
    shares = []
    found = translate_lines(LINES, translator, cache, shares.append)
    assert translator.given == BATCHES
    assert {line: one.text for line, one in found.lines.items()} == {line: line.upper() for line in LINES}
    assert (found.n_made, found.n_known) == (8, 0)
    assert shares == [3 / 8, 6 / 8, 1.0]


def test_what_is_known_is_not_translated_again(upper, cache):
    translate_lines(LINES, upper(batch=3), cache)
    again = upper(batch=3)
    found = translate_lines([*LINES, "new"], again, cache)
    assert again.given == [["new"]]
    assert (found.n_made, found.n_known) == (1, 8)
    other = upper(batch=3, name="another")
    translate_lines(LINES, other, cache)
    assert sum(map(len, other.given)) == 8


def test_a_run_that_goes_on_gives_the_batches_of_one_that_was_not_stopped(upper, cache):
    first = upper(batch=3, stop_after=1)
    with pytest.raises(KeyboardInterrupt):
        translate_lines(LINES, first, cache)
    rest = upper(batch=3)
    translate_lines(LINES, rest, cache)
    assert first.given + rest.given == BATCHES


def test_long_lines_go_in_pieces(upper, cache):
    translator = upper(longest=8)
    found = translate_lines(["one two three, four", "short"], translator, cache)
    assert all(len(line) <= 8 for batch in translator.given for line in batch)
    assert found.lines["one two three, four"] == TranslatedLine("ONE TWO THREE, FOUR", cut=False, split=True)
    assert found.lines["short"] == TranslatedLine("SHORT", cut=False, split=False)


def test_what_was_cut_is_known_also_from_the_cache(upper, cache):
    class Cutting(upper):
        def translate(self, lines):
            return [Translation(line[:3], cut=len(line) > 3) for line in lines]

    for _ in range(2):
        found = translate_lines(["abc", "abcd"], Cutting(), cache)
        assert [one.cut for one in found.lines.values()] == [False, True]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda lines: lines[1:], r"answered 1 lines to 2, the first of which is 'one'"),
        (lambda lines: [*lines, "x"], "answered 3 lines to 2"),
        (lambda lines: [*lines[:-1], "a\nb"], "a line break in it for 'three'"),
        (lambda lines: [*lines[:-1], None], "must give a text for 'three'; it gave a NoneType"),
        (lambda _: "one", "must give a list of texts; it gave a str"),
        (lambda _: iter([]), "give a list of texts"),
        (lambda lines: ["\ud800" for _ in lines], "half of a surrogate pair"),
        (lambda _: 1 / 0, r"the translator failed \(ZeroDivisionError: division by zero\)"),
    ],
)
def test_other_answers_are_refused_and_what_was_done_is_kept(upper, cache, answer, said):
    class Wrong(upper):
        def translate(self, lines):
            return super().translate(lines) if lines == ["a"] else answer(list(lines))

    translate_lines(["a"], Wrong(batch=2), cache)
    with pytest.raises(DataError, match=said):
        translate_lines(["one", "three"], Wrong(batch=2), cache)
    again = Wrong(batch=2)
    assert translate_lines(["a"], again, cache).n_known == 1
    assert again.given == []


def test_blanks_at_the_ends_of_a_translation_are_no_part_of_it(upper, cache):
    class Blanks(upper):
        def translate(self, lines):
            return [f" {line}\t\n" for line in lines]

    assert translate_lines(["a"], Blanks(), cache).lines["a"].text == "a"
